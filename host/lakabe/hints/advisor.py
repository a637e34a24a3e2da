"""Hints on a board: asked for with its *menu* button, shown by its lights, and better ones as they are found.

The engine thinks on a thread of the advisor's own, so that it never holds up the record. What needs the
compiler is imported there, too: it takes most of a second.
"""

from __future__ import annotations

import contextlib
import logging
import threading
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

from lakabe import events
from lakabe.archive import Archive
from lakabe.errors import InputError, LakabeError
from lakabe.events import Event
from lakabe.scribe import Playing

if TYPE_CHECKING:
    from lakabe.hints.hint import Hint
    from lakabe.hints.question import Question
    from lakabe.hints.source import Source

FIRST_S = 0.12
"""How long is thought before the first light. It has to come within 300 ms after the press."""
ALL_S = 3.0
"""How long is thought about better ones."""
GOODBYE_S = 2.0

_log = logging.getLogger(__name__)


class Teller(Protocol):
    """Where hints go besides the board. Called on any thread, and must not wait for anything."""

    def hint(self, hint: Hint | None) -> None:
        """This is the hint now; None: there is none any more."""

    def trouble(self, text: str) -> None:
        """A line for the players: why there is no hint."""


class Advisor:
    """Gives hints for one board. ``see`` gets its events, in order, on the recorder's thread.

    ``command`` is that of another engine, None for ours. It starts on the advisor's thread as soon as a game
    is there, so that the first hint need not wait for it. ``question`` tells the game on the board, None
    without one. ``send`` gives the board a command and returns its id. ``wish`` asks for a hint; while one is
    shown, or is being looked for, it takes it away. A hand at a stone ends the search, a move ends the hint.
    """

    def __init__(
        self,
        command: str | None,
        question: Callable[[], Question | None],
        send: Callable[..., int],
        teller: Teller,
        *,
        first_s: float = FIRST_S,
        all_s: float = ALL_S,
    ) -> None:
        self._command_line = command
        self._question = question
        self._send = send
        self._teller = teller
        self._first_s = first_s
        self._all_s = all_s
        self._changed = threading.Condition()  # a reentrant lock; it guards all that follows
        self._source: Source | None = None
        self._job = 0  # the number of the wish that is being dealt with; 0 is none
        self._wishes = 0
        self._enough = False  # whether the hint need not get better
        self._shown = ""  # the move that the board was told to show
        self._told = 0  # the id of that command
        self._held = False  # whether the board refused it because of a hand, so that it is to be told again
        self._wanted = False  # whether there is a game, and so an engine is needed
        self._closing = False
        self._thread = threading.Thread(target=self._work, name="advisor", daemon=True)
        self._thread.start()

    def see(self, event: Event) -> None:
        """Take in an event of the board."""
        match event:
            case events.Wish(wish="hint"):
                self.wish()
            case events.GameStarted():
                self._forget()
                with self._changed:
                    self._wanted = True
                    self._changed.notify()
            case events.Move() | events.Takeback() | events.Result() | events.Setup():
                self._forget()
            case events.Lift():
                with self._changed:
                    self._enough = True
                    self._interrupt()
            case events.No(id=id, reason="busy"):
                with self._changed:
                    self._held = self._job != 0 and id == self._told
            case events.Place() if self._held:
                self._show(self._shown, self._job)
            case _:
                pass

    def wish(self) -> None:
        """The players want a hint, or no longer."""
        with self._changed:
            going = self._job != 0
            if not going:
                self._wishes += 1
                self._job = self._wishes
                self._enough = False
                self._changed.notify()
        if going:
            self.withdraw()

    def withdraw(self) -> None:
        """Take the hint off the board, and look for no other."""
        shown = self._shown
        self._forget()
        if shown:
            self._command("-")

    def close(self) -> None:
        """Take the hint off the board and end the engine."""
        self.withdraw()
        with self._changed:
            self._closing = True
            self._interrupt()
            self._changed.notify()
        self._thread.join(GOODBYE_S)

    # Inside

    def _forget(self) -> None:
        """There is no hint any more; a board that goes on in its game has dropped it by itself."""
        with self._changed:
            if not self._job:
                return
            self._job = 0
            self._shown, self._held = "", False
            self._interrupt()
            self._teller.hint(None)

    def _interrupt(self) -> None:
        """Let the engine come to an end; ``_changed`` is held."""
        if self._source is not None:
            # One that has ended is noticed by who waits for its answer.
            with contextlib.suppress(LakabeError):
                self._source.stop()

    def _work(self) -> None:
        done = 0
        while True:
            with self._changed:
                while not self._closing and self._job in (0, done) and (self._source or not self._wanted):
                    self._changed.wait()
                if self._closing:
                    break
                job = self._job if self._job != done else 0
            try:
                source = self._open()
                if job:
                    self._advise(source, job)
            except LakabeError as error:
                self._give_up(job, error)
            except Exception:
                _log.exception("the advisor failed")
                self._give_up(job, LakabeError("no hint could be found"))
            done = job or done
        if self._source is not None:
            self._source.close()

    def _open(self) -> Source:
        if self._source is None:
            self._wanted = False  # one attempt without a wish is enough
            from lakabe.hints.source import open_source

            source = open_source(self._command_line)
            with self._changed:
                self._source = source
        return self._source

    def _give_up(self, job: int, error: LakabeError) -> None:
        if not isinstance(error, InputError) and self._source is not None:
            # An engine that failed may be no more; the next wish starts another.
            self._source.close()
            self._source = None
        with self._changed:
            if self._closing or (job and self._job != job):
                return
            if job:
                self._job = 0
        self._teller.trouble(error.message if isinstance(error, InputError) else str(error))

    def _advise(self, source: Source, job: int) -> None:
        from lakabe.hints.hint import give
        from lakabe.hints.source import Effort

        question = self._question()
        if question is None:
            raise InputError("there is no game on the board to give a hint for")
        if question.standing().over() == "draw":
            question = replace(question, draws=False)  # the board plays on, so R11 is switched off there
        first = give(source, question, Effort(self._first_s), look_back=False)
        self._tell(first, job)

        def enough() -> bool:
            return self._job != job or self._enough

        def better(found: Hint) -> None:
            if enough():
                source.stop()  # again, for it may have come before the engine began
            elif found.best.depth >= first.best.depth > 0:
                self._tell(found, job)

        if not enough():
            last = give(source, question, Effort(self._all_s), better, enough=enough)
            if last.best.depth >= first.best.depth:
                self._tell(last, job)

    def _tell(self, hint: Hint, job: int) -> None:
        with self._changed:
            if self._job != job or (self._enough and self._shown):
                return
            if hint.best.move != self._shown:
                self._show(hint.best.move, job)
            self._teller.hint(hint)

    def _show(self, move: str, job: int) -> None:
        with self._changed:
            if self._job != job:
                return
            self._shown, self._held = move, False
            self._command(move)

    def _command(self, what: str) -> None:
        with self._changed:  # so that the answer finds the id
            try:
                self._told = self._send("hint", what)
            except LakabeError as error:
                _log.info("no hint on the board: %s", error)


def question_of(playing: Playing | None, archive: Archive) -> Question | None:
    """The game on a board as a question, with its moves as far as the archive has them; None without one."""
    from lakabe.hints.question import Question

    if playing is None:
        return None
    if playing.number is None:
        return Question(playing.start) if playing.start else None
    game = archive.game(playing.number)
    whole = Question(game.start, tuple(game.texts()[: max(0, playing.ply - game.first_ply)]))
    if game.start and (playing.position is None or _leads(whole, playing.position)):
        return whole
    return Question(playing.position) if playing.position else None


def _leads(question: Question, position: str) -> bool:
    try:
        return question.standing().text() == position
    except LakabeError:
        return False
