/** What stones and results sound like. Nothing is heard before somebody has touched the page, nor when switched off. */

import { POINTS, PLACE } from "./geometry.js";

/** @typedef {import("./types.js").State} State */

const KEPT = "lakabe-sounds";
/** More stones than this are being set up: that is not heard stone by stone. */
const MOST = 4;
/** Notes in Hz: who has won, and a draw. */
const WON = [392, 494, 587];
const DRAWN = [392, 440];

export class Sounds {
  /** @param {HTMLInputElement} box the switch */
  constructor(box) {
    this.box = box;
    /** @type {AudioContext | null} */
    this.context = null;
    /** @type {State | null} */
    this.state = null;
    try {
      box.checked = window.localStorage.getItem(KEPT) !== "off";
    } catch {
      // It is as the page has it.
    }
    box.addEventListener("change", () => {
      try {
        window.localStorage.setItem(KEPT, box.checked ? "on" : "off");
      } catch {
        // It holds as long as the page.
      }
    });
    const begin = () => {
      this.context ??= new AudioContext();
      for (const type of ["pointerdown", "keydown"]) document.removeEventListener(type, begin, true);
    };
    for (const type of ["pointerdown", "keydown"]) document.addEventListener(type, begin, true);
  }

  /** Hear what has changed. @param {State} state */
  show(state) {
    const before = this.state;
    this.state = state;
    if (!before || !this.context || !this.box.checked) return;
    const changed = POINTS.filter((point) => before.stones[PLACE.get(point) ?? 0] !== state.stones[PLACE.get(point) ?? 0]);
    const came = changed.filter((point) => state.stones[PLACE.get(point) ?? 0] !== ".");
    const taken = state.tray.W + state.tray.B - before.tray.W - before.tray.B;
    if (changed.length <= MOST) {
      if (came.length) this.#knock(1900, 0.5);
      else if (taken > 0) this.#knock(900, 0.3);
    }
    const { game } = state;
    if (game?.result && !before.game?.result && before.game?.id === game.id) this.#notes(game.result.score === "1/2-1/2" ? DRAWN : WON);
  }

  /** Something was refused. */
  refuse() {
    if (this.context && this.box.checked) this.#notes([150]);
  }

  /** A stone on wood: a short noise. @param {number} hertz @param {number} loud 0 to 1 */
  #knock(hertz, loud) {
    const context = /** @type {AudioContext} */ (this.context);
    const length = Math.round(0.06 * context.sampleRate);
    const buffer = context.createBuffer(1, length, context.sampleRate);
    const samples = buffer.getChannelData(0);
    for (let i = 0; i < length; i += 1) samples[i] = (2 * Math.random() - 1) * Math.exp((-9 * i) / length);
    const source = new AudioBufferSourceNode(context, { buffer });
    const filter = new BiquadFilterNode(context, { type: "bandpass", frequency: hertz, Q: 2.2 });
    source.connect(filter).connect(new GainNode(context, { gain: loud })).connect(context.destination);
    source.start();
  }

  /** @param {number[]} notes in Hz, one after the other */
  #notes(notes) {
    const context = /** @type {AudioContext} */ (this.context);
    notes.forEach((frequency, i) => {
      const start = context.currentTime + 0.14 * i;
      const tone = new OscillatorNode(context, { type: "triangle", frequency });
      const gain = new GainNode(context, { gain: 0 });
      gain.gain.setValueAtTime(0.16, start);
      gain.gain.exponentialRampToValueAtTime(0.001, start + 0.35);
      tone.connect(gain).connect(context.destination);
      tone.start(start);
      tone.stop(start + 0.36);
    });
  }
}
