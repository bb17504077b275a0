import assert from "node:assert/strict";
import { test } from "node:test";
import { openChat, paragraph, stored } from "./support/chat.js";
import { Device, useClock } from "./support/page.js";

useClock();
const shows = async (turns) => {
  const chat = await openChat(new Device());
  chat.knows({ turns });
  return chat;
};
const column = (chat, field) => chat.turns.map((turn) => turn[field]);

test("a divider comes before the first turn, a new day and a new session", async () => {
  const chat = await shows([
    stored("t1", { at: "2026-01-10T09:00:00Z" }),
    stored("t2", { at: "2026-01-10T09:05:00Z" }),
    stored("t3", { at: "2026-01-12T08:00:00Z" }),
    stored("t4", { at: "2026-01-12T08:05:00Z", session: 2 }),
  ]);
  assert.deepEqual(column(chat, "divider"), ["day", "", "day", "session"]);
  assert.deepEqual(column(chat, "today"), [false, false, true, true]);
  assert.deepEqual(column(chat, "nth"), [1, 2, 3, 1]);
  assert.deepEqual(column(chat, "newest"), [false, false, false, true]);
});

test("an agent is named at a divider and where another one speaks", async () => {
  const chat = await shows([
    stored("t1"), stored("t2"), stored("t3", { agent: "observer" }), stored("t4"),
  ]);
  assert.deepEqual(column(chat, "named"), [true, false, true, true]);
});

test("there are words for a card once a sentence of five words was said", async () => {
  const said = ["Hi", "Is this a good idea?", "I opened the letter today", "OK"];
  const chat = await shows(said.map((words, index) => stored(`t${index}`, { said: words })));
  assert.deepEqual(column(chat, "keeps"), [false, false, true, true]);
});

test("a turn in which nothing changed stays the same object while another streams", async () => {
  const turns = Array.from({ length: 20 }, (_, index) => stored(`t${index}`));
  const chat = await shows([...turns, stored("new", { status: "waiting" })]);
  const before = chat.parts;
  chat.stream.says("blocks", { at: 0, blocks: [paragraph("One")] });
  const after = chat.parts;
  assert.deepEqual(after.map((part) => part.turns.length), [16, 5]);
  assert.equal(after[0], before[0]);
  assert.notEqual(after[1], before[1]);
  assert.equal(after[1].turns[0], before[1].turns[0]);
});

test("older turns come before the parts that are there, which stay as they are", async () => {
  const turns = Array.from({ length: 30 }, (_, index) => stored(`t${index}`));
  const chat = await shows(turns.slice(10));
  const before = chat.parts.map((part) => part.key);
  chat.knows({ turns });
  const after = chat.parts.map((part) => part.key);
  assert.deepEqual(before, ["t10", "t26"]);
  assert.deepEqual(after, ["t0", "t10", "t26"]);
});

test("what became of a draft is what the server says", async () => {
  const said = { kind: "card", editable: true };
  const open = { id: "p1", title: "Wait", content: "", state: "open", ...said };
  const chat = await shows([stored("t1", { status: "waiting" })]);
  chat.stream.says("confirmation", { proposalId: "p1", preview: "Wait", ...said });
  assert.deepEqual(chat.last.drafts, [open]);
  chat.knows({ turns: [stored("t1", { drafts: [{ ...open, state: "kept" }] })] });
  assert.equal(chat.last.drafts[0].state, "kept");
});
