// The app lock of this browser: when it closes, and that its tabs agree. What it hides is neither in
// the page nor sent by the server, which keeps its own time (coaching/services/accounts.py).

import { useEffect, useSyncExternalStore } from "react";
import { on } from "./page.js";
import { ask } from "./request.js";
import { put } from "./storage.js";

const MINUTE = 60_000;
const LOOK = 10_000;
const kept = (name) => localStorage.getItem(name);
const tellers = new Set();
const tellAll = () => tellers.forEach((tell) => tell());

// A reload of our own is no leaving.
let isReloading = false;
const reload = () => { isReloading = true; location.reload(); };

const isLocked = () => kept("locked") !== null;
const listen = (tell) => {
  tellers.add(tell);
  // Unlocked in another tab: what this one had was let go, so it begins anew.
  const heard = ({ key, newValue }) => {
    if (key === "locked" && newValue === null) reload(); else tell();
  };
  const quiet = on(window, ["storage"], heard);
  return () => { tellers.delete(tell); quiet(); };
};
export const useLocked = () => useSyncExternalStore(listen, isLocked, () => false);

// After how many minutes it closes: 0 is as soon as the page is left; null is never.
export const keepAfter = (minutes) => {
  if (minutes === null) localStorage.removeItem("lockAfter");
  else put("lockAfter", minutes);
};
const used = () => {
  if (kept("lockAfter") === null) return;
  if (!isLocked() && Date.now() - Number(kept("used")) > LOOK / 2) {
    put("used", Date.now());
  }
};
export const close = () => {
  if (kept("lockAfter") === null || isLocked() || isReloading) return;
  put("locked", Date.now());
  tellAll();
  fetch("/api/lock/close", {
    method: "POST", keepalive: true, headers: { "Content-Type": "application/json" }, body: "{}",
  }).catch(() => {});
};
export const look = () => {
  const after = Number(kept("lockAfter"));
  const isLeft = after > 0 && Date.now() - Number(kept("used") ?? Date.now()) >= after * MINUTE;
  if (kept("lockAfter") !== null && isLeft) close();
};
export const opened = () => {
  localStorage.removeItem("locked");
  put("used", Date.now());
  reload();
};
if (!import.meta.env.SSR) {
  look();
  on(window, ["pointerdown", "keydown"], used, { passive: true });
  on(document, ["visibilitychange"], () => {
    if (!document.hidden) return look();
    if (kept("lockAfter") === "0") close(); else used();
  });
  setInterval(look, LOOK).unref?.();
}

// What the server knows of the lock; asked once, when somebody is there.
export const askServer = async () => {
  const answer = await ask("GET", "/api/lock");
  if (answer.status === 401) {
    ["locked", "lockAfter"].forEach((name) => localStorage.removeItem(name));
    return null;
  }
  return answer.ok ? answer.json() : null;
};
export const useLock = (isHere) => useEffect(() => {
  if (!isHere) return;
  askServer().then((lock) => { if (lock) keepAfter(lock.afterMinutes); }, () => {});
}, [isHere]);
