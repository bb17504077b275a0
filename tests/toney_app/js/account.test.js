import assert from "node:assert/strict";
import { test } from "node:test";
import { Device, pass, useClock } from "./support/page.js";
import { mount } from "./support/react.js";

useClock();

test("when a device was last used is told in words, before yesterday as a day", async () => {
  const page = new Device().open();
  page.document.documentElement.lang = "en";
  page.navigator.languages = ["en-GB"];
  const { showSeen } = await page.load("account");
  const now = new Date(2026, 0, 12, 9).getTime();
  assert.equal(showSeen(new Date(2026, 0, 12, 0, 5).toISOString(), now), "today");
  assert.equal(showSeen(new Date(2026, 0, 11, 23, 59).toISOString(), now), "yesterday");
  assert.equal(showSeen(new Date(2026, 0, 3).toISOString(), now), "3 January");
  assert.equal(showSeen(new Date(2026, 0, 13).toISOString(), now), "today");
  assert.equal(showSeen("", now), "");
});

const settle = async () => { for (let i = 0; i < 9; i += 1) await Promise.resolve(); };
const openSheet = async (values) => {
  const page = new Device().open();
  page.address.hash = "#home/switches";
  const { useSheetOf } = await page.load("account");
  const reads = [];
  const read = () => new Promise((answer) => reads.push(answer));
  const sheet = mount(() => useSheetOf("switches", values, read));
  const says = async (found) => { reads.shift()(found); await settle(); };
  await says(values);
  return {
    says,
    // Tap a switch; its request ends when the test says so.
    taps: (wanted) => {
      const request = Promise.withResolvers();
      sheet.value.run("busy", () => request.promise, undefined, wanted);
      return { ends: () => { request.resolve(); return settle(); }, fails: () => { request.reject(new Error("no")); return settle(); } };
    },
    shows: (...names) => names.map((name) => sheet.value.now[name]),
  };
};

test("an answer to an earlier tap leaves a later one as it is", async () => {
  const sheet = await openSheet({ mail: false, on: false });
  const mail = sheet.taps({ mail: true });
  await mail.ends();
  const on = sheet.taps({ on: true });
  await sheet.says({ mail: true, on: false });
  assert.deepEqual(sheet.shows("mail", "on"), [true, true]);
  await on.ends();
  await sheet.says({ mail: true, on: true });
  assert.deepEqual(sheet.shows("mail", "on", "state"), [true, true, ""]);
});

test("a tap that is refused goes back alone", async () => {
  const sheet = await openSheet({ mail: false, on: false });
  const mail = sheet.taps({ mail: true });
  const on = sheet.taps({ on: true });
  await mail.fails();
  assert.deepEqual(sheet.shows("mail", "on", "state"), [false, true, "failed"]);
  await on.ends();
  await sheet.says({ mail: false, on: true });
  assert.deepEqual(sheet.shows("mail", "on"), [false, true]);
});

test("a sheet that could not be read is read again while it is open", async () => {
  const page = new Device().open();
  page.address.hash = "#home/switches";
  const { useSheetOf } = await page.load("account");
  let isUp = false;
  const read = async () => { if (!isUp) throw new Error("no connection"); return { on: true }; };
  const sheet = mount(() => useSheetOf("switches", { on: false }, read));
  await settle();
  assert.deepEqual([sheet.value.now.ready, sheet.value.now.state], [false, "failed"]);
  isUp = true;
  pass(5);
  await settle();
  assert.deepEqual([sheet.value.now.ready, sheet.value.now.on, sheet.value.now.state], [true, true, ""]);
});

test("with as many passkeys as there may be, that is said", async () => {
  const { wrong, Refused } = await new Device().open().load("passkeys");
  assert.equal(wrong(new Refused(402, 0)), "full");
  assert.equal(wrong(new Refused(500, 0)), "failed");
});
