// See head() in toney_app/theme.py
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
  let early;
  const keep = (event) => {
    const button = event.target.closest?.("button:not(.gate *)");
    if (!button || Object.keys(button).some((key) => key.startsWith("__react"))) return;
    early = button;
    event.preventDefault();
  };
  addEventListener("click", keep, true);
  window.takeEarlyTap = () => {
    removeEventListener("click", keep, true);
    const again = `[data-testid="${early?.dataset.testid}"]`;
    (early?.isConnected ? early : document.querySelector(again))?.click();
    early = null;
  };
} catch { document.documentElement.dataset.blocked = ""; /* no storage: no script of the page can run */ }
