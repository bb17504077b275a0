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

test("a month has its year only when it isn't in this one", async () => {
  const { showDate } = await openPage("en", "en-GB");
  assert.equal(showDate("2026-01-01", "month"), "January");
  assert.equal(showDate("2025-01-01", "month"), "January 2025");
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

test("a country is spelled as in Spain only for a browser from there", async () => {
  const named = async (...tags) => ["SA", "RO"].map((await openPage(...tags)).showRegion);
  assert.deepEqual(await named("es", "es-ES", "es"), ["Arabia Saudí", "Rumanía"]);
  for (const tag of ["es-MX", "es", "en-US"]) {
    assert.deepEqual(await named("es", tag, "es"), ["Arabia Saudita", "Rumania"]);
  }
  assert.deepEqual(await named("en", "es-MX"), ["Saudi Arabia", "Romania"]);
});

test("a time has one format: with pm for English on a browser of 12 hours, else with two digits", async () => {
  const at = (hour, minute) => new Date(2026, 0, 12, hour, minute).toISOString();
  const shown = async (...languages) => {
    const { showDate } = await openPage(...languages);
    return [at(1, 0), at(18, 30)].map((one) => showDate(one, "time").replace(/\s/, " "));
  };
  const [american, on24] = [["1:00 am", "6:30 pm"], ["01:00", "18:30"]];
  assert.deepEqual(await shown("en", "en-US"), american);
  assert.deepEqual(await shown("en", "en-CA"), american);
  assert.deepEqual(await shown("en", "es-MX", "en-GB"), american);
  assert.deepEqual(await shown("en", "en-GB"), on24);
  assert.deepEqual(await shown("en", "de-DE", "en-US"), on24);
  assert.deepEqual(await shown("en", "de-DE"), on24);
  assert.deepEqual(await shown("es", "es-ES"), on24);
  assert.deepEqual(await shown("es", "es-MX"), on24);
  assert.deepEqual(await shown("es", "en-US"), on24);
});

test("another language than the browser's keeps the region of the browser", async () => {
  const tag = async (...languages) => (await openPage(...languages)).ownTag();
  assert.equal(await tag("en", "es-ES", "en-US"), "en-US");
  assert.equal(await tag("es", "en-US"), "es-US");
  assert.equal(await tag("es", "en"), "es");
});

test("today and yesterday are words, a day of before is written out", async () => {
  const { showDate } = await openPage("en", "en-GB");
  const day = (ago) => {
    const at = new Date(Date.now() - ago * 86_400_000);
    return [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((n) => String(n).padStart(2, "0")).join("-");
  };
  assert.deepEqual([0, 1].map((ago) => showDate(day(ago), "near_day")), ["today", "yesterday"]);
  assert.match(showDate(day(3), "near_day"), /^\w+day,? \d+ \w+$/);
});
