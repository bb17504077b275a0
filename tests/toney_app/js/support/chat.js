// The chat of a page, with the part that the server's state plays in it.

import { mount } from "./react.js";

export const CRISIS = "I want to end my life.";

export const openChat = async (device, { ready = true } = {}) => {
  const page = device.open();
  const { useAgreed, useThread, useRunning } = await page.load("thread");
  const composer = await page.load("composer");
  const { sendAgain } = await page.load("outbox");
  const state = { turns: [], answers: [], ready, cutOff: false, alone: 0 };
  const draw = () => {
    const { turns, answers, ready: isReady, cutOff, alone } = state;
    return { parts: useThread(turns, answers, isReady, cutOff, alone), running: useRunning() };
  };
  const thread = mount(draw);
  const knows = (changes) => thread.redraw((Object.assign(state, changes), draw));
  const form = { message: page.at("message") };
  let number = 0;
  return {
    page,
    sendAgain,
    knows,
    // Type a message and send it.
    says: (words) => {
      form.message.value = words;
      composer.send({ preventDefault: () => {}, currentTarget: { elements: form } });
    },
    taps: (chip, words) => composer.sendChip({ currentTarget: chip }, words),
    // The server answers: to the last message that was delivered, if nothing else is said.
    answers: (answer) => {
      number += 1;
      const { client } = page.delivered.at(-1) ?? {};
      const whole = { number, client, turn: "", problem: "", until: "", most: 0, ...answer };
      knows({ answers: [...state.answers, whole] });
    },
    agrees: () => mount(() => useAgreed("2026-01-12T09:00:00Z")),
    closes: () => thread.unmount(),
    get stream() { return page.streams.at(-1); },
    get parts() { return thread.value.parts; },
    get turns() { return thread.value.parts.flatMap((part) => part.turns); },
    get last() { return this.turns.at(-1); },
    get running() { return thread.value.running; },
  };
};

// A turn as the server's state has it, without what is empty.
export const stored = (id, fields = {}) => ({
  key: id, id, at: "2026-01-12T09:00:00Z", session: 1, said: `Message ${id}`, said_state: "saved",
  status: "done", agent: "coach", ...fields,
});
export const paragraph = (text) => ({ kind: "paragraph", spans: [{ kind: "text", text }] });
