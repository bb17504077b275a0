import assert from "node:assert/strict";
import { test } from "node:test";
import { Device, pass, useClock } from "./support/page.js";
import { mount } from "./support/react.js";

useClock();
const openPage = () => new Device().open();

test("a message may be as long as the server takes it", async () => {
  const page = openPage();
  const { isTooLong } = await page.load("long");
  const { MAX_MESSAGE } = await page.load("from_python");
  assert.ok(!isTooLong("a".repeat(MAX_MESSAGE)));
  assert.ok(isTooLong("a".repeat(MAX_MESSAGE + 1)));
});

test("space around it does not count, and a sign outside the first plane counts once", async () => {
  const { isTooLong } = await openPage().load("long");
  assert.ok(!isTooLong(`  ${"a".repeat(8_000)}\n\n`));
  assert.ok(!isTooLong("🙂".repeat(8_000)));
  assert.ok(isTooLong("🙂".repeat(8_001)));
});

test("the length is said near the limit, and gone once the message is sent", async () => {
  const page = openPage();
  const { useLength } = await page.load("long");
  const field = page.at("message");
  field.form = page.at("deliver");
  const length = mount(() => useLength("message"));
  const writes = (count) => {
    field.value = "a".repeat(count);
    field.dispatchEvent(new Event("input"));
    return length.value;
  };
  assert.equal(writes(6_999), 0);
  assert.equal(writes(7_000), 7_000);
  assert.equal(writes(8_050), 8_050);
  field.value = "";
  field.form.dispatchEvent(new Event("submit"));
  pass(0.1);
  assert.equal(length.value, 0);
});

test("more than twelve rows fold, by lines or by letters", async () => {
  const { isLong } = await openPage().load("long");
  assert.ok(!isLong(Array(12).fill("row").join("\n")));
  assert.ok(isLong(Array(13).fill("row").join("\n")));
  assert.ok(!isLong("a".repeat(12 * 34)));
  assert.ok(isLong("a".repeat(12 * 34 + 1)));
});

test("a message that was unfolded stays so when it is drawn again", async () => {
  const { fold } = await openPage().load("long");
  const attributes = {};
  const button = {
    parentElement: { toggleAttribute: (name, isOn) => { attributes[name] = isOn; } },
    setAttribute: (name, value) => { attributes[name] = value; },
  };
  fold("Words").onClick({ currentTarget: button });
  assert.deepEqual(attributes, { "data-open": true, "aria-expanded": true });
  attributes["data-open"] = false;
  fold("Words").ref(button);
  assert.ok(attributes["data-open"]);
  fold("Words").onClick({ currentTarget: button });
  assert.ok(!attributes["data-open"]);
});
