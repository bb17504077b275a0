import assert from "node:assert/strict";
import { test } from "node:test";
import { Device, pass, useClock } from "./support/page.js";

useClock();
const makeField = () => {
  const field = { dataset: {}, focused: 0, focus: () => { field.focused += 1; } };
  return field;
};

test("the field of a form that begins anew has the focus if the one before had it", async () => {
  const page = new Device().open();
  const { keepsFocus } = await page.load("lines");
  const { ref } = keepsFocus("step");
  const [before, next, other] = [makeField(), makeField(), makeField()];
  ref(before);
  assert.equal(before.focused, 0);
  page.document.activeElement = before;
  ref(null);
  ref(next);
  assert.equal(next.focused, 1);
  await pass(0);
  page.document.activeElement = null;
  ref(null);
  ref(other);
  assert.equal(other.focused, 0);
});

test("a field that is opened later doesn't take the focus", async () => {
  const page = new Device().open();
  const { ref } = (await page.load("lines")).keepsFocus("step");
  const before = makeField();
  ref(before);
  page.document.activeElement = before;
  ref(null);
  await pass(0);
  const later = makeField();
  ref(later);
  assert.equal(later.focused, 0);
});
