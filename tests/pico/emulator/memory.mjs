// The core's way to memory: a short cut for SRAM and flash, and the time that the flash cache costs.

// Gives `core` accessors with the meaning of those of rp2040js that look at SRAM and flash first.
export function shortenPaths(mcu, core) {
  const SRAM = 0x20000000;
  const flash8 = mcu.flash;
  const flash16 = new Uint16Array(flash8.buffer);
  const flash32 = new Uint32Array(flash8.buffer);
  const sram8 = mcu.sram;
  const size = sram8.length;
  const sram16 = new Uint16Array(sram8.buffer, sram8.byteOffset, size >> 1);
  const sram32 = new Uint32Array(sram8.buffer, sram8.byteOffset, size >> 2);
  const inFlash = (address) => address >>> 24 === 0x10;

  core.readUint32 = (address) => {
    const at = (address - SRAM) >>> 0;
    if (at < size && !(at & 3)) {
      return sram32[at >>> 2];
    }
    if (inFlash(address) && !(address & 3)) {
      return flash32[(address & 0xffffff) >>> 2];
    }
    return mcu.readUint32(address);
  };
  core.readUint16 = (address) => {
    if (inFlash(address)) {
      return flash16[(address & 0xffffff) >>> 1];
    }
    const at = (address - SRAM) >>> 0;
    return at < size ? sram16[at >>> 1] : mcu.readUint16(address);
  };
  core.readUint8 = (address) => {
    const at = (address - SRAM) >>> 0;
    if (at < size) {
      return sram8[at];
    }
    return inFlash(address) ? flash8[address & 0xffffff] : mcu.readUint8(address);
  };
  core.writeUint32 = (address, value) => {
    const at = (address - SRAM) >>> 0;
    if (at < size && !(at & 3)) {
      sram32[at >>> 2] = value;
    } else {
      mcu.writeUint32(address, value);
    }
  };
  core.writeUint16 = (address, value) => {
    const at = (address - SRAM) >>> 0;
    if (at < size && !(at & 1)) {
      sram16[at >>> 1] = value;
    } else {
      mcu.writeUint16(address, value);
    }
  };
  core.writeUint8 = (address, value) => {
    const at = (address - SRAM) >>> 0;
    if (at < size) {
      sram8[at] = value;
    } else {
      mcu.writeUint8(address, value);
    }
  };
}

// The cache in front of the flash (RP2040 datasheet, 2.6.3): 16 KiB, two ways, lines of 8 bytes. Counts the
// cycles that misses cost in `cycles`, for whoever runs the core to add and clear.
export class FlashCache {
  // missCycles: fitted to published run times of a real board, see README.md.
  constructor(core, missCycles) {
    this.tags = new Int32Array(2048).fill(-1);
    this.older = new Uint8Array(1024); // of each set, the way that is replaced next
    this.usualCycles = missCycles;
    this.missCycles = missCycles;
    this.cycles = 0;
    this.misses = 0;
    for (const name of ["readUint8", "readUint16", "readUint32"]) {
      const read = core[name];
      core[name] = (address) => {
        if (address >>> 24 === 0x10) {
          this.touch(address);
        } else if (address >>> 26 === 4) {
          this.cycles += this.missCycles; // one of the aliases that go around the cache
        }
        return read(address);
      };
    }
  }

  touch(address) {
    const line = (address & 0xffffff) >>> 3;
    const set = line & 1023;
    const way = set << 1;
    if (this.tags[way] === line) {
      this.older[set] = 1;
    } else if (this.tags[way + 1] === line) {
      this.older[set] = 0;
    } else {
      this.tags[way + this.older[set]] = line;
      this.older[set] ^= 1;
      this.cycles += this.missCycles;
      this.misses += 1;
    }
  }

  // The flash answers `factor` times as slowly as at the start.
  slowDown(factor) {
    this.missCycles = this.usualCycles * factor;
  }

  flush() {
    this.tags.fill(-1);
  }
}
