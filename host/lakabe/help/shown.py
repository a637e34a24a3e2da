"""A move that a board shows by its lights, told to it again where a hand was in the way."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

from lakabe.board import events
from lakabe.board.events import Event
from lakabe.errors import LakabeError

POINT = re.compile("[a-i][1-5]")

_log = logging.getLogger(__name__)


class Shown:
    """The one move that somebody has a board show, None without one; a board shows one at a time.

    ``send`` gives the board a command and returns its id. A board that is not there is no error: the move is
    kept. ``lock`` is reentrant; it is held while a command is given, so that the answer finds its id.
    """

    def __init__(self, send: Callable[..., int], lock: AbstractContextManager[Any]) -> None:
        self.move: str | None = None
        self._send = send
        self._lock = lock
        self._told = 0  # the id of the last command
        self._rest = ""  # of the move, where some of it has been made
        self._refused = False  # whether the board refused it because of a hand

    def put(self, move: str) -> None:
        """Have the board show this move (N1) instead of any other."""
        with self._lock:
            self.move, self._rest = move, ""
            self.again()

    def again(self) -> None:
        """Have it show the same move anew, if there is one, or what is left of it."""
        with self._lock:
            if self.move is not None:
                self._tell(self._rest or self.move)

    def stepped(self, step: str) -> None:
        """So much of a move (N1) has been made: show what is left, if it is this one, or all of it again."""
        with self._lock:
            if self.move is None:
                return
            is_begun = bool(step) and self.move.startswith(f"{step}-")
            rest = f"{POINT.findall(step)[-1]}{self.move[len(step) :]}" if is_begun else ""
            if rest != self._rest:
                self._rest = rest
                if rest or not step:
                    self.again()

    def forget(self) -> None:
        """The board shows it no longer: one that goes on in its game has dropped it by itself."""
        with self._lock:
            self.move, self._rest, self._refused = None, "", False

    def take_off(self) -> None:
        """Have the board show nothing, if it shows a move."""
        with self._lock:
            if self.move is not None:
                self.forget()
                self._tell("-")

    def see(self, event: Event) -> None:
        """Take in an event of the board: a refused move comes again when stones or lights have changed.

        A board that is led back says so by its lights alone; where it does not tell them, by its next tick.
        """
        with self._lock:
            match event:
                case events.No(id=id, reason="busy") if id == self._told:
                    self._refused = self.move is not None
                case events.Place() | events.Restored() | events.Lights() | events.Tick() if self._refused:
                    self.again()
                case events.Lift() if self._refused and self._rest:
                    self.again()  # what the step has taken may be off now
                case _:
                    pass

    def _tell(self, what: str) -> None:
        self._refused = False
        try:
            self._told = self._send("hint", what)
        except LakabeError as error:
            _log.info("the board was not told to show %s: %s", what, error)
