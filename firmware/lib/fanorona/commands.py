"""What the host may ask for: its bytes in, deeds of the session out (PROTOCOL.md).

Nothing is created on the heap but by ``load``, ``play``, ``go``, ``fetch`` and ``hint``
with a move.
"""

from fanorona.compat import const
from fanorona.game import BLACK_WINS, DRAWN, WHITE_WINS, Game
from fanorona.geometry import POINTS
from fanorona.painter import HINT_FROM, HINT_PATH, HINT_TAKES
from fanorona.parsing import Steps, read_position
from fanorona.protocol import (
    BAD_CHECKSUM,
    BAD_FORMAT,
    HOST_LEAD,
    LINE,
    MAJOR,
    NOTHING,
    TOO_LONG,
    Decoder,
)
from fanorona.rules import MOVE_LOG, TSIVY, VARIANTS, Position
from fanorona.tracker import IDLE, PLAY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from fanorona.session import Session

_RESULT_WORDS = (b"1-0", b"0-1", b"1/2-1/2")
_RESULTS = bytes((WHITE_WINS, BLACK_WINS, DRAWN))
_SETTINGS = (b"level", b"power", b"brightness", b"repetition", b"fifty")
_LOWEST = (0, 20, 1, 0, 0)
_HIGHEST = (4, 2000, 255, 1, 1)
_LEVEL = const(0)
_POWER = const(1)
_BRIGHTNESS = const(2)
_REPETITION = const(3)
_VERSIONS = str(MAJOR).encode() + b"."
_LONGEST_NAME = const(20)
_DASH = const(45)


class Commands:
    """Reads commands and carries them out on a session; ``ok`` or ``no`` answers all but ``ack``."""

    def __init__(self, session: "Session") -> None:
        self._session = session
        self._decoder = Decoder(HOST_LEAD)
        self._position: Position | None = None  # laid ready, not yet a game
        self._staged: Game | None = None
        self._staged_name = b""
        self._steps: Steps | None = None  # of the move of a command that takes several turns of the loop
        self._before = b""  # the board before these
        self._is_hint = False  # whether they are a hint, and not played
        self._number = 0  # of that command
        self._names = (
            b"hello",
            b"resend",
            b"snapshot",
            b"version",
            b"bye",
            b"test",
            b"new",
            b"load",
            b"play",
            b"go",
            b"end",
            b"hint",
            b"get",
            b"set",
            b"watch",
            b"games",
            b"fetch",
            b"health",
            b"lesson",
            b"match",
        )
        self._deeds = (
            self._hello,
            self._resend,
            self._snapshot,
            self._version,
            self._bye,
            self._test,
            self._new,
            self._load,
            self._play,
            self._go,
            self._end,
            self._hint,
            self._get,
            self._set,
            self._watch,
            self._games,
            self._fetch,
            self._health,
            self._lesson,
            self._match,
        )

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
        while self._steps is not None:
            self.go_on()  # somebody has not waited for the answer
        session.begin_to_obey()
        self._number = decoder.number(0)
        deed = decoder.which(1, self._names)
        reason = self._deeds[deed]() if deed >= 0 else b"unknown"
        if self._steps is None:
            session.answer(self._number, reason)

    def is_obeying(self) -> bool:
        """Whether a command is being carried out that takes several turns of the loop: call ``go_on``."""
        return self._steps is not None

    def go_on(self) -> None:
        """Play the next steps of the move of a command, or finish that command."""
        steps = self._steps
        if steps is None:
            return
        if not steps.is_over:
            steps.go()
            if not steps.is_over:
                steps.go()
            return
        self._steps = None
        reason = b"" if steps.is_legal else b"illegal"
        if self._is_hint:
            reason = reason or self._show_hint(steps.position)
        elif self._staged is not None and not reason:
            self._staged.commit()
        self._session.answer(self._number, reason)

    # Each deed returns the reason for which it was refused, or nothing. One that leaves ``_steps`` behind is
    # not done yet.

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
        if self._decoder.count <= 2:
            self._session.start_test()
        elif not self._decoder.is_word(2, b"points"):
            return b"argument"
        elif not self._session.start_trial():
            return b"busy"
        return b""

    def _match(self) -> bytes:
        return self._session.show_scores(self._decoder.text(2), self._decoder.text(3))

    def _health(self) -> bytes:
        self._session.health.begin()
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

    def _load(self) -> bytes:
        decoder = self._decoder
        name = b"" if decoder.is_word(2, b"-") else decoder.text(2)
        if len(name) > _LONGEST_NAME or (name and not _is_game_name(name)):
            return b"argument"
        variant = self._variant(5)
        if variant < 0:
            return b"argument"
        position = Position(MOVE_LOG)
        position.choose(variant)
        if not read_position(decoder.text(3), decoder.text(4), position):
            return b"position"
        self._position = position
        self._staged_name = name
        return b""

    def _laid_ready(self) -> Game | None:
        """The game that a ``load`` began; made here, because ``load`` has enough to do."""
        position = self._position
        if position is not None:
            self._position = None
            self._staged = staged = Game(position)
            staged.repetition = self._session.game.repetition
            staged.fifty = self._session.game.fifty
        return self._staged

    def _play(self) -> bytes:
        staged = self._laid_ready()
        if staged is None:
            return b"nothing-loaded"
        if self._decoder.number(2) != staged.ply + 1:
            return b"ply"
        if staged.result:
            return b"over"
        text = self._decoder.text(3)
        if text[:2] == b"--":
            return self._let_stand(staged, text[2:])
        self._steps = Steps(staged.position, text)
        self._is_hint = False
        return b""

    def _let_stand(self, staged: Game, text: bytes) -> bytes:
        """An irregular move, by the board after it (P10)."""
        position = Position(MOVE_LOG)
        if not read_position(text, b"W", position):
            return b"illegal"
        staged.let_stand(position.board)
        staged.judge()
        return b""

    def _go(self) -> bytes:
        staged = self._laid_ready()
        if staged is None:
            return b"nothing-loaded"
        self._staged = None
        if not staged.record.size:
            staged.judge()
        if staged.result:
            return b"over"
        self._session.load_game(staged, self._staged_name)
        return b""

    def _end(self) -> bytes:
        result = self._decoder.which(2, _RESULT_WORDS)
        if result < 0:
            return b"argument"
        if self._session.tracker.phase != PLAY:
            return b"no-game"
        self._session.finish(_RESULTS[result])
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
        position = Position(MOVE_LOG)
        position.mirror(session.game.position)
        self._before = bytes(position.board)
        self._steps = Steps(position, self._decoder.text(2))
        self._is_hint = True
        return b""

    def _show_hint(self, position: Position) -> bytes:
        """Light the move that stands played on ``position``."""
        session = self._session
        hint = session.hint
        before = self._before
        if session.tracker.phase != PLAY or session.tracker.status != IDLE:
            return b"busy"
        if session.game.position.board != before:
            return b"busy"
        for p in range(POINTS):
            if position.board[p] != before[p]:
                hint.put(p, HINT_TAKES)
        hint.put(position.stone, HINT_PATH)  # also where one is placed
        for i in range(position.steps):
            hint.put(position.step_to(i), HINT_PATH)
            hint.put(position.step_from(0), HINT_FROM)
        session.show_hint()
        return b""

    def _get(self) -> bytes:
        session = self._session
        setting = self._decoder.which(2, _SETTINGS)
        if setting < 0:
            return b"unknown"
        if setting == _LEVEL:
            value = session.level
        elif setting == _POWER:
            value = session.power_ma
        elif setting == _BRIGHTNESS:
            value = session.brightness
        elif setting == _REPETITION:
            value = 1 if session.game.repetition else 0
        else:
            value = 1 if session.game.fifty else 0
        session.reports.setting(_SETTINGS[setting], value)
        return b""

    def _set(self) -> bytes:
        session = self._session
        setting = self._decoder.which(2, _SETTINGS)
        value = self._decoder.number(3)
        if setting < 0 or not _LOWEST[setting] <= value <= _HIGHEST[setting]:
            return b"argument"
        if setting == _LEVEL:
            session.set_level(value)
        elif setting == _POWER:
            session.power_ma = value
        elif setting == _BRIGHTNESS:
            session.brightness = value
        elif setting == _REPETITION:
            session.game.repetition = value == 1
        else:
            session.game.fifty = value == 1
        session.reports.setting(_SETTINGS[setting], value)
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


def _is_game_name(name: bytes) -> bool:
    """Whether a game's name is 8 hex digits, a dash and a number, as boards give them."""
    number = name[9:]
    return (
        len(number) > 0
        and name[8] == _DASH
        and all(digit in b"0123456789abcdef" for digit in name[:8])
        and all(digit in b"0123456789" for digit in number)
    )
