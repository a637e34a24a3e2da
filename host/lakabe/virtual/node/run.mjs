// Runs one Python file in the interpreter. The job comes as JSON on standard input:
//   {mounts: [[from, to], ...], path: [...], cwd, heap, file, functions: [name, ...]}
// and what happens goes out as JSON lines:
//   {text} what was printed   {function, error} how one function ended   {done, error} how the file did
// With an empty list of functions the file runs as the main program.

import fs from "node:fs";

import { describe, interpreter, mount } from "./interpreter.mjs";

const job = JSON.parse(fs.readFileSync(0, "utf8"));
const decoder = new TextDecoder();
const send = (message) => fs.writeSync(1, JSON.stringify(message) + "\n");

let line = [];
function text(bytes) {
  for (const byte of bytes) {
    line.push(byte);
    if (byte === 10) {
      flush();
    }
  }
}
function flush() {
  if (line.length) {
    send({ text: decoder.decode(Uint8Array.from(line)) });
    line = [];
  }
}

const mp = await interpreter({ heap: job.heap, text });
for (const [from, to] of job.mounts) {
  mount(mp, from, to);
}
mp.FS.mkdirTree(job.cwd);
mp.globals.set("_job", JSON.stringify(job));
let error = null;
try {
  mp.runPython(`
import json, os, sys
_job = json.loads(_job)
sys.path[:] = _job["path"]
os.chdir(_job["cwd"])
_globals = {"__name__": "__test__" if _job["functions"] else "__main__", "__file__": _job["file"]}
with open(_job["file"]) as _file:
    _source = _file.read()
exec(compile(_source, _job["file"], "exec"), _globals)
del _source
def _call(name):
    import gc
    gc.collect()
    _globals[name]()
`);
} catch (problem) {
  error = describe(problem);
}
flush();
if (!error && job.functions.length) {
  const call = mp.globals.get("_call");
  for (const name of job.functions) {
    let failure = null;
    try {
      call(name);
    } catch (problem) {
      failure = describe(problem);
    }
    flush();
    send({ function: name, error: failure });
  }
}
send({ done: true, error });
