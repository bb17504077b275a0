// The thread of a chat, as hooks: its modules are outbox.js, replies.js, answers.js and drawing.js.

import { useEffect, useMemo, useSyncExternalStore } from "react";
import { takeAll } from "./answers.js";
import { look } from "./care.js";
import { drawTurns } from "./drawing.js";
import { deliverAgreed, deliverAll, sentHere } from "./outbox.js";
import { follow, runningTurn } from "./replies.js";
import { listen, versionNow } from "./thread_store.js";

export const useThread = (turns, answers, ready, cutOff, alone) => {
  const now = useSyncExternalStore(listen, versionNow, () => 0);
  const shown = useMemo(() => drawTurns(turns, alone), [turns, now, alone]);
  useEffect(() => { follow(turns); }, [turns]);
  useEffect(() => takeAll(answers), [answers]);
  useEffect(() => { if (!alone) look(shown); }, [shown, alone]);
  useEffect(() => { if (ready && !cutOff) deliverAll(); }, [ready, cutOff]);
  return shown;
};
export const useAgreed = (givenAt) => useEffect(() => { if (givenAt) deliverAgreed(); }, [givenAt]);
// What was written and waits to be sent.
export const useKeptMessages = () => {
  const now = useSyncExternalStore(listen, versionNow, () => 0);
  return useMemo(() => sentHere().filter(({ id }) => !id).map(({ said }) => said), [now]);
};
export const useRunning = () => useSyncExternalStore(listen, runningTurn, () => "");
