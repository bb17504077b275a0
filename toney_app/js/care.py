"""Care mode: what the page does from a danger until the person says that they are safe."""

from __future__ import annotations

CODE = """\
import { useEffect, useState, useSyncExternalStore } from "react";
import { closeSheet, isSheet } from "$/utils/toney_ui";

let care = "";   // the category of the danger; empty: there is none now
let last = null; // the newest turn with a danger
let abused = false; // abuse was named in this conversation
let greeted = "";
const listeners = new Set();
const listen = (tell) => { listeners.add(tell); return () => listeners.delete(tell); };
const turnTo = (category, isAbuse = abused) => {
  if (category === care && isAbuse === abused) return;
  care = category;
  abused = isAbuse;
  listeners.forEach((tell) => tell());
};

// It lasts as long as the session of the danger, and an hour at least, until they are safe.
const HOUR = 3_600_000;
const ABUSE = "domestic_economic_abuse";
const isMeant = (turn) => ![turn.id, turn.key].includes(localStorage.getItem("safe"))
  && (!turn.over || Date.now() - Date.parse(turn.at) < HOUR);
export const look = (parts) => {
  const turns = parts.flatMap((part) => part.turns);
  last = turns.findLast((turn) => turn.care === "crisis") ?? null;
  const isAbuse = turns.some((turn) => turn.care && turn.category === ABUSE);
  turnTo(last && isMeant(last) ? last.category : "", abused || isAbuse);
  if (!care || last !== turns.at(-1)) return;
  // Once with the card, and once more with the words above it.
  const now = `${last.said} ${Boolean(last.care_words)}`;
  if (now === greeted) return;
  greeted = now;
  requestAnimationFrame(() => requestAnimationFrame(toCard));
};
// A message has the id of its turn once the server has it.
export const renamed = (key, id) => {
  if (localStorage.getItem("safe") === key) localStorage.setItem("safe", id);
};
export const imSafe = () => {
  if (last) localStorage.setItem("safe", last.id || last.key);
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
"""
