// What streams has the fields that the views are written for (toney_app/views/chat/present.py).

import assert from "node:assert/strict";
import { test } from "node:test";
import { openChat, stored } from "./support/chat.js";
import { Device, useClock } from "./support/page.js";

useClock();
const EVENTS = {
  turn: { sessionNumber: 1 },
  blocks: { at: 0, blocks: [] },
  thinking: { text: "" },
  tool: { callId: "c1", name: "note_win", state: "done", detail: "I paused" },
  confirmation: { proposalId: "p1", kind: "card", preview: "", editable: true },
  safety: { level: "crisis", category: "suicidality", message: "" },
  done: { status: "done", text: "", agent: "coach", messageId: "m1", chips: [] },
  error: { partialText: "", retryable: true },
};

test("each kind of event changes fields of a turn, and no others", async () => {
  const page = new Device().open();
  const { READ } = await page.load("replies");
  const { EMPTY_TURN } = await page.load("from_python");
  assert.deepEqual(Object.keys(READ).toSorted(), Object.keys(EVENTS).toSorted());
  for (const [kind, event] of Object.entries(EVENTS)) {
    const changed = Object.keys(READ[kind](event, EMPTY_TURN));
    const unknown = changed.filter((name) => !(name in EMPTY_TURN));
    assert.deepEqual(unknown, [], kind);
  }
});

test("a tool and a draft that stream have the fields of stored ones", async () => {
  const page = new Device().open();
  const { READ } = await page.load("replies");
  const { EMPTY_TURN, EMPTY_TOOL, EMPTY_DRAFT } = await page.load("from_python");
  const [tool] = READ.tool(EVENTS.tool, EMPTY_TURN).tools;
  const [draft] = READ.confirmation(EVENTS.confirmation, EMPTY_TURN).drafts;
  assert.deepEqual(Object.keys(tool), Object.keys(EMPTY_TOOL));
  assert.deepEqual(Object.keys(draft), Object.keys(EMPTY_DRAFT));
});

test("a turn that was sent here, and one of the state, are shown with all fields", async () => {
  const chat = await openChat(new Device());
  const { EMPTY_TURN } = await chat.page.load("from_python");
  const names = Object.keys(EMPTY_TURN).toSorted();
  chat.knows({ turns: [stored("t1")] });
  assert.deepEqual(Object.keys(chat.last).toSorted(), names);
  chat.says("Hello");
  const own = Object.keys(chat.last).filter((name) => name !== "replaces");
  assert.deepEqual(own.toSorted(), names);
});
