// Back goes to the question before: each step of the onboarding has an entry in the history.
//
// The third part of the hash is the rank of the step (`#home//3`); sheets have the second.

import { useEffect } from "react";
import { parts } from "./page.js";

const rankNow = () => Number(parts()[2] ?? 0);
const hashOf = (rank) => `#${parts()[0]}//${rank}`;
let depth = 0;      // entries that this page has made
let current = 0;    // the rank that is shown
let isOwn = false;  // the page moves by itself, nobody has pressed Back

const move = () => { isOwn = true; history.back(); };
const moved = () => {
  if (isOwn) { isOwn = false; return; }
  const rank = rankNow();
  if (parts()[1] || rank === current) return;
  if (rank > current) return move();  // Forward: the answer decides what comes next
  depth = Math.max(0, depth - 1);
  document.getElementById("step-back")?.click();
};
const follow = (rank) => {
  const before = current;
  current = rank;
  if (!rank || rankNow() === rank || (before && parts()[1])) return;
  if (rank > before && before && rankNow()) { depth += 1; location.hash = hashOf(rank); }
  else if (rank < before && depth) { depth -= 1; move(); }
  else location.replace(hashOf(rank));
};
const leave = () => {
  const done = () => location.replace(`#${parts()[0] || "home"}`);
  const made = depth;
  depth = current = 0;
  if (!made) return done();
  addEventListener("hashchange", done, { once: true });
  history.go(-made);
};
export const useSteps = (rank) => {
  useEffect(() => {
    addEventListener("hashchange", moved);
    return () => { removeEventListener("hashchange", moved); leave(); };
  }, []);
  useEffect(() => follow(rank), [rank]);
};
