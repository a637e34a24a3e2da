/** The dialog in which a new game is chosen: who plays what, and how; and the way back to one that was given up. */

import { toBoard } from "./html.js";
import { say } from "./texts.js";
import { watching } from "./watching.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Colour} Colour */
/** @typedef {import("./connection.js").Connection} Connection */
/** @typedef {import("./store.js").Store} Store */

/** The level that is offered first. */
const USUAL = 3;
/** The games that the computer plays. */
const ORDINARY = ["tsivy", "mirrored"];
/** After a game of these, the same is offered again; a vela is one game. */
const AGAIN = ["tsivy", "dimy", "telo"];
/** Of the choice of a match: the next game of the one that is on. */
const ON = "on";
/** One of these that goes on is named by its number. */
const EARLIER = /^\d+$/;
/** @type {[Colour, string][]} */
const NAMES = [
  ["W", "new-white"],
  ["B", "new-black"],
];
/** What is offered where there were no clocks: minutes for each side, and seconds for each move. */
const USUAL_CLOCK = { minutes: 10, seconds: 5 };
/** Stands where the computer needs no name. */
const COMPUTER = say("the computer");

/** @template {HTMLElement} T @param {string} id @returns {T} */
function get(id) {
  return /** @type {T} */ (document.getElementById(id));
}

/** @param {string} id @returns {HTMLSelectElement} */
const list = (id) => get(id);
/** @param {string} id @returns {HTMLInputElement} */
const field = (id) => get(id);

/** Say under a list what its choice means. @param {string} id */
function explain(id) {
  const said = list(id).selectedOptions[0]?.dataset.said ?? "";
  get(`${id}-said`).textContent = said;
}

export class NewGame {
  /** @param {Connection} connection @param {Store} store */
  constructor(connection, store) {
    this.connection = connection;
    this.store = store;
    /** @type {HTMLDialogElement} */
    this.dialog = get("new-game");
    /** @type {NodeListOf<HTMLInputElement>} */
    this.options = this.dialog.querySelectorAll("[data-option]");
    get("new").addEventListener("click", () => this.open());
    get("welcome-versus").addEventListener("click", () => this.open(USUAL));
    get("resume").addEventListener("click", () => connection.send({ type: "resume" }));
    for (const id of ["new-level", "new-side", "new-match", "new-clock", "variant"]) {
      get(id).addEventListener("change", () => this.#follow());
    }
    this.dialog.addEventListener("close", () => {
      if (this.dialog.returnValue === "begin") this.#begin();
      this.dialog.returnValue = "";
    });
    store.addEventListener("change", () => {
      const { state } = store;
      if (!state) return;
      /** @type {HTMLButtonElement} */ (get("new")).disabled = !state.linked;
      get("resume").hidden = !state.givenUp;
    });
  }

  /** Offer what was chosen last. @param {number} [level] of the computer, where it was chosen already */
  open(level) {
    const { state } = this.store;
    const { chosen, game, match } = state ?? {};
    if (!state || !chosen) return;
    list("new-level").value = String(level ?? chosen.level);
    list("new-side").value = chosen.side;
    field("new-white").value = chosen.white;
    field("new-black").value = chosen.black;
    list("variant").value = game && AGAIN.includes(game.variant) ? game.variant : AGAIN[0];
    const on = /** @type {HTMLOptionElement} */ (list("new-match").querySelector(`[value="${ON}"]`));
    on.hidden = on.disabled = !match || match.over;
    list("new-match").value = on.hidden ? "" : ON;
    list("new-clock").value = !chosen.base ? "none" : chosen.added ? "fischer" : "sudden";
    field("new-minutes").value = String(chosen.base ? chosen.base / 60 : USUAL_CLOCK.minutes);
    field("new-seconds").value = String(chosen.added || USUAL_CLOCK.seconds);
    list("new-hints").value = String(chosen.hints);
    if (list("new-hints").selectedIndex < 0) list("new-hints").add(new Option(String(chosen.hints), undefined, true, true));
    list("new-hints").disabled = !state.hints;
    for (const [side] of NAMES) list(`new-level-${side}`).value = state.levels ? String(state.levels[side]) : "";
    field("new-repetition").checked = chosen.repetition;
    field("new-fifty").checked = chosen.fifty;
    for (const one of this.options) one.checked = (chosen.options & Number(one.dataset.option)) !== 0;
    get("new-unfinished").hidden = !game || !game.moves.length || game.result !== null;
    this.#follow();
    this.dialog.showModal();
    if (!watching) this.#offer(match && !match.over ? match.number : 0);
  }

  /** Offer the matches of the archive that are not over, but the one that is on. @param {number} on its number */
  async #offer(on) {
    const group = /** @type {HTMLOptGroupElement} */ (get("new-earlier"));
    /** @type {{number: number, text: string, said: string}[]} */
    let found = [];
    try {
      found = await (await fetch("matches.json")).json();
    } catch {
      // There is nothing to go on with.
    }
    const others = found.filter(({ number }) => number !== on);
    group.hidden = !others.length;
    group.replaceChildren(
      ...others.map(({ number, text, said }) => {
        const option = new Option(text, String(number));
        option.dataset.said = said;
        return option;
      }),
    );
  }

  /** What is chosen decides what else there is to choose. */
  #follow() {
    const match = list("new-match").value;
    const goesOn = match === ON || EARLIER.test(match);
    const named = match !== "" && match !== ON;
    const against = list("new-level").value !== "0";
    /** @type {NodeListOf<HTMLElement>} */
    const parts = this.dialog.querySelectorAll("[data-of]");
    for (const part of parts) part.hidden = part.dataset.of === "match" ? !match || goesOn : goesOn;
    for (const id of ["new-level", "variant"]) list(id).disabled = named;
    if (named) {
      list("new-level").value = "0";
      list("variant").value = ORDINARY[0];
    }
    /** @type {HTMLElement} */ (list("new-side").parentElement).hidden = !against || goesOn;
    for (const option of list("variant").options) option.disabled = against && !named && !ORDINARY.includes(option.value);
    if (list("variant").selectedOptions[0]?.disabled) list("variant").value = ORDINARY[0];
    const clock = goesOn ? "none" : list("new-clock").value;
    get("new-minutes-row").hidden = clock === "none";
    get("new-seconds-row").hidden = clock !== "fischer";
    field("new-minutes").disabled = clock === "none"; // what cannot be seen is not checked either
    field("new-seconds").disabled = clock !== "fischer";
    for (const [side, id] of NAMES) {
      const computer = against && !named && list("new-side").value === side;
      const other = field(id === "new-white" ? "new-black" : "new-white");
      if (computer && field(id).value && !other.value) other.value = field(id).value; // the person has changed sides
      if (computer) field(id).value = "";
      field(id).disabled = computer;
      field(id).placeholder = computer ? COMPUTER : "";
    }
    for (const id of ["new-level", "new-match", "new-clock", "variant"]) explain(id);
  }

  #begin() {
    const { state } = this.store;
    toBoard();
    for (const [side] of NAMES) {
      const value = list(`new-level-${side}`).value;
      if (value && Number(value) !== state?.levels?.[side]) {
        this.connection.send({ type: "level", value: Number(value), side });
      }
    }
    if (list("new-match").value === ON) {
      this.connection.send({ type: "new" });
      return;
    }
    this.connection.send({
      type: "begin",
      level: Number(list("new-level").value),
      side: list("new-side").value,
      white: field("new-white").value,
      black: field("new-black").value,
      game: list("variant").value,
      match: list("new-match").value,
      options: [...this.options].reduce((sum, one) => sum + (one.checked ? Number(one.dataset.option) : 0), 0),
      hints: Number(list("new-hints").value),
      base: field("new-minutes").disabled ? 0 : Math.round(60 * Number(field("new-minutes").value)),
      added: field("new-seconds").disabled ? 0 : Number(field("new-seconds").value),
      repetition: field("new-repetition").checked,
      fifty: field("new-fifty").checked,
    });
  }
}
