// The form that a message is written in, and quick replies.

import { cancelEdit, takeEdit } from "./edit.js";
import { isTooLong } from "./long.js";
import { sendWords } from "./outbox.js";
import { forgetDraft } from "./page.js";

export const send = (event) => {
  event.preventDefault();
  const field = event.currentTarget.elements.message;
  const said = field.value.trim();
  if (!said || isTooLong(said)) return;
  field.value = "";
  forgetDraft("chat");
  sendWords(said, takeEdit());
};
// A quick reply is sent once and goes away with its row: the focus moves to the thread.
export const sendChip = ({ currentTarget }, words) => {
  if (currentTarget.disabled) return;
  currentTarget.disabled = true;
  document.getElementById("thread").focus({ preventScroll: true });
  cancelEdit();
  sendWords(words);
};
export const enterSends = (event) => {
  if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.form.requestSubmit();
};
export const toField = () => document.getElementById("message").focus();
export const write = (words) => {
  const field = document.getElementById("message");
  if (!field.value) field.value = words;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.focus();
};
