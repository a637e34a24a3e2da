/** The opening of the game on the board, and how the openings have done in the games that are kept. */

import { make } from "./html.js";
import { say } from "./texts.js";
import { watching } from "./watching.js";

/** @typedef {import("./types.js").OpeningRecord} OpeningRecord */

const COLUMNS = [say("Opening"), say("Games"), "1-0", "½", "0-1", say("White’s score"), "95 %", say("Moves")];

/** @param {number} share */
const percent = (share) => (100 * share).toFixed(0);

/** @param {OpeningRecord} record */
function cells({ name, games, white, draws, black, score, interval, length }) {
  return [
    name,
    String(games),
    String(white),
    String(draws),
    String(black),
    score === null ? "" : `${percent(score)} %`,
    interval === null ? "" : say("{low} to {high}", { low: percent(interval[0]), high: percent(interval[1]) }),
    length === null ? "" : length.toFixed(1),
  ];
}

export class Openings {
  /** @param {HTMLElement} button @param {HTMLDialogElement} dialog */
  constructor(button, dialog) {
    this.button = button;
    this.dialog = dialog;
    /** @type {string | null} */
    this.opening = null;
    button.addEventListener("click", () => this.#open());
    /** @type {HTMLButtonElement} */ (button).disabled = watching;
  }

  /** Say which opening was played. @param {string | null} opening */
  name(opening) {
    this.opening = opening;
    this.button.textContent = opening ?? say("Openings");
    this.button.hidden = watching && !opening;
  }

  async #open() {
    let found = /** @type {OpeningRecord[] | null} */ (null);
    try {
      const answer = await fetch("openings.json");
      if (answer.ok) found = await answer.json();
    } catch {
      // Said below.
    }
    this.dialog.replaceChildren(...this.#shown(found));
    this.dialog.showModal();
  }

  /** @param {OpeningRecord[] | null} found */
  #shown(found) {
    const title = make("h2", "", say("Openings"));
    title.id = "openings-title";
    const form = make("form", "", make("menu", "", make("button", "", say("Close"))));
    form.method = "dialog";
    if (!found) return [title, make("p", "", say("The archive cannot be read just now.")), form];
    const whole = found[found.length - 1];
    if (!whole.games) return [title, make("p", "", say("No finished games yet.")), form];
    return [title, this.#table(found), form];
  }

  /** @param {OpeningRecord[]} found */
  #table(found) {
    const table = make("table");
    table.createTHead().append(make("tr", "", ...COLUMNS.map((name) => make("th", "", name))));
    const body = table.createTBody();
    for (const record of found) {
      const row = body.insertRow();
      row.toggleAttribute("data-played", record.name === this.opening);
      row.append(...cells(record).map((text) => make("td", "", text)));
    }
    return table;
  }
}
