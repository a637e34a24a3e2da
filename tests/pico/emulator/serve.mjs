// An emulated board under the orders of the program that started it.
//
// The first line on standard input is the board as JSON (see rig.mjs). Further lines are orders: {do: name, ...},
// each answered on standard output by a line {t: emulated ms, ...} or {error: text}. Emulated time passes only
// during `run` and `wait`, so that the same orders always lead to the same answers; after `live` it follows
// the clock on the wall, and the serial port is offered on a TCP port of this computer.
// The end of standard input ends the board, so it never outlives its owner.

import fs from "node:fs";
import net from "node:net";
import readline from "node:readline";

import { rig } from "./rig.mjs";

const OPEN_DELAY_NS = 150e6; // a computer cannot open the port before it has found the device
const SLICE_MS = 6; // on the wall, before orders and the port get a turn
const STEP_NS = 5e5;
const BEHIND_MS = 50; // emulation slower than the wall by more than this is not caught up

let pico;
let matrix;
let pixels;
let live = null; // {server, client, opened, held, wall, emulated}

function answer(message) {
  const line = Buffer.from(JSON.stringify({ t: pico ? pico.nowNs / 1e6 : 0, ...message }) + "\n");
  for (let at = 0; at < line.length;) {
    try {
      at += fs.writeSync(1, line, at);
    } catch (error) {
      if (error.code !== "EAGAIN") {
        process.exit(1);
      }
    }
  }
}

const lineOut = ({ t, text }) => [t / 1e6, text];
const frameOut = ({ t0, t1, bytes, changed, whole, pulses, faults }) => {
  return { t0: t0 / 1e6, t1: t1 / 1e6, bytes: bytes.toString("hex"), changed, whole, pulses, faults };
};

function apply([row, column, closed]) {
  matrix.set(row, column, Boolean(closed));
}

// Until a line matches or a frame comes; {line: [ms, text], next} or {frame, next}, neither when it does not.
function wait({ ms, line, frame, from }) {
  const pattern = line === undefined ? null : new RegExp(line);
  const list = pattern ? pico.lines : pixels.frames;
  const fits = (item) => (pattern ? pattern.test(item.text) : frame === "any" || item.changed);
  let next = from ?? list.length;
  let found = null;
  pico.runUntil(() => {
    while (!found && next < list.length) {
      found = fits(list[next]) ? list[next] : null;
      next += 1;
    }
    return found !== null;
  }, ms * 1e6);
  if (!found) {
    return { next };
  }
  return pattern ? { line: lineOut(found), next } : { frame: frameOut(found), next };
}

const ORDERS = {
  run: ({ ms }) => {
    pico.run(ms * 1e6);
    return {};
  },
  wait,
  // list: [row, column, closed] each, all at this moment
  contacts: ({ list }) => {
    list.forEach(apply);
    return {};
  },
  bounce: ({ row, column, closed, count, us }) => {
    matrix.bounce(row, column, closed, { count, us });
    return {};
  },
  // contacts: [ms from now, row, column, closed] each; pins: [ms from now, pin, level] each
  schedule: ({ contacts, pins }) => {
    for (const [ms, ...contact] of contacts) {
      pico.after(ms * 1e6, () => apply(contact));
    }
    for (const [ms, pin, level] of pins) {
      pico.after(ms * 1e6, () => pico.gpio.drive(pin, level));
    }
    return {};
  },
  drive: ({ pin, level }) => {
    pico.gpio.drive(pin, level);
    return {};
  },
  write: ({ text }) => {
    pico.write(Buffer.from(text, "latin1"));
    return {};
  },
  // What has come over USB since this order was given last; waits for it so long.
  receive: ({ ms }) => {
    pico.runUntil(() => pico.unread.length > 0, ms * 1e6);
    return { data: Buffer.concat(pico.unread.splice(0)).toString("hex") };
  },
  open: ({ open }) => {
    pico.open(open);
    return {};
  },
  read: ({ reading }) => {
    pico.read(reading);
    return {};
  },
  // The power fails in the flash operation after so many more, when that part of it is done.
  cut: ({ operations, part }) => {
    pico.operationsLeft = operations;
    pico.partDone = part;
    return {};
  },
  plug: ({ cable }) => {
    pico.plug(cable);
    return {};
  },
  drop: ({ file }) => {
    pico.drop(file);
    return {};
  },
  reset: () => {
    pico.reset();
    return {};
  },
  lines: ({ from }) => ({ lines: pico.lines.slice(from).map(lineOut) }),
  frames: ({ from }) => ({ frames: pixels.frames.slice(from).map(frameOut) }),
  log: ({ from }) => ({ log: pico.log.slice(from) }),
  // Times in ms at which an output pin has gone up, from this order on.
  watch: ({ pin }) => {
    const rises = [];
    watched.set(pin, rises);
    pico.gpio.listen(pin, (state, ns) => state === 1 && rises.push(ns / 1e6));
    return {};
  },
  rises: ({ pin }) => ({ rises: watched.get(pin).splice(0) }),
  stats: () => ({
    ...pico.stats(),
    contention: matrix?.contention,
    indeterminate: matrix?.indeterminate,
    misses: pico.cache?.misses,
  }),
  filesystem: ({ file }) => {
    fs.writeFileSync(file, pico.filesystem());
    return {};
  },
};
const watched = new Map();

// Real time

// Lets the program on the other side of the port in as soon as a computer could.
function admit() {
  const { client, opened, held } = live;
  if (client && !opened && pico.nowNs - pico.usbReadyNs >= OPEN_DELAY_NS) {
    live.opened = true;
    pico.open(true);
    held.splice(0).forEach((data) => pico.write(data));
  }
}

function connected(client) {
  live.client?.destroy();
  live.client = client;
  live.opened = false;
  live.held.length = 0;
  client.setNoDelay(true);
  client.on("data", (data) => (live.opened ? pico.write(data) : live.held.push(data)));
  client.on("error", () => {});
  client.on("close", () => {
    if (live.client === client) {
      live.client = null;
      pico.open(false);
    }
  });
}

function goLive() {
  live = { client: null, opened: false, held: [], wall: performance.now(), emulated: pico.nowNs / 1e6 };
  pico.open(false);
  pico.onData = (bytes) => live.client?.write(Buffer.from(bytes));
  const forget = pico.onReset;
  pico.onReset = () => {
    forget();
    live.client?.destroy(); // the device has gone from the bus
  };
  live.server = net.createServer(connected);
  live.server.listen(0, "127.0.0.1", () => {
    answer({ port: live.server.address().port });
    pace();
  });
}

// How far emulated time is ahead of the wall's, ms.
function ahead() {
  return pico.nowNs / 1e6 - live.emulated - (performance.now() - live.wall);
}

function pace() {
  const started = performance.now();
  try {
    do {
      pico.run(STEP_NS);
      admit();
    } while (performance.now() - started < SLICE_MS && ahead() < 0);
  } catch (error) {
    fail(error);
  }
  const lead = ahead();
  if (lead < -BEHIND_MS) {
    Object.assign(live, { wall: performance.now(), emulated: pico.nowNs / 1e6 });
  }
  if (lead > 1) {
    setTimeout(pace, Math.min(10, lead));
  } else {
    setImmediate(pace);
  }
}

function fail(error) {
  answer({ error: error.stack ?? String(error) });
  process.exit(1);
}

function order(line) {
  const { do: name, ...rest } = JSON.parse(line);
  if (name === "live" && !live) {
    goLive();
  } else if (name in ORDERS) {
    answer(ORDERS[name](rest));
  } else {
    answer({ error: `there is no order ${name}` });
  }
}

readline
  .createInterface({ input: process.stdin })
  .on("line", (line) => {
    try {
      if (pico) {
        order(line);
      } else {
        ({ pico, matrix, pixels } = rig(JSON.parse(line)));
        answer({});
      }
    } catch (error) {
      fail(error);
    }
  })
  .on("close", () => process.exit(0));
