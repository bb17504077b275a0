"""Views, sheets, drafts and the keyboard: what the page does without asking the server. The view is
the first part of the hash, the sheet the second: `#home/settings` (recipes: sheets).
"""

from __future__ import annotations

CODE = """\
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

export const useOrders = (number, name) => useEffect(() => {
  if (number > 0) name ? openSheet(name) : closeSheet();
}, [number]);

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

// Whether a view has been scrolled by more than a card's height.
export const useScrolled = (id) => {
  const far = useRef(false);
  return useSyncExternalStore((tell) => {
    const view = document.getElementById(id);
    const look = () => { far.current = view.scrollTop > 240; tell(); };
    view?.addEventListener("scroll", look, { passive: true });
    return () => view?.removeEventListener("scroll", look);
  }, () => far.current, () => false);
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
export const showRegion = (code) => code ? new Intl.DisplayNames([root().lang], { type: "region" }).of(code) : "";
"""
