// What was done without a connection: wins, answers to the card and to a step of an exercise wait
// here, and go out once each, in their order. Messages have an outbox of their own (outbox.js).

import { useEffect, useSyncExternalStore } from "react";
import { danger } from "./help_now.js";
import { makeListeners } from "./listeners.js";
import { change, now, say, set, value } from "./page_state.js";
import { forgetDraft, openSheet } from "./page.js";
import { giveBack } from "./returned.js";
import { STATES } from "./seen_states.js";
import { askToStay, put } from "./storage.js";

const NAME = "to-send";
const AGAIN = 20_000;
const NONE = [];
const { listen, tellAll } = makeListeners();
let loose = NONE;  // what found no room in the storage
const stored = () => {
  const found = JSON.parse(localStorage.getItem(NAME) ?? "[]");
  return [...found, ...loose.filter((one) => !found.some(({ client }) => client === one.client))];
};
let waiting = import.meta.env.SSR ? NONE : stored();
let isCut = false;
let isReady = false;
let sent = "";   // the one that the server has been given
let timer = 0;

const turnTo = (next) => {
  waiting = next;
  loose = put(NAME, JSON.stringify(next)) ? NONE : next;
  if (loose.length) say("ui.toast.storage_full");
  tellAll();
};
const key = () => [...crypto.getRandomValues(new Uint8Array(16))]
  .map((byte) => byte.toString(16).padStart(2, "0")).join("");
const two = (number) => String(number).padStart(2, "0");
const today = () => {
  const date = new Date();
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
};
// Danger is heard here: help is there before anything is sent.
export const sendThing = (kind, fields, words = "", replaces = () => false) => {
  const at = new Date().toISOString();
  const others = stored().filter((one) => one.kind !== kind || !replaces(one));
  turnTo([...others, { client: key(), kind, at, day: today(), late: isCut, ...fields }]);
  askToStay();
  deliver();
  if (words && danger(words)) openSheet("help");
};

// One at a time: the next one goes when the server has this one. If it doesn't answer, the same key
// makes a second try harmless.
const deliver = () => {
  clearTimeout(timer);
  const [next] = waiting;
  if (!next || !isReady || isCut) { sent = ""; return; }
  const form = document.getElementById("send-later");
  if (!form || sent === next.client) return;
  sent = next.client;
  timer = setTimeout(() => { sent = ""; deliver(); }, AGAIN);
  form.elements.thing.value = JSON.stringify(next);
  form.requestSubmit();
};
// What can't be saved comes back to its field: its draft, and its name on the page.
const FIELDS = {
  win: ["win", "win"], focus: ["reflection", "reflection"], money: ["money", "line"], purchase: ["purchase"],
};
const back = makeListeners();
export const onGivenBack = back.listen;
const words = ({ kind, text, item, price, for_whom, feelings, plan, note }) => {
  if (kind !== "purchase") return text;
  const fields = { item, price: price === null ? "" : String(price / 100), for_whom, feelings, plan };
  return JSON.stringify({ ...fields, note: note ?? "", at: Date.now() });
};
const returnWords = (thing) => {
  if (!thing.text || !(thing.kind in FIELDS)) return;
  const [draft, field] = FIELDS[thing.kind];
  giveBack(draft, words(thing), field && document.querySelector(`[name=${field}]`));
  back.tellAll();
};
const settle = (taken, refused) => {
  const isDone = ({ client }) => taken.includes(client) || refused.includes(client);
  const all = stored();
  const left = all.filter((one) => !isDone(one));
  if (left.length === all.length && !waiting.some(isDone)) return;
  all.filter(({ client }) => refused.includes(client)).forEach(returnWords);
  turnTo(left);
  sent = "";
  // What went out at once has a notice of its own.
  const wasLate = all.some((one) => isDone(one) && one.late !== false);
  if (wasLate && !left.length && !refused.length) say("ui.toast.all_sent");
  deliver();
};
export const useSending = (ready, cutOff, taken, refused) => {
  useEffect(() => { isReady = ready; isCut = cutOff; deliver(); }, [ready, cutOff]);
  useEffect(() => settle(taken, refused), [taken, refused]);
};
export const useWaitingThings = (kind) => {
  const all = useSyncExternalStore(listen, () => waiting, () => NONE);
  return all.filter((thing) => thing.kind === kind).toReversed();
};

// What the server doesn't have yet: signing out deletes it.
export const useWaitingCount = () => useSyncExternalStore(listen, () => waiting.length, () => 0);

// A win
const addWin = (form) => {
  const field = form.elements.win;
  const text = field.value.trim();
  if (!text) return;
  sendThing("win", { text }, text);
  field.value = "";
  forgetDraft("win");
};
// A line about money
const addLine = (form) => {
  const field = form.elements.line;
  const text = field.value.trim();
  if (!text) return;
  sendThing("money", { text }, text);
  field.value = "";
  forgetDraft("money");
};
// The focus card: what home shows of the answer until the server has it.
const answered = (focus, { answer }) => ({ ...focus, answer, line: answer === "done" ? answer : "skipped_0" });
const noted = (focus) => ({ ...focus, reflected: true });
const answerFocus = (answer) => {
  const focus = now("home", "focus");
  sendThing("focus", { card: focus.id, answer });
  change("home", { focus: answered(focus, { answer }) });
};
const addNote = (form) => {
  const focus = now("home", "focus");
  const text = form.elements.reflection.value.trim();
  if (!text) return;
  sendThing("focus", { card: focus.id, answer: focus.answer, text }, text);
  forgetDraft("reflection");
  change("home", { focus: noted(focus) });
};
// What waits shows in states from before it was done.
export const withWaiting = (states) => {
  const home = states[STATES.home];
  const [card, day] = [value(home, "focus").id, today()];
  const said = stored().filter((one) => one.kind === "focus" && one.card === card && one.day === day);
  const focus = said.reduce((shown, one) => {
    const next = answered(shown, one);
    return one.text ? noted(next) : next;
  }, value(home, "focus"));
  states[STATES.home] = set(home, { focus });
  const exercise = states[STATES.player];
  if (exercise) states[STATES.player] = set(exercise, { step: given(value(exercise, "step")) });
};
// A step of an exercise with the answer that waits.
const given = (step) => {
  const isOf = (one) => one.kind === "practice" && one.run === step.run && one.step === step.id;
  const { choice, number, text } = stored().find(isOf) ?? {};
  const chosen = choice || String(number ?? "");
  if (!text && !chosen) return step;
  const choices = step.choices.map((one) => ({ ...one, is_chosen: one.id === chosen }));
  return { ...step, answered: text || chosen, choices };
};

// Without a connection these take the place of what the server would do.
const instead = (event, act) => {
  if (!isCut) return;
  event.preventDefault();
  event.stopPropagation();
  act(event);
};
export const winForm = { onSubmitCapture: (event) => (
  instead(event, () => addWin(event.currentTarget))
) };
export const moneyForm = { onSubmitCapture: (event) => (
  instead(event, () => addLine(event.currentTarget))
) };
export const noteForm = { onSubmitCapture: (event) => (
  instead(event, () => addNote(event.currentTarget))
) };
export const focusTap = (answer) => ({ onClickCapture: (event) => (
  instead(event, () => answerFocus(answer))
) });
// Something that only the server can do.
export const needsServer = { onClickCapture: (event) => (
  instead(event, () => say("ui.toast.needs_connection"))
) };
export const needsServerToSubmit = { onSubmitCapture: needsServer.onClickCapture };
export const isWithout = () => isCut;
