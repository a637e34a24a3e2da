/** The panel with the hint that the board shows: the move, what it is worth, why, and what else there is. */

import { make } from "./html.js";

/** @typedef {import("./types.js").Hint} Hint */
/** @typedef {import("./types.js").Choice} Choice */

/** @param {Choice} choice */
function badge(choice) {
  const element = make("span", "number", choice.number);
  element.toggleAttribute("data-proven", choice.proven);
  element.title = choice.proven ? "proven" : "an estimate, for White";
  return element;
}

/** The line after the move itself. @param {Choice} choice */
function line(choice) {
  const rest = choice.line.slice(1).map((move) => make("span", "", move));
  return make("p", "line", ...(rest.length ? ["then ", ...rest] : []));
}

/** @param {Choice} choice */
function alternative(choice) {
  const summary = make("summary", "", make("b", "", choice.move), badge(choice));
  const said = make("p", "words", `${sentence(choice.words)} ${choice.reasons.join(" ")}`);
  return make("details", "", summary, said, line(choice));
}

/** @param {string} words */
function sentence(words) {
  return words && `${words[0].toUpperCase()}${words.slice(1)}.`;
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
    const title = make("h2", "", make("small", "", "Hint"), " ", best.move, " ", badge(best));
    title.id = "hint-title";
    // What was unfolded stays so while better hints come in.
    const open = new Set([...this.element.querySelectorAll("details[open] b")].map((b) => b.textContent));
    const folded = others.map(alternative);
    for (const one of folded) one.toggleAttribute("open", open.has(one.querySelector("b")?.textContent ?? ""));
    this.element.replaceChildren(
      ...(hint.mistake ? [make("p", "mistake", hint.mistake)] : []),
      title,
      make("p", "words", sentence(best.words)),
      make("p", "reasons", best.reasons.join(" ")),
      line(best),
      ...(folded.length ? [make("h3", "", "Instead")] : []),
      ...folded,
    );
  }
}
