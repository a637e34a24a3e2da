"""What a hint is asked for: a position, and the moves that led there, for R11 and the last mistake."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from fanorona import notation
from fanorona.rules import RIATRA, Position
from lakabe import variants
from lakabe.engine.standing import START, Standing
from lakabe.errors import InputError
from lakabe.irregular import is_irregular

VELAS = ("vela", "vela-creditor")


@dataclass(frozen=True)
class Question:
    """A game up to where somebody wonders: ``start`` (N2), and the moves (N1) since.

    After an irregular move (P10) it begins anew with the position after that, which no engine has to know.
    ``draws``: whether R11 holds; a board may be set to play on. ``variant``: which game it is
    (``lakabe.variants``); ``standing`` and what needs it is for the ordinary one.
    """

    start: str = START
    moves: tuple[str, ...] = ()
    draws: bool = True
    variant: str = variants.ORDINARY

    def __post_init__(self) -> None:
        if self.variant != variants.ORDINARY:
            return
        last = max((n for n, text in enumerate(self.moves) if is_irregular(text)), default=-1)
        if last >= 0:
            start = _position(self.start, self.moves[: last + 1])
            object.__setattr__(self, "start", start.text())
            object.__setattr__(self, "moves", self.moves[last + 1 :])

    def position(self) -> Position:
        """The position of any variant; InputError for what is no position, or a move that is not legal."""
        try:
            position = variants.load(self.variant, self.start)
            for text in self.moves:
                notation.play_move(position, text)
                position.end_turn()
                position.forget()
        except ValueError as error:
            raise InputError(str(error), "see N1 and N2 in docs/rules.md") from error
        return position

    def now(self) -> str:
        """That position in N2."""
        return notation.format_position(self.position())

    def standing(self) -> Standing:
        """The position with its history; InputError for what is no position, or a move that is not legal."""
        if self.variant != variants.ORDINARY:
            raise InputError(f"the engine does not know {variants.NAMES[self.variant]}")
        standing = _position(self.start, self.moves)
        standing.draws = self.draws
        return standing

    def going_on(self) -> Question:
        """The same on a board that plays on: R11 does not hold there where it would have ended the game."""
        return replace(self, draws=False) if self.standing().over() == "draw" else self

    def riatra(self) -> Question:
        """The same as a question about the ordinary game, where a vela is in its second phase (V6)."""
        if self.variant not in VELAS or self.position().phase != RIATRA:
            return self
        return Question(self.now(), draws=self.draws)

    def before(self) -> Question | None:
        """The same before the last move; None where there was none."""
        return replace(self, moves=self.moves[:-1]) if self.moves else None

    def after(self, moves: Sequence[str]) -> Question:
        """The same after more moves."""
        return replace(self, moves=(*self.moves, *moves))


def _position(start: str, moves: Sequence[str]) -> Standing:
    try:
        standing = Standing.of(start)
        for text in moves:
            standing.play_text(text)
    except ValueError as error:
        raise InputError(str(error), "see N1 and N2 in docs/rules.md") from error
    return standing
