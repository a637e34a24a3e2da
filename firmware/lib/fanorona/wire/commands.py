"""What the host may ask for: its bytes in, deeds of the session out (PROTOCOL.md).

Nothing is created on the heap but by ``load``, ``play``, ``go``, ``fetch``, and ``hint``
with a move.
"""

from fanorona.compat import const
from fanorona.hands.tracker import OVER, PLAY
from fanorona.rules.game import BLACK_WINS, DRAWN, WHITE_WINS
from fanorona.rules.rules import BLACK, TSIVY, VARIANTS, WHITE
from fanorona.wire.laying import Laying
from fanorona.wire.outbox import HEX
from fanorona.wire.protocol import (
    BAD_CHECKSUM,
    BAD_FORMAT,
    HOST_LEAD,
    LINE,
    MAJOR,
    NOTHING,
    TOO_LONG,
    Decoder,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from fanorona.session import Session

_NAMES = (
    b"hello resend snapshot version bye test new load play go "
    b"end hint get set watch games fetch health lesson match resume takeback "
)
_RESULT_WORDS = b"1-0 0-1 1/2-1/2 "
_RESULTS = bytes((WHITE_WINS, BLACK_WINS, DRAWN))
_SETTINGS = b"level power brightness repetition fifty "
_LOWEST = (0, 20, 1, 0, 0)
_HIGHEST = (4, 2000, 255, 1, 1)
_LEVEL = const(0)
_POWER = const(1)
_BRIGHTNESS = const(2)
_REPETITION = const(3)
_LONGEST_NAME = const(20)
_DASH = const(45)
_VERSIONS = str(MAJOR).encode() + b"."


class Commands:
    """Reads commands and carries them out on a session; ``ok`` or ``no`` answers all but ``ack``."""

    def __init__(self, session: "Session") -> None:
        self._session = session
        self._decoder = Decoder(HOST_LEAD)
        self._laying: Laying | None = None  # once it is wanted
        self._number = 0  # of the command that is carried out
        self.obeying = False  # a command is being carried out that takes several turns of the loop: ``go_on``

    def read(self, data: bytearray, at: int, count: int) -> int:
        """Take bytes of ``data`` from place ``at`` on, below ``count``, to the end of a command at most.

        Returns the place after them.
        """
        at = self._decoder.skim(data, at, count)
        if at == count:
            return at
        found = self._decoder.feed(data[at])
        if found == LINE:
            self._obey()
        elif found != NOTHING:
            self._complain(found)
        return at + 1

    def _complain(self, found: int) -> None:
        if found == BAD_CHECKSUM:
            self._session.complain(b"checksum")
        elif found == TOO_LONG:
            self._session.complain(b"length")
        elif found == BAD_FORMAT:
            self._session.complain(b"format")

    def _obey(self) -> None:
        decoder = self._decoder
        session = self._session
        if decoder.is_word(1, b"ack"):
            session.outbox.ack(decoder.number(2))
            return
        while self.obeying:
            self.go_on()  # somebody has not waited for the answer
        session.begin_to_obey()
        self._number = decoder.number(0)
        deed = decoder.which(1, _NAMES)
        self._answer(_DEEDS[deed](self) if deed >= 0 else b"unknown")

    def go_on(self) -> None:
        """Do a part of the command that is being carried out, and answer it when that was the last."""
        if self._laying is not None:
            self._answer(self._laying.go_on())

    def _answer(self, reason: bytes) -> None:
        laying = self._laying
        self.obeying = laying is not None and laying.steps is not None
        if not self.obeying:
            self._session.answer(self._number, reason)

    # Each deed returns the reason for which it was refused, or nothing. One after which there
    # are steps to be played is not done yet.

    def _hello(self) -> bytes:
        decoder = self._decoder
        session = self._session
        if not decoder.begins(2, _VERSIONS):
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
        self._laying = None  # what another host laid ready is not for this one's ``go``
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
        self._session.reports.begin_snapshot(self._session.levels)
        return b""

    def _version(self) -> bytes:
        self._session.reports.version()
        return b""

    def _bye(self) -> bytes:
        self._session.unlink()
        return b""

    def _test(self) -> bytes:
        if self._decoder.count <= 2:
            self._session.start_test()
        elif not self._decoder.is_word(2, b"points"):
            return b"argument"
        elif not self._session.start_trial():
            return b"busy"
        return b""

    def _match(self) -> bytes:
        decoder = self._decoder
        if decoder.count < 4:
            matching = self._session.beside.matching
            return b"no-match" if matching is None else matching.obey(decoder)
        if self._session.tracker.phase != OVER:
            return b"busy"
        return self._session.beside.show_match(decoder.text(2), decoder.text(3))

    def _health(self) -> bytes:
        self._session.tell_health()
        return b""

    def _lesson(self) -> bytes:
        decoder = self._decoder
        if decoder.is_word(2, b"-"):
            return b"" if self._session.stop_teaching() else b"no-lesson"
        number = decoder.number(2) if decoder.count > 2 else 0
        return self._session.teach(number) if number >= 0 else b"argument"

    def _new(self) -> bytes:
        decoder = self._decoder
        mirrored = decoder.is_word(2, b"mirrored")
        variant = TSIVY if mirrored else self._variant(2)
        if variant < 0:
            return b"argument"
        self._session.choose_start(mirrored, variant)
        return b""

    def _variant(self, place: int) -> int:
        """The variant that is named there; TSIVY without a name, -1 for a wrong one."""
        if self._decoder.count <= place:
            return TSIVY
        return self._decoder.which(place, VARIANTS) or -1

    def _resume(self) -> bytes:
        return self._session.take_up()

    def _takeback(self) -> bytes:
        session = self._session
        if session.tracker.phase != PLAY:
            return b"no-game"
        if self._decoder.number(2) != session.game.ply:
            return b"ply"
        return b"" if session.take_back() else b"busy"

    def _end(self) -> bytes:
        result = self._decoder.which(2, _RESULT_WORDS)
        if result < 0:
            return b"argument"
        if self._session.tracker.phase != PLAY:
            return b"no-game"
        self._session.finish(_RESULTS[result])
        return b""

    def _load(self) -> bytes:
        decoder = self._decoder
        name = b"" if decoder.is_word(2, b"-") else decoder.text(2)
        variant = self._variant(5)
        if len(name) > _LONGEST_NAME or (name and not _is_game_name(name)) or variant < 0:
            return b"argument"
        return self._lay().load(name, variant)

    def _play(self) -> bytes:
        laying = self._laying
        return b"nothing-loaded" if laying is None else laying.play()

    def _go(self) -> bytes:
        laying = self._laying
        return b"nothing-loaded" if laying is None else laying.begin()

    def _hint(self) -> bytes:
        return self._lay().hint()

    def _lay(self) -> "Laying":
        laying = self._laying
        if laying is None:
            self._laying = laying = Laying(self._session, self._decoder)
        return laying

    def _get(self) -> bytes:
        session = self._session
        setting = self._decoder.which(2, _SETTINGS)
        if setting < 0:
            return b"unknown"
        if setting == _LEVEL:
            value = session.levels[WHITE]
            if value != session.levels[BLACK]:
                session.reports.state(session.levels)
                return b""
        elif setting == _POWER:
            value = session.power_ma
        elif setting == _BRIGHTNESS:
            value = session.brightness
        elif setting == _REPETITION:
            value = 1 if session.game.repetition else 0
        else:
            value = 1 if session.game.fifty else 0
        session.reports.setting(_SETTINGS, setting, value)
        return b""

    def _set(self) -> bytes:
        session = self._session
        decoder = self._decoder
        setting = decoder.which(2, _SETTINGS)
        value = decoder.number(3)
        if setting < 0 or not _LOWEST[setting] <= value <= _HIGHEST[setting]:
            return b"argument"
        if setting == _LEVEL:
            side = decoder.which(4, b"W B ") + 1  # WHITE, BLACK, or 0
            if decoder.count > 4 and not side:
                return b"argument"
            session.set_level(value, side)
            if side:
                return b""  # it has been told
        elif setting == _POWER:
            session.power_ma = value
        elif setting == _BRIGHTNESS:
            session.brightness = value
        elif setting == _REPETITION:
            session.game.repetition = value == 1
        else:
            session.game.fifty = value == 1
        session.reports.setting(_SETTINGS, setting, value)
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
            session.watch_raw(value == 1)
        else:
            return b"argument"
        return b""

    def _games(self) -> bytes:
        self._session.look_up(b"", 0)
        return b""

    def _fetch(self) -> bytes:
        name = self._decoder.text(2)
        place = self._decoder.number(3)
        if not _is_game_name(name) or place < 0:
            return b"argument"
        self._session.look_up(name, place)
        return b""


_DEEDS = (
    Commands._hello,
    Commands._resend,
    Commands._snapshot,
    Commands._version,
    Commands._bye,
    Commands._test,
    Commands._new,
    Commands._load,
    Commands._play,
    Commands._go,
    Commands._end,
    Commands._hint,
    Commands._get,
    Commands._set,
    Commands._watch,
    Commands._games,
    Commands._fetch,
    Commands._health,
    Commands._lesson,
    Commands._match,
    Commands._resume,
    Commands._takeback,
)
"""What is done, in the order of _NAMES."""


def _is_game_name(name: bytes) -> bool:
    """Whether a game's name is 8 hex digits, a dash and a number, as boards give them."""
    for i in range(len(name)):
        if i == 8:
            if name[i] != _DASH:
                return False
        elif name[i] not in (HEX if i < 8 else HEX[:10]):
            return False
    return len(name) > 9
