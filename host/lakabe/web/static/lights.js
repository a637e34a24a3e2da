/** The light under each point, as it comes through the wood; and what its colours mean just now. */

import { PLACE, POINTS } from "./geometry.js";
import { make } from "./html.js";
import { LIGHTS, said } from "./texts.js";

/** @typedef {import("./geometry.js").Layout} Layout */
/** @typedef {{rgb: string, halo: HTMLElement, ring: HTMLElement}} Lamp */

/**
 * What a role letter of the board's protocol means; a dot, which is dark, means nothing.
 * @param {string} role
 * @param {string} [stage] of the lesson, if there is one: its lights may have a meaning of their own
 */
export function meaning(role, stage = "") {
  return said(`${stage}.${role}`) ?? said(`light.${role}`);
}

/** The radius of the light around a point, and of its edge around a stone. */
const HALO = 76;
const RIM = 38;

/** The role letter of stones that are to leave the board. */
export const CAPTURED = "x";
/** The role letter of a point where no stone belongs. */
export const WRONG = "r";
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
  /** @param {HTMLElement} glow under the stones @param {HTMLElement} rings over them @param {Layout} layout */
  constructor(glow, rings, layout) {
    this.letters = ".".repeat(45);
    this.fromLetters = true;
    this.stones = "";
    /** @type {Map<string, string>} the last colour that each point showed */
    this.colours = new Map();
    /** @type {Map<string, Lamp>} */
    this.lamps = new Map();
    // Elements of their own, of which only the opacity changes when they blink: nothing is painted anew for that.
    const place = (/** @type {HTMLElement} */ lamp, /** @type {string} */ point, /** @type {number} */ radius) => {
      const { x, y } = layout.at(point);
      lamp.style.left = `${(100 * (x - radius - layout.left)) / layout.width}%`;
      lamp.style.top = `${(100 * (y - radius - layout.top)) / layout.height}%`;
      lamp.style.width = `${(200 * radius) / layout.width}%`;
      lamp.style.opacity = "0";
      return lamp;
    };
    for (const point of POINTS) {
      const halo = place(make("i", "halo"), point, HALO);
      const ring = place(make("i", "rim"), point, RIM);
      this.lamps.set(point, { rgb: "", halo, ring });
    }
    const lamps = [...this.lamps.values()];
    glow.replaceChildren(...lamps.map(({ halo }) => halo));
    rings.replaceChildren(...lamps.map(({ ring }) => ring));
  }

  /** A frame of the simulated pixels. @param {string} hex 45 colours in point order */
  frame(hex) {
    POINTS.forEach((point, i) => {
      const digits = hex.slice(6 * i, 6 * i + 6);
      const lamp = this.lamps.get(point);
      if (!lamp || lamp.rgb === digits) return;
      lamp.rgb = digits;
      const rgb = [0, 2, 4].map((at) => parseInt(digits.slice(at, at + 2), 16));
      const power = strength(Math.max(...rgb));
      if (power) {
        const colour = hue(rgb);
        lamp.halo.style.color = colour;
        lamp.ring.style.color = colour;
        this.colours.set(point, colour);
      }
      this.#power(lamp, power);
    });
  }

  /** @param {Lamp} lamp @param {number} power 0 to 1 */
  #power(lamp, power) {
    // What is dark is left out of the picture: putting it together costs time.
    lamp.halo.style.visibility = lamp.ring.style.visibility = power ? "" : "hidden";
    lamp.halo.style.opacity = power.toFixed(3);
    lamp.ring.style.opacity = (0.85 * power).toFixed(3);
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
   * @param {boolean} pixels whether these are seen, be it later
   */
  roles(letters, pixels) {
    this.letters = letters;
    this.fromLetters = !pixels;
    if (pixels) return;
    for (const [point, lamp] of this.lamps) {
      const role = letters[PLACE.get(point) ?? 0];
      const lit = LIGHTS.includes(role);
      for (const part of [lamp.ring, lamp.halo]) part.setAttribute("data-role", lit ? role : "");
      this.#power(lamp, lit ? 0.9 : 0);
    }
  }

  /** @param {string} point @returns {string} its role letter, or a dot */
  role(point) {
    return this.letters[PLACE.get(point) ?? 0] ?? ".";
  }

  /** Points by what is lit there now. @returns {Map<string, string[]>} */
  lit() {
    /** @type {Map<string, string[]>} */
    const found = new Map();
    for (const point of POINTS) {
      const role = this.role(point);
      if (LIGHTS.includes(role)) found.set(role, [...(found.get(role) ?? []), point]);
    }
    return found;
  }

  /** The colour of the light there; null where it is known by its role only. @param {string} point */
  colour(point) {
    return this.fromLetters ? null : (this.colours.get(point) ?? null);
  }

  /** How bright it is just now, 0 to 1; null where it is known by its role only. @param {string} point */
  power(point) {
    return this.fromLetters ? null : Number(this.lamps.get(point)?.halo.style.opacity ?? 0);
  }

  /** Whether a stone stands there. @param {string} point */
  stands(point) {
    return (this.stones[PLACE.get(point) ?? 0] ?? ".") !== ".";
  }
}
