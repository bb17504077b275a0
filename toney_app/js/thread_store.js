// One store for all hooks of the thread. While a reply streams they hear of it at once, and of what
// comes in the same frame together.

import { makeListeners } from "./listeners.js";

let version = 0;
let frame = 0;
let isLate = false;
const { listen, tellAll } = makeListeners();
export { listen };
export const changed = () => {
  isLate = false;
  version += 1;
  tellAll();
};
export const changedSoon = () => {
  if (document.hidden) return changed();
  if (frame) { isLate = true; return; }
  changed();
  frame = requestAnimationFrame(() => { frame = 0; if (isLate) changedSoon(); });
};
export const versionNow = () => version;
