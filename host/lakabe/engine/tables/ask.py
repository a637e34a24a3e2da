"""What tables say of the moves of a position."""

from __future__ import annotations

from lakabe.engine.lines import format_move
from lakabe.engine.moves import results
from lakabe.engine.tables.store import Tables
from lakabe.engine.tables.values import Value


def ranked(tables: Tables, own: int, enemy: int) -> list[tuple[str, Value]]:
    """The moves (N1) of a position that the tables know, best first, with the mover's value after each.

    Moves that lead to one position are one. Distances count from before the move.
    """
    found = []
    for after_own, after_enemy in results(own, enemy):
        value = tables.value(after_enemy, after_own)
        assert value is not None
        found.append((format_move(own, enemy, (after_own, after_enemy)), value.before()))
    return sorted(found, key=lambda one: (preference(one[1]), one[0]))


def preference(value: Value) -> tuple[int, int]:
    """Sorts values for who has the choice, the best first: quick wins, draws, slow losses."""
    distance = value.distance or 0
    if value.result == "win":
        return 0, distance
    return (1, 0) if value.result == "draw" else (2, -distance)
