"use strict";
// Starts the page.

/** @param {string} id */
function chooseTab(id) {
  for (const tab of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[role=tab]"))) {
    const isChosen = tab.id === id;
    tab.setAttribute("aria-selected", String(isChosen));
    tab.tabIndex = isChosen ? 0 : -1;
    byId(tab.getAttribute("aria-controls") ?? "").hidden = !isChosen;
  }
  setEditing(id === "tab-edit");
}

function listenToTabs() {
  const tabs = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[role=tab]")]);
  tabs.forEach((tab, index) => {
    tab.addEventListener("click", () => chooseTab(tab.id));
    tab.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      event.preventDefault();
      const next = tabs[(index + step + tabs.length) % tabs.length];
      next.focus();
      chooseTab(next.id);
    });
  });
}

/** The name and the rules of the level, and the steps that are not aimed at the board. */
function showLevel() {
  const { level, position } = game;
  if (!level || !position) return;
  byId("level-name").textContent = level.name;
  byId("level-game").textContent = gameTitle(level.game);
  byId("rules").textContent = level.rules.join(" · ");
  byId("tab-moves").textContent = gameTitle(level.steps);
  const buttons = [
    ...position.buttons.map(({ word, legal }) => {
      const made = element("button", { type: "button", class: "own", disabled: !legal }, word);
      made.addEventListener("click", () => play(word));
      made.addEventListener("pointerenter", () => point({ word }));
      made.addEventListener("pointerleave", unpoint);
      return made;
    }),
    ...position.hints.map(({ name, label }) => {
      const made = element("button", { type: "button", class: "own" }, label);
      made.addEventListener("click", () => askForHint(name));
      return made;
    }),
  ];
  byId("own").replaceChildren(...buttons);
  byId("own").hidden = !buttons.length;
  byId("hint").hidden = level.no_goal !== null;
  byId("solution").hidden = level.no_goal !== null;
}

async function start() {
  loadSettings();
  applyTheme();
  const bytes = Uint8Array.from(atob(MODULE), (letter) => letter.charCodeAt(0));
  const module = await WebAssembly.compile(bytes);
  engine = new Engine(module, () => {});
  solver = new Solver(module);
  game.listeners.push(showLevel, drawBoard, judge);
  listenToInput();
  listenToReplay();
  listenToEditor();
  listenToExport();
  listenToTabs();
  listenToSettings();
  listenToGallery();
  byId("hint").addEventListener("click", () => askForHint());
  byId("solution").addEventListener("click", showSolution);
  if (!openAddress()) {
    const broken = byId("notice-text").textContent ?? "";
    attempt(() => openLevel(engine.ask({ ask: "read", text: LEVELS[0]?.level ?? "", name: "level" })[0]));
    if (broken) notice(broken);
  }
  document.body.classList.add("is-ready");
}

start().catch((error) => {
  document.body.classList.add("is-ready");
  notice(`The page could not start: ${error instanceof Error ? error.message : error}`);
});
