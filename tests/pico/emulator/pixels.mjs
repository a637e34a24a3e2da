// WS2812 pixels on a pin: decodes the edges into frames.

import { HIGH } from "./gpio.mjs";

const ONE_NS = 600; // a high time above this is a 1
const PIXEL_BITS = 24;

// Limits in ns that a WS2812B keeps to in any of its data sheets: high and low time of a 0, then of a 1.
const LIMITS = { t0h: [200, 500], t0l: [450, 9000], t1h: [550, 5500], t1l: [300, 9000] };

export class Pixels {
  // latchUs: how long the line has to be low before the pixels show what they got.
  constructor(pico, { pin, count, latchUs = 50 }) {
    this.pico = pico;
    this.count = count;
    this.latchNs = latchUs * 1000;
    this.frames = []; // {t0, t1: ns of the first and after the last bit, bytes, changed, whole, pulses, faults}
    this.armed = false;
    this.forget();
    pico.gpio.listen(pin, (state, ns) => this.edge(state === HIGH, ns));
  }

  // A reset of the Pico cuts off what was being sent.
  forget() {
    this.bits = [];
    this.high = false;
    this.rise = -1;
    this.fall = -1;
    this.armed = false;
  }

  edge(high, ns) {
    if (high === this.high) {
      return;
    }
    this.high = high;
    if (high) {
      this.rising(ns);
    } else if (this.rise >= 0) {
      this.falling(ns);
    }
  }

  rising(ns) {
    if (this.bits.length) {
      const low = ns - this.fall;
      if (low > this.latchNs) {
        this.finish();
      } else {
        this.widen(this.bits.at(-1) ? "t1l" : "t0l", low);
      }
    }
    this.rise = ns;
    if (!this.bits.length) {
      this.start = ns;
      this.pulses = {};
    }
  }

  falling(ns) {
    const width = ns - this.rise;
    const bit = width > ONE_NS ? 1 : 0;
    this.bits.push(bit);
    this.widen(bit ? "t1h" : "t0h", width);
    this.fall = ns;
    if (!this.armed) {
      this.armed = true;
      this.pico.after(this.latchNs, () => this.latch());
    }
  }

  // Shortest and longest pulse of a kind in this frame.
  widen(kind, ns) {
    const [shortest, longest] = this.pulses[kind] ?? [ns, ns];
    this.pulses[kind] = [Math.min(shortest, ns), Math.max(longest, ns)];
  }

  latch() {
    this.armed = false;
    if (!this.bits.length) {
      return;
    }
    const low = this.pico.nowNs - this.fall;
    if (!this.high && low >= this.latchNs) {
      this.finish();
    } else {
      this.armed = true;
      this.pico.after(Math.max(1000, this.latchNs - low), () => this.latch());
    }
  }

  finish() {
    const bytes = Buffer.alloc(this.bits.length >> 3);
    for (let i = 0; i < bytes.length * 8; i++) {
      bytes[i >> 3] |= this.bits[i] << (7 - (i & 7));
    }
    // Before the first frame the pixels are dark.
    const changed = !bytes.equals(this.frames.at(-1)?.bytes ?? Buffer.alloc(bytes.length));
    const frame = { t0: this.start, t1: this.fall, bytes, changed, pulses: this.pulses };
    frame.whole = this.bits.length === this.count * PIXEL_BITS;
    frame.faults = faults(this.pulses);
    this.frames.push(frame);
    this.bits = [];
    this.pico.event("frame", { t0: frame.t0, t1: frame.t1, changed });
  }
}

// Pulses outside the limits, such as "t0h 120..130 ns".
export function faults(pulses) {
  return Object.entries(pulses)
    .filter(([kind, [shortest, longest]]) => shortest < LIMITS[kind][0] || longest > LIMITS[kind][1])
    .map(([kind, [shortest, longest]]) => `${kind} ${shortest}..${longest} ns`);
}
