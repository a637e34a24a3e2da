"""What the pages have a board set up, and the stones that a virtual board's table gets for it."""

from __future__ import annotations

import logging
from collections.abc import Callable

from lakabe.board import events
from lakabe.errors import LakabeError
from lakabe.games.variants import ORDINARY, SMALLER
from lakabe.language.saying import Text, say
from lakabe.matches.director import set_up
from lakabe.web import words
from lakabe.web.choice import MIRROR
from lakabe.web.table import LAYOUTS, MIRRORED, START, Table
from lakabe.web.view import View

log = logging.getLogger(__name__)

Send = Callable[..., int]
"""Sends a command, name and arguments, to the board; its id. Raises LakabeError when there is no board."""


class Laying:
    """Gives a board the commands of its pages, and lays stones out when it has obeyed; belongs to the loop.

    ``table`` is None for a real board. ``tell`` gets what everybody at the pages should hear.
    """

    def __init__(self, send: Send, table: Table | None, view: View, tell: Callable[[Text], None]) -> None:
        self._send = send
        self._table = table
        self._view = view
        self._tell = tell
        self._clearing = False
        self._confirmed = False  # with *turn*, when the board asked for it
        self._layout = START
        self._sent: dict[int, str] = {}
        self._lesson = 0  # the one that is laid out

    def command(self, name: str, *arguments: str | int) -> int:
        """Give the board a command; a refusal will be told."""
        number = self._send(name, *arguments)
        self._sent[number] = name
        return number

    def begin(self, game: str) -> None:
        """Have the board set up a new game, one of ``choice.GAMES``."""
        if game == MIRROR:
            self.command("new", "mirrored")
            self._layout = MIRRORED
        else:
            set_up(self.command, game)
            self._layout = LAYOUTS[game]
        self._clearing = True

    def try_to_begin(self, variant: str) -> None:
        """The same for a match, whatever comes of it."""
        try:
            self.begin(variant)
        except LakabeError as error:
            log.warning("the next game of the match was not set up: %s", error)

    def resume(self) -> None:
        """Go on with the game that was given up."""
        self._layout = self._view.given_up
        self.command("resume")

    def load(self, position: str) -> None:
        """Have the board take a position (N2)."""
        board, turn = position.split(" ")
        self._layout = words.spread(board).replace("?", ".")
        try:
            self.command("load", "-", board, turn)
            self.command("go")
        except LakabeError as error:
            log.warning("the position was not set up: %s", error)

    def lay(self, position: str) -> None:
        """Lay the stones of a position (N2) on a virtual board."""
        if self._table:
            self._table.set_up(words.spread(position.split(" ")[0]).replace("?", "."))

    def teach(self, number: int) -> None:
        """Begin a lesson; 0: have one chosen; -1: go back to the game, whose stones are laid out."""
        if number > 0:
            self.command("lesson", number)
        elif number == 0:
            self.command("lesson")
        else:
            self.command("lesson", "-")
            if self._table:
                self._table.set_up(self._view.picture() or START)

    def see(self, event: events.Event, menu_is_down: bool) -> None:
        """Take in an event, after the view; ``menu_is_down``: by a page's hand."""
        if isinstance(event, events.Ok | events.No | events.Unanswered):
            self._answered(event)
        if isinstance(event, events.Lesson):
            self._lay_lesson(event)
        if isinstance(event, events.Button) and event.name == "turn" and event.down:
            self._confirmed = self._view.proposes
        is_set_up = isinstance(event, events.State) and event.state == "setup"
        asked = self._clearing or ((menu_is_down or self._confirmed) and is_set_up)
        if asked and (is_set_up or isinstance(event, events.GameStarted)):
            self._clear()

    def _clear(self) -> None:
        """A new game was asked for, here or with the buttons: lay the start position out for the players."""
        again = self._view.variant if self._view.variant in SMALLER else ORDINARY
        layout = self._layout if self._clearing else LAYOUTS[again]
        self._clearing = self._confirmed = False
        if self._table:
            self._table.set_up(layout)

    def _lay_lesson(self, lesson: events.Lesson) -> None:
        """Lay the stones of a lesson out that begins on a virtual board."""
        if lesson.stage == "set" and lesson.number != self._lesson and self._table:
            self._table.set_up(words.spread(lesson.board).replace("?", "."))
        self._lesson = lesson.number if lesson.stage == "set" else 0

    def _answered(self, event: events.Ok | events.No | events.Unanswered) -> None:
        name = self._sent.pop(event.id, None)
        if name in ("go", "resume") and isinstance(event, events.Ok) and self._table:
            self._table.set_up(self._layout)
        if name is None or isinstance(event, events.Ok):
            return
        self._clearing = self._clearing and name != "new"
        if isinstance(event, events.No):
            why = f"{event.reason} {event.detail}".strip()
            self._tell(say("The board refuses that: {why}.", why=why))
        else:
            self._tell(say("The board has not answered. Try again."))
