"""The command of another engine, looked at before anything waits for it."""

from __future__ import annotations

import shlex
import shutil
from pathlib import Path

from lakabe.errors import EngineError
from lakabe.printable import one_line

LONGEST_NAME = 24
"""Characters of what a program is called."""


def program(command: str | None) -> str:
    """What the program of another engine's command is called, empty for our engine."""
    return "" if command is None else one_line(Path(shlex.split(command)[0]).stem)[:LONGEST_NAME]


def check_command(command: str) -> str:
    """The command again, if its program is there; EngineError otherwise, before anything waits for it."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise EngineError(
            f"the engine '{command}' cannot be started: {error}", "check the command"
        ) from error
    if not words or shutil.which(words[0]) is None:
        raise EngineError(
            f"the engine '{command}' cannot be started: there is no such program", "check the command"
        )
    return command
