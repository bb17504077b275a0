import assert from "node:assert/strict";
import { test } from "node:test";
import { Device, pass, useClock } from "./support/page.js";
import { mount } from "./support/react.js";

useClock();
const settled = async () => { for (let i = 0; i < 12; i += 1) await Promise.resolve(); };
const cut = () => { throw new TypeError("no network"); };
const LOGOUT = "/api/auth/logout";

test("signing out without a connection forgets at once and tells the server later", async () => {
  const device = new Device();
  const offline = device.open();
  offline.answer = cut;
  const { keepSeen, readSeen } = await offline.load("seen_store");
  await keepSeen({ home: "Mara" });
  assert.equal((await readSeen()).home, "Mara");
  const { signOut } = await offline.load("door");
  await signOut();
  await settled();
  assert.equal(await readSeen(), null);
  assert.equal(offline.address.hash, "/");
  await keepSeen({ home: "what the socket still sent" });
  assert.equal(await readSeen(), null);

  const later = device.open();
  later.answer = cut;
  await later.load("door");
  await settled();
  assert.deepEqual(later.requests, [LOGOUT]);
  later.answer = () => ({ ok: false, status: 503 });
  pass(5);
  await settled();
  assert.equal(device.localStorage.getItem("leaving"), "1");
  later.answer = () => ({ ok: true, status: 204 });
  pass(5);
  await settled();
  assert.deepEqual(later.requests, [LOGOUT, LOGOUT, LOGOUT]);
  assert.equal(device.localStorage.getItem("leaving"), null);

  const after = device.open();
  await after.load("door");
  await settled();
  assert.deepEqual(after.requests, []);
});

test("with a connection the session ends first", async () => {
  const device = new Device();
  const page = device.open();
  const { signOut } = await page.load("door");
  await signOut();
  await settled();
  assert.deepEqual(page.requests, [LOGOUT]);
  assert.equal(device.localStorage.getItem("leaving"), null);
  assert.equal(page.address.hash, "/");
});

test("whoever signs out gets no more pushes in this browser, and waits for that a second at most", async () => {
  const page = new Device().open();
  let ended = 0;
  const subscription = { unsubscribe: () => { ended += 1; return new Promise(() => {}); } };
  const worker = { pushManager: { getSubscription: async () => subscription } };
  page.navigator.serviceWorker = { getRegistration: async () => worker };
  const { signOut } = await page.load("door");
  await signOut();
  await settled();
  assert.deepEqual([ended, page.address.hash], [1, "#home"]);
  pass(1);
  await settled();
  assert.equal(page.address.hash, "/");
});

test("whoever signs out leaves no app lock behind, but one that is closed stays closed until the server knows", async () => {
  const device = new Device();
  const page = device.open();
  const [{ signOut }, lock] = [await page.load("door"), await page.load("app_lock")];
  lock.keepAfter(0);
  await signOut();
  page.document.hidden = true;
  page.document.dispatchEvent(new Event("visibilitychange"));
  assert.deepEqual(page.requests, [LOGOUT]);
  assert.equal(device.localStorage.getItem("locked"), null);
  lock.mark();
  page.answer = cut;
  await signOut();
  assert.equal(page.document.cookie, "toney_locked=1");
  page.answer = () => ({ ok: true, status: 204 });
  await signOut();
  assert.equal(page.document.cookie, "");
});

test("what was ticked stays ticked when the form is built anew", async () => {
  const { useStart } = await new Device().open().load("door");
  const box = (name) => ({ name, checked: false });
  const built = () => ({ elements: { limits: box("limits"), adult: box("adult") } });
  const ticksOf = ({ elements }) => [elements.limits.checked, elements.adult.checked];
  const start = mount(() => useStart(""));
  start.value.form.ref(built());
  start.value.form.onChange({ target: { name: "limits", checked: true } });
  const anew = built();
  start.value.form.ref(null);
  start.value.form.ref(anew);
  assert.deepEqual(ticksOf(anew), [true, false]);
  start.value.form.onChange({ target: { name: "limits", checked: false } });
  const again = built();
  start.value.form.ref(again);
  assert.deepEqual(ticksOf(again), [false, false]);
});

test("a stranger chooses a language: the cookie says it and the page loads anew", async () => {
  const device = new Device();
  const page = device.open();
  const told = [];
  page.navigator.serviceWorker = { controller: { postMessage: (data) => told.push(data) } };
  const { speaks } = await page.load("door");
  speaks.onClick({ currentTarget: { lang: "es" } });
  assert.deepEqual([page.document.cookie, told], ["toney_language=es", ["look again"]]);
  assert.equal(page.address.reloads, 1);
});

test("a guest starts in the language of the page, with the region of the browser", async () => {
  const page = new Device().open();
  page.document.documentElement.lang = "es";
  page.navigator.languages = ["en-US"];
  const sent = [];
  page.answer = (path, request) => { sent.push(request); return { ok: true, status: 201 }; };
  const { useStart } = await page.load("door");
  await mount(() => useStart("1")).value.form.onSubmit({ preventDefault: () => {} });
  assert.equal(JSON.parse(sent[0].body).locale, "es-US");
});

test("the page loads anew in the person's language, once", async () => {
  const page = new Device().open();
  const { useLanguage } = await page.load("door");
  const hook = mount(() => useLanguage(""));
  hook.redraw(() => useLanguage("en"));
  assert.deepEqual([page.document.cookie, page.address.reloads], ["", 0]);
  hook.redraw(() => useLanguage("es"));
  assert.deepEqual([page.document.cookie, page.address.reloads], ["toney_language=es", 1]);
  // The page of this device is still in the old one.
  mount(() => useLanguage("es"));
  assert.equal(page.address.reloads, 1);
});

test("a new time zone is told when the connection is back", async () => {
  const page = new Device().open();
  const { useZone } = await page.load("door");
  let isUp = false;
  const told = [];
  page.answer = (path, { body }) => {
    if (!isUp) throw new TypeError("no connection");
    told.push([path, Object.keys(JSON.parse(body))]);
    return { ok: true, status: 200 };
  };
  const zone = mount(() => useZone("Pacific/Apia"));
  await settled();
  isUp = true;
  page.hears("online", {});
  assert.deepEqual(told, [["/api/profile", ["timeZone"]]]);
  zone.unmount();
  page.hears("online", {});
  assert.equal(told.length, 1);
});
