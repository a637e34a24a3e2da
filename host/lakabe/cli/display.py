"""What `lakabe record` prints of one board: a line a move, and whatever else its players should know."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from lakabe.board import events
from lakabe.cli.speaking import fitted, told
from lakabe.cli.streams import OutputError, drop_output
from lakabe.games.irregular import shown
from lakabe.games.pgn import move_number, opening
from lakabe.language.saying import say

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

    from lakabe.board.events import Event, GameStarted, Move
    from lakabe.board.recorder import Recorder
    from lakabe.board.seats import Seats
    from lakabe.board.timing import Timing
    from lakabe.board.without import Draws
    from lakabe.cli.typed import Typed
    from lakabe.help.advisor import Advisor
    from lakabe.help.allowance import Allowance
    from lakabe.help.coach import Coach
    from lakabe.help.helping import Levels
    from lakabe.help.hint import Hint
    from lakabe.help.opponent import Opponent
    from lakabe.lessons.spoken import Reader
    from lakabe.matches.director import Director
    from lakabe.matches.follower import Follower
    from lakabe.matches.standing import Standing


class Display:
    """Writes what happens on one board, a line a move.

    ``over`` is called when a game has ended, but not for those that ended before the recording began.
    """

    def __init__(self, console: Console, prefix: str, over: Callable[[], None] | None = None) -> None:
        self.recorder: Recorder | None = None
        self.advisor: Advisor | None = None
        self.allowance: Allowance | None = None
        self.coach: Coach | None = None
        self.draws: Draws | None = None
        self.seats: Seats | None = None
        self.timing: Timing | None = None
        self.director: Director | Follower | None = None
        self.opponent: Opponent | None = None
        self.reader: Reader | None = None
        self.typed: Typed | None = None
        self.levels: Levels | None = None  # of help, that the board is still to be told
        self._console = console
        self._prefix = prefix
        self._over = over
        self._game = ""
        self._began: GameStarted | None = None
        self._moves: dict[int, str] = {}
        self._ended = ""
        self._hint = ""
        self._live = False
        self._rounds = -1  # of the match, when they were shown last

    def notice(self, line: str) -> None:
        """A line for a person, about the recording itself."""
        self._line(line, "yellow")

    def hint(self, hint: Hint | None) -> None:
        """Show a hint where its move is another than that of the last line about it."""
        from lakabe.help import words

        move = "" if hint is None else hint.best.move
        if hint is not None and move != self._hint:
            worth = words.evaluation(hint.best.worth, hint.turn)
            self._line(say("hint {move} {worth}", move=f"{move:<20}", worth=worth), "cyan")
        self._hint = move

    def trouble(self, text: str) -> None:
        """Why there is no hint."""
        self.notice(text)

    def coached(self, text: str) -> None:
        """What the coach says of the last move; nothing when that is over."""
        if text:
            self.notice(text)

    def standing(self, standing: Standing) -> None:
        """Show how the match stands where a game has been added to it."""
        from lakabe.matches.report import crosstable

        if len(standing.rounds) != self._rounds:
            self._rounds = len(standing.rounds)
            if self._rounds:
                self._print(*crosstable(standing, told), sep="\n")

    def said(self, line: str) -> None:
        """A line about the match, or what can be typed."""
        self._line(line, "green")

    def see(self, event: Event) -> None:
        """Show one event, if there is anything to show."""
        for line in self.reader.lines(event) if self.reader is not None else ():
            self._line(line, "magenta")
        match event:
            case events.Hello():
                self._line(
                    say(
                        "board {serial}, firmware {firmware}, protocol {protocol}",
                        serial=event.serial,
                        firmware=event.firmware,
                        protocol=f"{event.major}.{event.minor}",
                    )
                )
                from lakabe.board import sources
                from lakabe.virtual.tools import firmware_tree

                if text := sources.difference(firmware_tree(), event.firmware):
                    self.notice(text)
            case events.Synced():
                self._live = self.recorder is not None and self.recorder.caught_up
                if not self._game and self._live:
                    self._line(say("connected; waiting for a game to begin"))
            case events.GameStarted(game=game) if game != self._game:
                self._game, self._began, self._moves = game, event, {}
                self._line(say("game {name}", name=game), "bold")
            # A snapshot has moves that were shown before.
            case events.Move(game=game, ply=ply) if game != self._game or self._moves.get(ply) != event.move:
                if game != self._game:
                    self._game, self._moves = game, {}
                self._undo(ply, say("corrected"))
                self._moves[ply] = event.move
                counts = say(
                    "{white} white, {black} black", white=f"{event.white:>2}", black=f"{event.black:>2}"
                )
                move = f"{move_number(ply):>6} {shown(event.move):<20}"
                self._line(f"{move} {told(counts)}{self._clocks()}{self._opening(event)}")
            case events.Takeback(game=game, ply=ply) if game == self._game:
                self._undo(ply, say("taken back"))
            case events.Ask(reason=reason):
                self._line(
                    say("the board cannot tell: touch the stone that moved")
                    if reason == "doubt"
                    else say("the stones do not fit a legal move: the lights show where")
                )
            case events.Restored():
                self._line(say("all is well again"))
            case events.Blind(what="many"):
                self._line(say("the board can do without two contacts at most: mend the others"), "yellow")
            case events.Blind(what="chatters", points=points):
                said = say("contacts that chatter: {points}; try other stones there", points=" ".join(points))
                self._line(said, "yellow")
            case events.Blind(points=points):
                which = " ".join(points) or say("none any more")
                self._line(say("contacts that do not count: {points}", points=which), "yellow")
            case events.Result(game=game) if game != self._ended:
                self._ended = game
                playing = self.recorder.playing if self.recorder is not None else None
                why = event.reason if self.timing is None else self.timing.why(event)
                ended = f"{event.result} ({why})"
                if playing is not None and playing.number:
                    ended = say("{result}, kept as game {number}", result=ended, number=playing.number)
                self._line(ended, "bold")
                if self._over is not None and self._live:
                    self._over()

    def _clocks(self) -> str:
        """What both sides have left, for a move's line."""
        left = "" if self.timing is None else self.timing.text()
        return f"  {left}" if left else ""

    def _opening(self, move: Move) -> str:
        """The opening that a game's first move has chosen, for the end of its line."""
        began = self._began
        if began is None or move.ply != 1:
            return ""
        name = opening(f"{began.board} {began.turn}", [move.move], began.variant)
        return f"  {name}" if name else ""

    def _undo(self, ply: int, what: str) -> None:
        undone = [n for n in self._moves if n >= ply]
        for n in undone:
            self._line(f"{move_number(n):>6} {self._moves.pop(n):<20} {told(what)}", "yellow")
        if undone:
            self._ended = ""

    def _line(self, text: str, style: str | None = None) -> None:
        self._print(fitted(f"{self._prefix}{told(text)}"), style=style)

    def _print(self, *said: RenderableType, sep: str = " ", style: str | None = None) -> None:
        """Print something. Where that fails, it is said once, and the recording goes on unseen."""
        try:
            self._console.print(*said, sep=sep, style=style)
        except OutputError as error:
            drop_output()
            print(f"{error.line()}; the recording goes on", file=sys.stderr, flush=True)
