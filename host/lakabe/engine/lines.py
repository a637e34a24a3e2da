"""Moves as text (N1) and back, for the engine's positions of two bitboards."""

from __future__ import annotations

from collections.abc import Sequence

from fanorona.rules import notation
from fanorona.rules.geometry import NEXT, NONE
from fanorona.rules.rules import MOVE_LOG, WHITE, Position
from fanorona.rules.steps import AHEAD, BEHIND, FIRST, TO, WAY
from lakabe.engine.bitboard import NEAR, capturers, from_position, to_position


def format_move(own: int, enemy: int, after: tuple[int, int]) -> str:
    """The move that leads to ``after`` (own and enemy as the mover sees them) in N1.

    Of several the one with the fewest steps (P8), and of these the first that ``fanorona.rules.rules`` finds.
    ValueError when no legal move leads there.
    """
    left, came, taken = own & ~after[0], after[0] & ~own, enemy & ~after[1]
    steps: list[tuple[int, str]] | None = None
    if left.bit_count() == came.bit_count() == 1 and not after[1] & ~enemy:
        p, q = left.bit_length() - 1, came.bit_length() - 1
        if taken:
            steps = _chain(p, q, own, enemy, taken, 8)
        elif came & int(NEAR[p]) & ~enemy and not capturers(own, enemy):
            steps = [(q, "")]
    if steps is None:
        raise ValueError("no legal move leads there")
    return notation.point_name(p) + "".join(f"-{notation.point_name(q)}{kind}" for q, kind in steps)


def _chain(p: int, goal: int, own: int, enemy: int, taken: int, last: int) -> list[tuple[int, str]] | None:
    """The fewest steps from ``p`` to ``goal`` that take just ``taken``; ``own`` with all visited."""
    best: list[tuple[int, str]] | None = None
    for s in range(FIRST[p], FIRST[p + 1]):
        q, way = TO[s], WAY[s]
        if (own | enemy) >> q & 1 or way == last:
            continue
        for kind, x, d in (("A", AHEAD[s], way), ("W", BEHIND[s], way ^ 4)):
            gone = 0
            while x != NONE and enemy >> x & 1:
                gone |= 1 << x
                x = NEXT[x * 8 + d]
            if not gone or gone & ~taken:
                continue
            found: list[tuple[int, str]] | None = [] if q == goal and gone == taken else None
            if found is None:
                found = _chain(q, goal, own | 1 << q, enemy & ~gone, taken & ~gone, way)
            if found is not None and (best is None or len(found) + 1 < len(best)):
                best = [(q, kind), *found]
    return best


def parse_move(own: int, enemy: int, text: str) -> tuple[int, int]:
    """(own, enemy) after a move in N1, as the mover sees them; ValueError where it is not legal here."""
    position = Position(MOVE_LOG)
    to_position(own, enemy, WHITE, position)
    notation.play_move(position, text)
    return from_position(position)


def format_line(own: int, enemy: int, results: Sequence[tuple[int, int]]) -> list[str]:
    """The moves of a line: ``results`` are (own, enemy) after each, as its mover sees them."""
    texts = []
    for after in results:
        texts.append(format_move(own, enemy, after))
        enemy, own = after
    return texts
