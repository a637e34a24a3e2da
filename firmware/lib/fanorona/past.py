"""The finished games of the journal, told to a host that asks for them (PROTOCOL.md).

A page of the journal is looked through, or a line written, in each step. Nothing is allocated.
"""

from fanorona.compat import const
from fanorona.game import ABANDONED
from fanorona.geometry import POINTS
from fanorona.keeper import Keeper
from fanorona.outbox import MAX_LINE
from fanorona.records import (
    KIND,
    LONGEST_GAME_NAME,
    MOVE,
    MOVE_BOARD,
    MOVE_STEPS,
    PAGE,
    PLY,
    RESULT,
    RESULT_REASON,
    RESULT_RESULT,
    START,
    START_BOARD,
    START_NAME,
    SUM,
    TAKEBACK,
    TAKEBACK_PLY,
    turn_of,
    unpack,
)
from fanorona.reports import REASONS, RESULTS, Reports

_FEW = const(64)
"""Bytes that may wait to be sent when a line is added."""
_UNHEARD = const(32)
"""Lines that may wait to be acknowledged: those of the game in play must not be pushed out."""
_DASH = const(45)
_ROOM = const(64)
"""Bytes for the moves of a line; the first one may be longer."""

# What is being done
_NOTHING = const(0)
_LISTING = const(1)
_TELLING = const(2)


class Past:
    """One request at a time; the next one takes its place."""

    def __init__(self, keeper: Keeper, reports: Reports) -> None:
        self._keeper = keeper
        self._reports = reports
        self._doing = _NOTHING
        self._page = 0  # number of the page, over all sectors
        self._at = 0  # place in it; 0 for its beginning
        self._name = bytearray(LONGEST_GAME_NAME)
        self._size = 0  # of the name; 0: no game has begun
        self._place = 0  # of the game's start
        self._ply = -1  # plies told, or listed
        self._board = bytearray(POINTS)

    def list_games(self) -> None:
        """Tell the names of all games that are there."""
        self._doing = _LISTING
        self._size = 0
        journal = self._keeper.journal
        self._page = -1 if journal is None else journal.oldest_page()
        self._at = 0

    def fetch(self, name: bytes, place: int) -> None:
        """Tell the game of that name whose start is there."""
        self._doing = _TELLING
        self._size = min(len(name), LONGEST_GAME_NAME)
        for i in range(self._size):
            self._name[i] = name[i]
        journal = self._keeper.journal
        self._page = place // PAGE
        if journal is None or journal.oldest_page() < 0 or self._page >= journal.pages():
            self._page = -1
        self._at = place % PAGE
        self._ply = -1

    def stop(self) -> None:
        """Nobody listens any more."""
        self._doing = _NOTHING

    def is_busy(self) -> bool:
        """Whether there is something to tell."""
        return self._doing != _NOTHING

    def go_on(self) -> None:
        """Look through a page, or what is left of it, or write a line, when the host has had the others."""
        out = self._reports.outbox
        if out.room() < 2 * MAX_LINE or out.pending() > _FEW or out.next - out.acked > _UNHEARD:
            return
        journal = self._keeper.journal
        if journal is None or self._page < 0:
            self._finish()
            return
        reader = journal.reader
        if reader.turn_to(self._page):
            at = self._at or reader.at
            n = reader.length(at)
            while n:
                if self._doing == _LISTING:
                    told = self._list(reader.view, at, n)
                    self._at = at + n
                else:
                    told = self._tell(reader.view, at, n)
                if told or self._doing == _NOTHING:
                    return
                at += n
                n = reader.length(at)
        self._at = 0
        self._page = -1 if self._page == journal.newest_page() else (self._page + 1) % journal.pages()

    def _finish(self) -> None:
        """The end of the journal has come."""
        self._begin(b"kept" if self._doing == _LISTING else b"gone")
        self._doing = _NOTHING
        self._reports.outbox.end()

    def _list(self, view: bytearray, at: int, n: int) -> bool:
        """See what a record says of a game; whether a line of it was written."""
        kind = view[at + KIND]
        if kind == START:
            if not self._is_mine(view, at, n):
                self._size = n - START_NAME - SUM
                for i in range(self._size):
                    self._name[i] = view[at + START_NAME + i]
                self._place = self._page * PAGE + at
                self._ply = 0
        elif kind == MOVE:
            self._ply = 1
        elif kind == RESULT and self._size:
            counts = self._ply > 0 or view[at + RESULT_RESULT] != ABANDONED
            if counts and not self._is_present():
                out = self._reports.outbox
                self._begin(b"kept")
                out.put_number(self._place)
                out.end()
            self._size = 0
            return counts
        return False

    def _tell(self, view: bytearray, at: int, n: int) -> bool:
        """Tell what a record says, and the moves that follow; whether a line was written."""
        kind = view[at + KIND]
        out = self._reports.outbox
        self._at = at + n
        if kind == START:
            if not self._is_mine(view, at, n):
                self._page = -1
                return True
            ply = view[at + PLY] | view[at + PLY + 1] << 8
            if ply != self._ply:
                self._tell_position(view, at, START_BOARD, ply)
                return True
        elif self._ply < 0:
            self._page = -1
            return True
        elif kind == MOVE:
            skipped = view[at + PLY] - self._ply - 1 & 255
            if skipped:
                self._tell_position(view, at, MOVE_BOARD, self._ply + skipped + 1)
            else:
                self._tell_moves(view, at)
            return True
        elif kind == TAKEBACK:
            ply = view[at + PLY] | view[at + TAKEBACK_PLY] << 8
            if ply > self._ply:
                self._tell_position(view, at, MOVE_BOARD, ply)
                return True
            self._ply = ply
        elif kind == RESULT:
            self._begin(b"ended")
            out.put_number(self._ply)
            out.put(RESULTS[view[at + RESULT_RESULT]])
            out.put(REASONS[view[at + RESULT_REASON]])
            out.end()
            self._doing = _NOTHING
            return True
        return False

    def _tell_position(self, view: bytearray, at: int, board: int, ply: int) -> None:
        self._ply = ply
        unpack(view, at + board, self._board)
        self._begin(b"past")
        self._reports.outbox.put_number(ply + 1)
        self._reports.put_position(self._board, turn_of(view, at))
        self._reports.outbox.end()

    def _tell_moves(self, view: bytearray, at: int) -> None:
        """A line with the move at ``at``, and those after it as far as page and line have room."""
        out = self._reports.outbox
        journal = self._keeper.journal
        assert journal is not None
        self._begin(b"played")
        out.put_number(self._ply + 1)
        room = _ROOM
        n = view[at]
        while n and view[at + KIND] == MOVE and view[at + PLY] == self._ply + 1 & 255:
            steps = n - MOVE_STEPS - 1 - SUM
            room -= 4 * steps + 3
            if room < 0 and self._at != at + n:
                break
            self._ply += 1
            self._reports.put_steps(view[at + MOVE_STEPS], view, at + MOVE_STEPS + 1, steps)
            at += n
            self._at = at
            n = journal.reader.length(at)
        out.end()

    def _begin(self, name: bytes) -> None:
        """Begin a line about the game."""
        out = self._reports.outbox
        out.begin(name, self._reports.now)
        out.space()
        if self._page < 0 and self._doing == _LISTING:
            out.put_char(_DASH)
        else:
            out.add(self._name, self._size)

    def _is_mine(self, view: bytearray, at: int, n: int) -> bool:
        """Whether a start is one of the game under way."""
        return self._is_named(view, at + START_NAME, n - START_NAME - SUM)

    def _is_present(self) -> bool:
        """Whether the game listed is in play again."""
        return self._is_named(self._reports.name, 0, self._reports.name_size)

    def _is_named(self, name: bytearray, at: int, size: int) -> bool:
        if size != self._size:
            return False
        for i in range(size):
            if name[at + i] != self._name[i]:
                return False
        return True
