/** Contacts that do not count: a mark at each of their points, and a line about them beside the board. */

import { el } from "./svg.js";

/** @typedef {import("./geometry.js").Layout} Layout */
/** @typedef {import("./types.js").State} State */

/** The mark lies beside the stone, where the light under it shows as well as ever. */
const ASIDE = 33;
const RADIUS = 12;

/** A circle that is struck through. */
function mark() {
  const reach = RADIUS * Math.SQRT1_2;
  return [el("circle", { r: RADIUS }), el("path", { d: `M${-reach} ${reach}L${reach} ${-reach}` })];
}

export class Contacts {
  /** @param {SVGSVGElement} svg over the stones @param {HTMLElement} line @param {Layout} layout */
  constructor(svg, line, layout) {
    this.svg = svg;
    this.line = line;
    this.layout = layout;
    this.shown = "";
    svg.setAttribute("viewBox", layout.viewBox);
    svg.replaceChildren();
  }

  /** @param {State["contacts"]} contacts */
  show({ leftOut, text }) {
    const now = JSON.stringify([leftOut, text]);
    if (now === this.shown) return;
    this.shown = now;
    const marks = leftOut.map((point) => {
      const { x, y } = this.layout.at(point);
      const place = `translate(${x + ASIDE} ${y - ASIDE})`;
      return el("g", { class: "mark", "data-at": point, transform: place }, ...mark());
    });
    this.svg.replaceChildren(...marks);
    const box = `${-RADIUS - 2} ${-RADIUS - 2} ${2 * RADIUS + 4} ${2 * RADIUS + 4}`;
    const sign = el("svg", { class: "mark", viewBox: box, "aria-hidden": "true" }, ...mark());
    this.line.replaceChildren(...(leftOut.length ? [sign] : []), text);
  }
}
