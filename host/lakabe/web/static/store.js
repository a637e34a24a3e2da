/** The newest state, with what this page has just done and the server has not yet confirmed laid over it. */

import { PLACE } from "./geometry.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Colour} Colour */
/** @typedef {import("./types.js").Hand} Hand */
/** @typedef {import("./connection.js").Connection} Connection */

/** @param {string} stones @param {string} point @param {string} letter */
function put(stones, point, letter) {
  const at = PLACE.get(point) ?? 0;
  return stones.slice(0, at) + letter + stones.slice(at + 1);
}

export class Store extends EventTarget {
  /** @param {Connection} connection */
  constructor(connection) {
    super();
    this.connection = connection;
    /** @type {State | null} as the server sent it */
    this.confirmed = null;
    /** @type {State | null} as it is shown */
    this.state = null;
    connection.addEventListener("state", (event) => {
      this.confirmed = /** @type {CustomEvent<State>} */ (event).detail;
      // An older answer would make a stone jump back for a moment: wait for the one that has seen everything.
      if (!this.state || this.confirmed.seen >= connection.sent) this.#change(this.confirmed);
    });
  }

  /** @param {State} state */
  #change(state) {
    this.state = state;
    this.dispatchEvent(new Event("change"));
  }

  /** @param {string} type @param {Record<string, unknown>} message @param {Partial<State>} guess */
  #do(type, message, guess) {
    if (this.state && this.connection.send({ type, ...message })) this.#change({ ...this.state, ...guess });
  }

  /** @returns {Hand | null} */
  get hand() {
    return this.state?.hand ?? null;
  }

  /** Whether a stone is in the air, in this page's hand or in another's. */
  get held() {
    return Boolean(this.state?.hand || this.state?.others.length);
  }

  /** Whether stones can be lifted here at all. */
  get hands() {
    return this.state?.hands ?? false;
  }

  /** Whether the page moves the stones, and a click on a point says what is meant. */
  get carries() {
    return this.state?.carries ?? false;
  }

  /** What lies on a point: W, B, ? or a dot. @param {string} point */
  on(point) {
    return this.state?.stones[PLACE.get(point) ?? 0] ?? ".";
  }

  /** @param {string} point */
  lift(point) {
    if (!this.state) return;
    const hand = { colour: /** @type {Colour} */ (this.on(point)), origin: point };
    this.#do("lift", { point }, { stones: put(this.state.stones, point, "."), hand });
  }

  /** @param {string} point */
  place(point) {
    if (!this.state?.hand) return;
    this.#do(
      "place",
      { point },
      { stones: put(this.state.stones, point, this.state.hand.colour), hand: null },
    );
  }

  /** A point is clicked; what that means is for the server to say. @param {string} point */
  touch(point) {
    this.#do("touch", { point }, {});
  }

  toTray() {
    if (!this.state?.hand) return;
    const { colour } = this.state.hand;
    this.#do("tray", {}, { hand: null, tray: { ...this.state.tray, [colour]: this.state.tray[colour] + 1 } });
  }

  /** @param {Colour} colour */
  take(colour) {
    if (!this.state?.tray[colour]) return;
    const tray = { ...this.state.tray, [colour]: this.state.tray[colour] - 1 };
    this.#do("take", { colour }, { tray, hand: { colour, origin: null } });
  }

  /** @param {string} point */
  discard(point) {
    if (!this.state) return;
    const colour = /** @type {Colour} */ (this.on(point));
    const tray = { ...this.state.tray, [colour]: this.state.tray[colour] + 1 };
    this.#do("discard", { point }, { stones: put(this.state.stones, point, "."), tray });
  }

  putBack() {
    const hand = this.hand;
    if (!this.state || !hand) return;
    const free = hand.origin !== null && this.on(hand.origin) === ".";
    this.#do(
      "back",
      {},
      {
        hand: null,
        ...(free ? { stones: put(this.state.stones, /** @type {string} */ (hand.origin), hand.colour) } : {}),
      },
    );
  }
}
