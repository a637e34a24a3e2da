"""Runs one step of CI so that it ends: ``python3 .ci/step.py SECONDS COMMAND...``.

Passes on what the command prints, and its exit code. A step that takes longer than that is told to say
where it is (Python prints its threads on SIGABRT, pytest has it switched on) and is ended; the exit code is
124 then, as that of timeout(1). Processes that outlive their step are named and ended, too: one that holds
the output open would keep CI waiting.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

MARK = "LAKABE_CI_STEP"
GRACE_S = 20.0
LATE = 124


def marked(mark: str) -> dict[int, str]:
    """The processes that carry this mark in their environment, and their command lines."""
    found = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if mark.encode() in (folder / "environ").read_bytes().split(b"\0"):
                line = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
                if line:  # a zombie has none
                    found[int(folder.name)] = line.strip()[:150]
        except OSError:
            continue
    return found


def tell(pids: dict[int, str], kind: signal.Signals) -> None:
    """Sends a signal to those that are still there."""
    for pid in pids:
        try:
            os.kill(pid, kind)
        except OSError:
            continue


def end(mark: str) -> None:
    """Kills what carries the mark, and waits for it to be gone, though not for ever."""
    deadline = time.monotonic() + GRACE_S
    while (left := marked(mark)) and time.monotonic() < deadline:
        tell(left, signal.SIGKILL)
        time.sleep(0.05)


def pass_on(source: int) -> None:
    """Prints what comes, until nobody holds the other end."""
    while data := os.read(source, 65536):
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()


def run(limit_s: float, command: list[str]) -> int:
    """The exit code of `command`, or 124 when it took longer than `limit_s`."""
    mark = f"{MARK}={os.getpid()}"
    name, _, value = mark.partition("=")
    print(f"ci: {' '.join(command)}", flush=True)
    start = time.monotonic()
    source, sink = os.pipe()
    process = subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=sink, stderr=sink, env={**os.environ, name: value}
    )
    os.close(sink)
    printer = threading.Thread(target=pass_on, args=(source,), daemon=True)
    printer.start()
    try:
        code = process.wait(limit_s)
    except subprocess.TimeoutExpired:
        code = LATE
        running = marked(mark)
        print(f"ci: not done after {limit_s:g} s; these are running:", flush=True)
        for pid, line in running.items():
            print(f"ci:   {pid} {line}", flush=True)
        tell(running, signal.SIGABRT)
        time.sleep(min(GRACE_S, limit_s))
    else:
        printer.join(2)
        for pid, line in marked(mark).items():
            print(f"ci: left running: {pid} {line}", flush=True)
    end(mark)
    printer.join(2)
    print(f"ci: {' '.join(command)}: exit code {code} after {time.monotonic() - start:.0f} s", flush=True)
    return code


if __name__ == "__main__":
    sys.exit(run(max(1.0, float(sys.argv[1])), sys.argv[2:]))
