/** The clocks on the players' cards: what the host has told goes down here until it tells again. */

/** @typedef {import("./types.js").Clocks} Clocks */
/** @typedef {import("./types.js").Colour} Colour */
/** @typedef {import("./store.js").Store} Store */

const TICK = 100;
/** Below this, in ms, tenths are shown, and the clock is drawn strongly. */
const LOW = 20000;
/** @type {Colour[]} */
const SIDES = ["W", "B"];

/** As 1:02:03, 4:59, or 0:19.5. @param {number} left in ms */
export function said(left) {
  const tenths = Math.ceil(left / 100);
  if (tenths < LOW / 100) return `0:${String(Math.floor(tenths / 10)).padStart(2, "0")}.${tenths % 10}`;
  const seconds = Math.ceil(tenths / 10);
  const two = (/** @type {number} */ n) => String(n % 60).padStart(2, "0");
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes}:${two(seconds)}` : `${Math.floor(minutes / 60)}:${two(minutes)}:${two(seconds)}`;
}

export class ClockFaces {
  /** @param {Store} store */
  constructor(store) {
    /** @type {Clocks | null} */
    this.clocks = null;
    this.since = 0;
    this.timer = 0;
    store.addEventListener("change", () => {
      const clocks = store.state?.clocks ?? null;
      if (clocks === this.clocks) return; // the page has only guessed something else
      this.clocks = clocks;
      this.since = performance.now();
      window.clearInterval(this.timer);
      if (clocks?.running) this.timer = window.setInterval(() => this.#draw(), TICK);
      this.#draw();
    });
  }

  #draw() {
    const { clocks } = this;
    for (const side of SIDES) {
      const face = /** @type {HTMLElement} */ (document.querySelector(`#player-${side} .clock`));
      face.hidden = clocks === null;
      if (!clocks) continue;
      const gone = clocks.running === side ? performance.now() - this.since : 0;
      const left = Math.max(0, clocks[side] - gone);
      face.textContent = said(left);
      face.toggleAttribute("data-low", left < LOW);
      face.toggleAttribute("data-running", clocks.running === side);
    }
  }
}
