"""Going back in a game: to a position that the reeds show again, or to any ply (P5)."""

from fanorona.compat import const
from fanorona.hands.evidence import Evidence
from fanorona.hands.marks import Marks
from fanorona.rules.game import Game
from fanorona.rules.geometry import POINTS
from fanorona.rules.rules import EMPTY, NO_LOG, PLACING, TELO, WALL, Position

_RECENT = const(2)
"""Plies that go back at once to where stones of Telo were placed, once all are."""
_OF_PAIR = const(4)
"""Plies: a pair, and the two that it put back."""
_NOTHING = const(0)
_LOOKING = const(1)
_GOING = const(2)


class Takeback:
    """Goes through the moves of ``game`` a few at a time: ``look`` or ``begin``, then ``go`` to the end.

    ``found``: whether the game has come to be where it was to go. Its record has forgotten all later moves.
    ``pair``: after how many plies a move and its reply stood that were found at once. ``waits``: stones of
    Telo may have been taken up, which only time tells.
    """

    def __init__(self, game: Game, evidence: Evidence) -> None:
        self.found = self.waits = False
        self.pair = 0
        self._game = game
        self._evidence = evidence
        self._position = Position(NO_LOG)
        self._task = _NOTHING
        self._cursor = 0
        self._ply = 0
        self._target = 0
        self._earliest = 0

    def look(self, comes_back: bool, is_late: bool = False) -> None:
        """Look for the latest position at the beginning of a turn that looks like what the reeds show.

        More moves than points are otherwise now have not been undone: one stone set down wrongly may look
        like a position of long ago. But a move and a reply found at once may have been two put back.
        ``comes_back``: stones are put back on a bumped board; while some are beside it, it may look as it did
        before they were placed. ``is_late``: what is missing has been so for a second.
        """
        self.found = False
        game = self._game
        record = game.record
        self._earliest = game.ply - self._evidence.changed()
        if game.ply == self.pair:
            self._earliest -= _OF_PAIR
        position = game.position
        if sum(self._evidence.occupied) < position.stones[1] + position.stones[2]:
            if comes_back:
                return
            if position.variant == TELO and position.phase != PLACING and not is_late:
                # A stone that is missing was knocked off sooner than never placed, or is just being touched.
                is_touch = self._evidence.last_point() == record.end(record.last)
                self._earliest = max(self._earliest, game.ply - (1 if is_touch else _RECENT))
                self.waits = True
        self._position.copy(record.base)
        self._cursor = record.first
        self._ply = record.base_ply
        self._target = -1
        self._task = _LOOKING

    def begin(self, ply: int) -> None:
        """Go to the beginning of the turn after ``ply`` plies, of which the record has to know."""
        self._target = ply
        self._game.rewind()
        self._task = _GOING

    def go(self, count: int) -> bool:
        """Go on by up to ``count`` moves; whether that is all."""
        game = self._game
        evidence = self._evidence
        if self._task == _LOOKING:
            for _ in range(count):
                board = self._position.board
                if self._ply >= self._earliest and looks_like(evidence.occupied, board, evidence.blind):
                    self._target = self._ply
                if self._ply >= game.ply:
                    if self._target < 0:
                        self._task = _NOTHING
                    else:
                        self.begin(self._target)
                    break
                game.record.replay(self._cursor, self._position)
                self._position.end_turn()
                self._position.forget()
                self._cursor = game.record.after(self._cursor)
                self._ply += 1
        elif self._task == _GOING:
            for _ in range(count):
                if game.ply == self._target:
                    game.cut()
                    self.found = True
                    self.pair = 0
                    self._task = _NOTHING
                    break
                game.replay()
        return self._task == _NOTHING


def looks_like(occupied: bytes | bytearray, board: bytes | bytearray, blind: Marks) -> bool:
    """Whether stones stand where they do on a ``board``, as far as contacts tell.

    ``occupied``: 0 or 1 by point, or another board.
    """
    hidden = blind.value
    for p in range(POINTS):
        if (occupied[p] % WALL != EMPTY) != (board[p] % WALL != EMPTY) and not hidden[p]:
            return False
    return True
