import assert from "node:assert/strict";
import { test } from "node:test";
import { Device, Form, pass, useClock } from "./support/page.js";
import { mount } from "./support/react.js";

useClock();
const openPage = async (device = new Device()) => {
  const page = device.open();
  const kept = await page.load("kept");
  const state = { ready: true, cutOff: false };
  const draw = (name) => () => kept.useWaiting(name, state.ready, state.cutOff);
  return {
    ...kept,
    page,
    device,
    waiting: (name, changes) => mount((Object.assign(state, changes), draw(name))),
    stores: (...entries) => mount(() => kept.useStored(entries)),
    // Something on the page that can be sent again, named as the page finds it.
    has: (waits, part = { clicks: 0, click: () => { part.clicks += 1; } }) => {
      page.document.querySelectorAll = () => [Object.assign(part, { dataset: { waits } })];
      return part;
    },
  };
};
const mark = (device, name) => device.localStorage.getItem(`waits:${name}`);

test("what was sent is marked until the server has it, and so is its draft", async () => {
  const { device, waits, stores } = await openPage();
  device.localStorage.setItem("draft:win", "I waited");
  waits("win");
  assert.ok(mark(device, "win"));
  stores("1 win");
  assert.equal(mark(device, "win"), null);
  assert.equal(device.localStorage.getItem("draft:win"), null);
});

test("a form in which nothing was typed has nothing to keep", async () => {
  const { device, waits } = await openPage();
  waits("win");
  assert.equal(mark(device, "win"), null);
});

test("after three seconds without an answer the page says so", async () => {
  const { waits, waiting } = await openPage();
  const state = waiting("card");
  waits("card", "graduate");
  assert.equal(state.value, "");
  pass(3);
  assert.equal(state.value, "again");
});

test("without a connection it says so at once", async () => {
  const { waits, waiting } = await openPage();
  waits("card", "graduate");
  assert.equal(waiting("card", { cutOff: true }).value, "offline");
});

test("what was sent before a reload is sent again, once", async () => {
  const { device, waits } = await openPage();
  waits("card", "graduate");
  const { has, waiting } = await openPage(device);
  const button = has("card graduate");
  waiting("card");
  waiting("card");
  assert.equal(button.clicks, 1);
});

test("a button that was tapped on another day is not tapped again", async () => {
  const { device, waits } = await openPage();
  waits("card", "graduate");
  pass(24 * 3_600);
  const { has, waiting } = await openPage(device);
  const button = has("card graduate");
  waiting("card");
  assert.equal(button.clicks, 0);
  assert.equal(mark(device, "card"), null);
});

test("a setting shows at once and goes out once after quick changes", async () => {
  const { page, choose, useKept } = await openPage();
  page.elements.set("set_tone", new Form("value"));
  const shown = mount(() => useKept("set_tone", "5"));
  assert.equal(shown.value, "5");
  ["6", "7", "8"].forEach((value) => choose("set_tone", value));
  assert.equal(shown.value, "8");
  pass(0.2);
  assert.deepEqual(page.at("set_tone").submissions, [{ value: "8" }]);
});

test("a setting that was changed again meanwhile still waits", async () => {
  const { device, page, choose, stores } = await openPage();
  page.elements.set("set_tone", new Form("value"));
  choose("set_tone", "6");
  choose("set_tone", "7");
  stores("1 set_tone=6");
  assert.ok(mark(device, "set_tone"));
  stores("1 set_tone=6", "2 set_tone=7");
  assert.equal(mark(device, "set_tone"), null);
});

test("a form has its fields again after a reload", async () => {
  const makeForm = (values) => ({
    elements: Object.entries(values).map(([name, value]) => (
      typeof value === "boolean" ? { name, type: "checkbox", checked: value } : { name, value }
    )),
    getElementsByTagName: () => [],
    querySelector: () => null,
  });
  const { device, keptForm } = await openPage();
  keptForm("card").onInput({ currentTarget: makeForm({ title: "Wait", pinned: true }) });
  const { keptForm: again } = await openPage(device);
  const form = makeForm({ title: "", pinned: false });
  again("card").ref(form);
  assert.equal(form.elements[0].value, "Wait");
  assert.ok(form.elements[1].checked);
});

test("what is missing is said until they write", async () => {
  const { keptForm } = await openPage();
  const told = { hidden: false };
  const querySelector = (wanted) => wanted === "[data-until-typed]" ? told : null;
  keptForm("card").onInput({ currentTarget: { elements: [], querySelector } });
  assert.ok(told.hidden);
});

test("with a full storage what is tapped and chosen is sent all the same", async () => {
  const { device, choose, page, waiting, waits } = await openPage();
  const form = new Form("value");
  page.document.getElementById = (id) => id === "tone" && form;
  device.localStorage.isFullUntil = () => false;
  choose("tone", "7");
  pass(1);
  assert.deepEqual(form.submissions, [{ value: "7" }]);
  waits("card", "graduate");
  assert.equal(waiting("card").value, "");
  pass(3);
  assert.equal(mark(device, "card"), null);
});
