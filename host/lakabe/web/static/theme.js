/** Light or dark: as the system says, until somebody chooses. Runs before the page is drawn; not a module. */
(() => {
  const KEY = "lakabe-theme";
  const root = document.documentElement;
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  const chosen = () => {
    try {
      return window.localStorage.getItem(KEY);
    } catch {
      return null; // storage switched off in the browser
    }
  };
  const apply = () => {
    root.dataset.theme = chosen() ?? (dark.matches ? "dark" : "light");
  };
  apply();
  dark.addEventListener("change", apply);
  document.addEventListener("click", ({ target }) => {
    if (!(target instanceof Element) || !target.closest("#theme")) return;
    root.dataset.theme = root.dataset.theme === "dark" ? "light" : "dark";
    try {
      window.localStorage.setItem(KEY, root.dataset.theme);
    } catch {
      // The choice lasts as long as the page.
    }
  });
})();
