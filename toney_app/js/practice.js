// Playing a practice: going back by steps, where the focus goes, the breath and the timers.
//
// While there is an earlier step the hash has a third part (`#home/practice/step`), so that Back of
// the phone goes a step back; without one it closes the player.

import { useEffect, useState } from "react";
import "./menu.js";
import { now } from "./page_state.js";
import { backs, closeSheet, forgetDraft, on, parts, step, useHash } from "./page.js";
import { isWithout } from "./sending.js";
import { resumesAlone, touches } from "./practice_alone.js";
import { put } from "./storage.js";

const NAME = "practice";
const isOpen = () => parts()[1] === NAME;
const isInside = () => isOpen() && parts()[2] === "step";
const dialog = () => document.getElementById(`sheet-${NAME}`);

// The button is there while there is an earlier step.
const goBack = () => {
  const button = document.getElementById("practice-back");
  if (button) button.click(); else closeSheet();
};
export const stepBack = () => { if (isInside()) history.back(); else goBack(); };
backs.set(NAME, stepBack);

// What is being written in a step stays on this device until another step is there.
const DRAFT = "practice";
const shown = () => now("player", "step");
const placeOf = ({ run, id }) => `${run} ${id}`;
const written = () => JSON.parse(localStorage.getItem(`draft:${DRAFT}`) ?? "null");
const keepWritten = (at, text) => put(`draft:${DRAFT}`, JSON.stringify({ at, text }));
const forgetWritten = () => {
  if (written() && written().at !== placeOf(shown())) forgetDraft(DRAFT);
};

export const usePlayer = (number, canGoBack) => {
  const open = useHash(isOpen, false);
  useEffect(() => { if (number && !isWithout()) forgetWritten(); }, [number]);
  useEffect(() => {
    if (open) resumesAlone();
  }, [number, open]);
  useEffect(() => {
    if (!open || !dialog()?.open) return;
    dialog().scrollTop = 0;
    dialog().querySelector("h2").focus();
  }, [number]);
  useEffect(() => {
    if (open && canGoBack && !isInside()) location.hash = `${parts()[0]}/${NAME}/step`;
  }, [open, canGoBack, number]);
  useEffect(() => {
    let was = isInside();
    const moved = () => {
      const left = was && isOpen() && !isInside();
      was = isInside();
      if (left && !step.isLeft) goBack();
    };
    // Escape closes; a phone's Back is a cancel without a key.
    const escape = (event) => {
      if (event.key !== "Escape" || !isOpen() || dialog().querySelector(".pops[open]")) return;
      event.preventDefault();
      closeSheet();
    };
    const stops = [
      on(window, ["hashchange"], moved),
      on(document, ["keydown"], escape),
      on(document, ["pointerdown", "keydown"], touches),
    ];
    return () => stops.forEach((stop) => stop());
  }, []);
};

// A tap on an answer moves on, after a moment in which it is seen to be chosen. Arrow keys choose
// only: Enter, or the button, moves on.
const SEEN = 220;
export const tapped = ({ currentTarget, detail, target }) => {
  if (!detail || target.tagName === "INPUT") return;
  const { form } = currentTarget.control;
  setTimeout(() => form.isConnected && form.requestSubmit(), SEEN);
};

// How many characters are written, of how many.
export const useLength = (number) => {
  const [length, tell] = useState(0);
  useEffect(() => {
    const field = document.getElementById("practice-text");
    if (!field) return;
    const at = placeOf(shown());
    if (written()?.at === at) field.value = written().text;
    const count = () => tell(field.value.length);
    count();
    return on(field, ["input"], () => {
      count();
      if (shown().resumes) keepWritten(at, field.value);
    });
  }, [number]);
  return length;
};

// A breath or a time that passes, by the clock: it goes on while the phone lies face down.
const clock = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
export const usePace = (seconds, inhale, exhale) => {
  const [time, set] = useState(() => ({ past: 0, since: Date.now(), now: Date.now() }));
  const isPaused = time.since === 0;
  const past = time.past + (isPaused ? 0 : time.now - time.since);
  const whole = Math.min(seconds, Math.floor(past / 1000));
  const isDone = whole >= seconds;
  useEffect(() => {
    if (isPaused || isDone) return;
    const tick = setInterval(() => set((was) => ({ ...was, now: Date.now() })), 200);
    return () => clearInterval(tick);
  }, [isPaused, isDone]);
  const at = whole % (inhale + exhale || 1);
  const isIn = at < inhale;
  return {
    phase: isDone ? "done" : isIn ? "in" : "out",
    count: isIn ? inhale - at : inhale + exhale - at,
    left: clock(seconds - whole),
    isPaused,
    isDone,
    toggle: () => set((was) => was.since
      ? { past: was.past + Date.now() - was.since, since: 0, now: 0 }
      : { past: was.past, since: Date.now(), now: Date.now() }),
  };
};
