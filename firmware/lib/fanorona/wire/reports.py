"""What the board says to the host: one method a message, and the snapshot after a hello (PROTOCOL.md)."""

from fanorona.compat import const
from fanorona.hands.marks import Marks
from fanorona.hands.tracker import DOUBT, OVER, PLAY, SETUP, Tracker
from fanorona.rules.geometry import COLUMNS, NEXT, NONE, POINTS, READING, ROWS
from fanorona.rules.rules import BLACK, DIMY, EMPTY, NO_LOG, RIATRA, VARIANTS, WALL, WHITE, Position
from fanorona.wire.outbox import MAX_LINE, Outbox, write_number
from fanorona.wire.protocol import MAJOR, MINOR

TYPE_CHECKING = False
if TYPE_CHECKING:
    from fanorona.lights.apart import Apart

FEATURES = b"lights,raw,hint,load,test,games"

_PHASES = b"setup play over "
RESULTS = b"- 1-0 0-1 1/2-1/2 * "
"""By the result of a game, from WHITE_WINS on."""
REASONS = b"- no-stone no-move repetition fifty host abandoned forfeit three agreed resigned anew "
"""By the reason of a result, from NO_STONE on."""

_PICTURE = const(49)  # bytes: five rows, a slash between them

_COLOURS = b".WB"  # the letter of each colour
_LETTERS = b"\0\0A\0W"  # of each kind of step

_NAME = const(20)  # bytes of the longest name of a game
_BOOT = const(8)

_DASH = const(45)
_DOT = const(46)
_SLASH = const(47)
_ZERO = const(48)
_QUERY = const(63)
_PLUS = const(43)
_LETTER_X = const(120)

_FEW = const(64)
"""Bytes that may wait to be sent when a line of a snapshot is added; building one takes some ms."""

# Parts of the snapshot, in order
_NONE = const(0)
_STATE = const(1)
_GAME = const(2)
_MOVES = const(3)
_STANDS = const(4)
_STEP = const(5)
_REEDS = const(6)
_TROUBLE = const(7)
_BLIND = const(8)
_CHATTER = const(9)


class Reports:
    """Writes the board's messages into ``outbox``. ``now`` is the clock stamp of the next ones.

    Games are named ``<boot>-<number>``; a game that the host loaded keeps the name it came with. The first
    ``name_size`` bytes of ``name`` are the present one's.
    ``part`` is that of the snapshot which ``go_on`` writes next, 0 when all is written.
    ``apart`` is what the board is about instead of a game, None while it is a game. ``chattering``: contacts.
    """

    def __init__(self, outbox: Outbox, tracker: Tracker, firmware: bytes, serial: bytes, boot: bytes) -> None:
        self.outbox = outbox
        self.apart: Apart | None = None
        self.chattering = Marks()
        self.now = 0
        self.boot = boot
        self.name = bytearray(_NAME)
        self.name_size = 0
        self._tracker = tracker
        self._game = tracker.game
        self._firmware = firmware
        self._serial = serial
        self._number = 0
        self.part = _NONE
        self._cursor = 0
        self._ply = 0
        self._walk = Position(NO_LOG)
        self._levels: bytes | bytearray = b""
        # A position and a slash, a picture, or a frame; put into a line as soon as it is made.
        self._text = bytearray(_PICTURE + 1)

    def hello(self) -> None:
        """Who the board is and which lines it still holds."""
        out = self.outbox
        out.begin(b"hello", self.now)
        self._put_version()
        out.put(self._firmware)
        out.put(self._serial)
        out.put(self.boot)
        out.put(FEATURES)
        out.put_number(out.oldest)
        out.put_number(out.next)
        out.end()

    def version(self) -> None:
        """Firmware and protocol version."""
        self.outbox.begin(b"version", self.now)
        self.outbox.put(self._firmware)
        self._put_version()
        self.outbox.end()

    def answer(self, command: int, reason: bytes) -> None:
        """A command was carried out, or refused for a ``reason``."""
        out = self.outbox
        out.begin(b"no" if reason else b"ok", self.now)
        out.put_number(command)
        if reason:
            out.put(reason)
        if reason == b"version":
            self._put_version()
        out.end()

    def word(self, name: bytes, word: bytes) -> None:
        """A message of one word."""
        self.outbox.begin(name, self.now)
        self.outbox.put(word)
        self.outbox.end()

    def bare(self, name: bytes) -> None:
        """A message without fields."""
        self.outbox.begin(name, self.now)
        self.outbox.end()

    def raw(self, p: int, closed: int, at: int) -> None:
        """A contact changed, before debouncing, at time ``at``."""
        self.outbox.begin(b"raw", at)
        self.outbox.put_point(p)
        self.outbox.put_number(closed)
        self.outbox.end()

    def contact(self, p: int, closed: int) -> None:
        """A stone was set down or lifted."""
        self.outbox.begin(b"place" if closed else b"lift", self.now)
        self.outbox.put_point(p)
        self.outbox.end()

    def button(self, name: bytes, down: int) -> None:
        """A button was pressed or released."""
        self.outbox.begin(b"button", self.now)
        self.outbox.put(name)
        self.outbox.put_number(down)
        self.outbox.end()

    def setting(self, names: bytes, place: int, value: int) -> None:
        """The value of a setting, of which ``names`` has the name in that place."""
        self.outbox.begin(b"set", self.now)
        self.outbox.put_word(names, place)
        self.outbox.put_number(value)
        self.outbox.end()

    def lost(self, first: int) -> None:
        """Lines from ``first`` on were asked for and are no longer held."""
        self.outbox.begin(b"lost", self.now)
        self.outbox.put_number(first)
        self.outbox.put_number(self.outbox.oldest - 1)
        self.outbox.end()

    def state(self, levels: bytearray | bytes) -> None:
        """Set-up, play or over, and the levels of help, by side."""
        self.outbox.begin(b"state", self.now)
        self.outbox.put_word(_PHASES, self._tracker.phase)
        self.outbox.put_number(levels[WHITE])
        if levels[BLACK] != levels[WHITE]:
            self.outbox.put_number(levels[BLACK])
        self.outbox.end()

    def tells_game(self) -> bool:
        """Whether a snapshot has the game of that name: not while the next one is set up."""
        return self._tracker.phase != SETUP

    def name_game(self, name: bytes) -> None:
        """Name the game about to begin; an empty name stands for the board's own next one."""
        own = self.name
        if name:
            self.name_size = len(name)
            for i in range(len(name)):
                own[i] = name[i]
            return
        for i in range(_BOOT):
            own[i] = self.boot[i]
        own[_BOOT] = _DASH
        self._number += 1
        self.name_size = write_number(own, _BOOT + 1, self._number)

    def copy_name(self, buffer: bytearray) -> int:
        """Copy the name of the game to the beginning of ``buffer``; its length."""
        for i in range(self.name_size):
            buffer[i] = self.name[i]
        return self.name_size

    def game(self) -> None:
        """The game in progress and the position its record begins with."""
        record = self._game.record
        self.outbox.begin(b"game", self.now)
        self._put_game()
        self.outbox.put_number(record.base_ply + 1)
        self.put_position(record.base.board, record.base.turn)
        self.put_variant(record.base.variant)
        self.outbox.end()

    def move(self) -> None:
        """The last committed move."""
        self._put_move(self._game.ply, self._game.record.last, self._game.position)

    def takeback(self) -> None:
        """Nothing stands after the moves that the game has now."""
        self.outbox.begin(b"takeback", self.now)
        self._put_game()
        self.outbox.put_number(self._game.ply + 1)
        self.outbox.end()

    def step(self) -> None:
        """The move in progress as far as it has got."""
        out = self.outbox
        path = self._tracker.reading.path
        out.begin(b"step", self.now)
        self._put_game()
        out.put_number(self._game.ply + 1)
        if path[0]:
            self.put_steps(path[1], path, 2, path[0])
        else:
            out.space()
            out.put_char(_DASH)
        out.end()

    def result(self) -> None:
        """How the game ended."""
        self.outbox.begin(b"result", self.now)
        self._put_game()
        self.outbox.put_word(RESULTS, self._game.result)
        self.outbox.put_word(REASONS, self._game.reason)
        self.outbox.put_number(self._game.ply)
        self.outbox.end()

    def trouble(self) -> None:
        """What a person has to put right: the state of the set-up, or what the board asks for."""
        if self.apart is not None:
            self.apart.tell()
            return
        tracker = self._tracker
        out = self.outbox
        if tracker.phase == SETUP:
            out.begin(b"setup", self.now)
        else:
            out.begin(b"ask", self.now)
            out.put(b"doubt" if tracker.status == DOUBT else b"wrong")
        doubt = tracker.phase == PLAY and tracker.status == DOUBT
        marks = tracker.reading.doubt if doubt else tracker.reading.amiss
        if tracker.phase == SETUP:
            marks = tracker.reading.differs
        occupied = tracker.reading.occupied
        self._clear_picture()
        for i in range(marks.size):
            p = marks.points[i]
            self._draw(p, _QUERY if doubt else _DASH if occupied[p] else _PLUS)
        self._put_picture()

    def blind(self) -> None:
        """The points whose contacts count no more, or that more are wrong than the board can do without."""
        self._mark_contacts(
            b"many" if self._tracker.sees_too_little else b"left", self._tracker.reading.blind
        )

    def chatter(self) -> None:
        """The points whose contacts chatter."""
        self._mark_contacts(b"chatters", self.chattering)

    def _mark_contacts(self, what: bytes, marks: Marks) -> None:
        self.outbox.begin(b"blind", self.now)
        self.outbox.put(what)
        self._clear_picture()
        for i in range(marks.size):
            self._draw(marks.points[i], _LETTER_X)
        self._put_picture()

    def reeds(self, name: bytes) -> None:
        """The occupied points, as the end of a message beginning with ``name``."""
        out = self.outbox
        out.begin(name, self.now)
        if name == b"test":
            out.put(b"reeds")
        self._clear_picture()
        p = 0
        for closed in self._tracker.reading.occupied:
            if closed:
                self._draw(p, _LETTER_X)
            p += 1
        self._put_picture()

    def lights(self, roles: bytearray, letters: bytes) -> None:
        """The light frame, a letter a point in reading order."""
        frame = self._text
        i = 0
        for p in READING:
            frame[i] = letters[roles[p]]
            i += 1
        self.outbox.begin(b"lights", self.now)
        self.outbox.space()
        self.outbox.add(frame, POINTS)
        self.outbox.end()

    def begin_snapshot(self, levels: bytearray) -> None:
        """Queue everything that a host needs to know of the present; ``go_on`` writes it bit by bit."""
        self.part = _STATE
        self._levels = levels

    def retell(self) -> None:
        """The game is another one, or stands otherwise: a snapshot under way begins anew."""
        if self.part:
            self.part = _STATE

    def go_on(self) -> None:
        """Write the next line of the snapshot, when most of those before it have been sent."""
        out = self.outbox
        if self.part == _NONE or out.room() < 2 * MAX_LINE or out.pending() > _FEW:
            return
        tracker = self._tracker
        record = self._game.record
        part = self.part
        self.part = part + 1
        if part == _STATE:
            self.state(self._levels)
            if tracker.phase == SETUP:
                self.part = _REEDS
        elif part == _GAME:
            self.game()
            self._cursor = record.first
            self._ply = record.base_ply
            self._walk.copy(record.base)
        elif part == _MOVES:
            if not record.first <= self._cursor <= record.size:
                self.part = _GAME
            elif self._cursor < record.size:
                self.part = _MOVES
                self._replay_move()
            else:
                self.takeback()
        elif part == _STANDS:
            self.outbox.begin(b"position", self.now)
            self.put_position(self._walk.board, self._walk.turn)
            self.outbox.end()
        elif part == _STEP:
            if tracker.phase == OVER:
                self.result()
            elif tracker.reading.path[0]:
                self.step()
        elif part == _REEDS:
            self.reeds(b"reeds")
        elif part == _TROUBLE:
            if tracker.phase == SETUP or (tracker.phase == PLAY and tracker.status >= DOUBT):
                self.trouble()
        elif part == _BLIND and tracker.reading.blind.size:
            self.blind()
        elif part <= _CHATTER and self.chattering.size:
            self.part = _CHATTER + 1
            self.chatter()
        else:
            self.bare(b"synced")
            self.part = _NONE

    def _put_version(self) -> None:
        self.outbox.put_number(MAJOR)
        self.outbox.put_char(_DOT)
        self.outbox.add_number(MINOR)

    def _put_game(self) -> None:
        self.outbox.space()
        self.outbox.add(self.name, self.name_size)

    def _clear_picture(self) -> None:
        text = self._text
        for i in range(_PICTURE):
            text[i] = _DOT if (i + 1) % 10 else _SLASH

    def _draw(self, p: int, char: int) -> None:
        """Into a picture, which has row 5 first and a slash between the rows."""
        self._text[p + 40 - p // 9 * 19] = char

    def _put_picture(self) -> None:
        """End the line with the picture."""
        self.outbox.space()
        self.outbox.add(self._text, _PICTURE)
        self.outbox.end()

    def _replay_move(self) -> None:
        """Write the move at the cursor and go on to the next."""
        record = self._game.record
        walk = self._walk
        record.replay(self._cursor, walk)
        walk.end_turn()
        walk.forget()
        self._ply += 1
        self._put_move(self._ply, self._cursor, walk)
        self._cursor = record.after(self._cursor)

    def put_steps(self, p: int, data: bytearray, at: int, steps: int) -> None:
        """Go on with a move from ``p`` whose steps lie in ``data``, as in ``game.Record``."""
        out = self.outbox
        out.put_point(p)
        for i in range(at, at + steps):
            p = NEXT[p * 8 + (data[i] >> 3)]
            out.add_step(p, _LETTERS[data[i] & 7])

    def _put_move(self, ply: int, cursor: int, after: Position) -> None:
        out = self.outbox
        record = self._game.record
        p = record.start(cursor)
        out.begin(b"irregular" if p == NONE else b"move", self.now)
        self._put_game()
        out.put_number(ply)
        if p == NONE:
            self.put_position(after.board, after.turn)
            out.end()
            return
        out.put_point(p)
        for i in range(record.steps(cursor)):
            code = record.step(cursor, i)
            p = NEXT[p * 8 + (code >> 3)]
            out.add_step(p, _LETTERS[code & 7])
        out.put_number(after.stones[WHITE])
        out.put_number(after.stones[BLACK])
        if after.variant and after.phase == RIATRA and after.variant < DIMY:
            out.put(b"second")
        out.end()

    def put_position(self, board: bytearray, turn: int) -> None:
        """Go on with a position, N2 as two fields."""
        self.outbox.space()
        self.add_board(board)
        self.outbox.space()
        self.outbox.put_char(_COLOURS[turn])

    def put_variant(self, variant: int) -> None:
        """Go on with the name of the variant, if it has to be told."""
        if variant:
            self.outbox.put_word(VARIANTS, variant)

    def add_board(self, board: bytearray) -> None:
        """Go on with a field by the first of those of a position."""
        text = self._text
        size = 0
        p = POINTS - COLUMNS
        for _ in range(ROWS):
            run = 0
            for q in range(p, p + COLUMNS):
                if board[q] % WALL == EMPTY:
                    run += 1
                    continue
                if run:
                    text[size] = _ZERO + run
                    size += 1
                    run = 0
                text[size] = _COLOURS[board[q]]
                size += 1
            if run:
                text[size] = _ZERO + run
                size += 1
            text[size] = _SLASH
            size += 1
            p -= COLUMNS
        self.outbox.add(text, size - 1)
