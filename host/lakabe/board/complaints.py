"""What a recorder tells a person about a board that is not well heard: what repeats itself is counted."""

from __future__ import annotations

from collections.abc import Callable

from lakabe.board.events import Journal, Lost, Unknown
from lakabe.errors import LakabeError

SHOWN = 3
"""Losses that are told one by one."""
EACH = 100
"""Then one of so many is."""

_NO_JOURNAL = {
    "full": "the board's file system is full, so it forgets its game without power: delete files on it",
    "worn": "the board's flash has worn out, so it forgets its game without power",
    "": "the board cannot write into its flash, so it forgets its game without power",
}


class Complaints:
    """Turns what goes wrong on a line into notices; ``notice`` gets them."""

    def __init__(self, notice: Callable[[str], None]) -> None:
        self._notice = notice
        self._wrong = 0
        self._losses = 0
        self._away = ""

    def wrong(self, event: Unknown) -> None:
        """Tell of a line that makes no sense, though its checksum is right."""
        self._wrong += 1
        if self._wrong == 1 or self._wrong % EACH == 0:
            what = event.body[:60]
            self._notice(
                f"the board's line {event.seq} makes no sense: {what!r}; {self._wrong} skipped so far"
            )

    def lost(self, event: Lost) -> None:
        """Tell of lines that never came, or not with a checksum that is right."""
        self._losses += 1
        if self._losses > SHOWN and self._losses % EACH:
            return
        lines = (
            f"line {event.last} was"
            if event.first == event.last
            else f"lines {event.first} to {event.last} were"
        )
        often = f"; lost {self._losses} times so far" if self._losses > SHOWN else ""
        self._notice(f"the board's {lines} lost, and what there is of its games is asked for again{often}")

    def journal(self, event: Journal) -> None:
        """Tell that the board cannot keep its game."""
        self._notice(_NO_JOURNAL.get(event.trouble, _NO_JOURNAL[""]))

    def away(self, error: LakabeError) -> None:
        """Tell that no board is reached, where that is news."""
        if str(error) != self._away:
            self._away = str(error)
            self._notice(f"{error}; trying again")

    def back(self) -> None:
        """The board is reached: when it is not any more, that is news."""
        self._away = ""
