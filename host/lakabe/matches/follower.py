"""A match that a board runs by itself: the archive gets it like any other, with all its games.

The board says which of its games are at which place; what came of them is in the archive anyway, or comes
when the games of the past are fetched. Nothing is told to the board but the question.
"""

from __future__ import annotations

from collections.abc import Callable

from fanorona.rules.match import Match
from lakabe.archive import Archive
from lakabe.board import events
from lakabe.board.events import Event
from lakabe.errors import ArchiveBusy, LakabeError
from lakabe.language.saying import Text, say
from lakabe.matches.begin import PLAYERS
from lakabe.matches.standing import WORDS, Standing

SINCE = (1, 4)
"""The protocol in which boards tell of their own matches."""
NO_MATCH = "no-match"
"""Why a board refuses to tell of its own match: it runs none."""
_AT_ONCE = 8  # places that a board tells at once


class Follower:
    """Follows one board. ``see`` gets its events, in order, on the recorder's thread.

    ``send`` gives the board a command, ``show`` gets the standing whenever it has changed, ``tell`` a line
    for the players. ``standing`` is None while the board runs no match of its own. ``players``: who plays a
    match that the archive does not know yet, the one with White first.
    """

    def __init__(
        self,
        archive: Archive,
        send: Callable[..., int],
        show: Callable[[Standing], None],
        tell: Callable[[Text], None],
        players: tuple[str, str] = PLAYERS,
    ) -> None:
        self.players = players
        self.standing: Standing | None = None
        self.asked = 0
        """The id of the last command."""
        self._archive = archive
        self._send = send
        self._show = show
        self._tell = tell
        self._serial = ""
        self._knows = False  # whether the board can be asked
        self._name = ""  # of the match
        self._unkept: list[Event] = []  # while the archive is busy
        self._tagged: set[int] = set()
        self._elsewhere = 0  # the last place at which another game is in the archive

    def see(self, event: Event) -> None:
        """Take in an event of the board; the archive has it already."""
        try:
            self._see(event)
        except LakabeError as error:
            self._tell(say("the board's match: {why}", why=error.said))

    def _see(self, event: Event) -> None:
        match event:
            case events.Hello():
                self._serial = event.serial
                self._knows = (event.major, event.minor) >= SINCE
                self._unkept.clear()
            case events.Synced() if self._knows:
                self.asked = self._send("match", 1)
            case events.OwnMatch() | events.OwnRound():
                self._unkept.append(event)
            case events.Result() | events.Takeback() | events.Move() | events.Ended() if self.standing:
                self._look_again()
        while self._unkept:
            try:
                self._keep(self._unkept[0])
            except ArchiveBusy:
                return  # at the next event, then
            self._unkept.pop(0)

    def _keep(self, event: Event) -> None:
        if isinstance(event, events.OwnMatch):
            self._meet(event)
        elif isinstance(event, events.OwnRound) and event.match == self._name and self.standing:
            self._put(event)

    def _meet(self, event: events.OwnMatch) -> None:
        """The board tells which match it runs; the others that it has run are over."""
        self._name = event.match
        number = self._archive.own_match(self._serial, event.match) if event.match else None
        for record in self._archive.matches(damaged=[]):
            if record.board == self._serial and record.number != number and Standing(record).next is not None:
                with self._archive.writing() as writer:
                    writer.close_match(record.number)
        if not event.match or (number is None and not event.games):
            self.standing = None
            return
        if number is None:
            match = Match()
            match.load(bytes.fromhex(event.state))
            with self._archive.writing() as writer:
                number = writer.match(WORDS[match.kind()], match.options(), "", self.players)
                writer.own_match(self._serial, event.match, number)
            self._tell(say("the board runs a match by itself: it is match {number} here", number=number))
        if self.standing is None or self.standing.record.number != number:
            self.standing = Standing(self._archive.match(number))
            self._show(self.standing)

    def _put(self, event: events.OwnRound) -> None:
        """A game is at a place of the match."""
        assert self.standing is not None
        number = self.standing.record.number
        here = {game.place: game for game in self.standing.record.games}
        present = here.get(event.place)
        if present is None or (present.board, present.name) != (self._serial, event.game):
            counted = self._archive.match_of(self._serial, event.game)
            if (present is not None and present.result not in (None, "*")) or counted is not None:
                if self._elsewhere < event.place:
                    self._elsewhere = event.place
                    self._tell(
                        say(
                            "match {number} has another game {place}: the board's is left out",
                            number=number,
                            place=event.place,
                        )
                    )
                return
            with self._archive.writing() as writer:
                writer.match_game(number, event.place, self._serial, event.game)
        self._look_again()
        if event.place % _AT_ONCE == 0 and event.result != "*":
            self.asked = self._send("match", event.place + 1)

    def _look_again(self) -> None:
        before = self.standing
        if before is None:
            return
        self.standing = now = Standing(self._archive.match(before.record.number))
        for one in now.begun():
            game = one.game.game if one.game is not None else None
            if game is not None and game not in self._tagged:
                with self._archive.writing() as writer:
                    writer.tag(game, now.tags(one))
                self._tagged.add(game)
        if now.record == before.record:
            return
        self._show(now)
        if len(now.rounds) > len(before.rounds):
            self._tell(now.said())
