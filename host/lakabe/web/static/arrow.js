/** The move that is to be carried out, drawn over the stones: its way, and rings around what it takes. */

import { RADIUS } from "./geometry.js";
import { el, Layer } from "./svg.js";

/** @typedef {import("./types.js").Shown} Shown */

const HEAD = 17;
/** From the middle of a stone to where its arrow begins. */
const ROOM = 14;

/** @param {{x: number, y: number}} a @param {{x: number, y: number}} b */
export function arrow(a, b) {
  const length = Math.hypot(b.x - a.x, b.y - a.y);
  const [x, y] = [(b.x - a.x) / length, (b.y - a.y) / length];
  const start = { x: a.x + ROOM * x, y: a.y + ROOM * y };
  const end = { x: b.x - ROOM * x, y: b.y - ROOM * y };
  const back = { x: end.x - HEAD * x, y: end.y - HEAD * y };
  const head = `M${end.x} ${end.y}L${back.x - 0.75 * HEAD * y} ${back.y + 0.75 * HEAD * x}L${back.x + 0.75 * HEAD * y} ${back.y - 0.75 * HEAD * x}Z`;
  return el("g", { class: "way" }, el("path", { d: `M${start.x} ${start.y}L${back.x} ${back.y}` }), el("path", { class: "head", d: head }));
}

export class Arrow extends Layer {
  /** @param {Shown | null} shown */
  show(shown) {
    this.redraw(JSON.stringify(shown), () => (shown ? this.#draw(shown) : []));
  }

  /** @param {Shown} shown */
  #draw(shown) {
    const spots = shown.path.map((point) => this.layout.at(point));
    const rings = shown.takes.flat().map((point) => {
      const { x, y } = this.layout.at(point);
      return el("circle", { class: "taken", "data-taken": point, cx: x, cy: y, r: RADIUS + 3 });
    });
    return [...rings, ...spots.slice(1).map((spot, i) => arrow(spots[i], spot))];
  }
}
