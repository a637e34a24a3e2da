"""Who plays the games of a board: names that their records get (``lakabe.games.names``)."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from lakabe.archive import Archive
from lakabe.board import events
from lakabe.board.events import Event
from lakabe.board.scribe import Playing
from lakabe.errors import LakabeError
from lakabe.games import names
from lakabe.games.names import NOBODY, Names

_log = logging.getLogger(__name__)


class Seats:
    """Has the record of each game name its players. ``see`` gets a board's events; the archive has them.

    A game that begins gets the names that are chosen then. A name that its record has already stays, as in a
    game that is taken up again. ``playing`` tells the game on the board, ``show`` hears who plays it whenever
    that has changed. ``is_news`` tells whether the board has told all that is old (``Recorder.caught_up``).
    """

    def __init__(
        self,
        archive: Archive,
        chosen: Names,
        playing: Callable[[], Playing | None],
        show: Callable[[Names], None] = lambda _: None,
        is_news: Callable[[], bool] = lambda: True,
    ) -> None:
        self.chosen = chosen
        """Who plays the games that begin from now on."""
        self._archive = archive
        self._playing = playing
        self._show = show
        self._is_news = is_news
        self._game = ""
        self._names = NOBODY  # of the players of that game
        self._is_named = False  # in its record
        self._lock = threading.Lock()

    def see(self, event: Event) -> None:
        """Take in an event of the board."""
        try:
            with self._lock:
                self._see(event)
        except LakabeError as error:
            _log.warning("the players were not named: %s", error)

    def rename(self, given: Names) -> None:
        """Name players of the present game anew, and of those to come; the others stay. ArchiveError."""
        with self._lock:
            number = self._number()
            if number is not None:
                with self._archive.writing() as writer:
                    writer.name(number, given)
            self.chosen = given.over(self.chosen)
            self._names = given.over(self._names)
        self._show(self._names)

    def _see(self, event: Event) -> None:
        match event:
            case events.GameStarted() | events.Synced() if self._is_news():
                self._meet()
            case events.Move(game=game) if game == self._game and not self._is_named:
                self._name()
            case _:
                pass

    def _meet(self) -> None:
        """Another game may be on the board."""
        playing = self._playing()
        if playing is None or playing.name == self._game:
            return
        self._game, self._is_named = playing.name, False
        game = None if playing.number is None else self._archive.game(playing.number)
        kept = NOBODY if game is None else names.of(game.tags)
        # Where it is over already, others may have played it.
        self._names = kept.over(self.chosen) if game is None or game.result is None else kept
        self._show(self._names)
        self._name()

    def _name(self) -> None:
        number = self._number()
        if number is None:
            return
        if self._names != NOBODY:
            with self._archive.writing() as writer:
                writer.name(number, self._names)
        self._is_named = True

    def _number(self) -> int | None:
        """Return the archive's number of the present game; None before its first move."""
        playing = self._playing()
        return playing.number if playing is not None and playing.name == self._game else None
