import assert from "node:assert/strict";
import { test } from "node:test";
import { CRISIS, openChat, stored } from "./support/chat.js";
import { Device, pass, useClock } from "./support/page.js";

useClock();
const kept = (device) => JSON.parse(device.localStorage.getItem("outbox"));

test("a message is shown and kept before the server answers", async () => {
  const device = new Device();
  const chat = await openChat(device);
  chat.says("  I opened the letter.  ");
  assert.equal(chat.last.said, "I opened the letter.");
  assert.equal(chat.last.said_state, "pending");
  assert.equal(chat.last.status, "");
  assert.deepEqual(kept(device).map(({ said }) => said), ["I opened the letter."]);
  assert.deepEqual(chat.page.delivered, [
    { text: "I opened the letter.", client: chat.last.key, replaces: "" },
  ]);
  assert.equal(chat.page.at("message").value, "");
});

test("a message that the server has is kept on the device no longer", async () => {
  const device = new Device();
  const chat = await openChat(device);
  chat.says("Hello");
  chat.answers({ turn: "t1" });
  assert.equal(chat.last.id, "t1");
  assert.equal(chat.last.said_state, "saved");
  assert.equal(chat.last.status, "waiting");
  assert.deepEqual(kept(device), []);
});

test("each answer is taken once, however often the state is sent again", async () => {
  const chat = await openChat(new Device());
  chat.says("Hello");
  chat.answers({ problem: "ui.problem.blank" });
  chat.sendAgain(chat.last.key);
  chat.answers({ client: "of another page", turn: "t9" });
  assert.equal(chat.last.said_state, "pending");
});

test("the turn of the state takes the place of the message that was sent", async () => {
  const chat = await openChat(new Device());
  chat.says("Hello");
  chat.answers({ turn: "t1" });
  chat.knows({ turns: [stored("t1", { said: "Hello" })] });
  assert.deepEqual(chat.turns.map(({ key }) => key), ["t1"]);
});

test("nothing is sent without words, or with too many", async () => {
  const chat = await openChat(new Device());
  chat.says("   ");
  chat.says("a".repeat(8_001));
  assert.deepEqual(chat.turns, []);
  assert.deepEqual(chat.page.delivered, []);
  assert.equal(chat.page.at("message").value.length, 8_001);
});

test("without an answer a message can be sent again, with the same key", async () => {
  const chat = await openChat(new Device());
  chat.says("Hello");
  pass(19);
  assert.equal(chat.last.said_state, "pending");
  pass(1);
  assert.equal(chat.last.said_state, "failed");
  chat.sendAgain(chat.last.key);
  assert.equal(chat.last.said_state, "pending");
  const [first, second] = chat.page.delivered;
  assert.deepEqual(first, second);
});

test("without a connection a message waits for it", async () => {
  const chat = await openChat(new Device());
  chat.page.navigator.onLine = false;
  chat.knows({ cutOff: true });
  chat.says("Hello");
  pass(60);
  assert.equal(chat.last.said_state, "pending");
  chat.page.navigator.onLine = true;
  chat.knows({ cutOff: false });
  assert.equal(chat.page.delivered.length, 2);
  assert.equal(chat.turns.length, 1);
});

test("a message over the limit goes out by itself a second after the limit ends", async () => {
  const chat = await openChat(new Device());
  chat.says("Hello");
  chat.answers({ problem: "ui.problem.limit", until: "2026-01-12T09:00:10Z", most: 40 });
  assert.equal(chat.last.said_state, "failed");
  assert.equal(chat.last.most, 40);
  pass(10);
  assert.equal(chat.page.delivered.length, 1);
  pass(1);
  assert.equal(chat.page.delivered.length, 2);
  assert.equal(chat.last.said_state, "pending");
});

test("a message that waits for consent goes out when the person agrees", async () => {
  const chat = await openChat(new Device());
  chat.says("Nothing in here");
  chat.answers({ problem: "ui.problem.blank" });
  chat.says("There is another letter.");
  chat.answers({ problem: "ui.problem.consent" });
  assert.equal(chat.last.said_state, "failed");
  chat.agrees();
  assert.equal(chat.last.said_state, "pending");
  assert.deepEqual(chat.page.delivered.slice(2).map(({ text }) => text), ["There is another letter."]);
});

test("a message that was not sent yet goes back to its field, before what is written there", async () => {
  const device = new Device();
  const chat = await openChat(device);
  const { editUnsent } = await chat.page.load("outbox");
  chat.page.navigator.onLine = false;
  chat.knows({ cutOff: true });
  chat.says("I bought shoes.");
  chat.page.at("message").value = "And";
  editUnsent(chat.last.key);
  assert.equal(chat.page.at("message").value, "I bought shoes.\n\nAnd");
  assert.deepEqual([chat.turns, kept(device)], [[], []]);
  chat.knows({ cutOff: false });
  assert.equal(chat.page.delivered.length, 1);
});

test("a message that was on its way when it was edited is shown as it was sent", async () => {
  const chat = await openChat(new Device());
  const { editUnsent } = await chat.page.load("outbox");
  chat.says("I bought shoes.");
  editUnsent(chat.last.key);
  chat.answers({ turn: "t1" });
  assert.equal(chat.page.at("look-again").clicks, 1);
});

test("a message that another tab has taken out isn't sent from here", async () => {
  const device = new Device();
  const here = await openChat(device, { ready: false });
  here.says("I bought shoes.");
  const other = await openChat(device, { ready: false });
  const { editUnsent } = await here.page.load("outbox");
  editUnsent(here.last.key);
  device.localStorage.isFullUntil = () => false;
  other.says("What found no room in the storage");
  other.page.hears("storage", { key: "outbox" });
  assert.deepEqual(other.turns.map(({ said }) => said), ["What found no room in the storage"]);
});

test("a turn that was deleted is gone", async () => {
  const chat = await openChat(new Device());
  chat.says("Hello");
  chat.answers({ turn: "t1" });
  chat.answers({ client: "", turn: "t1", problem: "gone" });
  assert.deepEqual(chat.turns, []);
});

test("help is there before a message of danger is sent", async () => {
  const chat = await openChat(new Device());
  await chat.page.rest();
  chat.says(CRISIS);
  assert.equal(chat.last.said_state, "pending");
  assert.equal(chat.last.care, "crisis");
  assert.equal(chat.last.category, "suicidality");
});

test("a quick reply is sent once", async () => {
  const chat = await openChat(new Device());
  const chip = { disabled: false };
  chat.taps(chip, "Tell me more");
  chat.taps(chip, "Tell me more");
  assert.deepEqual(chat.turns.map(({ said }) => said), ["Tell me more"]);
  assert.ok(chat.page.at("thread").isFocused);
});

const edited = async (words) => {
  const chat = await openChat(new Device());
  const { startEdit } = await chat.page.load("edit");
  chat.knows({ turns: [stored("t1"), stored("t2")] });
  chat.page.at("message").value = "A new thought";
  startEdit("t2", "Message t2");
  chat.says(words);
  return chat;
};
const words = (chat) => chat.turns.map(({ said }) => said);

test("an edited message replaces the one before, and what was being typed comes back", async () => {
  const chat = await edited("Message two");
  assert.equal(chat.page.delivered[0].replaces, "t2");
  assert.deepEqual(words(chat), ["Message t1", "Message two"]);
  pass(0.1);
  assert.equal(chat.page.at("message").value, "A new thought");
});

test("the old message is shown again when the edited one was refused", async () => {
  const chat = await edited("Message two");
  chat.answers({ problem: "ui.problem.blank" });
  assert.deepEqual(words(chat), ["Message t1", "Message t2", "Message two"]);
});

test("an edit that came too late is sent as a new message at the next try", async () => {
  const chat = await edited("Message two");
  chat.answers({ problem: "ui.problem.edit_late" });
  chat.sendAgain(chat.last.key);
  assert.equal(chat.page.delivered[1].replaces, "");
  assert.deepEqual(words(chat), ["Message t1", "Message t2", "Message two"]);
});
