// Getting in and out, and the language: cookies say who it is and which language, so the page loads
// anew.

import { useEffect, useState } from "react";
import { letGo } from "./app_lock.js";
import { ownTag } from "./dates.js";
import { parts, useHash } from "./page.js";
import { ask } from "./request.js";
import { forgetSeen, isLeaving, setLeaving } from "./seen_store.js";
import { put } from "./storage.js";

const here = () => (
  { timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone, locale: ownTag() }
);

// When a limit ends, as an instant.
const tryAt = ({ headers }) => (
  new Date(Date.now() + 1_000 * Number(headers.get("Retry-After") ?? 60)).toISOString()
);
// The page between the door and the questions has an entry in the history: `#rewire//agree`.
const AGREE = "agree";
const isReading = () => parts()[2] === AGREE;
const read = () => { location.hash = `#${parts()[0] || "home"}//${AGREE}`; };
const goBack = () => location.replace(`#${parts()[0] || "home"}`);
// Whoever goes back from the form and comes again finds what they ticked.
const ticks = new Map();
const keepTick = ({ target }) => { ticks.set(target.name, target.checked); };
const tickAgain = (form) => {
  if (form) ticks.forEach((isTicked, name) => { form.elements[name].checked = isTicked; });
};
export const useStart = (textVersion) => {
  const [state, set] = useState("");
  const begin = async (event) => {
    event.preventDefault();
    set("busy");
    try {
      if (isLeaving()) await endSession();  // or it would end the new one
      const answer = await ask("POST", "/api/auth/guest", { ...here(), consent: { textVersion } });
      if (answer.ok) { put("accent", "neutral"); location.reload(); }
      else if (answer.status === 429) set(tryAt(answer));
      else set("failed");
    } catch { set("failed"); }
  };
  const [waits, setWaits] = useState(false);
  useEffect(() => setWaits(isLeaving()), []);
  const form = { onSubmit: begin, onChange: keepTick, ref: tickAgain };
  return { state, waits, form, read, goBack, isReading: useHash(isReading, false) };
};
// Here no reminder of theirs is shown any more, also when the server can't be told.
const MOST_MS = 1_000;
const endPushes = async () => {
  const worker = await navigator.serviceWorker?.getRegistration();
  await (await worker?.pushManager?.getSubscription())?.unsubscribe();
};
export const forget = (receipt) => {
  const inTime = new Promise((done) => { setTimeout(done, MOST_MS); });
  const quiet = Promise.race([endPushes().catch(() => {}), inTime]);
  const gone = Promise.all([forgetSeen(), quiet]);
  letGo();
  Object.keys(localStorage).filter((key) => key !== "theme" && key !== "leaving" && !key.startsWith("install-"))
    .forEach((key) => localStorage.removeItem(key));
  sessionStorage.clear();
  if (receipt) sessionStorage.setItem("receipt", receipt);
  gone.then(() => location.replace("/"));
};
// Without a connection the device forgets at once; the server is told as soon as it can be.
const endSession = async () => {
  const answer = await ask("POST", "/api/auth/logout", {}).catch(() => null);
  const isOver = Boolean(answer && (answer.ok || answer.status === 401));
  if (isOver) setLeaving(false);
  return isOver;
};
export const signOut = async () => {
  setLeaving(true);
  await endSession();
  forget();
};
const RETRY_MS = 5_000;
const leaveLater = async () => {
  if (!isLeaving()) return;
  if (await endSession()) forget();
  else setTimeout(leaveLater, RETRY_MS);
};
if (!import.meta.env.SSR && isLeaving()) {
  document.documentElement.dataset.leaving = "";
  leaveLater();
  addEventListener("online", leaveLater);
}
export const useDelete = () => {
  const [state, set] = useState("");
  const begin = async () => {
    set("busy");
    const answer = await ask("DELETE", "/api/account?receipt=true", {}).catch(() => ({}));
    if (answer.ok || answer.status === 401) forget(answer.ok && await answer.text());
    else set("failed");
  };
  return { state, begin };
};
// The server renders the page in the language of the cookie (ADR 0006).
const speak = (language) => {
  document.cookie = `toney_language=${language}; Path=/; Max-Age=31536000; SameSite=Lax`;
  navigator.serviceWorker?.controller?.postMessage("look again");
  location.reload();
};
export const speaks = { onClick: ({ currentTarget }) => speak(currentTarget.lang) };
// The person has chosen another one, here or on another device. Once: a page that the device keeps
// may still be in the old one.
const SPOKEN = "spoken";
export const useLanguage = (language) => useEffect(() => {
  if (!language) return;
  const isTried = sessionStorage.getItem(SPOKEN);
  sessionStorage.removeItem(SPOKEN);
  if (isTried || language === document.documentElement.lang) return;
  sessionStorage.setItem(SPOKEN, language);
  speak(language);
}, [language]);
export const useZone = (known) => useEffect(() => {
  const { timeZone } = here();
  if (!known || timeZone === known) return;
  const tell = () => ask("PATCH", "/api/profile", { timeZone }).catch(() => {});
  tell();
  // Somebody who has travelled may open the page before there is a connection.
  addEventListener("online", tell);
  return () => removeEventListener("online", tell);
}, [known]);
