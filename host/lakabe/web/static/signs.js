/** Letters over the lights, for eyes that do not tell their colours apart: what a step takes, and how. */

import { PLACE, POINTS, RADIUS } from "./geometry.js";
import { el } from "./svg.js";

/** @typedef {import("./geometry.js").Layout} Layout */

/** By role letter: of a destination, and of a stone that would be taken. @type {Record<string, string>} */
const SIGNS = { p: "•", a: "A", w: "W", e: "A W", A: "A", W: "W", E: "A W" };

export class Signs {
  /** @param {SVGSVGElement} svg @param {Layout} layout */
  constructor(svg, layout) {
    this.svg = svg;
    this.layout = layout;
    this.drawn = "";
    svg.setAttribute("viewBox", layout.viewBox);
    svg.replaceChildren();
  }

  /** @param {string} lights 45 role letters in reading order @param {string[]} movable points worth a click */
  show(lights, movable) {
    const now = `${lights} ${movable}`;
    if (now === this.drawn) return;
    this.drawn = now;
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
    this.svg.replaceChildren(...rings, ...signs);
  }
}
