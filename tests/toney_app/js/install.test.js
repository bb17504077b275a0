// Toney is offered for the home screen once, after the second good day, and never in care.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Device, pass, useClock } from "./support/page.js";
import { mount } from "./support/react.js";

useClock();
const opened = async (device, { agent = "Android", touches = 5, isAlone = false } = {}) => {
  const page = device.open();
  Object.assign(page.navigator, { userAgent: agent, maxTouchPoints: touches, standalone: isAlone });
  const install = await page.load("install");
  let given = [false, false];
  const draw = () => { install.useHint(...given); return install.useWay(); };
  const hook = mount(draw);
  return {
    page,
    add: install.add,
    get way() { return hook.value; },
    isTime: (isTime, isBadMoment = false) => { given = [isTime, isBadMoment]; hook.redraw(draw); pass(3); },
    offers: () => {
      const fields = { prompt: async () => {}, userChoice: Promise.resolve({}) };
      page.hears("beforeinstallprompt", fields);
      return hook.redraw(draw);
    },
    get isOpen() { return page.address.hash.endsWith("/install"); },
  };
};

test("nothing is offered before the second good day", async () => {
  const app = await opened(new Device());
  app.offers();
  app.isTime(false);
  assert.equal(app.isOpen, false);
  app.isTime(true);
  assert.equal(app.isOpen, true);
});

test("nothing is offered in care or without a connection", async () => {
  const app = await opened(new Device());
  app.offers();
  app.isTime(true, true);
  assert.equal(app.isOpen, false);
});

test("it is offered once", async () => {
  const device = new Device();
  const first = await opened(device);
  first.offers();
  first.isTime(true);
  assert.equal(first.isOpen, true);
  pass(365 * 24 * 3_600);
  const second = await opened(device);
  second.offers();
  second.isTime(true);
  assert.equal(second.isOpen, false);
});

test("an iPhone and an iPad are told how, a desktop browser without an offer nothing", async () => {
  const iPad = { agent: "Macintosh", touches: 5 };
  assert.equal((await opened(new Device(), { agent: "iPhone" })).way, "share");
  assert.equal((await opened(new Device(), iPad)).way, "share");
  assert.equal((await opened(new Device(), { agent: "Macintosh", touches: 0 })).way, "");
});

test("an installed app offers nothing", async () => {
  assert.equal((await opened(new Device(), { agent: "iPhone", isAlone: true })).way, "");
  const device = new Device();
  const app = await opened(device);
  app.offers();
  assert.equal(app.way, "tap");
  app.page.hears("appinstalled", {});
  assert.equal((await opened(device, { agent: "iPhone" })).way, "");
});

test("nobody is interrupted", async () => {
  const app = await opened(new Device());
  app.offers();
  app.page.address.hash = "chat";
  app.isTime(true);
  assert.equal(app.isOpen, false);
});
