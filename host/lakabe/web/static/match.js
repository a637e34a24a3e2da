/** How the match stands that is played here. */

import { make } from "./html.js";
import { say } from "./texts.js";

/** @typedef {import("./types.js").Match} Match */

/** What each side has of a game; a draw counts nothing (M5). @type {Record<string, [string, string]>} */
const SCORES = { "1-0": ["1", "0"], "0-1": ["0", "1"], "1/2-1/2": ["=", "="] };

/** A cell for each game that has ended: what one player has of it, and with which stones.
 * @param {Match} match @param {string} player */
function cells(match, player) {
  return match.games.map((game) => {
    const white = game.white === player;
    const score = SCORES[game.result ?? ""];
    const cell = make("td", game.vela ? "vela" : "", score ? score[white ? 0 : 1] : "");
    cell.dataset.side = white ? "W" : "B";
    return cell;
  });
}

/** @param {Match} match @param {number} n */
function row(match, n) {
  const player = match.players[n];
  const name = make("th", "", player);
  name.setAttribute("scope", "row");
  if (match.white !== null) {
    const white = match.white === n;
    const chip = make("i", `chip ${white ? "white" : "black"}`);
    chip.title = white ? say("has White") : say("has Black");
    name.prepend(chip);
  }
  if (match.debtor === player) name.append(make("small", "", say("in debt")));
  return make("tr", "", name, ...cells(match, player), make("td", "points", String(match.points[n])));
}

export class MatchPanel {
  /** @param {HTMLElement} section */
  constructor(section) {
    this.section = section;
    this.shown = "";
  }

  /** @param {Match | null} match */
  show(match) {
    const now = JSON.stringify(match);
    if (now === this.shown) return;
    this.shown = now;
    this.section.hidden = match === null;
    if (match === null) return;
    const title = make("h2", "", match.event ? `${match.title}: ${match.event}` : match.title);
    title.id = "match-title";
    const head = make("tr", "", make("td"));
    for (const game of match.games) {
      const label = make("th", game.vela ? "vela" : "", game.label);
      label.setAttribute("scope", "col");
      label.title = game.vela ? say("vela") : (game.opening ?? "");
      head.append(label);
    }
    const points = make("th", "", say("points"));
    points.setAttribute("scope", "col");
    head.append(points);
    const wide = make("div", "scroll", make("table", "", head, row(match, 0), row(match, 1)));
    wide.tabIndex = 0;
    const said = make("p", match.over ? "over" : "", match.said);
    this.section.replaceChildren(title, wide, said);
    wide.scrollLeft = wide.scrollWidth;
  }
}
