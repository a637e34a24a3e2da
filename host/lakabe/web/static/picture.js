/** A board to look at, on the pages beside the one that is played on: stones, arrows, and clicks on its points. */

import { CORNER, Layout, RADIUS } from "./geometry.js";
import { Stones } from "./stones.js";
import { el } from "./svg.js";
import { drawWood } from "./wood.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Colour} Colour */

export class Picture {
  /** @param {HTMLElement} board with the layers wood, stones and arrows @param {() => void} changed draw anew */
  constructor(board, changed) {
    this.board = board;
    this.changed = changed;
    this.narrow = window.matchMedia("(max-width: 640px) and (orientation: portrait)");
    this.narrow.addEventListener("change", () => {
      this.#arrange();
      changed();
    });
    this.layout = new Layout(false);
    this.stones = this.#arrange();
  }

  /** @param {string} name @returns {SVGSVGElement} */
  #layer(name) {
    return /** @type {SVGSVGElement} */ (this.board.querySelector(`.${name}`));
  }

  #arrange() {
    this.layout = new Layout(this.narrow.matches);
    this.board.style.setProperty("--ratio", String(this.layout.width / this.layout.height));
    this.board.style.setProperty("--corner", `${(100 * CORNER) / this.layout.width}%`);
    drawWood(this.#layer("wood"), this.layout);
    this.stones = new Stones(this.#layer("stones"), this.layout);
    this.#layer("arrows").setAttribute("viewBox", this.layout.viewBox);
    return this.stones;
  }

  /** @param {string} stones in reading order @param {Record<Colour, number>} [tray] @param {boolean} [flies] */
  show(stones, tray = { W: 0, B: 0 }, flies = false) {
    this.stones.show(/** @type {State} */ (/** @type {unknown} */ ({ stones, tray, others: [], hand: null, carries: flies })));
  }

  /** What lies over the stones. @param {...SVGElement} parts */
  draw(...parts) {
    this.#layer("arrows").replaceChildren(...parts);
  }

  /** The way of a move, with heads on its arrows. @param {string[]} points @param {string} className */
  way(points, className) {
    const spots = points.map((point) => this.layout.at(point));
    const steps = spots.slice(1).map((end, i) => {
      const start = spots[i];
      const length = Math.hypot(end.x - start.x, end.y - start.y);
      const [x, y] = [(end.x - start.x) / length, (end.y - start.y) / length];
      const back = { x: end.x - 30 * x, y: end.y - 30 * y };
      const head = `M${end.x} ${end.y}L${back.x - 19 * y} ${back.y + 19 * x}L${back.x + 19 * y} ${back.y - 19 * x}Z`;
      return el("g", {}, el("line", { x1: start.x, y1: start.y, x2: back.x, y2: back.y }), el("path", { class: "head", d: head }));
    });
    return el("g", { class: className }, ...steps);
  }

  /** @param {string} point @param {string} className */
  ring(point, className) {
    const { x, y } = this.layout.at(point);
    return el("circle", { class: className, cx: x, cy: y, r: RADIUS + 4, "data-point": point });
  }

  /** Have clicks on points told. @param {(point: string) => void} told */
  clicks(told) {
    this.board.addEventListener("click", (event) => {
      const box = this.board.getBoundingClientRect();
      const { left, top, width, height } = this.layout;
      const x = left + (width * (event.clientX - box.left)) / box.width;
      const y = top + (height * (event.clientY - box.top)) / box.height;
      const point = this.layout.nearest({ x, y });
      if (point) told(point);
    });
  }
}
