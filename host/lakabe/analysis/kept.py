"""Examined positions on disk, so that an analysis goes on where it was interrupted.

A game has one file of JSON lines: what it is about, then one line for each position, as it was done.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from lakabe.analysis.examine import Examined
from lakabe.analysis.settings import Settings
from lakabe.errors import InputError

VARIABLE = "LAKABE_ANALYSES"
VERSION = 1


def default_directory() -> Path:
    """``$LAKABE_ANALYSES``, else ``lakabe/analyses`` in the user's data directory."""
    named = os.environ.get(VARIABLE)
    if named:
        return Path(named).expanduser().absolute()
    base = os.environ.get("XDG_DATA_HOME", "")
    data = Path(base) if base and Path(base).is_absolute() else Path.home() / ".local" / "share"
    return data / "lakabe" / "analyses"


class Kept:
    """The file of one game, examined in one way. InputError where it cannot be read or written."""

    def __init__(self, directory: Path, start: str, moves: Sequence[str], settings: Settings) -> None:
        about = {
            "version": VERSION,
            "engine": settings.engine,
            "settings": asdict(settings),
            "start": start,
            "moves": list(moves),
        }
        self._head = json.dumps(about)
        self.path = directory / f"{hashlib.sha256(self._head.encode()).hexdigest()[:32]}.jsonl"

    def read(self) -> dict[int, Examined]:
        """What there is, by the number of moves before it. A line that was cut off does not count."""
        found: dict[int, Examined] = {}
        try:
            text = self.path.read_text(encoding="utf-8")
        except FileNotFoundError:
            return found
        except (OSError, UnicodeDecodeError) as error:
            raise InputError(f"{self.path} cannot be read: {error}", "delete it") from error
        for line in text.splitlines()[1:]:
            try:
                plain = json.loads(line)
                found[int(plain["at"])] = Examined.of(plain)
            except (ValueError, KeyError, TypeError):
                continue
        return found

    def add(self, at: int, plain: dict[str, Any]) -> None:
        """Keep the position after ``at`` moves."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.path.open("a+b") as file:
                if file.tell() == 0:
                    file.write(self._head.encode() + b"\n")
                else:
                    file.seek(-1, os.SEEK_END)
                    if file.read(1) != b"\n":
                        file.write(b"\n")  # after a line that was cut off
                file.write(json.dumps({"at": at, **plain}).encode() + b"\n")
        except OSError as error:
            raise InputError(
                f"{self.path} cannot be written: {error.strerror}", f"name another place with ${VARIABLE}"
            ) from error

    def forget(self) -> None:
        """Delete it."""
        self.path.unlink(missing_ok=True)
