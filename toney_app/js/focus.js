// A form that begins anew after it was sent keeps the focus: another line can follow by keyboard.

const fields = new Map();
let lost = "";

const hasFocus = (field) => {
  const at = document.activeElement;
  return at === field || (at?.matches(":focus-visible") && at.form === field.form);
};
// React tells of the old field (null) and of the new one while it replaces them.
export const keepFocus = (name, field) => {
  if (!field) {
    if (fields.has(name) && hasFocus(fields.get(name))) lost = name;
    fields.delete(name);
    return queueMicrotask(() => { lost = ""; });
  }
  fields.set(name, field);
  if (lost !== name) return;
  lost = "";
  field.focus({ preventScroll: true });
};
const props = new Map();
export const keepsFocus = (name) => {
  if (!props.has(name)) props.set(name, { ref: (field) => keepFocus(name, field) });
  return props.get(name);
};
