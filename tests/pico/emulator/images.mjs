// What lies in flash and in the boot ROM.

import fs from "node:fs";

export const XIP = 0x10000000; // where the flash appears in memory
export const FLASH_BYTES = 2 * 1024 * 1024;
export const FILESYSTEM = 0x120000; // offset in flash, as firmware/base has it
export const ERASE = 0x51; // codes of the breakpoints that stand for the boot ROM's flash routines
export const PROGRAM = 0x52;
export const BOOT_LOADER = 0x53; // and for its boot loader, which shows itself as a drive

const UF2_MAGIC = 0x0a324655;
const BREAKPOINT = 0xbe00;
const RETURN = 0x4770; // bx lr

// An empty flash with the blocks of a UF2 file in it. Has the size of the address window, as rp2040js wants it.
export function flashWith(uf2) {
  const flash = new Uint8Array(16 * 1024 * 1024).fill(0xff);
  for (const [offset, page] of pagesOf(uf2)) {
    flash.set(page, offset);
  }
  return flash;
}

// The blocks of a UF2 file: where each belongs in the flash, and its bytes.
export function pagesOf(uf2) {
  const data = fs.readFileSync(uf2);
  const pages = [];
  for (let at = 0; at + 512 <= data.length; at += 512) {
    if (data.readUInt32LE(at) === UF2_MAGIC) {
      const size = data.readUInt32LE(at + 16);
      pages.push([data.readUInt32LE(at + 12) - XIP, data.subarray(at + 32, at + 32 + size)]);
    }
  }
  if (!pages.length) {
    throw new Error(`${uf2} is no UF2 file`);
  }
  return pages;
}

// The boot ROM with its routines for erasing and programming flash, and its boot loader, replaced by breakpoints.
export function bootromFrom(file) {
  const data = fs.readFileSync(file);
  const words = new Uint32Array(data.buffer.slice(data.byteOffset, data.byteOffset + data.length));
  const rom = new DataView(words.buffer);
  // The table of functions: two letters and an address each, ended by zero.
  for (let at = rom.getUint16(0x14, true); rom.getUint16(at, true); at += 4) {
    const name = String.fromCharCode(rom.getUint8(at), rom.getUint8(at + 1));
    const code = { RE: ERASE, RP: PROGRAM, UB: BOOT_LOADER }[name];
    if (code) {
      const address = rom.getUint16(at + 2, true) & ~1;
      rom.setUint16(address, BREAKPOINT | code, true);
      rom.setUint16(address + 2, RETURN, true);
    }
  }
  return words;
}
