"""Plies that were let stand without being legal moves (P10): ``--`` and the board after them, in one word."""

from __future__ import annotations

from fanorona.rules.notation import IRREGULAR

SHOWN = "irregular"
"""What people read in the place of such a move."""


def is_irregular(text: str) -> bool:
    """Whether this stands for such a ply in the place of a move (N1)."""
    return text.startswith(IRREGULAR)


def shown(text: str) -> str:
    """A move as people read it."""
    return SHOWN if is_irregular(text) else text


def board_after(text: str) -> str:
    """The board (N2 without the side to move) after such a ply."""
    return text.removeprefix(IRREGULAR)
