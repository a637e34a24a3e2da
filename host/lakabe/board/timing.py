"""The clocks of the games of a board: kept by the host, which ends a game when a side's time is up.

A clock runs from the first move on: the time before it is nobody's. It stands while the board does not
answer, while a move of the computer is carried out for it, and where a game is taken up again, until somebody
touches a stone or button. A move that is taken back gives its time back.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from lakabe.archive import Archive, Game
from lakabe.board import events
from lakabe.board.events import Event
from lakabe.board.scribe import Playing
from lakabe.errors import LakabeError
from lakabe.games import clock, ending
from lakabe.games.clock import Clock, Control

HEARD_S = 6.0
"""A board that has said nothing for so long does not answer: it gives a sign of life every 5 s."""
OTHER = {"W": "B", "B": "W"}
LOST = {"W": "0-1", "B": "1-0"}
"""The result where a side has lost."""

_log = logging.getLogger(__name__)


class Timer(Protocol):
    """Something that can be called off."""

    def cancel(self) -> None:
        """Do not."""


def later(seconds: float, call: Callable[[], None]) -> Timer:
    """Call something after so many seconds, on a thread of its own."""
    timer = threading.Timer(seconds, call)
    timer.daemon = True
    timer.start()
    return timer


class Timing:
    """Follows one board. ``see`` gets its events, in order; the archive has them already. What a board tells
    when it is connected may be old; so its game is taken from the record when it has told all.

    A game that begins gets the clocks that are ``chosen`` then, None for none; one that is taken up again has
    those of its record. ``playing`` tells the game on the board, ``send`` gives the board a command, ``show``
    is called when a clock has started or stopped. ``is_news`` tells whether the board has told all that is
    old (``Recorder.caught_up``), ``now`` tells seconds. Any thread may ask.
    """

    def __init__(
        self,
        archive: Archive,
        chosen: Control | None,
        playing: Callable[[], Playing | None],
        send: Callable[..., int],
        show: Callable[[], None] = lambda: None,
        is_news: Callable[[], bool] = lambda: True,
        now: Callable[[], float] = time.monotonic,
        later: Callable[[float, Callable[[], None]], Timer] = later,
    ) -> None:
        self.chosen = chosen
        """The clocks of games that begin from now on."""
        self._archive = archive
        self._playing = playing
        self._send = send
        self._show = show
        self._is_news = is_news
        self._now = now
        self._later = later
        self._lock = threading.RLock()
        self._timer: Timer | None = None
        self._is_linked = False
        self._heard = 0.0  # when the board said something last
        self._forget("", 1, "W")

    def see(self, event: Event) -> None:
        """Take in an event of the board."""
        with self._lock:
            before = self._picture()
            if isinstance(event, events.Hello | events.Silent):
                self._away()
            self._heard = self._now()
            try:
                self._see(event)
                self._keep()
            except LakabeError as error:
                _log.warning("a clock was not kept: %s", error)
            changed = self._picture() != before
        if changed:
            self._show()

    def carries_out(self, move: str | None) -> None:
        """The computer's move (N1) is to be carried out for it, which costs it no time; None: it thinks."""
        with self._lock:
            self._held = move is not None
            self._run()
        self._show()

    def data(self) -> dict[str, Any] | None:
        """Return what is left, in ms by side, and whose time goes down; None without clocks."""
        with self._lock:
            if self._clock is None:
                return None
            left = {side: self._clock.left(side, self._now()) for side in "WB"}
            return {**left, "running": self._clock.running, "up": self._up}

    def text(self) -> str:
        """Return what is left, White's first: ``4:59 – 5:00``; empty without clocks."""
        data = self.data()
        return "" if data is None else f"{clock.said(data['W'])} – {clock.said(data['B'])}"

    def why(self, result: events.Result) -> str:
        """Return why a game has ended: the board's reason, or that the time was up."""
        with self._lock:
            is_up = self._up and result.game == self._game and result.reason == ending.HOST
        return ending.TIME if is_up else result.reason

    def close(self) -> None:
        """Look at no clock any more."""
        with self._lock:
            self._is_linked = False
            self._run()

    # Inside; the lock is held

    def _forget(self, game: str, first: int, turn: str) -> None:
        """Another game is on the board, whose move ``first`` is made by ``turn``."""
        self._game, self._first, self._turn = game, first, turn
        self._control: Control | None = None
        self._clock: Clock | None = None
        self._moves: dict[int, str] = {}
        self._left: dict[int, int] = {}  # by ply, what its side had after it
        self._kept: dict[int, int] = {}  # of these, what the archive has
        self._is_tagged = False
        self._is_over = self._held = False
        self._waits = False  # for a touch
        self._up = ""  # the side whose time was up

    def _see(self, event: Event) -> None:
        match event:
            case events.Synced() if self._is_news():
                self._is_linked = True
                self._catch_up()
                self._run()
            case _ if not self._is_linked:
                pass
            case events.Lift() | events.Place() | events.Button() if self._waits:
                self._waits = False
                self._run()
            case events.GameStarted():
                if event.game != self._game:
                    self._begin(event.game, event.ply, event.turn)
                self._is_over = False
                self._run()
            case events.Move(game=game, ply=ply, move=move) if game == self._game:
                if self._moves.get(ply) != move:
                    self._moved(ply, move)
            case events.Takeback(game=game, ply=ply) if game == self._game:
                if any(n >= ply for n in self._moves):
                    self._taken_back(ply)
            case events.Result(game=game) if game == self._game:
                self._is_over = True
                self._run()
                self._end(event)
            case _:
                pass

    def _away(self) -> None:
        """The board was away since it was heard last, if it was for long: no time has gone by."""
        self._is_linked = False
        now = self._now()
        if self._clock is not None:
            self._clock.stop(self._heard if now - self._heard > HEARD_S else now)
        self._run()

    def _catch_up(self) -> None:
        """The board has told all: go on with the game that it is about."""
        playing = self._playing()
        if playing is None:
            return
        if playing.name != self._game:
            self._begin(playing.name, playing.first_ply, "B" if playing.start.endswith("B") else "W")
        elif playing.number is not None:
            game = self._archive.game(playing.number)
            if _texts(game) != self._moves:
                self._take_up(game)
            self._is_over = game.result is not None

    def _begin(self, name: str, first: int, turn: str) -> None:
        self._forget(name, first, turn)
        number = self._number()
        game = None if number is None else self._archive.game(number)
        if game is not None and game.moves:
            self._take_up(game)
            self._waits = True
        elif self.chosen is not None:
            self._control = self.chosen
            self._clock = Clock(self._left_before(first))

    def _take_up(self, game: Game) -> None:
        """Go on with what the record of a game has."""
        self._control = clock.of(game.tags)
        self._is_tagged = True
        self._first = game.first_ply
        self._turn = "B" if game.start.endswith("B") else "W"
        self._moves = _texts(game)
        self._left = {move.ply: move.left for move in game.moves if move.left is not None}
        self._kept = dict(self._left)
        if game.result in LOST.values() and game.reason == ending.TIME:
            self._up = "B" if game.result == "1-0" else "W"
        self._is_over = game.result is not None
        self._clock = None
        if self._control is not None:
            self._clock = Clock(self._left_before(max(self._moves, default=0) + 1))

    def _moved(self, ply: int, move: str) -> None:
        """A move is made, or another one than was told before; the time that it took is told once."""
        is_first = not self._moves
        is_next = ply > max(self._moves, default=0)
        self._moves = {n: text for n, text in self._moves.items() if n < ply} | {ply: move}
        self._left = {n: left for n, left in self._left.items() if n <= ply}
        self._kept = {n: left for n, left in self._kept.items() if n < ply}
        self._is_over = self._held = self._waits = False
        if self._clock is not None and self._control is not None and is_next:
            side, now = self._side(ply), self._now()
            self._clock.stop(now)
            if not is_first:
                self._clock.add(side, 1000 * self._control.added)
            self._left[ply] = self._clock.left(side, now)
        self._run()

    def _taken_back(self, ply: int) -> None:
        """The moves from ``ply`` on do not stand; both have what they had before it."""
        self._moves = {n: text for n, text in self._moves.items() if n < ply}
        self._left = {n: left for n, left in self._left.items() if n < ply}
        self._kept = {n: left for n, left in self._kept.items() if n < ply}
        self._is_over = self._held = False
        self._up = ""
        if self._clock is not None:
            self._clock = Clock(self._left_before(ply))
        self._run()

    def _run(self) -> None:
        """Let the time of who is to move go down, where it has to, and look again when it is up."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._clock is None:
            return
        now = self._now()
        if self._held or self._waits or self._is_over or not self._is_linked or not self._moves:
            self._clock.stop(now)
            return
        side = self._side(max(self._moves) + 1)
        if self._clock.running != side:
            self._clock.start(side, now)
        self._timer = self._later(max(self._clock.left(side, now), 1) / 1000, self._look)

    def _look(self) -> None:
        """The time of a side may be up: end the game then."""
        with self._lock:
            running = self._clock.running if self._clock is not None else ""
            if not running or self._clock is None:
                return
            if self._now() - self._heard > HEARD_S:
                self._timer = self._later(HEARD_S, self._look)
                return
            if self._clock.left(running, self._now()):
                self._run()
                return
            self._up = running
            self._clock.stop(self._now())
            try:
                self._send("end", LOST[running])
            except LakabeError as error:
                self._up = ""  # it is looked again when the board is there
                _log.warning("the game was not ended: %s", error)
        self._show()

    def _end(self, event: events.Result) -> None:
        if self._up and (event.result, event.reason) == (LOST[self._up], ending.HOST):
            number = self._number()
            if number is not None:
                with self._archive.writing() as writer:
                    writer.time_was_up(number)
        else:
            self._up = ""

    def _keep(self) -> None:
        """Have the archive keep what it lacks."""
        number = self._number()
        if number is None or self._control is None or self._kept == self._left:
            return
        with self._archive.writing() as writer:
            if not self._is_tagged:
                writer.tag(number, self._control.tags())
            for ply, left in self._left.items():
                if self._kept.get(ply) != left:
                    writer.clock(number, ply, left)
        self._kept = dict(self._left)
        self._is_tagged = True

    def _left_before(self, ply: int) -> Mapping[str, int]:
        """Return what both had before the move of ``ply``."""
        assert self._control is not None
        left = dict.fromkeys("WB", 1000 * self._control.base)
        for n in sorted(self._left):
            if n < ply:
                left[self._side(n)] = self._left[n]
        return left

    def _side(self, ply: int) -> str:
        return self._turn if (ply - self._first) % 2 == 0 else OTHER[self._turn]

    def _number(self) -> int | None:
        playing = self._playing()
        return playing.number if playing is not None and playing.name == self._game else None

    def _picture(self) -> tuple[object, ...]:
        """What is shown, but for the time that goes by."""
        running = None if self._clock is None else self._clock.running
        return self._game, running, self._up, dict(self._left)


def _texts(game: Game) -> dict[int, str]:
    """The moves of a record (N1) by ply."""
    return {move.ply: move.text for move in game.moves}
