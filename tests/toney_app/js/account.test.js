import assert from "node:assert/strict";
import { test } from "node:test";
import { Device, useClock } from "./support/page.js";

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

test("with as many passkeys as there may be, that is said", async () => {
  const { wrong, Refused } = await new Device().open().load("passkeys");
  assert.equal(wrong(new Refused(402, 0)), "full");
  assert.equal(wrong(new Refused(500, 0)), "failed");
});
