"""The command of another engine, looked at before anything waits for it."""

from __future__ import annotations

import shlex
import shutil

from lakabe.errors import EngineError


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
