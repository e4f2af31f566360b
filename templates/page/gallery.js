"use strict";
// Levels to start from: the gallery, the puzzle of the day, games by seed, and levels that are pasted.

/** @param {string} game */
function gameTitle(game) {
  return game.charAt(0).toUpperCase() + game.slice(1);
}

/** Opens the first level of a text. @param {string} text @param {string} name */
function openText(text, name) {
  const opened = attempt(() => {
    /** @type {LevelView[]} */
    const levels = engine.ask({ ask: "read", text, name });
    openLevel(levels[0]);
    return true;
  });
  if (opened) showTable();
}

/** Opens a level that the module makes. @param {object} request */
function openMade(request) {
  const opened = attempt(() => {
    openLevel(engine.ask(request));
    return true;
  });
  if (opened) showTable();
}

/** Brings the board into view. */
function showTable() {
  setEditing(false);
  chooseTab("tab-moves");
  byId("table").scrollIntoView({ behavior: settings.motion ? "smooth" : "auto" });
}

/** The present day, where the player is. */
function today() {
  const now = new Date();
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** @param {Card} card */
function cardButton(card) {
  const picture = element("span", { class: "thumb", "aria-hidden": "true" });
  const made = element("button", { type: "button", class: "card" }, picture,
    element("b", {}, card.name), element("span", {}, card.about));
  made.addEventListener("click", () => openText(card.level, card.name));
  observer.observe(made);
  waiting.set(made, () => {
    picture.innerHTML = engine.ask({ ask: "thumbnail", level: card.level }).svg;
  });
  return element("li", {}, made);
}

/** Cards whose pictures are drawn when they come into view. @type {Map<Element, () => void>} */
const waiting = new Map();
const observer = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    waiting.get(target)?.();
    waiting.delete(target);
    observer.unobserve(target);
  }
}, { rootMargin: "200px" });

/** @param {string} wanted */
function showGallery(wanted) {
  waiting.clear();
  observer.disconnect();
  byId("cards").replaceChildren(...LEVELS.filter((card) => wanted === "" || card.game === wanted).map(cardButton));
}

function listenToGallery() {
  /** @type {{ name: string }[]} */
  const games = engine.ask({ ask: "games" });
  const options = () => games.map(({ name }) => element("option", { value: name }, gameTitle(name)));
  byId("daily-game").append(...options());
  byId("new-game").append(...options());
  const present = [...new Set(LEVELS.map((card) => card.game))];
  byId("gallery-game").append(...options().filter((one) => present.includes(/** @type {HTMLOptionElement} */ (one).value)));
  const value = (/** @type {string} */ id) => /** @type {HTMLInputElement} */ (byId(id)).value;
  byId("gallery-game").addEventListener("change", () => showGallery(value("gallery-game")));
  /** @type {HTMLInputElement} */ (byId("daily-date")).value = today();
  const seed = (/** @type {string} */ id) => Math.max(0, Math.floor(Number(value(id)) || 0));
  byId("daily-form").addEventListener("submit", (event) => {
    event.preventDefault();
    openMade({ ask: "daily", game: value("daily-game"), date: value("daily-date"), seed: seed("daily-seed") });
  });
  byId("new-form").addEventListener("submit", (event) => {
    event.preventDefault();
    openMade({ ask: "puzzle", game: value("new-game"), seed: seed("new-seed") });
  });
  byId("new-random").addEventListener("click", () => {
    /** @type {HTMLInputElement} */ (byId("new-seed")).value = String(Math.floor(Math.random() * 1e6));
  });
  byId("open-form").addEventListener("submit", (event) => {
    event.preventDefault();
    openText(value("open-text"), "level");
  });
  byId("open-file").addEventListener("change", async (event) => {
    const file = /** @type {HTMLInputElement} */ (event.target).files?.[0];
    if (file) openText(await file.text(), file.name.replace(/\.[^.]*$/, ""));
  });
  showGallery("");
}
