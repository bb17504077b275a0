// Exercises without a connection: one of them is played in the page, and an answer in any other waits
// for the server.

import { EMPTY_STEP } from "./from_python.js";
import { change, now, say } from "./page_state.js";
import { closeAndGoTo, closeSheet, openSheet, parts, replaceSheet } from "./page.js";
import { isWithout, sendThing } from "./sending.js";
import { put } from "./storage.js";

const PLAYER = "practice";
const ALONE = "00000000-0000-0000-0000-000000000000";
// Where it was, on this device: the server knows nothing of it, and a reload forgets the rest.
const KEPT = "practice-alone";
const DAY = 24 * 3_600_000;
let data = null;
let trail = [];

const load = async () => { data ??= (await import("./practice_data.js")).ALONE; };
const story = () => data[document.documentElement.lang] ?? data.en;
const step = () => now("player", "step");
const isAlone = () => step().run === ALONE;
const show = (id) => {
  const { words, steps } = story();
  const number = step().number + 1;
  const shown = { ...EMPTY_STEP, ...steps[id].shown, words, number, can_go_back: trail.length > 0 };
  change("player", { step: shown, problem: "" });
  if (shown.kind === "end") forget(); else put(KEPT, JSON.stringify({ id, trail, number, at: Date.now() }));
};
const forget = () => localStorage.removeItem(KEPT);
const kept = () => {
  const was = JSON.parse(localStorage.getItem(KEPT) ?? "null");
  return was && Date.now() - was.at < DAY && story().steps[was.id] ? was : null;
};
const goOnFrom = ({ id, number, trail: before }) => {
  trail = before;
  change("player", { step: { ...EMPTY_STEP, number: number - 1 } });
  show(id);
};
// After a reload, with the server or without: the player is open, and it was the last one played.
// From the first tap on, whoever opens an exercise means that one.
let isTouched = false;
export const touches = () => { isTouched = true; };
export const resumesAlone = async () => {
  if (isTouched || !localStorage.getItem(KEPT)) return;
  await load();
  const was = kept();
  if (was && !isTouched && parts()[1] === PLAYER && !isAlone()) goOnFrom(was);
};
const goOn = (answer) => {
  const { id } = step();
  const next = story().steps[id].ways[answer];
  if (!next) return change("player", { problem: step().kind });
  trail = [...trail, id];
  show(next);
};
const goBack = () => { const id = trail.at(-1); trail = trail.slice(0, -1); show(id); };
const leave = (way) => { trail = []; show(story().exits[way]); };
const THEN = {
  talk: () => closeAndGoTo("chat"),
  help: () => replaceSheet("help"),
};
const end = (name) => (THEN[name] ?? closeSheet)();

const place = (button) => [...button.parentElement.querySelectorAll("button")].indexOf(button);
// What a button of the player does, by its hook.
const does = (button) => {
  if (button.id === "practice-back") return goBack;
  const at = place(button);
  return {
    "practice-next": () => goOn(""),
    "practice-exit": () => leave(step().exits[at].name),
    "practice-then": () => end(step().then[at].name),
  }[button.dataset.testid];
};
const stop = (event) => { event.preventDefault(); event.stopPropagation(); };
const given = (form) => Object.fromEntries(new FormData(form));

// On the whole player: what is pressed in it is taken here first.
export const player = {
  onClickCapture: (event) => {
    const button = event.target.closest("button");
    if (!button || button.type === "submit") return;
    const act = does(button);
    if (act && !isAlone()) forget();
    if (!act || !(isAlone() || isWithout())) return;
    stop(event);
    if (isAlone()) act();
    else if (button.dataset.testid === "practice-next") keep({});
    else say("ui.toast.needs_connection");
  },
  onSubmitCapture: (event) => {
    if (!isAlone()) forget();
    if (!isAlone() && !isWithout()) return;
    stop(event);
    const { choice = "", text = "" } = given(event.target);
    if (isAlone()) goOn(choice); else keep({ choice, text });
  },
};
const keep = ({ choice = "", text = "" }) => {
  const { run, id, kind } = step();
  if (kind === "end") { say("ui.toast.needs_connection"); return; }
  if (!choice && !text && !["say", "breathe", "timer"].includes(kind)) {
    return change("player", { problem: kind });
  }
  const answer = kind === "scale" ? { number: Number(choice) } : { choice, text };
  sendThing("practice", { run, step: id, ...answer }, text, (one) => one.run === run && one.step === id);
};

const toPlayer = () => (parts()[1] ? replaceSheet : openSheet)(PLAYER);

// On with the exercise that is running: its step is here, or only the server has it.
export const goesOn = { onClickCapture: (event) => {
  if (!isWithout()) return;
  stop(event);
  if (step().run && !isAlone()) toPlayer(); else say("ui.toast.needs_connection");
} };

// A practice in the list, or the one that fits best: without a connection there is one.
export const starts = (id) => ({ onClickCapture: async (event) => {
  if (!isWithout()) return;
  stop(event);
  await load();
  if (id && id !== data.id) return say("ui.toast.needs_connection");
  const was = kept();
  if (was) {
    goOnFrom(was);
  } else {
    trail = [];
    show(story().start);
  }
  toPlayer();
} });
