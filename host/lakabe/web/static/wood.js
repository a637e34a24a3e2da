/** The board itself: frame, trays, wood, engraved lines, points, the inlaid lakabe. Drawn once. */

import { COLUMNS, CORNER, MARGIN, POINTS, ROWS, isStrong, lines } from "./geometry.js";
import { el, gradient } from "./svg.js";

/** @typedef {import("./geometry.js").Layout} Layout */

/**
 * Wood as noise drawn out along the grain: bands for the growth rings, fine streaks for the pores.
 * @param {string} id @param {boolean} tall the grain runs down the screen
 * @param {{seed: number, rings: string, pores: string, ringDepth: number, poreDepth: number}} look
 */
function grain(id, tall, look) {
  const along = (/** @type {number} */ slow, /** @type {number} */ fast) =>
    tall ? `${fast} ${slow}` : `${slow} ${fast}`;
  const tint = (/** @type {string} */ rgb) =>
    `0 0 0 0 ${rgb.split(" ")[0]}  0 0 0 0 ${rgb.split(" ")[1]}  0 0 0 0 ${rgb.split(" ")[2]}`;
  const d = look.ringDepth;
  return el(
    "filter",
    { id, x: "0%", y: "0%", width: "100%", height: "100%", "color-interpolation-filters": "sRGB" },
    el("feTurbulence", {
      type: "fractalNoise",
      baseFrequency: along(0.0011, 0.0085),
      numOctaves: 3,
      seed: look.seed,
      result: "figure",
    }),
    el("feColorMatrix", {
      in: "figure",
      type: "matrix",
      values: `${tint(look.rings)}  1.6 0 0 0 -0.3`,
      result: "bands",
    }),
    el(
      "feComponentTransfer",
      { in: "bands", result: "rings" },
      el("feFuncA", {
        type: "table",
        tableValues: [
          0, 0.5, 0.1, 0.75, 0.2, 0.9, 0.05, 0.6, 0.15, 1, 0.1, 0.7, 0.25, 0.85, 0.05, 0.6, 0.2, 0.8, 0,
        ]
          .map((value) => (value * d).toFixed(3))
          .join(" "),
      }),
    ),
    el("feTurbulence", {
      type: "fractalNoise",
      baseFrequency: along(0.004, 0.21),
      numOctaves: 3,
      seed: look.seed + 3,
      result: "streaks",
    }),
    el("feColorMatrix", {
      in: "streaks",
      type: "matrix",
      values: `${tint(look.pores)}  0 ${look.poreDepth} 0 0 ${-0.5 * look.poreDepth}`,
      result: "pores",
    }),
    el(
      "feMerge",
      { result: "figured" },
      el("feMergeNode", { in: "rings" }),
      el("feMergeNode", { in: "pores" }),
    ),
    el("feComposite", { in: "figured", in2: "SourceAlpha", operator: "in" }),
  );
}

/** @param {Layout} layout */
function definitions(layout) {
  const { tall } = layout;
  const down = tall ? { x1: 0, y1: 0, x2: 1, y2: 0 } : { x1: 0, y1: 0, x2: 0, y2: 1 };
  return el(
    "defs",
    {},
    gradient("linearGradient", { id: "top-wood", ...down }, [
      [0, "#b27c48"],
      [0.35, "#bb8650"],
      [0.7, "#ae7743"],
      [1, "#a36d3b"],
    ]),
    gradient("linearGradient", { id: "frame-wood", ...down }, [
      [0, "#6b3923"],
      [0.5, "#5c2e1c"],
      [1, "#4b2315"],
    ]),
    gradient("radialGradient", { id: "sheen", cx: 0.36, cy: 0.22, r: 0.95 }, [
      [0, "#fff4d8", 0.26],
      [0.45, "#fff0d0", 0.05],
      [1, "#1c0a02", 0.34],
    ]),
    gradient("linearGradient", { id: "groove", x1: 0, y1: 0, x2: 0, y2: 1 }, [
      [0, "#140703", 0.92],
      [0.3, "#1f0d06", 0.74],
      [1, "#3a1c0f", 0.6],
    ]),
    gradient("radialGradient", { id: "pearl", cx: 0.4, cy: 0.35, r: 0.8 }, [
      [0, "#fbf3df"],
      [0.6, "#e6d2a8"],
      [1, "#c4a672"],
    ]),
    grain("figured-top", tall, {
      seed: 7,
      rings: "0.33 0.15 0.04",
      pores: "0.20 0.09 0.03",
      ringDepth: 0.36,
      poreDepth: 1.0,
    }),
    grain("figured-frame", tall, {
      seed: 23,
      rings: "0.07 0.02 0.01",
      pores: "0.05 0.02 0.01",
      ringDepth: 0.6,
      poreDepth: 1.3,
    }),
  );
}

/** @param {Layout} layout */
function engraving(layout) {
  const cuts = el("g", { class: "cuts" });
  const path = lines()
    .map(([from, to]) => {
      const [a, b] = [layout.at(from), layout.at(to)];
      return `M${a.x} ${a.y}L${b.x} ${b.y}`;
    })
    .join("");
  // A groove lit from above: light on its lower edge, dark in its depth.
  cuts.append(
    el("path", {
      d: path,
      transform: "translate(0.9 1.5)",
      stroke: "#f3d6a3",
      "stroke-opacity": 0.5,
      "stroke-width": 3.4,
    }),
    el("path", { d: path, stroke: "#2a1207", "stroke-opacity": 0.86, "stroke-width": 3 }),
  );
  for (const point of POINTS) {
    const { x, y } = layout.at(point);
    const r = isStrong(point) ? 8.5 : 5;
    cuts.append(
      el("circle", { cx: x + 0.7, cy: y + 1.3, r: r + 0.6, fill: "#f3d6a3", "fill-opacity": 0.5 }),
      el("circle", { cx: x, cy: y, r, fill: "#2a1207" }),
    );
    if (isStrong(point)) cuts.append(el("circle", { cx: x, cy: y, r: 4.6, fill: "#c79a5a" }));
  }
  return cuts;
}

/** A star of eight rays in pale wood around e3. @param {Layout} layout */
function inlay(layout) {
  const { x, y } = layout.at("e3");
  const star = Array.from({ length: 16 }, (_, i) => {
    const reach = i % 2 ? 17 : i % 4 ? 33 : 46;
    const angle = (i * Math.PI) / 8;
    return `${(x + reach * Math.sin(angle)).toFixed(2)} ${(y - reach * Math.cos(angle)).toFixed(2)}`;
  });
  return el(
    "g",
    {},
    el("circle", {
      cx: x,
      cy: y,
      r: 52,
      fill: "none",
      stroke: "#3a1b0c",
      "stroke-opacity": 0.75,
      "stroke-width": 5,
    }),
    el("circle", { cx: x, cy: y, r: 52, fill: "none", stroke: "#dfc38d", "stroke-width": 2.2 }),
    el("path", {
      d: `M${star.join("L")}Z`,
      fill: "url(#pearl)",
      stroke: "#3a1b0c",
      "stroke-width": 2,
      "stroke-linejoin": "round",
    }),
    el("circle", { cx: x, cy: y, r: 10, fill: "#3a1b0c" }),
    el("circle", { cx: x, cy: y, r: 6.5, fill: "#d8b06c" }),
  );
}

/** @param {Layout} layout */
function coordinates(layout) {
  const labels = el("g", { class: "coordinates", "aria-hidden": "true" });
  const far = 58;
  const put = (/** @type {string} */ text, /** @type {number} */ along, /** @type {number} */ down) => {
    const { x, y } = layout.turn(along, down);
    labels.append(el("text", { x, y: y + 1.2, class: "cut" }, text), el("text", { x, y }, text));
  };
  [...COLUMNS].forEach((column, i) => {
    put(column, i * 100, -far);
    put(column, i * 100, 400 + far);
  });
  [...ROWS].forEach((row, i) => {
    put(row, -far, (4 - i) * 100);
    put(row, 800 + far, (4 - i) * 100);
  });
  return labels;
}

/** @param {SVGSVGElement} svg @param {Layout} layout */
export function drawWood(svg, layout) {
  const { left, top, width, height } = layout;
  const frame = { x: left, y: top, width, height, rx: CORNER };
  const a = layout.turn(-MARGIN, -MARGIN);
  const b = layout.turn(800 + MARGIN, 400 + MARGIN);
  const face = {
    x: Math.min(a.x, b.x),
    y: Math.min(a.y, b.y),
    width: Math.abs(a.x - b.x),
    height: Math.abs(a.y - b.y),
    rx: 7,
  };
  svg.setAttribute("viewBox", layout.viewBox);
  svg.replaceChildren(
    definitions(layout),
    el("rect", { ...frame, fill: "url(#frame-wood)" }),
    el("rect", { ...frame, filter: "url(#figured-frame)" }),
    el("rect", {
      x: left + 1.5,
      y: top + 1.5,
      width: width - 3,
      height: height - 3,
      rx: CORNER - 1.5,
      fill: "none",
      stroke: "#d79b6a",
      "stroke-opacity": 0.28,
      "stroke-width": 2,
    }),
    .../** @type {const} */ (["W", "B"]).flatMap((colour) => {
      const box = layout.trayBox(colour);
      return [
        el("rect", {
          ...box,
          y: box.y + 1.8,
          fill: "none",
          stroke: "#c98d5f",
          "stroke-opacity": 0.45,
          "stroke-width": 2,
        }),
        el("rect", { ...box, fill: "url(#groove)" }),
      ];
    }),
    el("rect", { ...face, fill: "none", stroke: "#140702", "stroke-opacity": 0.7, "stroke-width": 7 }),
    el("rect", { ...face, fill: "url(#top-wood)" }),
    el("rect", { ...face, filter: "url(#figured-top)" }),
    el("rect", { ...face, fill: "url(#sheen)" }),
    el("rect", {
      x: face.x + 2,
      y: face.y + 2,
      width: face.width - 4,
      height: face.height - 4,
      rx: 5.5,
      fill: "none",
      stroke: "#ffe3b0",
      "stroke-opacity": 0.34,
      "stroke-width": 2,
    }),
    engraving(layout),
    inlay(layout),
    coordinates(layout),
  );
}
