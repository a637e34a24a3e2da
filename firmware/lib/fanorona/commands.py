"""What the host may ask for: its bytes in, deeds of the session out (PROTOCOL.md).

Only ``ack`` is part of the steady loop, and it allocates nothing; other commands may.
"""

from fanorona import notation
from fanorona.compat import const
from fanorona.game import BLACK_WINS, DRAWN, WHITE_WINS, Game
from fanorona.geometry import POINTS
from fanorona.painter import HINT_FROM, HINT_PATH, HINT_TAKES
from fanorona.protocol import BAD_CHECKSUM, BAD_FORMAT, HOST_LEAD, LINE, MAJOR, TOO_LONG, Decoder
from fanorona.rules import Position
from fanorona.tracker import IDLE, PLAY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from fanorona.session import Session

_RESULTS = {b"1-0": WHITE_WINS, b"0-1": BLACK_WINS, b"1/2-1/2": DRAWN}
_LEVELS = const(4)
_LONGEST_NAME = const(20)
_DASH = const(45)


class Commands:
    """Reads commands and carries them out on a session; ``ok`` or ``no`` answers all but ``ack``."""

    def __init__(self, session: "Session") -> None:
        self._session = session
        self._decoder = Decoder(HOST_LEAD)
        self._staged: Game | None = None
        self._staged_name = b""
        self._deeds = {
            b"hello": self._hello,
            b"resend": self._resend,
            b"snapshot": self._snapshot,
            b"version": self._version,
            b"bye": self._bye,
            b"test": self._test,
            b"new": self._new,
            b"load": self._load,
            b"play": self._play,
            b"go": self._go,
            b"end": self._end,
            b"hint": self._hint,
            b"get": self._get,
            b"set": self._set,
            b"watch": self._watch,
        }

    def feed(self, byte: int) -> None:
        """Take one byte from the host."""
        found = self._decoder.feed(byte)
        if found == LINE:
            self._obey()
        elif found == BAD_CHECKSUM:
            self._session.complain(b"checksum")
        elif found == TOO_LONG:
            self._session.complain(b"length")
        elif found == BAD_FORMAT:
            self._session.complain(b"format")

    def _obey(self) -> None:
        decoder = self._decoder
        number = decoder.number(0)
        if decoder.is_word(1, b"ack"):
            self._session.outbox.ack(decoder.number(2))
            return
        deed = self._deeds.get(decoder.text(1))
        reason = deed() if deed else b"unknown"
        if reason == b"version":
            self._session.reports.refused_version(number)
        elif reason:
            self._session.reports.refused(number, reason)
        else:
            self._session.reports.accepted(number)

    # Each deed returns the reason for which it was refused, or nothing.

    def _hello(self) -> bytes:
        decoder = self._decoder
        session = self._session
        if decoder.text(2).split(b".")[0] != str(MAJOR).encode():
            return b"version"
        outbox = session.outbox
        following = 0
        if decoder.count > 5 and decoder.is_word(4, session.reports.boot):
            following = decoder.number(5) + 1
            outbox.ack(following - 1)
        if not outbox.rewind(following):
            if 0 < following < outbox.oldest:
                session.reports.lost(following)
            outbox.rewind(outbox.oldest)
        session.reports.hello()
        session.link()
        return b""

    def _resend(self) -> bytes:
        outbox = self._session.outbox
        number = self._decoder.number(2)
        if not outbox.rewind(number):
            if not 0 < number < outbox.oldest:
                return b"argument"
            self._session.reports.lost(number)
            outbox.rewind(outbox.oldest)
        return b""

    def _snapshot(self) -> bytes:
        self._session.reports.begin_snapshot(self._session.level)
        return b""

    def _version(self) -> bytes:
        self._session.reports.version()
        return b""

    def _bye(self) -> bytes:
        self._session.unlink()
        return b""

    def _test(self) -> bytes:
        self._session.start_test()
        return b""

    def _new(self) -> bytes:
        self._session.new_game()
        return b""

    def _load(self) -> bytes:
        decoder = self._decoder
        name = b"" if decoder.is_word(2, b"-") else decoder.text(2)
        if len(name) > _LONGEST_NAME or (name and not _is_game_name(name)):
            return b"argument"
        position = Position()
        try:
            notation.parse_position(decoder.text(3).decode() + " " + decoder.text(4).decode(), position)
        except ValueError:
            return b"position"
        staged = Game()
        staged.repetition = self._session.game.repetition
        staged.fifty = self._session.game.fifty
        staged.load(position)
        self._staged = staged
        self._staged_name = name
        return b""

    def _play(self) -> bytes:
        staged = self._staged
        if staged is None:
            return b"nothing-loaded"
        if self._decoder.number(2) != staged.ply + 1:
            return b"ply"
        if staged.result:
            return b"over"
        try:
            notation.play_move(staged.position, self._decoder.text(3).decode())
        except ValueError:
            return b"illegal"
        staged.commit()
        return b""

    def _go(self) -> bytes:
        staged = self._staged
        if staged is None:
            return b"nothing-loaded"
        self._staged = None
        if staged.result:
            return b"over"
        self._session.load_game(staged, self._staged_name)
        return b""

    def _end(self) -> bytes:
        result = _RESULTS.get(self._decoder.text(2))
        if result is None:
            return b"argument"
        if self._session.tracker.phase != PLAY:
            return b"no-game"
        self._session.finish(result)
        return b""

    def _hint(self) -> bytes:
        session = self._session
        hint = session.hint
        hint.clear()
        session.show_hint()
        if self._decoder.is_word(2, b"-"):
            return b""
        if session.tracker.phase != PLAY or session.tracker.status != IDLE:
            return b"busy"
        position = session.game.position
        try:
            notation.play_move(position, self._decoder.text(2).decode())
        except ValueError:
            return b"illegal"
        end = position.steps - 1
        path = [position.step_from(0)] + [position.step_to(i) for i in range(end + 1)]
        before = bytes(position.board)
        while position.steps:
            position.back()
        for p in range(POINTS):
            if position.board[p] != before[p]:
                hint.put(p, HINT_TAKES)
        for p in path:
            hint.put(p, HINT_PATH)
        hint.put(path[0], HINT_FROM)
        return b""

    def _get(self) -> bytes:
        session = self._session
        name = self._decoder.text(2)
        if name == b"level":
            value = session.level
        elif name == b"power":
            value = session.power_ma
        elif name == b"brightness":
            value = session.brightness
        elif name == b"repetition":
            value = 1 if session.game.repetition else 0
        elif name == b"fifty":
            value = 1 if session.game.fifty else 0
        else:
            return b"unknown"
        session.reports.setting(name, value)
        return b""

    def _set(self) -> bytes:
        session = self._session
        name = self._decoder.text(2)
        value = self._decoder.number(3)
        if name == b"level" and 0 <= value <= _LEVELS:
            session.set_level(value)
        elif name == b"power" and 20 <= value <= 2000:
            session.power_ma = value
        elif name == b"brightness" and 1 <= value <= 255:
            session.brightness = value
        elif name == b"repetition" and 0 <= value <= 1:
            session.game.repetition = value == 1
        elif name == b"fifty" and 0 <= value <= 1:
            session.game.fifty = value == 1
        else:
            return b"argument"
        session.reports.setting(name, value)
        return b""

    def _watch(self) -> bytes:
        session = self._session
        value = self._decoder.number(3)
        if value != 0 and value != 1:
            return b"argument"
        if self._decoder.is_word(2, b"lights"):
            session.watching_lights = False
            if value:
                session.start_watching_lights()
        elif self._decoder.is_word(2, b"raw"):
            session.watching_raw = False
            if value:
                session.start_watching_raw()
        else:
            return b"argument"
        return b""


def _is_game_name(name: bytes) -> bool:
    """Whether a game's name is 8 hex digits, a dash and a number, as boards give them."""
    number = name[9:]
    return (
        len(number) > 0
        and name[8] == _DASH
        and all(digit in b"0123456789abcdef" for digit in name[:8])
        and all(digit in b"0123456789" for digit in number)
    )
