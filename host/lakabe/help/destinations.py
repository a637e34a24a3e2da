"""Where a stone in the hand may go, and which results of the move that leaves open.

On a smaller board the points that do not belong to it are among the own stones: they are in the way, and take
nothing. The debtor of a vela's first phase takes a single stone by a single step (V3).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from fanorona.rules import notation
from fanorona.rules.geometry import NEXT, NONE
from fanorona.rules.steps import AHEAD, BEHIND, FIRST, TO, WAY
from lakabe.engine.bitboard import NEAR, points_of
from lakabe.help.consequences import After

STEPS_MOST = 20_000
"""Steps that are followed of one stone; made-up positions can have chains beyond number."""


@dataclass(frozen=True)
class Way:
    """How far a move has got: its stone's point, the other own stones, the enemy's, where it has been, and
    the direction of its last step, 8 before the first. ``single``: it takes one stone, by one step (V3)."""

    stone: int
    rest: int
    enemy: int
    visited: int
    last: int = 8
    single: bool = False

    @property
    def result(self) -> After:
        """Own and enemy if it ends here."""
        return self.rest | 1 << self.stone, self.enemy

    def steps(self) -> Iterator[tuple[int, str, Way]]:
        """The capturing steps that may follow: to which point, ``A`` or ``W``, and how far it is then."""
        if self.single and self.last != 8:
            return
        for s in range(FIRST[self.stone], FIRST[self.stone + 1]):
            q, way = TO[s], WAY[s]
            if (self.rest | self.enemy | self.visited) >> q & 1 or way == self.last:
                continue
            for kind, x, d in (("A", AHEAD[s], way), ("W", BEHIND[s], way ^ 4)):
                taken = 0
                while x != NONE and self.enemy >> x & 1:
                    taken |= 1 << x
                    x = NONE if self.single else NEXT[x * 8 + d]
                if taken:
                    been = self.visited | 1 << q
                    yield q, kind, Way(q, self.rest, self.enemy & ~taken, been, way, self.single)


def begun(own: int, enemy: int, stone: int, single: bool = False) -> Way:
    """A move of the stone on that point, before its first step."""
    return Way(stone, own & ~(1 << stone), enemy, 1 << stone, single=single)


def replayed(own: int, enemy: int, text: str, single: bool = False) -> Way | None:
    """How far the capturing move ``text`` (N1) has got; None for one that takes nothing, or is not legal."""
    steps = notation.parse_steps(text)
    way = begun(own, enemy, steps[0][0], single)
    for n, (_, q, _) in enumerate(steps):
        kind = text.split("-")[n + 1][2:]
        found = [after for to, one, after in way.steps() if (to, one) == (q, kind)]
        if not found:
            return None
        way = found[0]
    return way


def results(way: Way) -> set[After]:
    """All that a move can lead to that has got so far and takes, if it ends here or goes on."""
    found = set()
    todo = [way]
    count = 0
    while todo and count < STEPS_MOST:
        here = todo.pop()
        count += 1
        if here.last != 8:
            found.add(here.result)
        todo += [after for _, _, after in here.steps()]
    return found


def led_to(own: int, enemy: int, text: str, single: bool = False) -> After:
    """What a legal move (N1) leads to; a stone that is placed comes to its point."""
    way = replayed(own, enemy, text, single) if "-" in text else None
    if way is not None:
        return way.result
    points = [1 << notation.parse_point(name) for name in text.split("-")]
    return (own & ~points[0] if points[1:] else own) | points[-1], enemy


def destinations(own: int, enemy: int, way: Way, quiet: bool) -> dict[str, set[After]]:
    """The points to which the stone may go next, each with all that the move can lead to from there.

    ``quiet``: nobody who is to move can take anything.
    """
    found: dict[str, set[After]] = {}
    if way.last == 8 and quiet:
        for q in points_of(int(NEAR[way.stone]) & ~(own | enemy)):
            found[notation.point_name(q)] = {(way.rest | 1 << q, enemy)}
        return found
    for q, _, after in way.steps():
        found.setdefault(notation.point_name(q), set()).update(results(after))
    return found
