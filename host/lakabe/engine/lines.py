"""Moves as text (N1) and back, for the engine's positions of two bitboards."""

from __future__ import annotations

from collections.abc import Sequence

from fanorona import notation
from fanorona.rules import MOVE_LOG, WHITE, Position
from lakabe.engine.bitboard import from_position, to_position


def format_move(own: int, enemy: int, after: tuple[int, int]) -> str:
    """The move that leads to ``after`` (own and enemy as the mover sees them) in N1.

    Of several the one with the fewest steps (P8), and of these the first that ``fanorona.rules`` finds.
    ValueError when no legal move leads there.
    """
    position = Position(MOVE_LOG)
    to_position(own, enemy, WHITE, position)
    text = ""
    fewest = MOVE_LOG + 1
    found = position.first()
    while found:
        if position.steps < fewest and from_position(position) == after:
            text = notation.format_move(position)
            fewest = position.steps
        found = position.following()
    if not text:
        raise ValueError("no legal move leads there")
    return text


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
