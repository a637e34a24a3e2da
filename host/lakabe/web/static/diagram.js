/**
 * Small pictures of the rules: a part of the board, a move as an arrow, and what it takes, seen again and again.
 *
 * An element with `data-position` (N2 without the side) becomes one. `data-move`: its points; `data-takes`: what
 * each step takes, steps separated by `|`; `data-box`: the corners of the part that is shown; `data-not`: a point
 * that is struck out.
 */

import { arrow } from "./arrow.js";
import { Layout, PITCH, RADIUS, READING, isStrong, lines } from "./geometry.js";
import { el } from "./svg.js";

/** @typedef {import("./geometry.js").Spot} Spot */

const layout = new Layout(false);
const still = window.matchMedia("(prefers-reduced-motion: reduce)");
/** From the outermost points shown to the edge. */
const EDGE = 62;
/** Of a step, and of the pauses before and after all of them, in ms. */
const STEP_TIME = 1300;
const PAUSE = 900;

/** @param {string} position @returns {Map<string, string>} the letters of the stones by point */
function stonesOf(position) {
  const letters = position.replaceAll("/", "").replace(/\d/g, (digit) => ".".repeat(Number(digit)));
  return new Map(READING.map((point, i) => [point, letters[i]]));
}

/** @param {string} point @param {string} letter */
function stone(point, letter) {
  const { x, y } = layout.at(point);
  const inner = el("circle", { r: RADIUS - 11, class: "dish" });
  return el("g", { transform: `translate(${x} ${y})` }, el("g", { class: `piece ${letter}` }, el("circle", { r: RADIUS }), inner));
}

/** The lines and points of the board. */
function board() {
  const path = lines().map(([from, to]) => {
    const [a, b] = [layout.at(from), layout.at(to)];
    return `M${a.x} ${a.y}L${b.x} ${b.y}`;
  });
  const dots = READING.map((point) => {
    const { x, y } = layout.at(point);
    return el("circle", { cx: x, cy: y, r: isStrong(point) ? 8 : 5 });
  });
  return el("g", { class: "grid" }, el("path", { d: path.join("") }), ...dots);
}

/** @param {SVGElement} moving @param {Spot[]} spots @param {SVGElement[][]} taken what each step takes */
function animate(moving, spots, taken) {
  const steps = spots.length - 1;
  const whole = 2 * PAUSE + steps * STEP_TIME;
  const at = (/** @type {number} */ time) => time / whole;
  const from = spots[0];
  const frames = spots.flatMap(({ x, y }, i) => {
    const transform = `translate(${x - from.x}px, ${y - from.y}px)`;
    const arrival = i ? PAUSE + (i - 0.55) * STEP_TIME : 0;
    return [
      { transform, offset: at(arrival) },
      { transform, offset: at(i < steps ? PAUSE + i * STEP_TIME : whole) },
    ];
  });
  moving.animate(frames, { duration: whole, iterations: Infinity, easing: "linear" });
  taken.forEach((stones, i) => {
    const gone = PAUSE + (i + 0.5) * STEP_TIME;
    for (const one of stones) {
      one.animate(
        [
          { opacity: 1, offset: 0 },
          { opacity: 1, offset: at(gone) },
          { opacity: 0, offset: at(gone + 300) },
          { opacity: 0, offset: 1 },
        ],
        { duration: whole, iterations: Infinity },
      );
    }
  });
}

/** @param {HTMLElement} place */
export function draw(place) {
  const { position = "", move = "", takes = "", box = "a1 i5", not = "" } = place.dataset;
  const [low, high] = box.split(" ").map((point) => layout.at(point));
  const path = move.split("-").filter(Boolean).map((word) => word.slice(0, 2));
  const steps = takes.split("|").map((points) => points.split(" ").filter(Boolean));
  const left = low.x - EDGE;
  const top = high.y - EDGE;
  const [width, height] = [high.x - low.x + 2 * EDGE, low.y - high.y + 2 * EDGE];
  const svg = el("svg", { viewBox: `${left} ${top} ${width} ${height}`, "aria-hidden": "true" });
  /** @type {Map<string, SVGElement>} */
  const stones = new Map();
  for (const [point, letter] of stonesOf(position)) {
    if (letter !== ".") stones.set(point, stone(point, letter));
  }
  const spots = path.map((point) => layout.at(point));
  const rings = steps.flat().map((point) => {
    const { x, y } = layout.at(point);
    return el("circle", { class: "taken", cx: x, cy: y, r: RADIUS + 5 });
  });
  const marks = not ? [layout.at(not)].map(({ x, y }) => el("path", { class: "not", d: `M${x - 26} ${y - 26}l52 52m0 -52l-52 52` })) : [];
  svg.append(
    el("rect", { x: left, y: top, width, height, class: "wooden" }),
    board(),
    ...[...stones].filter(([point]) => point !== path[0]).map(([, one]) => one),
    ...rings,
    ...spots.slice(1).map((spot, i) => arrow(spots[i], spot)),
    ...(path.length && stones.has(path[0]) ? [/** @type {SVGElement} */ (stones.get(path[0]))] : []),
    ...marks,
  );
  place.prepend(svg);
  const moving = stones.get(path[0])?.firstElementChild;
  if (!moving || still.matches || spots.length < 2) return;
  const inner = (/** @type {string} */ point) => /** @type {SVGElement} */ (stones.get(point)?.firstElementChild);
  animate(/** @type {SVGElement} */ (moving), spots, steps.map((points) => points.map(inner)));
}

/** Draw all within an element. @param {ParentNode} parent */
export function drawAll(parent) {
  for (const place of /** @type {NodeListOf<HTMLElement>} */ (parent.querySelectorAll("[data-position]"))) draw(place);
}
