// Texts by key, in the person's language (ADR 0006).
//
// While the page is prerendered a text is a mark (U+E000 key|args U+E001), which the server
// replaces; in the browser it is looked up.

import { useSyncExternalStore } from "react";
import { makeListeners } from "./listeners.js";

let table = import.meta.env.SSR ? {} : (window.__texts ?? {});
const { listen, tellAll } = makeListeners();
// What only later parts of the page ask for comes with the first of them.
let rest = null;
const loadRest = async () => {
  const found = await (await fetch(window.__more)).json();
  table = { ...found, ...table };
  tellAll();
};
export const allTexts = () => (
  rest ??= loadRest().catch((error) => { rest = null; throw error; })
);
const current = () => table;

const plural = (key, { count }) => {
  const form = new Intl.PluralRules(document.documentElement.lang).select(count);
  return table[`${key}.${form}`] ?? table[`${key}.other`];
};
const find = (key, args) => (
  table[key] ?? (args && "count" in args ? plural(key, args) : undefined) ?? key
);
const fill = (text, args = {}) => text.replace(/\{(\w+)\}/g, (all, name) => args[name] ?? all);
const mark = (key, args) => `\uE000${key}${args ? "|" + JSON.stringify(args) : ""}\uE001`;

export const tx = (key, args) => (
  import.meta.env.SSR ? mark(key, args) : fill(find(key, args), args)
);
export const useTexts = () => useSyncExternalStore(listen, current, current);
