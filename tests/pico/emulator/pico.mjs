// A Raspberry Pi Pico in emulated time: the RP2040 of rp2040js with a scheduler of our own.

import { RP2040 } from "rp2040js";

import { fakeCore1, numberFlash, seedRandomBits, watchFlashClock } from "./chip.mjs";
import { Clock } from "./clock.mjs";
import { Gpio } from "./gpio.mjs";
import {
  BOOT_LOADER, bootromFrom, ERASE, FILESYSTEM, FLASH_BYTES, flashWith, pagesOf, PROGRAM, XIP,
} from "./images.mjs";
import { FlashCache, shortenPaths } from "./memory.mjs";
import { PioRunner } from "./pio.mjs";
import { randomFrom } from "./random.mjs";
import { fastStep } from "./thumb.mjs";
import { COMPUTER, NOTHING, UsbHost } from "./usb.mjs";

const SECTOR = 4096;
const PAGE = 256;
const VBUS = 24; // GPIO that a Pico holds against the 5 V of its USB socket
// What rp2040js says of harmless accesses at start-up.
const HARMLESS = /Unimplemented|undefined address|invalid memory address: 14/;

const OPTIONS = {
  usbInUs: 100, // how long the computer takes to fetch or deliver a packet
  usbOutUs: 100,
  eraseUs: 45000, // a sector of flash, from the data sheet of the Pico's W25Q16JV
  programUs: 400, // a page
  cache: true, // whether misses of the flash cache take time
  missCycles: 22, // of the processor, while its clock is twice that of the flash
  fast: true, // the fast path of thumb.mjs
  cable: COMPUTER,
  seed: 1,
  id: "e661410300000001", // of the flash, 16 hex digits
};

export class Pico {
  // options: uf2 and bootrom (files), and those above.
  constructor(options) {
    this.options = { ...OPTIONS, ...options };
    this.flash = flashWith(this.options.uf2);
    this.bootrom = bootromFrom(this.options.bootrom);
    this.random = randomFrom(this.options.seed);
    this.gpio = new Gpio();
    this.portOpen = true; // whether a program on the computer has the serial port open
    this.hostReading = true; // and fetches what is sent
    this.log = []; // everything that happened: {t: ns, kind, ...}
    this.lines = []; // what came over USB: {t, text}
    this.unread = []; // the same as Buffers, until somebody takes them
    this.onData = null; // called with what came over USB
    this.onReset = null;
    this.baseNs = 0; // emulated time before the last reset
    this.eventNs = -1; // time of a PIO step in progress
    this.activeNs = 0;
    this.idleNs = 0;
    this.flashOperations = { erase: 0, program: 0 };
    this.operationsLeft = Infinity; // until the power is cut
    this.partDone = 0; // of the operation in which it is cut
    this.cable = this.options.cable; // what the USB cable leads to
    this.gpio.forced.set(VBUS, this.cable !== NOTHING);
    this.boot(0, null);
  }

  // reason, scratch: what the watchdog's registers hold after a reset.
  boot(reason, scratch) {
    this.inBootLoader = false;
    this.clock = new Clock();
    this.mcu = new RP2040(this.clock);
    const { mcu } = this;
    this.core = mcu.core;
    mcu.logger = this.logger();
    mcu.loadBootrom(this.bootrom);
    mcu.flash.set(this.flash);
    this.flash = mcu.flash;
    this.cycleNs = 8;
    mcu.addClockListener((hz) => {
      this.cycleNs = 1e9 / hz;
    });
    mcu.onBreak = (code) => this.flashRoutine(code);
    this.setUpWatchdog(mcu.peripherals[0x40058], reason, scratch);
    fakeCore1(mcu, () => this.event("emulator", { text: "code for core 1 is not executed" }));
    seedRandomBits(mcu, this.random);
    numberFlash(mcu, Buffer.from(this.options.id, "hex"));
    watchFlashClock(mcu, (divider) => this.cache?.slowDown(divider / 2));
    this.pioRunners = mcu.pio.map((pio) => new PioRunner(this, pio));
    this.pioOn = false;
    this.gpio.attach(this);
    shortenPaths(mcu, this.core);
    this.cache = this.options.cache ? new FlashCache(this.core, this.options.missCycles) : null;
    this.step = this.options.fast ? fastStep(this.core) : () => this.core.executeInstruction();
    this.usbReadyNs = Infinity;
    this.usb = new UsbHost(this);
    this.line = [];
    this.core.PC = XIP;
    this.event("power", { reason });
  }

  logger() {
    const report = (component, text) => this.event("emulator", { text: `${component}: ${text}` });
    return {
      debug() {},
      info() {},
      warn: (component, text) => HARMLESS.test(text) || report(component, text),
      error: report,
    };
  }

  setUpWatchdog(watchdog, reason, scratch) {
    this.resetWanted = null;
    watchdog.reason = reason;
    if (scratch) {
      watchdog.scratchData.set(scratch);
    }
    watchdog.onWatchdogTrigger = () => {
      watchdog.timer.enable = false;
      this.resetWanted = { reason: watchdog.reason, scratch: watchdog.scratchData.slice() };
    };
  }

  // The boot ROM's routines for flash: interrupts are off and nothing else happens until they are done.
  flashRoutine(code) {
    const [offset, second, third] = this.core.registers;
    if (code === BOOT_LOADER) {
      this.resetWanted = { bootLoader: true };
      return;
    }
    if (code !== ERASE && code !== PROGRAM) {
      throw new Error(`MicroPython has panicked: breakpoint ${code} at ${this.core.PC.toString(16)}`);
    }
    const cut = this.operationsLeft-- <= 0;
    const part = cut ? this.partDone : 1;
    if (code === ERASE) {
      this.erase(offset, second, part);
    } else {
      this.program(offset, second, third, part);
    }
    if (cut) {
      this.operationsLeft = Infinity;
      this.event("power-cut", {});
      this.resetWanted = { reason: 0, scratch: null };
    }
    this.cache?.flush();
  }

  // part: of the time it takes. Bits turn to 1 one by one, in no order.
  erase(offset, size, part) {
    for (let i = offset; i < offset + size && part > 0; i++) {
      for (let bit = 1; bit < 256; bit <<= 1) {
        if (part === 1 || this.random() < part) {
          this.flash[i] |= bit;
        }
      }
    }
    this.flashOperations.erase += (size / SECTOR) * part;
    this.event("flash-erase", { offset, size, part });
    this.clock.tick(this.options.eraseUs * 1000 * (size / SECTOR) * part);
  }

  // Bits of the flash turn to 0 where those at `from` are 0, never back to 1; the bytes one after the other.
  program(offset, from, size, part) {
    const whole = Math.floor(size * part);
    for (let i = 0; i < whole; i++) {
      this.flash[offset + i] &= this.mcu.readUint8(from + i);
    }
    if (part > 0 && whole < size) {
      this.flash[offset + whole] &= this.mcu.readUint8(from + whole) | Math.floor(this.random() * 256);
    }
    this.flashOperations.program += (size / PAGE) * part;
    this.event("flash-program", { offset, size, part });
    this.clock.tick(this.options.programUs * 1000 * (size / PAGE) * part);
  }

  // What the file system's part of the flash holds.
  filesystem() {
    return this.flash.slice(FILESYSTEM, FLASH_BYTES);
  }

  // The serial port leaves the bus, and nothing runs until a file comes onto the drive.
  enterBootLoader() {
    this.inBootLoader = true;
    this.resetWanted = null;
    this.event("boot-loader", {});
    this.onReset?.();
  }

  // A UF2 file comes onto the boot loader's drive: each of its sectors is erased and written, and the Pico starts.
  drop(uf2) {
    if (!this.inBootLoader) {
      throw new Error("the Pico is not in its boot loader");
    }
    const pages = pagesOf(uf2);
    for (const [offset] of pages) {
      const sector = offset - (offset % SECTOR);
      this.flash.fill(0xff, sector, sector + SECTOR);
    }
    for (const [offset, page] of pages) {
      this.flash.set(page, offset);
    }
    this.reset();
  }

  // Power off and on, or the reset button; the flash stays.
  reset(reason = 0, scratch = null) {
    this.baseNs = this.nowNs;
    this.boot(reason, scratch);
    this.onReset?.();
  }

  usbReady() {
    this.usbReadyNs = this.nowNs;
    this.event("usb", {});
  }

  pioChanged() {
    this.pioOn = this.pioRunners.some((runner) => runner.active.length);
  }

  event(kind, data) {
    this.log.push({ t: this.nowNs, kind, ...data });
  }

  // Calls `action` in `delta` ns, unless the Pico is reset before.
  after(delta, action) {
    const alarm = this.clock.createAlarm(action);
    alarm.schedule(delta);
    return alarm;
  }

  // Leads the USB cable to a computer, a charger or nothing; the Pico stays powered all the same.
  plug(cable) {
    if (cable !== this.cable) {
      this.cable = cable;
      this.event("cable", { cable });
      this.gpio.drive(VBUS, Number(cable !== NOTHING));
      this.usb.plugged();
    }
  }

  // Serial port

  write(data) {
    this.usb.write(Buffer.from(data));
  }

  open(open) {
    if (open !== this.portOpen) {
      this.portOpen = open;
      this.event("port", { open });
      this.usb.opened();
    }
  }

  read(reading) {
    this.hostReading = reading;
    if (reading) {
      this.usb.pollIn();
    }
  }

  received(bytes) {
    this.unread.push(Buffer.from(bytes));
    this.onData?.(bytes);
    for (const byte of bytes) {
      if (byte === 10) {
        const text = Buffer.from(this.line).toString().replace(/\r$/, "");
        this.line = [];
        this.lines.push({ t: this.nowNs, text });
        this.event("line", { text });
      } else {
        this.line.push(byte);
      }
    }
  }

  // Time

  get nowNs() {
    return this.baseNs + (this.eventNs >= 0 ? this.eventNs : this.clock.nanosCounter);
  }

  run(ns) {
    if (this.inBootLoader) {
      this.clock.nanosCounter += ns;
      return;
    }
    const end = this.nowNs + ns;
    // Where the sum is rounded down, the clock may stand at its end already: so at least 1 ns passes, and only a
    // reset leaves time to run.
    do {
      this.slice(Math.max(end - this.baseNs, this.clock.nanosCounter + 1));
      if (!this.resetWanted) {
        return;
      }
      if (this.resetWanted.bootLoader) {
        this.enterBootLoader();
      } else {
        this.reset(this.resetWanted.reason, this.resetWanted.scratch);
      }
    } while (this.nowNs < end && !this.inBootLoader);
  }

  // Until done() holds, which is looked at every 0.1 ms, or so many ns have passed; whether it holds.
  runUntil(done, ns) {
    const end = this.nowNs + ns;
    while (this.nowNs < end && !done()) {
      this.run(Math.min(1e5, end - this.nowNs));
    }
    return done();
  }

  // Up to the time `end` of the clock, or to a reset.
  slice(end) {
    const { clock, core, step, cache } = this;
    while (clock.nanosCounter < end) {
      if (core.waiting) {
        this.sleep(end);
      } else {
        let cycles = step();
        if (cache) {
          cycles += cache.cycles;
          cache.cycles = 0;
        }
        const ns = cycles * this.cycleNs;
        this.activeNs += ns;
        if (clock.nextAlarm !== null && clock.nextAlarm.nanos <= clock.nanosCounter + ns) {
          clock.tick(ns);
        } else {
          clock.nanosCounter += ns;
        }
      }
      if (this.pioOn) {
        for (const runner of this.pioRunners) {
          if (runner.active.length) {
            runner.advance(clock.nanosCounter);
          }
        }
      }
      if (this.resetWanted) {
        return;
      }
    }
  }

  // The core waits for an interrupt: to whatever comes next.
  sleep(end) {
    const { clock } = this;
    let until = clock.nextAlarm === null ? end : Math.min(end, clock.nextAlarm.nanos);
    if (this.pioOn) {
      until = Math.min(until, ...this.pioRunners.map((runner) => runner.nextTime()));
    }
    const ns = Math.max(0, until - clock.nanosCounter);
    this.idleNs += ns;
    clock.tick(ns);
  }

  stats() {
    return {
      active_ms: this.activeNs / 1e6,
      idle_ms: this.idleNs / 1e6,
      erased: this.flashOperations.erase,
      programmed: this.flashOperations.program,
    };
  }
}
