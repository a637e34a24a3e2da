"""All complete moves of a position, as the core walks them."""

from __future__ import annotations

from collections.abc import Iterator

from fanorona.rules import notation, rules
from fanorona.rules.geometry import NONE
from fanorona.rules.moves import first_move, next_move


def each(position: rules.Position) -> Iterator[None]:
    """Has each complete move played on ``position``, with the turn not yet ended; then it is as before."""
    more = first_move(position)
    while more:
        yield
        more = next_move(position)


def texts(position: rules.Position) -> list[str]:
    """N1 of each."""
    return [notation.format_move(position) for _ in each(position)]


def outcomes(position: rules.Position) -> dict[str, tuple[frozenset[int], str]]:
    """N1 -> (stones taken, N2 after it) of each; none comes twice, and each can be taken back."""
    before = bytes(position.board)
    enemy = 3 - position.turn
    found: dict[str, tuple[frozenset[int], str]] = {}
    for _ in each(position):
        text = notation.format_move(position)
        taken = frozenset(x for x in range(45) if before[x] == enemy and position.board[x] != enemy)
        position.end_turn()
        assert text not in found, "walked twice"
        found[text] = (taken, notation.format_position(position))
        position.back_turn()
        assert notation.format_move(position) == text
    assert bytes(position.board) == before and position.steps == 0 and position.stone == NONE
    return found
