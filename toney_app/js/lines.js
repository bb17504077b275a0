// A form that begins anew after it was sent keeps the focus: another line can follow by keyboard.

import { draft } from "./page.js";

let lost = "";
// React tells of the old field (null) and of the new one while it replaces them.
const keepFocus = (name, field) => {
  if (!field) {
    if (document.activeElement?.dataset?.line === name) lost = name;
    return queueMicrotask(() => { lost = ""; });
  }
  field.dataset.line = name;
  if (lost === name) field.focus({ preventScroll: true });
};
const props = new Map();
const once = (name, make) => props.get(name) ?? props.set(name, make()).get(name);
export const keepsFocus = (name) => (
  once(name, () => ({ ref: (field) => keepFocus(name, field) }))
);
// The same, and what is typed there stays on this device.
export const draftLine = (name) => once(`draft:${name}`, () => {
  const { ref, ...others } = draft(name);
  return { ...others, ref: (field) => { keepFocus(name, field); ref(field); } };
});
