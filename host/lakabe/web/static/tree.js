/** The tree of the archive's games: which moves were played here, how often, and how these games ended. */

import "./header.js";
import { make } from "./html.js";
import { Picture } from "./picture.js";
import { say } from "./texts.js";

/** @typedef {import("./types.js").Tree} Tree */

const TEXTS = {
  start: say("Start"),
  begin: say("All finished games of the archive that began from the usual start. Choose a move."),
  none: say("No finished game went on from here."),
  lost: say("The archive cannot be read just now."),
};
const COLUMNS = [say("Move"), say("Games"), "1-0", "½", "0-1", say("White’s score")];

/** @template {HTMLElement} T @param {string} id @returns {T} */
const get = (id) => /** @type {T} */ (document.getElementById(id));

/** @type {Tree | null} */ let tree = null;

const picture = new Picture(get("board"), draw);

/** The points of a move. @param {string} text N1 */
const points = (text) => text.split("-").map((word) => word.slice(0, 2));

/** @param {string} [pointed] the move that is pointed at */
function draw(pointed) {
  if (!tree) return;
  const last = tree.moves[tree.moves.length - 1];
  picture.show(tree.stones, undefined, true);
  picture.draw(...(pointed ? [picture.way(points(pointed), "best")] : last ? [picture.way(points(last), "played")] : []));
}

/** @param {string} text @param {string[]} moves where it leads */
function choice(text, moves) {
  const button = make("button", "", text);
  button.type = "button";
  button.addEventListener("click", () => go(moves));
  return button;
}

/** @param {Tree} found */
function take(found) {
  tree = found;
  const { moves, next, opening } = found;
  const numbered = moves.map((text, i) => choice(i % 2 ? text : `${i / 2 + 1}. ${text}`, moves.slice(0, i + 1)));
  get("trail").replaceChildren(choice(TEXTS.start, []), ...numbered);
  get("status").textContent = !next.length ? TEXTS.none : opening ? `${opening}.` : moves.length ? "" : TEXTS.begin;
  const head = make("thead", "", make("tr", "", ...COLUMNS.map((name) => make("th", "", name))));
  const body = next.map((one) => {
    const button = choice(one.text, [...moves, one.text]);
    for (const type of ["pointerenter", "focus"]) button.addEventListener(type, () => draw(one.text));
    for (const type of ["pointerleave", "blur"]) button.addEventListener(type, () => draw());
    const cells = [String(one.games), String(one["1-0"]), String(one["1/2-1/2"]), String(one["0-1"]), `${(100 * one.score).toFixed(0)} %`];
    const games = make("td", "", cells[0]);
    if (one.games === 1) {
      const link = make("a", "", cells[0]);
      link.href = `analysis.html?game=${one.number}&replay=1`;
      link.setAttribute("aria-label", say("Replay game {number}", { number: one.number }));
      games.replaceChildren(link);
    }
    return make("tr", "", make("td", "", button), games, ...cells.slice(1).map((text) => make("td", "", text)));
  });
  get("tree").replaceChildren(...(next.length ? [head, make("tbody", "", ...body)] : []));
  draw();
}

/** @param {string[]} moves */
async function go(moves) {
  try {
    const answer = await fetch(`../openings/tree.json?moves=${encodeURIComponent(moves.join(" "))}`);
    if (!answer.ok) throw new Error();
    take(await answer.json());
  } catch {
    get("status").textContent = TEXTS.lost;
  }
}

go([]);
