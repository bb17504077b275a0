// Runs before the first paint: the person's colour, whether somebody has been here before, and
// whether they left quickly; then nothing is shown before a tap.
try {
  const { documentElement: root } = document;
  const accent = localStorage.getItem("accent");
  if (accent) Object.assign(root.dataset, { accent, known: "" });
  const isAway = () => localStorage.getItem("away") !== null;
  const untitled = () => { if (isAway() && document.title) document.title = ""; };
  const look = () => { root.toggleAttribute("data-away", isAway()); untitled(); };
  look();
  new MutationObserver(untitled).observe(document.head, { childList: true, subtree: true, characterData: true });
  addEventListener("storage", look);
  addEventListener("pageshow", ({ persisted }) => { if (persisted && isAway()) location.reload(); });
  addEventListener("click", ({ target }) => {
    if (!target.closest?.(".gate [data-open]")) return;
    localStorage.removeItem("away");
    location.reload();
  });
  // A button pressed before the page can answer is pressed again as soon as it can (page.js).
  let early = null;
  const isAnswering = (button) => Object.keys(button).some((key) => key.startsWith("__react"));
  const keep = (event) => {
    const button = event.target.closest?.("button");
    if (!button || button.closest(".gate") || isAnswering(button)) return;
    early = button;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  addEventListener("click", keep, true);
  window.takeEarlyTap = () => {
    removeEventListener("click", keep, true);
    const hook = early?.dataset.testid;
    const found = early?.isConnected ? early : hook && document.querySelector(`[data-testid="${hook}"]`);
    found?.click();
    early = null;
  };
} catch { /* storage is off: the page begins neutral */ }
