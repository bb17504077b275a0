// Help that needs no server: whose numbers to show, what says danger, a breath, and a way out.
//
// The numbers and phrases come with `help_data` right after the first paint and stay in the page.

import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { useAbused, useCare } from "./care.js";
import { regionNames } from "./dates.js";
import { heard } from "./heard.js";
import { makeListeners } from "./listeners.js";
import { ask } from "./request.js";
import { forgetSeen } from "./seen_store.js";
import { put } from "./storage.js";

const ELSEWHERE = "ZZ";
const CARD = 4;
let data = null;
let chosen = "";   // the country chosen in this page; it counts before the one of the account
let version = 0;
const { listen, tellAll } = makeListeners();
const changed = () => { version += 1; tellAll(); };
const useChanges = () => useSyncExternalStore(listen, () => version, () => 0);
const load = () => import("./help_data.js").then(
  (found) => { data = found.DATA; changed(); }, () => setTimeout(load, 2_000),
);
if (!import.meta.env.SSR) {
  chosen = localStorage.getItem("country") ?? "";
  (window.requestIdleCallback ?? setTimeout)(load);
}

// The country: chosen here, else the one of the account, else a guess from the clock of the device.
const zone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;
const codeIn = (table, name) => (
  Object.entries(table).find(([, names]) => names.split(" ").includes(name))?.[0] ?? ""
);
const place = (known) => {
  const said = chosen || known;
  if (said) return { code: said === ELSEWHERE ? "" : said, isGuess: false };
  const code = codeIn(data.zones, zone());
  return { code, isGuess: Boolean(code) };
};
export const chooseCountry = ({ target }) => {
  if (!target.value) return;
  chosen = target.value;
  put("country", chosen);
  changed();
};
// What was chosen before there was an account, or without a connection, is told to the server.
const tell = () => {
  const code = localStorage.getItem("country");
  if (!code) return;
  ask("PATCH", "/api/profile", { country: code })
    .then(({ ok }) => { if (ok) localStorage.removeItem("country"); }, () => {});
};
export const useCountry = (isIn) => {
  const now = useChanges();
  useEffect(() => {
    if (!isIn) return;
    tell();
    addEventListener("online", tell);
    return () => removeEventListener("online", tell);
  }, [isIn, now]);
};

// Where to turn to: the emergency number, then lines by topic, as coaching/safety/resources.py.
const EMPTY = { target: "", word: "", hours: "", href: "", shown: "" };
const digits = (number) => number.replace(/[^0-9+]/g, "");
// The part of a country that a line is for, in the language of the page.
const inWords = (name) => {
  const places = data.places[document.documentElement.lang] ?? {};
  return name.replace(/\(([^()]+)\)$/, (whole, known) => (
    places[known] ? `(${places[known]})` : whole
  ));
};
const ready = (line) => {
  const { way, target, word = "" } = line;
  const href = { call: `tel:${digits(target)}`, text: `sms:${digits(target)}?&body=${word}` };
  const shown = way === "site" ? new URL(target).hostname.replace("www.", "") : target;
  return { ...EMPTY, ...line, name: inWords(line.name), href: href[way] ?? target, shown };
};
const rows = (category, code) => {
  const topics = [category, ...data.also[category] ?? []];
  const here = data.lines[code] ?? [];
  const own = topics.flatMap((topic) => here.filter((line) => line.topics.includes(topic)));
  return [...new Set([...own, ...data.lines[data.everywhere]])].map(ready);
};
const emergency = (category, code) => {
  if (!code) return "112";
  const table = data.policeFirst.includes(category) ? data.police : data.emergency;
  return codeIn(table, code);
};
// Countries in the order of their names, in the language of the page.
let named = { lang: "", list: [] };
const countries = () => {
  const { lang } = document.documentElement;
  if (named.lang === lang) return named;
  const names = regionNames();
  const { compare } = new Intl.Collator(lang);
  const list = Object.values(data.emergency).flatMap((codes) => codes.split(" "))
    .map((code) => ({ code, name: names.of(code) }))
    .toSorted((one, other) => compare(one.name, other.name));
  return named = { lang, list };
};
const NOTHING = {
  country: "", code: "", is_guess: false, number: "112", href: "tel:112", all: [], first: [],
  checked: "", countries: [],
};
const help = (category, known) => {
  const { code, isGuess } = place(known);
  const all = rows(category, code);
  const number = emergency(category, code);
  const { list } = countries();
  return {
    code, country: list.find((one) => one.code === code)?.name ?? "", is_guess: isGuess,
    number, href: `tel:${number}`, all, first: all.slice(0, CARD - 1),
    checked: all.some(({ way }) => way !== "site") ? data.checked : "", countries: list,
  };
};
// The first paint knows nothing: it is the same on the server.
export const useHelp = (category, known) => {
  const now = useChanges();
  return useMemo(() => now && data ? help(category, known) : NOTHING, [category, known, now]);
};

// Words of danger, heard in the page: nothing has been sent when help is there.
export const danger = (words) => data ? heard(data.phrases, words) : "";

// A way out: what is on the page goes first, then the page, and with it the ways back to it.
const NEUTRAL = "https://www.wikipedia.org/";
const away = () => {
  document.body.replaceChildren();
  location.replace(navigator.onLine ? NEUTRAL : "about:blank");
};
let isLeaving = false;
const once = () => { if (!isLeaving) { isLeaving = true; away(); } };
export const leave = () => {
  // Whoever opens the page next reads nothing without a connection.
  forgetSeen();
  put("away", "1");
  document.documentElement.dataset.away = "";
  // To the first of our pages in the history, so that Back leads to what was before it.
  const entries = window.navigation?.entries?.() ?? [];
  const isFirst = !entries.length || window.navigation.currentEntry.key === entries[0].key;
  if (isFirst) return once();
  window.navigation.traverseTo(entries[0].key).finished.then(once, once);
  setTimeout(once, 200);
};

// Danger or abuse was named: the way out stays on every screen.
export const useExit = (isNamed) => {
  const isOn = [isNamed, useCare(), useAbused()].some(Boolean);
  useEffect(() => { document.documentElement.toggleAttribute("data-exit", isOn); }, [isOn]);
};

// A breath: in for four seconds, out for six, three rounds.
const IN = 4;
const OUT = 6;
const ROUNDS = 3;
export const useBreath = (isOpen) => {
  const [second, go] = useState(0);
  const isDone = second >= ROUNDS * (IN + OUT);
  useEffect(() => go(0), [isOpen]);
  useEffect(() => {
    if (!isOpen || isDone) return;
    const timer = setInterval(() => go((before) => before + 1), 1000);
    return () => clearInterval(timer);
  }, [isOpen, isDone]);
  const within = second % (IN + OUT);
  const isIn = within < IN;
  return {
    phase: isDone ? "done" : isIn ? "in" : "out",
    left: isIn ? IN - within : IN + OUT - within,
    round: Math.min(Math.floor(second / (IN + OUT)) + 1, ROUNDS),
    again: () => go(0),
  };
};
