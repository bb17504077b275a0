// Care mode: what the page does from a danger until the person says that they are safe.

import { useEffect, useState, useSyncExternalStore } from "react";
import { tellOthers } from "./kept.js";
import { makeListeners } from "./listeners.js";
import { closeSheet, isSheet, on } from "./page.js";
import { put } from "./storage.js";

let care = "";   // the category of the danger; empty: there is none now
let last = null; // the newest turn with a danger
let abused = false; // abuse was named in this conversation
let greeted = "";
let turns = [];  // those that are shown
// What the server knows: a danger that stands, also when its message is gone, and until when the
// person said that they are safe.
let told = { category: "", turn: "", calm: "", calmTurn: "" };
const { listen, tellAll } = makeListeners();
const turnTo = (category, isAbuse = abused) => {
  if (category === care && isAbuse === abused) return;
  care = category;
  abused = isAbuse;
  tellAll();
};

// It lasts as long as the session of the danger, and an hour at least, until they are safe.
const HOUR = 3_600_000;
const ABUSE = "domestic_economic_abuse";
const isSafe = (...ids) => ids.includes(localStorage.getItem("safe"));
// Only the server's own instants are compared: the clock of this device may be wrong.
const isCalm = (turn) => (Boolean(turn.id) && turn.id === told.calmTurn)
  || (turn.key === turn.id && Date.parse(turn.at) <= Date.parse(told.calm));
// Of an alarm that was a mistake only what was shown stays.
const isSerious = ({ care: level }) => Boolean(level) && level !== "mistaken";
const isMeant = (turn) => !isSafe(turn.id, turn.key) && !isCalm(turn)
  && (!turn.over || Date.now() - Date.parse(turn.at) < HOUR);
const decide = () => {
  last = turns.findLast((turn) => turn.care === "crisis") ?? null;
  const isAbuse = turns.some((turn) => isSerious(turn) && turn.category === ABUSE);
  const known = isSafe(told.turn) ? "" : told.category;
  turnTo(last && isMeant(last) ? last.category : known, abused || isAbuse);
};
export const look = (parts) => {
  turns = parts.flatMap((part) => part.turns);
  decide();
  if (!care || last !== turns.at(-1)) return;
  // Once with the card, and once more with the words above it.
  const now = `${last.said} ${Boolean(last.care_words)}`;
  if (now === greeted) return;
  greeted = now;
  requestAnimationFrame(() => requestAnimationFrame(toCard));
};
// A message has the id of its turn once the server has it.
export const renamed = (key, id) => {
  if (localStorage.getItem("safe") !== key) return;
  put("safe", id);
  report();
};
// The server hears of it as soon as it can; until then this device knows.
const report = () => {
  const id = localStorage.getItem("safe");
  if (!id?.includes("-") || localStorage.getItem("safe-told") === id) return;
  fetch(`/api/turns/${id}/safe`, { method: "POST" }).then(({ ok, status }) => {
    if (!ok && status !== 404) return;
    put("safe-told", id);
    tellOthers();
  }, () => {});
};
export const useTold = (category, turn, calm, calmTurn, isIn) => {
  useEffect(() => {
    told = { category, turn, calm, calmTurn };
    decide();
  }, [category, turn, calm, calmTurn]);
  useEffect(() => {
    if (!isIn) return;
    report();
    return on(window, ["online"], report);
  }, [isIn]);
};
export const imSafe = () => {
  const isGone = told.category && !turns.some((turn) => turn.id === told.turn);
  const id = isGone ? told.turn : last?.id || last?.key;
  if (id) put("safe", id);
  report();
  turnTo("");
  if (isSheet("practice-care")) closeSheet();
};
export const useAbused = () => useSyncExternalStore(listen, () => abused, () => false);
export const useCare = () => useSyncExternalStore(listen, () => care, () => "");

// The card has the focus, for who cannot see it, and what Toney asks above it stays in view.
const toCard = () => {
  const card = [...document.querySelectorAll(".safety[role=alert]")].at(-1);
  if (!card) return;
  card.focus({ preventScroll: true });
  const turn = card.closest(".turn");
  const words = turn.querySelector("[data-testid=safety-words]")?.closest(".reply");
  (words ?? turn).scrollIntoView({ block: "start" });
};
// Whether the first row of the newest card can be seen; if not, the bar below has it.
const useSeen = (isOn) => {
  const [isSeen, set] = useState(false);
  useEffect(() => {
    if (!isOn) return;
    const thread = document.getElementById("thread");
    let row = null;
    const watch = new IntersectionObserver((entries) => set(entries.at(-1).isIntersecting));
    const find = () => {
      const newest = [...thread.querySelectorAll(".safety[role=alert] .call-first")].at(-1);
      if (newest === row) return;
      if (row) watch.unobserve(row);
      row = newest;
      if (row) watch.observe(row); else set(false);
    };
    const rows = new MutationObserver(find);
    rows.observe(thread, { childList: true, subtree: true });
    find();
    return () => { rows.disconnect(); watch.disconnect(); };
  }, [isOn]);
  return isSeen;
};
export const useBar = () => {
  const now = useCare();
  const isSeen = useSeen(Boolean(now));
  return now && !isSeen ? now : "";
};
