"use strict";
// Plans that the player pastes, to be stepped through.

const replay = {
  /** @type {Replayed | null} */
  plan: null,
  /** What was played before, to go back to. @type {{ level: LevelView, steps: string[], undone: string[] } | null} */
  before: null,
};

function readPlan() {
  const level = game.level;
  if (!level) return;
  const text = /** @type {HTMLTextAreaElement} */ (byId("plan")).value;
  /** @type {Replayed | null} */
  const plan = attempt(() => engine.ask({ ask: "replay", level: level.level, text }));
  if (!plan) return;
  replay.before ??= { level, steps: game.steps, undone: game.undone };
  replay.plan = plan;
  game.steps = [];
  game.undone = [...plan.steps].reverse();
  changed(plan.sentence);
  showReplay();
}

/** Whether the game is still the plan that was read. */
function isReplaying() {
  const { plan } = replay;
  if (!plan) return false;
  const all = [...game.steps, ...[...game.undone].reverse()];
  return all.length === plan.steps.length && all.every((word, index) => word === plan.steps[index]);
}

/** Goes to a position of the plan. @param {number} after */
function goTo(after) {
  const { plan } = replay;
  if (!plan) return;
  const number = Math.min(Math.max(after, 0), plan.steps.length);
  if (number === game.steps.length + 1 && isReplaying()) return redo();
  game.steps = plan.steps.slice(0, number);
  game.undone = plan.steps.slice(number).reverse();
  changed(number ? plan.stories[number - 1] : "back at the start");
}

function showReplay() {
  const { plan } = replay;
  byId("replay-result").hidden = !plan;
  if (!plan) return;
  const at = isReplaying() ? game.steps.length : -1;
  byId("replay-sentence").textContent = [plan.sentence, ...plan.remarks].map(sentenceOf).join(" ");
  byId("replay-sentence").className = plan.valid ? "good" : "loses";
  byId("replay-at").textContent = at < 0 ? "You left the plan." : `after ${at} of ${plan.steps.length}`;
  const rows = plan.stories.map((story, index) => {
    const row = element("button", { type: "button", class: "move" }, story);
    row.classList.toggle("is-now", index + 1 === at);
    if (index + 1 === at) row.setAttribute("aria-current", "step");
    row.addEventListener("click", () => goTo(index + 1));
    return element("li", {}, row);
  });
  if (!plan.valid) rows.push(element("li", { class: "flaw" }, sentenceOf(plan.sentence)));
  byId("replay-steps").replaceChildren(...rows);
}

function leaveReplay() {
  const { before } = replay;
  Object.assign(replay, { plan: null, before: null });
  showReplay();
  if (before) attempt(() => openLevel(before.level, before.steps, before.undone));
}

function listenToReplay() {
  byId("plan-read").addEventListener("click", readPlan);
  byId("replay-first").addEventListener("click", () => goTo(0));
  byId("replay-back").addEventListener("click", () => goTo(game.steps.length - 1));
  byId("replay-next").addEventListener("click", () => goTo(game.steps.length + 1));
  byId("replay-last").addEventListener("click", () => goTo(replay.plan?.steps.length ?? 0));
  byId("replay-leave").addEventListener("click", leaveReplay);
  game.listeners.push(() => {
    if (replay.before && replay.before.level.level !== game.level?.level) Object.assign(replay, { plan: null, before: null });
    showReplay();
  });
}
