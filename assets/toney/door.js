// The pages of a sign-in link take the theme that was chosen in the app.
try {
  const theme = localStorage.getItem("theme") ?? "system";
  const isDark = theme === "system" ? matchMedia("(prefers-color-scheme: dark)").matches : theme === "dark";
  document.documentElement.classList.toggle("dark", isDark);
  // Whoever signs in here isn't new: the app then begins without its door.
  addEventListener("submit", () => {
    if (!localStorage.getItem("accent")) localStorage.setItem("accent", "neutral");
  });
} catch { /* storage is off: the page is light */ }
