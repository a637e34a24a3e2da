/** The panel with the hint that the board shows: the move, what it is worth, why, and what else there is. */

import { make } from "./html.js";
import { say } from "./texts.js";

/** @typedef {import("./types.js").Hint} Hint */
/** @typedef {import("./types.js").Choice} Choice */

const TEXTS = {
  hint: say("Hint"),
  instead: say("Instead"),
  figures: say("What the engine says"),
};

/** What an engine has to say of a move, for who wants to know. @param {Choice} choice */
function figures(choice) {
  const said = make("p", "words", choice.figures.join(" "));
  const line = choice.line.slice(1).join(" ");
  const parts = line ? [said, make("p", "line", say("Expected: {moves}", { moves: line }))] : [said];
  const details = make("details", "figures", make("summary", "", TEXTS.figures), ...parts);
  details.dataset.of = `figures ${choice.move}`;
  return details;
}

/** @param {Choice} choice */
function alternative(choice) {
  const details = make("details", "", make("summary", "", make("b", "", choice.move)), make("p", "words", choice.words.join(" ")), figures(choice));
  details.dataset.of = choice.move;
  return details;
}

export class HintPanel {
  /** @param {HTMLElement} element */
  constructor(element) {
    this.element = element;
    this.shown = "";
  }

  /** @param {Hint | null} hint */
  show(hint) {
    const now = JSON.stringify(hint);
    if (now === this.shown) return;
    this.shown = now;
    this.element.hidden = hint === null;
    if (hint === null) return;
    const [best, ...others] = hint.choices;
    const title = make("h2", "", make("b", "", best.move), " ", make("small", "", TEXTS.hint));
    title.id = "hint-title";
    // What was unfolded stays so while better hints come in.
    const open = new Set([...this.element.querySelectorAll("details[open]")].map((one) => /** @type {HTMLElement} */ (one).dataset.of));
    const folded = others.map(alternative);
    this.element.replaceChildren(
      title,
      make("p", "reasons", best.words.join(" ")),
      ...(hint.mistake ? [make("p", "mistake", hint.mistake)] : []),
      figures(best),
      ...(folded.length ? [make("h3", "", TEXTS.instead)] : []),
      ...folded,
    );
    for (const one of this.element.querySelectorAll("details")) one.open = open.has(one.dataset.of);
  }
}
