"""From a click on a point, or from a whole move, to what hands with perfect manners do with the stones.

The rules are those of ``fanorona``. Nothing here touches a board: acts are planned here, and done elsewhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from fanorona.rules import notation
from fanorona.rules.geometry import COLUMNS, NONE, POINTS
from fanorona.rules.moves import takes
from fanorona.rules.notation import parse_point, point_name
from fanorona.rules.rules import APPROACH, EMPTY, MOVE_LOG, PLACING, WHITE, WITHDRAWAL, Position, step_between
from lakabe.language.saying import Text, say
from lakabe.web import reasons
from lakabe.web.table import Hand, HandError

SOON = 0.06
"""Seconds between two contacts of one hand: shorter ones may be taken for a bounce."""
STEP, AWAY, NEXT_AWAY, ENDS = 0.3, 0.2, 0.07, 0.25
"""Seconds before a step of a whole move, the first and further stones that it takes, and *turn* after it."""


@dataclass(frozen=True)
class Act:
    """One act of a hand, and the seconds to wait before it.

    ``kind``: ``lift``, ``place`` and ``off`` (to the tray) have a point, ``take`` (from the tray) a colour,
    and ``turn`` nothing.
    """

    kind: str
    what: str = ""
    pause: float = 0.0


class Manners:
    """Follows the move in progress. ``position`` has the steps of it that are decided.

    ``choice``: departure and destination of a step that was made and may take two lines, None without one.
    """

    def __init__(self) -> None:
        self.position = Position(MOVE_LOG)
        self.choice: tuple[int, int] | None = None

    def begin(self, position: Position, step: str = "") -> None:
        """Follow from the beginning of this turn, of which ``step`` (N1) is played already."""
        self.position = Position(MOVE_LOG)
        self.position.copy(position)
        self.choice = None
        if step:
            try:
                notation.play_move(self.position, step)
            except ValueError:
                pass  # the board corrects itself in a moment

    def find_choice(self, stones: Mapping[str, str]) -> None:
        """A step that hands have made on the table, of which both lines may be taken, waits for the choice.

        ``stones``: what stands where, W or B; a dot, or nothing, where none does.
        """
        position, own = self.position, _colour(self.position)
        left = [
            p for p in range(POINTS) if position.board[p] == position.turn and stones[point_name(p)] != own
        ]
        came = [p for p in range(POINTS) if position.board[p] == EMPTY and stones[point_name(p)] == own]
        if len(left) == len(came) == 1:
            s = step_between(left[0], came[0])
            if s >= 0 and reasons.may_step(position, s) == APPROACH | WITHDRAWAL:
                self.choice = left[0], came[0]

    def agrees(self, position: Position) -> bool:
        """Return True if what is followed here is a move in progress from this beginning of a turn."""
        other = Position(MOVE_LOG)
        other.copy(position)
        try:
            if move := notation.format_move(self.position):
                notation.play_move(other, move)
        except ValueError:
            return False
        return other.turn == self.position.turn and other.board == self.position.board

    def touch(self, point: str, hand: Hand | None) -> list[Act]:
        """What a click on a point means, with this stone in the hand; HandError says why it means nothing."""
        p, position = parse_point(point), self.position
        if self.choice is not None:
            return self._choose(p)
        if position.phase == PLACING:
            return self._set(p, hand)
        if hand is None or hand.origin is None:
            return self._touch_empty_handed(p)
        origin = parse_point(hand.origin)
        if p == origin:
            ends = [Act("turn", pause=SOON)] if position.steps else []
            return [Act("place", point), *ends]
        if position.board[p] != EMPTY and position.board[p] == position.turn and not position.steps:
            self._refuse(reasons.stone(position, p))
            return [Act("place", hand.origin), Act("lift", point, SOON)]
        if position.steps and self._replies(p):
            return [Act("place", hand.origin), Act("lift", point, SOON)]
        self._refuse(reasons.step(position, origin, p))
        return self._go(origin, p)

    def whole(self, move: str) -> list[Act]:
        """What is left of a whole move (N1), and *turn* where it could go on; nothing where it is another.

        A step that waits for the choice of its line is made already.
        """
        position, acts = self.position, []
        if position.phase == PLACING:
            acts = [Act("take", _colour(position), STEP), Act("place", move, STEP)]
            notation.play_move(position, move)
            return acts
        steps = notation.parse_steps(move)[position.steps :]
        if self.choice is not None and (not steps or steps[0][:2] != self.choice):
            return []
        for p, q, kind in steps:
            if not position.legal(p, q, kind):
                return []
            if self.choice is None:
                acts += [Act("lift", point_name(p), SOON), Act("place", point_name(q), STEP)]
            self.choice = None
            acts += self._play(p, q, kind)
        if position.may_go_on():
            acts.append(Act("turn", pause=ENDS))
        return acts

    def left_over(self, stones: str, reading: tuple[str, ...]) -> list[str]:
        """The points of ``stones`` (in ``reading`` order) that the move has taken and that still stand."""
        colour = "B" if self.position.turn == WHITE else "W"
        board = self.position.board
        return [
            name
            for letter, name in zip(stones, reading, strict=True)
            if letter == colour and board[parse_point(name)] == EMPTY
        ]

    def _touch_empty_handed(self, p: int) -> list[Act]:
        position = self.position
        if position.steps and p != position.stone:
            s = step_between(position.stone, p)
            if s >= 0 and reasons.may_step(position, s):
                return [Act("lift", point_name(position.stone)), *self._go(position.stone, p)]
            if self._replies(p):
                return [Act("lift", point_name(p))]
        if position.board[p] == EMPTY:
            raise HandError(reasons.expected(position))
        self._refuse(reasons.stone(position, p))
        return [Act("lift", point_name(p))]

    def _replies(self, p: int) -> bool:
        """End the move if the other side may reply with the stone on ``p`` (P2); whether it may."""
        if self.position.board[p] != 3 - self.position.turn:
            return False
        after = Position(MOVE_LOG)
        after.mirror(self.position)
        after.end_turn()
        after.forget()
        if reasons.stone(after, p):
            return False
        self.position = after
        return True

    def _set(self, p: int, hand: Hand | None) -> list[Act]:
        position = self.position
        if position.board[p] != EMPTY:
            raise HandError(reasons.expected(position))
        acts = [] if hand is not None else [Act("take", _colour(position))]
        position.place(p)
        return [*acts, Act("place", point_name(p), 0 if hand else SOON)]

    def _go(self, p: int, q: int) -> list[Act]:
        kinds = reasons.may_step(self.position, step_between(p, q))
        acts = [Act("place", point_name(q), SOON)]
        if kinds & APPROACH and kinds & WITHDRAWAL:
            self.choice = p, q
            return acts
        return acts + self._play(p, q, kinds, goes_on=True)

    def _choose(self, first: int) -> list[Act]:
        assert self.choice is not None
        p, q = self.choice
        for kind in (APPROACH, WITHDRAWAL):
            if first in taken(self.position, p, q, kind):
                self.choice = None
                return self._play(p, q, kind, first, goes_on=True)
        raise HandError(
            say("By approach or by withdrawal? Click a lit stone of the line that is to be taken.")
        )

    def _play(self, p: int, q: int, kind: int, first: int = NONE, goes_on: bool = False) -> list[Act]:
        """Play a step, whose stone stands there: what it takes goes; the stone is lifted if it may go on."""
        line = taken(self.position, p, q, kind)
        if first in line:
            line.remove(first)
            line.insert(0, first)
        acts = [Act("off", point_name(x), NEXT_AWAY if n else AWAY) for n, x in enumerate(line)]
        if first != NONE and acts:
            acts[0] = Act("off", acts[0].what)
        self.position.play(p, q, kind)
        if goes_on and self.position.may_go_on():
            acts.append(Act("lift", point_name(q), AWAY))
        return acts

    @staticmethod
    def _refuse(reason: Text) -> None:
        if reason:
            raise HandError(reason)


def taken(position: Position, p: int, q: int, kind: int) -> list[int]:
    """The points of what a step takes, the nearest first."""
    marks = bytearray(POINTS + 1)
    takes(position, p, q, kind, marks)
    found = [x for x in range(POINTS) if marks[x]]
    return sorted(found, key=lambda x: abs(x % COLUMNS - q % COLUMNS) + abs(x // COLUMNS - q // COLUMNS))


def _colour(position: Position) -> str:
    return "W" if position.turn == WHITE else "B"
