// Where the last view of each screen is: one person's at a time, in the browser's cache. The time in
// localStorage says whether it may be read; removing that takes effect at once.

const CACHE = "seen";
const ENTRY = "/seen";
const WHEN = "seen-at";
const LONGEST = 30 * 24 * 3_600_000;
// Signed out without a connection: the server hears of it when the network is back (door.js).
const LEAVING = "leaving";
export const isLeaving = () => localStorage.getItem(LEAVING) !== null;
export const setLeaving = (is) => {
  if (!is) { localStorage.removeItem(LEAVING); return; }
  localStorage.removeItem(WHEN);  // its room is enough, also when the storage is full
  localStorage.setItem(LEAVING, "1");
};
// With an app lock nothing is kept: without a server nobody could check the PIN (app_lock.js).
const isPossible = () => (
  typeof caches === "object" && !isLeaving() && localStorage.getItem("lockAfter") === null
);

export const forgetSeen = () => {
  localStorage.removeItem(WHEN);
  return typeof caches === "object" ? caches.delete(CACHE).catch(() => {}) : Promise.resolve();
};
export const keepSeen = async (seen) => {
  if (!isPossible()) { await forgetSeen(); return; }
  const at = new Date().toISOString();
  try {
    localStorage.setItem(WHEN, at);
    const cache = await caches.open(CACHE);
    await cache.put(ENTRY, new Response(JSON.stringify({ ...seen, at })));
    // Somebody signed out meanwhile.
    if (!localStorage.getItem(WHEN)) await forgetSeen();
  } catch {
    await forgetSeen();
  }
};
export const readSeen = async () => {
  const at = localStorage.getItem(WHEN);
  if (!at || !isPossible() || Date.now() - Date.parse(at) > LONGEST) {
    await forgetSeen();
    return null;
  }
  const found = await caches.match(ENTRY, { cacheName: CACHE });
  return found ? found.json() : null;
};
