/** What the lights mean that can be seen now. */

import { make } from "./html.js";
import { said } from "./texts.js";

/** @typedef {import("./lights.js").Lights} Lights */

export class Legend {
  /** @param {HTMLElement} list */
  constructor(list) {
    this.list = list;
    this.shown = "";
  }

  /** @param {Lights} lights @param {string} code of a language */
  show(lights, code) {
    const entries = lights.legend(code);
    const now = JSON.stringify([code, entries]);
    if (now === this.shown) return;
    this.shown = now;
    const items = entries.map(({ role, text, colour }) => {
      const dot = make("i");
      if (colour) dot.style.color = colour;
      else dot.dataset.role = role;
      const item = make("li", "", dot, text);
      item.dataset.means = role;
      return item;
    });
    this.list.lang = code;
    this.list.setAttribute("aria-label", said("legend", code) ?? "");
    this.list.replaceChildren(...items);
  }
}
