// One store for all hooks of the thread. While a reply streams they hear of it at once, and of what
// comes in the same frame together.

let version = 0;
let frame = 0;
let isLate = false;
const listeners = new Set();
export const listen = (tell) => { listeners.add(tell); return () => listeners.delete(tell); };
export const changed = () => {
  isLate = false;
  version += 1;
  listeners.forEach((tell) => tell());
};
export const changedSoon = () => {
  if (document.hidden) return changed();
  if (frame) { isLate = true; return; }
  changed();
  frame = requestAnimationFrame(() => { frame = 0; if (isLate) changedSoon(); });
};
export const versionNow = () => version;
