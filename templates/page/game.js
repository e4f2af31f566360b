"use strict";
// The game that is being played: a level and the steps so far. It knows no rules: the module does.

/** @type {Engine} */
let engine;
/** @type {Solver} */
let solver;

const game = {
  /** @type {LevelView | null} */
  level: null,
  /** @type {string[]} */
  steps: [],
  /** Steps that were undone, the last one first to come back. @type {string[]} */
  undone: [],
  /** @type {PositionView | null} */
  position: null,
  /** Called after every change. @type {((news: string) => void)[]} */
  listeners: [],
};

/** @returns {Place} */
function place() {
  return { level: game.level?.level ?? "", steps: game.steps };
}

/** @template {HTMLElement} T @param {string} id @returns {T} */
function byId(id) {
  return /** @type {T} */ (document.getElementById(id));
}

/**
 * An element with attributes and children.
 * @param {string} tag
 * @param {Record<string, string | boolean | EventListener>} [attributes]
 * @param {...(Node | string)} children
 * @returns {HTMLElement}
 */
function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(name, value);
    else if (typeof value === "boolean") made.toggleAttribute(name, value);
    else made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

/** Shows a sentence about something that did not work; an empty one clears it. @param {string} sentence */
function notice(sentence) {
  byId("notice-text").textContent = sentence;
  byId("notice").hidden = sentence === "";
}

/**
 * Does something, and shows why if it cannot be done. What the player has stays as it is.
 * @template T
 * @param {() => T} action
 * @returns {T | null}
 */
function attempt(action) {
  try {
    const result = action();
    notice("");
    return result;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    notice(sentenceOf(error.message));
    return null;
  }
}

/** @param {string} text */
function sentenceOf(text) {
  const capital = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(capital) ? capital : capital + ".";
}

/** Says something to screen readers. @param {string} text */
function say(text) {
  byId("live").textContent = text;
}

/** @param {string} news */
function changed(news) {
  game.position = engine.ask({ ask: "position", ...place() });
  for (const listener of game.listeners) listener(news);
  if (news) say(news);
}

/**
 * Opens a level with some steps played. Nothing changes if a step cannot be played.
 * @param {LevelView} level
 * @param {string[]} [steps]
 * @param {string[]} [undone]
 */
function openLevel(level, steps = [], undone = []) {
  engine.ask({ ask: "position", level: level.level, steps });
  Object.assign(game, { level, steps, undone });
  changed(`${level.name}. ${level.rules.join(". ")}. ${describe(level)}`);
}

/** @param {LevelView} level */
function describe(level) {
  return engine.ask({ ask: "position", level: level.level, steps: game.steps }).description;
}

/**
 * Plays a step, with its animation.
 * @param {string} word
 * @param {boolean} [isRedone]
 */
function play(word, isRedone = false) {
  const before = place();
  /** @type {StepView | null} */
  const step = attempt(() => engine.ask({ ask: "step", ...before, word }));
  if (!step) return;
  game.steps = [...game.steps, word];
  if (!isRedone) game.undone = [];
  changed(step.story);
  animate(step);
  const position = game.position;
  if (position?.won && game.level?.objective !== "greatest-score") say(`${step.story}. The goal is met.`);
}

function undo() {
  const word = game.steps.at(-1);
  if (word === undefined) return say("nothing to undo");
  game.steps = game.steps.slice(0, -1);
  game.undone = [...game.undone, word];
  changed(`undone: ${word}`);
}

function redo() {
  const word = game.undone.at(-1);
  if (word === undefined) return say("nothing to redo");
  game.undone = game.undone.slice(0, -1);
  play(word, true);
}

/** Goes back to the start; every step can be redone. */
function restart() {
  game.undone = [...game.undone, ...[...game.steps].reverse()];
  game.steps = [];
  changed("back at the start");
}
