/** The dialog in which is chosen who plays: two people, or one against the computer. */

import { toBoard } from "./html.js";

/** @typedef {import("./connection.js").Connection} Connection */
/** @typedef {import("./store.js").Store} Store */

/** The level that is offered first. */
const USUAL = 3;

/** @template {HTMLElement} T @param {string} id @returns {T} */
function get(id) {
  return /** @type {T} */ (document.getElementById(id));
}

export class Versus {
  /** @param {Connection} connection @param {Store} store */
  constructor(connection, store) {
    /** @type {HTMLDialogElement} */
    this.dialog = get("versus");
    /** @type {HTMLSelectElement} */
    this.level = get("versus-level");
    /** @type {HTMLSelectElement} */
    this.side = get("versus-side");
    this.store = store;
    for (const id of ["players", "welcome-versus"]) get(id).addEventListener("click", () => this.open());
    this.level.addEventListener("change", () => this.#choose());
    this.dialog.addEventListener("close", () => {
      if (this.dialog.returnValue === "begin") {
        connection.send({ type: "against", level: Number(this.level.value), side: this.side.value });
        toBoard();
      }
      this.dialog.returnValue = "";
    });
    store.addEventListener("change", () => {
      const { state } = store;
      if (!state) return;
      const button = /** @type {HTMLButtonElement} */ (get("players"));
      button.disabled = !state.linked || state.match !== null || !state.mayChoose;
    });
  }

  open() {
    const { state } = this.store;
    const { opponent, game } = state ?? {};
    this.level.value = String(opponent?.level ?? USUAL);
    if (opponent) this.side.value = opponent.side;
    get("versus-unfinished").hidden = !game || !game.moves.length || game.result !== null;
    this.#choose();
    this.dialog.showModal();
  }

  #choose() {
    this.side.disabled = this.level.value === "0";
    const said = this.level.selectedOptions[0]?.dataset.said ?? "";
    get("versus-said").textContent = said && `${said[0].toUpperCase()}${said.slice(1)}.`;
  }
}
