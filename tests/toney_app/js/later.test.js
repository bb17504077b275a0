// What is done without a connection waits here and is sent once, in its order.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Device, pass, useClock } from "./support/page.js";
import { MARA, form, openApp } from "./support/states.js";

useClock();
const opened = async (device = new Device()) => {
  const app = await openApp(device);
  app.hears(MARA);
  return app;
};
const writesWin = (app, win) => app.sending.winForm.onSubmitCapture(form({ win }));
const taps = (app, answer) => app.sending.focusTap(answer).onClickCapture(form({}));

test("with a connection nothing is taken from the server", async () => {
  const app = await opened();
  writesWin(app, "I opened it");
  assert.deepEqual(app.waitingWins, []);
  assert.deepEqual(app.things, []);
});

test("things go out one after the other, in their order", async () => {
  const app = await opened();
  await app.loses();
  writesWin(app, "First");
  taps(app, "done");
  writesWin(app, "Second");
  assert.deepEqual(app.waitingWins, ["Second", "First"]);
  assert.equal(app.shown("home").focus.answer, "done");
  assert.deepEqual(app.things, []);
  app.finds();
  const [first] = app.things;
  assert.equal(app.things.length, 1);
  app.answers({ taken: [first.client] });
  const [, second] = app.things;
  assert.equal(second.card, "card");
  app.answers({ taken: [first.client, second.client] });
  app.answers({ taken: app.things.map(({ client }) => client) });
  assert.deepEqual(app.things.map(({ kind, text }) => text ?? kind), ["First", "focus", "Second"]);
  assert.deepEqual(app.waitingWins, []);
  assert.equal(app.shown("notice").key, "ui.toast.all_sent");
});

test("without an answer it is sent again with the same key", async () => {
  const app = await opened();
  await app.loses();
  writesWin(app, "First");
  app.finds();
  pass(20);
  const [first, again] = app.things;
  assert.equal(first.client, again.client);
});

test("after a reload what waits is shown, and sent when there is a connection", async () => {
  const device = new Device();
  const before = await opened(device);
  pass(2);
  await before.settle();
  await before.loses();
  writesWin(before, "First");
  taps(before, "skipped");
  const app = await openApp(device);
  await app.loses();
  await app.settle();
  assert.deepEqual(app.waitingWins, ["First"]);
  assert.equal(app.shown("home").focus.answer, "skipped");
  app.finds();
  app.hears(MARA);
  assert.deepEqual(app.things.map(({ kind }) => kind), ["win"]);
});

test("what can't be saved comes back to its field", async () => {
  const app = await opened();
  await app.loses();
  writesWin(app, "Far too long");
  app.finds();
  app.answers({ refused: [app.things[0].client] });
  assert.deepEqual(app.waitingWins, []);
  assert.equal(app.page.storage.getItem("draft:win"), "Far too long");
});

test("each of several that can't be saved comes back, in the field that is on the page", async () => {
  const app = await opened();
  const field = { value: "" };
  app.page.document.querySelector = (what) => (what === "[name=line]" ? field : null);
  await app.loses();
  const { moneyForm } = app.sending;
  for (const line of ["Lunch with Ana", "Bus home"]) moneyForm.onSubmitCapture(form({ line }));
  app.finds();
  for (let sent = 1; sent <= 2; sent += 1) {
    app.answers({ refused: app.things.map(({ client }) => client) });
  }
  assert.equal(field.value, "Lunch with Ana");
  const { draft, forgetDraft } = await app.page.load("page");
  forgetDraft("money");
  const next = { value: "" };
  draft("money").ref(next);
  assert.equal(next.value, "Bus home");
  assert.equal(app.page.storage.getItem("returned:money"), null);
});

test("a purchase that finds no room comes back to its form, unless another one was begun", async () => {
  const app = await opened();
  await app.loses();
  const { sendThing } = await app.page.load("sending");
  const wanted = { item: "Shoes", price: 1250, for_whom: "me", feelings: ["urge"], plan: "", note: null };
  const refuse = () => {
    sendThing("purchase", { text: wanted.item, ...wanted });
    app.finds();
    app.answers({ refused: [app.things.at(-1).client] });
  };
  refuse();
  const { item, price, feelings } = JSON.parse(app.page.storage.getItem("draft:purchase"));
  assert.deepEqual([item, price, feelings], ["Shoes", "12.5", ["urge"]]);
  app.page.storage.setItem("draft:purchase", "{}");
  await app.loses();
  refuse();
  assert.equal(app.page.storage.getItem("draft:purchase"), "{}");
});

test("full storage loses nothing that waits: what can be had again goes first", async () => {
  const device = new Device();
  const app = await opened(device);
  pass(2);
  await app.settle();
  await app.loses();
  device.localStorage.isFullUntil = () => device.localStorage.getItem("seen-at") === null;
  writesWin(app, "First");
  assert.equal(JSON.parse(device.localStorage.getItem("to-send")).length, 1);
  device.localStorage.isFullUntil = () => false;
  writesWin(app, "Second");
  assert.deepEqual(app.waitingWins, ["Second", "First"]);
  assert.equal(app.shown("notice").key, "ui.toast.storage_full");
});

test("danger in a win opens help before anything is sent", async () => {
  const app = await opened();
  await app.page.rest();
  await app.loses();
  writesWin(app, "I want to end my life.");
  assert.match(app.page.address.hash, /help/);
});

test("what another tab has settled goes out from here no more", async () => {
  const device = new Device();
  const here = await opened(device);
  await here.loses();
  writesWin(here, "First");
  const late = await opened(device);
  here.finds();
  const [{ client }] = here.things;
  here.answers({ taken: [client] });
  late.answers({ taken: [client] });
  assert.deepEqual(late.waitingWins, []);
  pass(60);
  assert.equal(late.things.length, 1);
});
