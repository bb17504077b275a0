import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { Device, useClock } from "./support/page.js";
import { mount } from "./support/react.js";

useClock();
const openHelp = async (device = new Device()) => {
  const page = device.open();
  const help = await page.load("help_now");
  return { page, ...help };
};

test("plain words of danger are heard in both languages, however they are written", async () => {
  const { page, danger } = await openHelp();
  await page.rest();
  const said = {
    "I want to end my life.": "suicidality",
    "i DONT want to be alive any more": "suicidality",
    "Ya no quiero vivir.": "suicidality",
    "I was thinking about my budget, and then: I want to kill myself": "suicidality",
  };
  for (const [words, category] of Object.entries(said)) {
    assert.equal(danger(words), category, words);
  }
});

test("what is denied, said in passing or about something else is left to the server", async () => {
  const { page, danger } = await openHelp();
  await page.rest();
  const said = ["I don't want to kill myself.", "Me quiero morir de risa.", "My phone died.", ""];
  for (const words of said) assert.equal(danger(words), "", words);
});

test("until the phrases are there, nothing is heard", async () => {
  const { danger } = await openHelp();
  assert.equal(danger("I want to end my life."), "");
});

test("the number is that of the country of the account, and of the one chosen here", async () => {
  const { page, useHelp, chooseCountry } = await openHelp();
  const help = mount(() => useHelp("", "GB"));
  assert.equal(help.value.number, "112");
  await page.rest();
  assert.equal(help.value.number, "999");
  assert.equal(help.value.country, "United Kingdom");
  assert.ok(!help.value.is_guess);
  chooseCountry({ target: { value: "US" } });
  assert.equal(help.value.href, "tel:911");
});

test("a country that was chosen stays on this device and is told to the server", async () => {
  const device = new Device();
  const before = await openHelp(device);
  before.chooseCountry({ target: { value: "ES" } });
  const { page, useHelp, useCountry } = await openHelp(device);
  await page.rest();
  assert.equal(mount(() => useHelp("", "")).value.code, "ES");
  mount(() => useCountry(false));
  assert.deepEqual(page.requests, []);
  mount(() => useCountry(true));
  assert.deepEqual(page.requests, ["/api/profile"]);
});

test("who is elsewhere sees the lines that answer everywhere", async () => {
  const { page, useHelp } = await openHelp();
  await page.rest();
  const { all, first, number } = mount(() => useHelp("suicidality", "ZZ")).value;
  assert.equal(number, "112");
  assert.ok(all.length > 0);
  assert.ok(first.length <= 3);
  assert.ok(all.every(({ href }) => href));
});

test("a breath goes in for four seconds and out for six, three times", async () => {
  const { useBreath } = await openHelp();
  const breath = mount(() => useBreath(true));
  const now = () => [breath.value.phase, breath.value.left, breath.value.round];
  const second = (count) => { for (let n = 0; n < count; n += 1) mock.timers.tick(1_000); };
  assert.deepEqual(now(), ["in", 4, 1]);
  second(4);
  assert.deepEqual(now(), ["out", 6, 1]);
  second(6);
  assert.deepEqual(now(), ["in", 4, 2]);
  second(20);
  assert.equal(breath.value.phase, "done");
  breath.value.again();
  assert.deepEqual(now(), ["in", 4, 1]);
});
