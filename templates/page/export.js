"use strict";
// The level and the steps in the address, and the level in every form and model.

/** @param {string} text */
function packed(text) {
  const bytes = Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join("");
  return btoa(bytes).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** @param {string} text */
function unpacked(text) {
  const bytes = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(bytes, (letter) => letter.charCodeAt(0)));
}

/** The part of the address after `#`. */
function fragment() {
  const steps = game.steps.length ? `&play=${game.steps.map(encodeURIComponent).join(".")}` : "";
  return `#level=${packed(game.level?.level ?? "")}${steps}`;
}

function showAddress() {
  history.replaceState(null, "", fragment());
  /** @type {HTMLInputElement} */ (byId("link")).value = location.href;
}

/** Opens what the address says; whether it says anything that can be opened. */
function openAddress() {
  const parameters = new URLSearchParams(location.hash.slice(1));
  const level = parameters.get("level");
  if (level === null) return false;
  return attempt(() => {
    let text;
    try {
      text = unpacked(level);
    } catch {
      throw new Refusal("this link is broken: it holds no level");
    }
    /** @type {LevelView[]} */
    const levels = engine.ask({ ask: "read", text, name: "level" });
    const words = (parameters.get("play") ?? "").split(".").filter((word) => word !== "");
    openLevel(levels[0], words);
    return true;
  }) ?? false;
}

function showForms() {
  const level = game.level;
  if (!level) return;
  /** @type {FormView[]} */
  const forms = engine.ask({ ask: "forms", level: level.level });
  const select = /** @type {HTMLSelectElement} */ (byId("form"));
  const chosen = select.value;
  select.replaceChildren(...forms.map(({ form, label, about }) =>
    element("option", { value: form, title: about }, label)));
  if (forms.some(({ form }) => form === chosen)) select.value = chosen;
}

/** @type {FileView[]} */
let exported = [];

function convert() {
  const level = game.level;
  if (!level) return;
  const form = /** @type {HTMLSelectElement} */ (byId("form")).value;
  const best = knowledge.optimum;
  // Models that ask about one number of steps ask about the optimum, where it is known.
  const horizon = best?.outcome === "wins" ? best.steps.length : null;
  const files = attempt(() => engine.ask({ ask: "convert", level: level.level, form, horizon }));
  exported = files ?? [];
  byId("files").replaceChildren(...exported.map(({ name, text }) => {
    const area = element("textarea", { readonly: true, rows: "10", "aria-label": name, spellcheck: "false" });
    /** @type {HTMLTextAreaElement} */ (area).value = text;
    const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
    const save = element("a", { href: url, download: name, class: "button" }, `Save ${name}`);
    return element("div", { class: "file" }, element("div", { class: "row" }, save, copyButton(() => text)), area);
  }));
}

/** @param {() => string} text */
function copyButton(text) {
  const made = element("button", { type: "button" }, "Copy");
  made.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(text());
      say("copied");
      made.textContent = "Copied";
      setTimeout(() => (made.textContent = "Copy"), 1500);
    } catch {
      notice("The browser does not allow copying here: select the text and copy it.");
    }
  });
  return made;
}

function listenToExport() {
  byId("convert").addEventListener("click", convert);
  byId("link-row").append(copyButton(() => location.href));
  window.addEventListener("hashchange", () => {
    if (location.hash !== fragment() && !openAddress()) history.replaceState(null, "", fragment());
  });
  let shown = "";
  game.listeners.push(() => {
    showAddress();
    if (game.level && shown !== game.level.level) {
      shown = game.level.level;
      showForms();
      byId("files").replaceChildren();
    }
  });
}
