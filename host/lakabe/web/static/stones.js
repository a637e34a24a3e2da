/** The stones: on points, in the trays, in hands. */

import { flights } from "./flights.js";
import { PLACE, POINTS, RADIUS, TRAY_RADIUS } from "./geometry.js";
import { el, gradient, set } from "./svg.js";

/** @typedef {import("./types.js").Colour} Colour */
/** @typedef {import("./types.js").State} State */
/** @typedef {import("./geometry.js").Layout} Layout */
/** @typedef {import("./geometry.js").Spot} Spot */

const LETTERS = ["W", "B", "?"];
/** How long a stone is on its way, in ms. */
const STEP_TIME = 240;
const AWAY_TIME = 420;
const RAISED = "translate(-3px, -12px) scale(1.08)";
const still = window.matchMedia("(prefers-reduced-motion: reduce)");

/** What the drawings refer to. */
function definitions() {
  const look = {
    W: { body: ["#fffdf6", "#f3e8d2", "#cbb893"], rim: "#9d8760", dish: ["#d9c8a6", "#fffaf0"], shine: 0.85 },
    B: { body: ["#5a5350", "#2b2725", "#0d0b0b"], rim: "#050404", dish: ["#0f0d0d", "#47413e"], shine: 0.42 },
    "?": {
      body: ["#c4c0ba", "#98938c", "#5f5b56"],
      rim: "#4a4743",
      dish: ["#77726b", "#b9b4ad"],
      shine: 0.5,
    },
  };
  const defs = el(
    "defs",
    {},
    gradient("radialGradient", { id: "shadow" }, [
      [0.55, "#120602", 0.62],
      [0.8, "#120602", 0.26],
      [1, "#120602", 0],
    ]),
  );
  for (const [letter, { body, rim, dish, shine }] of Object.entries(look)) {
    const id = letter === "?" ? "X" : letter;
    defs.append(
      gradient("radialGradient", { id: `body-${id}`, cx: 0.38, cy: 0.3, r: 0.78 }, [
        [0, body[0]],
        [0.55, body[1]],
        [1, body[2]],
      ]),
      gradient("linearGradient", { id: `dish-${id}`, x1: 0.25, y1: 0, x2: 0.75, y2: 1 }, [
        [0, dish[0]],
        [1, dish[1]],
      ]),
      el(
        "g",
        { id: `stone-${id}` },
        el("circle", { r: RADIUS, fill: `url(#body-${id})` }),
        el("circle", {
          r: RADIUS - 0.8,
          fill: "none",
          stroke: rim,
          "stroke-opacity": 0.75,
          "stroke-width": 1.6,
        }),
        el("circle", { r: RADIUS - 10.5, fill: `url(#dish-${id})`, "fill-opacity": 0.5 }),
        el("circle", {
          r: RADIUS - 10.5,
          fill: "none",
          stroke: rim,
          "stroke-opacity": 0.22,
          "stroke-width": 1.2,
        }),
        el("ellipse", {
          cx: -11,
          cy: -21,
          rx: 13,
          ry: 5.2,
          transform: "rotate(-27 -11 -21)",
          fill: "#ffffff",
          "fill-opacity": shine * 0.5,
        }),
      ),
    );
  }
  return defs;
}

/** @param {string} letter W, B or ? */
function stone(letter) {
  return el(
    "g",
    { class: "stone" },
    el("ellipse", { cx: 3.5, cy: 8, rx: RADIUS + 9, ry: RADIUS + 7, fill: "url(#shadow)" }),
    el("use", { href: `#stone-${letter === "?" ? "X" : letter}` }),
  );
}

export class Stones {
  /** @param {SVGSVGElement} svg @param {Layout} layout */
  constructor(svg, layout) {
    this.layout = layout;
    this.shown = ".".repeat(45);
    this.taken = "";
    /** @type {Map<string, SVGElement>} */
    this.places = new Map();
    const board = el("g", { class: "board-stones" });
    this.trays = el("g", { class: "tray-stones" });
    this.others = el("g", { class: "others" });
    this.held = el("g", { class: "held" });
    this.leaving = el("g", { class: "leaving" });
    /** @type {State | null} */
    this.state = null;
    for (const point of POINTS) {
      const { x, y } = layout.at(point);
      const place = el("g", { transform: `translate(${x} ${y})` });
      this.places.set(point, place);
      board.append(place);
    }
    svg.setAttribute("viewBox", layout.viewBox);
    svg.replaceChildren(definitions(), this.trays, board, this.leaving, this.others, this.held);
  }

  /** @param {State} state */
  show(state) {
    for (const [point, place] of this.places) {
      const letter = state.stones[PLACE.get(point) ?? 0];
      if (letter === this.shown[PLACE.get(point) ?? 0]) continue;
      place.replaceChildren(...(LETTERS.includes(letter) ? [stone(letter)] : []));
    }
    this.shown = state.stones;
    this.#showTrays(state);
    if (state.carries && this.state && !still.matches) this.#fly(this.state, state);
    this.state = state;
    this.others.replaceChildren(
      ...state.others
        .filter((hand) => hand.origin)
        .map((hand) => {
          const { x, y } = this.layout.at(/** @type {string} */ (hand.origin));
          return el(
            "g",
            { transform: `translate(${x} ${y - 16}) scale(1.06)`, opacity: hand.itself ? 1 : 0.55 },
            stone(hand.colour),
          );
        }),
    );
  }

  /** Show stones on their way to where they are. @param {State} before @param {State} after */
  #fly(before, after) {
    for (const { colour, from, to } of flights(before, after)) {
      const start = from ? this.layout.at(from) : this.layout.traySlot(colour, after.tray[colour]);
      if (to) {
        const end = this.layout.at(to);
        const moving = this.places.get(to)?.firstElementChild;
        const way = `translate(${start.x - end.x}px, ${start.y - end.y}px) ${RAISED}`;
        moving?.animate([{ transform: way }, { transform: "none" }], { duration: STEP_TIME, easing: "ease-in-out" });
      } else {
        const end = this.layout.traySlot(colour, after.tray[colour] - 1);
        const leaving = el("g", { transform: `translate(${start.x} ${start.y})` }, stone(colour));
        this.leaving.append(leaving);
        const way = `translate(${end.x - start.x}px, ${end.y - start.y}px) scale(${TRAY_RADIUS / RADIUS})`;
        const flight = leaving.firstElementChild?.animate(
          [{ transform: "none" }, { transform: RAISED, offset: 0.25 }, { transform: way, opacity: 0.4 }],
          { duration: AWAY_TIME, easing: "ease-in" },
        );
        flight?.finished.then(() => leaving.remove(), () => leaving.remove());
      }
    }
  }

  /** @param {State} state */
  #showTrays(state) {
    const taken = `${state.tray.W} ${state.tray.B}`;
    if (taken === this.taken) return;
    this.taken = taken;
    const trays = [];
    for (const colour of /** @type {Colour[]} */ (["W", "B"])) {
      for (let n = 0; n < state.tray[colour]; n += 1) {
        const { x, y } = this.layout.traySlot(colour, n);
        trays.push(
          el(
            "g",
            { transform: `translate(${x} ${y}) scale(${TRAY_RADIUS / RADIUS})` },
            stone(colour),
            el("circle", { class: "edge", r: RADIUS }),
          ),
        );
      }
    }
    this.trays.replaceChildren(...trays);
  }

  /** The stone in one's own hand, or none. @param {Colour | null} colour @param {Spot | null} spot */
  hold(colour, spot) {
    if (!colour || !spot) {
      this.held.replaceChildren();
      return;
    }
    if (this.held.dataset.colour !== colour || !this.held.firstChild) {
      this.held.dataset.colour = colour;
      this.held.replaceChildren(
        el("ellipse", { cx: 9, cy: 24, rx: RADIUS + 12, ry: RADIUS + 9, fill: "url(#shadow)", opacity: 0.7 }),
        el("use", { href: `#stone-${colour}`, transform: "scale(1.1)" }),
      );
    }
    set(this.held, { transform: `translate(${spot.x} ${spot.y})` });
  }
}
