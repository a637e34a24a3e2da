"""A game's course: plies, draws and the end (R10, R11), and the moves played so far."""

import struct

from fanorona.compat import const
from fanorona.rules.geometry import NEXT, NONE, POINTS
from fanorona.rules.rules import (
    DIMY,
    GAME_LOG,
    MIRRORED_START,
    NO_LOG,
    PAIKA,
    RIATRA,
    STARTS,
    TELO,
    TSIVY,
    VELA,
    VELA_CREDITOR,
    WALL,
    WHITE,
    Position,
    has_three,
)

# Results
UNFINISHED = const(0)
WHITE_WINS = const(1)
BLACK_WINS = const(2)
DRAWN = const(3)
ABANDONED = const(4)

# Reasons
NO_STONE = const(1)
NO_MOVE = const(2)
REPETITION = const(3)
FIFTY = const(4)
AGREED = const(5)
"""Said by the host: agreement or resignation."""
GIVEN_UP = const(6)
"""A new game was asked for before this one had ended."""
FORFEIT = const(7)
"""The creditor has left the debtor no capture, or cannot help it (V5)."""
THREE = const(8)
"""Three in a row (S2)."""
DRAW_AGREED = const(9)
"""Said with the buttons of the board, as is the next."""
RESIGNED = const(10)
SET_UP_ANEW = const(11)
"""The stones were set up for another game before this one had ended."""

SAID = bytes((AGREED, GIVEN_UP, DRAW_AGREED, RESIGNED, SET_UP_ANEW))
"""The reasons that people give; the others are those of the rules."""

_PACKED = const(9)
_ALL = "9s"
_HISTORY = const(128)
_ALL_SEEN = "1152s"
_QUIET_LIMIT = const(100)


def first_board(variant: int, mirrored: bool) -> bytes:
    """The board with which a new game of that variant begins (B3, V1, S1, S2)."""
    return MIRRORED_START if mirrored and variant < DIMY else STARTS[variant]


def choose(position: Position, variant: int) -> None:
    """Set which game is played on ``position``; its ``load`` has to follow. Creates objects."""
    position.variant = variant
    position.law = None
    # Most players need none of these, and 5 KiB of the board's heap stay free without.
    if variant == VELA or variant == VELA_CREDITOR:
        from fanorona.rules.vela import Vela

        position.law = Vela()
    elif variant == TELO:
        from fanorona.rules.telo import Telo

        position.law = Telo()


class Record:
    """The moves of a game, the latest of them in a bounded ring of bytes.

    A move is its number of steps, its start point, and a byte a step: direction * 8 + kind. A stone that was
    placed (S2) is a move without steps. An irregular one
    (P10) starts from NONE, and its ten bytes are a 0, which is no kind, and the board after it, packed. Where
    there is no room for a move, the oldest are played into ``base``, so ``base`` is always the position
    before the first move kept, ``base_ply`` the number of plies played before that, and ``base_quiet`` how
    many of these since the last capture.

    A cursor is the place of a move, in bytes since the record began: ``first`` of the first kept, ``last`` of
    the last (-1 without any), ``size`` of the one that is still to come.
    """

    def __init__(self, capacity: int = 2048) -> None:
        """For so many bytes, a power of 2."""
        self.base = Position(NO_LOG)
        self.base_ply = 0
        self.base_quiet = 0
        self.first = 0
        self.last = -1
        self.size = 0
        self._bytes = bytearray(capacity)
        self._all = str(capacity) + "s"
        self._mask = capacity - 1

    def begin(self, position: Position, ply: int, quiet: int = 0) -> None:
        """Start a record at ``position``, with ``ply`` plies played before it."""
        self.base.copy(position)
        self.base_ply = ply
        self.base_quiet = quiet
        self.first = 0
        self.last = -1
        self.size = 0

    def adopt(self, other: "Record") -> None:
        """Become a copy of ``other``, a record of the same capacity."""
        self.base.copy(other.base)
        self.base_ply = other.base_ply
        self.base_quiet = other.base_quiet
        self.first = other.first
        self.last = other.last
        self.size = other.size
        struct.pack_into(self._all, self._bytes, 0, other._bytes)  # unlike a slice it creates nothing

    def append(self, position: Position) -> None:
        """Add the move whose steps stand played on ``position``."""
        steps = position.steps
        at = self._begin_move(position.step_from(0) if steps else position.stone, steps)
        for i in range(steps):
            self._bytes[at + i & self._mask] = position.step_way(i) * 8 + position.step_kind(i)

    def take(self, p: int, data: bytearray, at: int, steps: int) -> None:
        """Add a move from ``p`` whose steps lie in ``data`` from ``at`` on."""
        own = self._bytes
        mask = self._mask
        n = self._begin_move(p, steps)
        for i in range(steps):
            own[n + i & mask] = data[at + i]

    def take_board(self, board: bytearray) -> None:
        """Add an irregular move, after which the board is so."""
        own = self._bytes
        mask = self._mask
        n = self._begin_move(NONE, _PACKED + 1)
        own[n & mask] = 0
        for p in range(0, POINTS, 5):
            packed = 0
            for q in range(p, p + 5):
                packed = packed * 3 + board[q] % WALL
            n += 1
            own[n & mask] = packed

    def after(self, cursor: int) -> int:
        """The cursor of the move after the one at ``cursor``."""
        return cursor + self._bytes[cursor & self._mask] + 2

    def steps(self, cursor: int) -> int:
        """The number of steps of the move at ``cursor``."""
        return self._bytes[cursor & self._mask]

    def start(self, cursor: int) -> int:
        """The point the move at ``cursor`` starts from; NONE: it is irregular."""
        return self._bytes[cursor + 1 & self._mask]

    def step(self, cursor: int, i: int) -> int:
        """Step ``i`` of the move at ``cursor``: direction * 8 + kind."""
        return self._bytes[cursor + 2 + i & self._mask]

    def end(self, cursor: int) -> int:
        """The point the move at ``cursor`` ends on; NONE: it is irregular, or there is none (-1)."""
        data = self._bytes
        mask = self._mask
        p = data[cursor + 1 & mask]
        if p == NONE or cursor < 0:
            return NONE
        for i in range(cursor + 2, self.after(cursor)):
            p = NEXT[p * 8 + (data[i & mask] >> 3)]
        return p

    def replay(self, cursor: int, position: Position) -> None:
        """Play the steps of the move at ``cursor`` on ``position``; the turn is not ended.

        An irregular one leaves no steps there.
        """
        data = self._bytes
        mask = self._mask
        p = data[cursor + 1 & mask]
        if p == NONE:
            self._lay(cursor, position)
            return
        if not self.steps(cursor):
            position.place(p)
        for i in range(cursor + 2, self.after(cursor)):
            code = data[i & mask]
            q = NEXT[p * 8 + (code >> 3)]
            position.play(p, q, code & 7)
            p = q

    def cut(self, ply: int) -> None:
        """Forget the moves after ``ply`` plies, which are not fewer than ``base_ply``."""
        self.size = self.first
        self.last = -1
        for _ in range(ply - self.base_ply):
            self.last = self.size
            self.size = self.after(self.size)

    def _lay(self, cursor: int, position: Position) -> None:
        """Set ``position`` up as the irregular move at ``cursor`` left it, but for the side to move."""
        board = position.board
        p = 0
        for i in range(cursor + 3, cursor + 3 + _PACKED):
            rest = self._bytes[i & self._mask]
            for q in range(p + 4, p - 1, -1):
                board[q] = rest % 3
                rest //= 3
            p += 5
        position.load(board, position.turn)

    def _begin_move(self, p: int, steps: int) -> int:
        """Make room for a move from ``p``; where its steps belong."""
        n = self.size
        end = n + 2 + steps
        while end - self.first > len(self._bytes):
            self._drop()
        self._bytes[n & self._mask] = steps
        self._bytes[n + 1 & self._mask] = p
        self.last = n
        self.size = end
        return n + 2

    def _drop(self) -> None:
        """Forget the oldest move."""
        base = self.base
        self.replay(self.first, base)
        self.base_quiet = self.base_quiet + 1 if base.steps and base.step_kind(0) == PAIKA else 0
        base.end_turn()
        base.forget()
        self.base_ply += 1
        self.first = self.after(self.first)


class Game:
    """A position and what the rules need to know of how it came about.

    ``ply`` counts the plies played, ``quiet`` those since the last capture. ``repetition`` and ``fifty``
    switch the two draws of R11, ``mirrored`` the start (B3) of new games. ``following`` is the variant of the
    next one. ``second_at``: the ply with which the second phase of a vela began (V6), -1 while it has not.
    ``result`` and ``reason`` are set by ``commit`` and ``close``.
    """

    def __init__(self, position: Position | None = None) -> None:
        """From ``position``, which becomes that of the game and whose log holds GAME_LOG; or from B3."""
        self.position = Position(GAME_LOG) if position is None else position
        self.record = Record()
        self.repetition = True
        self.fifty = True
        self.mirrored = False
        self.following = TSIVY
        self.second_at = -1
        self.ply = 0
        self.quiet = 0
        self.result = UNFINISHED
        self.reason = 0
        self._packed = bytearray(_PACKED)
        self._seen = bytearray(_PACKED * _HISTORY)
        self._seen_count = 0
        self._seen_from = 0  # the first since the last capture
        self._is_stale = False  # ``_packed`` is not that of the position
        self._cursor = 0  # of the move that is replayed next, and of the one before
        self._last = -1
        # As it was before the last move.
        self._earlier = -1  # the cursor of the move before it
        self._earlier_from = 0
        self._earlier_quiet = 0
        self._earlier_second = -1
        self.can_back = False
        self._begin(0)

    def start(self) -> None:
        """A new game of the variant ``following`` (B3, V1, S1, S2); after a vela comes an ordinary one."""
        variant = self.following
        position = self.position
        if variant != position.variant:
            choose(position, variant)
        position.load(first_board(variant, self.mirrored), WHITE)
        if variant < DIMY:
            self.following = TSIVY
        self._begin(0)

    def load(self, position: Position, ply: int = 0) -> None:
        """A game from any position, at the beginning of a turn, with ``ply`` plies played before it."""
        self.position.copy(position)
        self._begin(ply)
        self.judge()

    def adopt(self, other: "Game") -> None:
        """Become a copy of ``other``, a game at the beginning of a turn; the settings stay."""
        self.position.copy(other.position)
        self.record.adopt(other.record)
        self.ply = other.ply
        self.quiet = other.quiet
        self.result = other.result
        self.reason = other.reason
        struct.pack_into(_ALL, self._packed, 0, other._packed)
        struct.pack_into(_ALL_SEEN, self._seen, 0, other._seen)
        self._seen_count = other._seen_count
        self._seen_from = other._seen_from
        self.can_back = False

    def resume(self, board: bytearray, turn: int, ply: int, quiet: int) -> None:
        """Begin anew with a position that stood after ``ply`` plies, without judging it."""
        self.position.load(board, turn)
        self._begin(ply, quiet)

    def catch_up(self, board: bytearray, turn: int, ply: int, quiet: int, cursor: int) -> None:
        """Go on from a position that stood after ``ply`` plies, by the record's moves from the cursor on.

        ``Record.take`` has put them there. Nothing is judged.
        """
        self.position.load(board, turn)
        self.ply = ply
        self.quiet = quiet
        self._cursor = cursor
        self._note_first()
        while self._cursor < self.record.size:
            self.replay()

    def commit(self) -> None:
        """End the turn: the steps played on ``position`` are the move. Judges R10 and R11."""
        self.enter()
        self.judge()

    def enter(self) -> None:
        """``commit`` without the judgement, which is still to come."""
        self._earlier = self.record.last
        self.record.append(self.position)
        self._end_turn()

    def back(self) -> None:
        """Take back the last move, where ``can_back``: its steps are in progress again.

        No step may stand after it.
        """
        position = self.position
        record = self.record
        self.can_back = False
        position.back_turn()
        record.size = record.last
        record.last = self._earlier
        self.ply -= 1
        self.quiet = self._earlier_quiet
        self.second_at = self._earlier_second
        self.result = UNFINISHED
        self.reason = 0
        self._seen_count -= 1
        self._seen_from = self._earlier_from
        self._is_stale = True

    def let_stand(self, board: bytearray) -> None:
        """End the turn, which has come to this ``board``, whatever the rules say (P10).

        It is not judged. The counts of R11 begin anew, as after a capture.
        """
        self.position.load(board, self.position.turn)
        self._end_turn()
        self.can_back = False
        self._note()
        self.record.take_board(self.position.board)

    def _end_turn(self) -> None:
        position = self.position
        capture = not position.steps or position.step_kind(0) != PAIKA
        start = position.step_from(0)
        end = position.stone
        phase = position.phase
        self._earlier_from = self._seen_from
        self._earlier_quiet = self.quiet
        self._earlier_second = self.second_at
        self.can_back = True
        position.forget_before()
        position.end_turn()
        if capture:
            self.ply += 1
            if phase != position.phase == RIATRA:
                self.second_at = self.ply
            self.quiet = 0
            self._seen_from = self._seen_count
            self._seen_count += 1
            self._is_stale = True  # until it is judged: to note it takes its time
        else:
            self._count_paika(start, end)

    def _count_paika(self, start: int, end: int) -> None:
        self.ply += 1
        self.quiet += 1
        self._seen_count += 1
        if self._is_stale:
            self._note()
            return
        self._pack(start // 5)
        self._pack(end // 5)
        self._remember()

    def rewind(self) -> None:
        """Go back to the first position that the record knows; ``replay`` leads on, ``cut`` stays there."""
        self.position.copy(self.record.base)
        self.ply = self.record.base_ply
        self.quiet = self.record.base_quiet
        self.second_at = -1
        self.result = UNFINISHED
        self.can_back = False
        self._cursor = self.record.first
        self._last = -1
        self._note_first()

    def replay(self) -> None:
        """Make the next move of the record again."""
        record = self.record
        cursor = self._cursor
        self._earlier = self._last
        self._last = cursor
        self._cursor = record.after(cursor)
        code = record.step(cursor, 0)
        is_last = self._cursor == record.size
        if code & 7 == PAIKA and record.steps(cursor) and not is_last:
            # Many are, and they have to be found again fast.
            self.can_back = False
            start = record.start(cursor)
            end = NEXT[start * 8 + (code >> 3)]
            self.position.shift(start, end)
            self._count_paika(start, end)
        else:
            record.replay(cursor, self.position)
            self._end_turn()
            self._note()
            self.can_back = record.start(cursor) != NONE

    def cut(self) -> None:
        """Forget the moves of the record that have not been replayed."""
        self.record.size = self._cursor
        self.record.last = self._last

    def restore(self, end: int) -> bool:
        """Make the next move again that ``cut`` has forgotten, if there is one before the cursor ``end``.

        At the beginning of a turn, and while no other move has been made since.
        """
        record = self.record
        if record.size >= end:
            return False
        record.last = self._cursor = record.size
        record.size = record.after(record.size)
        self.replay()
        return True

    def close(self, result: int, reason: int) -> None:
        """End the game from outside: agreement, resignation, or given up."""
        self.result = result
        self.reason = reason

    def _lose(self, side: int, reason: int) -> None:
        self.close(BLACK_WINS if side == WHITE else WHITE_WINS, reason)

    def _begin(self, ply: int, quiet: int = 0) -> None:
        self.second_at = -1
        self.ply = ply
        self.quiet = quiet
        self.result = UNFINISHED
        self.reason = 0
        self.can_back = False
        self.record.begin(self.position, ply, quiet)
        self._note_first()

    def judge(self) -> None:
        """Set the result if the rules end the game in this position (R10, R11, V5, S2).

        First note the position for R11, where that has been put off.
        """
        if self._is_stale:
            self._note()
        position = self.position
        law = position.law if position.phase else None
        turn = position.turn
        if law is not None:
            loser = law.loser(position)
            if loser and position.variant == TELO:
                self._lose(loser, THREE if has_three(position.board, 3 - loser) else NO_MOVE)
            elif loser:
                self._lose(loser, FORFEIT)
        elif not position.stones[turn]:
            self._lose(turn, NO_STONE)
        elif not position.can_move():
            self._lose(turn, NO_MOVE)
        if self.result:
            return
        if self.repetition and self._times() >= 3:
            self.close(DRAWN, REPETITION)
        elif self.fifty and self.quiet >= _QUIET_LIMIT:
            self.close(DRAWN, FIFTY)

    def _note_first(self) -> None:
        self._seen_from = 0
        self._seen_count = 1
        self._note()

    def _note(self) -> None:
        """Remember the position. Only those since the last capture can come again; the last 128 are kept."""
        self._is_stale = False
        for i in range(_PACKED):
            self._pack(i)
        self._remember()

    def _pack(self, i: int) -> None:
        """Five points in a byte, as digits of base 3; walls are none, but always the same."""
        board = self.position.board
        p = i * 5
        self._packed[i] = (
            ((board[p] * 3 + board[p + 1]) * 3 + board[p + 2]) * 9 + board[p + 3] * 3 + board[p + 4]
        ) & 255

    def _remember(self) -> None:
        struct.pack_into(_ALL, self._seen, (self._seen_count - 1) % _HISTORY * _PACKED, self._packed)

    def _times(self) -> int:
        """How often the present position has stood with the same side to move, now included."""
        packed = self._packed
        seen = self._seen
        last = self._seen_count - 1
        times = 0
        for back in range(0, min(self._seen_count - self._seen_from, _HISTORY), 2):
            base = (last - back) % _HISTORY * _PACKED
            same = 0
            while same < _PACKED and seen[base + same] == packed[same]:
                same += 1
            if same == _PACKED:
                times += 1
        return times
