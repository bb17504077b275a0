// Long messages: a length that is said in time, and bubbles that fold.

import { useEffect, useState } from "react";
import { MAX_MESSAGE } from "./from_python.js";

const NEAR = 7_000;
const ROWS = 12;
const LETTERS_PER_ROW = 34;

// As the server counts: without space around it, a sign outside the first plane once.
const lengthOf = (text) => text.length < NEAR ? 0 : [...text.trim()].length;
export const isTooLong = (text) => lengthOf(text) > MAX_MESSAGE;
export const useLength = (id) => {
  const [length, tell] = useState(0);
  useEffect(() => {
    const field = document.getElementById(id);
    const count = () => tell(lengthOf(field.value));
    const later = () => setTimeout(count);
    count();
    field.addEventListener("input", count);
    field.form.addEventListener("submit", later);
    return () => {
      field.removeEventListener("input", count);
      field.form.removeEventListener("submit", later);
    };
  }, [id]);
  return length < NEAR ? 0 : length;
};

export const isLong = (said) => {
  const rows = said.split("\n").map((row) => Math.max(1, Math.ceil(row.length / LETTERS_PER_ROW)));
  return rows.reduce((sum, more) => sum + more, 0) > ROWS;
};
// What is unfolded stays so, also when the message is drawn anew.
const unfolded = new Set();
const show = (button, isOpen) => {
  button.parentElement.toggleAttribute("data-open", isOpen);
  button.setAttribute("aria-expanded", isOpen);
};
export const fold = (said) => ({
  ref: (button) => { if (button) show(button, unfolded.has(said)); },
  onClick: ({ currentTarget }) => {
    if (!unfolded.delete(said)) unfolded.add(said);
    show(currentTarget, unfolded.has(said));
  },
});
