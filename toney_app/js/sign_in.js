// Sign-in links and the ways into an account: asked for over HTTP, because a cookie changes hands.

import { useEffect, useRef, useState } from "react";
import { ask } from "./request.js";
import { on, parts, useIsOpen } from "./page.js";

const WAYS = "/api/auth/ways";
const AGAIN_AFTER_SECONDS = 30;
const AGAIN = 5_000;
const NOTHING = { state: "", email: "", until: "", code: "", link: "", delivery: "", wait: 0 };
const REFUSED = { 400: "malformed", 429: "often" };

// What a link has done in another tab, or on another device: this one then begins anew.
const isIn = async (email) => {
  const answer = await ask("GET", WAYS);
  if (!answer.ok) return false;
  const { items } = await answer.json();
  return items.some(({ kind, label }) => kind === "email" && label === email.toLowerCase());
};
export const useLink = (sheet) => {
  const [now, set] = useState(NOTHING);
  const latest = useRef(now);
  latest.current = now;
  const change = (part) => set((before) => ({ ...before, ...part }));
  const isOpen = useIsOpen(sheet);
  useEffect(() => { if (!isOpen) set(NOTHING); }, [isOpen]);
  useEffect(() => {
    if (!now.wait) return;
    const soon = setTimeout(() => change({ wait: now.wait - 1 }), 1_000);
    return () => clearTimeout(soon);
  }, [now.wait]);
  useEffect(() => on(document, ["visibilitychange"], () => {
    const { state, email } = latest.current;
    if (document.hidden || state !== "sent") return;
    isIn(email).then((done) => { if (done) location.replace("/"); }, () => {});
  }), []);
  const send = async (email) => {
    change({ state: "busy", email });
    try {
      const answer = await ask("POST", "/api/auth/magic-link", { email });
      if (!answer.ok) return change({ state: REFUSED[answer.status] ?? "failed" });
      const { delivery, expiresAt, code, link } = await answer.json();
      change({
        state: "sent", delivery, until: expiresAt, code: code ?? "", link: link ?? "",
        wait: AGAIN_AFTER_SECONDS,
      });
    } catch { change({ state: "failed" }); }
  };
  const begin = (event) => {
    event.preventDefault();
    const field = event.currentTarget.elements.email;
    const email = field.value.trim();
    if (email && field.checkValidity()) send(email);
    else { change({ state: "malformed" }); field.focus(); }
  };
  const again = () => send(now.email);
  return { ...now, begin, again, back: () => set({ ...NOTHING, email: now.email }) };
};

export const useWays = (sheet) => {
  const none = { items: [], made: "", canRemove: false, state: "", isKnown: false };
  const [now, set] = useState(none);
  const isOpen = useIsOpen(sheet);
  const look = async () => {
    const answer = await ask("GET", WAYS);
    if (!answer.ok) throw new Error(answer.status);
    const { items, recoveryCodeMadeAt, canRemove } = await answer.json();
    set({ items, made: recoveryCodeMadeAt ?? "", canRemove, state: "known", isKnown: true });
  };
  const orFail = (work) => work().catch(() => set((before) => ({ ...before, state: "failed" })));
  useEffect(() => { if (isOpen) orFail(look); }, [isOpen]);
  // Until it was read once, it is read again.
  useEffect(() => {
    if (!isOpen || now.isKnown || now.state !== "failed") return;
    const later = setTimeout(() => orFail(look), AGAIN);
    return () => clearTimeout(later);
  }, [isOpen, now]);
  const remove = (id) => () => orFail(async () => {
    const answer = await ask("DELETE", `${WAYS}/${id}`, {});
    if (!answer.ok) throw new Error(answer.status);
    await look();
  });
  const has = (kind) => now.items.some((item) => item.kind === kind);
  return { ...now, remove, hasEmail: has("email"), hasGoogle: has("google") };
};

// A link of the page that leads to the server, which sends the browser on.
export const leaveFor = (path) => () => {
  if (parts()[1]) history.replaceState(history.state, "", `#${parts()[0] || "home"}`);
  location.assign(path);
};
