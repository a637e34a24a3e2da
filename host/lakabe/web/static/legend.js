/** What the lights mean that can be seen now: an entry for each meaning, which blinks as the lights do. */

import { make } from "./html.js";
import { said } from "./texts.js";

/** @typedef {import("./lights.js").Lights} Lights */
/** @typedef {{role: string, point: string}} Lamp  a role letter, and a point that has it now */

/**
 * The meanings by name, each with its role letters. The first eight are all that a game needs; what colours tell
 * besides, as how a step takes, is said beside the dot. A stone that is in the hand explains itself.
 * @type {[string, string][]}
 */
const MEANINGS = [
  ["move", "ms"],
  ["go", "paweuc"],
  ["taken", "AWE"],
  ["end", "o"],
  ["off", "xr"],
  ["put", "nikIK"],
  ["last", "ft"],
  ["hint", "hjg"],
  ["touch", "q"],
  ["contact", "b"],
  ["winner", "v"],
  ["draw", "d"],
  ["offered", "y"],
  ["test", "z"],
];
const CORNERS = ["a1", "i1", "a5", "i5"];
/** Letters over the dots, as over the lights (signs.js). @type {Record<string, string>} */
const SIGNS = { a: "A", w: "W", e: "A W", A: "A", W: "W", E: "A W" };

/**
 * What can be seen now. A light of the coach is a blunder under a stone, and at the corners it says that there are no
 * more hints.
 * @param {Lights} lights
 * @returns {[string, Lamp[]][]}
 */
function seen(lights) {
  const lit = lights.lit();
  const worse = lit.get("c") ?? [];
  const special = worse.some((point) => lights.stands(point)) ? "blunder" : worse.length && worse.every((point) => CORNERS.includes(point)) ? "none" : "";
  /** @type {[string, Lamp[]][]} */
  const found = MEANINGS.map(([name, roles]) => [
    name,
    [...roles].flatMap((role) => {
      const point = lit.get(role)?.[0];
      return point && !(special && role === "c") ? [{ role, point }] : [];
    }),
  ]);
  if (special) found.push([special, [{ role: "c", point: worse[0] }]]);
  return found.filter(([, lamps]) => lamps.length);
}

export class Legend {
  /** @param {HTMLElement} list */
  constructor(list) {
    this.list = list;
    this.shown = "";
    /** @type {[HTMLElement, string][]} dots, and the points whose lights they follow */
    this.dots = [];
  }

  /** @param {Lights} lights */
  show(lights) {
    const entries = seen(lights);
    const now = JSON.stringify([entries, entries.map(([, lamps]) => lamps.map(({ point }) => lights.colour(point)))]);
    if (now !== this.shown) {
      this.shown = now;
      this.#draw(entries, lights);
    }
    for (const [dot, point] of this.dots) {
      const power = lights.power(point);
      dot.style.opacity = power === null ? "" : String(Math.max(0.12, power));
    }
  }

  /** @param {[string, Lamp[]][]} entries @param {Lights} lights */
  #draw(entries, lights) {
    this.dots = [];
    const items = entries.map(([name, lamps]) => {
      const parts = lamps.map(({ role, point }) => {
        const dot = make("i");
        const colour = lights.colour(point);
        if (colour) dot.style.color = colour;
        else dot.dataset.role = role;
        this.dots.push([dot, point]);
        const how = said(`how.${role}`);
        const lamp = make("span", "lamp", dot, ...(SIGNS[role] ? [make("b", "", SIGNS[role])] : []), ...(how ? [how] : []));
        lamp.dataset.means = role;
        return lamp;
      });
      const text = make("span", "", said(`means.${name}`) ?? "");
      // Where colours tell nothing more, the dot is before its meaning.
      const plain = lamps.every(({ role }) => !said(`how.${role}`));
      const item = make("li", "", ...(plain ? [...parts, text] : [text, ...parts]));
      item.dataset.entry = name;
      return item;
    });
    this.list.setAttribute("aria-label", said("legend") ?? "");
    this.list.replaceChildren(...items);
  }
}
