"""What a hint is asked for: a position, and the moves that led there, for R11 and the last mistake."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from fanorona.rules import notation
from fanorona.rules.game import NO_MOVE, NO_STONE, Game
from fanorona.rules.rules import RIATRA, WHITE, Position
from lakabe.engine import bitboard
from lakabe.engine.standing import START, Course, Standing
from lakabe.errors import InputError
from lakabe.games import variants
from lakabe.games.irregular import is_irregular
from lakabe.games.sides import COLOURS
from lakabe.language.saying import NOTHING, message, say

VELAS = ("vela", "vela-creditor")
_LEFT = {
    NO_STONE: message("{side} has no stone left: the game is over"),
    NO_MOVE: message("{side} has no move left: the game is over"),
}


@dataclass(frozen=True)
class Question:
    """A game up to where somebody wonders: ``start`` (N2), and the moves (N1) since.

    After an irregular move (P10) it begins anew with the position after that, which no engine has to know.
    ``draws``: whether R11 holds; a board may be set to play on. ``variant``: which game it is
    (``lakabe.games.variants``); ``standing`` and what needs it is for the ordinary one, ``course`` for all.
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
        *_, last = self._positions()
        return last

    def course(self) -> Course:
        """The same with what R11 needs, for any variant. InputError."""
        positions = self._positions()
        first = next(positions)
        course = Course(*bitboard.from_position(first), first.turn, draws=self.draws)
        for text, position in zip(self.moves, positions, strict=True):
            enemy, own = bitboard.from_position(position)  # as the mover sees them
            course.play((own, enemy))
            if is_irregular(text) or "-" not in text:  # a stone that is placed (S2) does not come back
                course.begin_anew()
        return course

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

    def check(self) -> None:
        """InputError where there is nothing to ask for: ``position`` raises it, or the game is over.

        No engine is needed for that.
        """
        position = self.position()
        game = Game(position)
        game.judge()
        why = NOTHING
        if game.reason in _LEFT:
            side = COLOURS["W" if position.turn == WHITE else "B"]
            why = say(_LEFT[game.reason], side=side)
        elif game.result:
            why = say("the game is over")
        elif self.course().drawn():
            why = say("the game is a draw by R11")
        if why:
            raise InputError(why, say("ask about an earlier position"))

    def going_on(self) -> Question:
        """The same on a board that plays on: R11 does not hold there where it would have ended the game."""
        return replace(self, draws=False) if self.course().drawn() else self

    def riatra(self) -> Question:
        """The same as a question about the ordinary game, where a vela is in its second phase (V6).

        It has the moves of that phase. Those before are of no use to R11: the phase begins with a capture
        (V3), so no position from before can come again.
        """
        begun: Question | None = None
        if self.variant in VELAS:
            for n, position in enumerate(self._positions()):
                if position.phase != RIATRA:
                    begun = None
                elif begun is None:
                    begun = Question(notation.format_position(position), self.moves[n:], self.draws)
        return begun or self

    def before(self) -> Question | None:
        """The same before the last move; None where there was none."""
        return replace(self, moves=self.moves[:-1]) if self.moves else None

    def after(self, moves: Sequence[str]) -> Question:
        """The same after more moves."""
        return replace(self, moves=(*self.moves, *moves))

    def _positions(self) -> Iterator[Position]:
        """The position at the start and after each move: one that changes. InputError."""
        try:
            position = variants.load(self.variant, self.start)
            yield position
            for text in self.moves:
                notation.play_move(position, text)
                position.end_turn()
                position.forget()
                yield position
        except ValueError as error:
            raise InputError(str(error), "see N1 and N2 in `lakabe docs rules`") from error


def _position(start: str, moves: Sequence[str]) -> Standing:
    try:
        standing = Standing.of(start)
        for text in moves:
            standing.play_text(text)
    except ValueError as error:
        raise InputError(str(error), "see N1 and N2 in `lakabe docs rules`") from error
    return standing
