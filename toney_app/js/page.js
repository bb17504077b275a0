// What the page does without asking the server: views, sheets, drafts and the keyboard.
//
// The view is the first part of the hash and the sheet the second: `#home/settings`.

import { createElement, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useLocation } from "react-router";
import { makeListeners } from "./listeners.js";
import { takeReturned } from "./returned.js";
import { put } from "./storage.js";
import { allTexts } from "./texts.js";

const VIEWS = ["home", "chat", "rewire", "wins"];
const root = () => document.documentElement;
export const on = (target, kinds, tell, options) => {
  kinds.forEach((kind) => target.addEventListener(kind, tell, options));
  return () => kinds.forEach((kind) => target.removeEventListener(kind, tell));
};

// A sentence that is pressed like a button.
export const pressed = { onKeyDown: (event) => {
  if (event.key !== "Enter" && event.key !== " ") return;
  event.preventDefault();
  event.currentTarget.click();
} };

// A button that was pressed before the page could answer is pressed now (boot.js).
export const useEarlyTap = () => useEffect(() => { window.takeEarlyTap?.(); }, []);

// Views and sheets
const viewNow = () => VIEWS.includes(parts()[0]) ? parts()[0] : "home";
const listen = (tell) => on(window, ["hashchange", "popstate"], tell);
export const useHash = (read, first) => {
  useLocation();  // the router's own links change the hash without an event
  return useSyncExternalStore(listen, read, () => first);
};
export const useView = () => useHash(viewNow, "home");
// Once the views are there, the document is named after the one that is shown.
export const useTitle = (title) => useEffect(() => {
  if (title) document.title = title;
}, [title]);
export const goTo = (view) => { opened = 0; location.hash = view; };

// An editor opens at once, and the words that were asked for come later. Until then its form is
// that of before: what is typed into it would be lost when it is drawn anew.
const ANSWERED = 3_000;
const hideFormOfBefore = (name) => {
  const form = navigator.onLine && document.querySelector(`#sheet-${name} form[data-begins-anew]`);
  if (!form) return;
  form.hidden = true;
  setTimeout(() => { form.hidden = false; }, ANSWERED);
};

let opened = 0;
let below = "";
export const openSheet = (name) => {
  if (parts()[1] === name) return;
  hideFormOfBefore(name);
  below = parts()[1] ?? "";
  opened += 1;
  location.hash = `${parts()[0] || "home"}/${name}`;
};
// A third part of the hash is a step inside a sheet, which closing leaves behind as well.
export const parts = () => location.hash.slice(1).split("/");
export const isSheet = (name) => parts()[1] === name;
export const closeSheet = () => {
  if (!parts()[1]) return;
  if (!opened) return location.replace(`#${viewNow()}`);
  opened -= 1;
  history.go(parts()[2] ? -2 : -1);
};
// What follows comes in the place of the sheet: going back from there leads to the view.
export const step = { isLeft: false };
const afterStep = (then) => {
  if (!parts()[2]) return then();
  step.isLeft = true;
  addEventListener("hashchange", () => { step.isLeft = false; then(); }, { once: true });
  history.back();
};
export const replaceSheet = (name) => {
  if (!parts()[1]) return openSheet(name);
  hideFormOfBefore(name);
  afterStep(() => location.replace(`#${viewNow()}/${name}`));
};
// The arrow of a sheet: closing it, if what it leads to is what was open before.
export const backTo = (name) => {
  if (opened && below === name && !parts()[2]) return closeSheet();
  return replaceSheet(name);
};
export const closeAndGoTo = (view) => {
  if (!opened) return location.replace(`#${view}`);
  addEventListener("hashchange", () => goTo(view), { once: true });
  closeSheet();
};
// What Back of the phone does in a sheet, where it isn't closing it.
export const backs = new Map();
export const useSheet = (name) => {
  const ref = useRef(null);
  const isOpen = useHash(() => parts()[1] === name, false);
  useEffect(() => {
    const dialog = ref.current;
    if (isOpen && !dialog.open) {
      dialog.showModal();
      dialog.querySelector("h2").focus();
    }
    if (!isOpen && dialog.open) dialog.close();
  }, [isOpen]);
  useEffect(() => {
    const dialog = ref.current;
    const cancelled = on(dialog, ["cancel"], (event) => {
      event.preventDefault();
      (backs.get(name) ?? closeSheet)();
    });
    const outside = on(dialog, ["click"], ({ target }) => { if (target === dialog) closeSheet(); });
    return () => { cancelled(); outside(); };
  }, []);
  return ref;
};
// Focus goes back to the head of a sheet when what had it is gone.
export const toHead = (name) => {
  const title = document.getElementById(`${name}-title`);
  title.closest("dialog").scrollTop = 0;
  title.focus();
};
const whenThere = (find, act) => {
  const until = Date.now() + 5_000;
  const look = () => {
    const found = find();
    if (found) return act(found);
    if (Date.now() < until) requestAnimationFrame(look);
  };
  look();
};
export const focusSoon = (id) => whenThere(
  () => document.getElementById(id), (found) => found.focus(),
);
// A new question is read out: its heading takes the focus, but not when the page opens with it.
export const arrival = { tabIndex: -1, ref: (node) => {
  if (node && navigator.userActivation?.hasBeenActive) node.focus({ preventScroll: true });
} };
// What was written behind the scenes shows when a view is opened, or the page is looked at again.
const STALE = 15_000;
let looked = Date.now();
const lookAgain = () => {
  if (document.hidden || Date.now() - looked < STALE) return;
  looked = Date.now();
  ["after-turn", "after-saving"].forEach((id) => document.getElementById(id)?.click());
};
export const useFresh = () => {
  const view = useView();
  useEffect(lookAgain, [view]);
  useEffect(() => on(document, ["visibilitychange"], lookAgain), []);
};
export const useIsOpen = (name) => useHash(() => isSheet(name), false);
// Sheets and views that are loaded when they are first needed. All of them are fetched as soon as
// nothing is touched or said for a moment, so that a lost connection finds them here.
const STILL = 2_000;
const sheets = new Set();
let isHere = false;
const { listen: listenHere, tellAll: tellHere } = makeListeners();
let still = 0;
const fetchAll = () => {
  const isReplying = document.querySelector(".send-stop");
  if (isReplying) return stir();
  Promise.all([allTexts(), ...[...sheets].map((load) => load())]).then(() => { isHere = true; tellHere(); }, () => {});
};
export const stir = () => {
  if (isHere) return;
  clearTimeout(still);
  still = setTimeout(fetchAll, STILL);
};
if (!import.meta.env.SSR) on(window, ["pointerdown", "keydown", "load"], stir);
const later = (load, isNeeded, failed) => sheets.add(load) && (() => {
  const [Part, show] = useState(null);
  const isFetched = useSyncExternalStore(listenHere, () => isHere, () => false);
  const isAsked = useHash(() => isNeeded(isFetched), false);
  useEffect(() => {
    const look = () => Promise.all([load(), allTexts()])
      .then(([found]) => show(() => found), () => failed(look));
    if (isAsked && !Part) look();
  }, [isAsked]);
  return Part && createElement(Part);
});
const again = (look) => setTimeout(look, STILL);
export const laterSheet = (name, load) => later(load, () => isSheet(name), closeSheet);
export const laterView = (name, load) => (
  // What is written in it waits to be sent also while another view is shown.
  later(load, (isFetched) => isFetched || viewNow() === name, again)
);
export const laterShown = (_name, load) => later(load, () => true, again);
export const useOffline = () => useSyncExternalStore(
  (tell) => on(window, ["online", "offline"], tell), () => !navigator.onLine, () => false,
);
// A handler's order is carried out once, also when a reload brings its number again.
export const useOrders = (number, name) => useEffect(() => {
  if (!number || sessionStorage.getItem("order") === String(number)) return;
  sessionStorage.setItem("order", number);
  if (!name) closeSheet();
  else if (parts()[1]?.startsWith("practice")) replaceSheet(name);
  else openSheet(name);
}, [number]);

// What is typed stays on this device until it was sent.
const fields = new Map();
export const forgetDraft = (name) => localStorage.removeItem(`draft:${name}`);
const keepDraft = (name, words) => {
  if (words) put(`draft:${name}`, words); else forgetDraft(name);
};
export const draft = (name) => {
  if (!fields.has(name)) fields.set(name, {
    ref: (field) => {
      if (!field || field.value) return;
      takeReturned(name);
      field.value = localStorage.getItem(`draft:${name}`) ?? "";
    },
    onInput: ({ target }) => keepDraft(name, target.value),
  });
  return fields.get(name);
};
// A new win, begun with these words; what is typed there already stays.
export const writeWin = (words) => {
  goTo("wins");
  const find = () => document.querySelector("#view-wins [name=win]");
  const has = find()?.value || localStorage.getItem("draft:win");
  if (!has && words) {
    keepDraft("win", words);
    if (find()) find().value = words;
  }
  whenThere(find, (field) => field.focus());
};

// Words in the fields of a form that can be seen, however they came there.
export const clearField = (id) => {
  const field = document.getElementById(id);
  field.value = "";
  field.focus();
};
export const useWords = (id, ...drafts) => {
  const [words, tell] = useState(0);
  useEffect(() => {
    const form = document.getElementById(id);
    const count = () => {
      const areas = [...form.querySelectorAll("textarea")];
      const seen = areas.filter((area) => !area.closest("[hidden]"));
      tell(seen.flatMap((area) => area.value.split(/\s+/)).filter(Boolean).length);
    };
    if (!form) return;
    count();
    return on(form, ["input", "change", "focusin", "focusout", "reset"], count);
  }, [id, ...drafts]);
  return words;
};

// The accent is kept too: boot.js sets it before the next first paint.
export const useAccent = (isReady, isKnown, accent) => useEffect(() => {
  if (!isReady) return;
  root().dataset.accent = accent;
  if (isKnown) put("accent", accent); else localStorage.removeItem("accent");
}, [isReady, isKnown, accent]);
export const useColourless = (inCare) => useEffect(() => {
  root().toggleAttribute("data-care", inCare);
}, [inCare]);

// A phone's keyboard covers the page instead of shrinking it: the frame takes what is visible.
const full = { width: 0, height: 0 };
const fit = () => {
  const { width, height, scale } = window.visualViewport;
  if (scale !== 1) return;
  if (width !== full.width || height > full.height) Object.assign(full, { width, height });
  const isTyping = document.activeElement?.matches("textarea, input:not([type=range])");
  root().style.setProperty("--visible", `${height}px`);
  root().toggleAttribute("data-keyboard", Boolean(isTyping) && height < full.height - 120);
  // With very large text the page itself scrolls; otherwise only the keyboard has moved it.
  if (document.body.scrollHeight <= height + 1) scrollTo(0, 0);
};
export const useKeyboard = () => useEffect(() => {
  if (!window.visualViewport || matchMedia("(hover: hover)").matches) return;
  fit();
  const resized = on(window.visualViewport, ["resize"], fit);
  const focused = on(window, ["focusin", "focusout"], fit);
  return () => { resized(); focused(); };
}, []);

// Whether a view has been scrolled by more than a card's height.
export const useScrolled = (id) => {
  const isFar = useRef(false);
  return useSyncExternalStore((tell) => {
    const view = document.getElementById(id);
    const look = () => { isFar.current = view.scrollTop > 240; tell(); };
    return view ? on(view, ["scroll"], look, { passive: true }) : () => {};
  }, () => isFar.current, () => false);
};
