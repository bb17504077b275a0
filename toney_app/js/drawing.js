// What the thread shows: the turns of the state, those on their way, and what streams.

import { EMPTY_TURN } from "./from_python.js";
import { sentHere } from "./outbox.js";
import { replyTo } from "./replies.js";

// Neighbours decide about dividers and names. A turn that did not change stays the same object, so
// that only the one that streams is drawn again.
const drawn = new Map();
const day = (at) => new Date(at).toDateString();
// Roughly memory/card_sentence.py: five words that ask nothing.
const hasWords = (said) => said.split(/[.!…]+\s/).some((one) => /^(\S+\s+){4}[^?]+$/.test(one));
const besideTheOneBefore = (turn, before) => {
  const session = turn.session || before?.session || 0;
  const isNew = before?.session && session !== before.session;
  const divider = isNew ? "session" : !before || day(turn.at) !== day(before.at) ? "day" : "";
  const named = Boolean(divider) || turn.agent !== before.agent;
  const nth = (isNew ? 0 : before?.nth ?? 0) + 1;
  const isCalm = !turn.care || turn.care === "mistaken";
  const keeps = isCalm && (hasWords(turn.said) || Boolean(!isNew && before?.keeps));
  return { ...turn, session, divider, named, nth, keeps, today: day(turn.at) === day(Date.now()) };
};
const draw = (turn, before, newest) => {
  const from = [turn, replyTo(turn.id), before, newest];
  const last = drawn.get(turn.key);
  if (last?.from.every((part, index) => part === from[index])) return last.shown;
  const whole = { ...EMPTY_TURN, ...turn, ...from[1], newest };
  // What became of a draft is known to the server only.
  if (turn.drafts) whole.drafts = turn.drafts;
  if (whole.id && !whole.status) whole.status = "waiting";
  const shown = besideTheOneBefore(whole, before);
  drawn.set(turn.key, { from, shown });
  return shown;
};
const merge = (turns, alone) => {
  const ids = new Set(turns.map((turn) => turn.id));
  // The message that another one replaces is gone, unless that one was refused.
  const replaced = new Set(sentHere().map((sent) => sent.said_state !== "failed" && sent.replaces));
  const all = [...turns, ...sentHere().filter((sent) => !alone && !ids.has(sent.id))]
    .filter((turn) => !turn.id || !replaced.has(turn.id));
  const shown = [];
  all.forEach((turn, index) => shown.push(draw(turn, shown[index - 1], index === all.length - 1)));
  return shown;
};
// In parts of a few turns each: one in which nothing changed stays the same object, so that a new
// word costs the same however long the conversation is. Where a part began, it begins again.
const PART = 16;
const begins = new Set();
let parts = [];
const inParts = (shown) => {
  const before = new Map(parts.map((part) => [part.key, part]));
  parts = [];
  shown.forEach((turn) => {
    const last = parts[parts.length - 1];
    if (last && last.turns.length < PART && !begins.has(turn.key)) return last.turns.push(turn);
    begins.add(turn.key);
    parts.push({ key: turn.key, turns: [turn] });
  });
  parts = parts.map((part) => {
    const was = before.get(part.key);
    const isSame = was?.turns.length === part.turns.length
      && was.turns.every((turn, index) => turn === part.turns[index]);
    return isSame ? was : part;
  });
  return parts;
};
// The turns as they are shown, without what is on its way: for a start without a connection.
const FIELDS = Object.keys(EMPTY_TURN);
const ENDED = ["done", "stopped", "interrupted", "failed"];
export const endedTurns = () => parts.flatMap(({ turns }) => turns)
  .filter(({ id, status }) => id && ENDED.includes(status))
  .map((turn) => Object.fromEntries(FIELDS.map((name) => [name, turn[name]])));
export const drawTurns = (turns, alone) => inParts(merge(turns, alone));
