// "Before you buy": three steps in the page, with a connection or without. What is answered stays on
// this device until something is chosen at the end, and only then goes out (sending.js).

import { useSyncExternalStore } from "react";
import { makeListeners } from "./listeners.js";
import { say } from "./page_state.js";
import { closeSheet, forgetDraft, replaceSheet, toHead } from "./page.js";
import { onGivenBack, sendThing } from "./sending.js";
import { takeReturned } from "./returned.js";
import { put } from "./storage.js";

const NAME = "purchase";
const KEPT = `draft:${NAME}`;
const DAY = 24 * 3_600_000;
const NOTING = 4;
const EMPTY = {
  step: 1, item: "", price: "", for_whom: "", feelings: [], plan: null, note: "", problem: "", round: 0,
};
const PRICE = /^\d{1,9}([.,]\d{1,2})?$/;
// A sign of any currency may be before or after it. Three digits after a mark are thousands in every
// country: 1,200 and 1.200,50 and 1 200.
const plain = (price) => price.trim().replace(/^\p{Sc}\s*|\s*\p{Sc}$/gu, "").replace(/[.,\s](?=\d{3}(?!\d))/g, "");
const { listen, tellAll } = makeListeners();
const stored = () => {
  const was = JSON.parse(localStorage.getItem(KEPT) ?? "null");
  return was && Date.now() - was.at < DAY ? { ...EMPTY, ...was } : EMPTY;
};
let shown = import.meta.env.SSR ? EMPTY : stored();
const turnTo = (fields) => {
  shown = { ...shown, ...fields };
  put(KEPT, JSON.stringify({ ...shown, problem: "", at: Date.now() }));
  tellAll();
};
const begin = () => {
  forgetDraft(NAME);
  takeReturned(NAME);
  shown = { ...stored(), round: shown.round + 1 };
  tellAll();
};
// What could not be saved is in the form again, unless something else was begun.
const takeBack = () => {
  if (shown.item) return;
  shown = { ...stored(), round: shown.round + 1 };
  tellAll();
};
if (!import.meta.env.SSR) onGivenBack(takeBack);
const form = () => document.getElementById("purchase-form");
const move = (step) => { turnTo({ step, problem: "" }); toHead(NAME); };

// The form: its fields are filled once, and kept while they change.
const fill = (found) => [...found.elements].forEach((field) => {
  const { checked, name, value } = field;
  if (field.type === "radio") field.checked = shown[name] === value;
  else if (field.type === "checkbox") field.checked = checked || shown[name].includes(value);
  else if (shown[name]) field.value = shown[name];
});
const read = (found) => {
  const data = new FormData(found);
  const text = (name) => String(data.get(name) ?? "");
  const [item, price, note] = ["item", "price", "note"].map(text);
  const plan = data.get("plan") ?? shown.plan;
  return { item, price, note, plan, for_whom: text("for_whom"), feelings: data.getAll("feelings") };
};
export const purchaseForm = {
  ref: (found) => { if (found) fill(found); },
  onInput: ({ currentTarget }) => turnTo({ ...read(currentTarget), problem: "" }),
  onSubmit: (event) => {
    event.preventDefault();
    if (shown.step === NOTING) finish(shown.note);
    else next();
  },
};
const next = () => {
  if (!shown.item.trim()) return turnTo({ step: 1, problem: "item" });
  const price = plain(shown.price);
  if (price && !PRICE.test(price)) return turnTo({ step: 1, problem: "price" });
  move(shown.step + 1);
};
export const stepOn = () => next();
export const stepOff = () => { if (shown.step > 1) move(shown.step - 1); else closeSheet(); };

// The end: it waits for a day, it is bought, or nothing is saved.
const hundredths = (price) => plain(price) ? Math.round(Number(plain(price).replace(",", ".")) * 100) : null;
const finish = (note = null) => {
  const { item, price, for_whom, feelings, plan } = read(form());
  const words = [item, plan, note].filter(Boolean).join("\n");
  const wanted = { text: item, item, price: hundredths(price), for_whom, feelings, plan, note };
  begin();
  if (note === null) replaceSheet("shelf"); else closeSheet();
  sendThing(NAME, wanted, words);
};
export const decide = (choice) => {
  if (choice === "wait") finish();
  else if (choice === "buy") move(NOTING);
  else { begin(); closeSheet(); say("ui.toast.purchase_left"); }
};
export const dontNote = () => { begin(); closeSheet(); say("ui.toast.purchase_left"); };

// What they feel, in one phrase of their language; the words are with the chips.
const felt = () => {
  const said = shown.feelings.map((name) => form()?.querySelector(`[value=${name}]`)?.dataset.said);
  return new Intl.ListFormat(document.documentElement.lang).format(said.filter(Boolean));
};
const EVENING = 15;
const isEvening = () => new Date().getHours() >= EVENING;
const tomorrow = () => new Date(Date.now() + DAY).toISOString();
export const usePurchase = (lastPlan) => {
  const now = useSyncExternalStore(listen, () => shown, () => EMPTY);
  return { ...now, plan: now.plan ?? lastPlan, felt: felt(), until: tomorrow(), isEvening: isEvening() };
};
