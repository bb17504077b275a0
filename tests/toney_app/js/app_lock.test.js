import assert from "node:assert/strict";
import { test } from "node:test";
import { Device, pass, useClock } from "./support/page.js";
import { mount } from "./support/react.js";

useClock();
const open = async (device) => {
  const page = device.open();
  const { useLocked, keepAfter, opened } = await page.load("app_lock");
  const lock = mount(useLocked);
  return {
    page, keepAfter, opened,
    // To another tab, or home.
    leaves: () => { page.document.hidden = true; page.document.dispatchEvent(new Event("visibilitychange")); },
    comesBack: () => { page.document.hidden = false; page.document.dispatchEvent(new Event("visibilitychange")); },
    get isLocked() { return lock.value; },
    // Whatever made the page draw itself anew.
    get isDrawnLocked() { return mount(useLocked).value; },
  };
};
const CLEARED = { key: null, newValue: null };

test("it locks after the chosen time without a touch, and its tabs agree", async () => {
  const device = new Device();
  const [one, other] = [await open(device), await open(device)];
  one.keepAfter(5);
  one.page.hears("pointerdown", {});
  pass(4 * 60);
  assert.equal(one.isLocked, false);
  pass(61);
  assert.equal(one.isLocked, true);
  assert.equal((await open(device)).isLocked, true);
  other.page.hears("storage", { key: "locked", newValue: "1" });
  assert.equal(other.isLocked, true);
});

test("who left it open and comes back later finds it locked before anything is shown", async () => {
  const device = new Device();
  const first = await open(device);
  first.keepAfter(60);
  first.page.hears("pointerdown", {});
  device.localStorage.setItem("used", Date.now() - 3_600_000);
  assert.equal((await open(device)).isLocked, true);
});

test("without a lock it never locks", async () => {
  const device = new Device();
  const page = await open(device);
  page.keepAfter(null);
  pass(86_400);
  assert.equal(page.isLocked, false);
});

test("the browser says so with each request from the moment it is locked", async () => {
  const device = new Device();
  const page = await open(device);
  page.keepAfter(0);
  page.leaves();
  assert.equal(page.page.document.cookie, "toney_locked=1");
  page.opened();
  assert.equal(page.page.document.cookie, "");
});

test("an emptied storage opens no page, neither this one nor another nor the next", async () => {
  const device = new Device();
  const [one, other] = [await open(device), await open(device)];
  one.keepAfter(0);
  one.leaves();
  other.page.hears("storage", { key: "locked", newValue: "1" });
  device.localStorage.clear();
  [one, other].forEach(({ page }) => page.hears("storage", CLEARED));
  one.comesBack();
  assert.deepEqual([one, other, await open(device)].map(({ isLocked }) => isLocked), [true, true, true]);
});

test("without a trace in the browser a locked page begins anew, and the server decides", async () => {
  const device = new Device();
  const page = await open(device);
  page.keepAfter(0);
  page.leaves();
  device.localStorage.clear();
  device.cookies.one = "toney_locked=1; Max-Age=0";
  assert.equal(page.isDrawnLocked, true);
  page.comesBack();
  assert.equal(page.page.address.reloads, 1);
});

test("an open page whose storage was emptied still locks when it is left", async () => {
  const device = new Device();
  const page = await open(device);
  page.keepAfter(0);
  device.localStorage.clear();
  page.leaves();
  assert.equal(page.isLocked, true);
  assert.ok(page.page.requests.includes("/api/lock/close"));
});

test("a page that comes back as it was left is locked, or begins anew once it was unlocked", async () => {
  const device = new Device();
  const [left, other] = [await open(device), await open(device)];
  left.keepAfter(5);
  left.page.hears("pointerdown", {});
  left.leaves();
  device.localStorage.setItem("used", Date.now() - 300_000);
  left.page.hears("pageshow", { persisted: true });
  assert.equal(left.isLocked, true);
  other.opened();
  left.page.hears("pageshow", { persisted: true });
  assert.equal(left.page.address.reloads, 1);
});
