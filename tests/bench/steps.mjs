// Times single steps of the device on the MicroPython interpreter. A JSON job comes on standard input:
//   {interpreter, board: paths of the modules, options: for Board.on, core: folder of the library,
//    traces: [{start: [45 of 0/1], events: [[us, point or -1, 0/1], ...]}, ...]}
// with point -1 for the turn button. One JSON object goes out: {step: {kind: [us, ...]}, turn: {kind: [us, ...]}}.
// `step` is session.step alone; `turn` is a turn of main.py's loop, simulated pins and lights included.

import fs from "node:fs";

const job = JSON.parse(fs.readFileSync(0, "utf8"));
const { interpreter, mount } = await import(job.interpreter);
const { Board } = await import(job.board);

const LINGER = 7; // ms looked at after each event, longer than a contact is debounced
const QUIET = 5; // steps with nothing going on, after these

// What a step was about, told by the first words of what the board said in it.
function kindOf(text, near) {
  const words = [...text.matchAll(/@\d+ \d+ (\S+)/g)].map((found) => found[1]);
  if (words.includes("move")) {
    return "a move is committed";
  }
  if (words.includes("lift")) {
    return "a stone is lifted";
  }
  if (words.includes("place")) {
    return "a stone is set down";
  }
  if (words.length) {
    return "something else is said";
  }
  return near ? "a contact changes, not yet debounced" : "nothing changes";
}

// Runs the events and gives the us of each step; set(point, value) changes an input, look(ms) looks once,
// after(is near an event) is called when that has been timed.
function play(events, { set, look, after }) {
  const times = [];
  look(0);
  after(false);
  for (const [us, point, value] of events) {
    const begin = Math.ceil(us / 1000);
    set(point, value);
    for (let ms = begin; ms < begin + LINGER + QUIET; ms++) {
      times.push(clock(() => look(ms)));
      after(ms < begin + LINGER);
    }
  }
  return times;
}

// Microseconds that a call takes.
function clock(call) {
  const began = performance.now();
  call();
  return (performance.now() - began) * 1000;
}

// The times of all steps, and what each was about.
async function stepTimes(trace) {
  const mp = await interpreter({ heap: job.options.heap, text: () => {} });
  mount(mp, job.core, "/lib/fanorona");
  mp.runPython(`
import sys
sys.path[:] = ["/lib"]
import uctypes
from fanorona.session import Session
_session = Session(b"0.1.0", b"e66038b713", b"00000001")
_inputs = bytearray(46)
_raw = bytearray(45)
_said = bytearray(512)
_at = uctypes.addressof(_raw)
_keys = uctypes.addressof(_inputs)
_text = uctypes.addressof(_said)
def _step(now):
    _session.step(_raw, _inputs[0], now)
def _take():
    return _session.outbox.take(_said, 512)
`);
  const [raw, keys, text] = ["_at", "_keys", "_text"].map((name) => mp.globals.get(name));
  const [step, take] = ["_step", "_take"].map((name) => mp.globals.get(name));
  const memory = () => mp._module.HEAPU8;
  trace.start.forEach((closed, point) => {
    memory()[raw + point] = closed;
  });
  const kinds = [];
  const times = play(trace.events, {
    set: (point, value) => {
      memory()[point < 0 ? keys : raw + point] = value;
    },
    look: step,
    after: (near) => {
      let said = "";
      for (let n = take(); n; n = take()) {
        said += Buffer.from(memory().subarray(text, text + n)).toString("latin1");
      }
      kinds.push(kindOf(said, near));
    },
  });
  return { times, kinds: kinds.slice(1) };
}

// The times of all turns. The board says a thing over several of them, so what each was about is left to the
// same steps by themselves.
async function turnTimes(trace) {
  const board = await Board.on(job.options, {
    seed: 1,
    flash: new Map(),
    contacts: Uint8Array.from(trace.start),
    buttons: new Uint8Array(2),
    print: () => {},
  });
  board.connect(true);
  for (let ms = 1; ms < 100; ms++) {
    board.turn(ms);
    board.sent();
  }
  return play(trace.events, {
    set: (point, value) => (point < 0 ? board.button(0, value) : board.contact(point, value)),
    look: (ms) => board.turn(ms + 100),
    after: () => board.sent(),
  });
}

// What other programs on the computer cost falls on another step each time: the least of some runs counts.
const RUNS = 3;
const found = { step: {}, turn: {} };
for (const trace of job.traces) {
  const steps = [];
  const turns = [];
  let kinds = [];
  for (let run = 0; run < RUNS; run++) {
    const timed = await stepTimes(trace);
    kinds = timed.kinds;
    steps.push(timed.times);
    turns.push(await turnTimes(trace));
  }
  kinds.forEach((kind, n) => {
    (found.step[kind] ??= []).push(Math.min(...steps.map((times) => times[n])));
    (found.turn[kind] ??= []).push(Math.min(...turns.map((times) => times[n])));
  });
}
fs.writeSync(1, JSON.stringify(found));
