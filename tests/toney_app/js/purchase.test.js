import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Device, pass, useClock } from "./support/page.js";
import { mount } from "./support/react.js";
import { MARA, openApp } from "./support/states.js";

useClock();
const DAY_SECONDS = 24 * 3_600;
const { FormData } = globalThis;
// A form whose data are what was filled in.
before(() => {
  globalThis.FormData = class {
    constructor({ filled }) { this.filled = filled; }
    get(name) { return this.filled[name] ?? null; }
    getAll(name) { return this.filled[name] ?? []; }
  };
});
after(() => { globalThis.FormData = FormData; });

const openPurchase = async (device = new Device()) => {
  const page = device.open();
  const purchase = await page.load("purchase");
  const form = { filled: {}, elements: [], querySelector: () => null };
  page.elements.set("purchase-form", form);
  page.elements.set("purchase-title", { closest: () => ({}), focus: () => {} });
  const kept = mount(() => purchase.usePurchase("I text Ines."));
  return {
    ...purchase,
    page,
    device,
    shows: (...names) => names.map((name) => kept.value[name]),
    types: (fields) => {
      Object.assign(form.filled, fields);
      purchase.purchaseForm.onInput({ currentTarget: form });
    },
    next: () => purchase.purchaseForm.onSubmit({ preventDefault: () => {} }),
    get waiting() { return JSON.parse(device.localStorage.getItem("to-send") ?? "[]"); },
  };
};

test("what was typed and the step are there after a reload, for a day", async () => {
  const device = new Device();
  const first = await openPurchase(device);
  first.types({ item: "The green jacket", feelings: ["urge"] });
  first.next();
  const again = await openPurchase(device);
  assert.deepEqual(again.shows("step", "item", "feelings"), [2, "The green jacket", ["urge"]]);
  pass(DAY_SECONDS + 1);
  assert.deepEqual((await openPurchase(device)).shows("step", "item"), [1, ""]);
});

test("without an item, or with a price that is no number, it says what is missing", async () => {
  const purchase = await openPurchase();
  purchase.next();
  assert.deepEqual(purchase.shows("step", "problem"), [1, "item"]);
  purchase.types({ item: "Shoes", price: "a lot" });
  purchase.next();
  assert.deepEqual(purchase.shows("step", "problem"), [1, "price"]);
  purchase.types({ price: "45,9" });
  purchase.next();
  assert.deepEqual(purchase.shows("step", "problem"), [2, ""]);
});

test("what waits a day goes out once, and the next one begins anew", async () => {
  const purchase = await openPurchase();
  purchase.types({ item: "Shoes", price: "45,9", for_whom: "me", plan: "I text Ines." });
  purchase.next();
  purchase.stepOn();
  purchase.decide("wait");
  const [{ kind, item, price, note, plan }] = purchase.waiting;
  assert.deepEqual([kind, item, price, note, plan], ["purchase", "Shoes", 4590, null, "I text Ines."]);
  assert.equal(purchase.page.address.hash, "#home/shelf");
  assert.deepEqual(purchase.shows("step", "item"), [1, ""]);
});

test("a price may have its thousands apart, as people write it", async () => {
  for (const [price, stored] of [
    ["1,200", 120_000], ["1,200.50", 120_050], ["1.200,50", 120_050], ["1 200", 120_000],
    ["$1,234,567", 123_456_700], ["1200", 120_000], ["12.50", 1250], ["12,5", 1250],
    ["€45", 4500], ["1.200,50 €", 120_050], ["45€", 4500], ["£ 45.90", 4590],
  ]) {
    const purchase = await openPurchase();
    purchase.types({ item: "Shoes", price });
    purchase.next();
    assert.deepEqual(purchase.shows("step", "problem"), [2, ""], price);
    purchase.stepOn();
    purchase.decide("wait");
    assert.equal(purchase.waiting[0].price, stored, price);
  }
});

test("with a connection nothing says that it was away", async () => {
  const device = new Device();
  const app = await openApp(device);
  app.hears(MARA);
  const { sendThing } = await app.page.load("sending");
  sendThing("purchase", { item: "Shoes" });
  const [sent] = app.things;
  app.answers({ taken: [sent.client] });
  assert.notEqual(app.shown("notice").key, "ui.toast.all_sent");
  assert.equal(device.localStorage.getItem("to-send"), "[]");
});

test("nothing is saved of what is not bought", async () => {
  const purchase = await openPurchase();
  purchase.types({ item: "Shoes" });
  purchase.decide("leave");
  assert.deepEqual(purchase.waiting, []);
  assert.equal(purchase.device.localStorage.getItem("draft:purchase"), null);
});

test("what is bought goes out with how it felt, if that is saved", async () => {
  const purchase = await openPurchase();
  purchase.types({ item: "Shoes" });
  purchase.decide("buy");
  assert.deepEqual(purchase.waiting, []);
  purchase.types({ note: "Warm." });
  purchase.next();
  assert.deepEqual(purchase.waiting.map(({ note }) => note), ["Warm."]);
});
