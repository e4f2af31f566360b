"use strict";
// Levels painted and changed. The module decides what a change does, and solves what is painted.

const editor = {
  isOn: false,
  /** What is painted: the label of a tile, or nothing to empty cells. @type {string | null} */
  brush: /** @type {string | null} */ (null),
  /** Levels before the changes. @type {LevelView[]} */
  past: [],
};

/** Takes a changed level. @param {object} request */
function change(request) {
  const before = game.level;
  if (!before) return;
  /** @type {LevelView | null} */
  const level = attempt(() => engine.ask({ ...request, level: before.level }));
  if (!level || level.level === before.level) return;
  editor.past.push(before);
  openLevel(level);
}

/** @param {object} edit */
function edit(edit) {
  change({ ask: "edit", edit });
}

/** @param {boolean} isOn */
function setEditing(isOn) {
  if (editor.isOn === isOn) return;
  editor.isOn = isOn;
  board.paint = isOn ? (cell) => edit({ paint: { cell, tile: editor.brush } }) : null;
  board.toggle = isOn ? (aim, isOpen) => edit({ entry: { aim, is_open: isOpen } }) : null;
  document.body.classList.toggle("is-editing", isOn);
  if (isOn) {
    editor.brush = game.level?.palette[0]?.label ?? null;
    editor.past = [];
    game.undone = [];
    game.steps = [];
  }
  if (game.level) changed(isOn ? "editing: pick a tile, then paint cells" : "playing");
}

/**
 * Buttons of which one is chosen.
 * @param {{ label: string | null, svg: string }[]} choices
 * @param {string | null} chosen
 * @param {(label: string | null) => void} choose
 * @param {string} nothing
 */
function choiceButtons(choices, chosen, choose, nothing) {
  return choices.map(({ label, svg }) => {
    const made = element("button", { type: "button", class: "tile", "aria-label": label ?? nothing });
    const picture = element("span", { "aria-hidden": "true" });
    picture.innerHTML = svg;
    made.append(svg ? picture : nothing);
    made.setAttribute("aria-pressed", String(label === chosen));
    made.addEventListener("click", () => choose(label));
    return made;
  });
}

function showEditor() {
  const { level, position } = game;
  if (!level || !position || !editor.isOn) return;
  const brushes = [...level.palette, { label: null, svg: "" }];
  byId("brushes").replaceChildren(...choiceButtons(brushes, editor.brush, (label) => {
    editor.brush = label;
    showEditor();
  }, "empty"));
  byId("hand-field").hidden = !level.hands.length;
  const hands = [...level.hands, { label: null, svg: "" }];
  const held = position.hand === "wildcard" ? null : position.hand;
  byId("hands").replaceChildren(...choiceButtons(hands, held, (tile) => edit({ hand: { tile } }), "wildcard"));
  byId("entry-note").hidden = !position.entries;
  /** @type {HTMLInputElement} */ (byId("edit-name")).value = level.name;
  /** @type {HTMLInputElement} */ (byId("edit-rows")).value = String(level.rows);
  /** @type {HTMLInputElement} */ (byId("edit-columns")).value = String(level.columns);
  byId("edit-options").replaceChildren(...level.options.map(optionField));
  /** @type {HTMLButtonElement} */ (byId("edit-undo")).disabled = !editor.past.length;
  byId("difficulty").textContent = level.no_goal ? sentenceOf(level.no_goal) : "";
}

/** @param {OptionView} option */
function optionField(option) {
  const input = /** @type {HTMLInputElement} */ (element("input", { type: "text", value: option.value, id: `option-${option.name}` }));
  input.addEventListener("change", () => change({ ask: "option", name: option.name, value: input.value.trim() }));
  return element("label", { title: option.about }, option.name, input, element("small", {}, option.about));
}

function measure() {
  const level = game.level;
  if (!level) return;
  solver.giveUp("difficulty");
  byId("difficulty").textContent = "Measuring …";
  const request = { ask: "difficulty", level: level.level, seconds: TIME.difficulty };
  const asked = solver.ask("difficulty", request, { isUrgent: true });
  asked.catch(() => (byId("difficulty").textContent = ""));
  whenKnown(asked, (/** @type {Difficulty} */ found) => {
    byId("difficulty").textContent = difficultyWords(level, found);
    say(difficultyWords(level, found));
  });
}

/** @param {LevelView} level @param {Difficulty} found */
function difficultyWords(level, { best, first, states, lost }) {
  const parts = [best.outcome === "loses" ? "Unsolvable: no plan exists" : `Optimum: ${best.told}`];
  if (first) {
    const share = first.moves ? Math.round((100 * first.winning) / first.moves) : 0;
    const open = first.open ? `, ${first.open} not known` : "";
    parts.push(`first ${level.steps} that win: ${first.winning} of ${first.moves} (${share} %${open})`);
  }
  if (states !== null && lost !== null) {
    parts.push(`dead ends: ${lost} of ${states} positions (${Math.round((100 * lost) / states)} %)`);
  } else parts.push("dead ends: too many positions to count");
  return parts.join("; ") + ".";
}

function listenToEditor() {
  byId("edit-undo").addEventListener("click", () => {
    const level = editor.past.pop();
    if (level) openLevel(level);
  });
  const size = () => edit({
    size: {
      rows: Number(/** @type {HTMLInputElement} */ (byId("edit-rows")).value),
      columns: Number(/** @type {HTMLInputElement} */ (byId("edit-columns")).value),
    },
  });
  byId("edit-rows").addEventListener("change", size);
  byId("edit-columns").addEventListener("change", size);
  byId("edit-name").addEventListener("change", (event) =>
    change({ ask: "rename", name: /** @type {HTMLInputElement} */ (event.target).value }));
  byId("measure").addEventListener("click", measure);
  game.listeners.push(showEditor);
}
