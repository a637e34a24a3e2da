/** Stones that have changed their places are seen on their way: what went where, from two states. */

import { PLACE, POINTS } from "./geometry.js";

/** @typedef {import("./types.js").Colour} Colour */
/** @typedef {import("./types.js").State} State */

/**
 * A stone's way: points, or null for the tray.
 * @typedef {{colour: Colour, from: string | null, to: string | null}} Flight
 */

/** More stones than this are being set up: nobody follows them with the eye. */
const MOST = 8;

/** @param {State} state @param {string} point */
const on = (state, point) => state.stones[PLACE.get(point) ?? 0];

/** The points that hands have lifted stones from. @param {State} state @param {Colour} colour */
function lifted(state, colour) {
  const hands = [...state.others, ...(state.hand ? [state.hand] : [])];
  return hands.filter((hand) => hand.colour === colour && hand.origin).map((hand) => hand.origin ?? "");
}

/** @param {State} before @param {State} after @returns {Flight[]} */
export function flights(before, after) {
  /** @type {Flight[]} */
  const found = [];
  for (const colour of /** @type {Colour[]} */ (["W", "B"])) {
    const held = lifted(after, colour);
    const left = POINTS.filter((point) => on(before, point) === colour && on(after, point) !== colour);
    // From where a stone rose first, also if that was told before.
    const risen = [...lifted(before, colour), ...left].filter((point) => !held.includes(point));
    for (const to of POINTS) {
      if (on(after, to) !== colour || on(before, to) === colour) continue;
      const from = risen.shift() ?? null;
      if (from !== to) found.push({ colour, from, to });
    }
    const gone = after.tray[colour] - before.tray[colour];
    for (const from of risen.slice(0, Math.max(0, gone))) found.push({ colour, from, to: null });
  }
  return found.length > MOST ? [] : found;
}
