// Opening the app lock, with the PIN or a passkey; loaded when it is closed.

import { useEffect, useState } from "react";
import { askServer, keepAfter, mark, opened } from "./app_lock.js";
import { signOut } from "./door.js";
import * as passkeys from "./passkeys.js";
import { ask } from "./request.js";

export const useUnlock = () => {
  const [now, set] = useState({ state: "", seconds: 0, hasPin: true, hasPasskey: false });
  const change = (part) => set((before) => ({ ...before, ...part }));
  useEffect(() => {
    askServer().then((lock) => {
      if (lock === null || lock.afterMinutes === null) return opened();
      mark();
      keepAfter(lock.afterMinutes);
      // Closed here while there was no connection: the server is told now.
      if (!lock.isLocked) ask("POST", "/api/lock/close", {});
      const { hasPin, hasPasskey } = lock;
      change({ hasPin, hasPasskey: hasPasskey && passkeys.canUse() });
    }, () => {});
  }, []);
  const enter = async (event) => {
    event.preventDefault();
    const { pin } = event.currentTarget.elements;
    change({ state: "busy" });
    try {
      const answer = await ask("POST", "/api/lock/open", { pin: pin.value });
      pin.value = "";
      if (answer.ok) return opened();
      const seconds = Number(answer.headers.get("Retry-After") ?? 0);
      change({ state: { 401: "wrong", 429: "often" }[answer.status] ?? "failed", seconds });
      pin.focus();
    } catch { change({ state: "failed" }); }
  };
  const byPasskey = async () => {
    change({ state: "busy" });
    try {
      await passkeys.answer("/api/lock/passkey");
      opened();
    } catch (error) { change({ state: passkeys.wrong(error) && "passkey" }); }
  };
  return { ...now, enter, byPasskey, leave: signOut };
};
