// Adding Toney to the home screen: offered once after the second good day, and in the settings.

import { useEffect, useSyncExternalStore } from "react";
import { makeListeners } from "./listeners.js";
import { closeSheet, isSheet, on, openSheet, parts } from "./page.js";
import { askToStay, put } from "./storage.js";

const SHEET = "install";
const SHOWN = "install-shown";
const DONE = "install-done";
const STILL = 2_000;

const { listen, tellAll } = makeListeners();
let browserOffer = null;  // Chrome's own, to be shown on a tap
const isInstalled = () => Boolean(localStorage.getItem(DONE)) || navigator.standalone === true
  || matchMedia("(display-mode: standalone)").matches;
const isApple = () => /iPhone|iPad|iPod/.test(navigator.userAgent)
  || (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);
const way = () => {
  if (isInstalled()) return "";
  if (browserOffer) return "tap";
  return isApple() ? "share" : "";
};
if (!import.meta.env.SSR) {
  on(window, ["beforeinstallprompt"], (event) => {
    event.preventDefault();
    browserOffer = event;
    tellAll();
  });
  on(window, ["appinstalled"], () => {
    put(DONE, new Date().toISOString());
    browserOffer = null;
    askToStay();
    tellAll();
    if (isSheet(SHEET)) closeSheet();
  });
}

export const useWay = () => useSyncExternalStore(listen, way, () => "");
export const add = async () => {
  const offer = browserOffer;
  if (!offer) return closeSheet();
  browserOffer = null;  // it can be shown once
  await offer.prompt();
  await offer.userChoice;
  tellAll();
  if (isSheet(SHEET)) closeSheet();
};

const wasShown = () => localStorage.getItem(SHOWN) !== null;
// Only on home, and while nothing is open or being typed.
const isFree = () => ["", "home"].includes(parts()[0]) && !parts()[1]
  && !document.activeElement?.matches("textarea, input") && !document.hidden;
export const useHint = (isTime, isBadMoment) => {
  const how = useWay();
  useEffect(() => {
    if (!how || !isTime || isBadMoment || wasShown()) return;
    const offer = setTimeout(() => {
      if (!isFree() || wasShown()) return;
      put(SHOWN, new Date().toISOString());
      openSheet(SHEET);
    }, STILL);
    return () => clearTimeout(offer);
  }, [how, isTime, isBadMoment]);
};
