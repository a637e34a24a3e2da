// Runs a PIO block in emulated time; rp2040js itself steps it in real time.

export class PioRunner {
  constructor(pico, pio) {
    this.pico = pico;
    this.pio = pio;
    this.active = []; // machines that are enabled
    this.next = [0, 0, 0, 0]; // ns of each machine's next step
    this.stalled = [false, false, false, false];
    pio.run = () => {};
    for (const machine of pio.machines) {
      machine.clkDivRestart = () => {};
    }
    const write = pio.writeUint32.bind(pio);
    pio.writeUint32 = (offset, value) => {
      write(offset, value);
      if (offset === 0) {
        this.enable();
      }
      pio.checkChangedPins();
    };
  }

  enable() {
    const before = this.active;
    this.active = this.pio.machines.filter((machine) => machine.enabled);
    for (const machine of this.active.filter((machine) => !before.includes(machine))) {
      this.next[machine.index] = this.pico.clock.nanosCounter;
      this.stalled[machine.index] = false;
    }
    this.pico.pioChanged();
  }

  period(machine) {
    return ((machine.clockDivInt || 65536) + machine.clockDivFrac / 256) * this.pico.cycleNs;
  }

  // When the next step of a machine is due, in ns.
  nextTime() {
    let soonest = Infinity;
    for (const machine of this.active) {
      if (!machine.waiting) {
        const i = machine.index;
        if (this.stalled[i]) {
          this.next[i] = this.pico.clock.nanosCounter + this.period(machine);
          this.stalled[i] = false;
        }
        soonest = Math.min(soonest, this.next[i]);
      }
    }
    return soonest;
  }

  advance(now) {
    for (const machine of this.active) {
      const i = machine.index;
      if (machine.waiting) {
        this.stalled[i] = true;
      } else if (this.stalled[i]) {
        this.stalled[i] = false;
        this.next[i] = now;
      } else {
        this.stepUntil(machine, now);
      }
    }
    this.pico.eventNs = -1;
  }

  stepUntil(machine, now) {
    const i = machine.index;
    while (this.next[i] <= now && machine.enabled) {
      this.pico.eventNs = this.next[i];
      const before = machine.cycles;
      machine.step();
      this.pio.checkChangedPins();
      this.next[i] += Math.max(1, machine.cycles - before) * this.period(machine);
      if (machine.waiting) {
        this.stalled[i] = true;
        return;
      }
    }
  }
}
