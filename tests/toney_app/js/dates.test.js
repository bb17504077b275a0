import assert from "node:assert/strict";
import { test } from "node:test";
import { Device, useClock } from "./support/page.js";

useClock();
const openPage = async (lang, ...languages) => {
  const page = new Device().open();
  page.document.documentElement.lang = lang;
  page.navigator.languages = languages;
  return page.load("dates");
};

test("a day has its year only when it isn't this one", async () => {
  const { showDate } = await openPage("en", "en-GB");
  assert.equal(showDate("2026-03-02", "day"), "2 March");
  assert.equal(showDate("2025-03-02", "day"), "2 March 2025");
  assert.equal(showDate("", "day"), "");
});

test("a day is written as the browser would, in the language of the page", async () => {
  const american = await openPage("en", "es-ES", "en-US");
  assert.equal(american.showDate("2026-03-02", "day"), "March 2");
  const { showDate } = await openPage("es", "en-US");
  assert.equal(showDate("2026-03-02", "weekday"), "lunes");
});

test("countries are in the order of their names", async () => {
  const codes = ["DE", "AT", "ES"];
  assert.deepEqual((await openPage("en")).byName(codes), ["AT", "DE", "ES"]);
  assert.deepEqual((await openPage("es")).byName(codes), ["DE", "AT", "ES"]);
});
