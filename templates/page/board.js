"use strict";
// The board: the drawing, and over it what can be pointed at: rows and columns, or cells.

const board = {
  /** The step or the cells that the player points at. @type {Preview | null} */
  preview: null,
  /** Cells that were picked, in order. @type {Cell[]} */
  picked: [],
  /** Ends the animation that is shown. @type {(() => void) | null} */
  finish: null,
  /** Verdicts on moves by their words. @type {Map<string, Solution>} */
  verdicts: new Map(),
  /** What a cell does while a level is edited. @type {((cell: Cell) => void) | null} */
  paint: null,
  /** What a row or column does while a level is edited. @type {((aim: Aim, isOpen: boolean) => void) | null} */
  toggle: null,
};

/** @param {Cell} one @param {Cell} other */
function isSame(one, other) {
  return one.row === other.row && one.column === other.column;
}

/** Places an element over the drawing, in its units. @param {HTMLElement} made @param {number[]} box */
function placed(made, [x, y, width, height]) {
  const { width: all, height: high } = /** @type {PositionView} */ (game.position).drawing;
  made.style.left = `${(100 * x) / all}%`;
  made.style.top = `${(100 * y) / high}%`;
  made.style.width = `${(100 * width) / all}%`;
  made.style.height = `${(100 * height) / high}%`;
  return made;
}

/** Draws the position and what can be pointed at. */
function drawBoard() {
  const position = game.position;
  if (!position || !game.level) return;
  board.finish?.();
  Object.assign(board, { picked: [], preview: null, verdicts: new Map() });
  const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.spot;
  const { drawing } = position;
  byId("drawing").innerHTML = drawing.svg;
  byId("stage").style.setProperty("--ratio", String(drawing.width / drawing.height));
  byId("stage").style.setProperty("--units", String(drawing.width));
  const spots = byId("spots");
  const isEdges = position.entries !== null;
  byId("stage").classList.toggle("edges", isEdges);
  byId("stage").classList.toggle("cells", !isEdges || board.paint !== null);
  const made = [
    ...(position.entries ? entrySpots(position.entries) : []),
    ...(!isEdges || board.paint ? cellSpots(position) : []),
  ];
  spots.replaceChildren(...made);
  const first = made.find((spot) => !spot.hasAttribute("aria-disabled")) ?? made[0];
  if (first) first.tabIndex = 0;
  const again = focused && spots.querySelector(`[data-spot="${focused}"]`);
  if (again instanceof HTMLElement) focusSpot(again);
  showBadges();
  showPreview();
}

/** @param {{ rows: boolean[], columns: boolean[] }} entries */
function entrySpots(entries) {
  const { drawing, moves } = /** @type {PositionView} */ (game.position);
  const { left, top, cell, columns, rows } = drawing;
  /** @param {Aim & object} aim @param {boolean} isOpen @param {string} name @param {number[]} box */
  const spot = (aim, isOpen, name, box) => {
    const move = moves?.find((known) => JSON.stringify(known.aim) === JSON.stringify(aim));
    const made = element("button", { type: "button", class: "entry", tabindex: "-1" });
    made.dataset.spot = name.replace(" ", "-");
    made.dataset.word = move?.word ?? "";
    made.classList.toggle("is-open", isOpen);
    const isLegal = move !== undefined || board.toggle !== null;
    if (!isLegal) made.setAttribute("aria-disabled", "true");
    made.setAttribute("aria-label", `${name}: ${move?.story ?? (isOpen ? "nothing to hit" : "closed")}`);
    made.addEventListener("click", () => {
      if (board.toggle) board.toggle(aim, !isOpen);
      else pressEntry(aim);
    });
    made.addEventListener("pointerenter", () => point({ aim }));
    made.addEventListener("focus", () => point({ aim }));
    made.addEventListener("pointerleave", unpoint);
    return placed(made, box);
  };
  const gap = 26;
  return [
    ...entries.rows.map((isOpen, index) =>
      spot({ row: index + 1 }, isOpen, `row ${index + 1}`, [left - gap, top + index * cell, gap, cell])),
    ...entries.columns.map((isOpen, index) =>
      spot({ column: index + 1 }, isOpen, `column ${index + 1}`, [left + index * cell, top - gap, cell, gap])),
    ...(board.toggle ? [] : [pathsOver(left, top, columns * cell, rows * cell)]),
  ];
}

/** A layer over the board that is not pointed at. @param {...number} box */
function pathsOver(...box) {
  return placed(element("div", { class: "cover", "aria-hidden": "true" }), box);
}

/** Plays the step along a row or column, or says why there is none. @param {Aim} aim */
function pressEntry(aim) {
  const preview = ask({ aim });
  if (preview?.word && preview.legal) play(preview.word);
  else if (preview) notice(sentenceOf(preview.story || "nothing can be played there"));
}

/** @param {PositionView} position */
function cellSpots(position) {
  const { left, top, cell } = position.drawing;
  return position.board.flatMap((row, r) => row.map((label, c) => {
    const made = element("button", { type: "button", class: "spot", tabindex: "-1" });
    made.dataset.spot = `${r + 1}-${c + 1}`;
    made.setAttribute("aria-label", `row ${r + 1}, column ${c + 1}: ${label ?? "empty"}`);
    return placed(made, [left + c * cell, top + r * cell, cell, cell]);
  }));
}

/** @param {HTMLElement} spot @returns {Cell | null} */
function cellOf(spot) {
  const match = /^(\d+)-(\d+)$/.exec(spot.dataset.spot ?? "");
  return match && { row: Number(match[1]), column: Number(match[2]) };
}

/**
 * What a step would do.
 * @param {{ aim?: Aim, word?: string }} what
 * @returns {Preview | null}
 */
function ask(what) {
  return attempt(() => engine.ask({ ask: "preview", ...place(), ...what }));
}

/** Shows what a step would do. @param {{ aim?: Aim, word?: string }} what */
function point(what) {
  if (board.finish || board.paint) return;
  board.preview = ask(what);
  showPreview();
}

function unpoint() {
  if (board.picked.length) return;
  const focused = document.activeElement;
  board.preview = null;
  if (focused instanceof HTMLElement && focused.matches("#spots .entry:focus-visible")) {
    focused.dispatchEvent(new FocusEvent("focus"));
  }
  showPreview();
}

/** Shows the path of the step that the player points at, and what comes of it. */
function showPreview() {
  const { preview, picked } = board;
  const story = byId("story");
  const after = byId("after");
  const cells = preview?.legal ? preview.trail : picked;
  drawTrail(cells, preview?.legal ?? false);
  for (const spot of byId("spots").querySelectorAll(".spot")) {
    const cell = cellOf(/** @type {HTMLElement} */ (spot));
    spot.classList.toggle("is-picked", cell !== null && picked.some((one) => isSame(one, cell)));
  }
  after.innerHTML = preview?.after?.svg ?? "";
  const coming = byId("coming");
  coming.innerHTML = preview?.coming?.svg ?? "";
  coming.hidden = !preview?.coming;
  const verdict = preview?.word ? board.verdicts.get(preview.word) : undefined;
  const judged = verdict && settings.judge ? verdictWords(verdict) : "";
  byId("play-word").hidden = !(preview?.legal && picked.length);
  if (preview?.word) {
    story.textContent = preview.story + (judged ? ` — ${judged}` : "");
    story.classList.toggle("is-bad", !preview.legal);
  } else {
    story.textContent = picked.length ? "Pick the next cell." : restingWords();
    story.classList.remove("is-bad");
  }
}

/** The text while the player points at nothing. */
function restingWords() {
  const position = game.position;
  if (board.paint) return "Paint the board; what is solved is shown at once.";
  if (!position) return "";
  if (position.won && game.level?.objective !== "greatest-score") return "The goal is met.";
  if (!position.has_moves) return `No ${game.level?.step} is left: ${position.shortfall}.`;
  return position.entries ? "Point at a row or a column." : "Drag over cells, or pick them one by one.";
}

/** Draws a line over cells. @param {Cell[]} cells @param {boolean} isLegal */
function drawTrail(cells, isLegal) {
  const drawing = game.position?.drawing;
  if (!drawing) return;
  const { left, top, cell, width, height } = drawing;
  const at = (/** @type {Cell} */ { row, column }) =>
    `${left + cell * (column - 0.5)} ${top + cell * (row - 0.5)}`;
  const rings = cells.map((one) => `M${at(one)}m-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0`).join("");
  const line = cells.length > 1 ? `M${cells.map(at).join("L")}` : "";
  byId("trail").innerHTML = cells.length === 0 ? "" :
    `<svg viewBox="0 0 ${width} ${height}" class="${isLegal ? "" : "is-open"}" aria-hidden="true">` +
    `<path class="under" d="${line}"/><path class="over" d="${line}"/><path class="rings" d="${rings}"/></svg>`;
}

/** Shows a step in motion, unless the player wants none. @param {StepView} step */
function animate(step) {
  if (!settings.motion) return;
  board.finish?.();
  byId("drawing").innerHTML = step.svg;
  byId("stage").classList.add("is-moving");
  const timer = setTimeout(() => board.finish?.(), step.seconds * 1000);
  board.finish = () => {
    clearTimeout(timer);
    board.finish = null;
    byId("drawing").innerHTML = game.position?.drawing.svg ?? "";
    byId("stage").classList.remove("is-moving");
  };
}

/** Shows the verdicts on the moves at their places. */
function showBadges() {
  const layer = byId("badges");
  const position = game.position;
  if (!position?.moves || !settings.judge || board.paint) return layer.replaceChildren();
  const best = bestValue();
  const { left, top, cell, rows, columns } = position.drawing;
  const badges = position.moves.flatMap((move) => {
    const verdict = board.verdicts.get(move.word);
    if (!verdict) return [];
    const spot = badgePlace(move.aim, left, top, cell, rows, columns);
    if (!spot) return [];
    const made = element("span", { class: `badge ${grade(verdict, best)}` }, verdict.badge);
    placed(made, [...spot, 0, 0]);
    return [made];
  });
  layer.replaceChildren(...badges);
  for (const made of byId("spots").querySelectorAll(".entry")) {
    const { word } = /** @type {HTMLElement} */ (made).dataset;
    const verdict = word ? board.verdicts.get(word) : undefined;
    const move = position.moves.find((known) => known.word === word);
    const name = (made.getAttribute("aria-label") ?? "").split(":")[0];
    if (verdict && move) made.setAttribute("aria-label", `${name}: ${verdictWords(verdict)}; ${move.story}`);
  }
}

/**
 * @param {Aim} aim @param {number} left @param {number} top @param {number} cell @param {number} rows
 * @param {number} columns @returns {number[] | null}
 */
function badgePlace(aim, left, top, cell, rows, columns) {
  if (aim === "button") return null;
  if ("row" in aim) return [left + columns * cell + 24, top + cell * (aim.row - 0.5)];
  if ("column" in aim) return [left + cell * (aim.column - 0.5), top + rows * cell + 22];
  const mean = (/** @type {number[]} */ all) => all.reduce((sum, one) => sum + one, 0) / all.length;
  return [
    left + cell * (mean(aim.cells.map((one) => one.column)) - 0.5),
    top + cell * (mean(aim.cells.map((one) => one.row)) - 0.5),
  ];
}
