// @ts-check
/** Swagger UI is dark where our own pages are: by the player's setting, or else by the system's. */

const root = document.documentElement;
const system = matchMedia("(prefers-color-scheme: dark)");

function dress() {
  const { theme } = root.dataset;
  root.classList.toggle("dark-mode", theme === "dark" || (theme !== "light" && system.matches));
}

system.addEventListener("change", dress);
dress();
