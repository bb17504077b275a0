// Recovery codes and the receipt of a deletion: asked for over HTTP, shown once, kept nowhere.

import { useEffect, useState } from "react";
import { ask } from "./request.js";
import { put } from "./storage.js";

const PATH = "/api/auth/recovery-code";
const copy = (words) => navigator.clipboard.writeText(words);

// `since`: when the code was made; `code`: the one that was made here a moment ago.
export const useCode = (sheet) => {
  const [now, set] = useState({ state: "", since: "", code: "", copied: false });
  const change = (part) => set((before) => ({ ...before, ...part }));
  const isShown = () => location.hash.endsWith(`/${sheet}`);
  const look = async () => {
    if (!isShown()) return change({ code: "", copied: false, state: "" });
    const answer = await ask("GET", PATH).catch(() => null);
    if (answer?.ok) change({ since: (await answer.json()).madeAt ?? "" });
  };
  useEffect(() => {
    look();
    addEventListener("hashchange", look);
    return () => removeEventListener("hashchange", look);
  }, []);
  const orFail = (work) => async () => {
    change({ state: "busy", copied: false });
    try { await work(); change({ state: "" }); } catch { change({ state: "failed" }); }
  };
  const taken = async (answer) => {
    if (!answer.ok) throw new Error(answer.status);
    return answer;
  };
  const make = orFail(async () => {
    const { code } = await (await taken(await ask("POST", PATH, {}))).json();
    change({ code, since: new Date().toISOString() });
  });
  const remove = orFail(async () => {
    await taken(await ask("DELETE", PATH, {}));
    change({ code: "", since: "" });
  });
  const toClipboard = () => copy(now.code).then(() => change({ copied: true }), () => {});
  return { ...now, make, remove, copy: toClipboard };
};

export const useRecover = () => {
  const [now, set] = useState({ state: "", code: "", copied: false });
  const begin = async (event) => {
    event.preventDefault();
    const code = event.currentTarget.elements.code.value;
    set({ state: "busy", code: "", copied: false });
    try {
      const answer = await ask("POST", "/api/auth/recovery", { code });
      if (answer.ok) set({ state: "in", code: (await answer.json()).code, copied: false });
      else set({ state: { 401: "wrong", 400: "wrong", 429: "often" }[answer.status] ?? "failed" });
    } catch { set({ state: "failed" }); }
  };
  const goOn = () => { put("accent", "neutral"); location.replace("/"); };
  const toClipboard = () => copy(now.code).then(() => set({ ...now, copied: true }), () => {});
  return { ...now, begin, goOn, copy: toClipboard };
};

// The receipt is there until it was read; `file` is an address that saves it.
const NONE = { at: "", until: "", file: "" };
const receipt = () => {
  const kept = sessionStorage.getItem("receipt");
  if (!kept) return NONE;
  const { deletedAt: at, backupsUntil } = JSON.parse(kept);
  const file = `data:application/json,${encodeURIComponent(kept)}`;
  return { at, until: backupsUntil ?? "", file };
};
export const useReceipt = () => {
  const [now, set] = useState(NONE);
  useEffect(() => set(receipt()), []);
  const done = () => { sessionStorage.removeItem("receipt"); set(NONE); };
  return { ...now, done };
};
export const fold = (event) => { event.currentTarget.closest("details").open = false; };
// What opens at the end of a sheet would be below its edge.
export const unfold = ({ currentTarget }) => {
  if (currentTarget.open) currentTarget.scrollIntoView({ block: "nearest" });
};
