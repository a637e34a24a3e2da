/** Beginning a new game: which one, the question where one is unfinished, and the way back to that. */

import { toBoard } from "./html.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./connection.js").Connection} Connection */

const ORDINARY = "tsivy";
const SMALLER = ["dimy", "telo"];

/** @template {HTMLElement} T @param {string} id @returns {T} */
function get(id) {
  return /** @type {T} */ (document.getElementById(id));
}

export class NewGame {
  /** @param {Connection} connection */
  constructor(connection) {
    this.connection = connection;
    /** @type {State | null} */
    this.state = null;
    /** The game whose variant was last taken over. */
    this.known = "";
    /** What was pressed: "new" or "mirrored". */
    this.start = "new";
    /** @type {HTMLSelectElement} */
    this.chosen = get("variant");
    /** @type {HTMLDialogElement} */
    const ask = get("ask-new");
    for (const name of ["new", "mirrored"]) {
      get(name).addEventListener("click", () => {
        this.start = name;
        const game = this.state?.game;
        if (game && game.moves.length && !game.result) ask.showModal();
        else this.#begin();
      });
    }
    get("resume").addEventListener("click", () => this.connection.send({ type: "resume" }));
    ask.addEventListener("close", () => {
      if (ask.returnValue === "new") this.#begin();
      ask.returnValue = "";
    });
  }

  /** Have it set up: the game that is chosen, the mirrored one, or the next one of a match. */
  #begin() {
    const game = this.chosen.value;
    toBoard();
    if (this.start === "new" && game !== ORDINARY && !this.state?.match) {
      this.connection.send({ type: "variant", game });
    } else this.connection.send({ type: this.start });
  }

  /** @param {State} state */
  show(state) {
    this.state = state;
    const { game, linked, match } = state;
    for (const name of ["new", "mirrored"]) {
      /** @type {HTMLButtonElement} */ (get(name)).disabled = !linked;
    }
    this.chosen.disabled = !linked || !!match;
    get("resume").hidden = !state.givenUp;
    if (!game || game.id === this.known) return;
    this.known = game.id;
    // A vela is one game; after it, new games are ordinary ones.
    this.chosen.value = SMALLER.includes(game.variant) ? game.variant : ORDINARY;
  }
}
