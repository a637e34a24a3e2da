"""A match that the board runs by itself (M): which game counts, what is played next, what is kept of it.

All that is kept is the names of its games and their results; ``match`` makes the standing of them. What the
journal says of its last game overrules what was noted here: whenever the power fails, either the game goes on
there and does not count yet, or it has its result and does.

``follow`` and ``obey`` create nothing on the heap; what makes names and writes them down does.
"""

from fanorona.compat import const
from fanorona.hands.tracker import ENDED, MOVED, PLAY, REVISED, TAKEN_BACK
from fanorona.lights.painter import HINT_FROM, HINT_PATH, HINT_TAKES
from fanorona.modes.scores import Scores
from fanorona.rules.game import ABANDONED, DRAWN, UNFINISHED, WHITE_WINS, Game, choose
from fanorona.rules.geometry import POINTS
from fanorona.rules.match import FIRST_MOVES, SIZE, Match
from fanorona.rules.rules import APPROACH, BLACK, DIMY, START, WHITE, WITHDRAWAL
from fanorona.store.records import BEGUN, LONGEST_GAME_NAME, PAGES
from fanorona.store.recovery import last_begun, load
from fanorona.wire.outbox import HEX
from fanorona.wire.protocol import Decoder
from fanorona.wire.reports import RESULTS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from fanorona.modes.beside import Beside

FILE = "menu"
"""Each side's level of help, a byte each, White's first; after them the match."""

_FORMAT = const(1)
_MOST = const(24)
"""Games whose names are kept; of those before, what they amount to."""
_LINES = const(8)
"""Games told to a host at once."""
_CENTRE = const(22)
_WITHDRAWING = const(87)  # W

# What the session is to do that ``work`` asks of it
_NOTHING = const(0)
_TAKE_BACK = const(1)
_SET_UP = const(2)


def _start(text: bytes) -> int:
    """The point that a move (N1) leaves."""
    return text[0] - 97 + (text[1] - 49) * 9


class Matching:
    """One match. ``match`` is how it stands.

    ``owes``: ``work`` has something to do. ``rests``: a host that is there has the board play a match of its
    own, and nothing counts in this one.
    """

    def __init__(self, beside: "Beside") -> None:
        self.match = Match()
        self.owes = False
        self.rests = False
        self._beside = beside
        self._session = beside.session
        self._scores = Scores(beside, self.match)
        self._name = b""  # of the match; empty: there is none
        self._folded = 0  # games that are in _base only
        self._base = bytes(SIZE)  # the match before the first of _names
        self._names: list[bytes] = []
        self._results = bytearray()  # as in ``game``, UNFINISHED for the last one until it has ended
        self._dropped = b""  # a game that came to nothing, and may go on all the same
        self._plays = False  # whether the last of them is the game on the board
        self._white = 0  # the player who has White in it
        self._wanted = _NOTHING
        self._is_kept = True  # as it is now

    def play(self, kind: int, options: int) -> None:
        """Begin a match of that kind; the one that is under way goes on if it is of that kind."""
        match = self.match
        if self.is_on() and match.kind() == kind and match.options() == options:
            return
        self.stop()
        match.begin(kind, options)
        reports = self._session.reports
        self._name = reports.boot + b"-" + str(reports.now).encode()
        self._base = bytes(match.state)
        self._change()
        self._tell_match()

    def stop(self) -> None:
        """There is no match any more."""
        if not self._name:
            return
        self._name = b""
        self._folded = 0
        self._names = []
        self._results = bytearray()
        self._plays = False
        self._change()
        self._tell_match()

    def rest(self) -> None:
        """The host has the board play something else; a game that has begun counts there, if anywhere."""
        self.rests = True
        if self._plays and not self._results[-1]:
            self._drop()
            self._change()
        self._plays = False

    def is_on(self) -> bool:
        """Whether there is a match, and something of it is still to be played."""
        return self._name != b"" and not self.match.is_over()

    # While it is switched on

    def follow(self, events: int) -> None:
        """See what the tracker made of a change."""
        if not self._plays:
            return
        game = self._session.game
        if events & (TAKEN_BACK | REVISED) and self._results[-1]:
            self._count(UNFINISHED)  # the game goes on after its end
        if events & (TAKEN_BACK | REVISED | MOVED) and not game.ply:
            self._prescribe()
        if events & MOVED and game.ply == 1 and not self._is_opened():
            self._want(_TAKE_BACK)
        if events & ENDED and WHITE_WINS <= game.result <= DRAWN:
            self._count(game.result)
            self._scores.begin(self._white)

    def begin(self) -> None:
        """A game has begun on the board, or goes on, and has its name."""
        session = self._session
        game = session.game
        reports = session.reports
        self._plays = False
        if self.rests or not self.is_on():
            return
        name = bytes(reports.name[: reports.name_size])
        if self._names and name == self._names[-1]:
            self._plays = not self._results[-1]
        elif name == self._dropped:
            self._add(name)
        elif game.ply or game.record.base_ply or game.position.variant >= DIMY:
            return
        elif game.position.board[:POINTS] == START and game.position.variant == self.match.variant():
            self._add(name)
        elif game.position.stones[WHITE] + game.position.stones[BLACK] == POINTS - 1:
            self._want(_SET_UP)
            return
        if self._plays:
            self._white = self.match.white()
            self._lead_on()
            if not game.ply:
                self._prescribe()

    def work(self) -> None:
        """Write down what has changed, and have the session do what is wanted."""
        self.owes = False
        if not self._is_kept:
            self._write()
        wanted = self._wanted
        session = self._session
        if wanted == _TAKE_BACK and session.tracker.phase == PLAY and session.tracker.busy:
            self.owes = True
            return
        self._wanted = _NOTHING
        if wanted == _TAKE_BACK and session.game.ply == 1:
            session.tracker.take_back()
        elif wanted == _SET_UP:
            if session.succession.mirrored:
                session.reports.setting(b"mirrored ", 0, 0)
            session.choose_start(False, self.match.variant())

    def obey(self, decoder: Decoder) -> bytes:
        """Rest while the host is there (``-``), or tell the match from that place on. Why not, or nothing."""
        if not self._name:
            return b"no-match"
        if decoder.is_word(2, b"-"):
            self.rest()
            return b""
        place = decoder.number(2) - 1 - self._folded
        if place < -self._folded:
            return b"argument"
        self._tell_match()
        first = max(0, place)
        for i in range(first, min(first + _LINES, len(self._names))):
            self._tell_round(i)
        return b""

    # The games

    def _add(self, name: bytes) -> None:
        """The game of that name is the next one, instead of another that came to nothing."""
        if self._results and not self._results[-1]:
            self._dropped = self._names[-1]
            self._drop()
        if len(self._names) == _MOST:
            match = Match()
            match.load(self._base)
            match.take(self._results[0])
            self._base = bytes(match.state)
            self._names.pop(0)
            self._results = self._results[1:]
            self._folded += 1
        self._names.append(name)
        self._results.append(UNFINISHED)
        self._plays = True
        self._change()
        self._tell_match()
        self._tell_round(len(self._names) - 1)

    def _drop(self) -> None:
        self._names.pop()
        self._results = self._results[:-1]

    def _count(self, result: int) -> None:
        """The last game has that result, or goes on."""
        self._results[-1] = result
        self._sum_up()
        self._lead_on()
        self._change()
        self._tell_round(len(self._names) - 1)

    def _sum_up(self) -> None:
        self.match.load(self._base)
        for result in self._results:
            self.match.take(result)

    def _lead_on(self) -> None:
        """The board sets up what is played next, or again."""
        self._session.game.following = self.match.variant()
        self._session.succession.mirrored = False

    def _want(self, wanted: int) -> None:
        self._wanted = wanted
        self.owes = True

    def _change(self) -> None:
        self._is_kept = False
        self.owes = True

    # The opening (M3, M11)

    def _prescribe(self) -> None:
        """Show the first move that White has to make, if one is prescribed."""
        opening = self.match.opening()
        if not opening:
            return
        session = self._session
        text = FIRST_MOVES[opening - 1]
        start = _start(text)
        way = _CENTRE - start
        p = _CENTRE + way
        if text[5] == _WITHDRAWING:
            p = start - way
            way = -way
        session.hint.put(start, HINT_FROM)
        session.hint.put(_CENTRE, HINT_PATH)
        while 0 <= p < POINTS and START[p] == BLACK:
            session.hint.put(p, HINT_TAKES)
            p += way
        session.show_hint()

    def _is_opened(self) -> bool:
        """Whether the first move was the one that is prescribed, if any is."""
        opening = self.match.opening()
        if not opening:
            return True
        text = FIRST_MOVES[opening - 1]
        record = self._session.game.record
        kind = WITHDRAWAL if text[5] == _WITHDRAWING else APPROACH
        start = _start(text)
        return record.start(record.last) == start and record.step(record.last, 0) & 7 == kind

    # For the host

    def _tell_match(self) -> None:
        out = self._session.outbox
        out.begin(b"match", self._session.reports.now)
        out.put(self._name or b"-")
        if self._name:
            out.space()
            for byte in self.match.state:
                out.put_char(HEX[byte >> 4])
                out.put_char(HEX[byte & 15])
            out.put_number(self._folded + len(self._names))
        out.end()

    def _tell_round(self, i: int) -> None:
        out = self._session.outbox
        out.begin(b"round", self._session.reports.now)
        out.put(self._name)
        out.put_number(self._folded + i + 1)
        out.put(self._names[i])
        out.put_word(RESULTS, self._results[i] or ABANDONED)
        out.end()

    # What is kept

    def recall(self, kept: bytes) -> bool:
        """Go on with the match that was kept; whether that is one. The journal has been read already."""
        try:
            whole = kept[0] == _FORMAT and self._unpack(kept)
        except IndexError:
            whole = False
        if not whole or not self._name:
            return False
        self._compare()
        self._sum_up()
        session = self._session
        if not session.keeper.taken_up:
            self._lead_on()
            if session.game.result:
                self._stay(bytes(session.reports.name[: session.reports.name_size]))
            else:
                session.game.start()
        return True

    def _stay(self, name: bytes) -> None:
        """The game of that name is over, and still stands on the board."""
        if self._names and name == self._names[-1]:
            self._plays = True
            result = self._results[-1]
            self._results[-1] = UNFINISHED
            self._sum_up()
            self._white = self.match.white()
            self._results[-1] = result
            self._sum_up()

    def _unpack(self, kept: bytes) -> bool:
        """Take what ``_write`` wrote. IndexError where something is missing."""
        self._folded = kept[1] | kept[2] << 8
        at = 4 + kept[3]
        self._name = kept[4:at]
        self._base = kept[at : at + SIZE]
        if not self.match.load(self._base):
            return False
        at += SIZE
        while at < len(kept):
            self._results.append(kept[at])
            size = kept[at + 1]
            at += 2
            self._names.append(kept[at : at + size])
            at += size
        return True

    def _compare(self) -> None:
        """Believe the journal about the game that it has last."""
        session = self._session
        journal = session.keeper.journal
        if journal is None:
            return
        result = session.game.result
        if session.keeper.taken_up or result:
            name = bytes(journal.name[: journal.name_size])
        else:
            reader = journal.reader
            page = journal.newest_page()
            sector = page // PAGES
            last_begun(reader, sector, page % PAGES, reader.head(sector))
            if reader.entry.kind != BEGUN:
                return
            buffer = bytearray(LONGEST_GAME_NAME)
            name = bytes(buffer[: reader.entry.copy_name(buffer)])
            game = Game()
            choose(game.position, reader.entry.variant())
            try:
                load(reader, game)
            except (IndexError, ValueError):
                return
            result = game.result if game.result <= DRAWN else UNFINISHED
        for i in range(max(0, len(self._names) - 2), len(self._names)):
            if self._names[i] == name:
                self._results[i] = result
                self._names = self._names[: i + 1]
                self._results = self._results[: i + 1]
                break

    def _write(self) -> None:
        self._is_kept = True
        session = self._session
        if session.notes is None:
            return
        name = self._name
        kept = session.notes.read(FILE)[:2]
        if name:
            kept += bytes((_FORMAT, self._folded & 255, self._folded >> 8, len(name))) + name + self._base
            for i in range(len(self._names)):
                kept += bytes((self._results[i], len(self._names[i]))) + self._names[i]
        session.notes.write(FILE, kept)
