// What the server answers to a message: a turn, or the reason why there is none.

import { renamed } from "./care.js";
import { deliverAll, drop, keep, settle } from "./outbox.js";
import { beginReply, forgetReply, listenToNext } from "./replies.js";
import { changed } from "./thread_store.js";

// A server that was started anew counts from the beginning.
const answered = new Set();
const nameOf = (answer) => JSON.stringify(answer);
const TOO_LATE = "ui.problem.edit_late";
const take = ({ client, turn, problem, until, most }) => {
  if (problem === "gone") return turn.split(" ").forEach((id) => { drop(id); forgetReply(id); });
  if (!client) beginReply(turn);
  const fate = { id: turn, problem, until, most, said_state: turn ? "saved" : "failed" };
  // What can't be replaced any more is sent as a new message, if they try again.
  if (problem === TOO_LATE) fate.replaces = "";
  const wait = until ? new Date(until) - Date.now() : 0;
  if (wait > 0) setTimeout(deliverAll, wait + 1_000);
  settle(client, fate);
  if (turn) renamed(client, turn);
};
export const takeAll = (answers) => {
  const fresh = answers.filter((answer) => !answered.has(nameOf(answer)));
  if (!fresh.length) return;
  fresh.forEach((answer) => answered.add(nameOf(answer)));
  fresh.forEach(take);
  keep();
  listenToNext();
  changed();
};
