"""How often each habit acted, and what the board made of it."""

from __future__ import annotations

import re
from collections import Counter

from hands.eyes import TROUBLE
from hands.habitual import NAMES
from hands.ply import Ply
from hands.sitting import Sitting

NONE = "none of these"
COLUMNS = ("acted", "misrecords", "asks", "blocked")
REACH = 3
"""So many turns later what is wrong may still be due to a habit."""


class Tally:
    """Of one game: which habit acted in which ply, and of the last few turns."""

    def __init__(self, counts: Counter[str]) -> None:
        self._counts = counts
        self._by_ply: dict[int, str] = {}
        self._recent: list[str] = []

    def take(self, ply: Ply, has_asked: bool) -> None:
        """One turn has been played."""
        self._recent = [*self._recent, ply.habit][-REACH:]
        if ply.number == 1 or ply.is_anew:
            self._by_ply.clear()
        if not ply.habit:
            return
        self._counts[f"{ply.habit}: acted"] += 1
        self._counts[f"{ply.habit}: asks"] += has_asked
        for n in range(len(ply.expected)):
            self._by_ply[ply.number + n] = ply.habit

    def blame(self, fault: str, sitting: Sitting) -> str:
        """The habit to which this is due, which is counted."""
        found = re.search(r"\bply (\d+): ", fault)
        recent = next((habit for habit in reversed(self._recent) if habit), NONE)
        habit = self._by_ply.get(int(found[1]), recent) if found else recent
        self._counts[f"{habit}: misrecords"] += 1
        self._counts[f"{habit}: blocked"] += sitting.eyes.see(TROUBLE)
        return habit


def table(counts: Counter[str]) -> str:
    """A line for each habit that acted, or that something is due to."""
    lines = [f"{'habit':24}" + "".join(f"{column:>12}" for column in COLUMNS)]
    for name in (*NAMES, NONE):
        row = [counts[f"{name}: {column}"] for column in COLUMNS]
        if any(row):
            lines.append(f"{name:24}" + "".join(f"{count:12}" for count in row))
    return "\n".join(lines)
