"""Hints on a board: asked for with *menu*, shown by its lights, and better ones as they are found."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

from lakabe.archive import Archive
from lakabe.board import events
from lakabe.board.events import Event
from lakabe.board.scribe import Playing
from lakabe.errors import InputError, LakabeError
from lakabe.games import draws
from lakabe.games.variants import ORDINARY
from lakabe.help.allowance import Allowance
from lakabe.help.engine_thread import EngineThread
from lakabe.help.heard import Heard
from lakabe.help.shown import Shown
from lakabe.language.saying import Text, say

if TYPE_CHECKING:
    from lakabe.help.hint import Hint
    from lakabe.help.question import Question
    from lakabe.help.source import Source

FIRST_S = 0.12
"""How long is thought before the first light. It has to come within 300 ms after the press."""
ALL_S = 3.0
"""How long is thought about better ones."""


class Teller(Protocol):
    """Where hints go besides the board. Called on any thread, and must not wait for anything."""

    def hint(self, hint: Hint | None) -> None:
        """This is the hint now; None: there is none any more."""

    def trouble(self, text: Text) -> None:
        """A line for the players: why there is no hint."""


class Advisor:
    """Gives hints for one board. ``see`` gets its events, in order, on the recorder's thread.

    ``command`` is that of another engine, None for ours; it starts when the first stone of a game is lifted:
    a board at rest does without its memory. ``question``
    tells the game on the board, None without one. ``send`` gives the board a command and returns its id.
    ``wish`` asks for a hint; while one is shown, or is being looked for, it takes it away. A hand at a stone
    ends the search, a move ends the hint. ``allowance``: how many there may be; its owner has it
    see the events first.
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
        allowance: Allowance | None = None,
    ) -> None:
        self._allowance = allowance or Allowance()
        self._send = send
        self._question = question
        self._teller = teller
        self._first_s = first_s
        self._all_s = all_s
        self._heard = Heard()
        self._enough = False  # whether the hint need not get better
        self._prepared = True  # whether the engine has been started for this game
        self._engine = EngineThread("advisor", command, self._advise, self._trouble)
        self._changed = self._engine.changed
        self._shown = Shown(send, self._changed)

    def see(self, event: Event) -> None:
        """Take in an event of the board."""
        self._shown.see(event)
        is_news = self._heard.is_news(event)
        match event:
            case events.Wish(wish="hint"):
                self.wish()
            case _ if not is_news:
                pass  # the board still shows the hint
            case events.GameStarted():
                self._forget()
                self._prepared = False
            case events.Hello() | events.Move() | events.Takeback() | events.Result() | events.Setup():
                self._forget()
            case events.Lift():
                if not self._prepared:
                    self._prepared = True
                    self._engine.prepare()
                with self._changed:
                    self._enough = True
                    self._engine.interrupt()
            case _:
                pass

    def wish(self) -> None:
        """The players want a hint, or no longer."""
        with self._changed:
            if self._engine.job:
                self.withdraw()
            elif not self._allowance.spend():
                self._refuse()
            else:
                self._enough = False
                self._engine.begin()

    def again(self) -> None:
        """Show the hint anew, if there is one: the board has shown something else meanwhile."""
        self._shown.again()

    def withdraw(self) -> None:
        """Take the hint off the board, and look for no other."""
        with self._changed:
            shown = self._shown.move is not None
            self._shown.take_off()
            self._end(shown)

    def close(self) -> None:
        """Take the hint off the board and end the engine."""
        self.withdraw()
        self._engine.close()

    # Inside

    def _refuse(self) -> None:
        """There are no more hints in this game: say so, also by the lights of a board that can."""
        self._teller.trouble(self._allowance.used_up())
        with contextlib.suppress(LakabeError):
            self._send("hint", "none")

    def _forget(self) -> None:
        """There is no hint any more; a board that goes on in its game has dropped it by itself."""
        with self._changed:
            shown = self._shown.move is not None
            self._shown.forget()
            self._end(shown)

    def _end(self, shown: bool) -> None:
        if self._engine.job or shown:
            self._engine.end()
            self._teller.hint(None)

    def _trouble(self, error: LakabeError | None) -> None:
        if error is None:
            self._teller.trouble(say("no hint could be found"))
        else:
            self._teller.trouble(error.why if isinstance(error, InputError) else error.said)

    def _advise(self, source: Source, job: int) -> None:
        from lakabe.help.hint import give
        from lakabe.help.source import Effort

        question = self._question()
        if question is None:
            raise InputError("there is no game on the board to give a hint for")
        question = question.going_on()
        if question.variant != ORDINARY:
            self._advise_other(question, job)
            return
        first = give(source, question, Effort(self._first_s), look_back=False)
        self._tell(first, job)

        def enough() -> bool:
            return self._engine.job != job or self._enough

        def better(found: Hint) -> None:
            if enough():
                source.stop()  # again, for it may have come before the engine began
            elif found.best.depth >= first.best.depth > 0:
                self._tell(found, job)

        if not enough():
            last = give(source, question, Effort(self._all_s), better, enough=enough)
            if last.best.depth >= first.best.depth:
                self._tell(last, job)

    def _advise_other(self, question: Question, job: int) -> None:
        """In a game that the engine's search does not know."""
        from lakabe.help.others import deepens, give

        def enough() -> bool:
            return self._engine.job != job or self._enough

        self._tell(give(question, self._first_s), job)
        if deepens(question) and not enough():
            self._tell(give(question, self._all_s, enough), job)

    def _tell(self, hint: Hint, job: int) -> None:
        with self._changed:
            if self._engine.job != job or (self._enough and self._shown.move is not None):
                return
            if hint.best.move != self._shown.move:
                self._shown.put(hint.best.move)
            self._teller.hint(hint)


def question_of(playing: Playing | None, archive: Archive) -> Question | None:
    """The game on a board as a question, with its moves as far as the archive has them; None without one."""
    from lakabe.help.question import Question

    if playing is None:
        return None
    if playing.number is None:
        start = playing.position or playing.start
        return Question(start, variant=playing.variant).riatra() if start else None
    game = archive.game(playing.number)
    moves = tuple(game.texts()[: max(0, playing.ply - game.first_ply)])
    whole = Question(game.start, moves, draws.repetition_counts(game.tags), playing.variant)
    if game.start and (playing.position is None or _leads(whole, playing.position)):
        return whole.riatra()
    if not playing.position:
        return None
    return replace(whole, start=playing.position, moves=()).riatra()


def _leads(question: Question, position: str) -> bool:
    try:
        return question.now() == position
    except LakabeError:
        return False
