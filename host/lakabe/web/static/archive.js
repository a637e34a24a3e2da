/** The games of the archive, the newest first, and what can be done with each. */

import "./header.js";
import { make } from "./html.js";
import { say } from "./texts.js";

/** @typedef {import("./types.js").Entry} Entry */

const TEXTS = {
  none: say("No games yet. Every game that is played at the board is kept here."),
  unknown: say("The archive cannot be read just now."),
  nobody: "?",
  replay: say("Replay"),
  analysis: say("Analysis"),
  export: say("Export"),
};
const COLUMNS = [say("Game"), say("Date"), say("White"), say("Black"), say("Result"), say("Moves"), ""];

/** @template {HTMLElement} T @param {string} id @returns {T} */
const get = (id) => /** @type {T} */ (document.getElementById(id));

/** @param {string} text @param {string} label @param {string} address */
function link(text, label, address) {
  const made = make("a", "", text);
  made.href = address;
  made.setAttribute("aria-label", label);
  return made;
}

/** @param {Entry} game */
function deeds(game) {
  const { number } = game;
  const found = [];
  if (game.replay) found.push(link(TEXTS.replay, say("Replay game {number}", { number }), `analysis.html?game=${number}&replay=1`));
  if (game.analysis) found.push(link(TEXTS.analysis, say("Analysis of game {number}", { number }), `analysis.html?game=${number}`));
  const file = link(TEXTS.export, say("Export game {number}", { number }), `../games/${number}.pgn`);
  file.download = "";
  return [...found, file];
}

/** @param {Entry} game */
function row(game) {
  const cells = [
    make("td", "number", String(game.number)),
    make("td", "date", game.date),
    make("td", "white", game.white || TEXTS.nobody),
    make("td", "black", game.black || TEXTS.nobody),
    make("td", "result", make("b", "", game.result), " ", make("span", "", game.said), ...(game.game ? [make("small", "", game.game)] : [])),
    make("td", "moves", String(game.moves)),
    make("td", "deeds", ...deeds(game)),
  ];
  return make("tr", "", ...cells);
}

/** @param {number} page */
async function show(page) {
  try {
    const answer = await fetch(`../games.json?page=${page}`);
    if (!answer.ok) throw new Error();
    /** @type {{page: number, pages: number, games: Entry[]}} */
    const found = await answer.json();
    const head = make("thead", "", make("tr", "", ...COLUMNS.map((name) => make(name ? "th" : "td", "", name))));
    get("games").replaceChildren(...(found.games.length ? [head, make("tbody", "", ...found.games.map(row))] : []));
    get("status").textContent = !found.games.length ? TEXTS.none : found.pages > 1 ? say("Page {page} of {pages}.", found) : "";
    for (const [id, to, can] of /** @type {[string, number, boolean][]} */ ([
      ["newer", page - 1, page > 1],
      ["older", page + 1, page < found.pages],
    ])) {
      const button = /** @type {HTMLButtonElement} */ (get(id));
      button.hidden = found.pages < 2;
      button.disabled = !can;
      button.onclick = () => show(to);
    }
  } catch {
    get("status").textContent = TEXTS.unknown;
  }
}

show(1);
