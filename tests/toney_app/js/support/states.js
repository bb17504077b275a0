// The framework's store of states, and a page that is connected to it.

import { mount } from "./react.js";

const field = (name) => `${name}_rx_state_`;
export const fields = (values) => Object.fromEntries(
  Object.entries(values).map(([name, value]) => [field(name), value]),
);
export const NO_STEP = { number: 0, run: "", id: "", resumes: false, answered: "", choices: [] };
const EMPTY = {
  session: { ready: false, step: "welcome", name: "" },
  device: { person: "" },
  home: { now: "", part_of_day: "", focus: { id: "", answer: "", line: "", title: "" } },
  chat: { turns: [], answers: [], has_older: false, loaded: false, reading: 0 },
  rewire: { shelf: {} },
  wins: { months: [], loaded: false },
  practices: { items: [] },
  help: { category: "" },
  settings: { tone: 5 },
  notice: { key: "", number: 0, undo_kind: "" },
  player: { step: NO_STEP, problem: "", care: "" },
};
export const MARA = {
  session: { ready: true, step: "home", name: "Mara" },
  device: { person: "mara" },
  home: {
    now: "2026-01-12T08:00:00Z", part_of_day: "morning",
    focus: { id: "card", answer: "", line: "", title: "Looking is enough" },
  },
  chat: { loaded: true },
  wins: { loaded: true, months: ["January"] },
};

// `hasAnswered`: the server has said that nobody locks the app.
export const openApp = async (device, hasAnswered = true) => {
  const page = device.open();
  const { keepAfter } = await page.load("app_lock");
  if (hasAnswered && device.localStorage.getItem("lockAfter") === null) keepAfter(null);
  const { STATES } = await page.load("seen_states");
  const { arrives, useSeen } = await page.load("seen");
  const sending = await page.load("sending");
  const states = new Map(
    Object.entries(EMPTY).map(([name, values]) => [STATES[name], fields(values)]),
  );
  const store = { getSnapshot: (name) => states.get(name) };
  const dispatch = Object.fromEntries(Object.values(STATES).map((name) => [
    name, (delta) => states.set(name, { ...states.get(name), ...delta }),
  ]));
  const shown = (name) => Object.fromEntries(
    Object.entries(states.get(STATES[name])).map(([key, value]) => [key.slice(0, -10), value]),
  );
  let cutOff = false;
  let said = { taken: [], refused: [] };
  const draw = () => {
    const { ready } = shown("session");
    useSeen(store, dispatch, ready, cutOff);
    sending.useSending(ready, cutOff, said.taken, said.refused);
    return sending.useWaitingThings("win");
  };
  const app = mount(draw);
  const settle = async () => { for (let i = 0; i < 9; i += 1) await Promise.resolve(); };
  return {
    page,
    shown,
    sending,
    get waitingWins() { return app.value.map(({ text }) => text); },
    get things() { return page.at("send-later").submissions.map(({ thing }) => JSON.parse(thing)); },
    // What the server says of its states.
    hears: (values) => {
      const delta = Object.fromEntries(
        Object.entries(values).map(([name, each]) => [STATES[name], fields(each)]),
      );
      Object.entries(arrives(delta)).forEach(([name, part]) => dispatch[name](part));
      app.redraw(draw);
    },
    answers: (answer) => { said = { ...said, ...answer }; app.redraw(draw); },
    loses: async () => { cutOff = true; app.redraw(draw); await settle(); app.redraw(draw); },
    finds: () => { cutOff = false; app.redraw(draw); },
    settle,
  };
};
export const form = (values) => ({
  currentTarget: { elements: Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, { value }]),
  ) },
  preventDefault: () => {},
  stopPropagation: () => {},
});
