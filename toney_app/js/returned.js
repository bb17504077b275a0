// What can't be saved goes back to the field where it was written. Where something else is written
// by then, it waits until that is gone.

import { put } from "./storage.js";

const draft = (name) => `draft:${name}`;
const queue = (name) => `returned:${name}`;
const returned = (name) => JSON.parse(localStorage.getItem(queue(name)) ?? "[]");
const keep = (name, all) => {
  if (all.length) put(queue(name), JSON.stringify(all)); else localStorage.removeItem(queue(name));
};
// The next one becomes the draft, if there is none.
export const takeReturned = (name) => {
  const [next, ...others] = returned(name);
  if (!next || localStorage.getItem(draft(name))) return;
  put(draft(name), next);
  keep(name, others);
};
// `field` is the one on the page: it's filled at once.
export const giveBack = (name, words, field) => {
  keep(name, [...returned(name), words]);
  if (field?.value) return;
  takeReturned(name);
  if (field) field.value = localStorage.getItem(draft(name)) ?? "";
};
