/** The keyboard on the board: a cursor over the points, as a grid that a screen reader can walk. */

import { meaning } from "./lights.js";
import { PITCH } from "./geometry.js";
import { el, set } from "./svg.js";
import { said, say } from "./texts.js";
import { watching } from "./watching.js";

/** @typedef {import("./geometry.js").Layout} Layout */
/** @typedef {import("./store.js").Store} Store */
/** @typedef {import("./types.js").Colour} Colour */

/** @type {Record<string, [number, number]>} */
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Keys {
  /**
   * @param {SVGSVGElement} svg the topmost layer, which takes the focus
   * @param {Layout} layout
   * @param {Store} store
   * @param {import("./types.js").Page} page
   * @param {string} cursor the point to begin on
   */
  constructor(svg, layout, store, page, cursor) {
    this.svg = svg;
    this.layout = layout;
    this.store = store;
    this.page = page;
    this.cursor = cursor;
    /** @type {Map<string, SVGElement>} */
    this.cells = new Map();
    this.ring = el(
      "g",
      { class: "cursor", "aria-hidden": "true" },
      el("circle", { r: 45 }),
      el("circle", { r: 45 }),
    );
    svg.setAttribute("viewBox", layout.viewBox);
    if (watching) svg.setAttribute("aria-label", say("The 45 points. Arrow keys move."));
    svg.replaceChildren(
      el("rect", {
        // everything between the stones can be clicked, too
        x: layout.left,
        y: layout.top,
        width: layout.width,
        height: layout.height,
        fill: "transparent",
      }),
    );
    for (let row = 0; row < layout.rows; row += 1) {
      const group = el("g", { role: "row" });
      for (let column = 0; column < layout.columns; column += 1) {
        const point = /** @type {string} */ (layout.pointAt(column, row));
        const { x, y } = layout.at(point);
        const cell = el("rect", {
          id: `point-${point}`,
          role: "gridcell",
          "aria-label": point,
          "data-point": point,
          x: x - PITCH / 2,
          y: y - PITCH / 2,
          width: PITCH,
          height: PITCH,
          fill: "transparent",
        });
        this.cells.set(point, cell);
        group.append(cell);
      }
      svg.append(group);
    }
    svg.append(this.ring);
    const stop = new AbortController();
    /** Lets go of the layer, before another takes its place. */
    this.release = () => stop.abort();
    svg.addEventListener("keydown", (event) => this.#key(event), { signal: stop.signal });
    this.go(cursor);
  }

  /** @param {string} point */
  go(point) {
    this.cursor = point;
    const { x, y } = this.layout.at(point);
    set(this.ring, { transform: `translate(${x} ${y})` });
    this.svg.setAttribute("aria-activedescendant", `point-${point}`);
    this.page.moved();
  }

  /** Bring the points' names up to date. */
  show() {
    for (const [point, cell] of this.cells) {
      const stone = this.store.on(point);
      const role = meaning(this.page.role(point), this.store.state?.lesson?.stage);
      const leftOut = this.store.state?.contacts.leftOut.includes(point) && said("left-out");
      set(cell, {
        "aria-label": [point, said(`stone.${stone}`), role, leftOut].filter(Boolean).join(", "),
        "data-stone": stone,
      });
    }
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (!this.#act(event.key)) return;
    event.preventDefault();
    this.page.hover();
  }

  /** @param {string} key @returns {boolean} whether it means something here */
  #act(key) {
    const step = STEPS[key];
    if (step) {
      const { x, y } = this.layout.at(this.cursor);
      const next = this.layout.pointAt(Math.round(x / PITCH) + step[0], Math.round(y / PITCH) + step[1]);
      if (next) this.go(next);
      return true;
    }
    if (!["Enter", " ", "Delete", "Backspace", "Escape", "w", "b", "W", "B"].includes(key)) return false;
    if (!this.store.hands) {
      this.page.say(watching ? say("This page only watches.") : say("The stones are on the real board."));
      return true;
    }
    const { hand } = this.store;
    if (this.store.carries && !["Enter", " ", "Escape"].includes(key)) {
      this.page.say(say("The page moves the stones: choose one, and then where it goes."));
    } else if (key === "Enter" || key === " ") this.#press(this.cursor);
    else if (key === "Escape") this.store.putBack();
    else if (key === "Delete" || key === "Backspace") {
      if (hand) this.store.toTray();
      else if (this.store.on(this.cursor) !== ".") this.store.discard(this.cursor);
    } else if (hand) this.page.say(say("Put down the stone in your hand first."));
    else this.store.take(/** @type {Colour} */ (key.toUpperCase()));
    return true;
  }

  /** @param {string} point */
  #press(point) {
    if (this.store.carries) {
      this.store.touch(point);
      return;
    }
    const occupied = this.store.on(point) !== ".";
    if (this.store.hand) {
      if (!occupied) this.store.place(point);
      else if (this.store.on(point) === this.store.hand.colour) {
        this.store.putBack();
        this.store.lift(point);
      } else this.page.say(say("There is a stone on {point} already.", { point }));
    } else if (!occupied) {
      this.page.say(say("{point} is empty.", { point }));
    } else if (this.page.taken(point)) {
      this.store.discard(point);
    } else {
      this.store.lift(point);
    }
  }
}
