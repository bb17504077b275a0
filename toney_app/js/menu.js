// Menus of rows: opened by their button, by a long press, and by the keyboard as any `details`.

const HELD = 500;
const FAR = 12;
const open = () => document.querySelectorAll("details:is(.menu, .pops)[open]");
const close = (menu, isByKey) => {
  menu.open = false;
  if (isByKey) menu.querySelector("summary").focus();
};
if (!import.meta.env.SSR) {
  addEventListener("pointerdown", ({ target }) => {
    open().forEach((menu) => { if (!menu.contains(target)) close(menu); });
  });
  addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    open().forEach((menu) => { event.preventDefault(); close(menu, true); });
  });
}
// A tap on an entry closes the menu.
export const entries = { onClick: ({ target, currentTarget }) => {
  if (target.closest("button")) close(currentTarget.closest("details"));
} };
// Only one menu of a row that is pressed for a moment; a finger that moves is scrolling.
let held = 0;
let from = null;
const letGo = () => { clearTimeout(held); held = 0; };
export const held_open = {
  onPointerDown: (event) => {
    if (event.pointerType !== "touch" || event.target.closest("button, a, summary, input")) return;
    const row = event.currentTarget;
    from = event;
    letGo();
    held = setTimeout(() => {
      const menu = row.querySelector("details.menu");
      if (menu) { menu.open = true; menu.querySelector("summary").focus({ preventScroll: true }); }
    }, HELD);
  },
  onPointerMove: (event) => {
    if (Math.hypot(event.clientX - from?.clientX, event.clientY - from?.clientY) > FAR) letGo();
  },
  onPointerUp: letGo,
  onPointerCancel: letGo,
};
export const copyWords = (words) => navigator.clipboard?.writeText(words);
