// The app opens without a server, in one version, and keeps nothing that anybody wrote.

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { Browser } from "./support/worker.js";

let browser;
beforeEach(() => { browser = new Browser(); browser.serves("v1"); });
const installed = async (version = "v1") => {
  const worker = browser.starts(version);
  await worker.installs();
  await worker.activates();
  return worker;
};
const wordsOf = async (answer) => (await answer.text()).match(/<p>(.*)<\/p>/)[1];

test("without a server the page opens with its texts and files", async () => {
  const worker = await installed();
  browser.isUp = false;
  assert.equal(await wordsOf(await worker.opens()), "v1");
  assert.equal(await (await worker.asks("/assets/v1.js")).text(), "v1");
  assert.equal(await (await worker.asks("/i18n/en.js?v=1")).text(), "texts");
});

test("with a server its page comes first, and a broken server is as good as none", async () => {
  const worker = await installed();
  browser.server.set("/", () => new Response("<p>fresh</p>"));
  assert.equal(await wordsOf(await worker.opens()), "fresh");
  browser.server.set("/", () => new Response("", { status: 502 }));
  assert.equal(await wordsOf(await worker.opens()), "v1");
});

test("a server that doesn't answer is waited for four seconds", async (t) => {
  const worker = await installed();
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const late = Promise.withResolvers();
  browser.server.set("/", () => late.promise);
  const opened = worker.opens();
  t.mock.timers.tick(4_000);
  late.resolve(new Response("<p>late</p>"));
  assert.equal(await wordsOf(await opened), "v1");
});

test("a page of another version isn't kept: its files aren't here", async () => {
  const worker = await installed();
  browser.serves("v2");
  assert.equal(await wordsOf(await worker.opens()), "v2");
  browser.isUp = false;
  assert.equal(await wordsOf(await worker.opens()), "v1");
});

test("a version whose page is of another one isn't installed", async () => {
  browser.serves("v2", { page: "other.js" });
  await assert.rejects(browser.starts("v2").installs(), /another version/);
});

test("the first start after an update needs no server, and the old files are gone", async () => {
  await installed();
  browser.serves("v2");
  const next = browser.starts("v2");
  await next.installs();
  assert.deepEqual([...browser.stores.keys()], ["shell-v1", "shell-v2"]);
  await next.activates();
  browser.isUp = false;
  assert.equal(await wordsOf(await next.opens()), "v2");
  assert.deepEqual([...browser.stores.keys()], ["shell-v2"]);
});

test("a new version waits until it is told to take over", async () => {
  const worker = await installed();
  assert.equal(worker.heard.tookOver, undefined);
  worker.told("take over");
  assert.equal(worker.heard.tookOver, true);
});

test("in another language the page is kept with its texts", async () => {
  const worker = await installed();
  browser.serves("v1", { texts: "/i18n/es.js?v=1" });
  await worker.opens();
  browser.isUp = false;
  assert.equal(await (await worker.asks("/i18n/es.js?v=1")).text(), "texts");
  await assert.rejects(worker.asks("/i18n/en.js?v=1"));
});

test("what belongs to a person goes past it", async () => {
  const worker = await installed();
  for (const path of ["/api/wins", "/_event/", "/health", "/admin", "https://elsewhere.test/"]) {
    assert.equal(await worker.asks(path), null, path);
    assert.equal(await worker.opens(path), null, path);
  }
  assert.equal(await worker.asks("/assets/v1.js", { method: "POST" }), null);
  const [shell] = [...browser.stores.values()];
  assert.deepEqual([...shell.entries.keys()].toSorted(), ["/", "/assets/v1.js", "/i18n/en.js?v=1"]);
});

test("without a server any other address leads home", async () => {
  const worker = await installed();
  browser.isUp = false;
  mock.method(Response, "redirect", (path) => ({ path }));
  assert.deepEqual(await worker.opens("/nowhere"), { path: "/" });
  mock.restoreAll();
});

test("the texts of later parts are kept too, those of one language", async () => {
  const names = (language) => `window.__more="/i18n/${language}.more.json?v=1";`;
  for (const language of ["en", "es"]) {
    browser.server.set(`/i18n/${language}.more.json?v=1`, () => new Response(language));
  }
  browser.server.set("/i18n/en.js?v=1", () => new Response(names("en")));
  const worker = await installed();
  browser.serves("v1", { texts: "/i18n/es.js?v=1" });
  browser.server.set("/i18n/es.js?v=1", () => new Response(names("es")));
  await worker.opens();
  browser.isUp = false;
  assert.equal(await (await worker.asks("/i18n/es.more.json?v=1")).text(), "es");
  await assert.rejects(worker.asks("/i18n/en.more.json?v=1"));
});

test("after a change of language the kept page is only for a missing connection", async (t) => {
  const worker = await installed();
  const answers = [];
  browser.server.set("/", () => {
    const late = Promise.withResolvers();
    answers.push(late);
    return late.promise;
  });
  t.mock.timers.enable({ apis: ["setTimeout"] });
  worker.told("look again");
  const opened = worker.opens();
  t.mock.timers.tick(60_000);
  answers.forEach(({ resolve }) => resolve(new Response("<p>español</p>")));
  assert.equal(await wordsOf(await opened), "español");
  browser.isUp = false;
  assert.equal(await wordsOf(await worker.opens()), "v1");
});

test("a language that was changed during the installation is the one without a server", async () => {
  const worker = browser.starts("v1");
  await worker.installs();
  browser.serves("v1", { texts: "/i18n/es.js?v=1" });
  await worker.activates();
  browser.isUp = false;
  assert.equal(await (await worker.asks("/i18n/es.js?v=1")).text(), "texts");
});
