"use strict";
// What is known about the position: the optimum, a verdict on every move, hints, the solution.

/** How long a search may take, in seconds. */
const TIME = { optimum: 30, move: 3, position: 10, hint: 10, difficulty: 12 };

/** @param {Solution} verdict */
function verdictWords(verdict) {
  if (verdict.outcome === "loses") return `this ${game.level?.step} loses`;
  return verdict.outcome === "wins" ? `wins: ${verdict.told}` : verdict.told;
}

/** The best value of a move that is known to win. @returns {number | null} */
function bestValue() {
  const values = [...board.verdicts.values()].flatMap(({ outcome, value }) =>
    outcome === "wins" && value !== null ? [value] : []);
  if (!values.length) return null;
  return game.level?.objective === "greatest-score" ? Math.max(...values) : Math.min(...values);
}

/** @param {Solution} verdict @param {number | null} best */
function grade(verdict, best) {
  if (verdict.outcome !== "wins") return verdict.outcome;
  return verdict.value === best ? "best" : "wins";
}

/** Judges a job's promise; one that was given up is forgotten. @param {Promise<any>} promise @param {(answer: any) => void} take */
function whenKnown(promise, take) {
  promise.then(take).catch((error) => {
    if (error instanceof GivenUp) return;
    if (error instanceof Refusal) notice(sentenceOf(error.message));
    else throw error;
  });
}

const knowledge = {
  optimum: /** @type {Solution | null} */ (null),
  /** The level that the optimum is of. */
  level: "",
  /** What is known while it is searched for. */
  searching: "",
};

/** Starts to find out what is not known yet about the level and the position. */
function judge() {
  solver.giveUp("moves", "position", "hint");
  board.verdicts = new Map();
  showHint("");
  const level = game.level;
  if (!level || !game.position) return;
  if (knowledge.level !== level.level) {
    solver.giveUp("optimum", "difficulty");
    Object.assign(knowledge, { optimum: null, level: level.level, searching: "" });
    if (!level.no_goal) findOptimum(level);
  }
  showStatus();
  showMoves();
  byId("verdict").textContent = "";
  byId("verdict").className = "";
  if (level.no_goal || board.paint) return;
  judgePosition();
  if (settings.judge) judgeMoves();
}

/** @param {LevelView} level */
function findOptimum(level) {
  const request = { ask: "solve", level: level.level, steps: [], seconds: TIME.optimum };
  const isMore = level.objective === "greatest-score";
  const report = (/** @type {Progress} */ { bound, best }) => {
    const proved = bound ? `${isMore ? "at most" : "at least"} ${bound}` : "searching …";
    knowledge.searching = proved + (best === null ? "" : `, best found ${best}`);
    showStatus();
  };
  whenKnown(solver.ask("optimum", request, { report }), (answer) => {
    if (knowledge.level !== level.level) return;
    knowledge.optimum = answer;
    showStatus();
  });
}

/** Finds out whether the position can still be won. */
function judgePosition() {
  if (!settings.warn || !game.steps.length || game.position?.won) return;
  const request = { ask: "solve", ...place(), seconds: TIME.position };
  whenKnown(solver.ask("position", request, { isUrgent: true }), (/** @type {Solution} */ answer) => {
    const verdict = byId("verdict");
    const word = game.steps.at(-1);
    if (answer.outcome === "loses") {
      verdict.textContent = `This ${game.level?.step} loses: from here the goal cannot be met any more. Undo to go on.`;
      verdict.className = "loses";
      say(`${word}: this ${game.level?.step} loses`);
    } else {
      verdict.textContent = `From here: ${answer.told}.`;
    }
  });
}

function judgeMoves() {
  const key = JSON.stringify(place());
  for (const { word } of game.position?.moves ?? []) {
    const request = { ask: "solve", ...place(), word, seconds: TIME.move };
    whenKnown(solver.ask("moves", request), (/** @type {Solution} */ answer) => {
      if (JSON.stringify(place()) !== key) return;
      board.verdicts.set(word, answer);
      showBadges();
      showMoves();
    });
  }
}

/** The list of moves, for those who do not see the badges. */
function showMoves() {
  const { position, level } = game;
  const list = byId("moves");
  if (!position || !level) return;
  const note = byId("moves-note");
  note.textContent = "";
  if (!position.moves) note.textContent = `There are too many ${level.steps} to list them.`;
  else if (level.no_goal) note.textContent = sentenceOf(level.no_goal);
  const best = bestValue();
  const rows = (position.moves ?? []).map((move) => {
    const verdict = board.verdicts.get(move.word);
    const known = settings.judge ? verdict : undefined;
    const badge = element("span", { class: `badge ${known ? grade(known, best) : "unknown"}`, "aria-hidden": "true" },
      known?.badge ?? "·");
    const words = element("span", { class: "words" }, element("b", {}, move.word),
      element("span", { class: "unseen" }, known ? ` ${verdictWords(known)};` : ""), move.story.replace(move.word, ""));
    const row = element("button", { type: "button", class: "move" }, badge, words);
    row.dataset.word = move.word;
    row.addEventListener("click", () => play(move.word));
    row.addEventListener("pointerenter", () => point({ word: move.word }));
    row.addEventListener("focus", () => point({ word: move.word }));
    row.addEventListener("pointerleave", unpoint);
    return element("li", {}, row);
  });
  const focused = document.activeElement instanceof HTMLElement && list.contains(document.activeElement)
    ? document.activeElement.dataset.word : undefined;
  list.replaceChildren(...rows);
  if (focused) /** @type {HTMLElement | null} */ (list.querySelector(`[data-word="${focused}"]`))?.focus();
}

function showStatus() {
  const { level, position, steps } = game;
  if (!level || !position) return;
  const count = `${steps.length} ${steps.length === 1 ? level.step : level.steps}`;
  const isCounted = level.objective === "fewest-steps";
  byId("so-far").textContent = isCounted ? count : `${count}, ${position.told}`;
  byId("optimum").textContent = level.no_goal ? "play for the score" : optimumWords();
  byId("lines").textContent = position.lines.join(" · ");
  const isDone = position.won && level.objective !== "greatest-score";
  const best = knowledge.optimum;
  const verdict = byId("end");
  verdict.hidden = !isDone && position.has_moves;
  if (isDone) {
    const isBest = best?.outcome === "wins" && best.value === position.value;
    const rest = isBest ? " That is optimal." : best?.value != null && best.outcome === "wins" ? ` The optimum is ${best.told}.` : "";
    verdict.textContent = `Goal met after ${count}.${rest}`;
    verdict.className = isBest ? "good" : "";
  } else {
    verdict.textContent = `No ${level.step} is left: ${position.shortfall}.`;
    verdict.className = "loses";
  }
  /** @type {HTMLButtonElement} */ (byId("undo")).disabled = !steps.length;
  /** @type {HTMLButtonElement} */ (byId("redo")).disabled = !game.undone.length;
  /** @type {HTMLButtonElement} */ (byId("restart")).disabled = !steps.length;
}

function optimumWords() {
  const best = knowledge.optimum;
  if (!best) return `optimum: ${knowledge.searching || "searching …"}`;
  if (best.outcome === "loses") return "unsolvable: no plan exists";
  return best.outcome === "wins" ? `optimum: ${best.told}` : `optimum: ${best.told}`;
}

/** @param {string} text */
function showHint(text) {
  byId("hint-text").textContent = text;
  byId("hint-text").hidden = text === "";
}

/** Asks for a hint: the next step of a best plan, or one of the game's own kinds. @param {unknown} [kind] */
function askForHint(kind) {
  const level = game.level;
  const own = game.position?.hints[0]?.name;
  const name = typeof kind === "string" ? kind : level?.no_goal && own ? own : "plan";
  solver.giveUp("hint");
  showHint("Searching for a hint …");
  const request = { ask: "hint", ...place(), kind: name, seconds: TIME.hint };
  const asked = solver.ask("hint", request, { isUrgent: true });
  asked.catch(() => showHint(""));
  whenKnown(asked, (/** @type {Recommended} */ { step, told }) => {
    showHint(`Hint: ${told}.`);
    say(`Hint: ${told}`);
    if (step) pointAt(step);
  });
}

/** Shows a step on the board as if the player pointed at it. @param {string} word */
function pointAt(word) {
  point({ word });
  const aim = board.preview?.aim;
  if (aim && aim !== "button" && "cells" in aim) {
    board.picked = aim.cells;
    showPreview();
  }
}

/** Shows a whole best plan from here, to be stepped through. */
function showSolution() {
  solver.giveUp("hint");
  showHint("Searching for a solution …");
  const request = { ask: "solve", ...place(), seconds: TIME.optimum };
  const asked = solver.ask("hint", request, { isUrgent: true });
  asked.catch(() => showHint(""));
  whenKnown(asked, (/** @type {Solution} */ { outcome, steps, told }) => {
    if (outcome === "loses") return showHint("No plan wins from here: undo to go on.");
    if (!steps.length) return showHint(game.position?.won ? "The goal is met." : `No plan was found in this time: ${told}.`);
    game.undone = [...steps].reverse();
    showStatus();
    const name = outcome === "wins" ? "A best plan" : "The best plan found";
    showHint(`${name}, ${told}: ${steps.join(" ")}. Step through it with Redo.`);
  });
}
