// Outbox: a message is kept on this device until the server has it.

import { startEdit } from "./edit.js";
import { danger } from "./help_now.js";
import { on } from "./page.js";
import { say } from "./page_state.js";
import { toEnd } from "./scroll.js";
import { askToStay, put } from "./storage.js";
import { changed } from "./thread_store.js";

const stored = () => JSON.parse(localStorage.getItem("outbox") ?? "[]");
let outbox = import.meta.env.SSR ? [] : stored();  // not sent, or sent by this page
export const sentHere = () => outbox;

const uid = () => [...crypto.getRandomValues(new Uint8Array(16))]
  .map((byte) => byte.toString(16).padStart(2, "0")).join("");
const keptHere = new Set(outbox.map(({ key }) => key));
const takenOut = new Set();
// Another tab may keep messages too: only those that this one has seen are replaced.
export const keep = () => {
  const seen = new Set([...takenOut, ...outbox.map((sent) => sent.key)]);
  const others = stored().filter((sent) => !seen.has(sent.key));
  const unsent = outbox.filter((sent) => !sent.id);
  if (!put("outbox", JSON.stringify([...others, ...unsent]))) return say("ui.toast.storage_full");
  unsent.forEach(({ key }) => keptHere.add(key));
};
// What another tab has sent, or taken out to be edited, goes out from here no more.
if (!import.meta.env.SSR) on(window, ["storage"], ({ key: name }) => {
  if (name !== "outbox") return;
  const left = new Set(stored().map(({ key }) => key));
  outbox = outbox.filter(({ id, key }) => id || left.has(key) || !keptHere.has(key));
  changed();
});
// Not sent yet: its words go back to the field, before what is written there.
export const editUnsent = (key) => {
  const sent = outbox.find((one) => one.key === key && !one.id);
  if (!sent) return;
  takenOut.add(key);
  outbox = outbox.filter((one) => one !== sent);
  keep();
  changed();
  if (sent.replaces) return startEdit(sent.replaces, sent.said);
  const field = document.getElementById("message");
  field.value = [sent.said, field.value.trim()].filter(Boolean).join("\n\n");
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.focus();
};
const LATE = 20_000;
const deliver = (sent) => {
  setTimeout(() => giveUp(sent.key), LATE);
  const form = document.getElementById("deliver");
  form.elements.text.value = sent.said;
  form.elements.client.value = sent.key;
  form.elements.replaces.value = sent.replaces ?? "";
  form.requestSubmit();
};
// Without an answer it can be sent again; the same key makes that harmless.
const giveUp = (key) => {
  if (!navigator.onLine) return;
  const isLost = (sent) => sent.key === key && sent.said_state === "pending";
  outbox = outbox.map((sent) => isLost(sent) ? { ...sent, said_state: "failed" } : sent);
  changed();
};
export const sendWords = (said, replaces = "") => {
  const at = new Date().toISOString();
  const sent = { key: uid(), id: "", at, said, replaces, said_state: "pending", problem: "" };
  // Danger is heard here first: help is there before anything is sent, and when nothing can be.
  const category = danger(said);
  if (category) Object.assign(sent, { care: "crisis", category });
  outbox = [...outbox, sent];
  keep();
  if (!navigator.onLine) askToStay();
  deliver(sent);
  changed();
  toEnd();
};
export const sendAgain = (key) => {
  const pending = { said_state: "pending", problem: "", until: "" };
  outbox = outbox.map((sent) => sent.key === key ? { ...sent, ...pending } : sent);
  changed();
  outbox.filter((sent) => sent.key === key).forEach(deliver);
};
// What is still here from before a reload or a lost connection goes out, also what could not be
// stored; what was refused waits for the person.
const NOT_STORED = "ui.problem.not_stored";
const isRefused = ({ problem, until }) => (
  until ? new Date(until) > Date.now() : problem && problem !== NOT_STORED
);
export const deliverAll = () => {
  const lost = outbox.filter((sent) => !sent.id && !isRefused(sent));
  lost.forEach((sent) => sendAgain(sent.key));
};
// What was refused until the person agrees goes out when they have.
const NO_CONSENT = "ui.problem.consent";
export const deliverAgreed = () => {
  const refused = outbox.filter(({ id, problem }) => !id && problem === NO_CONSENT);
  refused.forEach(({ key }) => sendAgain(key));
};
// What the server says about a message: `fate` are fields of its turn.
export const settle = (key, fate) => {
  // It was on its way when it was taken out: it's in the conversation.
  if (takenOut.has(key) && fate.id) document.getElementById("look-again")?.click();
  outbox = outbox.map((sent) => sent.key === key ? { ...sent, ...fate } : sent);
};
export const drop = (id) => { outbox = outbox.filter((sent) => sent.id !== id); };
