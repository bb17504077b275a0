import assert from "node:assert/strict";
import { test } from "node:test";
import { Device, pass, useClock } from "./support/page.js";
import { mount } from "./support/react.js";

useClock();
const open = async (device) => {
  const page = device.open();
  const { useLocked, keepAfter } = await page.load("app_lock");
  const lock = mount(useLocked);
  return { page, keepAfter, get isLocked() { return lock.value; } };
};

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
