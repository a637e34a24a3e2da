/** The curve of an analysed game: White's share of the points after each move, with its axes. */

import { make } from "./html.js";
import { el } from "./svg.js";

/** @typedef {import("./types.js").Analysis} Analysis */

/** @param {string} id */
const get = (id) => /** @type {Element} */ (document.getElementById(id));

/** Moves between two numbers on the axis, the least of these that leaves room for them. */
const EVERY = [1, 2, 5, 10, 20, 50, 100];
const NUMBERS = 10;

/** @param {Analysis} game */
const last = (game) => Math.max(1, game.positions.length - 1);

/** The place in the game under a pointer. @param {MouseEvent} event @param {Analysis} game */
export function placeAt(event, game) {
  const box = get("curve").getBoundingClientRect();
  const share = (event.clientX - box.left) / box.width;
  return Math.max(0, Math.min(game.positions.length - 1, Math.round(share * last(game))));
}

/** @param {Analysis} game @param {number} at the place that is shown */
export function drawCurve(game, at) {
  const x = (/** @type {number} */ i) => (100 * i) / last(game);
  const parts = game.positions.flatMap(({ share }, i) => {
    const before = i ? game.positions[i - 1].share : null;
    if (share === null || before === null) return [];
    return [`M${x(i - 1)} 40V${40 - 40 * before}L${x(i)} ${40 - 40 * share}V40z`];
  });
  get("curve").replaceChildren(
    el("path", { class: "white", d: parts.join("") }),
    el("line", { class: "middle", x1: 0, x2: 100, y1: 20, y2: 20 }),
    ...game.moves.flatMap((move, i) =>
      move.turning ? [el("rect", { class: "turning", x: x(i + 1) - 0.5, y: 0, width: 1, height: 4 })] : [],
    ),
    el("line", { class: "here", x1: x(at), x2: x(at), y1: 0, y2: 40 }),
  );
  const moves = Math.ceil(last(game) / 2);
  const step = EVERY.find((every) => moves / every <= NUMBERS) ?? EVERY[EVERY.length - 1];
  const ticks = [];
  for (let n = step; n <= moves; n += step) {
    const tick = make("span", "", String(n));
    tick.style.left = `${x(Math.min(2 * n - 1, last(game)))}%`;
    ticks.push(tick);
  }
  get("ticks").replaceChildren(...ticks);
}
