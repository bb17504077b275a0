// How somebody is reminded: the sheet's values, this browser's permission, and what was opened.

import { done, useSheetOf } from "./account.js";
import { on } from "./page.js";
import { ask } from "./request.js";

const isApple = () => /iPhone|iPad|iPod/.test(navigator.userAgent)
  || (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

// Why this browser can't show reminders; empty when it can, or may be asked.
export const hindrance = (scope = globalThis) => {
  if (!("PushManager" in scope && "Notification" in scope && scope.navigator?.serviceWorker)) {
    return isApple() && !navigator.standalone ? "install" : "unsupported";
  }
  return scope.Notification.permission === "denied" ? "denied" : "";
};
export const bytesOf = (text) => Uint8Array.from(
  atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0),
);

// Only after a tap of theirs: browsers refuse to ask otherwise, and so do we.
export const subscribe = async (key) => {
  if (hindrance()) throw new Error(hindrance());
  if (await Notification.requestPermission() !== "granted") throw new Error("denied");
  const worker = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: bytesOf(key) };
  const subscription = await worker.pushManager.subscribe(options).catch(async () => {
    await (await worker.pushManager.getSubscription())?.unsubscribe();
    return worker.pushManager.subscribe(options);
  });
  const { endpoint, keys: { p256dh, auth } } = subscription.toJSON();
  await done("POST", "/api/reminders/browsers", { endpoint, p256dh, auth });
};

const subscriptionHere = async () => {
  const worker = await navigator.serviceWorker?.getRegistration();
  return await worker?.pushManager?.getSubscription() ?? null;
};
// This browser takes no more pushes; when it was the only way, reminders are off.
export const unsubscribe = async () => {
  const here = await subscriptionHere();
  if (here) await done("DELETE", "/api/reminders/browsers", { endpoint: here.endpoint });
  await here?.unsubscribe();
  const { hasPush, byMail, hasMail } = await done("GET", "/api/reminders");
  const left = byMail && hasMail ? { byPush: false } : { isOn: false };
  if (!hasPush) await done("PATCH", "/api/reminders", left);
};

// What a form of the sheet says, as the API takes it.
export const readForm = (form) => {
  const said = new FormData(form);
  return {
    time: said.get("time"), quietFrom: said.get("quietFrom"), quietTo: said.get("quietTo"),
    days: said.getAll("day").map(Number),
  };
};

const noteOpened = (id) => {
  if (id) ask("POST", `/api/reminders/${encodeURIComponent(id)}/opened`, {}).catch(() => {});
};
if (!import.meta.env.SSR) {
  const id = new URLSearchParams(location.search ?? "").get("reminder");
  if (id) {
    history.replaceState(history.state, "", location.pathname + location.hash);
    noteOpened(id);
  }
  if (navigator.serviceWorker) {
    on(navigator.serviceWorker, ["message"], ({ data }) => noteOpened(data?.reminder));
  }
}

const NONE = {
  isOn: false, byPush: false, byMail: false, hasMail: false, isPaused: false, endedAt: "",
  time: "", quietFrom: "", quietTo: "", days: [], hinder: "", key: "",
};
export const useReminders = () => {
  const { now, run } = useSheetOf("reminders", NONE, async () => {
    const found = await done("GET", "/api/reminders");
    const key = [found.time, found.quietFrom, found.quietTo, ...found.days].join();
    const byPush = found.byPush && Boolean(await subscriptionHere());
    return { ...found, byPush, key, endedAt: found.endedAt ?? "", hinder: hindrance() };
  });
  const why = ({ message, status }) => (
    status === 400 ? "clash" : ["install", "unsupported", "denied"].includes(message) ? message
      : "failed"
  );
  const change = (wanted) => run("busy", () => done("PATCH", "/api/reminders", wanted), why);
  const start = () => run("busy", async () => {
    const byMail = now.hasMail && now.byMail;
    if (!now.byPush && !byMail) await subscribe(now.pushKey);
    await done("PATCH", "/api/reminders", byMail ? { isOn: true } : { isOn: true, byPush: true });
  }, why);
  const push = () => run("busy", async () => {
    if (now.byPush) return unsubscribe();
    await subscribe(now.pushKey);
    return done("PATCH", "/api/reminders", { byPush: true });
  }, why);
  return {
    ...now,
    hasDay: Object.fromEntries(now.days.map((day) => [day, true])),
    toggle: (name) => {
      if (name === "isOn" && !now.isOn) return start();
      if (name === "byPush") return push();
      return change({ [name]: !now[name] });
    },
    save: (event) => { event.preventDefault(); change(readForm(event.currentTarget)); },
  };
};
