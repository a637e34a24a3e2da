"""Examined positions on disk, so that an analysis goes on where it was interrupted.

A game has one file of JSON lines: what it is about, then one line for each position, as it was done.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from lakabe import growing
from lakabe.help.analysis.examine import Examined
from lakabe.help.analysis.settings import Settings
from lakabe.help.analysis.version import version_of
from lakabe.places import data_folder

VARIABLE = "LAKABE_ANALYSES"
ELSEWHERE = f"name another place with ${VARIABLE}"
VERSION = 2


def default_directory() -> Path:
    """``$LAKABE_ANALYSES``, else ``lakabe/analyses`` in the user's data directory."""
    return data_folder(VARIABLE, "analyses")


class Kept:
    """The file of one game, examined in one way by one version of an engine.

    InputError where it cannot be read or written. ``draws``: whether repetition counts in the game (R11).
    """

    def __init__(
        self, directory: Path, start: str, moves: Sequence[str], settings: Settings, draws: bool = True
    ) -> None:
        about = {
            "version": VERSION,
            "engine": settings.engine,
            "of": version_of(settings),
            "settings": asdict(settings),
            "start": start,
            "moves": list(moves),
        }
        if not draws:
            about["draws"] = False
        self._head = json.dumps(about)
        self.path = directory / f"{hashlib.sha256(self._head.encode()).hexdigest()[:32]}.jsonl"

    def read(self) -> dict[int, Examined]:
        """What there is, by the number of moves before it. A line that was cut off does not count."""
        found: dict[int, Examined] = {}
        for line in growing.read(self.path, "delete it")[1:]:
            try:
                plain = json.loads(line)
                found[int(plain["at"])] = Examined.of(plain)
            except (ValueError, KeyError, TypeError):
                continue
        return found

    def add(self, at: int, plain: dict[str, Any]) -> None:
        """Keep the position after ``at`` moves."""
        growing.add(self.path, json.dumps({"at": at, **plain}), ELSEWHERE, self._head)

    def forget(self) -> None:
        """Delete it."""
        self.path.unlink(missing_ok=True)
