import assert from "node:assert/strict";
import { test } from "node:test";
import { Device } from "./support/page.js";
import { mount } from "./support/react.js";

const openSteps = async (rank) => {
  const page = new Device().open();
  const { useSteps } = await page.load("steps");
  const steps = mount(() => useSteps(rank));
  return {
    page,
    address: page.address,
    reaches: (next) => steps.redraw(() => useSteps(next)),
    leaves: () => steps.unmount(),
  };
};

test("the first step takes the entry that is there, each later one has its own", async () => {
  const { address, reaches } = await openSteps(1);
  assert.equal(address.hash, "#home//1");
  assert.equal(address.length, 1);
  reaches(2);
  reaches(3);
  assert.equal(address.hash, "#home//3");
  assert.equal(address.length, 3);
});

test("Back goes to the question before", async () => {
  const { page, address, reaches } = await openSteps(1);
  reaches(2);
  address.back();
  assert.equal(page.at("step-back").clicks, 1);
  reaches(1);
  assert.equal(address.hash, "#home//1");
});

test("the arrow of the page leaves no entry behind, and isn't taken for Back", async () => {
  const { page, address, reaches } = await openSteps(1);
  reaches(2);
  reaches(3);
  reaches(2);
  assert.equal(address.hash, "#home//2");
  assert.equal(page.at("step-back").clicks, 0);
});

test("Forward waits for the answer", async () => {
  const { page, address, reaches } = await openSteps(1);
  reaches(2);
  address.back();
  reaches(1);
  address.go(1);
  assert.equal(address.hash, "#home//1");
  assert.equal(page.at("step-back").clicks, 1);
});

test("a sheet that is closed by Back leaves the step as it is", async () => {
  const { page, address, reaches } = await openSteps(1);
  reaches(2);
  address.hash = "home/help";
  address.back();
  assert.equal(page.at("step-back").clicks, 0);
  assert.equal(address.hash, "#home//2");
});

test("when the questions end, Back no longer leads into them", async () => {
  const { address, reaches, leaves } = await openSteps(1);
  reaches(2);
  reaches(3);
  leaves();
  assert.equal(address.hash, "#home");
  assert.equal(address.position, 0);
});
