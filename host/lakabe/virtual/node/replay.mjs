// Plays reed traces in virtual time. The first line on standard input is the job as JSON, each further line a trace:
//   {options, every_ms, clock: ms at power-on, greeting, snapshot: lines for the board as text}
//   {start: [45 of 0/1 by point], events: [...], end: us, seed}
//   with events [us, "contact", point, 0/1], [us, "button", number, 0/1], [us, "power", 0/1], [us, "send", text]
// For each trace a JSON line goes out, and one now and then to say that this goes on:
//   {boots: [{t, text, printed}], final, end: t, turns, heap}   times in ms; final is the answer to snapshot
//   {fault, t}   what went wrong instead, and when
//   {busy: true}
//
// The board is looked at on a grid of 1 ms. A turn that cannot change anything is left out, unless every_ms; so is
// time in which lights blink and signs of life go to and fro, and nothing else happens.

import fs from "node:fs";
import readline from "node:readline";

import { Board, seedOf } from "./board.mjs";
import { describe } from "./interpreter.mjs";

const SETTLING_TURNS = 10000; // far more than sending all that a board holds takes
const QUIET_TURNS = 8; // the board listens at least once in so many
const REPORT_MS = 1000;
const LONGEST_SKIP_MS = 2 ** 28; // the board tells spans of up to 2 ** 30 ms
let job = null;
let reported = performance.now();

function send(message) {
  let rest = Buffer.from(JSON.stringify(message) + "\n");
  while (rest.length) {
    rest = rest.subarray(fs.writeSync(1, rest));
  }
  reported = performance.now();
}

// The host's end of the serial line: keeps what comes and acknowledges whole lines, as PROTOCOL.md wants it.
class Listener {
  constructor(t) {
    this.record = { t, text: "", printed: "" };
    this.partial = "";
  }

  // Takes bytes from the board; the answer to them, or "".
  hear(bytes) {
    const text = bytes.toString("latin1");
    this.record.text += text;
    const lines = (this.partial + text).split("\n");
    this.partial = lines.pop();
    let last = 0;
    for (const line of lines) {
      const found = /^@(\d+) /.exec(line);
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
  const outgoing = []; // lines from the host
  let flash = new Map();
  let board = null;
  let listener = null;
  let started = 0;
  let turns = 0;
  let heap = 0;

  async function powerOn(t) {
    const seed = seedOf(trace.seed, boots.length);
    listener = new Listener(t);
    boots.push(listener.record);
    const { record } = listener;
    const print = (text) => {
      record.printed += text;
    };
    board = await Board.on(job.options, { seed, flash, contacts, buttons, print });
    board.connect(true);
    outgoing.push(job.greeting);
    started = t;
  }

  function powerOff() {
    flash = board.flash();
    board = null;
    outgoing.length = 0;
  }

  // True when something was said.
  function turn(t) {
    board.turn(t - started + job.clock);
    turns += 1;
    const bytes = board.sent();
    // What the host says reaches the board between two turns.
    outgoing.push(listener.hear(bytes));
    board.receive(Buffer.from(outgoing.join("")));
    outgoing.length = 0;
    return bytes.length > 0;
  }

  // Until the board has read and said everything, a turn each ms from t on. Returns the time of the next turn.
  function settle(t) {
    let now = t;
    for (let quiet = 0; quiet < QUIET_TURNS; now++) {
      quiet = turn(now) || board.waiting() ? 0 : quiet + 1;
      if (now > t + SETTLING_TURNS) {
        throw new Error("the board does not stop sending");
      }
    }
    return now;
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
          if (board) {
            outgoing.push(a); // with the power off nobody hears it
          }
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
      const event = next < trace.events.length ? Math.ceil(trace.events[next][0] / 1000) : end;
      let wait = Infinity;
      if (board) {
        wait = job.every_ms ? 1 : board.idle();
        const skipped = wait > 1 ? board.skip(Math.min(event - t, LONGEST_SKIP_MS)) : 0;
        if (skipped) {
          t += skipped;
          wait = 1; // the board has to see the time
        }
      }
      t = Math.max(t + 1, Math.min(t + wait, event, end));
      if (performance.now() - reported > REPORT_MS) {
        send({ busy: true });
      }
    }
    let final = "";
    if (board) {
      const settled = settle(t);
      const { record } = listener;
      const whole = record.text.length;
      outgoing.push(job.snapshot);
      settle(settled);
      final = record.text.slice(whole);
      record.text = record.text.slice(0, whole);
      heap = board.heapUsed();
    }
    return { boots, final, end: t, turns, heap };
  } catch (error) {
    return { fault: describe(error), t };
  }
}

for await (const line of readline.createInterface({ input: process.stdin })) {
  if (job) {
    send(await replay(JSON.parse(line)));
  } else {
    job = JSON.parse(line);
  }
}
