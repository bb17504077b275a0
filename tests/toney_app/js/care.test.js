import assert from "node:assert/strict";
import { test } from "node:test";
import { openChat, stored } from "./support/chat.js";
import { Device, pass, useClock } from "./support/page.js";
import { mount } from "./support/react.js";

useClock();
const DANGER = { care: "crisis", category: "suicidality" };
const ABUSE = { care: "concern", category: "domestic_economic_abuse" };
const openCare = async (device = new Device()) => {
  const chat = await openChat(device);
  const { useCare, useAbused, useTold, imSafe } = await chat.page.load("care");
  const care = mount(() => ({ category: useCare(), isAbused: useAbused() }));
  return {
    chat,
    imSafe,
    tells: (category, turn, calm = "", safe = "") =>
      mount(() => useTold(category, turn, calm, safe, true)),
    get now() { return care.value; },
  };
};

test("the page cares from a danger until the person is safe, also after a reload", async () => {
  const device = new Device();
  const turns = [stored("t-1", DANGER), stored("t-2")];
  const care = await openCare(device);
  assert.equal(care.now.category, "");
  care.chat.knows({ turns });
  assert.equal(care.now.category, "suicidality");
  care.imSafe();
  assert.equal(care.now.category, "");
  const reloaded = await openCare(device);
  reloaded.chat.knows({ turns });
  assert.equal(reloaded.now.category, "");
  reloaded.chat.knows({ turns: [...turns, stored("t-3", DANGER)] });
  assert.equal(reloaded.now.category, "suicidality");
});

test("of an alarm that was a mistake nothing follows", async () => {
  const care = await openCare();
  const abuse = { care: "mistaken", category: "domestic_economic_abuse" };
  care.chat.knows({ turns: [stored("t-1", { ...DANGER, care: "mistaken" }), stored("t-2", abuse)] });
  assert.deepEqual(care.now, { category: "", isAbused: false });
});

test("a denial that the server heard counts on the page that has the message alone", async () => {
  const care = await openCare();
  const live = { ...stored("t-1", DANGER), key: "c-1" };
  care.chat.knows({ turns: [live] });
  assert.equal(care.now.category, "suicidality");
  care.tells("", "", "2020-01-12T08:00:00Z", "t-1");
  assert.equal(care.now.category, "");
});

test("after its session a danger lasts for an hour", async () => {
  const care = await openCare();
  care.chat.knows({ turns: [stored("t-1", { ...DANGER, over: true })] });
  assert.equal(care.now.category, "suicidality");
  pass(3_600);
  care.chat.knows({ turns: [stored("t-1", { ...DANGER, over: true })] });
  assert.equal(care.now.category, "");
});

test("in its session a danger lasts for as long as the session", async () => {
  const care = await openCare();
  pass(2 * 3_600);
  care.chat.knows({ turns: [stored("t-1", DANGER)] });
  assert.equal(care.now.category, "suicidality");
});

test("the server hears once that they are safe, as soon as the message has its turn", async () => {
  const { chat, imSafe } = await openCare();
  await chat.page.rest();
  chat.says("I want to end my life.");
  imSafe();
  const told = () => chat.page.requests.filter((path) => path.endsWith("/safe"));
  assert.deepEqual(told(), []);
  chat.answers({ turn: "t-1" });
  assert.deepEqual(told(), ["/api/turns/t-1/safe"]);
});

test("a danger that the server knows stands, although its message is gone", async () => {
  const care = await openCare();
  care.tells("self_harm", "t-9");
  assert.equal(care.now.category, "self_harm");
  care.imSafe();
  assert.equal(care.now.category, "");
  assert.deepEqual(care.chat.page.requests, ["/api/turns/t-9/safe"]);
  // The next answer may not know of it yet.
  care.tells("self_harm", "t-9", "2026-01-12T08:00:00Z");
  assert.equal(care.now.category, "");
});

test("safe on another device is safe here, for what was said until then", async () => {
  const care = await openCare();
  care.tells("", "", "2026-01-12T09:30:00Z");
  care.chat.knows({ turns: [stored("t-1", DANGER)] });
  assert.equal(care.now.category, "");
  care.chat.knows({ turns: [stored("t-2", { ...DANGER, at: "2026-01-12T09:31:00Z" })] });
  assert.equal(care.now.category, "suicidality");
});

test("abuse that was named stays named", async () => {
  const care = await openCare();
  care.chat.knows({ turns: [stored("t-1", ABUSE)] });
  assert.deepEqual(care.now, { category: "", isAbused: true });
  care.chat.knows({ turns: [] });
  assert.ok(care.now.isAbused);
});
