// What was typed or tapped stays on this device until the server says that it has it.
//
// A mark `waits:NAME` says that something was sent. The server's answer removes it with the draft;
// a mark from before a reload sends the same thing once more.

import { useEffect, useSyncExternalStore } from "react";
import { makeListeners } from "./listeners.js";
import { closeSheet, forgetDraft } from "./page.js";
import { put } from "./storage.js";

const SLOW = 3_000;
const { listen, tellAll: changed } = makeListeners();
// Other tabs read anew what this one has changed; a hidden one does when it is seen.
const others = import.meta.env.SSR ? null : new BroadcastChannel("toney");
export const tellOthers = () => others.postMessage("changed");
others?.addEventListener("message", () => {
  if (!document.hidden) document.getElementById("look-again")?.click();
});
const mark = (name) => `waits:${name}`;
const today = () => new Date().toDateString();
const sent = new Set();  // by this page, since it was loaded
const slow = new Set();  // without an answer for a while

const remember = (name, what) => {
  put(mark(name), JSON.stringify({ what, day: today() }));
  sent.add(name);
  slow.delete(name);
  setTimeout(() => { slow.add(name); changed(); }, SLOW);
  changed();
};
// For a form: nothing typed is nothing to keep.
export const waits = (name, what) => {
  if (what || localStorage.getItem(`draft:${name}`)) remember(name, what);
};
// With `=`, the server has this value; what was chosen after it still waits.
const forget = (entry) => {
  const [name, value] = entry.split(/=(.*)/s);
  if (value !== undefined && value !== localStorage.getItem(`draft:${name}`)) return;
  forgetDraft(name);
  localStorage.removeItem(mark(name));
  slow.delete(name);
};
// While it renders, so that the empty field of the next form does not find the words again.
export const useStored = (stored) => {
  const known = stored.length ? JSON.parse(sessionStorage.getItem("stored") ?? "[]") : [];
  const fresh = stored.filter((entry) => !known.includes(entry));
  if (fresh.length) {
    sessionStorage.setItem("stored", JSON.stringify(stored));
    fresh.forEach((entry) => forget(entry.slice(entry.indexOf(" ") + 1)));
  }
  useEffect(() => { changed(); if (fresh.length) tellOthers(); }, [stored]);
};

const waiting = (name) => JSON.parse(localStorage.getItem(mark(name)) ?? "null");
const sendAgain = (name) => {
  const { what, day } = waiting(name);
  const found = [...document.querySelectorAll("[data-waits]")].find(
    (element) => element.dataset.waits === (what ? `${name} ${what}` : name),
  );
  if (!found || (what && day !== today())) { if (what) forget(name); return changed(); }
  sent.add(name);
  if (found.requestSubmit) found.requestSubmit(); else found.click();
};
export const useWaiting = (name, ready, cutOff) => {
  const state = useSyncExternalStore(listen, () => {
    if (!waiting(name)) return "";
    if (cutOff) return "offline";
    return slow.has(name) || !sent.has(name) ? "again" : "";
  }, () => "");
  useEffect(() => {
    if (ready && !cutOff && waiting(name) && !sent.has(name)) sendAgain(name);
  }, [name, ready, cutOff]);
  return state;
};

// A setting: what was chosen shows at once, and goes out until the server has it.
const PAUSE = 120;
const pauses = new Map();
export const choose = (name, value) => {
  put(`draft:${name}`, value);
  remember(name, "");
  clearTimeout(pauses.get(name));
  pauses.set(name, setTimeout(() => {
    const form = document.getElementById(name);
    form.elements.value.value = value;
    form.requestSubmit();
  }, PAUSE));
};
// A form in a sheet whose field has the value.
export const choosingIn = (name) => ({ onSubmit: (event) => {
  event.preventDefault();
  choose(name, event.currentTarget.elements.value.value);
  closeSheet();
} });
export const useKept = (name, known) => useSyncExternalStore(
  listen, () => waiting(name) && localStorage.getItem(`draft:${name}`), () => null,
) ?? known;

// A form with several fields: all of them are kept together.
const forms = new Map();
const values = (form) => Object.fromEntries(
  [...form.elements].filter((field) => field.name && field.type !== "hidden")
    .map((field) => [field.name, field.type === "checkbox" ? field.checked : field.value]),
);
const fill = (form, name) => {
  const kept = JSON.parse(localStorage.getItem(`draft:${name}`) ?? "null");
  if (!kept) return;
  [...form.elements].filter((field) => field.name in kept).forEach((field) => {
    if (field.type === "checkbox") field.checked = kept[field.name];
    else field.value = kept[field.name];
  });
  const [choice] = form.getElementsByTagName("select");
  if (choice) setTimeout(() => choice.dispatchEvent(new Event("change", { bubbles: true })));
};
export const keptForm = (name) => {
  if (!forms.has(name)) forms.set(name, {
    ref: (form) => form && fill(form, name),
    onInput: ({ currentTarget }) => {
      put(`draft:${name}`, JSON.stringify(values(currentTarget)));
      // What was missing is said until they write; the next Save says it anew.
      const told = currentTarget.querySelector("[data-until-typed]");
      if (told) told.hidden = true;
    },
  });
  return forms.get(name);
};
