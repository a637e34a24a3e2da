"""Runs a Python file in the MicroPython interpreter, with the core library on its path.

    python -m lakabe.virtual.run FILE.py

is the way to try something out: ``import fanorona`` works in FILE.py, and so does importing what lies beside
it. The tests under ``tests/core`` run through :func:`run_file`.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from lakabe.errors import BoardFault, UsageError
from lakabe.virtual.tools import HEAP, core_library, node_command

TIMEOUT_S = 300.0


def run_file(
    file: Path,
    functions: Sequence[str] = (),
    *,
    mounts: Sequence[tuple[Path, str]] = (),
    cwd: str = "/files",
    heap: int = HEAP,
    timeout: float = TIMEOUT_S,
    write: Callable[[str], object] = sys.stdout.write,
) -> dict[str, str | None]:
    """Runs ``file`` and then the named functions in it; each function's traceback, None where it returned.

    With no function named the file runs as ``__main__``. ``mounts`` are (path here, path in the interpreter).
    The folder of ``file`` is at ``/files`` (only its Python files) and on the path, the core library too.
    Raises BoardFault with MicroPython's traceback when the file itself fails, or takes over ``timeout`` s.
    """
    beside = [(path, f"/files/{path.name}") for path in sorted(file.parent.glob("*.py"))]
    main = f"/files/{file.name}"
    job = {
        "mounts": [
            [str(path.resolve()), to]
            for path, to in [(core_library() / "fanorona", "/lib/fanorona"), *beside, (file, main), *mounts]
        ],
        "path": ["/files", "/lib"],
        "cwd": cwd,
        "heap": heap,
        "file": main,
        "functions": list(functions),
    }
    results: dict[str, str | None] = {}
    done = False
    process = subprocess.Popen(
        node_command("run.mjs"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        out, err = process.communicate(json.dumps(job), timeout=timeout)
    except subprocess.TimeoutExpired:
        raise BoardFault(f"{file.name} did not end within {timeout:g} s") from None
    finally:
        process.kill()
        process.wait()
    for line in out.splitlines():
        message = json.loads(line)
        if "text" in message:
            write(message["text"])
        elif "function" in message:
            results[message["function"]] = message["error"]
        else:
            done = True
            if message["error"]:
                raise BoardFault(f"{file.name} failed on MicroPython:\n{message['error']}")
    if not done:
        raise BoardFault(f"the interpreter ended while it ran {file.name}: {err.strip()[:400]}")
    return results


def main(arguments: Sequence[str]) -> int:
    """The command line: one file name."""
    if len(arguments) != 1 or not Path(arguments[0]).is_file():
        print(
            UsageError("one Python file is needed", "python -m lakabe.virtual.run FILE.py").line(),
            file=sys.stderr,
        )
        return UsageError.exit_code
    try:
        run_file(Path(arguments[0]))
    except BoardFault as fault:
        print(fault, file=sys.stderr)
        return fault.exit_code
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
