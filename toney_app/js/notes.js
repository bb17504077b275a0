// Files of notes go to the server as they are; what became of them comes back.

import { useState } from "react";

const NOTHING = { state: "", added: 0, skipped: [] };
const FAULTS = { 400: "unreadable", 413: "large" };
const MOST_NAMED = 50;

export const sendFiles = async (files) => {
  const body = new FormData();
  [...files].forEach((file) => body.append("files", file));
  const answer = await fetch("/api/notes/import", { method: "POST", body }).catch(() => ({}));
  if (!answer.ok) return { ...NOTHING, state: FAULTS[answer.status] ?? "failed" };
  const { added, skipped } = await answer.json();
  return { state: "done", added, skipped: skipped.slice(0, MOST_NAMED) };
};
export const useNotesImport = () => {
  const [now, set] = useState(NOTHING);
  const onChange = async ({ currentTarget: field }) => {
    if (!field.files.length) return;
    set({ ...NOTHING, state: "busy" });
    set(await sendFiles(field.files));
    field.value = "";
    document.getElementById("notes-read").click();
  };
  return { now, field: { onChange } };
};
