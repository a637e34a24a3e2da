"""Standard input and output made safe for every command, whatever the caller has done with them.

A closed input is an empty one. Output that cannot be written is an OutputError, also where it is closed.
Where the encoding of the output lacks a character, a similar one of ASCII takes its place.
"""

from __future__ import annotations

import codecs
import contextlib
import errno
import io
import os
import sys
import unicodedata
from pathlib import Path
from typing import TYPE_CHECKING

from lakabe.errors import UsageError

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

SIMILAR = "lakabe-similar"
"""The name of the handler of characters that an encoding lacks."""

_ASCII = {
    ord(sign): similar
    for signs, similar in {
        "●": "B", "○": "W", "┼": "*", "╲": "\\", "╱": "/", "│║┃": "|", "─━═": "-", "▁▂▃▄▅▆▇█": "#",
        "‘’": "'", "“”": '"', "–—−": "-", "…": "...", "×": "x", "½": "1/2",
    }.items()
    for sign in signs
}  # fmt: skip


class OutputError(UsageError):
    """Standard output cannot be written."""


class Output(io.FileIO):
    """A file descriptor that is written to; a failure is an OutputError, but for a reader that went away."""

    def write(self, data: ReadableBuffer, /) -> int | None:  # type: ignore[override]
        """Write what the descriptor takes, as ``FileIO`` does."""
        try:
            return super().write(data)
        except BrokenPipeError:
            raise
        except OSError as error:
            number = error.errno or 0
            why = "it is closed" if number == errno.EBADF else os.strerror(number).lower()
            raise OutputError(f"standard output cannot be written: {why}", "send it elsewhere") from error


def open_streams() -> None:
    """Make the streams of this process safe. To be called once, before anything is read or written."""
    if sys.stdin is None:
        sys.stdin = Path(os.devnull).open(encoding="utf-8")  # noqa: SIM115
    elif isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    if sys.stdout is None:
        # Open for reading alone, so that writing fails.
        sys.stdout = output(os.open(os.devnull, os.O_RDONLY), "utf-8")
    elif isinstance(sys.stdout, io.TextIOWrapper):
        is_terminal = sys.stdout.isatty()
        if is_terminal and sys.platform == "win32":  # has no file descriptor that takes all characters
            sys.stdout.reconfigure(errors=SIMILAR)
        else:
            at_once = sys.stdout.write_through
            with contextlib.suppress(io.UnsupportedOperation):  # something else stands for it, as in a test
                sys.stdout = output(sys.stdout.fileno(), sys.stdout.encoding, is_terminal, at_once)
    if sys.stderr is None:
        sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115


def output(number: int, encoding: str, by_line: bool = False, at_once: bool = False) -> io.TextIOWrapper:
    """Text to the file descriptor of this number; ``by_line`` and ``at_once`` say how little is held back."""
    there = Output(number, "w", closefd=False)
    return io.TextIOWrapper(
        there if at_once else io.BufferedWriter(there),
        encoding=encoding, errors=SIMILAR, line_buffering=by_line, write_through=at_once,
    )  # fmt: skip


def drop_output() -> None:
    """Write what is held back nowhere, so that it does not raise again when the process ends."""
    with contextlib.suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _similar(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(_one_similar, error.object[error.start : error.end])), error.end


def _one_similar(sign: str) -> str:
    similar = _ASCII.get(ord(sign))
    if similar is None:
        parts = unicodedata.normalize("NFKD", sign)
        similar = "".join(part for part in parts if part.isascii())
        if not similar and not unicodedata.combining(sign):
            similar = "?"
    return similar


codecs.register_error(SIMILAR, _similar)
