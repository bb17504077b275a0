import assert from "node:assert/strict";
import { test } from "node:test";
import { Device, pass, useClock } from "./support/page.js";
import { mount } from "./support/react.js";

useClock();

const openMoney = async () => {
  const page = new Device().open();
  const money = await page.load("money");
  return { page, money, one: mount(() => money.useAmount("one")), other: mount(() => money.useAmount("other")) };
};

test("a tap shows one amount for ten seconds, and a second one hides it", async () => {
  const { money, one, other } = await openMoney();
  assert.deepEqual([one.value, other.value], [false, false]);
  money.showOne("one");
  assert.deepEqual([one.value, other.value], [true, false]);
  pass(11);
  assert.equal(one.value, false);
  money.showOne("one");
  money.showOne("one");
  assert.equal(one.value, false);
});

test("all amounts are shown until they are hidden", async () => {
  const { money, one, other } = await openMoney();
  money.showAll();
  pass(60);
  assert.deepEqual([one.value, other.value], [true, true]);
  money.showAll();
  assert.deepEqual([one.value, other.value], [false, false]);
});
