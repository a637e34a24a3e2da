// One virtual board in real time, its serial port offered on a TCP port of this computer to one program at a time.
//
// The first line on standard input is the job as JSON: {options, seed, start: [45 of 0/1 by point], greeting, key}.
// greeting is what the board is told over serial at each power-on, before anyone else can. A connection begins with a
// hello of the protocol, or with the key as a line for a program that only listens. Further lines:
//   {contacts: [[point, 0/1], ...]}   {button: [number, 0/1]}   {power: 0/1}   {send: text}
//   {sync: n}   answered when everything before it has been seen by a turn of the firmware
// Standard output has JSON lines:
//   {port}   {frame: hex}   {client: 0/1}   {power: 0/1}   {text: what the firmware printed}   {synced: n}
//   {refused: why a connection was closed}   {fault: what went wrong}   and nothing after that
// The end of standard input ends the board, so it never outlives its owner.

import fs from "node:fs";
import net from "node:net";
import readline from "node:readline";

import { Board, POINTS, seedOf } from "./board.mjs";
import { whenGreeted } from "./greeting.mjs";
import { describe } from "./interpreter.mjs";

const HANDOVER_MS = 1000; // how long a second client may wait for the first to hang up
const SOCKET_BYTES = 65536; // what a client that does not read may leave lying here
const DARK = "00".repeat(3 * POINTS);

let job;
let board = null;
let flash = new Map();
let boots = 0;
let started = 0; // when the power came on
let lastTurn = -1; // ms after that
let timer = null;
let timerAt = Infinity;
let client = null;
let lineOpen = false; // the client is in the middle of a line
let inbound = []; // Buffers on their way to the firmware
let injected = []; // texts that go in between the client's lines
const contacts = new Uint8Array(POINTS);
const buttons = new Uint8Array(2);
let syncs = [];

function send(message) {
  let rest = Buffer.from(JSON.stringify(message) + "\n");
  while (rest.length) {
    try {
      rest = rest.subarray(fs.writeSync(1, rest));
    } catch (error) {
      if (error.code !== "EAGAIN") {
        process.exit(1);
      }
    }
  }
}

function fail(error) {
  send({ fault: describe(error) });
  process.exit(1);
}

const clock = () => Math.floor(performance.now() - started);

// A turn in so many ms, or earlier if one is due earlier.
function wake(ms) {
  const at = performance.now() + ms;
  if (!board || at >= timerAt) {
    return;
  }
  clearTimeout(timer);
  timerAt = at;
  timer = setTimeout(turn, ms);
}

function turn() {
  timerAt = Infinity;
  if (!board) {
    return;
  }
  const now = clock();
  if (now === lastTurn) {
    wake(1);
    return;
  }
  lastTurn = now;
  try {
    board.turn(now);
    feed();
    drain();
    const frame = board.frame();
    if (frame) {
      send({ frame });
    }
    for (const number of syncs) {
      send({ synced: number });
    }
    syncs = [];
    const wait = inbound.length || injected.length ? 1 : board.idle();
    if (wait !== Infinity) {
      wake(wait);
    }
  } catch (error) {
    fail(error);
  }
}

// From the client to the firmware, as far as there is room. The firmware dates it by its last turn, so it comes
// right after one.
function feed() {
  while (inbound.length) {
    const bytes = inbound[0];
    const count = board.receive(bytes);
    if (count) {
      lineOpen = bytes[count - 1] !== 10;
    }
    if (count < bytes.length) {
      inbound[0] = bytes.subarray(count);
      return;
    }
    inbound.shift();
  }
  if (!lineOpen || !client) {
    for (const text of injected) {
      board.receive(Buffer.from(text));
    }
    injected = [];
  }
  client?.resume();
}

// From the firmware to the client, unless the client has stopped reading.
function drain() {
  if (client && client.writableLength < SOCKET_BYTES) {
    const bytes = board.sent();
    if (bytes.length) {
      client.write(bytes);
    }
  }
}

function connected(socket) {
  socket.on("error", () => {});
  if (board) {
    whenGreeted(socket, { key: job.key, welcome: opened, refused: (why) => send({ refused: why }) });
  } else {
    socket.destroy(); // with the power off there is no serial port
  }
}

// A program has greeted, and said bytes so far.
function opened(socket, bytes) {
  if (!board) {
    socket.destroy();
  } else if (client) {
    // Like a serial port, this is for one program. The one before may just be on its way out.
    const refuse = setTimeout(() => socket.destroy(), HANDOVER_MS);
    const waited = client;
    waited.once("close", () => {
      clearTimeout(refuse);
      if (!socket.destroyed) {
        opened(socket, bytes);
      }
    });
  } else {
    client = socket;
    lineOpen = false;
    inbound = bytes.length ? [bytes] : [];
    socket.setNoDelay(true);
    socket.on("data", (bytes) => {
      inbound.push(bytes);
      if (inbound.length > 16) {
        socket.pause();
      }
      wake(0);
    });
    socket.on("drain", () => wake(0));
    socket.on("end", () => socket.destroy());
    socket.on("close", () => {
      if (client === socket) {
        client = null;
        inbound = [];
        board?.connect(false);
        send({ client: 0 });
      }
    });
    socket.resume();
    board.connect(true);
    send({ client: 1 });
    wake(0);
  }
}

async function power(on) {
  if (on && !board) {
    const seed = seedOf(job.seed, boots);
    boots += 1;
    const print = (text) => {
      send({ text });
      client?.write(text.replaceAll("\n", "\r\n"));
    };
    started = performance.now();
    lastTurn = -1;
    board = await Board.on(job.options, { seed, flash, contacts, buttons, print });
    injected.push(job.greeting);
    send({ power: 1 });
    wake(0);
  } else if (!on && board) {
    flash = board.flash();
    board = null;
    clearTimeout(timer);
    timerAt = Infinity;
    inbound = [];
    injected = [];
    client?.destroy();
    send({ frame: DARK });
    send({ power: 0 });
  }
}

async function control(message) {
  if (message.contacts) {
    for (const [point, closed] of message.contacts) {
      contacts[point] = closed;
      board?.contact(point, closed);
    }
  } else if (message.button) {
    const [number, down] = message.button;
    buttons[number] = down;
    board?.button(number, down);
  } else if (message.power !== undefined) {
    await power(message.power);
  } else if (message.send !== undefined && board) {
    injected.push(message.send);
  } else if (message.sync !== undefined) {
    if (!board) {
      send({ synced: message.sync });
      return;
    }
    syncs.push(message.sync);
  }
  wake(0);
}

process.on("uncaughtException", fail);
process.on("unhandledRejection", fail);

const input = readline.createInterface({ input: process.stdin });
let queue = Promise.resolve(); // one control at a time: booting takes a moment
input.on("line", (line) => {
  queue = queue.then(() => (job ? control(JSON.parse(line)) : begin(JSON.parse(line)))).catch(fail);
});
input.on("close", () => {
  queue = queue.then(() => process.exit(0));
});

async function begin(first) {
  job = first;
  contacts.set(job.start);
  await power(1);
  const server = net.createServer(connected);
  await new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  send({ port: server.address().port });
}
