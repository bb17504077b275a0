// Runs before the first paint: the person's colour, and whether somebody has been here before.
try {
  const accent = localStorage.getItem("accent");
  if (accent) Object.assign(document.documentElement.dataset, { accent, known: "" });
} catch { /* storage is off: the page begins neutral */ }
