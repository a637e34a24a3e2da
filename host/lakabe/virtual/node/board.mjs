// One virtual board with power on: the firmware in its interpreter, and the hardware around it.

import fs from "node:fs";
import path from "node:path";

import { heapUsed, interpreter, mount } from "./interpreter.mjs";

export const POINTS = 45;
const CLOCK_MASK = 2 ** 30 - 1; // ticks_ms wraps here
const BUILT_IN = ["os.py", "select.py", "sys.py", "time.py"]; // modules that the interpreter has itself

export class Board {
  // Switches a board on. options: {firmware, library, device: folders here, stamp: the text of its module stamp, heap:
  // bytes, serial_number: 16 hex digits}.
  // seed: 0 to 2 ** 32 - 1, a new one at each power-on. flash: Map of files kept from the last time. contacts,
  // buttons: what the hardware shows at this moment. print(line): what the firmware prints.
  // Raises PythonError when the firmware does.
  static async on(options, { seed, flash, contacts, buttons, print }) {
    let line = [];
    const text = (bytes) => {
      for (const byte of bytes) {
        line.push(byte);
        if (byte === 10) {
          print(Buffer.from(line).toString());
          line = [];
        }
      }
    };
    const mp = await interpreter({ heap: options.heap, text });
    for (const name of fs.readdirSync(options.device).filter((name) => name.endsWith(".py"))) {
      const prefix = BUILT_IN.includes(name) ? "virtual_" : "";
      mount(mp, path.join(options.device, name), `/device/${prefix}${name}`);
    }
    mount(mp, options.firmware, "/flash");
    mount(mp, options.library, "/flash/lib/fanorona");
    mp.FS.writeFile("/flash/stamp.py", options.stamp);
    for (const [name, bytes] of flash) {
      mp.FS.mkdirTree(path.posix.dirname(name));
      mp.FS.writeFile(name, bytes);
    }
    mp.globals.set("_serial_number", options.serial_number);
    mp.globals.set("_seed", seed);
    mp.runPython("import sys\nsys.path[:] = ['/device']");
    mp.runPython(mp.FS.readFile("/device/boot.py", { encoding: "utf8" }));
    const board = new Board(mp, JSON.parse(mp.globals.get("_wiring")));
    contacts.forEach((closed, point) => board.contact(point, closed));
    buttons.forEach((down, button) => board.button(button, down));
    mp.runPython(mp.FS.readFile("/device/turns.py", { encoding: "utf8" }));
    board.turnFunction = mp.globals.get("_turn");
    board.idleFunction = mp.globals.get("_idle");
    board.skipFunction = mp.globals.get("_skip");
    return board;
  }

  constructor(mp, wiring) {
    this.mp = mp;
    this.at = wiring.addresses;
    this.wiring = wiring;
    this.framesSeen = 0;
    this.lastFrame = "";
  }

  // The interpreter's memory moves when it grows, so these views are never kept.
  get bytes() {
    return this.mp._module.HEAPU8;
  }

  // The 32-bit number at an address; with a value it is set first.
  word(address, value) {
    const view = new DataView(this.bytes.buffer);
    if (value !== undefined) {
      view.setUint32(address, value, true);
    }
    return view.getUint32(address, true);
  }

  contact(point, closed) {
    this.bytes[this.at.contacts + point] = closed ? 1 : 0;
  }

  button(number, down) {
    this.bytes[this.at.buttons + number] = down ? 1 : 0;
  }

  connect(open) {
    this.bytes[this.at.connected] = open ? 1 : 0;
  }

  // One turn of the firmware's loop, ms after power-on.
  turn(ms) {
    this.word(this.at.clock, ms & CLOCK_MASK);
    this.turnFunction();
  }

  // Until when a turn with unchanged inputs could change nothing: ms from the last turn, Infinity for never.
  idle() {
    if (this.waiting() > 0) {
      return 1;
    }
    const ms = this.idleFunction();
    return ms < 0 ? Infinity : Math.max(1, ms);
  }

  // Leaves out time in which only signs of life would go to and from the host, most ms at most; how many ms.
  skip(most) {
    return this.skipFunction(most);
  }

  // Bytes that the firmware has not read yet.
  waiting() {
    return this.word(this.at.ends) - this.word(this.at.ends + 4);
  }

  // Hands bytes to the firmware; how many of them found room.
  receive(bytes) {
    const head = this.word(this.at.ends);
    const count = Math.min(bytes.length, this.wiring.inbox - this.waiting());
    for (let i = 0; i < count; i++) {
      this.bytes[this.at.inbox + ((head + i) % this.wiring.inbox)] = bytes[i];
    }
    this.word(this.at.ends, head + count);
    return count;
  }

  // Takes the bytes that the firmware has written.
  sent() {
    const head = this.word(this.at.ends + 8);
    const tail = this.word(this.at.ends + 12);
    const out = Buffer.alloc(head - tail);
    for (let i = 0; i < out.length; i++) {
      out[i] = this.bytes[this.at.outbox + ((tail + i) % this.wiring.outbox)];
    }
    this.word(this.at.ends + 12, head);
    return out;
  }

  // The pixels as hex, three bytes red green blue for each point in the order of the points, when they have
  // changed since the last call; else null. On the wire the order is that of the chain, and green first.
  frame() {
    const frames = this.word(this.at.frames);
    if (frames === this.framesSeen) {
      return null;
    }
    this.framesSeen = frames;
    const rgb = Buffer.alloc(3 * POINTS);
    for (let point = 0; point < POINTS; point++) {
      const pixel = this.at.pixels + 3 * this.wiring.chain[point];
      rgb[3 * point] = this.bytes[pixel + 1];
      rgb[3 * point + 1] = this.bytes[pixel];
      rgb[3 * point + 2] = this.bytes[pixel + 2];
    }
    const frame = rgb.toString("hex");
    if (frame === this.lastFrame) {
      return null;
    }
    this.lastFrame = frame;
    return frame;
  }

  heapUsed() {
    return heapUsed(this.mp);
  }

  // What the flash file system holds now, the firmware included. A power cut keeps exactly this.
  flash() {
    const found = new Map();
    const look = (folder) => {
      for (const name of this.mp.FS.readdir(folder).filter((name) => name !== "." && name !== "..")) {
        const full = path.posix.join(folder, name);
        if (this.mp.FS.isDir(this.mp.FS.stat(full).mode)) {
          look(full);
        } else {
          found.set(full, this.mp.FS.readFile(full));
        }
      }
    };
    look("/flash");
    return found;
  }
}

// A different seed for each time the power comes on, from one number for the whole run.
export function seedOf(seed, boot) {
  // The finaliser of MurmurHash3 spreads neighbouring numbers over all 32 bits.
  let x = (Math.imul(seed + 1, 0x9e3779b1) + Math.imul(boot, 0x85ebca77)) >>> 0;
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b) >>> 0;
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35) >>> 0;
  return (x ^ (x >>> 16)) >>> 0;
}
