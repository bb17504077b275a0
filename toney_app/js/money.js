// Amounts stay hidden until a tap: one for ten seconds, or all of them until the sheet is closed.

import { useEffect, useSyncExternalStore } from "react";
import { makeListeners } from "./listeners.js";
import { showAmount } from "./amounts.js";

const ONE_FOR = 10_000;
const NOTHING = { all: false, one: "" };
const SHEETS = ["money", "money-one", "budgets"];
const { listen, tellAll } = makeListeners();
let shown = NOTHING;
let timer = 0;
const turnTo = (next) => {
  clearTimeout(timer);
  shown = next;
  tellAll();
};
export const showAll = () => turnTo({ all: !shown.all, one: "" });
export const showOne = (of) => {
  const isShown = shown.one === of;
  turnTo({ all: false, one: isShown || shown.all ? "" : of });
  if (shown.one) timer = setTimeout(() => turnTo(NOTHING), ONE_FOR);
};
const useShown = () => useSyncExternalStore(listen, () => shown, () => NOTHING);
export const useShowsAll = () => {
  useEffect(() => {
    const hide = () => {
      if (!SHEETS.includes(location.hash.split("/")[1])) turnTo(NOTHING);
    };
    addEventListener("hashchange", hide);
    addEventListener("popstate", hide);
    return () => {
      removeEventListener("hashchange", hide);
      removeEventListener("popstate", hide);
    };
  }, []);
  return useShown().all;
};
export const useAmount = (of) => {
  const { all, one } = useShown();
  return all || one === of;
};

// Signs come before the number; a code or a word comes after it, and so does € outside of English.
export const showMoney = (hundredths, currency) => {
  const number = showAmount(hundredths);
  if (!currency) return number;
  const isAfter = /^[A-Za-z]{2,}$/.test(currency)
    || (currency === "€" && document.documentElement.lang !== "en");
  return isAfter ? `${number}\u00a0${currency}` : `${currency}${number}`;
};
// A tap on a category saves at once.
export const savesAtOnce = { onChange: ({ currentTarget }) => currentTarget.form.requestSubmit() };
