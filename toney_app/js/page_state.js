// The states of the page as the framework's store has them. A change made here shows at once, and
// the server's own takes its place.

import { STATES } from "./seen_states.js";

const key = (name) => `${name}_rx_state_`;
let store = null;
let dispatchers = {};
let first = {};  // what each state is before the server has said anything

export const connect = (found, dispatch) => {
  if (store) return;
  store = found;
  dispatchers = dispatch;
  first = Object.fromEntries(Object.keys(dispatch).map((name) => [name, whole(name)]));
};
export const isConnected = () => Boolean(store);
export const whole = (name) => store?.getSnapshot(name) ?? {};
export const atFirst = (name) => first[name];
export const dispatch = (name, delta) => dispatchers[name]?.(delta);

export const value = (state, name) => state?.[key(name)];
export const set = (state, fields) => ({ ...state, ...Object.fromEntries(
  Object.entries(fields).map(([name, field]) => [key(name), field]),
) });
// By the short name of a state, as in `now("home", "focus")`.
export const now = (name, field) => value(whole(STATES[name]), field);
export const change = (name, fields) => dispatch(STATES[name], set({}, fields));
// One line for a few seconds. The page lets it go by itself: the server doesn't know of it.
const SHOWN_MS = 5_000;
export const say = (text) => {
  const number = now("notice", "number") + 1;
  change("notice", { key: text, number, undo_kind: "" });
  setTimeout(() => { if (now("notice", "number") === number) change("notice", { key: "" }); }, SHOWN_MS);
};
