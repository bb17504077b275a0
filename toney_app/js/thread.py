"""The thread of a chat: what the state knows, what is being sent, and what streams. A turn's text
comes from its event route and is kept here per turn, so that no state var ever grows.
"""

from __future__ import annotations

CODE = """\
import { useEffect, useMemo, useSyncExternalStore } from "react";
import { draft, forgetDraft } from "$/utils/toney_ui";

const FINAL = ["done", "stopped", "interrupted", "failed"];
const live = new Map();      // turn id → what its stream said
const streams = new Map();   // turn id → EventSource
let outbox = [];             // messages of this page: { key, id, said, said_state, problem }
let known = [];              // the turns of the state
let seen = 0, version = 0, frame = 0;
const listeners = new Set();
const listen = (tell) => { listeners.add(tell); return () => listeners.delete(tell); };
const changed = () => { frame = 0; version += 1; listeners.forEach((tell) => tell()); };
const soon = () => document.hidden ? changed() : frame ||= requestAnimationFrame(changed);
const keep = () => localStorage.setItem("outbox", JSON.stringify(outbox.filter((sent) => !sent.id)));
const uid = () => crypto.randomUUID?.() ?? Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) => b.toString(16).padStart(2, "0")).join("");

const deliver = (sent) => {
  const form = document.getElementById("deliver");
  form.elements.text.value = sent.said; form.elements.client.value = sent.key;
  form.requestSubmit();
};
export const send = (event) => {
  event.preventDefault();
  const field = event.currentTarget.elements.message;
  const said = field.value.trim();
  if (!said) return;
  const sent = { key: uid(), id: "", said, said_state: "pending", problem: "" };
  outbox = [...outbox, sent];
  field.value = ""; forgetDraft("chat"); keep(); changed(); deliver(sent); toEnd();
};
export const sendAgain = (key) => {
  outbox = outbox.map((sent) => sent.key === key ? { ...sent, said_state: "pending", problem: "" } : sent);
  changed(); outbox.filter((sent) => sent.key === key).forEach(deliver);
};
export const enterSends = (event) => {
  if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
  event.preventDefault(); event.currentTarget.form.requestSubmit();
};
export const write = (text) => {
  const field = document.getElementById("message");
  if (!field.value) field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true })); field.focus();
};

const update = (id, change) => live.set(id, { ...live.get(id), ...change });
const fresh = { status: "waiting", blocks: [], steps: [], tools: [], retryable: false };
const READ = {
  turn: () => ({ ...fresh }),
  blocks: ({ at, blocks }, turn) => ({ status: "streaming", blocks: [...turn.blocks.slice(0, at), ...blocks] }),
  thinking: ({ text }, turn) => ({ steps: [...turn.steps, text] }),
  tool: ({ callId, ...rest }, turn) => ({ tools: [...turn.tools.filter((tool) => tool.call_id !== callId), { call_id: callId, ...rest }] }),
  safety: ({ level, category, resources }) => ({ care: level, category, resources }),
  done: ({ status, text, agent, messageId }) => ({ status, text, agent, message_id: messageId }),
  error: ({ partialText, retryable, error }) => ({ status: partialText ? "interrupted" : "failed", retryable, reason: error }),
};
const attach = (id, wait = 0) => {
  if (streams.has(id)) return;
  if (!live.has(id)) live.set(id, fresh);
  streams.set(id, null);
  setTimeout(() => {
    const source = new EventSource(`/api/turns/${id}/events?form=blocks`);
    streams.set(id, source);
    Object.entries(READ).forEach(([kind, read]) => source.addEventListener(kind, (event) => {
      if (kind === "error" && !event.data) return;
      const first = kind !== "blocks" || !live.get(id).blocks.length;
      update(id, read(JSON.parse(event.data), live.get(id)));
      if (kind === "done" || kind === "error") { source.close(); streams.delete(id); next(); }
      if (first) changed(); else soon();
    }));
    source.addEventListener("error", (event) => {
      if (event.data || source.readyState !== EventSource.CLOSED) return;
      streams.delete(id); attach(id, 2000);
    });
  }, wait);
};
// One stream at a time: turns run one after the other, and a browser allows few connections.
const next = () => {
  if (streams.size) return;
  const waiting = [...known, ...outbox].find((turn) => turn.id && !FINAL.includes(statusOf(turn)));
  if (waiting) attach(waiting.id);
};
const statusOf = (turn) => live.get(turn.id)?.status ?? turn.status ?? "waiting";

const accept = (answers) => {
  answers.filter((answer) => answer.number > seen).forEach(({ number, client, turn, problem, said_state }) => {
    seen = number;
    if (turn && !client) { live.set(turn, fresh); return; }
    outbox = outbox.map((sent) => sent.key === client ? { ...sent, id: turn, problem, said_state: turn ? "saved" : "failed" } : sent);
    if (turn) live.set(turn, live.get(turn) ?? fresh);
  });
  keep(); next(); changed();
};
const EMPTY = { key: "", id: "", at: "", day: "", session: false, said: "", said_state: "", problem: "", status: "", agent: "coach",
  text: "", message_id: "", blocks: [], steps: [], tools: [], care: "", category: "", resources: [], retryable: false, reason: "", newest: false };
const merge = (turns) => {
  const ids = new Set(turns.map((turn) => turn.id));
  const mine = outbox.filter((sent) => !ids.has(sent.id));
  const all = [...turns, ...mine].map((turn) => ({ ...EMPTY, ...turn, ...(live.get(turn.id) ?? {}), key: turn.key || turn.id }));
  if (all.length) all[all.length - 1].newest = true;
  return all;
};
export const useThread = (turns, answers, ready) => {
  const now = useSyncExternalStore(listen, () => version, () => 0);
  useEffect(() => { known = turns; next(); }, [turns]);
  useEffect(() => accept(answers), [answers]);
  useEffect(() => {
    if (!ready) return;
    outbox = JSON.parse(localStorage.getItem("outbox") ?? "[]");
    if (outbox.length) { changed(); outbox.forEach(deliver); }
  }, [ready]);
  return useMemo(() => merge(turns), [turns, answers, now]);
};

const thread = () => document.getElementById("thread");
export const toEnd = () => requestAnimationFrame(() => { thread().scrollTop = thread().scrollHeight; });
export const useScroll = () => useEffect(() => {
  const box = thread();
  let pinned = true, fromEnd = 0;
  const look = () => {
    fromEnd = box.scrollHeight - box.scrollTop;
    pinned = fromEnd - box.clientHeight < 48;
    document.getElementById("to-end").hidden = pinned;
    if (box.scrollTop < 80 && box.scrollHeight > box.clientHeight) document.getElementById("older")?.click();
  };
  const follow = (records) => {
    const above = records?.some(({ addedNodes }) => [...addedNodes].some((node) => node.parentNode === box && node.nextElementSibling));
    if (pinned) box.scrollTop = box.scrollHeight; else if (above) box.scrollTop = box.scrollHeight - fromEnd;
  };
  const grown = new MutationObserver(follow), sized = new ResizeObserver(() => follow());
  grown.observe(box, { childList: true, subtree: true, characterData: true }); sized.observe(box);
  box.addEventListener("scroll", look, { passive: true });
  return () => { grown.disconnect(); sized.disconnect(); box.removeEventListener("scroll", look); };
}, []);
"""
