// How somebody is reminded: the sheet's values, this browser's permission, and what was opened.

import { done, useSheetOf } from "./account.js";
import { on } from "./page.js";
import { showDate } from "./dates.js";

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

// The goal or the card that a reminder is about opens, as soon as the views are there.
const TRIES = 100;
const BETWEEN = 300;
const lead = ({ about, aboutId }, tries = TRIES) => {
  if (!about || !tries) return;
  const form = document.getElementById("open-follow-up");
  if (!form) return setTimeout(() => lead({ about, aboutId }, tries - 1), BETWEEN);
  form.elements.about.value = about;
  form.elements.about_id.value = aboutId;
  form.requestSubmit();
};
export const noteOpened = async (id) => {
  if (!id) return;
  await done("POST", `/api/reminders/${encodeURIComponent(id)}/opened`, {}).then(lead, () => {});
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
const read = async () => {
  const found = await done("GET", "/api/reminders");
  const byPush = found.byPush && Boolean(await subscriptionHere());
  return { ...found, byPush, endedAt: found.endedAt ?? "", hinder: hindrance() };
};
const TROUBLE = ["install", "unsupported", "denied"];
const whyFor = (refused) => ({ message, status }) => (
  status === 400 ? refused : TROUBLE.includes(message) ? message : "failed"
);

// The day on which to be asked about a goal or a card.
export const useFollowUp = (about, id) => {
  const { now, run } = useSheetOf(about, { ...NONE, followUps: [] }, read);
  const mine = now.followUps.find(({ aboutId }) => aboutId === id);
  const keep = async (day) => {
    if (!now.byPush && !(now.byMail && now.hasMail)) await subscribe(now.pushKey);
    await done("POST", "/api/reminders/follow-ups", { about, aboutId: id, on: day });
  };
  return {
    ...now,
    on: showDate(mine?.dueAt, "day"),
    ask: (event) => {
      event.preventDefault();
      const { value } = event.currentTarget.elements.on;
      run("busy", () => keep(value), whyFor("day"));
    },
    drop: () => run("busy", () => done("DELETE", `/api/reminders/follow-ups/${mine.id}`, {})),
  };
};
export const useReminders = () => {
  const { now, run } = useSheetOf("reminders", NONE, async () => {
    const found = await read();
    return { ...found, key: [found.time, found.quietFrom, found.quietTo, ...found.days].join() };
  });
  const why = whyFor("clash");
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
