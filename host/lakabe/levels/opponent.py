"""A level as the opponent at a board: its move is shown by the lights, and a person carries it out."""

from __future__ import annotations

import logging
import random
import threading
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from lakabe import events
from lakabe.errors import LakabeError
from lakabe.events import Event
from lakabe.levels.level import Level

if TYPE_CHECKING:
    from lakabe.hints.question import Question
    from lakabe.hints.source import Source

GOODBYE_S = 2.0

_log = logging.getLogger(__name__)


class Opponent:
    """Plays ``side`` (W or B) on one board. ``see`` gets its events, in order, on the recorder's thread.

    ``question`` tells the game on the board, None without one. ``send`` gives the board a command and returns
    its id. ``tell`` gets the move (N1) that is to be carried out, None when there is none. The engine thinks
    on a thread of the opponent's own. ``command`` is that of another engine, None for ours.
    """

    def __init__(
        self,
        level: Level,
        side: str,
        command: str | None,
        question: Callable[[], Question | None],
        send: Callable[..., int],
        tell: Callable[[str | None], None],
        complain: Callable[[str], None],
        rng: random.Random | None = None,
    ) -> None:
        self.side = side
        self._level = level
        self._command_line = command
        self._question = question
        self._send = send
        self._tell = tell
        self._complain = complain
        self._rng = rng or random.Random()  # noqa: S311
        self._changed = threading.Condition()  # a reentrant lock; it guards all that follows
        self._source: Source | None = None
        self._job = 0  # counts what the board has told that may make it this side's turn
        self._move: str | None = None  # what is to be carried out
        self._told = 0
        self._held = False  # whether the board refused to show it because of a hand
        self._closing = False
        self._thread = threading.Thread(target=self._work, name="opponent", daemon=True)
        self._thread.start()

    @property
    def moving(self) -> bool:
        """Whether its move is waiting to be carried out."""
        return self._move is not None

    def see(self, event: Event) -> None:
        """Take in an event of the board."""
        match event:
            case events.Move() | events.Takeback() | events.GameStarted() | events.Synced():
                self._begin()
            case events.Result() | events.Setup():
                self._forget()
            case events.No(id=id, reason="busy"):
                with self._changed:
                    self._held = self._move is not None and id == self._told
            case events.Place() if self._held:
                self.show()
            case _:
                pass

    def show(self) -> None:
        """Show the move that is to be carried out, if there is one, again."""
        with self._changed:
            if self._move is None:
                return
            self._held = False
            try:
                self._told = self._send("hint", self._move)
            except LakabeError as error:
                _log.info("the move is not on the board: %s", error)

    def close(self) -> None:
        """Play no more, and end the engine."""
        with self._changed:
            self._closing = True
            if self._source is not None:
                self._source.stop()
            self._changed.notify()
        self._thread.join(GOODBYE_S)

    # Inside

    def _begin(self) -> None:
        """Something has happened after which it may be this side's turn."""
        with self._changed:
            self._forget()
            self._changed.notify()

    def _forget(self) -> None:
        with self._changed:
            self._job += 1
            if self._move is not None:
                self._move, self._held = None, False
                self._tell(None)
            if self._source is not None:
                self._source.stop()

    def _work(self) -> None:
        done = 0
        while True:
            with self._changed:
                while not self._closing and self._job == done:
                    self._changed.wait()
                if self._closing:
                    break
                done = self._job
            try:
                self._play(done)
            except LakabeError as error:
                self._complain(str(error))
            except Exception:
                _log.exception("the opponent failed")
                self._complain("The opponent finds no move.")
        if self._source is not None:
            self._source.close()

    def _play(self, job: int) -> None:
        from lakabe.hints.source import open_source
        from lakabe.levels.player import choose

        if self._source is None:
            source = open_source(self._command_line)
            with self._changed:
                self._source = source
        question = self._question()
        if question is None:
            return
        standing = question.standing()
        if standing.text()[-1] != self.side or standing.over() == "loss":
            return
        if standing.over() == "draw":
            question = replace(question, draws=False)  # the board would have ended it, if R11 held there
        move = choose(self._source, question, self._level, self._rng)
        with self._changed:
            if self._job != job or self._closing:
                return
            self._move = move
            self._tell(move)
            self.show()
