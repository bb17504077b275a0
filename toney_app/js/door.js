// Getting in and out: the cookie is set over HTTP, so the page asks for itself and loads anew.

import { useEffect, useState } from "react";
import { parts, useHash } from "./page.js";
import { say } from "./page_state.js";
import { ask } from "./request.js";
import { forgetSeen } from "./seen_store.js";

const here = () => (
  { timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone, locale: navigator.language }
);

// When a limit ends, as an instant.
const tryAt = ({ headers }) => (
  new Date(Date.now() + 1_000 * Number(headers.get("Retry-After") ?? 60)).toISOString()
);
// The page between the door and the questions has an entry in the history: `#rewire//agree`.
const AGREE = "agree";
const isReading = () => parts()[2] === AGREE;
const read = () => { location.hash = `#${parts()[0] || "home"}//${AGREE}`; };
const goBack = () => location.replace(`#${parts()[0] || "home"}`);
export const useStart = (textVersion) => {
  const [state, set] = useState("");
  const begin = async (event) => {
    event.preventDefault();
    set("busy");
    try {
      const answer = await ask("POST", "/api/auth/guest", { ...here(), consent: { textVersion } });
      if (answer.ok) { localStorage.setItem("accent", "neutral"); location.reload(); }
      else if (answer.status === 429) set(tryAt(answer));
      else set("failed");
    } catch { set("failed"); }
  };
  return { state, begin, read, goBack, isReading: useHash(isReading, false) };
};
const forget = (receipt) => {
  const gone = forgetSeen();
  Object.keys(localStorage).filter((key) => key !== "theme" && !key.startsWith("install-"))
    .forEach((key) => localStorage.removeItem(key));
  sessionStorage.clear();
  if (receipt) sessionStorage.setItem("receipt", receipt);
  gone.then(() => location.replace("/"));
};
export const signOut = async () => {
  const answer = await ask("POST", "/api/auth/logout", {}).catch(() => null);
  if (!answer) return say("ui.toast.needs_connection");
  if (answer.ok || answer.status === 401) forget();
};
export const useDelete = () => {
  const [state, set] = useState("");
  const begin = async () => {
    set("busy");
    const answer = await ask("DELETE", "/api/account?receipt=true", {}).catch(() => ({}));
    if (answer.ok || answer.status === 401) forget(answer.ok && await answer.text());
    else set("failed");
  };
  return { state, begin };
};
export const useZone = (known) => useEffect(() => {
  if (known && here().timeZone !== known) {
    ask("PATCH", "/api/profile", { timeZone: here().timeZone });
  }
}, [known]);
