/** What darkens the points that do not belong to a smaller board. */

import { COLUMNS, MARGIN, PITCH, ROWS } from "./geometry.js";
import { el } from "./svg.js";

/** @typedef {import("./geometry.js").Layout} Layout */

/** The corners of the smaller boards. @type {Record<string, [string, string]>} */
const BOARDS = { dimy: ["c1", "g5"], telo: ["d2", "f4"] };
/** From the outermost points to the edge of what stays light. */
const ROOM = 0.5 * PITCH;

/** A rectangle as a path. @param {{x: number, y: number}} a @param {{x: number, y: number}} b @param {number} room */
function box(a, b, room) {
  const [left, right] = [Math.min(a.x, b.x) - room, Math.max(a.x, b.x) + room];
  const [top, bottom] = [Math.min(a.y, b.y) - room, Math.max(a.y, b.y) + room];
  return `M${left} ${top}H${right}V${bottom}H${left}Z`;
}

/** @param {SVGSVGElement} svg @param {Layout} layout @param {string} variant */
export function drawVeil(svg, layout, variant) {
  const corners = BOARDS[variant];
  const now = `${variant} ${layout.tall} ${layout.flipped}`;
  if (svg.dataset.drawn === now) return;
  svg.dataset.drawn = now;
  svg.setAttribute("viewBox", layout.viewBox);
  if (!corners) {
    svg.replaceChildren();
    return;
  }
  const [low, high] = corners.map((point) => layout.at(point));
  const whole = box(layout.at(COLUMNS[0] + ROWS[0]), layout.at(COLUMNS[8] + ROWS[4]), MARGIN);
  svg.replaceChildren(el("path", { d: whole + box(low, high, ROOM) }));
}
