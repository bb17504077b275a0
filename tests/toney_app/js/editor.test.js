// An editor that opens shows no words of before: what is typed into them would be lost.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Device, pass, useClock } from "./support/page.js";

useClock();
const opened = async ({ isOnline = true } = {}) => {
  const page = new Device().open();
  const form = { hidden: false };
  page.navigator.onLine = isOnline;
  page.document.querySelector = (wanted) => (
    wanted === "#sheet-card-editor form[data-begins-anew]" ? form : null
  );
  const { openSheet } = await page.load("page");
  openSheet("card-editor");
  return { form, address: page.address };
};

test("the form of before is hidden until it is drawn anew, or no answer came", async () => {
  const { form, address } = await opened();
  assert.equal(address.hash, "#home/card-editor");
  assert.equal(form.hidden, true);
  pass(3);
  assert.equal(form.hidden, false);
});

test("without a connection the form stays, because no answer can come", async () => {
  const { form } = await opened({ isOnline: false });
  assert.equal(form.hidden, false);
});
