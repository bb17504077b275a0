// Replies as they stream: each comes from its event route and is kept here per turn, so that no
// state var ever grows.

import { tellOthers } from "./kept.js";
import { drop, sentHere } from "./outbox.js";
import { stir } from "./page.js";
import { changed, changedSoon } from "./thread_store.js";

const FINAL = ["done", "stopped", "interrupted", "failed"];
const FRESH = {
  status: "waiting", blocks: [], steps: [], tools: [], drafts: [], chips: [], retryable: false,
};

const live = new Map();     // turn id -> what its stream said
const streams = new Map();  // turn id -> its EventSource
let known = [];             // the turns of the state

export const replyTo = (id) => live.get(id);
const gone = new Set();     // turns that were deleted on another device
const end = (id) => {
  streams.get(id)?.close();
  streams.delete(id);
  listenToNext();
};
export const forgetReply = (id) => {
  live.delete(id);
  if (streams.has(id)) end(id);
};
// A turn that runs again begins with nothing.
export const beginReply = (id) => live.set(id, FRESH);
export const runningTurn = () => [...streams.keys()][0] ?? "";

// Each kind of event says what it changes.
export const READ = {
  turn: ({ sessionNumber }) => ({ ...FRESH, session: sessionNumber }),
  blocks: ({ at, blocks }, turn) => (
    { status: "streaming", blocks: [...turn.blocks.slice(0, at), ...blocks] }
  ),
  thinking: ({ text }, turn) => ({ steps: [...turn.steps, text] }),
  tool: ({ callId, name, state, detail = "" }, turn) => {
    const others = turn.tools.filter((tool) => tool.call_id !== callId);
    // What is only drafted is shown as a draft; what failed is shown later, if they asked for it.
    if (name.startsWith("draft_") || state === "dropped") return { tools: others };
    return { tools: [...others, { call_id: callId, name, state, detail }] };
  },
  confirmation: ({ proposalId, kind, preview, editable }, turn) => {
    const [title, ...lines] = preview.split("\n");
    const content = lines.join("\n");
    const draft = { id: proposalId, kind, title, content, state: "open", editable };
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
  if (!turn) return;
  live.set(id, { ...turn, ...READ[kind](JSON.parse(event.data), turn) });
  stir();
  if (kind === "done" || kind === "error") {
    end(id);
    // Other views show what was said and saved.
    document.getElementById("after-turn")?.click();
    tellOthers();
    if (turn.tools.length) document.getElementById("after-saving")?.click();
  }
  // The first words at once, the others with the next frame.
  if (kind === "blocks" && turn.blocks.length) changedSoon(); else changed();
  if (kind === "done") requestAnimationFrame(() => requestAnimationFrame(startAgreed));
};
// A stream that was refused is asked for again, unless another device has deleted its turn: that
// one leaves the page, and the next is read.
const GONE = 404;
const AGAIN = 2_000;
const isGone = async (address) => {
  const asking = new AbortController();
  const answer = await fetch(address, { signal: asking.signal }).catch(() => null);
  asking.abort();
  return answer?.status === GONE;
};
const refused = async (id, address) => {
  const isOver = await isGone(address);
  if (!streams.has(id)) return;
  if (!isOver) return attach(id);
  gone.add(id);
  drop(id);
  forgetReply(id);
  changed();
  document.getElementById("look-again")?.click();
};
const attach = (id) => {
  if (!live.has(id)) live.set(id, FRESH);
  const address = `/api/turns/${id}/events?form=blocks`;
  const source = new EventSource(address);
  streams.set(id, source);
  Object.keys(READ).forEach((kind) => source.addEventListener(kind, (event) => {
    // A lost connection is an event of the same name, without data; the browser tries again.
    // One that ends before its turn carries `resumes`: it is a lost connection too.
    if (event.data && !event.data.includes('"resumes":true')) return read(id, kind, event);
    if (source.readyState === EventSource.CLOSED) setTimeout(refused, AGAIN, id, address);
  }));
};
const statusOf = (turn) => live.get(turn.id)?.status ?? turn.status ?? "waiting";
// One stream at a time: turns run one after the other, and a browser allows few connections.
export const listenToNext = () => {
  if (streams.size) return;
  const isWaiting = (turn) => turn.id && !gone.has(turn.id) && !FINAL.includes(statusOf(turn));
  const waiting = [...known, ...sentHere()].find(isWaiting);
  if (waiting) attach(waiting.id);
};
// What broke off here and was answered since, by a try on another device, is shown as it is stored.
const BROKEN = ["interrupted", "failed"];
const isAnswered = ({ id, status }) => status === "done" && BROKEN.includes(live.get(id)?.status);
export const follow = (turns) => {
  const ids = new Set(turns.map(({ id }) => id));
  // Deleted on another device, or not shown now: the state says what is there.
  const left = known.filter(({ id }) => !ids.has(id));
  const answered = turns.filter(isAnswered);
  known = turns;
  answered.forEach(({ id }) => live.delete(id));
  [...left, ...answered].forEach(({ id }) => drop(id));
  if (left.length || answered.length) changed();
  listenToNext();
};
