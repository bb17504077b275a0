// What was seen last, shown when the page starts without a connection (ADR 0029).
//
// The states of the page are kept as they came from the server. What is shown from here makes way
// for the server's own states in one step, as soon as home is among them.

import { useEffect } from "react";
import { isKnown, isWithoutLock } from "./app_lock.js";
import { forget } from "./door.js";
import { endedTurns } from "./drawing.js";
import { atFirst, connect, dispatch, isConnected, now, set, value, whole } from "./page_state.js";
import { on } from "./page.js";
import { forgetSeen, keepSeen, readSeen } from "./seen_store.js";
import { SHAPES, STATES } from "./seen_states.js";
import { withWaiting } from "./sending.js";
import { put } from "./storage.js";

const SOON = 1_000;
const PATIENCE = 3_000;
const LATE = 8_000;
const DAY = 24 * 3_600_000;
const { session, home, chat, player } = STATES;
const HOME = "home";
const WHOSE = "seen-of";
const MOST_TURNS = 40;

let isShown = false;  // what is on the page was kept, the server hasn't said anything yet
let held = {};        // what it said until all of it is here
let soon = 0;
let late = 0;

// An exercise opens again at its step, unless somebody else may hold the phone. Help that it opened
// isn't kept.
const resumed = (state) => {
  const step = value(state, "step");
  return set(atFirst(player), step.resumes ? { step } : {});
};
const keepNow = async () => {
  if (isShown || !now("session", "ready")) return;
  if (!now("device", "person")) await forgetSeen();
  // Nothing is kept before the server has said in this page that there is no app lock.
  if (!isKnown()) { soon = setTimeout(keepNow, SOON); return; }
  if (!isWithoutLock()) return;
  if (now("session", "step") !== HOME || !now("home", "now")) return;
  // An earlier session that is read isn't the chat.
  if (now("chat", "reading")) return;
  const states = Object.fromEntries(Object.keys(SHAPES).map((name) => [name, whole(name)]));
  const turns = endedTurns().slice(-MOST_TURNS);
  states[player] = resumed(states[player]);
  states[chat] = set(states[chat], { turns, answers: [], has_older: false });
  await keepSeen({ shapes: SHAPES, states });
};

const PARTS = [[5, "night"], [12, "morning"], [17, "afternoon"], [22, "evening"], [24, "night"]];
const UNANSWERED = { answer: "", line: "", reflected: false, folded: false };
// Another day than when it was kept: the card has no answer yet.
const asOfNow = (state, at) => {
  const today = new Date();
  const isSameDay = new Date(at).toDateString() === today.toDateString();
  const focus = isSameDay ? value(state, "focus") : { ...value(state, "focus"), ...UNANSWERED };
  const [, part] = PARTS.find(([until]) => today.getHours() < until);
  return set(state, { focus, now: today.toISOString(), part_of_day: part });
};
const show = (seen) => {
  // The server ends an exercise after a day.
  const isToday = Date.now() - Date.parse(seen.at) < DAY;
  const fits = (name) => (
    seen.shapes[name] === SHAPES[name] && (name !== player || isToday)
  );
  if (!fits(session) || !fits(home)) return;
  isShown = true;
  const states = { ...seen.states, [home]: asOfNow(seen.states[home], seen.at) };
  withWaiting(states);
  Object.keys(SHAPES).filter(fits).forEach((name) => dispatch(name, states[name]));
};
const restore = async () => {
  if (isShown || now("session", "ready")) return;
  const seen = await readSeen();
  if (seen && !now("session", "ready")) show(seen);
};

// The server's update on its way to the page (toney_app/bundle_patches.py).
const isWhole = () => {
  const { [session]: who, [home]: view, [chat]: thread } = held;
  if (!value(who, "ready")) return false;
  if (value(who, "step") !== HOME) return true;
  return Boolean(value(view, "now") && value(thread, "loaded"));
};
const release = () => {
  clearTimeout(late);
  isShown = false;
  const delta = {};
  new Set([...Object.keys(SHAPES), ...Object.keys(held)]).forEach((name) => {
    delta[name] = { ...SHAPES[name] && atFirst(name), ...held[name] };
  });
  held = {};
  return delta;
};
// What somebody else has left in this browser is neither shown nor sent as this person's: the page
// begins anew without it. Whoever comes back finds their own.
let mine = "";  // whom the server has named to this page
const isNext = (person) => {
  const isMet = mine && mine !== person;
  const left = localStorage.getItem(WHOSE) || person;
  if (left !== person) forget(); else if (isMet) location.reload();
  put(WHOSE, person);
  mine ||= person;
  return isMet || left !== person;
};
if (!import.meta.env.SSR) on(window, ["storage"], ({ key, newValue }) => {
  if (key !== WHOSE || !mine) return;
  // Signed out in another tab: nothing of theirs stays on this one either, also without a server.
  if (newValue) isNext(newValue); else location.reload();
});
const releaseLate = () => {
  if (!isShown) return;
  Object.entries(release()).forEach(([name, part]) => dispatch(name, part));
};
export const arrives = (delta) => {
  if (!delta || !isConnected()) return delta;
  const person = value(delta[STATES.device], "person");
  if (person && isNext(person)) return {};
  clearTimeout(soon);
  soon = setTimeout(keepNow, SOON);
  if (!isShown) return delta;
  if (!Object.keys(held).length) late = setTimeout(releaseLate, LATE);
  // The answers to messages are all needed: the newest update doesn't repeat them.
  const answers = [held, delta].flatMap((each) => value(each[chat], "answers") ?? []);
  Object.entries(delta).forEach(([name, part]) => { held[name] = { ...held[name], ...part }; });
  if (answers.length) held[chat] = set(held[chat], { answers });
  return isWhole() ? release() : {};
};

export const useSeen = (states, dispatchers, ready, cutOff) => {
  connect(states, dispatchers);
  useEffect(() => {
    if (ready) return;
    if (cutOff) { restore(); return; }
    const waiting = setTimeout(restore, PATIENCE);
    return () => clearTimeout(waiting);
  }, [ready, cutOff]);
};
