// The service worker, and a new version of the app: it is offered in one line, and taken with a tap
// or at the next start.

import { useSyncExternalStore } from "react";
import { makeListeners } from "./listeners.js";
import { on } from "./page.js";

const WORKER = "/service-worker.js";
const AFTER_THE_PAGE = 3_000;
const HOUR = 3_600_000;
const AT_ONCE = 60_000;
const ENOUGH = 2_000;

const { listen, tellAll } = makeListeners();
let registration = null;
let isNew = false;
let isAsked = false;
let looked = Date.now();

const reload = () => location.reload();
const offer = () => { isNew = true; tellAll(); };
const look = () => { if (registration?.waiting) offer(); };
const lookForOne = () => {
  if (document.hidden || Date.now() - looked < HOUR) return;
  looked = Date.now();
  registration?.update().catch(() => {});
};
const follow = (found) => {
  registration = found;
  // The first one is no new version.
  const isUpdate = () => Boolean(navigator.serviceWorker.controller);
  if (isUpdate()) look();
  found.addEventListener("updatefound", () => {
    const { installing } = found;
    if (isUpdate()) installing.addEventListener("statechange", look);
  });
  on(document, ["visibilitychange"], lookForOne);
};
// Another tab took the new version, or this one: what belongs to the old one is gone.
const watch = (workers) => {
  let had = Boolean(workers.controller);
  workers.addEventListener("controllerchange", () => {
    if (had && (isAsked || document.hidden)) reload(); else if (had) offer();
    had = true;
  });
};
// A browser that blocks workers refuses, or answers without a registration.
const register = () => navigator.serviceWorker.register(WORKER)
  .then((found) => { if (found) follow(found); }, () => {});
// What the page needs comes first. Without https, browsers have no service worker.
if (!import.meta.env.SSR && !import.meta.env.DEV && navigator.serviceWorker) {
  watch(navigator.serviceWorker);
  addEventListener("load", () => setTimeout(register, AFTER_THE_PAGE), { once: true });
}

// What is typed is on this device (page.js), so that a new page has it too.
export const take = () => {
  isAsked = true;
  if (!registration?.waiting) return reload();
  registration.waiting.postMessage("take over");
  setTimeout(reload, ENOUGH);
};
// The server is of another version than this page: the page is loaded anew, but not while somebody
// is typing, nor twice in a row.
export const otherServer = () => {
  const last = Number(sessionStorage.getItem("reloaded") ?? 0);
  const isTyping = document.activeElement?.matches("textarea, input");
  if (isTyping || Date.now() - last < AT_ONCE) return offer();
  sessionStorage.setItem("reloaded", Date.now());
  reload();
};
export const useUpdate = () => useSyncExternalStore(listen, () => isNew, () => false);
