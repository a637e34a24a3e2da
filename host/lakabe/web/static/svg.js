/** Small helpers for SVG elements. */

const NAMESPACE = "http://www.w3.org/2000/svg";

/**
 * @param {string} name
 * @param {Record<string, string | number>} [attributes]
 * @param {...(SVGElement | string)} children
 * @returns {SVGElement}
 */
export function el(name, attributes = {}, ...children) {
  const element = /** @type {SVGElement} */ (document.createElementNS(NAMESPACE, name));
  set(element, attributes);
  element.append(...children);
  return element;
}

/** @param {Element} element @param {Record<string, string | number>} attributes */
export function set(element, attributes) {
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
}

/**
 * A gradient of [offset, colour, opacity] stops.
 * @param {"linearGradient" | "radialGradient"} kind
 * @param {Record<string, string | number>} attributes
 * @param {[number, string, number?][]} stops
 */
export function gradient(kind, attributes, stops) {
  return el(
    kind,
    attributes,
    ...stops.map(([offset, colour, opacity = 1]) =>
      el("stop", { offset, "stop-color": colour, "stop-opacity": opacity }),
    ),
  );
}

/** A picture over the board that is drawn anew only where what it shows has changed. */
export class Layer {
  /** @param {SVGSVGElement} svg @param {import("./geometry.js").Layout} layout */
  constructor(svg, layout) {
    this.svg = svg;
    this.layout = layout;
    this.drawn = "";
    svg.setAttribute("viewBox", layout.viewBox);
    svg.replaceChildren();
  }

  /** @param {string} now what it shows @param {() => SVGElement[]} draw */
  redraw(now, draw) {
    if (now === this.drawn) return;
    this.drawn = now;
    this.svg.replaceChildren(...draw());
  }
}
