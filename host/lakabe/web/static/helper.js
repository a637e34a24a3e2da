/** What the page does with the stones for people: the switch, and what takes one click. */

/** @typedef {import("./connection.js").Connection} Connection */
/** @typedef {import("./store.js").Store} Store */

const WORDS = { setup: "Set up", lesson: "Try again" };

/** @template {HTMLElement} T @param {string} id @returns {T} */
function get(id) {
  return /** @type {T} */ (document.getElementById(id));
}

export class Helper {
  /** @param {Connection} connection @param {Store} store */
  constructor(connection, store) {
    /** @type {HTMLInputElement} */
    const carry = get("carry");
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
