// Editing the last message: its text is in the field, and sending replaces it with its reply.

import { useSyncExternalStore } from "react";
import { makeListeners } from "./listeners.js";
import { put } from "./storage.js";

const FIELD = "draft:chat";
const isBrowser = !import.meta.env.SSR;
let edited = isBrowser ? localStorage.getItem("edits") ?? "" : "";  // the id of a turn
const { listen, tellAll } = makeListeners();
const turnTo = (id) => {
  edited = id;
  if (id) put("edits", id); else localStorage.removeItem("edits");
  tellAll();
};
const write = (words) => {
  const field = document.getElementById("message");
  field.value = words;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  if (words) put(FIELD, words); else localStorage.removeItem(FIELD);
  field.focus();
};
// What was being typed comes back when the editing ends.
export const startEdit = (id, words) => {
  const field = document.getElementById("message");
  if (!edited) put("aside", field.value);
  turnTo(id);
  write(words);
  field.setSelectionRange(words.length, words.length);
};
const end = () => {
  const aside = localStorage.getItem("aside") ?? "";
  localStorage.removeItem("aside");
  turnTo("");
  return aside;
};
export const cancelEdit = () => { if (edited) write(end()); };
export const takeEdit = () => {
  const id = edited;
  if (id) setTimeout(write, 0, end());
  return id;
};
export const useEdited = () => useSyncExternalStore(listen, () => edited, () => "");
