"""Of moves that lead to one position the one is recorded to whose points the stone went (P8)."""

from __future__ import annotations

import itertools

import pytest

import reference
from core.board import Board
from fanorona.hands.evidence import Evidence

POSITION = "BB1B3B1/BB2B1BWB/B6BW/WW1W2W1W/WW1W2WW1 B"
MEANT = "g4-f4W-e3A-f2A-e2W"
SHORTER = "g4-g3A-f2W-e2A"


def recorded() -> list[str]:
    """The stone is set down on each point; then what it took comes off, in each order in turn."""
    move = reference.find_move(reference.parse_position(POSITION), MEANT)
    texts = []
    for order in itertools.permutations(sorted(move.captures)):
        board = Board(POSITION)
        for step in move.steps:
            board.lift(reference.name(step.start))
            board.place(reference.name(step.end))
        for point in order:
            board.lift(reference.name(point))
        board.press()
        texts += board.moves()
    return texts


def test_the_points_count_before_the_order_of_the_captures() -> None:
    assert recorded() == [MEANT] * 24


def test_they_do_not_where_no_contact_counts_as_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Evidence, "follow", lambda evidence, move: 0)
    assert recorded().count(SHORTER) > 12
