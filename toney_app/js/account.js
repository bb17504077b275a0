// Where somebody is signed in, and with what: read over HTTP when its sheet opens.

import { useEffect, useRef, useState } from "react";
import { keepAfter } from "./app_lock.js";
import { showDate } from "./dates.js";
import * as passkeys from "./passkeys.js";
import { ask } from "./request.js";
import { put } from "./storage.js";

const DAY = 86_400_000;
const AGAIN = 5_000;
const midnight = (at) => new Date(at).setHours(0, 0, 0, 0);

// Today and yesterday in words, before that the day.
export const showSeen = (iso, now = Date.now()) => {
  if (!iso) return "";
  const days = Math.round((midnight(now) - midnight(iso)) / DAY);
  if (days > 1) return showDate(iso, "day");
  const { lang } = document.documentElement;
  return new Intl.RelativeTimeFormat(lang, { numeric: "auto" }).format(-Math.max(days, 0), "day");
};
const dated = (item) => ({
  ...item,
  device: item.device || "other",
  is_this: item.isThis,
  seen: showSeen(item.lastSeenAt ?? item.lastUsedAt),
  until: item.expiresAt ? showDate(item.expiresAt, "day") : "",
  over: Boolean(item.expiresAt) && new Date(item.expiresAt) < new Date(),
});
const items = async (path) => {
  const answer = await ask("GET", path);
  if (!answer.ok) throw new Error(answer.status);
  return (await answer.json()).items.map(dated);
};
export const done = async (method, path, body) => {
  const answer = await ask(method, path, body);
  if (answer.ok) return answer.status === 204 ? null : answer.json();
  const { details } = await answer.json().catch(() => ({}));
  throw Object.assign(new Error(answer.status), { status: answer.status, reason: details?.reason });
};

const kept = (values, names) => Object.fromEntries(Object.keys(names).map((name) => [name, values[name]]));

// What a sheet shows: it is read anew each time the sheet opens, until that works, and let go when
// it closes.
export const useSheetOf = (sheet, empty, read) => {
  const none = { ...empty, state: "", ready: false };
  const [now, set] = useState(none);
  const latest = useRef(none);
  const first = useRef(null);
  const tapped = useRef([]);  // and not answered yet
  const show = (all) => { latest.current = all; set(all); };
  const change = (part) => show({ ...latest.current, ...part });
  const withTaps = (found) => Object.assign({}, found, ...tapped.current);
  const load = async () => change({ ...withTaps(await read()), ready: true });
  const later = useRef(0);
  const look = () => {
    clearTimeout(later.current);
    if (!location.hash.endsWith(`/${sheet}`)) { first.current = null; return show(none); }
    first.current = load().then(
      () => { if (latest.current.state === "failed") change({ state: "" }); },
      () => { change({ state: "failed" }); later.current = setTimeout(look, AGAIN); },
    );
  };
  useEffect(() => {
    look();
    addEventListener("hashchange", look);
    return () => { clearTimeout(later.current); removeEventListener("hashchange", look); };
  }, []);
  // A tap before the sheet was read waits for that, and `work` gets what was found. `wanted` shows
  // at once, also when an earlier answer comes, and goes back to what it was if the server refuses.
  const run = async (state, work, why = () => "failed", wanted = {}) => {
    const seen = latest.current;
    change({ state, ...wanted });
    await first.current;
    const before = !seen.ready && latest.current.ready ? latest.current : seen;
    const answered = () => { tapped.current = tapped.current.filter((one) => one !== wanted); };
    tapped.current = [...tapped.current, wanted];
    change({ state, ...wanted });
    try {
      const more = await work(before).finally(answered);
      await load();
      change({ state: "", ...more });
    } catch (error) { change({ ...withTaps(kept(before, wanted)), state: why(error) }); }
  };
  return { now, change, run };
};

export const useDevices = () => {
  const { now, run } = useSheetOf("devices", { devices: [], passkeys: [] }, async () => {
    const [devices, own] = await Promise.all([items("/api/devices"), items("/api/passkeys")]);
    return { devices, passkeys: own, can: passkeys.canUse() };
  });
  return {
    ...now,
    signOut: (id) => run("busy", () => done("DELETE", `/api/devices/${id}`, {})),
    signOutOthers: () => run("busy", () => done("DELETE", "/api/devices", {})),
    removePasskey: (id) => run("busy", () => done("DELETE", `/api/passkeys/${id}`, {})),
    renamePasskey: (id, event) => {
      event.preventDefault();
      const name = event.currentTarget.elements.name.value;
      event.currentTarget.closest("details").open = false;
      run("busy", () => done("PATCH", `/api/passkeys/${id}`, { name }));
    },
    addPasskey: (name) => run("adding", () => passkeys.make("/api/passkeys", name), passkeys.wrong),
  };
};

export const useTokens = () => {
  const empty = { tokens: [], token: "", copied: false };
  const read = async () => ({ tokens: await items("/api/tokens") });
  const { now, change, run } = useSheetOf("tokens", empty, read);
  return {
    ...now,
    make: (event) => {
      event.preventDefault();
      const { name, days } = event.currentTarget.elements;
      const wanted = { name: name.value, days: Number(days.value) || null };
      run("making", async () => {
        const { token } = await done("POST", "/api/tokens", wanted);
        name.value = "";
        return { token, copied: false };
      }, ({ status }) => ({ 400: "wrong", 402: "full" })[status] ?? "failed");
    },
    remove: (id) => run("busy", () => done("DELETE", `/api/tokens/${id}`, {})),
    copy: () => navigator.clipboard.writeText(now.token)
      .then(() => change({ copied: true }), () => {}),
  };
};

const WHY = { opens: "opens", way_back: "way_back", proof: "proof" };
export const useLockSettings = () => {
  const none = { after: "off", hasPin: false, hasPasskey: false, hasWayBack: false };
  const { now, run } = useSheetOf("lock", none, async () => {
    const { afterMinutes, ...rest } = await done("GET", "/api/lock");
    keepAfter(afterMinutes);
    return { ...rest, after: afterMinutes === null ? "off" : String(afterMinutes) };
  });
  const why = ({ status, reason }) => (
    WHY[reason] ?? { 400: "unfit", 401: "wrong", 429: "often" }[status] ?? "failed"
  );
  const field = (name) => document.querySelector(`#sheet-lock [name=${name}]`)?.value ?? "";
  const change = (after, pinFor) => run("busy", async (found) => {
    const pin = pinFor(found);
    const currentPin = field("current");
    if (after === "off") await done("DELETE", "/api/lock", { currentPin });
    else await done("PUT", "/api/lock", { afterMinutes: Number(after), pin, currentPin });
  }, why);
  return {
    ...now,
    choose: (after) => change(after, (found) => (found.hasPin ? null : field("pin") || null)),
    setPin: (event) => {
      event.preventDefault();
      const pin = field("pin");
      change(now.after === "off" ? "5" : now.after, () => pin);
      event.currentTarget.reset();
    },
  };
};

// Signing in on the start screen.
export const usePasskey = () => {
  const [state, set] = useState("");
  const [can, tell] = useState(false);
  useEffect(() => tell(passkeys.canUse()), []);
  const begin = async () => {
    set("busy");
    try {
      await passkeys.answer("/api/auth/passkey");
      put("accent", "neutral");
      location.replace("/");
    } catch (error) { set(passkeys.wrong(error)); }
  };
  return { state, can, begin };
};
