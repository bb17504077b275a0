// What was seen last is there without a connection, for the same person only.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Device, pass, useClock } from "./support/page.js";
import { MARA, openApp } from "./support/states.js";

useClock();
const seenBy = async (device, values = MARA) => {
  const app = await openApp(device);
  app.hears(values);
  pass(2);
  await app.settle();
  return app;
};
const withoutServer = async (device) => {
  const app = await openApp(device);
  await app.loses();
  await app.settle();
  return app;
};

test("without a connection home and wins are as they were", async () => {
  const device = new Device();
  await seenBy(device);
  const app = await withoutServer(device);
  assert.equal(app.shown("session").name, "Mara");
  assert.equal(app.shown("home").focus.title, "Looking is enough");
  assert.deepEqual(app.shown("wins").months, ["January"]);
});

test("a server that is slow isn't waited for", async () => {
  const device = new Device();
  await seenBy(device);
  const app = await openApp(device);
  assert.equal(app.shown("session").ready, false);
  pass(3);
  await app.settle();
  assert.equal(app.shown("session").ready, true);
});

test("on another day the card has no answer yet", async () => {
  const device = new Device();
  const done = { ...MARA.home, focus: { ...MARA.home.focus, answer: "done" } };
  await seenBy(device, { ...MARA, home: done });
  assert.equal((await withoutServer(device)).shown("home").focus.answer, "done");
  pass(24 * 3_600);
  const next = await withoutServer(device);
  assert.equal(next.shown("home").focus.answer, "");
  assert.equal(next.shown("home").part_of_day, "night");
});

test("what was kept makes way in one step, once the server has said all of home", async () => {
  const device = new Device();
  await seenBy(device);
  const app = await withoutServer(device);
  app.finds();
  app.hears({ session: { ready: false, step: "welcome" }, wins: { months: [], loaded: false } });
  app.hears({ session: MARA.session });
  assert.deepEqual(app.shown("wins").months, ["January"]);
  app.hears({ home: { ...MARA.home, part_of_day: "noon" }, chat: { loaded: true } });
  assert.equal(app.shown("home").part_of_day, "noon");
  assert.deepEqual(app.shown("wins").months, []);
});

test("a server that says half of it is shown after a while", async () => {
  const device = new Device();
  await seenBy(device);
  const app = await withoutServer(device);
  app.hears({ session: { ...MARA.session, name: "M." } });
  pass(8);
  assert.equal(app.shown("session").name, "M.");
});

test("nothing is left when nobody is signed in any more", async () => {
  const device = new Device();
  await seenBy(device);
  const app = await withoutServer(device);
  app.hears({ session: { ready: true, step: "welcome" } });
  assert.equal(app.shown("session").step, "welcome");
  assert.equal(app.shown("home").focus.title, "");
  pass(2);
  await app.settle();
  assert.equal((await withoutServer(device)).shown("session").ready, false);
});

test("somebody else on this device finds nothing, also before they are at home", async () => {
  const device = new Device();
  await seenBy(device);
  const dev = { session: { ready: true, step: "questions" }, device: { person: "dev" } };
  await seenBy(device, dev);
  assert.equal((await withoutServer(device)).shown("session").ready, false);
});

const DEV = { ...MARA, device: { person: "dev" } };
const leftByMara = async (device) => {
  await seenBy(device);
  [["outbox", "[]"], ["draft:win", "I opened it"], ["theme", "dark"]]
    .forEach(([name, value]) => device.localStorage.setItem(name, value));
};
const isLoadedAnew = async (app) => {
  await app.settle();
  return app.page.address.reloads === 1 || app.page.address.hash === "/";
};
const WORDS = "draft:win";

test("what somebody has left here is not the next person's: the page begins anew without it", async () => {
  const device = new Device();
  await leftByMara(device);
  await seenBy(device, { session: { ready: true, step: "welcome" } });
  assert.equal(device.localStorage.getItem(WORDS), "I opened it");
  const app = await openApp(device);
  app.hears(DEV);
  assert.equal(app.shown("session").ready, false);
  assert.ok(await isLoadedAnew(app));
  assert.deepEqual(Object.keys(device.localStorage).toSorted(), ["seen-of", "theme"]);
  device.localStorage.setItem(WORDS, "My own");
  const next = await seenBy(device, DEV);
  assert.equal(next.shown("session").ready, true);
  assert.ok(!await isLoadedAnew(next));
  assert.equal(device.localStorage.getItem(WORDS), "My own");
});

test("who comes back after their session ended finds their words", async () => {
  const device = new Device();
  await leftByMara(device);
  await seenBy(device, { session: { ready: true, step: "welcome" } });
  const app = await seenBy(device);
  assert.equal(app.shown("session").ready, true);
  assert.equal(device.localStorage.getItem(WORDS), "I opened it");
});

test("a page of the person before begins anew, and leaves the words of the next one", async () => {
  const device = new Device();
  const [open, asleep] = [await seenBy(device), await seenBy(device)];
  (await openApp(device)).hears(DEV);
  device.localStorage.setItem(WORDS, "My own");
  open.page.hears("storage", { key: "seen-of", newValue: "dev" });
  asleep.hears(DEV);
  assert.ok(await isLoadedAnew(open));
  assert.ok(await isLoadedAnew(asleep));
  assert.equal(device.localStorage.getItem(WORDS), "My own");
});

test("after signing out in one tab, the others show nothing either", async () => {
  const device = new Device();
  const [here, other] = [await seenBy(device), await seenBy(device)];
  const stranger = await openApp(device);
  const { forget } = await here.page.load("door");
  forget();
  for (const { page } of [other, stranger]) page.hears("storage", { key: "seen-of", newValue: null });
  assert.ok(await isLoadedAnew(other));
  assert.equal(stranger.page.address.reloads, 0);
});

test("after a quick exit nothing can be read", async () => {
  const device = new Device();
  await seenBy(device);
  const { page } = await openApp(device);
  const { forgetSeen } = await page.load("seen_store");
  forgetSeen();
  assert.equal((await withoutServer(device)).shown("session").ready, false);
});

test("after thirty days it is gone", async () => {
  const device = new Device();
  await seenBy(device);
  pass(31 * 24 * 3_600);
  assert.equal((await withoutServer(device)).shown("session").ready, false);
  assert.equal(device.localStorage.getItem("seen-at"), null);
});

test("what another version kept in another shape isn't shown", async () => {
  const device = new Device();
  const { page } = await seenBy(device);
  const { STATES } = await page.load("seen_states");
  const kept = await (await device.caches.match("/seen")).json();
  kept.shapes[STATES.wins] = "older";
  const cache = await device.caches.open();
  await cache.put("/seen", new Response(JSON.stringify(kept)));
  const app = await withoutServer(device);
  assert.equal(app.shown("session").name, "Mara");
  assert.deepEqual(app.shown("wins").months, []);
});

test("with an app lock nothing is kept, nor shown of what was kept before", async () => {
  const device = new Device();
  await seenBy(device);
  device.localStorage.setItem("lockAfter", "5");
  assert.equal((await withoutServer(device)).shown("session").ready, false);
  await seenBy(device);
  device.localStorage.removeItem("lockAfter");
  assert.equal((await withoutServer(device)).shown("session").ready, false);
});

test("nothing is kept before the server has said that there is no app lock", async () => {
  const device = new Device();
  const app = await openApp(device, false);
  app.hears(MARA);
  pass(2);
  await app.settle();
  assert.equal((await withoutServer(device)).shown("session").ready, false);
  const { learn } = await app.page.load("app_lock");
  await learn();
  pass(1);
  await app.settle();
  assert.equal((await withoutServer(device)).shown("session").name, "Mara");
});

test("what was kept is gone as soon as somebody locks the app", async () => {
  const device = new Device();
  const { page } = await seenBy(device);
  const { keepAfter } = await page.load("app_lock");
  assert.ok(await device.caches.match("/seen"));
  keepAfter(0);
  device.localStorage.clear();
  assert.equal(await device.caches.match("/seen"), undefined);
  assert.equal((await withoutServer(device)).shown("session").ready, false);
});
