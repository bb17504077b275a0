// The app lock of this browser: when it closes, and that its tabs agree. What it hides is neither in
// the page nor sent by the server, which keeps its own time (coaching/services/accounts.py).
//
// A cookie says that it is closed, so that each request says so from then on, also one that is
// faster than the news of it. A page that has closed stays closed until it is loaded anew, whatever
// becomes of its storage; then the server says what may be shown.

import { useEffect, useSyncExternalStore } from "react";
import { makeListeners } from "./listeners.js";
import { on } from "./page.js";
import { ask } from "./request.js";
import { forgetSeen, isLeaving } from "./seen_store.js";
import { put } from "./storage.js";

const MINUTE = 60_000;
const LOOK = 10_000;
const CLOSED = "toney_locked=1";
const SESSION_SECONDS = 90 * 24 * 3_600;  // no session is longer
const { listen, tellAll } = makeListeners();
const kept = (name) => localStorage.getItem(name);
const keepCookie = (seconds) => {
  document.cookie = `${CLOSED}; Path=/; Max-Age=${seconds}; SameSite=Lax`;
};
const hasCookie = () => document.cookie.split("; ").includes(CLOSED);

// A reload of our own is no leaving.
let isReloading = false;
const reload = () => { isReloading = true; location.reload(); };

let isClosed = false;
const isMarked = () => kept("locked") !== null || (hasCookie() && !isLeaving());
const isLocked = () => { isClosed ||= isMarked(); return isClosed; };
export const useLocked = () => useSyncExternalStore(listen, isLocked, () => false);
// For every page of this browser, now and later.
export const mark = () => {
  isClosed = true;
  keepCookie(SESSION_SECONDS);
  put("locked", Date.now());
  tellAll();
};
const unmark = () => {
  // Who signed out without a connection is still signed in for the server.
  if (!isLeaving()) keepCookie(0);
  localStorage.removeItem("locked");  // last: other tabs hear of it
};

// After how many minutes it closes: 0 is as soon as the page is left, null is never, and undefined
// is what the server hasn't said yet. With a lock nothing is kept for a start without a connection.
let after;
export const isKnown = () => after !== undefined;
export const isWithoutLock = () => after === null;
export const keepAfter = (minutes) => {
  after = minutes;
  if (minutes === null) { localStorage.removeItem("lockAfter"); return; }
  forgetSeen();
  put("lockAfter", minutes);
};
// Nobody is signed in any more.
export const letGo = () => {
  after = undefined;
  localStorage.removeItem("lockAfter");
  unmark();
};
const used = () => {
  if (typeof after !== "number" || isLocked()) return;
  if (Date.now() - Number(kept("used")) > LOOK / 2) put("used", Date.now());
};
export const close = () => {
  if (typeof after !== "number" || isLocked() || isReloading) return;
  mark();
  fetch("/api/lock/close", {
    method: "POST", keepalive: true, headers: { "Content-Type": "application/json" }, body: "{}",
  }).catch(() => {});
};
export const look = () => {
  const isLeft = after > 0 && Date.now() - Number(kept("used") ?? Date.now()) >= after * MINUTE;
  if (isLeft) close();
};
export const opened = () => {
  unmark();
  put("used", Date.now());
  reload();
};

// What the server knows of the lock; asked when somebody is there, and when the storage was emptied.
export const askServer = async () => {
  const answer = await ask("GET", "/api/lock");
  if (answer.status === 401) { letGo(); return null; }
  return answer.ok ? answer.json() : null;
};
export const learn = () => askServer().then((lock) => {
  if (lock) keepAfter(lock.afterMinutes);
}, () => {});
export const useLock = (isHere) => useEffect(() => { if (isHere) learn(); }, [isHere]);

// Unlocked in another tab: what this one had was let go, so it begins anew. A page that comes back
// as it was left has heard nothing meanwhile.
const hear = ({ key, newValue }) => {
  if (isClosed && !isMarked()) return reload();
  if (key === "lockAfter" && newValue !== null) after = Number(newValue);
  else if (isKnown() && (key === "lockAfter" || key === null)) learn();
  tellAll();
};
if (!import.meta.env.SSR) {
  const found = kept("lockAfter");
  if (found !== null) after = Number(found);
  look();
  on(window, ["pointerdown", "keydown"], used, { passive: true });
  on(window, ["storage", "pageshow"], (event) => { look(); hear(event); });
  on(document, ["visibilitychange"], (event) => {
    if (!document.hidden) { look(); hear(event); } else if (after === 0) close(); else used();
  });
  setInterval(look, LOOK).unref?.();
}
