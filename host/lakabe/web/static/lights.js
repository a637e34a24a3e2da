/** The light under each point, as it comes through the wood; and what its colours mean just now. */

import { PLACE, POINTS } from "./geometry.js";
import { el, gradient } from "./svg.js";

/** @typedef {import("./geometry.js").Layout} Layout */
/** @typedef {{rgb: string, stops: SVGElement, halo: SVGElement, ring: SVGElement}} Lamp */

/** What each role letter of the board's protocol means. A dot is dark. */
export const ROLES = new Map([
  ["m", "may move"],
  ["l", "lifted"],
  ["o", "may go on, or press turn"],
  ["p", "may go here"],
  ["a", "may go here, by approach"],
  ["w", "may go here, by withdrawal"],
  ["e", "may go here, by either"],
  ["A", "approach takes this"],
  ["W", "withdrawal takes this"],
  ["E", "either way takes this"],
  ["x", "take this stone off"],
  ["r", "does not belong here"],
  ["n", "a stone is missing"],
  ["q", "touch the stone that moved"],
  ["i", "a white stone belongs here"],
  ["k", "a black stone belongs here"],
  ["I", "white stones may be put here"],
  ["K", "black stones may be put here"],
  ["b", "this contact is bad"],
  ["u", "coach: better"],
  ["c", "coach: worse, or a blunder; at the corners: no more hints"],
  ["h", "hint: this stone"],
  ["j", "hint: its way"],
  ["g", "hint: taken"],
  ["f", "last move from"],
  ["t", "last move to"],
  ["v", "winner"],
  ["d", "draw"],
  ["y", "would win: turn for another, hold menu to agree"],
  ["s", "the second phase of a vela begins with these; in debt"],
  ["z", "self-test"],
]);

/** What letters mean while something is chosen by lights, by the stage of the lesson that the state has. */
const CHOICES = new Map([
  ["menu", new Map([
    ["v", "chosen"], ["y", "chosen: press menu for the next"], ["f", "can be chosen"], ["i", "can be chosen"],
    ["k", "can be chosen"],
  ])],
  ["choose", new Map([["v", "a lesson, learnt"], ["l", "the next lesson"], ["m", "a lesson"]])],
]);

/** @param {string} role @param {string} [stage] of the lesson, if there is one */
export function meaning(role, stage = "") {
  return CHOICES.get(stage)?.get(role) ?? ROLES.get(role);
}

/** The role letter of stones that are to leave the board. */
export const CAPTURED = "x";
/**
 * Role letters of stones that a step takes, or would take: while no stone is in the air, the board waits for the
 * choice between two lines, and it is made by taking one of these off.
 */
export const CHOICE = "AWE";

/** A dim pixel still shows: the eye is not linear, and neither is a veneer. @param {number} level 0 to 255 */
function strength(level) {
  return level ? Math.min(1, 0.34 + 0.66 * Math.sqrt(level / 170)) : 0;
}

/**
 * The hue of a pixel at full brightness; its duties are linear in light, a screen's values are not.
 * @param {number[]} rgb
 */
function hue(rgb) {
  const top = Math.max(...rgb, 1);
  return `rgb(${rgb.map((value) => Math.round(25 + 230 * (value / top) ** 0.6)).join(" ")})`;
}

export class Lights {
  /** @param {SVGSVGElement} glow under the stones @param {SVGSVGElement} rings over them @param {Layout} layout */
  constructor(glow, rings, layout) {
    this.letters = ".".repeat(45);
    this.fromLetters = true;
    this.stones = "";
    /** @type {Map<string, string>} the last colour that each point showed */
    this.colours = new Map();
    /** @type {Map<string, Lamp>} */
    this.lamps = new Map();
    const defs = el("defs");
    const halos = el("g");
    const edges = el("g");
    for (const point of POINTS) {
      const { x, y } = layout.at(point);
      const stops = gradient("radialGradient", { id: `lamp-${point}` }, [
        [0, "currentColor", 1],
        [0.16, "currentColor", 0.92],
        [0.34, "currentColor", 0.72],
        [0.52, "currentColor", 0.56],
        [0.7, "currentColor", 0.26],
        [0.86, "currentColor", 0.07],
        [1, "currentColor", 0],
      ]);
      const halo = el("circle", { cx: x, cy: y, r: 76, fill: `url(#lamp-${point})`, opacity: 0 });
      const ring = el("circle", {
        cx: x,
        cy: y,
        r: 36,
        fill: "none",
        stroke: "currentColor",
        "stroke-width": 4.5,
        opacity: 0,
        class: "rim-light",
      });
      defs.append(stops);
      halos.append(halo);
      edges.append(ring);
      this.lamps.set(point, { rgb: "", stops, halo, ring });
    }
    glow.setAttribute("viewBox", layout.viewBox);
    glow.replaceChildren(defs, halos);
    rings.setAttribute("viewBox", layout.viewBox);
    rings.replaceChildren(edges);
  }

  /** A frame of the simulated pixels. @param {string} hex 45 colours in point order */
  frame(hex) {
    this.fromLetters = false;
    POINTS.forEach((point, i) => {
      const digits = hex.slice(6 * i, 6 * i + 6);
      const lamp = this.lamps.get(point);
      if (!lamp || lamp.rgb === digits) return;
      lamp.rgb = digits;
      const rgb = [0, 2, 4].map((at) => parseInt(digits.slice(at, at + 2), 16));
      const power = strength(Math.max(...rgb));
      if (power) {
        const colour = hue(rgb);
        lamp.stops.style.color = colour;
        lamp.ring.style.color = colour;
        this.colours.set(point, colour);
      }
      this.#power(lamp, power);
    });
  }

  /** @param {Lamp} lamp @param {number} power 0 to 1 */
  #power(lamp, power) {
    lamp.halo.setAttribute("opacity", power.toFixed(3));
    lamp.ring.setAttribute("opacity", (0.85 * power).toFixed(3));
  }

  /** The light climbs the edge of a stone that stands on it. @param {string} stones 45 in reading order */
  stand(stones) {
    if (stones === this.stones) return;
    this.stones = stones;
    for (const [point, { ring }] of this.lamps) {
      ring.toggleAttribute("hidden", stones[PLACE.get(point) ?? 0] === ".");
    }
  }

  /**
   * Roles by point; on a real board, whose pixels are not seen from here, they stand for the colours too.
   * @param {string} letters 45 in reading order
   */
  roles(letters) {
    this.letters = letters;
    if (!this.fromLetters) return;
    for (const [point, lamp] of this.lamps) {
      const role = letters[PLACE.get(point) ?? 0];
      const lit = ROLES.has(role);
      for (const part of [lamp.stops, lamp.ring, lamp.halo]) part.setAttribute("data-role", lit ? role : "");
      this.#power(lamp, lit ? 0.9 : 0);
    }
  }

  /** @param {string} point @returns {string} its role letter, or a dot */
  role(point) {
    return this.letters[PLACE.get(point) ?? 0] ?? ".";
  }

  /** What is lit now. @returns {{role: string, text: string, colour: string | null}[]} */
  legend() {
    return [...ROLES].flatMap(([role, text]) => {
      const point = POINTS.find((name) => this.role(name) === role);
      return point
        ? [{ role, text, colour: this.fromLetters ? null : (this.colours.get(point) ?? null) }]
        : [];
    });
  }
}
