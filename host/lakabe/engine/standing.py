"""A game as the engine needs it: the position, and what R11 has to know of those before it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Self

import numpy as np
from numpy.typing import NDArray

from fanorona.rules.rules import BLACK, WHITE
from lakabe.engine import bitboard, lines, moves
from lakabe.engine.memo import key_of
from lakabe.engine.state import DRAWS, PAST, PATH, QUIET, QUIET_DRAW
from lakabe.games.irregular import board_after, is_irregular

START = "BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW W"


@dataclass
class Course:
    """A position, the side to move, the plies since the last capture, and the keys of the positions in these.

    It knows no moves, so it serves all variants. ``past`` does not have the present position; ``draws`` says
    whether R11 holds.
    """

    own: int
    enemy: int
    turn: int = WHITE
    quiet: int = 0
    past: list[int] = field(default_factory=list)
    draws: bool = True
    limit: int = QUIET_DRAW

    def play(self, after: tuple[int, int]) -> None:
        """Play the move that leads to ``after``: own and enemy as the mover sees them. It is not checked."""
        if after[1] == self.enemy:
            self.past.append(int(key_of(self.own, self.enemy)))
            self.quiet += 1
        else:
            self.past.clear()
            self.quiet = 0
        self.enemy, self.own = after
        self.turn = BLACK if self.turn == WHITE else WHITE

    def copy(self) -> Self:
        """Another one that goes its own way."""
        return replace(self, past=self.past.copy())

    def after(self, after: tuple[int, int]) -> Self:
        """Another one that has gone on by that move."""
        other = self.copy()
        other.play(after)
        return other

    def begin_anew(self) -> None:
        """Forget what was before, as after an irregular move (P10)."""
        self.past.clear()
        self.quiet = 0

    def drawn(self) -> bool:
        """Whether R11 ends the game here."""
        return self.draws and (self.times(self.own, self.enemy) >= 3 or self.quiet >= self.limit)

    def times(self, own: int, enemy: int, plies: int = 0) -> int:
        """How often a position has stood that may stand in so many plies; the present one counts.

        Two sets are the same position (R11) only where the same side is to move: colours may have changed
        places.
        """
        stood = [*self.past, int(key_of(self.own, self.enemy))]
        return stood[-1 - plies % 2 :: -2].count(int(key_of(own, enemy)))

    def tell(self, state: NDArray[np.int64]) -> None:
        """Write what R11 needs for a search from here (``state``)."""
        past = self.past[-QUIET_DRAW:]
        state[PAST] = len(past)
        state[DRAWS] = self.draws
        state[QUIET] = self.limit
        state[PATH : PATH + len(past)] = past
        state[PATH + len(past)] = key_of(self.own, self.enemy)


class Standing(Course):
    """The course of an ordinary game."""

    @classmethod
    def of(cls, text: str = START) -> Standing:
        """A game that begins at a position in N2; ValueError says what is wrong with it."""
        return cls(*bitboard.parse(text))

    def play_text(self, text: str) -> None:
        """Play a move in N1, or lay the board after an irregular one; ValueError where it is not legal."""
        if is_irregular(text):
            turn = "W" if self.turn == WHITE else "B"
            own, enemy, _ = bitboard.parse(f"{board_after(text)} {turn}")
            self.play((own, enemy))
            self.begin_anew()
            return
        self.play(lines.parse_move(self.own, self.enemy, text))

    def results(self) -> list[tuple[int, int]]:
        """What the legal moves lead to, each once."""
        return moves.results(self.own, self.enemy)

    def over(self) -> str | None:
        """``"loss"`` (of the side to move, R10) or ``"draw"`` (R11) when the game is over, else None."""
        if not self.results():
            return "loss"
        return "draw" if self.drawn() else None

    def text(self) -> str:
        """The position in N2."""
        return bitboard.format_n2(self.own, self.enemy, self.turn)
