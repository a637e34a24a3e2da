// Runs the fast path of thumb.mjs and plain rp2040js side by side and compares registers, flags and cycles after
// each instruction: node lockstep.mjs UF2 BOOTROM INSTRUCTIONS. Exit code 1 on a difference.

import { Pico } from "./pico.mjs";

const [uf2, bootrom, instructions] = process.argv.slice(2);
const [fast, plain] = [true, false].map((fast) => new Pico({ uf2, bootrom, fast }));

function step(pico) {
  if (pico.core.waiting) {
    pico.clock.tick(pico.clock.nanosToNextAlarm || 1000);
    return 0;
  }
  const cycles = pico.step();
  pico.clock.tick(cycles * pico.cycleNs);
  return cycles;
}

function state({ core }, cycles) {
  return [...core.registers, core.N, core.Z, core.C, core.V, cycles].map(Number).join(" ");
}

function same(cycles, otherCycles) {
  const [a, b] = [fast.core, plain.core];
  if (cycles !== otherCycles || a.N !== b.N || a.Z !== b.Z || a.C !== b.C || a.V !== b.V) {
    return false;
  }
  return a.registers.every((value, number) => value === b.registers[number]);
}

for (let i = 0; i < Number(instructions); i++) {
  const pc = fast.core.PC;
  const [a, b] = [step(fast), step(plain)];
  if (!same(a, b)) {
    const code = fast.mcu.readUint16(pc).toString(16);
    console.log(
      `after ${i} instructions, ${code} at ${pc.toString(16)}:\n${state(fast, a)}\n${state(plain, b)}`,
    );
    process.exit(1);
  }
}
console.log(
  `${instructions} instructions alike, ${(fast.nowNs / 1e6).toFixed(1)} ms, ${fast.lines.length} lines`,
);
