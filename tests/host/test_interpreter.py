"""Interpreters of one process after another: none takes anything away from the next; what breaks is named."""

from __future__ import annotations

import json
import subprocess

import pytest

from lakabe.virtual import FirmwareFault
from lakabe.virtual.tools import NODE, node_command

# The package says globalThis.Module = ... when an interpreter has started. Garbage is collected just before,
# so what Node finds to be gone from the first interpreter is freed when the second has begun.
TWO = """
const { interpreter } = await import(process.argv[1]);
let newest;
Object.defineProperty(globalThis, "Module", {
  get: () => newest,
  set: (module) => { gc(); newest = module; },
});
async function start(word) {
  const mp = await interpreter({ heap: 1 << 20, text: () => {} });
  mp.runPython(`def say(): return "${word}"`);
  return mp.globals.get("say");
}
let say = await start("first");
console.log(say());
say = null;
say = await start("second");
await new Promise((done) => setTimeout(done));
console.log(say());
"""


def test_what_one_interpreter_leaves_takes_nothing_from_the_next() -> None:
    node = node_command("")[0]
    script = (NODE / "interpreter.mjs").as_uri()
    command = [node, "--expose-gc", "--input-type=module", "-e", TWO, script]
    result = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert result.stdout.split() == ["first", "second"], result.stderr[-1000:]


def test_a_fault_of_the_interpreter_is_described_with_its_reason_last() -> None:
    node = node_command("")[0]
    script = f"""
    import {{ describe }} from {json.dumps((NODE / "interpreter.mjs").as_uri())};
    console.log(describe(new RangeError("out of\\nbounds")));
    console.log(describe("no error at all"));
    """
    command = [node, "--input-type=module", "-e", script]
    result = subprocess.run(command, capture_output=True, text=True, timeout=60)
    first, *_, reason, last = result.stdout.strip().splitlines()
    assert first.strip().startswith("at "), result.stderr
    assert (reason, last) == ("RangeError: out of", "no error at all")


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ('Traceback:\n  File "main.py", line 3\nValueError: planted', "ValueError: planted File"),
        ("    at Board.turn (board.mjs:88:10)\nRuntimeError: memory access", "RuntimeError: memory access"),
        ("", "no reason given"),
    ],
)
def test_a_fault_gives_its_reason_in_one_line(said: str, reason: str) -> None:
    fault = FirmwareFault(said, "in the virtual board")
    assert f"the firmware stopped in the virtual board: {reason}" in fault.line()
    assert "\n" not in fault.line()
