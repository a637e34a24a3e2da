"""What operating systems do in their own ways: locks on files, processes of one's own, processors."""

from __future__ import annotations

import os
import subprocess
from typing import IO, Any

APART: dict[str, Any] = {
    "start_new_session": True,
    "creationflags": getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
}
"""Options of ``Popen`` for a program that Ctrl-C is not for: its owner ends it."""


def lock(file: IO[Any]) -> None:
    """Lock an open file for this process until it is closed; BlockingIOError where another one has."""
    try:
        import fcntl
    except ImportError:  # Windows
        _lock_first_byte(file)
    else:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def processors() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1  # macOS and Windows


def _lock_first_byte(file: IO[Any]) -> None:
    import msvcrt

    lock: Any = msvcrt
    file.seek(0)
    try:
        lock.locking(file.fileno(), lock.LK_NBLCK, 1)
    except OSError as error:
        raise BlockingIOError(str(error)) from error
