"""The JavaScript that the build writes out, as strings; each module has its browser test."""

from __future__ import annotations

# Texts: while the page is prerendered a text is a mark (U+E000 key|args U+E001), which the
# server replaces in the person's language; in the browser it is looked up (ADR 0006).
I18N = """\
import { useSyncExternalStore } from "react";

let table = import.meta.env.SSR ? {} : (window.__texts ?? {});
const listeners = new Set();
const subscribe = (listener) => { listeners.add(listener); return () => listeners.delete(listener); };
const current = () => table;

const find = (key, args) => table[key]
  ?? (args && "count" in args
    ? table[`${key}.${new Intl.PluralRules(document.documentElement.lang).select(args.count)}`] ?? table[`${key}.other`]
    : undefined)
  ?? key;
const fill = (text, args) => args ? text.replace(/\\{(\\w+)\\}/g, (all, name) => args[name] ?? all) : text;
const mark = (key, args) => `\\uE000${key}${args ? "|" + JSON.stringify(args) : ""}\\uE001`;

export const tx = (key, args) => import.meta.env.SSR ? mark(key, args) : fill(find(key, args), args);
export const useTexts = () => useSyncExternalStore(subscribe, current, current);
export const setLanguage = async (language) => {
  table = await (await fetch(`/i18n/${language}.json`)).json();
  document.documentElement.lang = language;
  document.cookie = `toney_language=${language}; Path=/; Max-Age=31536000; SameSite=Lax`;
  listeners.forEach((listener) => listener());
};
"""

# Views, sheets, drafts and the keyboard: what the page does without asking the server. The view is
# the first part of the hash, the sheet the second: `#home/settings` (recipes: sheets).
UI = """\
import { useEffect, useRef, useSyncExternalStore } from "react";
import { useLocation } from "react-router";

const VIEWS = ["home", "chat", "rewire", "wins"];
const root = () => document.documentElement;
const parts = () => location.hash.slice(1).split("/");
const viewNow = () => VIEWS.includes(parts()[0]) ? parts()[0] : "home";
const listen = (tell) => {
  addEventListener("hashchange", tell); addEventListener("popstate", tell);
  return () => { removeEventListener("hashchange", tell); removeEventListener("popstate", tell); };
};
const useHash = (read, first) => { useLocation(); return useSyncExternalStore(listen, read, () => first); };

export const useView = () => useHash(viewNow, "home");

let opened = 0;
export const openSheet = (name) => { opened += 1; location.hash = `${parts()[0] || "home"}/${name}`; };
export const closeSheet = () => {
  if (!parts()[1]) return;
  if (opened > 0) { opened -= 1; history.back(); } else location.replace(`#${viewNow()}`);
};
export const goTo = (view) => { opened = 0; location.hash = view; };
export const useSheet = (name) => {
  const ref = useRef(null);
  const open = useHash(() => parts()[1] === name, false);
  useEffect(() => {
    const dialog = ref.current;
    if (open && !dialog.open) dialog.showModal();
    if (!open && dialog.open) dialog.close();
  }, [open]);
  useEffect(() => {
    const dialog = ref.current;
    const cancel = (event) => { event.preventDefault(); closeSheet(); };
    const outside = (event) => { if (event.target === dialog) closeSheet(); };
    dialog.addEventListener("cancel", cancel); dialog.addEventListener("click", outside);
    return () => { dialog.removeEventListener("cancel", cancel); dialog.removeEventListener("click", outside); };
  }, []);
  return ref;
};

// What is typed stays on this device until it was sent.
const kept = new Map();
export const forgetDraft = (name) => localStorage.removeItem(`draft:${name}`);
export const draft = (name) => {
  if (!kept.has(name)) kept.set(name, {
    ref: (field) => { if (field && !field.value) field.value = localStorage.getItem(`draft:${name}`) ?? ""; },
    onInput: ({ target }) => target.value ? localStorage.setItem(`draft:${name}`, target.value) : forgetDraft(name),
  });
  return kept.get(name);
};

// The accent goes into localStorage too: boot.js sets it before the next first paint.
export const useAccent = (accent, care) => useEffect(() => {
  if (accent) { root().dataset.accent = accent; localStorage.setItem("accent", accent); }
  root().toggleAttribute("data-care", Boolean(care));
}, [accent, care]);

// On phones the keyboard covers the page instead of shrinking it: the frame takes what is visible.
let full = { width: 0, height: 0 };
export const useKeyboard = () => useEffect(() => {
  const seen = window.visualViewport;
  if (!seen || matchMedia("(hover: hover)").matches) return;
  const fit = () => {
    if (seen.scale !== 1) return;
    if (seen.width !== full.width || seen.height > full.height) full = { width: seen.width, height: seen.height };
    const typing = document.activeElement?.matches("input:not([type=range]), textarea");
    root().style.setProperty("--visible", `${seen.height}px`);
    root().toggleAttribute("data-keyboard", Boolean(typing) && seen.height < full.height - 120);
    scrollTo(0, 0);
  };
  fit();
  seen.addEventListener("resize", fit); addEventListener("focusin", fit); addEventListener("focusout", fit);
  return () => { seen.removeEventListener("resize", fit); removeEventListener("focusin", fit); removeEventListener("focusout", fit); };
}, []);

// A button that is present once another element has scrolled away.
export const useGone = (id) => {
  const state = useRef(false);
  return useSyncExternalStore((tell) => {
    const target = document.getElementById(id);
    if (!target) { state.current = true; return () => {}; }
    const watch = new IntersectionObserver(([entry]) => { state.current = !entry.isIntersecting; tell(); });
    watch.observe(target);
    return () => watch.disconnect();
  }, () => state.current, () => false);
};

// Dates in the person's own way of writing them; `style` names one of these.
const STYLES = {
  time: { hour: "numeric", minute: "2-digit" }, day: { day: "numeric", month: "long" },
  weekday: { weekday: "long" }, short: { weekday: "short" }, month: { month: "long" },
  month_year: { month: "long", year: "numeric" },
};
export const showDate = (iso, style) => {
  if (!iso) return "";
  const own = navigator.languages.find((tag) => tag.startsWith(root().lang)) ?? root().lang;
  const day = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(iso);
  return new Intl.DateTimeFormat(own, { ...STYLES[style], ...(day && { timeZone: "UTC" }) }).format(new Date(iso));
};
"""

# Getting in and out: the cookie is set over HTTP, so the page asks for itself and loads anew.
DOOR = """\
import { useEffect, useState } from "react";

const here = () => ({ timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone, locale: navigator.language });
const ask = (path, body, method = "POST") => fetch(path, {
  method, headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
});

export const useStart = (textVersion) => {
  const [state, set] = useState("");
  const begin = async () => {
    set("busy");
    try {
      const answer = await ask("/api/auth/guest", { ...here(), consent: { textVersion } });
      if (answer.ok) location.reload(); else set(answer.status === 429 ? "limited" : "failed");
    } catch { set("failed"); }
  };
  return { state, begin };
};
export const signOut = async () => {
  const answer = await ask("/api/auth/logout", {});
  if (!answer.ok && answer.status !== 401) return;
  Object.keys(localStorage).filter((key) => key !== "theme").forEach((key) => localStorage.removeItem(key));
  location.replace("/");
};
export const useZone = (known) => useEffect(() => {
  if (known && here().timeZone !== known) ask("/api/profile", { timeZone: here().timeZone }, "PATCH");
}, [known]);
"""

# The thread of a chat: what the state knows, what is being sent, and what streams. A turn's text
# comes from its event route and is kept here per turn, so that no state var ever grows.
CHAT = """\
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

MODULES = {
    "utils/toney_i18n.js": I18N,
    "utils/toney_ui.js": UI,
    "utils/toney_door.js": DOOR,
    "utils/toney_chat.js": CHAT,
}
