// Texts by key, in the person's language (ADR 0006).
//
// While the page is prerendered a text is a mark (U+E000 key|args U+E001), which the server
// replaces; in the browser it is looked up.

import { useSyncExternalStore } from "react";
import { makeListeners } from "./listeners.js";

let table = import.meta.env.SSR ? {} : (window.__texts ?? {});
const { listen, tellAll } = makeListeners();
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
// The texts of sheets come when the code of the sheets does.
let whole;
export const wholeTable = () => {
  whole ??= fetch(`/i18n/${document.documentElement.lang}.json`).then((answer) => answer.json())
    .then((all) => { table = all; tellAll(); })
    .catch((error) => { whole = undefined; throw error; });
  return whole;
};
export const useTexts = () => useSyncExternalStore(listen, current, current);
export const setLanguage = async (language) => {
  table = await (await fetch(`/i18n/${language}.json`)).json();
  document.documentElement.lang = language;
  document.cookie = `toney_language=${language}; Path=/; Max-Age=31536000; SameSite=Lax`;
  tellAll();
};
