// How somebody is reminded: the sheet's values, this browser's permission, and what was opened.

import { done, useSheetOf } from "./account.js";
import { goTo, on } from "./page.js";
import { showDate } from "./dates.js";
import { put } from "./storage.js";

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
const packed = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes)))
  .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
// A subscription is for one key of the server. Where that has changed, or the server has dropped the
// browser, the person who wants pushes here subscribes again, without a tap.
const TOLD = "push-told";
export const renew = async () => {
  const here = await subscriptionHere();
  if (!here) return;
  const { isOn, byPush, hasPush, followUps, pushKey } = await done("GET", "/api/reminders");
  const isWanted = byPush && pushKey && (isOn || followUps.length);
  const isOurs = hasPush && packed(here.options.applicationServerKey) === pushKey;
  // Once a day also where all fits: the server has to know the session that this browser has now.
  const day = new Date().toDateString();
  if (!isWanted || (isOurs && localStorage.getItem(TOLD) === day)) return;
  await subscribe(pushKey);
  put(TOLD, day);
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

// What the forms of the sheet say, as the API takes it.
export const readForm = (form) => {
  const said = new FormData(form);
  return { quietFrom: said.get("quietFrom"), quietTo: said.get("quietTo") };
};
export const readTime = (form) => {
  const said = new FormData(form);
  const about = said.get("about");
  return {
    time: said.get("time"), days: said.getAll("day").map(Number),
    ...about && (about === "focus" ? { about } : { about: "goal", goalId: about }),
  };
};

// The goal or the card that a reminder is about opens, as soon as the views are there. One in the
// person's own words is on home.
const TRIES = 100;
const BETWEEN = 300;
const lead = ({ about, aboutId, words }, tries = TRIES) => {
  if (!(about || words) || !tries) return;
  const form = document.getElementById("open-follow-up");
  if (!form) return setTimeout(() => lead({ about, aboutId, words }, tries - 1), BETWEEN);
  form.elements.about.value = about ?? "";
  form.elements.about_id.value = aboutId ?? "";
  form.requestSubmit();
  if (!about) goTo("home");
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
    renew().catch(() => {});
  }
}

const NONE = {
  isOn: false, byPush: false, byMail: false, hasMail: false, isPaused: false, endedAt: "",
  times: [], subjects: [], open: [], lockScreen: "", quietFrom: "", quietTo: "", hinder: "", key: "",
};
const asTaken = ({ time, days, about, goalId } = {}) => ({ time, days, about, goalId });
let before = Promise.resolve();
const inTurn = (work) => { before = before.catch(() => {}).then(work); return before; };
const MOST_TIMES = 10;
const WEEK = 7;

// Days in a row as one range, such as Mon–Fri; a day alone by its whole name.
const dayName = (day, style) => showDate(`2024-01-0${day + 1}`, style);
export const showDays = (days) => {
  if (days.length === 1) return dayName(days[0], "weekday");
  const runs = days.reduce((found, day) => {
    const last = found.at(-1);
    if (last && last.at(-1) === day - 1) last.push(day);
    else found.push([day]);
    return found;
  }, []);
  const short = (day) => dayName(day, "short");
  return runs.map((run) => (
    run.length > 2 ? `${short(run[0])}–${short(run.at(-1))}` : run.map(short).join(", ")
  )).join(", ");
};
// A time such as 18:30, as all times are shown.
export const showClock = (time) => showDate(`2024-01-01T${time}`, "time");
const shownTimes = ({ times, subjects }) => times.map((one, place) => ({
  ...one,
  id: String(place),
  on: one.days,
  days: showDays(one.days),
  every: one.days.length === WEEK,
  choice: one.goalId ?? one.about ?? "",
  words: subjects.find(({ id }) => id === one.goalId)?.words ?? "",
  at: showClock(one.time),
  skipped: showDays(one.skipped),
}));
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
  const keep = async (day, { byPush, byMail, hasMail, pushKey }) => {
    if (!byPush && !(byMail && hasMail)) await subscribe(pushKey);
    await done("POST", "/api/reminders/follow-ups", { about, aboutId: id, on: day });
  };
  return {
    ...now,
    on: showDate(mine?.dueAt, "day"),
    ask: (event) => {
      event.preventDefault();
      const { value } = event.currentTarget.elements.on;
      run("busy", (found) => keep(value, found), whyFor("day"));
    },
    drop: () => run("busy", () => done("DELETE", `/api/reminders/follow-ups/${mine.id}`, {})),
  };
};
export const useReminders = () => {
  const { now, run } = useSheetOf("reminders", NONE, async () => {
    const found = await read();
    const open = found.followUps.map((one) => ({ ...one, day: showDate(one.dueAt, "weekday_day") }));
    const key = JSON.stringify(found.times);
    return { ...found, open, plain: found.times, times: shownTimes(found), key };
  });
  const why = whyFor("clash");
  // What the API answers is read anew, so that it is shown as the rest is.
  const patch = async (wanted) => { await done("PATCH", "/api/reminders", wanted); };
  const change = (wanted) => run("busy", () => patch(wanted), why);
  // The API takes all times at once: one after the other, of those that it has by then.
  const retime = (id, turned) => {
    const shown = asTaken((now.plain ?? [])[id]);
    return run("busy", () => inTurn(async () => {
      const times = (await done("GET", "/api/reminders")).times.map(asTaken);
      const place = times.findIndex((one) => JSON.stringify(one) === JSON.stringify(shown));
      await patch({ times: turned(times, place) });
    }), why);
  };
  const start = () => run("busy", async ({ byPush, byMail, hasMail, pushKey }) => {
    const mails = hasMail && byMail;
    if (!byPush && !mails) await subscribe(pushKey);
    await patch(mails ? { isOn: true } : { isOn: true, byPush: true });
  }, why, { isOn: true });
  const push = (byPush) => run("busy", async ({ pushKey }) => {
    if (!byPush) return unsubscribe();
    await subscribe(pushKey);
    return patch({ byPush });
  }, why, { byPush });
  return {
    ...now,
    isFull: now.times.length >= MOST_TIMES,
    sample: now.times.find(({ words }) => words)?.words ?? "",
    sampleTime: now.times[0]?.at ?? showClock("18:30"),
    today: showDate(new Date().toISOString(), "weekday_day"),
    showOnLock: (lockScreen) => change({ lockScreen }),
    saveTime: (id, event) => {
      event.preventDefault();
      const said = readTime(event.currentTarget);
      if (!said.days.length) return run("busy", async () => ({ state: "no_day" }));
      return retime(id, (times, place) => (place < 0 ? [...times, said] : times.with(place, said)));
    },
    dropTime: (id) => retime(id, (times, place) => times.filter((_, at) => at !== place)),
    drop: (id) => run("busy", () => done("DELETE", `/api/reminders/follow-ups/${id}`, {})),
    toggle: (name) => {
      if (name === "isOn" && !now.isOn) return start();
      if (name === "byPush") return push(!now.byPush);
      const wanted = { [name]: !now[name] };
      return run("busy", () => patch(wanted), why, wanted);
    },
    save: (event) => { event.preventDefault(); change(readForm(event.currentTarget)); },
  };
};
