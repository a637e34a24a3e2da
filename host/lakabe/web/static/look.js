/** Looking back in the game that is played: a click on a move, or the arrow keys, show what stood after it. */

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./store.js").Store} Store */

const STONES = 22;

/** @template {HTMLElement} T @param {string} id @returns {T} */
function get(id) {
  return /** @type {T} */ (document.getElementById(id));
}

export class Look {
  /** @param {Store} store @param {() => void} changed another position is looked at, or none */
  constructor(store, changed) {
    this.store = store;
    this.changed = changed;
    /** The ply after which the position stood that is looked at; null: the game as it is. @type {number | null} */
    this.ply = null;
    /** By ply, beginning with the one before the first move. @type {Map<number, string>} */
    this.positions = new Map();
    this.known = "";
    get("moves").addEventListener("click", (event) => {
      const move = /** @type {Element} */ (event.target).closest("[data-ply]");
      if (move) this.#go(Number(/** @type {HTMLElement} */ (move).dataset.ply));
    });
    get("looking").addEventListener("click", () => this.leave());
    document.addEventListener("keydown", (event) => this.#key(event));
    store.addEventListener("change", () => {
      const { game } = store.state ?? {};
      const now = `${game?.id} ${game?.moves.length}`;
      if (now === this.known) return;
      this.known = now; // somebody has moved: the game goes on
      this.positions.clear();
      this.leave();
    });
  }

  /** What is to be drawn. @param {State} state @returns {State} */
  over(state) {
    const stones = this.ply === null ? undefined : this.positions.get(this.ply);
    if (!stones) return state;
    const left = (/** @type {string} */ letter) => STONES - stones.split(letter).length + 1;
    const none = ".".repeat(45);
    return { ...state, stones, tray: { W: left("W"), B: left("B") }, hand: null, others: [], lights: none, shown: null, movable: [] };
  }

  leave() {
    if (this.ply === null) return;
    this.ply = null;
    this.#show();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const { target, key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (/** @type {Element} */ (target).closest(".hands, select, input, dialog")) return;
    const last = this.store.state?.game?.moves.at(-1)?.ply;
    if (last === undefined) return;
    const at = this.ply ?? last;
    if (key === "ArrowLeft") this.#go(at - 1);
    else if (key === "ArrowRight" && this.ply !== null) this.#go(at + 1);
    else if (key === "Escape") this.leave();
  }

  /** @param {number} ply */
  async #go(ply) {
    const { game } = this.store.state ?? {};
    const last = game?.moves.at(-1)?.ply ?? 0;
    if (!game?.number || ply >= last) {
      this.leave();
      return;
    }
    if (!this.positions.size) {
      const { known } = this;
      const answer = await fetch(`games/${game.number}/positions.json`);
      if (!answer.ok || known !== this.known) return;
      const { first, positions } = await answer.json();
      this.positions = new Map(positions.map((/** @type {string} */ one, /** @type {number} */ i) => [first - 1 + i, one]));
    }
    if (!this.positions.has(ply)) return;
    this.ply = ply;
    this.#show();
  }

  #show() {
    const looking = get("looking");
    looking.hidden = this.ply === null;
    for (const move of get("moves").querySelectorAll("[data-ply]")) {
      const here = Number(/** @type {HTMLElement} */ (move).dataset.ply) === this.ply;
      move.toggleAttribute("data-looked", here);
      if (here) move.scrollIntoView({ block: "nearest" });
    }
    get("board").toggleAttribute("data-looking", this.ply !== null);
    this.changed();
  }
}
