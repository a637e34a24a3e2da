"""A game as the engine needs it: the position, and what R11 has to know of those before it."""

from __future__ import annotations

from dataclasses import dataclass, field

from fanorona.rules import BLACK, WHITE
from lakabe.engine import bitboard, lines, moves
from lakabe.engine.memo import key_of
from lakabe.engine.state import QUIET_DRAW
from lakabe.irregular import board_after, is_irregular

START = "BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW W"


@dataclass
class Standing:
    """A position, the side to move, the plies since the last capture, and the keys of the positions in these.

    ``past`` does not have the present position; ``draws`` says whether R11 holds.
    """

    own: int
    enemy: int
    turn: int = WHITE
    quiet: int = 0
    past: list[int] = field(default_factory=list)
    draws: bool = True

    @classmethod
    def of(cls, text: str = START) -> Standing:
        """A game that begins at a position in N2; ValueError says what is wrong with it."""
        return cls(*bitboard.parse(text))

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

    def play_text(self, text: str) -> None:
        """Play a move in N1, or lay the board after an irregular one; ValueError where it is not legal."""
        if is_irregular(text):
            turn = "W" if self.turn == WHITE else "B"
            own, enemy, _ = bitboard.parse(f"{board_after(text)} {turn}")
            self.play((own, enemy))
            self.past.clear()
            self.quiet = 0
            return
        self.play(lines.parse_move(self.own, self.enemy, text))

    def results(self) -> list[tuple[int, int]]:
        """What the legal moves lead to, each once."""
        return moves.results(self.own, self.enemy)

    def over(self) -> str | None:
        """``"loss"`` (of the side to move, R10) or ``"draw"`` (R11) when the game is over, else None."""
        if not self.results():
            return "loss"
        key = int(key_of(self.own, self.enemy))
        if self.draws and (self.past.count(key) >= 2 or self.quiet >= QUIET_DRAW):
            return "draw"
        return None

    def text(self) -> str:
        """The position in N2."""
        return bitboard.format_n2(self.own, self.enemy, self.turn)
