"use strict";
// Clicks, touches and keys.

/** @param {HTMLElement} spot */
function focusSpot(spot) {
  for (const other of byId("spots").querySelectorAll("[tabindex='0']")) other.setAttribute("tabindex", "-1");
  spot.tabIndex = 0;
  spot.focus();
}

/** @param {string} name @returns {HTMLElement | null} */
function spotNamed(name) {
  return byId("spots").querySelector(`[data-spot="${name}"]`);
}

/** Moves the focus over the board. @param {string} key @returns {boolean} */
function moveFocus(key) {
  const position = game.position;
  if (!position) return false;
  const active = document.activeElement;
  const spot = active instanceof HTMLElement && byId("spots").contains(active) ? active : null;
  const { rows, columns } = position.drawing;
  const name = spot?.dataset.spot ?? "";
  const isVertical = key === "ArrowUp" || key === "ArrowDown";
  const step = key === "ArrowDown" || key === "ArrowRight" ? 1 : -1;
  const within = (/** @type {number} */ number, /** @type {number} */ most) => Math.min(Math.max(number, 1), most);
  if (position.entries && !board.paint) {
    const [kind, text] = name.split("-");
    const wanted = isVertical ? "row" : "column";
    const most = isVertical ? rows : columns;
    let number = kind === wanted ? within(Number(text) + step, most) : step > 0 ? 1 : most;
    const next = spotNamed(`${wanted}-${number}`);
    if (next) focusSpot(next);
    return true;
  }
  const cell = spot && cellOf(spot);
  const at = cell
    ? { row: within(cell.row + (isVertical ? step : 0), rows), column: within(cell.column + (isVertical ? 0 : step), columns) }
    : { row: 1, column: 1 };
  const next = spotNamed(`${at.row}-${at.column}`);
  if (next) focusSpot(next);
  if (!board.paint) point({ aim: { cells: withCell(at) } });
  return true;
}

/** The cells picked so far, and another one. @param {Cell} cell */
function withCell(cell) {
  const last = board.picked.at(-1);
  return last && isSame(last, cell) ? board.picked : [...board.picked, cell];
}

/** Adds a cell to those picked, or takes the last one back. @param {Cell} cell */
function pick(cell) {
  const { picked } = board;
  const index = picked.findIndex((one) => isSame(one, cell));
  if (index >= 0 && index === picked.length - 2) board.picked = picked.slice(0, -1);
  else if (index < 0) board.picked = [...picked, cell];
  point({ aim: { cells: board.picked } });
}

function dropPicked() {
  board.picked = [];
  board.preview = null;
  showPreview();
}

/** Plays the step that the picked cells are. @returns {boolean} */
function playPicked() {
  const preview = board.preview;
  if (!preview?.word || !preview.legal) return false;
  play(preview.word);
  return true;
}

/** Whether the picked cells are a step, and no longer one starts with them. */
function isUnambiguous() {
  const moves = game.position?.moves;
  if (!moves || !board.preview?.legal) return false;
  const holds = moves.filter(({ aim }) => aim !== "button" && "cells" in aim &&
    board.picked.every((cell) => aim.cells.some((one) => isSame(one, cell))));
  return holds.length === 1;
}

const drag = { isDown: false, hasMoved: false, start: /** @type {Cell | null} */ (null), wasPicked: false };

/** @param {PointerEvent} event @returns {Cell | null} */
function cellUnder(event) {
  const under = document.elementFromPoint(event.clientX, event.clientY);
  return under instanceof HTMLElement && under.matches("#spots .spot") ? cellOf(under) : null;
}

/** @param {PointerEvent} event */
function press(event) {
  const cell = event.button === 0 ? cellUnder(event) : null;
  if (!cell) return;
  const spot = spotNamed(`${cell.row}-${cell.column}`);
  if (spot) focusSpot(spot);
  event.preventDefault();
  board.finish?.();
  Object.assign(drag, { isDown: true, hasMoved: false, start: cell });
  if (board.paint) return board.paint(cell);
  const last = board.picked.at(-1);
  drag.wasPicked = last !== undefined && isSame(last, cell);
}

/** @param {PointerEvent} event */
function moveOver(event) {
  const cell = cellUnder(event);
  if (!cell) return;
  if (!drag.isDown || !drag.start) return;
  if (board.paint) {
    if (!isSame(drag.start, cell)) {
      drag.start = cell;
      board.paint(cell);
    }
    return;
  }
  if (!drag.hasMoved) {
    if (isSame(cell, drag.start)) return;
    drag.hasMoved = true;
    board.picked = [drag.start];
  }
  const last = board.picked.at(-1);
  if (!last || !isSame(last, cell)) pick(cell);
}

function release() {
  if (!drag.isDown) return;
  const { start, hasMoved, wasPicked } = drag;
  drag.isDown = false;
  if (board.paint || !start) return;
  if (hasMoved) {
    if (!playPicked()) {
      if (board.preview?.word) notice(sentenceOf(board.preview.story));
      dropPicked();
    }
    return;
  }
  if (wasPicked) {
    if (!playPicked()) dropPicked();
    return;
  }
  pick(start);
  if (isUnambiguous()) playPicked();
}

/** @param {KeyboardEvent} event */
function pressKey(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (target.matches("input:not([type=checkbox]), textarea, select, [role=tab]")) return;
  const isOnBoard = byId("spots").contains(target);
  if (event.key.startsWith("Arrow") && (isOnBoard || target === document.body || target.id === "stage")) {
    if (moveFocus(event.key)) event.preventDefault();
    return;
  }
  const cell = isOnBoard ? cellOf(target) : null;
  if (cell && (event.key === " " || event.key === "Enter")) {
    event.preventDefault();
    if (board.paint) return board.paint(cell);
    const last = board.picked.at(-1);
    if (event.key === " ") {
      if (last && isSame(last, cell)) {
        board.picked = board.picked.slice(0, -1);
        return point({ aim: { cells: board.picked } });
      }
      return pick(cell);
    }
    if (!last || !isSame(last, cell)) pick(cell);
    if (!playPicked()) say(board.preview?.story || "this is no step yet: pick more cells");
    return;
  }
  const action = { u: undo, r: redo, s: restart, h: askForHint, Escape: dropPicked, Backspace: dropPicked }[event.key];
  if (!action) return;
  event.preventDefault();
  action();
}

function listenToInput() {
  const spots = byId("spots");
  spots.addEventListener("pointerdown", press);
  window.addEventListener("pointermove", moveOver);
  window.addEventListener("pointerup", release);
  window.addEventListener("pointercancel", () => {
    drag.isDown = false;
    dropPicked();
  });
  document.addEventListener("keydown", pressKey);
  byId("undo").addEventListener("click", undo);
  byId("redo").addEventListener("click", redo);
  byId("restart").addEventListener("click", restart);
  byId("play-word").addEventListener("click", playPicked);
  byId("notice-close").addEventListener("click", () => notice(""));
}
