// The common Thumb instructions on a fast path; rp2040js executes the rest.
//
// Meaning and cycle counts are those of rp2040js 1.4.1. lockstep.mjs runs both side by side on real code and
// compares every register, flag and cycle count.

// A function that executes one instruction of `core` and returns its cycles.
export function fastStep(core) {
  const R = core.registers;
  // Both take operands of 32 bits without sign, set the flags and return the result.
  const sub = (a, b) => {
    const r = (a - b) | 0;
    core.N = r < 0;
    core.Z = r === 0;
    core.C = a >= b;
    core.V = ((a ^ b) & (a ^ r)) < 0;
    return r;
  };
  const add = (a, b) => {
    const r = (a + b) | 0;
    core.N = r < 0;
    core.Z = r === 0;
    core.C = a + b > 0xffffffff;
    core.V = (~(a ^ b) & (a ^ r)) < 0;
    return r;
  };
  const nz = (r) => {
    core.N = r < 0;
    core.Z = r === 0;
    return r;
  };
  const ram = (a) => a >>> 29 === 1; // SRAM and what mirrors it
  const memory = (a) => a >>> 29 === 1 || a >>> 28 === 1; // and flash: no side effects, no wait for a bus
  const holds = (condition) => {
    switch (condition) {
      case 0:
        return core.Z;
      case 1:
        return !core.Z;
      case 2:
        return core.C;
      case 3:
        return !core.C;
      case 4:
        return core.N;
      case 5:
        return !core.N;
      case 6:
        return core.V;
      case 7:
        return !core.V;
      case 8:
        return core.C && !core.Z;
      case 9:
        return !core.C || core.Z;
      case 10:
        return core.N === core.V;
      case 11:
        return core.N !== core.V;
      case 12:
        return core.N === core.V && !core.Z;
      default:
        return core.N !== core.V || core.Z;
    }
  };
  return function step() {
    if (core.interruptsUpdated) {
      return core.executeInstruction();
    }
    const pc = R[15];
    const op = core.readUint16(pc);
    switch (op >>> 11) {
      case 0: {
        // LSL
        const x = R[(op >> 3) & 7];
        const n = (op >> 6) & 31;
        const r = x << n;
        R[op & 7] = nz(r);
        if (n) {
          core.C = (x & (1 << (32 - n))) !== 0;
        }
        R[15] = pc + 2;
        return 1;
      }
      case 1: {
        // LSR
        const x = R[(op >> 3) & 7];
        const n = (op >> 6) & 31;
        const r = n ? x >>> n : 0;
        R[op & 7] = r;
        core.N = false;
        core.Z = r === 0;
        core.C = ((x >>> (n ? n - 1 : 31)) & 1) !== 0;
        R[15] = pc + 2;
        return 1;
      }
      case 3: {
        // ADD, SUB of registers and small numbers
        const b = op & 0x400 ? (op >> 6) & 7 : R[(op >> 6) & 7];
        const a = R[(op >> 3) & 7];
        R[op & 7] = op & 0x200 ? sub(a, b) : add(a, b);
        R[15] = pc + 2;
        return 1;
      }
      case 4: {
        // MOV number
        const v = op & 255;
        R[(op >> 8) & 7] = v;
        core.N = false;
        core.Z = v === 0;
        R[15] = pc + 2;
        return 1;
      }
      case 5: // CMP number
        sub(R[(op >> 8) & 7], op & 255);
        R[15] = pc + 2;
        return 1;
      case 6: {
        // ADD number
        const d = (op >> 8) & 7;
        R[d] = add(R[d], op & 255);
        R[15] = pc + 2;
        return 1;
      }
      case 7: {
        // SUB number
        const d = (op >> 8) & 7;
        R[d] = sub(R[d], op & 255);
        R[15] = pc + 2;
        return 1;
      }
      case 8: {
        switch ((op >> 6) & 31) {
          case 0: {
            // AND
            const r = R[op & 7] & R[(op >> 3) & 7];
            R[op & 7] = nz(r);
            R[15] = pc + 2;
            return 1;
          }
          case 1: {
            // EOR
            const r = R[op & 7] ^ R[(op >> 3) & 7];
            R[op & 7] = nz(r);
            R[15] = pc + 2;
            return 1;
          }
          case 8: // TST
            nz(R[op & 7] & R[(op >> 3) & 7]);
            R[15] = pc + 2;
            return 1;
          case 10: // CMP
            sub(R[op & 7], R[(op >> 3) & 7]);
            R[15] = pc + 2;
            return 1;
          case 12: {
            // ORR
            const r = R[op & 7] | R[(op >> 3) & 7];
            R[op & 7] = nz(r);
            R[15] = pc + 2;
            return 1;
          }
          case 24:
          case 25:
          case 26:
          case 27: {
            // MOV (high registers)
            const m = (op >> 3) & 15;
            const d = ((op >> 4) & 8) | (op & 7);
            if (d >= 13 || m === 15) {
              return core.executeInstruction();
            }
            R[d] = R[m];
            R[15] = pc + 2;
            return 1;
          }
          default:
            return core.executeInstruction();
        }
      }
      case 9: {
        // LDR from code
        const a = ((pc + 4) & ~3) + ((op & 255) << 2);
        R[(op >> 8) & 7] = core.readUint32(a >>> 0);
        R[15] = pc + 2;
        return 2;
      }
      case 10: // loads and stores with two registers as the address
      case 11: {
        const a = (R[(op >> 6) & 7] + R[(op >> 3) & 7]) >>> 0;
        const t = op & 7;
        if (!memory(a)) {
          return core.executeInstruction();
        }
        R[15] = pc + 2;
        switch ((op >> 9) & 7) {
          case 0:
            core.writeUint32(a, R[t]);
            return 2;
          case 1:
            core.writeUint16(a, R[t]);
            return 2;
          case 2:
            core.writeUint8(a, R[t]);
            return 2;
          case 3:
            R[t] = (core.readUint8(a) << 24) >> 24;
            return 2;
          case 4:
            R[t] = core.readUint32(a);
            return 2;
          case 5:
            R[t] = core.readUint16(a);
            return 2;
          case 6:
            R[t] = core.readUint8(a);
            return 2;
          default:
            R[t] = (core.readUint16(a) << 16) >> 16;
            return 2;
        }
      }
      case 12: {
        // STR
        const a = (R[(op >> 3) & 7] + ((op >> 4) & 0x7c)) >>> 0;
        if (!ram(a)) {
          return core.executeInstruction();
        }
        R[15] = pc + 2;
        core.writeUint32(a, R[op & 7]);
        return 2;
      }
      case 13: {
        // LDR
        const a = (R[(op >> 3) & 7] + ((op >> 4) & 0x7c)) >>> 0;
        if (!memory(a)) {
          return core.executeInstruction();
        }
        R[15] = pc + 2;
        R[op & 7] = core.readUint32(a);
        return 2;
      }
      case 14: {
        // STRB
        const a = (R[(op >> 3) & 7] + ((op >> 6) & 31)) >>> 0;
        if (!ram(a)) {
          return core.executeInstruction();
        }
        R[15] = pc + 2;
        core.writeUint8(a, R[op & 7]);
        return 2;
      }
      case 15: {
        // LDRB
        const a = (R[(op >> 3) & 7] + ((op >> 6) & 31)) >>> 0;
        if (!memory(a)) {
          return core.executeInstruction();
        }
        R[15] = pc + 2;
        R[op & 7] = core.readUint8(a);
        return 2;
      }
      case 16: {
        // STRH
        const a = (R[(op >> 3) & 7] + ((op >> 5) & 0x3e)) >>> 0;
        if (!ram(a)) {
          return core.executeInstruction();
        }
        R[15] = pc + 2;
        core.writeUint16(a, R[op & 7]);
        return 2;
      }
      case 17: {
        // LDRH
        const a = (R[(op >> 3) & 7] + ((op >> 5) & 0x3e)) >>> 0;
        if (!memory(a)) {
          return core.executeInstruction();
        }
        R[15] = pc + 2;
        R[op & 7] = core.readUint16(a);
        return 2;
      }
      case 18: {
        // STR on stack
        const a = R[13] + ((op & 255) << 2);
        if (!ram(a)) {
          return core.executeInstruction();
        }
        R[15] = pc + 2;
        core.writeUint32(a, R[(op >> 8) & 7]);
        return 2;
      }
      case 19: {
        // LDR from stack
        const a = R[13] + ((op & 255) << 2);
        if (!ram(a)) {
          return core.executeInstruction();
        }
        R[15] = pc + 2;
        R[(op >> 8) & 7] = core.readUint32(a);
        return 2;
      }
      case 21: // ADD of SP and number
        R[(op >> 8) & 7] = R[13] + ((op & 255) << 2);
        R[15] = pc + 2;
        return 1;
      case 22:
      case 23: {
        switch ((op >> 6) & 63) {
          case 0: // ADD to SP
          case 1:
            R[13] += (op & 0x7f) << 2;
            R[15] = pc + 2;
            return 1;
          case 2: // SUB from SP
          case 3:
            R[13] -= (op & 0x7f) << 2;
            R[15] = pc + 2;
            return 1;
          case 8: // SXTH
            R[op & 7] = (R[(op >> 3) & 7] << 16) >> 16;
            R[15] = pc + 2;
            return 1;
          case 9: // SXTB
            R[op & 7] = (R[(op >> 3) & 7] << 24) >> 24;
            R[15] = pc + 2;
            return 1;
          case 10: // UXTH
            R[op & 7] = R[(op >> 3) & 7] & 0xffff;
            R[15] = pc + 2;
            return 1;
          case 11: // UXTB
            R[op & 7] = R[(op >> 3) & 7] & 0xff;
            R[15] = pc + 2;
            return 1;
          case 16:
          case 17:
          case 18:
          case 19:
          case 20:
          case 21:
          case 22:
          case 23: {
            // PUSH
            let n = 0;
            let c = 1;
            for (let i = 0; i <= 8; i++) {
              n += (op >> i) & 1;
            }
            let a = R[13] - 4 * n;
            const sp = a;
            for (let i = 0; i < 8; i++) {
              if (op & (1 << i)) {
                core.writeUint32(a, R[i]);
                a += 4;
                c++;
              }
            }
            if (op & 0x100) {
              core.writeUint32(a, R[14]);
            }
            R[13] = sp & ~3;
            R[15] = pc + 2;
            return c;
          }
          case 48:
          case 49:
          case 50:
          case 51:
          case 52:
          case 53:
          case 54:
          case 55: {
            // POP
            let a = R[13];
            let c = 1;
            for (let i = 0; i < 8; i++) {
              if (op & (1 << i)) {
                R[i] = core.readUint32(a);
                a += 4;
                c++;
              }
            }
            if (op & 0x100) {
              R[15] = pc + 2;
              R[13] = (a + 4) & ~3;
              core.BXWritePC(core.readUint32(a));
              return c + 2;
            }
            R[13] = a & ~3;
            R[15] = pc + 2;
            return c;
          }
          default:
            return core.executeInstruction();
        }
      }
      case 26: // B with a condition
      case 27: {
        const condition = (op >> 8) & 15;
        if (condition > 13) {
          return core.executeInstruction(); // undefined, SVC
        }
        if (holds(condition)) {
          R[15] = pc + 4 + ((op << 24) >> 23);
          return 2;
        }
        R[15] = pc + 2;
        return 1;
      }
      case 28: // B
        R[15] = pc + 4 + ((op << 21) >> 20);
        return 2;
      default:
        return core.executeInstruction();
    }
  };
}
