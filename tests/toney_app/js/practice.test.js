// An exercise opens again where it was, with what was written, also without a connection.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Device, Form, pass, useClock } from "./support/page.js";
import { mount } from "./support/react.js";
import { MARA, NO_STEP, openApp } from "./support/states.js";

useClock();
const RUN = "11111111-1111-1111-1111-111111111111";
const WRITES = { ...NO_STEP, number: 3, run: RUN, id: "tell", kind: "write", resumes: true };
const CHOOSES = {
  ...WRITES, id: "urge", kind: "choose", choices: [{ id: "buy", is_chosen: false }, { id: "sell", is_chosen: false }],
};
const plays = async (device, step, more = {}) => {
  const app = await openApp(device);
  app.hears({ ...MARA, player: { step, problem: "", care: "", ...more } });
  pass(2);
  await app.settle();
  return app;
};
const reloads = async (device) => {
  const app = await openApp(device);
  await app.loses();
  await app.settle();
  return app;
};
const shows = async (app) => {
  const { useLength, usePlayer } = await app.page.load("practice");
  const field = app.page.elements.get("practice-text") ?? new Form();
  app.page.elements.set("practice-text", field);
  const draw = () => {
    const { number } = app.shown("player").step;
    usePlayer(number, false);
    return useLength(number);
  };
  const step = mount(draw);
  return {
    field,
    moves: () => step.redraw(draw),
    writes: (text) => { field.value = text; field.dispatchEvent(new Event("input")); },
  };
};
const submits = async (app, values) => {
  const { player } = await app.page.load("practice_alone");
  const entries = Object.entries(values);
  const event = { target: null, preventDefault: () => {}, stopPropagation: () => {} };
  const { FormData } = globalThis;
  globalThis.FormData = class { *[Symbol.iterator]() { yield* entries; } };
  try { player.onSubmitCapture(event); } finally { globalThis.FormData = FormData; }
};

test("after a reload without a connection the exercise is at its step", async () => {
  const device = new Device();
  await plays(device, WRITES);
  assert.deepEqual((await reloads(device)).shown("player").step, WRITES);
});

test("the answer that waits is in its step, and goes out once", async () => {
  const device = new Device();
  const before = await plays(device, WRITES);
  await before.loses();
  await submits(before, { text: "One is enough." });
  const app = await reloads(device);
  assert.equal(app.shown("player").step.answered, "One is enough.");
  app.finds();
  const [sent] = app.things;
  assert.deepEqual([sent.run, sent.step, sent.text], [RUN, "tell", "One is enough."]);
  app.answers({ taken: [sent.client] });
  assert.equal(app.things.length, 1);
  assert.equal((await reloads(device)).shown("player").step.answered, "");
});

test("the choice that waits is chosen", async () => {
  const device = new Device();
  const before = await plays(device, CHOOSES);
  await before.loses();
  await submits(before, { choice: "sell" });
  const { choices } = (await reloads(device)).shown("player").step;
  assert.deepEqual(choices.map((one) => one.is_chosen), [false, true]);
});

test("half a sentence is there again, until another step is", async () => {
  const device = new Device();
  const before = await plays(device, WRITES);
  (await shows(before)).writes("I'd tell her");
  const app = await reloads(device);
  const step = await shows(app);
  assert.equal(step.field.value, "I'd tell her");
  app.finds();
  app.hears({ ...MARA, player: { step: { ...WRITES, number: 4, id: "next" } } });
  step.moves();
  assert.equal(device.localStorage.getItem("draft:practice"), null);
});

test("nothing is kept where somebody else may hold the phone, nor help that was opened", async () => {
  const device = new Device();
  const app = await plays(device, { ...WRITES, resumes: false }, { care: "crisis" });
  (await shows(app)).writes("I'd tell her");
  assert.equal(device.localStorage.getItem("draft:practice"), null);
  const { step, care } = (await reloads(device)).shown("player");
  assert.deepEqual([step, care], [NO_STEP, ""]);
});

test("a day later it is over", async () => {
  const device = new Device();
  await plays(device, WRITES);
  pass(24 * 3_600);
  assert.deepEqual((await reloads(device)).shown("player").step, NO_STEP);
});

test("from home the exercise that is running goes on, unless only the server has it", async () => {
  const device = new Device();
  await plays(device, WRITES);
  const tap = { preventDefault: () => {}, stopPropagation: () => {} };
  const app = await reloads(device);
  (await app.page.load("practice_alone")).goesOn.onClickCapture(tap);
  assert.equal(app.page.address.hash, "#home/practice");
  const other = await openApp(new Device());
  await other.loses();
  (await other.page.load("practice_alone")).goesOn.onClickCapture(tap);
  assert.equal(other.shown("notice").key, "ui.toast.needs_connection");
});

const ALONE = "00000000-0000-0000-0000-000000000000";
const begins = async (app) => {
  const { starts } = await app.page.load("practice_alone");
  await starts("").onClickCapture({ preventDefault: () => {}, stopPropagation: () => {} });
};
const draws = async (app) => {
  const { resumesAlone } = await app.page.load("practice_alone");
  await resumesAlone();
  return app.shown("player").step;
};

test("the one that plays without a server goes on after a reload, with the server too", async () => {
  const device = new Device();
  const before = await reloads(device);
  await begins(before);
  const first = before.shown("player").step;
  assert.equal(first.run, ALONE);
  await submits(before, { choice: first.choices[0]?.id ?? "5" });
  const { id, number } = before.shown("player").step;
  assert.notEqual(id, first.id);
  for (const server of [false, true]) {
    const app = server ? await openApp(device) : await reloads(device);
    if (server) app.hears({ ...MARA, player: { step: NO_STEP, problem: "", care: "" } });
    app.page.address.hash = "#home/practice/step";
    const step = await draws(app);
    assert.deepEqual([step.id, step.number, step.can_go_back], [id, number, true]);
  }
});

test("it goes on before one that the server has, until the page is touched", async () => {
  const device = new Device();
  const before = await plays(device, WRITES);
  await before.loses();
  await begins(before);
  const { id } = before.shown("player").step;
  const app = await reloads(device);
  app.page.address.hash = "#home/practice/step";
  assert.equal((await draws(app)).id, id);
  const other = await reloads(device);
  other.page.address.hash = "#home/practice/step";
  (await other.page.load("practice_alone")).touches();
  assert.equal((await draws(other)).id, WRITES.id);
});

test("an answer in another exercise ends it, and so does a day", async () => {
  const device = new Device();
  const before = await reloads(device);
  await begins(before);
  const stored = device.localStorage.getItem("practice-alone");
  assert.notEqual(stored, null);
  const app = await plays(device, WRITES);
  await submits(app, { text: "One is enough." });
  assert.equal(device.localStorage.getItem("practice-alone"), null);
  device.localStorage.setItem("practice-alone", stored);
  pass(25 * 3_600);
  const later = await reloads(device);
  later.page.address.hash = "#home/practice";
  assert.equal((await draws(later)).number, 0);
});
