"""A level as the opponent at a board: its move is shown by the lights, and a person carries it out."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from fanorona.rules.rules import BLACK, WHITE
from lakabe.board import events
from lakabe.board.events import Event
from lakabe.errors import LakabeError
from lakabe.help.engine_thread import EngineThread
from lakabe.help.heard import Heard
from lakabe.help.level import Level
from lakabe.help.shown import Shown
from lakabe.language.saying import Text, say

if TYPE_CHECKING:
    from lakabe.help.question import Question
    from lakabe.help.source import Source

HOLD_S = 6.0
"""How much later its move is shown where the other side may want to take one back."""


Pause = Callable[[threading.Condition, Callable[[], bool], float], bool]
"""Waits on a condition that is held until something is so, at most so many seconds; whether it is."""


class Opponent:
    """Plays ``side`` (W or B) on one board. ``see`` gets its events, in order, on the recorder's thread.

    ``question`` tells the game on the board, None without one. ``send`` gives the board a command and returns
    its id. ``tell`` gets the move (N1) that is to be carried out, None when there is none, and ``complain``
    a line for the players: why it does not move, or that its move is another one than was made, which the
    board takes back then. ``command`` is that of another engine, None for ours. While
    it is to ``hold``, its move is shown HOLD_S later, unless the game has gone on by then; ``pause`` waits.
    """

    def __init__(
        self,
        level: Level,
        side: str,
        command: str | None,
        question: Callable[[], Question | None],
        send: Callable[..., int],
        tell: Callable[[str | None], None],
        complain: Callable[[Text], None],
        rng: random.Random | None = None,
        hold: Callable[[], bool] = lambda: False,
        pause: Pause = threading.Condition.wait_for,
    ) -> None:
        self.side = side
        self._level = level
        self._question = question
        self._tell = tell
        self._complain = complain
        self._hold = hold
        self._pause = pause
        self._rng = rng or random.Random()  # noqa: S311
        self._engine = EngineThread("opponent", command, self._play, self._trouble)
        self._changed = self._engine.changed
        self._send = send
        self._shown = Shown(send, self._changed)
        self._led_back: tuple[int, int, str] | None = None  # the command, the ply, and the move that stays
        self._heard = Heard()

    @property
    def moving(self) -> bool:
        """Whether its move is waiting to be carried out."""
        return self._shown.move is not None

    def see(self, event: Event) -> None:
        """Take in an event of the board."""
        self._shown.see(event)
        if self._leads_back(event):
            return
        told_again = not self._heard.is_news(event) or isinstance(event, events.Synced)
        match event:
            case events.Move() | events.Takeback() | events.GameStarted() | events.Synced():
                with self._changed:
                    if not (told_again and self.moving):  # else the board still shows it
                        self._forget()
                        self._engine.begin()
            case events.Step(move=step):
                self._shown.stepped(step)
            case events.Result() | events.Setup():
                self._forget()
            case events.Hello() if not told_again:
                self._forget()
            case _:
                pass

    def takes_wish(self) -> bool:
        """A hint is wished for: whether it would be one for this opponent.

        Then its move that is to be carried out is shown again, or the players are told that it has none yet.
        """
        if self.moving:
            self._shown.again()
            return True
        question = self._question()
        if question is None or not self._is_its_turn(question):
            return False
        self._complain(say("It is the computer's turn: hints are for yours."))
        return True

    def withdraw(self) -> None:
        """Take its move off the board, and look for no other until the game goes on."""
        with self._changed:
            self._shown.take_off()
            self._engine.end()

    def close(self) -> None:
        """Take its move off the board, play no more, and end the engine."""
        self.withdraw()
        self._engine.close()

    # Inside

    def _forget(self) -> None:
        with self._changed:
            self._engine.end()
            if self.moving:
                self._shown.forget()
                self._tell(None)

    def _leads_back(self, event: Event) -> bool:
        """Have another move than the one that is shown taken back; whether the event is about that."""
        with self._changed:
            match event:
                case events.Move(ply=ply, move=made) if self._led_back is None:
                    shown = self._shown.move
                    if shown is None or not self._is_other(shown, made):
                        return False
                    return self._take_back(ply, shown, made)
                case events.No(id=id) | events.Unanswered(id=id) if (
                    self._led_back and id == self._led_back[0]
                ):
                    self._led_back = None  # a board that cannot: the move stands
                    self._forget()
                    self._engine.begin()
                    return True
                case events.Takeback(ply=ply) if self._led_back and ply == self._led_back[1]:
                    move = self._led_back[2]
                    self._led_back = None
                    self._tell(move)
                    self._shown.put(move)
                    return True
                case events.GameStarted() | events.Hello() | events.Result():
                    self._led_back = None
                case _:
                    pass
        return False

    def _take_back(self, ply: int, shown: str, made: str) -> bool:
        try:
            self._led_back = self._send("takeback", ply), ply, shown
        except LakabeError:
            return False
        self._complain(
            say("The computer plays {move}, not {made}. Put the stones back.", move=shown, made=made)
        )
        return True

    def _is_other(self, shown: str, made: str) -> bool:
        """Whether a move (N1) that was made in place of its own leads elsewhere."""
        question = self._question()
        before = None if question is None else question.before()
        if before is None or not self._is_its_turn(before):
            return False
        try:
            return before.after([shown]).now() != before.after([made]).now()
        except LakabeError:
            return False

    def _is_its_turn(self, question: Question) -> bool:
        return question.position().turn == (WHITE if self.side == "W" else BLACK)

    def _trouble(self, error: LakabeError | None) -> None:
        self._complain(say("The opponent finds no move.") if error is None else error.said)

    def _play(self, source: Source, job: int) -> None:
        from lakabe.help.player import choose

        question = self._question()
        if question is None:
            return
        standing = question.standing()
        if standing.text()[-1] != self.side or standing.over() == "loss":
            return
        move = choose(source, question.going_on(), self._level, self._rng)
        with self._changed:
            if self._engine.job == job and self._hold():
                self._pause(self._changed, lambda: self._engine.job != job, HOLD_S)
            if self._engine.job == job:
                self._tell(move)
                self._shown.put(move)
