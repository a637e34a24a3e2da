"""What the board said, as games: the plies that stand in the end, and when each was told."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import reference
from hands.games import ORDINARY
from reference import Position

VARIANT = 5
ANEW_MS = 10
"""What was put back on the way to another game is told again, just before that begins."""


@dataclass
class Course:
    """One game as the board recorded it.

    plies: the message that tells each ply ("move" or "irregular"), and in which millisecond. The text is N1,
    or the stones after an irregular move. last: when the board told or took back a move for the last time.
    is_over: the game has ended. is_back: that was a takeback. taken_back: plies as they were told before.
    """

    game: str
    start: Position
    begun: int
    plies: list[tuple[int, str, str]] = field(default_factory=list)
    last: int = 0
    is_over: bool = False
    is_back: bool = False
    taken_back: dict[int, tuple[int, str, str]] = field(default_factory=dict)

    def end(self, ms: int) -> None:
        """A reply is told, or another game begins: what was told again for that has been made before."""
        for n, before in self.taken_back.items():
            if n <= len(self.plies):
                told, *move = self.plies[n - 1]
                if ms - told <= ANEW_MS and [*before[1:]] == move:
                    self.plies[n - 1] = before


def courses(told: Iterable[tuple[int, list[str]]]) -> tuple[list[Course], list[int]]:
    """Return the games in their order, and the milliseconds in which the board asked for something."""
    found: dict[str, Course] = {}
    asks = []
    for ms, words in told:
        kind = words[0]
        if kind == "ask":
            asks.append(ms)
        elif kind == "game" and words[1] not in found:
            for course in found.values():
                course.end(ms)
            position = reference.parse_position(f"{words[3]} {words[4]}")
            found[words[1]] = Course("".join(words[VARIANT : VARIANT + 1]) or ORDINARY, position, ms)
        elif kind == "result":
            found[words[1]].is_over = True
        elif kind in ("move", "irregular", "takeback"):
            found[words[1]].is_over = False
            found[words[1]].is_back = kind == "takeback"
            plies = found[words[1]].plies
            found[words[1]].last = ms
            ply = int(words[2])
            is_known = kind != "takeback" and [p[1:] for p in plies[ply - 1 : ply]] == [(kind, words[3])]
            found[words[1]].end(ms)
            if not is_known:  # told again, after a loss of power
                found[words[1]].taken_back |= dict(enumerate(plies[ply - 1 :], ply))
                del plies[ply - 1 :]
            if kind != "takeback" and not is_known:
                plies.append((ms, kind, words[3]))
    return list(found.values()), asks
