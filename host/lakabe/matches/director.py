"""A match on one board: which of its games count, and what the board is to set up next.

A game of the match is any that begins, on this board, as the next one has to: from B3, and a vela where one
is due. So it does not matter who asks for it, the players with *menu*, the page or this program; where the
wrong one begins, the right one is set up instead. Nothing is remembered here that the archive does not have.
"""

from __future__ import annotations

from collections.abc import Callable

from lakabe.archive import Archive, Game
from lakabe.board import events, revival
from lakabe.board.events import Event
from lakabe.board.revival import Command
from lakabe.board.scribe import Playing, position_before
from lakabe.errors import ArchiveBusy, LakabeError
from lakabe.games import draws
from lakabe.games.pgn import START
from lakabe.language.saying import Text, join, say
from lakabe.matches.follower import NO_MATCH, SINCE, Follower
from lakabe.matches.standing import Round, Standing

AT_THE_BOARD = say("Set the stones up for it, or hold menu for 4 seconds and press turn.")
AT_THE_PAGE = say("Press New game to set it up.")


class Director:
    """Follows one board on behalf of a match. ``see`` gets its events, in order, on the recorder's thread.

    ``playing`` tells the game on the board and its number. ``lay_out`` has the board set up a new game of a
    variant, ``send`` gives it another command; both return the command's id. ``show`` gets the standing
    whenever it has changed, ``tell`` a line for the players. ``how``: what they do to begin the next game.
    ``lay_stones`` gets the position (N2) of an unfinished game that the board has been given, to go on with.
    """

    def __init__(
        self,
        archive: Archive,
        standing: Standing,
        playing: Callable[[], Playing | None],
        lay_out: Callable[[str], object],
        send: Callable[..., int],
        show: Callable[[Standing], None],
        tell: Callable[[Text], None],
        how: Text = AT_THE_BOARD,
        lay_stones: Callable[[str], object] = lambda position: None,
    ) -> None:
        self.standing = standing
        self._archive = archive
        self._playing = playing
        self._lay_out = lay_out
        self._send = send
        self._show = show
        self._tell = tell
        self._how = how
        self._lay_stones = lay_stones
        self._phase = ""
        self._serial = ""
        self._joined = False  # a board that was linked before there was this match
        self._settled = False
        self._begun: events.GameStarted | None = None  # the board's last game
        self._passed_over = ""  # the last game that was none of the match
        self._tagged = ""
        self._unkept: tuple[int, str] | None = None  # the place and name of a game, while the archive is busy
        self._follower: Follower | None = None  # where the board runs this match by itself
        self._rests = False  # whether the board is still to be told to let its own match rest
        self._script: list[Command] = []
        self._script_id: int | None = None
        self._stands = ""  # the position (N2) after the script

    def take_over(self, hello: events.Hello) -> None:
        """Begin the match on a board that is linked already, and has told what it is about."""
        self._joined = True
        self.see(hello)
        self.see(events.Synced(hello.seq, hello.ms))

    def see(self, event: Event) -> None:
        """Take in an event of the board; the archive has it already."""
        try:
            self._see(event)
        except LakabeError as error:
            self._tell(say("match {number}: {why}", number=self.standing.record.number, why=error.said))

    def _see(self, event: Event) -> None:
        match event:
            case events.Hello():
                self._serial = event.serial
                self._script.clear()
                self._script_id = None
                self._take_lead(event)
            case events.State(state=state):
                self._phase = state
            case events.GameStarted():
                self._begun = event
            case _:
                pass
        if self._follower is None:
            self._lead(event)
            return
        self._follower.see(event)
        self.standing = self._follower.standing or self.standing
        if isinstance(event, events.No) and event.id == self._follower.asked and event.reason == NO_MATCH:
            self._follower = None  # the board does not run it any more
            self._settle()

    def _lead(self, event: Event) -> None:
        """The board plays what it is told."""
        if self._unkept is not None:
            self._keep(*self._unkept)
        match event:
            case events.OwnMatch(match=name) if name:
                self._send("match", "-")
            case events.GameStarted():
                if self._settled:
                    self._started(event)
            case events.Move() if event.game == self._current():
                self._moved(event)
            case events.Result() | events.Takeback() if event.game == self._last():
                self._look_again()
            case events.Synced():
                if self._rests:
                    self._rests = False
                    self._send("match", "-")
                if not self._settled:
                    self._settle()
            case events.Ok() | events.No() | events.Unanswered() if event.id == self._script_id:
                self._script_id = None
                if not isinstance(event, events.Ok):
                    self._script.clear()
                    self._tell(say("the board does not take the unfinished game; it is played again"))
                    self._set_up()
                elif not self._script:
                    self._lay_stones(self._stands)
                self._next_command()
            case _:
                pass

    def _take_lead(self, hello: events.Hello) -> None:
        """Leave the match to the board if it runs this one; else its own one has to rest, if there is one."""
        knows = (hello.major, hello.minor) >= SINCE
        if not knows or self.standing.record.board != hello.serial:
            self._follower = None
            self._rests = knows
        elif self._follower is None:
            self._follower = Follower(self._archive, self._send, self._show, self._tell)
            self._show(self.standing)
            line = following_line(self.standing)
            self._tell(join([line, say("The board runs this match by itself.")]))

    # The games of the match

    def _current(self) -> str:
        """The name of the game that was begun and has no result yet."""
        following = self.standing.next
        return self._last() if following is not None and following.game is not None else ""

    def _last(self) -> str:
        """The name of the last game that was begun on this board, with or without a result."""
        games = self.standing.record.games
        return games[-1].name if games and games[-1].board == self._serial else ""

    def _started(self, event: events.GameStarted) -> None:
        following = self.standing.next
        if following is None or event.game == self._last():
            if event.game == self._current():
                self._prescribe()
            return
        start = f"{event.board} {event.turn}"
        if event.ply == 1 and start == START and event.variant == following.variant:
            self._keep(following.place, event.game)
            self._prescribe()
        elif event.game == self._passed_over:
            pass  # told again, in a snapshot
        elif event.ply == 1 and event.variant in ("tsivy", "vela", "vela-creditor") and _is_full(event.board):
            self._passed_over = event.game
            self._set_up()
        else:
            self._passed_over = event.game
            self._tell(say("this game does not count in the match"))

    def _keep(self, place: int, name: str) -> None:
        """The game of that name on this board is the one at that place."""
        try:
            with self._archive.writing() as writer:
                writer.match_game(self.standing.record.number, place, self._serial, name)
            self._unkept = None
        except ArchiveBusy:
            self._unkept = (place, name)  # at the next event, then
            return
        self._look_again()

    def _moved(self, event: events.Move) -> None:
        following = self.standing.next
        if following is None:
            return
        if event.ply == 1 and following.first and event.move != following.first:
            self._tell(
                say(
                    "{opening} has to be played: {move}, not {other}",
                    opening=following.opening,
                    move=following.first,
                    other=event.move,
                )
            )
            self._set_up()
        elif self._tagged != event.game:
            self._tag(following, event.game)

    def _tag(self, one: Round, name: str) -> None:
        playing = self._playing()
        if playing is None or playing.name != name or playing.number is None:
            return
        with self._archive.writing() as writer:
            writer.tag(playing.number, self.standing.tags(one))
        self._tagged = name

    def _look_again(self) -> None:
        """A game has begun or ended, or goes on after its end."""
        before = self.standing
        self.standing = Standing(self._archive.match(before.record.number))
        ended = len(self.standing.rounds) > len(before.rounds)
        if ended and self._tagged != self._last():
            self._tag(self.standing.rounds[-1], self._last())
        self._show(self.standing)
        if ended:
            self._tell(join([self.standing.said(), "" if self.standing.next is None else self._how]))
            side = "W" if self.standing.rounds[-1].white == 0 else "B"
            self._send("match", self.standing.match.state.hex(), side)

    # The board

    def _settle(self) -> None:
        """The first look at what the board is about."""
        self._settled = True
        self._show(self.standing)
        following = self.standing.next
        if following is None:
            return
        self._tell(following_line(self.standing))
        unfinished = self._unfinished(following)
        begun = self._begun if self._phase == "play" else None
        playing = self._playing()
        if begun is not None and begun.game == self._current():
            self._prescribe()
        elif begun is not None and playing is not None and playing.ply > 1:
            self._tell(join([say("a game is in play that does not count in the match."), self._how]))
        elif unfinished is not None:
            if not self._is_given_back(unfinished):
                self._script = revival.commands(unfinished, "-", following.variant)
                self._stands = (
                    position_before(unfinished, unfinished.first_ply + len(unfinished.texts())) or ""
                )
                self._next_command()
        elif begun is not None:
            self._started(begun)
        else:
            self._set_up()

    def _unfinished(self, following: Round) -> Game | None:
        """The game of the match to go on with, if it has moves and all of them are kept."""
        if following.game is None or following.game.game is None or following.game.result is not None:
            return None
        game = self._archive.game(following.game.game)
        return game if game.texts() and game.complete() else None

    def _is_given_back(self, game: Game) -> bool:
        """Whether this board or its recorder goes on with the game without being told."""
        if self._joined:  # the board's last one may have been given up since
            playing = self._playing()
            return playing is not None and playing.number == game.number
        latest = self._archive.unfinished(self._serial)
        return latest is not None and latest.number == game.number

    def _set_up(self) -> None:
        """Have the board set up the next game."""
        following = self.standing.next
        if following is not None:
            self._lay_out(following.variant)

    def _prescribe(self) -> None:
        """Show White's first move in lights where it is prescribed."""
        following = self.standing.next
        playing = self._playing()
        if following is not None and following.first and playing is not None and playing.ply == 1:
            self._send("hint", following.first)

    def _next_command(self) -> None:
        if self._script:
            name, *arguments = self._script.pop(0)
            self._script_id = self._send(str(name), *arguments)


def set_up(send: Callable[..., int], variant: str) -> None:
    """Have a board set up a new game of a variant."""
    if variant == "tsivy":
        send("new")
    else:
        send("new", variant)


def following_line(standing: Standing) -> Text:
    """What is to be played, for somebody who has just come."""
    first, second = standing.players
    line = say(
        "{match}, {first} {score} {second}.",
        match=standing.title,
        first=first,
        score=standing.score(),
        second=second,
    )
    return join([line, standing.said(), draws.said(standing.record.without)])


def _is_full(board: str) -> bool:
    """Whether all stones stand, as at the beginning of a game on the whole board."""
    return board.count("W") == board.count("B") == 22
