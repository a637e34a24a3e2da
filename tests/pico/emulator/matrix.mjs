// A matrix of contacts between rows and columns, with a diode at each contact.
//
// A line is driven (strong), pulled (weak) or floating. A closed contact lets a diode pass a strong level from
// its anode (high) or from its cathode (low), and a pull into a line that floats.

import { HIGH, LOW, PULLED_DOWN, PULLED_UP } from "./gpio.mjs";
import { randomFrom } from "./random.mjs";

const STRONG_LOW = 0;
const STRONG_HIGH = 1;
const WEAK_LOW = 2;
const WEAK_HIGH = 3;
const FLOATING = 4;

const STATES = new Map([
  [HIGH, STRONG_HIGH],
  [LOW, STRONG_LOW],
  [PULLED_UP, WEAK_HIGH],
  [PULLED_DOWN, WEAK_LOW],
]);

const BOUNCES = 6;
const BOUNCE_US = 500;

export class Matrix {
  // rows, columns: GPIO numbers. anode: "column" or "row", the side from which the diodes let current pass, or
  // "none" for wires instead of diodes. faults: {row, column, kind} with kind "reversed", "bridged" (a wire
  // instead of the diode) or "open". pulls: GPIO number to "up" or "down", resistors outside the chip. stuck: GPIO
  // number to 0 or 1, lines that lie on ground or on 3.3 V, whatever the chip drives.
  // riseUs: how long a weak level takes to arrive. floating: what a floating line reads: "random", "last", 0, 1.
  constructor({ rows, columns, anode = "column", faults = [], ...others }) {
    const { pulls = {}, stuck = {}, riseUs = 2, floating = "random" } = others;
    Object.assign(this, { rows, columns, anode, pulls, stuck, riseUs, floating });
    this.lines = [...rows, ...columns];
    this.pins = new Set(this.lines);
    this.faults = new Map(faults.map(({ row, column, kind }) => [this.index(row, column), kind]));
    this.closed = new Uint8Array(rows.length * columns.length);
    this.random = randomFrom(7);
    this.rising = new Map(); // line to {level, alarm}
    this.contention = 0; // times that two outputs drove against each other
    this.indeterminate = 0; // times that two pulls did
    this.fighting = false;
  }

  index(row, column) {
    return row * this.columns.length + column;
  }

  // A fresh chip; the contacts stay as they are.
  reset(pico) {
    this.pico = pico;
    this.rising.clear();
  }

  set(row, column, closed) {
    const at = this.index(row, column);
    if (Boolean(this.closed[at]) !== closed) {
      this.closed[at] = closed ? 1 : 0;
      this.pico.event("contact", { row, column, closed });
      this.update(this.pico);
    }
  }

  // A change with further transitions at random times of `us` microseconds, the last to the state wanted.
  bounce(row, column, closed, { count = BOUNCES, us = BOUNCE_US } = {}) {
    const times = Array.from({ length: count }, () => this.random() * us).sort((a, b) => a - b);
    this.set(row, column, closed);
    times.forEach((time, number) => {
      const there = number === count - 1 || number % 2 === 1;
      this.pico.after(time * 1000, () => this.set(row, column, there ? closed : !closed));
    });
  }

  // The contacts that are closed, as [anode, cathode] numbers of lines; those without a diode both ways.
  paths() {
    const paths = [];
    this.closed.forEach((closed, at) => {
      const kind = this.faults.get(at);
      if (!closed || kind === "open") {
        return;
      }
      const row = Math.floor(at / this.columns.length);
      const column = this.rows.length + (at % this.columns.length);
      const path = (this.anode === "column") !== (kind === "reversed") ? [column, row] : [row, column];
      paths.push(path);
      if (this.anode === "none" || kind === "bridged") {
        paths.push([path[1], path[0]]);
      }
    });
    return paths;
  }

  // What a line is by itself.
  state(index) {
    if (index in this.stuck) {
      return this.stuck[index] ? STRONG_HIGH : STRONG_LOW;
    }
    const pull = { up: WEAK_HIGH, down: WEAK_LOW }[this.pulls[index]];
    return STATES.get(this.pico.mcu.gpio[index].value) ?? pull ?? FLOATING;
  }

  update(pico) {
    const levels = this.lines.map((index) => this.state(index));
    const paths = this.paths();
    this.spreadStrong(levels, paths);
    const fights = this.spreadWeak(levels, paths);
    this.lines.forEach((index, line) => {
      const pin = pico.mcu.gpio[index];
      const level = this.read(levels[line], fights.has(line), pin);
      const weak = levels[line] === WEAK_LOW || levels[line] === WEAK_HIGH;
      this.settle(line, pin, level, weak && !fights.has(line));
    });
  }

  spreadStrong(levels, paths) {
    let fighting = false;
    for (let again = true; again;) {
      again = false;
      for (const [anode, cathode] of paths) {
        if (levels[cathode] === STRONG_LOW && levels[anode] > STRONG_HIGH) {
          levels[anode] = STRONG_LOW;
          again = true;
        }
        if (levels[anode] === STRONG_HIGH && levels[cathode] > STRONG_HIGH) {
          levels[cathode] = STRONG_HIGH;
          again = true;
        }
        fighting ||= levels[anode] === STRONG_HIGH && levels[cathode] === STRONG_LOW;
      }
    }
    if (fighting && !this.fighting) {
      this.contention += 1;
      this.pico.event("contention", {});
    }
    this.fighting = fighting;
  }

  // Pulls into floating lines; returns the lines on which two pulls fight.
  spreadWeak(levels, paths) {
    const fights = new Set();
    for (const [anode, cathode] of paths) {
      if (levels[anode] === WEAK_HIGH && levels[cathode] === FLOATING) {
        levels[cathode] = WEAK_HIGH;
      } else if (levels[anode] === FLOATING && levels[cathode] === WEAK_LOW) {
        levels[anode] = WEAK_LOW;
      } else if (levels[anode] === WEAK_HIGH && levels[cathode] === WEAK_LOW) {
        fights.add(anode);
        fights.add(cathode);
      }
    }
    return fights;
  }

  read(level, fight, pin) {
    if (fight) {
      this.indeterminate += 1;
      return this.random() < 0.5;
    }
    if (level !== FLOATING) {
      return level === STRONG_HIGH || level === WEAK_HIGH;
    }
    if (this.floating === "random") {
      return this.random() < 0.5;
    }
    return this.floating === "last" ? pin.rawInputValue : Boolean(this.floating);
  }

  // Brings a pin to a level, at once or, when it is weak, after the rise time.
  settle(line, pin, level, weak) {
    const rising = this.rising.get(line);
    if (weak && this.riseUs > 0 && level !== pin.rawInputValue) {
      if (rising?.level === level) {
        return; // already on its way
      }
      rising?.alarm.cancel();
      const alarm = this.pico.after(this.riseUs * 1000, () => {
        this.rising.delete(line);
        if (pin.rawInputValue !== level) {
          pin.setInputValue(level);
        }
      });
      this.rising.set(line, { level, alarm });
      return;
    }
    if (rising) {
      rising.alarm.cancel();
      this.rising.delete(line);
    }
    if (level !== pin.rawInputValue) {
      pin.setInputValue(level);
    }
  }
}
