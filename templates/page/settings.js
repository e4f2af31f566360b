"use strict";
// What the player chose: motion, verdicts, colours. Kept in the browser where it allows that.

const settings = { motion: true, judge: true, warn: true, theme: "auto" };

function loadSettings() {
  settings.motion = !matchMedia("(prefers-reduced-motion: reduce)").matches;
  try {
    Object.assign(settings, JSON.parse(localStorage.getItem("plotgen") ?? "{}"));
  } catch {
    // Pages from disk may have no storage.
  }
}

function keepSettings() {
  try {
    localStorage.setItem("plotgen", JSON.stringify(settings));
  } catch {
    // As above.
  }
}

function applyTheme() {
  if (settings.theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = settings.theme;
}

function listenToSettings() {
  for (const name of /** @type {const} */ (["motion", "judge", "warn"])) {
    const box = /** @type {HTMLInputElement} */ (byId(`set-${name}`));
    box.checked = settings[name];
    box.addEventListener("change", () => {
      settings[name] = box.checked;
      keepSettings();
      if (game.level) {
        judge();
        showBadges();
      }
    });
  }
  const theme = /** @type {HTMLSelectElement} */ (byId("set-theme"));
  theme.value = settings.theme;
  theme.addEventListener("change", () => {
    settings.theme = theme.value;
    keepSettings();
    applyTheme();
  });
}
