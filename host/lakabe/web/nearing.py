"""Whether the next move can end the game as a draw by R11: told one move before it happens."""

from __future__ import annotations

from collections import Counter

from fanorona.rules.moves import first_move, next_move
from fanorona.rules.notation import format_move
from fanorona.rules.rules import MOVE_LOG, PLACING, Position
from lakabe.games.draws import FIFTY, REPETITION
from lakabe.language.saying import NOTHING, Text, say

MOST_QUIET = 100
"""Plies without a capture that are a draw: fifty moves each."""
NAMED = 2
"""More moves than this that repeat a position are not named."""


class Nearing:
    """Follows the positions of one game. ``counts`` has the draws that count (``lakabe.games.draws``)."""

    def __init__(self) -> None:
        self.counts = {REPETITION, FIFTY}
        self._stood: Counter[bytes] = Counter()
        self._quiet = 0
        self._stones = 0
        self._told: tuple[bytes, Text] | None = None

    def begin(self, position: Position) -> None:
        """The game begins here, as far as it is known."""
        self._stood.clear()
        self._quiet, self._stones, self._told = 0, _count(position), None
        self._stood[_key(position)] += 1

    def play(self, position: Position) -> None:
        """A move has led to this position, and the turn is over."""
        if _count(position) != self._stones or position.phase == PLACING:
            self.begin(position)
            return
        self._quiet += 1
        self._told = None
        self._stood[_key(position)] += 1

    def said(self, position: Position) -> Text:
        """What players should know before the next move from here; empty where nothing is near."""
        if position.phase == PLACING:
            return NOTHING
        if FIFTY in self.counts and self._quiet == MOST_QUIET - 1 and not position.must_capture():
            return say(
                "The next move without a capture ends the game: fifty moves each without one are a draw."
            )
        if REPETITION not in self.counts or 2 not in self._stood.values():
            return NOTHING
        key = _key(position)
        if self._told is None or self._told[0] != key:
            self._told = key, _sentence(self._repeating(position))
        return self._told[1]

    def _repeating(self, position: Position) -> list[str]:
        """The moves (N1) after which the position stands for the third time."""
        found = []
        walked = Position(MOVE_LOG)
        walked.copy(position)
        more = first_move(walked)
        while more:
            text = format_move(walked)
            if "A" not in text and "W" not in text:
                walked.end_turn()
                if self._stood[_key(walked)] == 2:
                    found.append(text)
                walked.back_turn()
            more = next_move(walked)
        return found


def _sentence(moves: list[str]) -> Text:
    if not moves:
        return NOTHING
    if len(moves) > NAMED:
        return say(
            "{count} moves would bring the same position for the third time: a draw.", count=len(moves)
        )
    if len(moves) == 1:
        return say("{move} would bring the same position for the third time: a draw.", move=moves[0])
    return say(
        "{move} or {other} would bring the same position for the third time: a draw.",
        move=moves[0],
        other=moves[1],
    )


def _key(position: Position) -> bytes:
    return bytes(position.board) + bytes([position.turn])


def _count(position: Position) -> int:
    return position.stones[1] + position.stones[2]
