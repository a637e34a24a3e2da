"""Having a board play games without draws of R11 (``lakabe.games.draws``)."""

from __future__ import annotations

import logging
from collections.abc import Callable

from lakabe.archive import Archive
from lakabe.board import events
from lakabe.board.events import Event
from lakabe.board.scribe import Playing
from lakabe.errors import LakabeError
from lakabe.games.draws import NONE, WORDS, Without, of, tags

_log = logging.getLogger(__name__)


class Draws:
    """Has every game of a board do ``without`` these draws. ``see`` gets its events; the archive has them.

    A game that is taken up again does also without those that its record names. ``playing`` tells the game on
    the board, ``send`` gives the board a command.
    """

    def __init__(
        self,
        archive: Archive,
        without: Without,
        playing: Callable[[], Playing | None],
        send: Callable[..., int],
    ) -> None:
        self._archive = archive
        self.chosen = without
        """What games do without that begin from now on."""
        self._playing = playing
        self._send = send
        self._counts: dict[str, int] = {}  # as the board has been told, or has told
        self._without = NONE  # what the present game does
        self._tagged = ""  # the last game whose record says so
        self._under_way = False

    def see(self, event: Event) -> None:
        """Take in an event of the board."""
        try:
            self._see(event)
        except LakabeError as error:
            _log.warning("which draws count could not be settled: %s", error)

    def _see(self, event: Event) -> None:
        match event:
            case events.Hello():
                self._counts.clear()
            case events.Setting(name=name, value=value) if name in WORDS:
                self._counts[name] = value
            case events.GameStarted(game=game):
                self._under_way = False
                self._without = self.chosen | self._of_record(game)
                self._tell(self._without)
            case events.Move(game=game):
                self._under_way = True
                if game != self._tagged:
                    self._tag(game)
            case events.Result():
                self._under_way = False
            case _:
                pass

    def close(self) -> None:
        """Nobody looks after the board any more: later games are as others; one under way stays as it is."""
        if not self._under_way and self._without:
            try:
                self._tell(NONE)
            except LakabeError as error:
                _log.info("the board was not told that all draws count again: %s", error)

    def _tell(self, without: Without) -> None:
        for word in WORDS:
            counts = int(word not in without)
            if self._counts.get(word) != counts:
                self._send("set", word, counts)
                self._counts[word] = counts

    def _of_record(self, name: str) -> Without:
        number = self._number(name)
        return NONE if number is None else of(self._archive.game(number).tags)

    def _tag(self, name: str) -> None:
        number = self._number(name)
        if number is None:
            return
        if self._without:
            with self._archive.writing() as writer:
                writer.tag(number, tags(self._without))
        self._tagged = name

    def _number(self, name: str) -> int | None:
        playing = self._playing()
        return playing.number if playing is not None and playing.name == name else None
