// Writing to this device's storage when it may be full: what can be had again goes first, never
// what waits to be sent.

import { forgetSeen } from "./seen_store.js";

const isFull = (error) => error.name === "QuotaExceededError";

// Whether it was stored.
export const put = (name, value) => {
  const write = () => localStorage.setItem(name, value);
  try {
    write();
    return true;
  } catch (error) {
    if (!isFull(error)) throw error;
  }
  forgetSeen();
  try {
    write();
    return true;
  } catch (error) {
    if (!isFull(error)) throw error;
    return false;
  }
};
// The browser may remove a site's data when space is short, unless it promised to keep them.
export const askToStay = () => navigator.storage?.persist?.().catch(() => {});
