"""Clocks of a game: how much time each side has, in words, in the text of a game (N3), and while it runs."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from lakabe.errors import UsageError

NO_CLOCKS = "none"
"""What says that a game has no clocks."""
TAG = "TimeControl"
"""Of the text of a game: seconds for each side, and after a plus those that each move adds."""
LONGEST_S = 3 * 3600
"""The most time for each side."""
MOST_ADDED_S = 180
"""The most that a move adds."""

_GIVEN = re.compile(r"([0-9]{1,3}(?:\.[0-9]{1,2})?)(?:\+([0-9]{1,3}))?")
_TAGGED = re.compile(r"([0-9]{1,5})(?:\+([0-9]{1,3}))?")


@dataclass(frozen=True)
class Control:
    """How much time each side has for its moves: ``base`` seconds, and ``added`` ones with each move."""

    base: int
    added: int = 0

    def tags(self) -> dict[str, str]:
        """Return the tag (N3) that says so."""
        return {TAG: f"{self.base}+{self.added}" if self.added else str(self.base)}


def parse(text: str) -> Control | None:
    """Return what ``MINUTES`` or ``MINUTES+SECONDS`` says, as ``10``, ``0.5`` or ``5+3``; of ``none``, None.

    UsageError for anything else.
    """
    if text == NO_CLOCKS:
        return None
    found = _GIVEN.fullmatch(text)
    control = None if found is None else Control(round(60 * float(found[1])), int(found[2] or 0))
    if control is None or not is_sound(control):
        raise UsageError(
            f"{text!r} is no time for a game", "give minutes, or as 5+3 seconds a move, too; or none"
        )
    return control


def of(tags: Mapping[str, str]) -> Control | None:
    """Return the clocks that the tags of a game name; None where it had none, or none that can be."""
    found = _TAGGED.fullmatch(tags.get(TAG, ""))
    control = None if found is None else Control(int(found[1]), int(found[2] or 0))
    return control if control is not None and is_sound(control) else None


def is_sound(control: Control) -> bool:
    """Whether there can be such clocks."""
    return 0 < control.base <= LONGEST_S and 0 <= control.added <= MOST_ADDED_S


def said(left: int) -> str:
    """Return ms that are left as people read them: ``1:02:03``, ``4:59``, and ``0:19.5`` below 20 s."""
    tenths = -(-left // 100)
    if tenths < 200:
        return f"0:{tenths // 10:02}.{tenths % 10}"
    seconds = -(-tenths // 10)
    hours, rest = divmod(seconds, 3600)
    return f"{hours}:{rest // 60:02}:{rest % 60:02}" if hours else f"{rest // 60}:{rest % 60:02}"


def comment(left: int) -> str:
    """Return ms that a side has left after a move as the comment of that move in the text of a game."""
    seconds, ms = divmod(left, 1000)
    part = f".{ms:03}".rstrip("0") if ms else ""
    return f"[%clk {seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}{part}]"


def noted(text: str, left: int | None) -> str:
    """Return the comment ``text`` of a move with what its side had left; None where there was no clock."""
    return text if left is None else f"{comment(left)} {text}".strip()


class Clock:
    """What two sides, W and B, have left. ``now`` is passed in: seconds of a clock that never goes back."""

    def __init__(self, left: Mapping[str, int]) -> None:
        self.running = ""
        """The side whose time goes down, empty while both stand."""
        self._left = dict(left)  # ms, when it was stopped last
        self._since = 0.0

    def start(self, side: str, now: float) -> None:
        """Let the time of a side go down, and that of the other stand."""
        self.stop(now)
        self.running, self._since = side, now

    def stop(self, now: float) -> None:
        """Let both stand."""
        self._left = {side: self.left(side, now) for side in self._left}
        self.running = ""

    def add(self, side: str, ms: int) -> None:
        """Give a side more time."""
        self._left[side] += ms

    def left(self, side: str, now: float) -> int:
        """Return the ms that a side has left, 0 when its time is up."""
        gone = round(1000 * (now - self._since)) if side == self.running else 0
        return max(0, self._left[side] - gone)
