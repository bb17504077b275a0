import assert from "node:assert/strict";
import { test } from "node:test";
import { openChat, paragraph, stored } from "./support/chat.js";
import { Device, pass, useClock } from "./support/page.js";

useClock();
const DONE = { status: "done", text: "One two", agent: "coach", messageId: "m1", chips: [] };
const settle = async () => { for (let i = 0; i < 9; i += 1) await Promise.resolve(); };
const asked = async (device = new Device()) => {
  const chat = await openChat(device);
  chat.says("Hello");
  chat.answers({ turn: "t1" });
  return chat;
};

test("a reply is read from the event route of its turn", async () => {
  const chat = await asked();
  assert.equal(chat.stream.url, "/api/turns/t1/events?form=blocks");
  assert.equal(chat.running, "t1");
  chat.stream.says("turn", { sessionNumber: 3 });
  assert.equal(chat.last.session, 3);
  chat.stream.says("thinking", { text: "Reading your cards" });
  assert.deepEqual(chat.last.steps, ["Reading your cards"]);
  chat.stream.says("blocks", { at: 0, blocks: [paragraph("One")] });
  assert.equal(chat.last.status, "streaming");
  assert.deepEqual(chat.last.blocks, [paragraph("One")]);
  chat.stream.says("done", DONE);
  assert.equal(chat.last.status, "done");
  assert.equal(chat.last.message_id, "m1");
  assert.equal(chat.running, "");
  assert.equal(chat.stream.readyState, 2);
});

test("the first words show at once, the others together with the next frame", async () => {
  const chat = await asked();
  const now = () => chat.last.blocks.map((block) => block.spans[0].text);
  chat.stream.says("blocks", { at: 0, blocks: [paragraph("One")] });
  assert.deepEqual(now(), ["One"]);
  chat.stream.says("blocks", { at: 0, blocks: [paragraph("One two")] });
  chat.stream.says("blocks", { at: 1, blocks: [paragraph("Three")] });
  chat.stream.says("blocks", { at: 1, blocks: [paragraph("Three four")] });
  assert.deepEqual(now(), ["One two"]);
  chat.page.paint();
  assert.deepEqual(now(), ["One two", "Three four"]);
});

test("in a hidden tab nothing waits for a frame", async () => {
  const chat = await asked();
  chat.page.document.hidden = true;
  chat.stream.says("blocks", { at: 0, blocks: [paragraph("One")] });
  chat.stream.says("blocks", { at: 0, blocks: [paragraph("One two")] });
  chat.stream.says("blocks", { at: 0, blocks: [paragraph("One two three")] });
  assert.deepEqual(chat.last.blocks, [paragraph("One two three")]);
});

test("a call that failed is not shown unless it is told after the reply", async () => {
  const chat = await asked();
  chat.stream.says("tool", { callId: "c1", name: "save_win", state: "running" });
  chat.stream.says("tool", { callId: "c1", name: "save_win", state: "dropped" });
  assert.deepEqual(chat.last.tools, []);
  chat.stream.says("tool", { callId: "c1", name: "save_win", state: "failed" });
  // Without words of its own it says so: the page names what a call saved unless that is empty.
  assert.deepEqual(
    chat.last.tools, [{ call_id: "c1", name: "save_win", state: "failed", detail: "" }]
  );
});

test("what a tool drafts is shown as a draft, anything else as a tool", async () => {
  const chat = await asked();
  chat.stream.says("tool", { callId: "c1", name: "note_win", state: "running" });
  chat.stream.says("tool", { callId: "c1", name: "note_win", state: "done", detail: "I paused" });
  chat.stream.says("tool", { callId: "c2", name: "draft_card", state: "running" });
  const preview = "Wait\nTen minutes,\nthen see.";
  chat.stream.says("confirmation", { proposalId: "p1", kind: "goal", preview, editable: true });
  assert.deepEqual(chat.last.tools, [
    { call_id: "c1", name: "note_win", state: "done", detail: "I paused" },
  ]);
  assert.deepEqual(chat.last.drafts, [
    {
      id: "p1",
      kind: "goal",
      title: "Wait",
      content: "Ten minutes,\nthen see.",
      state: "open",
      editable: true,
    },
  ]);
});

test("other views hear of a reply, and of what it saved", async () => {
  const chat = await asked();
  chat.stream.says("tool", { callId: "c1", name: "note_win", state: "done" });
  chat.stream.says("done", DONE);
  assert.equal(chat.page.at("after-turn").clicks, 1);
  assert.equal(chat.page.at("after-saving").clicks, 1);
});

test("a reply that broke off keeps its words and can be asked for again", async () => {
  const chat = await asked();
  chat.stream.says("blocks", { at: 0, blocks: [paragraph("One")] });
  chat.stream.says("error", { partialText: "One", retryable: true });
  assert.equal(chat.last.status, "interrupted");
  assert.ok(chat.last.retryable);
  assert.deepEqual(chat.last.blocks, [paragraph("One")]);
  // The turn runs again: its reply begins anew.
  chat.answers({ client: "", turn: "t1" });
  assert.equal(chat.last.status, "waiting");
  assert.deepEqual(chat.last.blocks, []);
  assert.equal(chat.page.streams.length, 2);
});

test("a reply that broke off here is shown once another device has tried again", async () => {
  const chat = await asked();
  chat.stream.says("error", { partialText: "One", retryable: true });
  chat.knows({ turns: [stored("t1", { status: "interrupted" })] });
  assert.equal(chat.last.status, "interrupted");
  chat.knows({ turns: [stored("t1", { text: "One two" })] });
  assert.deepEqual([chat.last.status, chat.last.text, chat.last.retryable], ["done", "One two", false]);
});

test("a message that was sent here and deleted on another device is gone here too", async () => {
  const chat = await asked();
  chat.stream.says("done", DONE);
  chat.knows({ turns: [stored("t0"), stored("t1")] });
  chat.knows({ turns: [stored("t0")] });
  assert.deepEqual(chat.turns.map(({ id }) => id), ["t0"]);
});

test("a reply without a word has failed", async () => {
  const chat = await asked();
  chat.stream.says("error", { partialText: "", retryable: false });
  assert.equal(chat.last.status, "failed");
  assert.ok(!chat.last.retryable);
});

test("the browser restores a lost connection, and the page a refused one", async () => {
  const chat = await asked();
  chat.stream.says("error");
  pass(2);
  assert.equal(chat.page.streams.length, 1);
  chat.stream.close();
  chat.stream.says("error");
  pass(2);
  await settle();
  assert.equal(chat.page.streams.length, 2);
  assert.equal(chat.last.status, "waiting");
});

test("a turn that another device has deleted leaves the page, and the next reply is read", async () => {
  const chat = await asked();
  chat.says("And another");
  chat.answers({ turn: "t2" });
  chat.page.answer = () => ({ ok: false, status: 404 });
  chat.stream.close();
  chat.stream.says("error");
  pass(2);
  await settle();
  assert.equal(chat.stream.url, "/api/turns/t2/events?form=blocks");
  assert.deepEqual(chat.turns.map(({ id }) => id), ["t2"]);
  assert.equal(chat.page.at("look-again").clicks, 1);
});

test("a turn that is deleted here while its reply comes is read no further", async () => {
  const chat = await asked();
  const { stream } = chat;
  chat.answers({ client: "", turn: "t1", problem: "gone" });
  assert.deepEqual([stream.readyState, chat.running, chat.turns.length], [2, "", 0]);
  stream.says("blocks", { at: 0, blocks: [paragraph("One")] });
  chat.says("And another");
  chat.answers({ turn: "t2" });
  assert.equal(chat.running, "t2");
});

test("one stream at a time: the next turn is read when the one before has ended", async () => {
  const chat = await asked();
  chat.says("And another");
  chat.answers({ turn: "t2" });
  assert.equal(chat.page.streams.length, 1);
  chat.stream.says("done", DONE);
  assert.equal(chat.stream.url, "/api/turns/t2/events?form=blocks");
  assert.equal(chat.running, "t2");
});

test("help that the server shows comes with its words in a crisis only", async () => {
  const chat = await asked();
  const said = { category: "suicidality", message: "Please call." };
  chat.stream.says("safety", { level: "concern", ...said });
  assert.equal(chat.last.care_words, "");
  chat.stream.says("safety", { level: "crisis", ...said });
  assert.equal(chat.last.care, "crisis");
  assert.equal(chat.last.care_words, "Please call.");
});

test("an earlier session is read alone", async () => {
  const chat = await asked();
  chat.knows({ alone: 1, turns: [stored("old")] });
  assert.deepEqual(chat.turns.map(({ id }) => id), ["old"]);
});
