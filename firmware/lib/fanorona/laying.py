"""What a host lays ready move by move: a game to be played on, or a hint. Creates objects."""

from fanorona.game import Game
from fanorona.geometry import POINTS
from fanorona.painter import HINT_FROM, HINT_PATH, HINT_TAKES
from fanorona.parsing import Steps, read_position
from fanorona.protocol import Decoder
from fanorona.rules import MOVE_LOG, Position
from fanorona.tracker import IDLE, PLAY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from fanorona.session import Session


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
        self._is_hint = False  # whether these are a hint, and not played

    def load(self, name: bytes, variant: int) -> bytes:
        """Lay a position ready for a game of that name."""
        decoder = self._decoder
        position = Position(MOVE_LOG)
        position.choose(variant)
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
        """Play the move of a hint, and then show it."""
        position = Position(MOVE_LOG)
        position.mirror(self._session.game.position)
        self._before = bytes(position.board)
        self.steps = Steps(position, self._decoder.text(2))
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
        position = Position(MOVE_LOG)
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
