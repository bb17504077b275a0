// The thread of a chat: what the state knows, what is on its way, and what streams.
//
// A turn's reply comes from its event route and is kept here per turn, so that no state var ever
// grows. The fields of a turn come from `views/chat/present.py`.

import { useEffect, useMemo, useSyncExternalStore } from "react";
import { tellOthers } from "./kept.js";
import { isTooLong } from "./long.js";
import { look, renamed } from "./care.js";
import { danger } from "./help_now.js";
import { toEnd } from "./scroll.js";
import { cancelEdit, takeEdit } from "./edit.js";
import { EMPTY_TURN } from "./from_python.js";
import { forgetDraft, stir } from "./page.js";

const FINAL = ["done", "stopped", "interrupted", "failed"];
const FRESH = {
  status: "waiting", blocks: [], steps: [], tools: [], drafts: [], chips: [], retryable: false,
};

const live = new Map();     // turn id -> what its stream said
const streams = new Map();  // turn id -> its EventSource
const isBrowser = !import.meta.env.SSR;
const stored = () => JSON.parse(localStorage.getItem("outbox") ?? "[]");
let outbox = isBrowser ? stored() : [];  // not sent, or sent by this page
let known = [];             // the turns of the state
let answered = 0;

// One store for all hooks. While a reply streams they hear of it at once, and of what comes in the
// same frame together.
let version = 0;
let frame = 0;
let isLate = false;
const listeners = new Set();
const listen = (tell) => { listeners.add(tell); return () => listeners.delete(tell); };
const changed = () => {
  isLate = false;
  version += 1;
  listeners.forEach((tell) => tell());
};
const soon = () => {
  if (document.hidden) return changed();
  if (frame) { isLate = true; return; }
  changed();
  frame = requestAnimationFrame(() => { frame = 0; if (isLate) soon(); });
};

// Sending: a message is kept on this device until the server has it.
const uid = () => [...crypto.getRandomValues(new Uint8Array(16))]
  .map((byte) => byte.toString(16).padStart(2, "0")).join("");
// Another tab may keep messages too: only those that this one has seen are replaced.
const keep = () => {
  const seen = new Set(outbox.map((sent) => sent.key));
  const others = stored().filter((sent) => !seen.has(sent.key));
  const unsent = outbox.filter((sent) => !sent.id);
  localStorage.setItem("outbox", JSON.stringify([...others, ...unsent]));
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
const sendWords = (said, replaces = "") => {
  const at = new Date().toISOString();
  const sent = { key: uid(), id: "", at, said, replaces, said_state: "pending", problem: "" };
  // Danger is heard here first: help is there before anything is sent, and when nothing can be.
  const category = danger(said);
  if (category) Object.assign(sent, { care: "crisis", category });
  outbox = [...outbox, sent];
  keep();
  deliver(sent);
  changed();
  toEnd();
};
export const send = (event) => {
  event.preventDefault();
  const field = event.currentTarget.elements.message;
  const said = field.value.trim();
  if (!said || isTooLong(said)) return;
  field.value = "";
  forgetDraft("chat");
  sendWords(said, takeEdit());
};
// A quick reply is sent once and goes away with its row: the focus moves to the thread.
export const sendChip = ({ currentTarget }, words) => {
  if (currentTarget.disabled) return;
  currentTarget.disabled = true;
  document.getElementById("thread").focus({ preventScroll: true });
  cancelEdit();
  sendWords(words);
};
export const sendAgain = (key) => {
  const pending = { said_state: "pending", problem: "", until: "" };
  outbox = outbox.map((sent) => sent.key === key ? { ...sent, ...pending } : sent);
  changed();
  outbox.filter((sent) => sent.key === key).forEach(deliver);
};
export const enterSends = (event) => {
  if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.form.requestSubmit();
};
export const toField = () => document.getElementById("message").focus();
export const write = (words) => {
  const field = document.getElementById("message");
  if (!field.value) field.value = words;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.focus();
};

// Reading: each kind of event says what it changes.
const READ = {
  turn: ({ sessionNumber }) => ({ ...FRESH, session: sessionNumber }),
  blocks: ({ at, blocks }, turn) => (
    { status: "streaming", blocks: [...turn.blocks.slice(0, at), ...blocks] }
  ),
  thinking: ({ text }, turn) => ({ steps: [...turn.steps, text] }),
  tool: ({ callId, name, state }, turn) => {
    const others = turn.tools.filter((tool) => tool.call_id !== callId);
    // What is only drafted is shown as a draft.
    if (name.startsWith("draft_")) return { tools: others };
    return { tools: [...others, { call_id: callId, name, state }] };
  },
  confirmation: ({ proposalId, preview }, turn) => {
    const [title, ...lines] = preview.split("\n");
    const draft = { id: proposalId, title, content: lines.join("\n"), state: "open" };
    return { drafts: [...turn.drafts, draft] };
  },
  safety: ({ level, category, message }) => ({
    care: level, category, care_words: level === "crisis" ? message : "",
  }),
  done: ({ status, text, agent, messageId, chips }) => (
    { status, text, agent, message_id: messageId, chips }
  ),
  error: ({ partialText, retryable }) => (
    { status: partialText ? "interrupted" : "failed", retryable }
  ),
};
// Somebody typed yes to an exercise: it opens without another tap.
const startAgreed = () => document.querySelector("[data-action=practice_start]")?.click();
const read = (id, kind, event) => {
  const turn = live.get(id);
  live.set(id, { ...turn, ...READ[kind](JSON.parse(event.data), turn) });
  stir();
  if (kind === "done" || kind === "error") {
    streams.get(id).close();
    streams.delete(id);
    listenToNext();
    // Other views show what was said and saved.
    document.getElementById("after-turn")?.click();
    tellOthers();
    if (turn.tools.length) document.getElementById("after-saving")?.click();
  }
  // The first words at once, the others with the next frame.
  if (kind === "blocks" && turn.blocks.length) soon(); else changed();
  if (kind === "done") requestAnimationFrame(() => requestAnimationFrame(startAgreed));
};
const attach = (id) => {
  if (!live.has(id)) live.set(id, FRESH);
  const source = new EventSource(`/api/turns/${id}/events?form=blocks`);
  streams.set(id, source);
  Object.keys(READ).forEach((kind) => source.addEventListener(kind, (event) => {
    // A lost connection is an event of the same name, without data; the browser tries again.
    if (event.data) return read(id, kind, event);
    if (source.readyState === EventSource.CLOSED) setTimeout(() => attach(id), 2000);
  }));
};
const statusOf = (turn) => live.get(turn.id)?.status ?? turn.status ?? "waiting";
// One stream at a time: turns run one after the other, and a browser allows few connections.
const listenToNext = () => {
  if (streams.size) return;
  const waiting = [...known, ...outbox].find((turn) => turn.id && !FINAL.includes(statusOf(turn)));
  if (waiting) attach(waiting.id);
};
const TOO_LATE = "ui.problem.edit_late";
const take = ({ client, turn, problem, until, most }) => {
  if (problem === "gone") outbox = outbox.filter((sent) => sent.id !== turn);
  if (problem === "gone") return live.delete(turn);
  if (!client) live.set(turn, FRESH);
  const fate = { id: turn, problem, until, most, said_state: turn ? "saved" : "failed" };
  // What can't be replaced any more is sent as a new message, if they try again.
  if (problem === TOO_LATE) fate.replaces = "";
  const wait = until ? new Date(until) - Date.now() : 0;
  if (wait > 0) setTimeout(deliverAll, wait + 1_000);
  outbox = outbox.map((sent) => sent.key === client ? { ...sent, ...fate } : sent);
  if (turn) renamed(client, turn);
};
const takeAll = (answers) => {
  const fresh = answers.filter((answer) => answer.number > answered);
  if (!fresh.length) return;
  answered = fresh[fresh.length - 1].number;
  fresh.forEach(take);
  keep();
  listenToNext();
  changed();
};

// Showing: neighbours decide about dividers and names. A turn that did not change stays the same
// object, so that only the one that streams is drawn again.
const drawn = new Map();
const day = (at) => new Date(at).toDateString();
// Roughly memory/own_sentence.py: five words that ask nothing.
const hasWords = (said) => said.split(/[.!…]+\s/).some((one) => /^(\S+\s+){4}[^?]+$/.test(one));
const besideTheOneBefore = (turn, before) => {
  const session = turn.session || before?.session || 0;
  const isNew = before?.session && session !== before.session;
  const divider = isNew ? "session" : !before || day(turn.at) !== day(before.at) ? "day" : "";
  const named = Boolean(divider) || turn.agent !== before.agent;
  const nth = (isNew ? 0 : before?.nth ?? 0) + 1;
  const keeps = !turn.care && (hasWords(turn.said) || Boolean(!isNew && before?.keeps));
  return { ...turn, session, divider, named, nth, keeps, today: day(turn.at) === day(Date.now()) };
};
const draw = (turn, before, newest) => {
  const from = [turn, live.get(turn.id), before, newest];
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
  const replaced = new Set(outbox.map((sent) => sent.said_state !== "failed" && sent.replaces));
  const all = [...turns, ...outbox.filter((sent) => !alone && !ids.has(sent.id))]
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
// What is still here from before a reload or a lost connection goes out, also what could not be
// stored; what was refused waits for the person.
const NOT_STORED = "ui.problem.not_stored";
const isRefused = ({ problem, until }) => (
  until ? new Date(until) > Date.now() : problem && problem !== NOT_STORED
);
const deliverAll = () => {
  const lost = outbox.filter((sent) => !sent.id && !isRefused(sent));
  lost.forEach((sent) => sendAgain(sent.key));
};
export const useThread = (turns, answers, ready, cutOff, alone) => {
  const now = useSyncExternalStore(listen, () => version, () => 0);
  const shown = useMemo(() => inParts(merge(turns, alone)), [turns, now, alone]);
  useEffect(() => { known = turns; listenToNext(); }, [turns]);
  useEffect(() => takeAll(answers), [answers]);
  useEffect(() => { if (!alone) look(shown); }, [shown, alone]);
  useEffect(() => { if (ready && !cutOff) deliverAll(); }, [ready, cutOff]);
  return shown;
};
export const useRunning = () => (
  useSyncExternalStore(listen, () => [...streams.keys()][0] ?? "", () => "")
);
