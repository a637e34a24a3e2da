"""A game that is played on the virtual board, with its page, and sizes in which pages are looked at."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from fingers import Fingers, Tap

from lakabe.web.play import Play

DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}


@dataclass
class House:
    """A game being played: where its page is, and where it is recorded."""

    url: str
    archive: str
    play: Play
    tap: Tap
    end: Callable[[], None]

    def fingers(self, played: list[str] | None = None) -> Fingers:
        """Quick hands at this board, on which these moves have been played."""
        return Fingers(self.url, self.tap, played)
