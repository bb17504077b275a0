import assert from "node:assert/strict";
import { test } from "node:test";
import { openChat, paragraph, stored } from "./support/chat.js";
import { Device, pass, useClock } from "./support/page.js";

useClock();
const waiting = (id) => stored(id, { status: "waiting" });

test("a reload in the middle of a reply reads it again and ends with the same turn", async () => {
  const device = new Device();
  const before = await openChat(device);
  before.says("Hello");
  before.answers({ turn: "t1" });
  before.stream.says("blocks", { at: 0, blocks: [paragraph("One")] });

  const after = await openChat(device);
  after.knows({ turns: [waiting("t1")] });
  assert.equal(after.stream.url, "/api/turns/t1/events?form=blocks");
  const done = { status: "done", text: "One two", agent: "coach", messageId: "m1", chips: [] };
  for (const chat of [before, after]) {
    chat.stream.says("blocks", { at: 0, blocks: [paragraph("One two")] });
    chat.stream.says("done", done);
  }
  assert.deepEqual(after.last.blocks, before.last.blocks);
  assert.equal(after.last.status, before.last.status);
  assert.equal(after.turns.length, 1);
});

test("a message that was not delivered goes out once after a reload", async () => {
  const device = new Device();
  const before = await openChat(device);
  before.says("Hello");
  const { key } = before.last;

  const after = await openChat(device, { ready: false });
  assert.equal(after.last.said, "Hello");
  assert.deepEqual(after.page.delivered, []);
  after.knows({ ready: true });
  assert.deepEqual(after.page.delivered, [{ text: "Hello", client: key, replaces: "" }]);
  after.answers({ turn: "t1" });
  after.knows({ cutOff: true });
  after.knows({ cutOff: false });
  assert.equal(after.page.delivered.length, 1);
});

test("what was refused waits for the person, what could not be stored does not", async () => {
  const device = new Device();
  const before = await openChat(device);
  before.says("Refused");
  before.answers({ problem: "ui.problem.blank" });
  before.says("Not stored");
  before.answers({ problem: "ui.problem.not_stored" });

  const after = await openChat(device);
  assert.deepEqual(after.page.delivered.map(({ text }) => text), ["Not stored"]);
  assert.deepEqual(after.turns.map(({ said_state: state }) => state), ["failed", "pending"]);
});

test("two tabs keep each other's messages", async () => {
  const device = new Device();
  const [one, two] = [await openChat(device), await openChat(device)];
  one.says("From the first");
  two.says("From the second");
  one.answers({ turn: "t1" });
  const kept = () => JSON.parse(device.localStorage.getItem("outbox")).map(({ said }) => said);
  assert.deepEqual(kept(), ["From the second"]);
  two.answers({ turn: "t2" });
  assert.deepEqual(kept(), []);
});

test("the other tab looks again when a reply has ended, unless it is hidden", async () => {
  const device = new Device();
  const [one, two, hidden] = await Promise.all([device, device, device].map((it) => openChat(it)));
  hidden.page.document.hidden = true;
  one.says("Hello");
  one.answers({ turn: "t1" });
  one.stream.says("error", { partialText: "", retryable: true });
  const looks = [one, two, hidden].map((chat) => chat.page.at("look-again").clicks);
  assert.deepEqual(looks, [0, 1, 0]);
});

test("a page that was closed draws nothing more", async () => {
  const chat = await openChat(new Device());
  chat.says("Hello");
  const { parts } = chat;
  chat.closes();
  pass(60);
  assert.equal(chat.parts, parts);
});
