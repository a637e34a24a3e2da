"""The last turns of a game that went wrong as a trace of their own, which begins where the host loads it."""

from __future__ import annotations

from typing import NamedTuple

import reference
from hands.acts import MENU, POWER, TURN, Act
from hands.stories import Record, stories
from hands.umpire import Turn
from reference import Point, Position, name, picture
from soak.board import SoakBoard, Stopped

BUTTONS = {TURN: "button turn", MENU: "button menu", POWER: "power"}
MOST_PLIES = 4
LEAD_US = 1_000_000
AFTER_US = 12_000_000
"""Long after the last touch all is told."""

Event = tuple[int, Point, bool]


class Excerpt(NamedTuple):
    """From a position on: what the contacts do, and the texts that are right for each ply."""

    position: Position
    events: list[Event]
    expected: list[frozenset[str]]

    @property
    def occupied(self) -> frozenset[Point]:
        return self.position.own | self.position.enemy

    @property
    def end(self) -> int:
        return max((us for us, _, _ in self.events), default=0) + AFTER_US

    def recorded(self) -> list[str]:
        """The moves that the board records of it."""
        board = SoakBoard(self.occupied)
        board.load(reference.format_position(self.position))
        try:
            for us, point, on in self.events:
                if point == POWER:
                    board.power(us, on)
                else:
                    board.contact(us, point, on)
            board.run(self.end)
        except Stopped as failure:
            return [str(failure)]
        return board.moves

    def is_wrong(self) -> bool:
        """Whether any of the moves is recorded otherwise."""
        found = self.recorded()
        right = [text in meant for text, meant in zip(found, self.expected, strict=False)]
        return len(found) != len(self.expected) or not all(right)

    def is_clear(self) -> bool:
        """Whether these contacts mean what is expected and nothing else, and hands can have caused them."""
        stones = len(self.occupied)
        for _, point, on in self.events:
            if point not in BUTTONS:
                stones += 1 if on else -1
                if stones > len(self.occupied):
                    return False
        acts = [Act(0, point, "W" if on else "") for _, point, on in self.events if point not in BUTTONS]
        found = list(stories(Turn(self.position), Record(self.occupied, acts), MOST_PLIES))
        return bool(found) and all(
            len(story) == len(self.expected)
            and all(move.text in texts for move, texts in zip(story, self.expected, strict=True))
            for story in found
        )

    def since(self, us: int, position: Position, plies: int) -> Excerpt:
        """The last so many plies, which begin there."""
        events = [(when - us + LEAD_US, point, on) for when, point, on in self.events if when >= us]
        return Excerpt(position, events, self.expected[len(self.expected) - plies :])

    def shorter(self) -> Excerpt:
        """The same without those pairs of events of a contact that it does not take to go wrong."""
        best = self
        for point in sorted({point for _, point, _ in best.events} - {TURN, POWER}):
            mine = [n for n, event in enumerate(best.events) if event[1] == point]
            k = 0
            while k + 1 < len(mine):
                left = {mine[k], mine[k + 1]}
                tried = best._replace(events=[e for n, e in enumerate(best.events) if n not in left])
                if tried.is_clear() and tried.is_wrong():
                    best = tried
                    mine = [n for n, event in enumerate(best.events) if event[1] == point]
                else:
                    k += 1
        return best

    def trace(self, remark: str) -> str:
        """As a reed trace (docs/traces.md)."""
        meant = " ".join("|".join(sorted(texts)) for texts in self.expected)
        lines = ["lakabe-trace 1", f"# {remark}", f"# Recorded: {' '.join(self.recorded())}"]
        lines += [f"# expect: {meant}".rstrip(), f"start {picture(self.occupied)}"]
        lines.append(f"0 load {reference.format_position(self.position)}")
        for us, point, on in self.events:
            what = BUTTONS.get(point) or name(point)
            lines.append(f"{us // 1000}.{us % 1000:03d} {what} {int(on)}")
        return "\n".join([*lines, f"{-(-self.end // 1000)} end"]) + "\n"


def shortest(whole: Excerpt, begins: list[tuple[int, Position, int]]) -> Excerpt | None:
    """The shortest excerpt that is wrong, of those that begin with one of these turns; None where none is.

    begins: when each began, in which position, and how many plies before the end.
    """
    for us, position, plies in reversed(begins):
        if plies <= len(whole.expected):
            found = whole.since(us, position, plies)
            if found.is_wrong():
                return found.shorter()
    return None
