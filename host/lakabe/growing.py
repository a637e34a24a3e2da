"""Files of lines to which lines are only added, each safe from what cuts off the next one.

A line counts when its line break is there; what follows the last one was cut off, and makes room for the
next line.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import BinaryIO

from lakabe.errors import InputError


def read(path: Path, fix: str) -> list[str]:
    """The lines of a file in UTF-8, none where it is missing. InputError with ``fix`` if it is unreadable."""
    try:
        with path.open("rb") as file:
            return file.read(_end(file)).decode("utf-8").split("\n")[:-1]
    except FileNotFoundError:
        return []
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path} cannot be read: {error}", fix) from error


def add(path: Path, line: str, fix: str, head: str | None = None) -> None:
    """Add a line, after ``head`` where it is the first one. InputError with ``fix`` where that fails."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a+b") as file:
            end = _end(file)
            file.truncate(end)
            lines = [line] if end or head is None else [head, line]
            file.write("".join(f"{one}\n" for one in lines).encode())
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror}", fix) from error


def _end(file: BinaryIO) -> int:
    """Where the last whole line of a file ends, in bytes; the file is then at its beginning."""
    size = file.seek(0, os.SEEK_END)
    file.seek(max(0, size - 1))
    whole = file.read() in (b"", b"\n")
    file.seek(0)
    if whole:
        return size
    end = file.read().rfind(b"\n") + 1
    file.seek(0)
    return end
