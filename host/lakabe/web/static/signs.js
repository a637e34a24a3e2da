/** Letters over the lights, for eyes that do not tell their colours apart; which stones may move; the last move. */

import { PLACE, POINTS, RADIUS } from "./geometry.js";
import { el, Layer } from "./svg.js";

/** By role letter: of a destination, and of a stone that would be taken. @type {Record<string, string>} */
const SIGNS = { p: "•", a: "A", w: "W", e: "A W", A: "A", W: "W", E: "A W" };

export class Signs extends Layer {
  /**
   * @param {string} lights 45 role letters in reading order
   * @param {string[]} movable points worth a click
   * @param {string[]} last the points of the last move, where no light shows it
   */
  show(lights, movable, last) {
    this.redraw(`${lights} ${movable} ${last}`, () => this.#draw(lights, movable, last));
  }

  /** @param {string} lights @param {string[]} movable @param {string[]} last */
  #draw(lights, movable, last) {
    const ends = last.length ? [last[0], last[last.length - 1]] : [];
    const marks = ends.map((point, i) => {
      const { x, y } = this.layout.at(point);
      return el("circle", { cx: x, cy: y, r: i ? 17 : 12, class: "last-move", "data-last": point });
    });
    const rings = movable.map((point) => {
      const { x, y } = this.layout.at(point);
      return el("circle", { cx: x, cy: y, r: RADIUS + 2, class: "movable", "data-movable": point });
    });
    const signs = POINTS.flatMap((point) => {
      const sign = SIGNS[lights[PLACE.get(point) ?? 0]];
      if (!sign) return [];
      const { x, y } = this.layout.at(point);
      return [el("text", { x, y, "data-sign": point }, sign)];
    });
    return [...marks, ...rings, ...signs];
  }
}
