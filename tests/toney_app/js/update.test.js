// A new version is offered in one line, and taken when somebody says so.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Device, pass, useClock } from "./support/page.js";
import { mount } from "./support/react.js";

useClock();
class Worker extends EventTarget {
  told = [];
  postMessage(words) { this.told.push(words); }
}
const opened = async ({ isControlled = true, registers = true } = {}) => {
  const page = new Device().open();
  let reloads = 0;
  page.address.reload = () => { reloads += 1; };
  const registration = Object.assign(new EventTarget(), {
    waiting: null, installing: null, update: async () => {},
  });
  const workers = Object.assign(new EventTarget(), {
    controller: isControlled ? new Worker() : null, register: async () => (registers ? registration : undefined),
  });
  page.navigator.serviceWorker = workers;
  const update = await page.load("update");
  const hook = mount(update.useUpdate);
  page.hears("load", {});
  pass(3);
  await Promise.resolve();
  await Promise.resolve();
  return {
    page,
    take: update.take,
    otherServer: update.otherServer,
    get isOffered() { return hook.value; },
    get reloads() { return reloads; },
    finds: () => {
      const worker = registration.installing = new Worker();
      registration.dispatchEvent(new Event("updatefound"));
      registration.waiting = worker;
      worker.dispatchEvent(new Event("statechange"));
      return worker;
    },
    changesHands: () => workers.dispatchEvent(new Event("controllerchange")),
  };
};

test("a new version is offered, and taken on a tap", async () => {
  const app = await opened();
  assert.equal(app.isOffered, false);
  const worker = app.finds();
  assert.equal(app.isOffered, true);
  assert.deepEqual([worker.told, app.reloads], [[], 0]);
  app.take();
  assert.deepEqual(worker.told, ["take over"]);
  app.changesHands();
  assert.equal(app.reloads, 1);
});

test("the first version is no new one", async () => {
  const app = await opened({ isControlled: false });
  app.finds();
  app.changesHands();
  assert.deepEqual([app.isOffered, app.reloads], [false, 0]);
});

test("a browser that answers without a registration is shown no error", async (t) => {
  const errors = [];
  const note = (error) => errors.push(error);
  process.on("unhandledRejection", note);
  t.after(() => process.off("unhandledRejection", note));
  const app = await opened({ isControlled: false, registers: false });
  await new Promise((later) => { setImmediate(later); });
  assert.deepEqual([errors, app.isOffered], [[], false]);
});

test("when another tab took it, a hidden page is loaded anew and a shown one asks", async () => {
  const shown = await opened();
  shown.changesHands();
  assert.deepEqual([shown.isOffered, shown.reloads], [true, 0]);
  const hidden = await opened();
  hidden.page.document.hidden = true;
  hidden.changesHands();
  assert.equal(hidden.reloads, 1);
});

test("a server of another version reloads the page, but not while somebody is typing", async () => {
  const app = await opened();
  app.page.document.activeElement = { matches: () => true };
  app.otherServer();
  assert.deepEqual([app.isOffered, app.reloads], [true, 0]);
  app.page.document.activeElement = null;
  app.otherServer();
  assert.equal(app.reloads, 1);
  app.otherServer();
  assert.equal(app.reloads, 1);
});
