// The MicroPython interpreter: one fresh instance with files from this computer in its file system.

import fs from "node:fs";
import path from "node:path";

import { loadMicroPython } from "@micropython/micropython-webassembly-pyscript/micropython.mjs";

// The package frees what JavaScript no longer holds by its number, and in the interpreter that was started last
// (globalThis.Module): with a board switched off and on that takes an object away from the new one. A board hands
// out a handful of objects, which may last as long as it does, so nothing is freed that way.
globalThis.FinalizationRegistry = class {
  register() {}
};

// Starts an interpreter. heap is in bytes and is what a garbage collection tries to live within; this build
// adds to the heap rather than fail, so a limit has to be checked with heapUsed(). text(bytes) is called with
// what print() writes.
export async function interpreter({ heap, text }) {
  return await loadMicroPython({ heapsize: heap, stdout: text, stderr: text, linebuffer: false });
}

// Copies a file or a folder from this computer into the interpreter's file system.
export function mount(mp, from, to) {
  if (fs.statSync(from).isDirectory()) {
    mp.FS.mkdirTree(to);
    for (const name of fs.readdirSync(from).sort()) {
      if (name !== "__pycache__" && !name.startsWith(".")) {
        mount(mp, path.join(from, name), path.posix.join(to, name));
      }
    }
  } else {
    mp.FS.mkdirTree(path.posix.dirname(to));
    mp.FS.writeFile(to, fs.readFileSync(from));
  }
}

// Bytes in use on the interpreter's heap after a garbage collection.
export function heapUsed(mp) {
  mp.runPython("import gc as _gc\n_gc.collect()\n_used = _gc.mem_alloc()");
  return mp.globals.get("_used");
}

// What went wrong: a traceback, MicroPython's or Node's, and the reason in its last line.
export function describe(error) {
  if (error && error.name === "PythonError") {
    return String(error.message).trim();
  }
  const places = String((error && error.stack) || "").split("\n").filter((line) => /^\s*at /.test(line));
  // The interpreter's own JavaScript is one very long line, which Node would quote.
  return [...places.slice(0, 12), String(error).split("\n")[0]].map((line) => line.slice(0, 200)).join("\n");
}
