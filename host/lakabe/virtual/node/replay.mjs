// Plays reed traces in virtual time. The job comes as JSON on standard input:
//   {options, every_ms, heap_limit, greeting, snapshot: lines as text, traces: [trace, ...]}
//   trace: {start: [45 of 0/1 by point], events: [[us, "contact", point, 0/1] | [us, "button", number, 0/1] |
//           [us, "power", 0/1] | [us, "send", text]], end: us, seed}
// and JSON lines go out, one for each trace and one now and then to say that this goes on:
//   {boots: [{t, seed, lines: [[t, text], ...], printed}], end: t, turns, heap}   times in ms
//   {fault, t}   what went wrong instead
//   {busy: true}
//
// The board is looked at on a grid of 1 ms. A turn that cannot change anything is left out, unless every_ms.

import fs from "node:fs";

import { Board, seedOf } from "./board.mjs";
import { describe } from "./interpreter.mjs";

const job = JSON.parse(fs.readFileSync(0, "utf8"));
const SETTLING_TURNS = 1000; // more than enough to send a snapshot
const REPORT_MS = 1000;
let reported = performance.now();

function send(message) {
  let rest = Buffer.from(JSON.stringify(message) + "\n");
  while (rest.length) {
    rest = rest.subarray(fs.writeSync(1, rest));
  }
  reported = performance.now();
}

// The host's end of the serial line: collects lines and acknowledges them, as PROTOCOL.md wants it.
class Listener {
  constructor(t, seed) {
    this.record = { t, seed, lines: [], printed: "" };
    this.partial = "";
  }

  hear(t, bytes) {
    const pieces = (this.partial + bytes.toString("latin1")).split("\n");
    this.partial = pieces.pop();
    let last = 0;
    for (const piece of pieces) {
      this.record.lines.push([t, piece + "\n"]);
      const found = /^@(\d+) /.exec(piece);
      if (found) {
        last = Number(found[1]);
      }
    }
    return last ? command(`1 ack ${last}`) : "";
  }
}

function command(text) {
  let one = 0;
  let two = 0;
  for (const byte of Buffer.from(text)) {
    one = (one + byte) % 255;
    two = (two + one) % 255;
  }
  return `$${text}*${((two << 8) | one).toString(16).padStart(4, "0")}\n`;
}

async function replay(trace) {
  const contacts = Uint8Array.from(trace.start);
  const buttons = new Uint8Array(2);
  const end = Math.ceil(trace.end / 1000);
  const boots = [];
  let flash = new Map();
  let board = null;
  let listener = null;
  let started = 0;
  let turns = 0;
  let heap = 0;

  async function powerOn(t) {
    const seed = seedOf(trace.seed, boots.length);
    listener = new Listener(t, seed);
    boots.push(listener.record);
    const { record } = listener;
    const print = (text) => {
      record.printed += text;
    };
    board = await Board.on(job.options, { seed, flash, contacts, buttons, print });
    board.connect(true);
    board.receive(Buffer.from(job.greeting));
    started = t;
  }

  function powerOff() {
    flash = board.flash();
    board = null;
  }

  function turn(t) {
    board.turn(t - started);
    turns += 1;
    const answer = listener.hear(t, board.sent());
    if (answer) {
      board.receive(Buffer.from(answer));
    }
    return answer;
  }

  let t = 0;
  let next = 0;
  try {
    await powerOn(0);
    for (;;) {
      for (; next < trace.events.length && trace.events[next][0] <= t * 1000; next++) {
        const [, kind, a, b] = trace.events[next];
        if (kind === "contact") {
          contacts[a] = b;
          board?.contact(a, b);
        } else if (kind === "button") {
          buttons[a] = b;
          board?.button(a, b);
        } else if (kind === "send") {
          board?.receive(Buffer.from(a));
        } else if (a && !board) {
          await powerOn(t);
        } else if (!a && board) {
          powerOff();
        }
      }
      if (board) {
        turn(t);
      }
      if (t >= end) {
        break;
      }
      let wait = Infinity;
      if (board) {
        wait = job.every_ms ? 1 : board.idle();
      }
      const event = next < trace.events.length ? Math.ceil(trace.events[next][0] / 1000) : end;
      t = Math.max(t + 1, Math.min(t + wait, event, end));
      if (performance.now() - reported > REPORT_MS) {
        send({ busy: true });
      }
    }
    if (board) {
      // Time stands still while the board says what it has come to.
      board.receive(Buffer.from(job.snapshot));
      for (let i = 0, quiet = 0; quiet < 3; i++) {
        quiet = turn(t) || board.waiting() ? 0 : quiet + 1;
        if (i > SETTLING_TURNS) {
          throw new Error("the board does not stop sending");
        }
      }
      heap = board.heapUsed();
    }
    return { boots, end: t, turns, heap };
  } catch (error) {
    return { fault: describe(error), t, printed: listener?.record.printed ?? "" };
  }
}

for (const trace of job.traces) {
  send(await replay(trace));
}
