/** What the page does with the stones for people: the switch, and what takes one click. */

import { say } from "./texts.js";

/** @typedef {import("./connection.js").Connection} Connection */
/** @typedef {import("./store.js").Store} Store */

const LETTERS = "lakabe-letters";

/** The switch for letters on the lights, which each browser keeps. */
function letters() {
  /** @type {HTMLInputElement} */
  const box = get("letters");
  const board = get("board");
  try {
    box.checked = window.localStorage.getItem(LETTERS) !== "off";
  } catch {
    // It is as the page has it.
  }
  const show = () => board.toggleAttribute("data-plain", !box.checked);
  show();
  box.addEventListener("change", () => {
    show();
    try {
      window.localStorage.setItem(LETTERS, box.checked ? "on" : "off");
    } catch {
      // It holds as long as the page.
    }
  });
}

const WORDS = { setup: say("Set up"), lesson: say("Try again") };

/** @template {HTMLElement} T @param {string} id @returns {T} */
function get(id) {
  return /** @type {T} */ (document.getElementById(id));
}

export class Helper {
  /** @param {Connection} connection @param {Store} store */
  constructor(connection, store) {
    /** @type {HTMLInputElement} */
    const carry = get("carry");
    letters();
    const undo = /** @type {HTMLButtonElement} */ (get("undo"));
    const restore = get("restore");
    carry.addEventListener("change", () => connection.send({ type: "carry", on: carry.checked }));
    undo.addEventListener("click", () => connection.send({ type: "undo" }));
    restore.addEventListener("click", () => connection.send({ type: "restore" }));
    store.addEventListener("change", () => {
      const { state } = store;
      if (!state) return;
      const can = state.hands && state.carries !== null;
      get("carrying").hidden = !can;
      carry.checked = state.carries ?? false;
      undo.hidden = !can || !state.carries;
      undo.disabled = !state.undo || !state.linked;
      restore.hidden = !can || !state.carries || !state.restore;
      restore.textContent = state.restore ? WORDS[state.restore] : "";
    });
  }
}
