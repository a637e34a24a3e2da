/** How the match stands that is played here. */

/** @typedef {import("./types.js").Match} Match */

/** What each side has of a game. @type {Record<string, [string, string]>} */
const SCORES = { "1-0": ["1", "0"], "0-1": ["0", "1"], "1/2-1/2": ["½", "½"] };

/** @param {string} tag @param {string} text @param {string} [className] */
function element(tag, text, className = "") {
  const made = document.createElement(tag);
  made.textContent = text;
  made.className = className;
  return made;
}

/** A cell for each game that has ended: what one player has of it, and with which stones.
 * @param {Match} match @param {string} player */
function cells(match, player) {
  return match.games.map((game) => {
    const white = game.white === player;
    const score = SCORES[game.result ?? ""];
    const cell = element("td", score ? score[white ? 0 : 1] : "", game.vela ? "vela" : "");
    cell.dataset.side = white ? "W" : "B";
    return cell;
  });
}

/** @param {Match} match @param {number} n */
function row(match, n) {
  const player = match.players[n];
  const made = document.createElement("tr");
  const name = element("th", player);
  name.setAttribute("scope", "row");
  if (match.white !== null) {
    const white = match.white === n;
    const chip = element("i", "", `chip ${white ? "white" : "black"}`);
    chip.title = white ? "has White" : "has Black";
    name.prepend(chip);
  }
  if (match.debtor === player) name.append(element("small", "in debt"));
  made.append(name, ...cells(match, player), element("td", String(match.points[n]), "points"));
  return made;
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
    const title = element("h2", match.event ? `${match.title}: ${match.event}` : match.title);
    title.id = "match-title";
    const table = document.createElement("table");
    const head = document.createElement("tr");
    head.append(element("td", ""));
    for (const game of match.games) {
      const label = element("th", game.label, game.vela ? "vela" : "");
      label.setAttribute("scope", "col");
      label.title = game.vela ? "vela" : (game.opening ?? "");
      head.append(label);
    }
    const points = element("th", "points");
    points.setAttribute("scope", "col");
    head.append(points);
    table.append(head, row(match, 0), row(match, 1));
    const wide = element("div", "", "scroll");
    wide.tabIndex = 0;
    wide.append(table);
    const said = element("p", match.said, match.over ? "over" : "");
    this.section.replaceChildren(title, wide, said);
    wide.scrollLeft = wide.scrollWidth;
  }
}
