// An editor that opens shows no words of before: what is typed into them would be lost.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Device, pass, useClock } from "./support/page.js";

useClock();
const opened = async ({ isOnline = true, from = "" } = {}) => {
  const page = new Device().open();
  const form = { hidden: false };
  page.navigator.onLine = isOnline;
  page.document.querySelector = (wanted) => (
    wanted === "#sheet-card-editor form[data-begins-anew]" ? form : null
  );
  const { openSheet, replaceSheet } = await page.load("page");
  if (from) openSheet(from);
  (from ? replaceSheet : openSheet)("card-editor");
  return { form, address: page.address };
};

for (const from of ["", "misfit"]) {
  test(`the form of before is hidden until an answer came, or none, ${from}`, async () => {
    const { form, address } = await opened({ from });
    assert.equal(address.hash, "#home/card-editor");
    assert.equal(form.hidden, true);
    pass(3);
    assert.equal(form.hidden, false);
  });
}

test("without a connection the form stays, because no answer can come", async () => {
  const { form } = await opened({ isOnline: false });
  assert.equal(form.hidden, false);
});
