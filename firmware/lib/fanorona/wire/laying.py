"""What a host lays ready move by move: a game to be played on, or a hint. Creates objects."""

from fanorona.compat import const
from fanorona.hands.tracker import IDLE, OPEN, PLAY
from fanorona.lights.painter import (
    BETTER,
    HINT_FROM,
    HINT_PATH,
    HINT_TAKES,
    LIFTED,
    MOVERS,
    TO_EITHER,
    TO_PAIKA,
    WORSE,
)
from fanorona.rules.game import Game, choose
from fanorona.rules.geometry import NONE, POINTS
from fanorona.rules.parsing import Steps, read_position
from fanorona.rules.rules import GAME_LOG, Position
from fanorona.wire.protocol import Decoder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from fanorona.session import Session

_A_MOVE = const(3)
"""Fields of a ``hint`` with a move."""
_CORNERS = b"\x00\x08\x24\x2c"


class Laying:
    """Carries out some commands of ``Commands``, which ``decoder`` holds; each returns why it was refused.

    ``steps`` are those of the move of a command that takes several turns of the loop, None without one.
    """

    def __init__(self, session: "Session", decoder: Decoder) -> None:
        self.steps: Steps | None = None
        self._session = session
        self._decoder = decoder
        self._position: Position | None = None  # laid ready, not yet a game
        self._staged: Game | None = None
        self._name = b""  # of that game
        self._before = b""  # the board before the steps
        self._begun = 0  # the steps that were made before these
        self._is_hint = False  # whether these are a hint, and not played

    def load(self, name: bytes, variant: int) -> bytes:
        """Lay a position ready for a game of that name."""
        decoder = self._decoder
        position = Position(GAME_LOG)
        choose(position, variant)
        if not read_position(decoder.text(3), decoder.text(4), position):
            return b"position"
        self._position = position
        self._name = name
        return b""

    def play(self) -> bytes:
        """Play a move from there on."""
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
        self.steps = Steps(staged.position, text)
        self._is_hint = False
        return b""

    def begin(self) -> bytes:
        """Let the game begin."""
        staged = self._laid_ready()
        if staged is None:
            return b"nothing-loaded"
        self._staged = None
        if not staged.record.size:
            staged.judge()
        if staged.result:
            return b"over"
        self._session.load_game(staged, self._name)
        return b""

    def hint(self) -> bytes:
        """Play the move of a hint, and then show it; or show what a coach says; or nothing any more."""
        session = self._session
        decoder = self._decoder
        session.hint.clear()
        session.show_hint()
        if decoder.is_word(2, b"-"):
            return b""
        if session.tracker.phase != PLAY:
            return b"busy"
        if decoder.is_word(2, b"none"):
            return self._show_no_more()
        if decoder.is_word(2, b"blunder"):
            return self._show_blunder()
        if decoder.count > _A_MOVE:
            return self._show_destinations()
        if session.tracker.status > OPEN:
            return b"busy"
        position = Position(GAME_LOG)
        position.mirror(session.game.position)
        self._before = bytes(position.board)
        self._begun = position.steps
        self.steps = Steps(position, decoder.text(2))
        self._is_hint = True
        return b""

    def go_on(self) -> bytes:
        """Play the next steps, or finish the command."""
        steps = self.steps
        if steps is None:
            return b""
        if not steps.is_over:
            steps.go()
            if not steps.is_over:
                steps.go()
            return b""
        self.steps = None
        reason = b"" if steps.is_legal else b"illegal"
        if self._is_hint:
            return reason or self._show_hint(steps.position)
        if self._staged is not None and not reason:
            self._staged.commit()
        return reason

    def _laid_ready(self) -> Game | None:
        """The game that a ``load`` began; made here, because ``load`` has enough to do."""
        position = self._position
        if position is not None:
            self._position = None
            self._staged = staged = Game(position)
            staged.repetition = self._session.game.repetition
            staged.fifty = self._session.game.fifty
        return self._staged

    def _let_stand(self, staged: Game, text: bytes) -> bytes:
        """An irregular move, by the board after it (P10)."""
        position = Position(GAME_LOG)
        if not read_position(text, b"W", position):
            return b"illegal"
        staged.let_stand(position.board)
        staged.judge()
        return b""

    def _show_hint(self, position: Position) -> bytes:
        """Light the move that stands played on ``position``."""
        session = self._session
        hint = session.hint
        before = self._before
        if session.tracker.phase != PLAY or session.tracker.status > OPEN:
            return b"busy"
        if session.game.position.board != before:
            return b"busy"
        begun = self._begun
        if position.steps > begun:
            hint.put(position.step_from(begun), HINT_FROM)  # the first mark tells whose hint it is
        for p in range(POINTS):
            if position.board[p] != before[p]:
                hint.put(p, HINT_TAKES)
        hint.put(position.stone, HINT_PATH)  # also where one is placed
        for i in range(begun, position.steps):
            hint.put(position.step_to(i), HINT_PATH)
        if position.steps > begun:
            hint.put(position.step_from(begun), HINT_FROM)
        session.show_hint()
        return b""

    # What a coach says creates nothing: it is heard while stones are in hands

    def _show_destinations(self) -> bytes:
        """Light those that are better for the stone in the hand, and the others that are lit as worse."""
        session = self._session
        decoder = self._decoder
        hint = session.hint
        hand = decoder.point(2)
        if hand == NONE:
            return b"argument"
        level = session.levels[session.game.position.turn]
        if session.tracker.reading.hand != hand or level < MOVERS:
            return b"busy"
        hint.put(hand, LIFTED)
        for p in range(POINTS):
            if TO_PAIKA <= session.roles[p] <= TO_EITHER or session.roles[p] >= BETTER:
                hint.put(p, WORSE)
        for field in range(_A_MOVE, decoder.count):
            p = decoder.point(field)
            if p != NONE and hint.value[p] == WORSE:
                hint.put(p, BETTER)
        return b""

    def _show_blunder(self) -> bytes:
        """Light the stone that has moved, and while its move may go on, where it had better go."""
        tracker = self._session.tracker
        p = self._decoder.point(3)
        if p == NONE:
            return b"argument"
        record = tracker.game.record
        at = tracker.reading.stands
        if tracker.status == IDLE:
            at = record.end(record.last) if record.last >= 0 else NONE
        elif tracker.status == OPEN:
            at = tracker.game.position.stone
        if p != at:
            return b"busy"
        self._session.hint.put(p, WORSE)
        if tracker.status != IDLE:
            for field in range(4, self._decoder.count):
                q = self._decoder.point(field)
                if q != NONE and not tracker.reading.occupied[q]:
                    self._session.hint.put(q, BETTER)
        return b""

    def _show_no_more(self) -> bytes:
        """Light the corners, but those to which a stone in the hand may go."""
        session = self._session
        hand = session.tracker.reading.hand
        if hand != NONE:
            session.hint.put(hand, LIFTED)
        for p in _CORNERS:
            if p != hand and not TO_PAIKA <= session.roles[p] <= TO_EITHER:
                session.hint.put(p, WORSE)
        return b""
