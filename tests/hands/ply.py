"""What came of one turn of a sitting, in the terms of a record."""

from __future__ import annotations

from dataclasses import dataclass

from hands.acts import TURN, Act
from hands.umpire import Turn
from reference import Move, format_position, name


@dataclass
class Ply:
    """What happened in one turn, or in two that got entangled.

    expected: the N1 texts that are right for each ply that this turn settled. taken_back: how many plies
    before no longer stand. is_cut: the power failed. lets_stand: the first of them is irregular (P10).
    is_too_soon: the reply began while a captured stone still stood. habit: which one acted in it
    (`habitual`). is_anew: the game was broken off, and another one begun. before: the texts that are right
    for the ply before, where what told them apart may be lost.
    """

    number: int
    expected: list[frozenset[str]]
    note: str
    is_illegal: bool = False
    taken_back: int = 0
    is_cut: bool = False
    may_ask: bool = False
    lets_stand: bool = False
    is_too_soon: bool = False
    habit: str = ""
    is_anew: bool = False
    before: frozenset[str] = frozenset()


def listed(acts: list[Act]) -> str:
    """Touches in words."""

    def one(act: Act) -> str:
        if act.point == TURN:
            return "turn"
        return f"{name(act.point)}{'+' if act.placed else '-'}"

    return " ".join(one(act) for act in acts)


def told(turn: Turn, move: Move, acts: list[Act]) -> str:
    """A move, from where it was made and with which touches."""
    return f"{move.text} in {format_position(turn.position)} as {listed(acts)}"
