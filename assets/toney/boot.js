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
} catch { /* storage is off: the page begins neutral */ }
