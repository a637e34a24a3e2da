"""The finished games of the journal, told to a host that asks for them (PROTOCOL.md).

A part of a page of the journal is looked through, or a line written, in each step. Nothing is allocated.
"""

from fanorona.compat import const
from fanorona.modes.keeper import Keeper
from fanorona.rules.game import ABANDONED, UNFINISHED
from fanorona.store.reader import Reader
from fanorona.store.records import (
    BEGUN,
    IRREGULAR,
    LONGEST_GAME_NAME,
    MOST_MOVES,
    PAGE,
    RESULT,
    STANDS,
    Entry,
)
from fanorona.wire.outbox import MAX_LINE
from fanorona.wire.reports import REASONS, RESULTS, Reports

_FEW = const(64)
"""Bytes that may wait to be sent when a line is added."""
_STRIDE = const(20)
"""Records looked through in a turn of the loop."""
_UNHEARD = const(32)
"""Lines that may wait to be acknowledged: those of the game in play must not be pushed out."""
_DASH = const(45)
_ROOM = const(64)
"""Bytes for the moves of a line; the first one may be longer."""
_MOVES = const(11)
"""Moves of a line at most, which has 16 fields at most (PROTOCOL.md)."""

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
        self._other = bytearray(LONGEST_GAME_NAME)
        self._place = 0  # of the game's start
        self._ply = -1  # the last one told, or listed
        self._has_moves = False
        self._result = UNFINISHED
        self._reason = 0

    def look_up(self, name: bytes, place: int) -> None:
        """Tell the game of that name whose start is there; without a name, which games there are."""
        if name:
            self._fetch(name, place)
        else:
            self._list_games()

    def stop(self) -> None:
        """Forget the request."""
        self._doing = _NOTHING

    def is_busy(self) -> bool:
        """Whether there is something to tell."""
        return self._doing != _NOTHING

    def go_on(self) -> None:
        """Look through a part of a page, or write a line, when the host has had the others."""
        out = self._reports.outbox
        if out.room() < 2 * MAX_LINE or out.pending() > _FEW or out.next - out.acked > _UNHEARD:
            return
        journal = self._keeper.journal
        if journal is None or self._page < 0:
            self._finish()
            return
        reader = journal.reader
        if reader.turn_to(self._page):
            if self._at:
                reader.go_to(self._at)
            for _ in range(_STRIDE):
                if not reader.next_in_page():
                    break
                entry = reader.entry
                self._at = entry.at + entry.size
                told = self._list(entry) if self._doing == _LISTING else self._tell(reader)
                if told or self._doing == _NOTHING:
                    return
            else:
                return  # the rest of the page takes another turn
        self._at = 0
        self._page = -1 if self._page == journal.newest_page() else (self._page + 1) % journal.pages()

    def _list_games(self) -> None:
        self._doing = _LISTING
        self._size = 0
        journal = self._keeper.journal
        self._page = -1 if journal is None else journal.oldest_page()
        self._at = 0
        self._result = UNFINISHED

    def _fetch(self, name: bytes, place: int) -> None:
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
        self._result = UNFINISHED

    def _finish(self) -> None:
        """The end of the journal, or of the game to tell, has come."""
        if self._result and self._doing == _TELLING:
            self._tell_end()
        elif not self._lists_one():
            if self._doing == _LISTING:
                self._size = 0
            self._begin(b"kept" if self._doing == _LISTING else b"gone")
            self._reports.outbox.end()
            self._doing = _NOTHING

    def _list(self, entry: Entry) -> bool:
        """See what a record says of a game; whether a line of it was written."""
        kind = entry.kind
        if kind == BEGUN:
            has_ended = self._result != UNFINISHED
            if self._lists_one():
                self._at = entry.at
                return True
            if not self._is_named(self._other, entry.copy_name(self._other)) or has_ended:
                self._size = entry.copy_name(self._name)
                self._place = self._page * PAGE + entry.at
                self._has_moves = False
        elif kind == RESULT:
            self._result = entry.result()
            self._reason = entry.reason()
            return False
        self._result = UNFINISHED
        if kind < MOST_MOVES:
            self._ply += 1
            self._has_moves = True
        else:
            self._ply = entry.ply()
        return False

    def _lists_one(self) -> bool:
        """List the game that has been looked through, if it has ended and is not in play again."""
        result = self._result
        self._result = UNFINISHED
        if not result or not self._size or (result == ABANDONED and not self._has_moves):
            return False
        if self._reports.tells_game() and self._is_named(self._reports.name, self._reports.name_size):
            return False
        journal = self._keeper.journal
        if journal is None or (self._keeper.taken_up and self._is_named(journal.name, journal.name_size)):
            return False
        self._begin(b"kept")
        self._reports.outbox.put_number(self._place)
        self._put_end(result)
        self._size = 0
        return True

    def _tell(self, reader: Reader) -> bool:
        """Tell what a record says, and the moves that follow; whether a line was written."""
        entry = reader.entry
        kind = entry.kind
        if kind == BEGUN and self._result:
            self._tell_end()
            return True
        is_mine = self._ply >= 0
        if kind == BEGUN:
            is_mine = self._is_named(self._other, entry.copy_name(self._other))
        if not is_mine:
            self._page = -1
            return True
        if kind == RESULT:
            self._result = entry.result()
            self._reason = entry.reason()
            return False
        self._result = UNFINISHED
        if kind < MOST_MOVES:
            self._tell_moves(reader)
            return True
        if kind == BEGUN or kind == STANDS:
            ply = entry.ply()
            if ply > self._ply or (kind == BEGUN and ply < self._ply):
                self._tell_position(reader, ply)
                return True
            self._ply = ply
        return False

    def _tell_end(self) -> None:
        self._begin(b"ended")
        self._put_end(self._result)
        self._doing = _NOTHING

    def _put_end(self, result: int) -> None:
        """End the line with the last ply, the result and its reason."""
        out = self._reports.outbox
        out.put_number(self._ply)
        out.put_word(RESULTS, result)
        out.put_word(REASONS, self._reason)
        out.end()

    def _tell_position(self, reader: Reader, ply: int) -> None:
        self._ply = ply
        reader.entry.unpack(reader.board)
        self._begin(b"past")
        self._reports.outbox.put_number(ply + 1)
        self._reports.put_position(reader.board, reader.entry.turn())
        self._reports.put_variant(reader.entry.variant())
        self._reports.outbox.end()

    def _tell_moves(self, reader: Reader) -> None:
        """A line with the present move, and those after it as far as page and line have room."""
        out = self._reports.outbox
        entry = reader.entry
        self._begin(b"played")
        out.put_number(self._ply + 1)
        room = _ROOM
        first = self._ply
        while self._ply - first < _MOVES:
            room -= 4 * entry.steps() + 3
            if room < 0 and self._at != entry.at + entry.size:
                break
            self._ply += 1
            if entry.kind == IRREGULAR:
                entry.unpack(reader.board)
                out.put(b"--")
                self._reports.add_board(reader.board)
            else:
                self._reports.put_steps(entry.kind, entry.data, entry.steps_at(), entry.steps())
            self._at = entry.at + entry.size
            if not reader.next_in_page() or entry.kind >= MOST_MOVES:
                break
        out.end()

    def _begin(self, name: bytes) -> None:
        """Begin a line about the game."""
        out = self._reports.outbox
        out.begin(name, self._reports.now)
        out.space()
        if self._size:
            out.add(self._name, self._size)
        else:
            out.put_char(_DASH)

    def _is_named(self, name: bytearray, size: int) -> bool:
        """Whether the game under way has this name."""
        if size != self._size:
            return False
        for i in range(size):
            if name[i] != self._name[i]:
                return False
        return True
