// Reminders: what a push shows, where a tap leads, and why a browser can't take any.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { Device, useClock } from "./support/page.js";
import { mount } from "./support/react.js";
import { Browser } from "./support/worker.js";

useClock();
let browser;
beforeEach(() => { browser = new Browser(); browser.serves("v1"); });

test("a push shows the words of the server and nothing else", async () => {
  const worker = browser.starts("v1");
  const said = { title: "Toney", body: "You have a reminder", id: "r1" };
  await worker.pushed({ json: () => said });
  assert.deepEqual(browser.shown, [
    { title: "Toney", body: "You have a reminder", tag: "reminder", data: { id: "r1" } },
  ]);
});

test("a push that can't be read still shows something", async () => {
  const worker = browser.starts("v1");
  await worker.pushed({ json: () => { throw new SyntaxError("no"); } });
  assert.equal(browser.shown[0].title, "Toney");
});

test("a tap opens the app, or the page that is there", async () => {
  const worker = browser.starts("v1");
  await worker.tapped("r1");
  assert.deepEqual(browser.opened, ["/?reminder=r1"]);
  const told = [];
  const opens = (path) => {
    const page = { focus: async () => page, postMessage: (data) => told.push([path, data.reminder]) };
    browser.pages.push(Object.assign(page, { url: `https://toney.test${path}` }));
    return page;
  };
  opens("/privacy");
  await worker.tapped("r2");
  assert.deepEqual([browser.opened.at(-1), told], ["/?reminder=r2", []]);
  const page = opens("/#home");
  await worker.tapped("r3");
  assert.deepEqual([browser.opened.length, told], [2, [["/#home", "r3"]]]);
  page.focus = async () => { throw new TypeError("the page is gone"); };
  await worker.tapped("r4");
  assert.equal(browser.opened.at(-1), "/?reminder=r4");
});

test("a browser says why it can't take reminders", async () => {
  const { hindrance } = await new Device().open().load("reminders");
  const can = { PushManager: {}, navigator: { serviceWorker: {} } };
  assert.equal(hindrance({ navigator: {} }), "unsupported");
  assert.equal(hindrance({ ...can, Notification: { permission: "denied" } }), "denied");
  assert.equal(hindrance({ ...can, Notification: { permission: "default" } }), "");
});

test("chosen days are told as ranges, and a day alone by its whole name", async () => {
  const page = new Device().open();
  page.document.documentElement.lang = "en";
  page.navigator.languages = ["en-GB"];
  const { showDays } = await page.load("reminders");
  assert.equal(showDays([6]), "Sunday");
  assert.equal(showDays([0, 1, 2, 3, 4]), "Mon–Fri");
  assert.equal(showDays([0, 1, 3]), "Mon, Tue, Thu");
  assert.equal(showDays([]), "");
});

test("a chosen time is written as all times are", async () => {
  const page = new Device().open();
  page.navigator.languages = ["en-US"];
  const { showClock } = await page.load("reminders");
  assert.match(showClock("18:30"), /^6:30\spm$/);
  page.navigator.languages = ["en-GB"];
  assert.equal(showClock("09:00"), "09:00");
});

// A browser that is subscribed with a key, and what the server says of its reminders.
const subscribedWith = async (key, reminders, isTold = true) => {
  const subscribed = [];
  const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  let subscription = {
    options: { applicationServerKey: bytes(key).buffer },
    unsubscribe: async () => { subscription = null; },
    toJSON: () => ({ endpoint: "https://push.example/old", keys: { p256dh: "p", auth: "a" } }),
  };
  const pushManager = {
    getSubscription: async () => subscription,
    subscribe: async ({ applicationServerKey: wanted }) => {
      const has = subscription?.options.applicationServerKey;
      if (has && Buffer.compare(Buffer.from(has), Buffer.from(wanted))) throw new Error("another key");
      subscribed.push(Buffer.from(wanted).toString("base64url"));
      return { toJSON: () => ({ endpoint: "https://push.example/new", keys: { p256dh: "p", auth: "a" } }) };
    },
  };
  const worker = { pushManager };
  const page = new Device().open();
  const serviceWorker = Object.assign(new EventTarget(), {
    ready: Promise.resolve(worker), getRegistration: async () => worker,
  });
  page.navigator.serviceWorker = serviceWorker;
  globalThis.PushManager = class {};
  globalThis.Notification = { permission: "granted", requestPermission: async () => "granted" };
  Object.defineProperty(globalThis, "navigator", { value: { serviceWorker }, configurable: true });
  const said = { isOn: true, byPush: true, hasPush: true, followUps: [], pushKey: "AQID", ...reminders };
  const posts = [];
  page.answer = (path, { method, body }) => {
    if (method === "POST") posts.push([path, JSON.parse(body).endpoint]);
    return { ok: true, status: method === "POST" ? 204 : 200, json: async () => said };
  };
  if (isTold) page.storage.setItem("push-told", new Date().toDateString());
  const { renew } = await page.load("reminders");
  await renew();
  return { subscribed, posts };
};

test("a browser whose subscription is for another key of the server subscribes again", async () => {
  const { subscribed, posts } = await subscribedWith("BAUG", {});
  assert.deepEqual([...new Set(subscribed)], ["AQID"]);
  assert.deepEqual(posts[0], ["/api/reminders/browsers", "https://push.example/new"]);
});

test("a browser that the server has dropped tells it where pushes go", async () => {
  const { posts } = await subscribedWith("AQID", { hasPush: false });
  assert.ok(posts.length);
});

test("once a day a browser tells the server that it is still there, for the session it has now", async () => {
  const { posts } = await subscribedWith("AQID", {}, false);
  assert.deepEqual(posts[0], ["/api/reminders/browsers", "https://push.example/new"]);
});

test("a browser stays as it is with the right key, and where no reminders are wanted", async () => {
  assert.deepEqual(await subscribedWith("AQID", {}), { subscribed: [], posts: [] });
  for (const off of [{ isOn: false }, { byPush: false }, { pushKey: "" }]) {
    assert.deepEqual(await subscribedWith("BAUG", off), { subscribed: [], posts: [] });
  }
});

const at = (time) => ({ time, days: [0], about: null, goalId: null, skipped: [] });
// The sheet of a server that has these times, which another device may have changed since.
const sheetOf = async (...clocks) => {
  const page = new Device().open();
  page.address.hash = "#home/reminders";
  let times = clocks.map(at);
  const settle = async () => { for (let i = 0; i < 60; i += 1) await Promise.resolve(); };
  page.answer = (_path, { method, body }) => {
    if (method === "PATCH") times = JSON.parse(body).times.map((one) => ({ ...one, skipped: [] }));
    return { ok: true, status: 200, json: async () => ({ times, subjects: [], followUps: [], byPush: false }) };
  };
  const { useReminders } = await page.load("reminders");
  const sheet = mount(() => useReminders());
  await settle();
  return {
    sheet, settle, has: (...next) => { times = next.map(at); }, kept: () => times.map(({ time }) => time),
  };
};

test("two times that are deleted one right after the other are both gone", async () => {
  const { sheet, settle, kept } = await sheetOf("08:00", "12:00", "18:00");
  const { dropTime } = sheet.value;
  dropTime("0");
  dropTime("1");
  await settle();
  assert.deepEqual(kept(), ["18:00"]);
});

test("a time that another device has added stays when one is deleted here", async () => {
  const { sheet, settle, has, kept } = await sheetOf("08:00", "12:00");
  has("07:00", "08:00", "12:00");
  sheet.value.dropTime("0");
  await settle();
  assert.deepEqual(kept(), ["07:00", "12:00"]);
});
