import assert from "node:assert/strict";
import { test } from "node:test";
import { Device, pass, useClock } from "./support/page.js";

useClock();
const makeMenu = () => {
  const summary = { focused: 0, focus: () => { summary.focused += 1; } };
  const inside = {};
  return {
    open: false, summary, inside,
    querySelector: () => summary,
    contains: (target) => target === inside,
  };
};
const openPage = async (...menus) => {
  const page = new Device().open();
  page.document.querySelectorAll = () => menus.filter((menu) => menu.open);
  return { page, ...await page.load("menu") };
};
const finger = (row, x = 0, target = { closest: () => null }) => (
  { pointerType: "touch", clientX: x, clientY: 0, currentTarget: row, target }
);

test("a tap elsewhere closes an open menu, a tap inside does not", async () => {
  const menu = makeMenu();
  const { page } = await openPage(menu);
  menu.open = true;
  page.hears("pointerdown", { target: menu.inside });
  assert.ok(menu.open);
  page.hears("pointerdown", { target: {} });
  assert.ok(!menu.open);
  assert.equal(menu.summary.focused, 0);
});

test("Escape closes a menu and nothing else, and gives the focus back", async () => {
  const menu = makeMenu();
  const { page } = await openPage(menu);
  menu.open = true;
  page.hears("keydown", { key: "a" });
  assert.ok(menu.open);
  const event = page.hears("keydown", { key: "Escape" });
  assert.ok(!menu.open);
  assert.ok(event.defaultPrevented);
  assert.equal(menu.summary.focused, 1);
});

test("an entry that is tapped closes its menu, the space beside it does not", async () => {
  const menu = makeMenu();
  const { entries } = await openPage(menu);
  menu.open = true;
  const currentTarget = { closest: () => menu };
  entries.onClick({ target: { closest: () => null }, currentTarget });
  assert.ok(menu.open);
  entries.onClick({ target: { closest: () => ({}) }, currentTarget });
  assert.ok(!menu.open);
});

test("a row that is held for half a second opens its menu", async () => {
  const menu = makeMenu();
  const { held_open: row } = await openPage(menu);
  const element = { querySelector: () => menu };
  row.onPointerDown(finger(element));
  pass(0.499);
  assert.ok(!menu.open);
  pass(0.001);
  assert.ok(menu.open);
  assert.equal(menu.summary.focused, 1);
});

test("a tap, a finger that scrolls, a mouse and a button in the row don't open it", async () => {
  const menu = makeMenu();
  const { held_open: row } = await openPage(menu);
  const element = { querySelector: () => menu };
  const tries = {
    tap: () => { row.onPointerDown(finger(element)); row.onPointerUp(); },
    scroll: () => { row.onPointerDown(finger(element)); row.onPointerMove(finger(element, 13)); },
    mouse: () => row.onPointerDown({ ...finger(element), pointerType: "mouse" }),
    button: () => row.onPointerDown(finger(element, 0, { closest: () => ({}) })),
  };
  for (const [name, press] of Object.entries(tries)) {
    press();
    pass(1);
    assert.ok(!menu.open, name);
  }
});

test("a finger that trembles still holds", async () => {
  const menu = makeMenu();
  const { held_open: row } = await openPage(menu);
  row.onPointerDown(finger({ querySelector: () => menu }));
  row.onPointerMove(finger(null, 12));
  pass(0.5);
  assert.ok(menu.open);
});
