// The pins of the Pico, and what is wired to them.

import { GPIOPinState } from "rp2040js";

export const HIGH = GPIOPinState.High;
export const LOW = GPIOPinState.Low;
export const PULLED_UP = GPIOPinState.InputPullUp;
export const PULLED_DOWN = GPIOPinState.InputPullDown;

// What is connected outlives a reset, so this is kept apart from the chip.
export class Gpio {
  constructor() {
    this.nets = []; // wiring that decides the levels of several pins: {pins: Set, reset(pico), update(pico)}
    this.listeners = new Map(); // pin to functions of (state, ns)
    this.forced = new Map(); // pin to the level that something outside drives
  }

  // A fresh chip: `pico` has been reset.
  attach(pico) {
    this.pico = pico;
    const { mcu } = pico;
    let mask = 0; // of all input levels: rp2040js adds it up anew at each read
    Object.defineProperty(mcu, "gpioValues", { get: () => mask, configurable: true });
    for (const pin of mcu.gpio) {
      const refresh = () => {
        mask = pin.inputValue ? mask | (1 << pin.index) : mask & ~(1 << pin.index);
      };
      const setInput = pin.setInputValue.bind(pin);
      const check = pin.checkForUpdates.bind(pin);
      pin.setInputValue = (value) => {
        setInput(value);
        refresh();
      };
      pin.checkForUpdates = () => {
        check();
        refresh();
      };
      pin.addListener((state) => this.changed(pin, state));
      this.resolve(pin);
    }
    for (const net of this.nets) {
      net.reset(pico);
      net.update(pico);
    }
  }

  connect(net) {
    this.nets.push(net);
    net.reset(this.pico);
    net.update(this.pico);
  }

  listen(index, listener) {
    this.listeners.set(index, [...(this.listeners.get(index) ?? []), listener]);
  }

  // Something outside drives a pin to 0 or 1; null lets go of it.
  drive(index, level) {
    if (level === null) {
      this.forced.delete(index);
    } else {
      this.forced.set(index, Boolean(level));
    }
    this.resolve(this.pico.mcu.gpio[index]);
  }

  changed(pin, state) {
    for (const listener of this.listeners.get(pin.index) ?? []) {
      listener(state, this.pico.nowNs);
    }
    const net = this.nets.find((net) => net.pins.has(pin.index));
    if (net) {
      net.update(this.pico);
    } else {
      this.resolve(pin);
    }
  }

  resolve(pin) {
    let level = pin.rawInputValue;
    if (pin.value === HIGH || pin.value === LOW) {
      level = pin.value === HIGH;
    } else if (this.forced.has(pin.index)) {
      level = this.forced.get(pin.index);
    } else if (pin.value === PULLED_UP || pin.value === PULLED_DOWN) {
      level = pin.value === PULLED_UP;
    }
    if (level !== pin.rawInputValue) {
      pin.setInputValue(level);
    }
  }
}
