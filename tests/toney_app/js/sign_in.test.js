import assert from "node:assert/strict";
import { test } from "node:test";
import { Device, pass, useClock } from "./support/page.js";
import { mount } from "./support/react.js";

useClock();
const SENT = { delivery: "mail", expiresAt: "2026-01-12T09:15:00Z", code: "123456", link: null };
const MAIL = "/api/auth/magic-link";
const json = (value) => ({ ok: true, status: 200, json: async () => value });
const settled = async () => { for (let i = 0; i < 5; i += 1) await Promise.resolve(); };
const openForm = async (answer) => {
  const page = new Device().open();
  page.address.hash = "home/signin";
  page.answer = answer;
  const { useLink } = await page.load("sign_in");
  const form = mount(() => useLink("signin"));
  const types = (value, isValid = true) => {
    const field = { value, checkValidity: () => isValid, focus: () => {} };
    form.value.begin({ preventDefault: () => {}, currentTarget: { elements: { email: field } } });
    return settled();
  };
  return { page, form, types };
};

test("what is no address is said before anything is sent", async () => {
  const { page, form, types } = await openForm(() => json(SENT));
  await types("mara", false);
  await types("");
  assert.equal(form.value.state, "malformed");
  assert.deepEqual(page.requests, []);
});

test("a link can be asked for again after half a minute", async () => {
  const { page, form, types } = await openForm(() => json(SENT));
  await types(" mara@example.org ");
  const { state, email, code, wait } = form.value;
  assert.deepEqual({ state, email, code, wait },
    { state: "sent", email: "mara@example.org", code: "123456", wait: 30 });
  for (let second = 0; second < 30; second += 1) pass(1);
  assert.equal(form.value.wait, 0);
  form.value.again();
  await settled();
  assert.deepEqual(page.requests, [MAIL, MAIL]);
});

test("what went wrong is said, and the address stays", async () => {
  for (const [status, state] of [[400, "malformed"], [429, "often"], [503, "failed"]]) {
    const { form, types } = await openForm(() => ({ ok: false, status }));
    await types("mara@example.org");
    assert.equal(form.value.state, state);
    assert.equal(form.value.email, "mara@example.org");
  }
});

test("a page that waits begins anew once the link was used elsewhere", async () => {
  const used = { items: [{ kind: "email", label: "mara@example.org" }] };
  let isUsed = false;
  const { page, types } = await openForm((path) => (
    json(path === MAIL ? SENT : isUsed ? used : { items: [] })
  ));
  await types("Mara@example.org");
  const looks = () => {
    page.document.dispatchEvent(new Event("visibilitychange"));
    return settled();
  };
  await looks();
  assert.equal(page.address.hash, "#home/signin");
  isUsed = true;
  await looks();
  assert.equal(page.address.hash, "/");
});
