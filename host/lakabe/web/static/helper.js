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

/** While a page asks the others to take the last move back: what they see, and what it sees itself. */
const ASKED = {
  "": "",
  mine: say("The other side is asked to take the last move back."),
  theirs: say("The other side asks to take the last move back."),
};
const UNDO = { take: say("Take back"), withdraw: say("Withdraw") };
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
    /** @param {boolean} agree */
    const answer = (agree) => connection.send({ type: "answer", agree });
    undo.addEventListener("click", (event) => {
      if (store.state?.undoAsked !== "mine") connection.send({ type: "undo" });
      else if (event.detail < 2) answer(false); // a double click asks once
    });
    for (const [id, agree] of /** @type {[string, boolean][]} */ ([["agree", true], ["disagree", false]])) {
      get(id).addEventListener("click", () => {
        answer(agree);
        /** @type {SVGElement | null} */ (document.querySelector(".hands"))?.focus({ preventScroll: true }); // the buttons go
      });
    }
    restore.addEventListener("click", () => connection.send({ type: "restore" }));
    store.addEventListener("change", () => {
      const { state } = store;
      if (!state) return;
      const can = state.hands && state.carries !== null;
      get("carrying").hidden = !can;
      carry.checked = state.carries ?? false;
      undo.hidden = !can || !state.carries;
      undo.disabled = !state.undo || !state.linked;
      undo.textContent = state.undoAsked === "mine" ? UNDO.withdraw : UNDO.take;
      get("asked").textContent = ASKED[state.undoAsked];
      get("answers").hidden = state.undoAsked !== "theirs";
      restore.hidden = !can || !state.carries || !state.restore;
      restore.textContent = state.restore ? WORDS[state.restore] : "";
    });
  }
}
