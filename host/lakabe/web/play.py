"""A board, its recorder and the page, started together and ended together."""

from __future__ import annotations

import logging
import threading
from dataclasses import dataclass
from types import TracebackType
from typing import TYPE_CHECKING, Any

from lakabe.archive import Archive, Game
from lakabe.board import events, sources
from lakabe.board.recorder import Recorder
from lakabe.board.scribe import position_before
from lakabe.board.seats import Seats
from lakabe.board.timing import Timing
from lakabe.board.transport import Transport, open_transport
from lakabe.board.without import Draws
from lakabe.closing import close_all
from lakabe.errors import ArchiveError, BoardFault, LakabeError, PortError, UsageError
from lakabe.games import names, openings, pgn
from lakabe.games.clock import Control
from lakabe.games.draws import NONE, Without
from lakabe.games.names import NOBODY, Names
from lakabe.games.sides import OTHER
from lakabe.games.variants import ORDINARY
from lakabe.help import helping
from lakabe.help.advisor import Advisor, question_of
from lakabe.help.allowance import Allowance
from lakabe.help.coach import Coach
from lakabe.help.command import program
from lakabe.help.level import LEVELS, Level
from lakabe.help.opponent import Opponent
from lakabe.language.saying import Text, say
from lakabe.matches.begin import begin, both, find
from lakabe.matches.begin import clocks as clocks_of
from lakabe.matches.director import AT_THE_PAGE, Director
from lakabe.matches.follower import Follower
from lakabe.matches.standing import Standing, as_data
from lakabe.virtual.board import VirtualBoard
from lakabe.virtual.numbers import Claim, claim
from lakabe.virtual.tools import firmware_tree
from lakabe.web.analyses import GameAnalyses
from lakabe.web.app import create_app
from lakabe.web.choice import MIRROR, Choice
from lakabe.web.hub import Hub, Kept
from lakabe.web.library import Library
from lakabe.web.security import Links, is_loopback
from lakabe.web.server import PageServer, address, listen
from lakabe.web.table import START
from lakabe.web.unfinished import picture, unfinished

if TYPE_CHECKING:
    from lakabe.help.hint import Hint
    from lakabe.help.question import Question

log = logging.getLogger(__name__)

STOP_S = 1.2
"""How long the recorder may take to keep and acknowledge what has come when all is to end."""
GOODBYE_S = 0.5
"""How long engines may take to end; they are left to themselves then."""


@dataclass(frozen=True)
class Against:
    """An opponent that plays ``side`` (W or B), and what it is called."""

    name: str
    level: Level
    side: str


class Play:
    """Everything behind one page. ``address`` is what to open in a browser, ``watching_address`` what opens a
    page that only watches, or empty where the page is for this computer alone.

    ``port``: the URL of a real board, None starts a virtual one. ``level``: how much the lights help
    both players, or White and Black; None leaves it as it is. ``hints``: whether an engine gives hints and
    analyses, ours or that of the command ``engine``. ``allowed``: how many hints a game each player may
    have, the coach's included; None is any number. ``fresh``: a virtual board is laid out for a new game even
    where one is unfinished; a game that another virtual board is going on with is left to it.
    ``variant``: a new game of this one is laid out (``games.variants``), whatever is unfinished; or one that
    begins with a ``position`` (N2). ``carries``: whether the page moves the stones of a virtual board,
    at this ``pace`` (``lakabe.web.attendant``).
    ``language``: that of the page where nobody has chosen another there; empty leaves it to each browser.
    ``against``: who plays one of the sides; its moves are shown by the lights. ``match``: one whose next game
    is to be played. ``players``: who plays without a match. ``clocks``: of games to come. ``without``:
    draws that do not count (``lakabe.games.draws``); a match has its own.
    Use it as a context manager; within, `run` serves until it is interrupted, or `start` on another thread.
    """

    def __init__(
        self,
        archive: Archive,
        *,
        port: str | None = None,
        host: str = "127.0.0.1",
        http_port: int = 0,
        level: helping.Levels | int | None = None,
        fresh: bool = False,
        seed: int | None = None,
        hints: bool = False,
        allowed: int | None = None,
        engine: str | None = None,
        against: Against | None = None,
        match: Standing | None = None,
        players: Names = NOBODY,
        clocks: Control | None = None,
        without: Without = NONE,
        language: str = "",
        variant: str = "",
        position: str = "",
        carries: bool = False,
        pace: float = 1.0,
    ) -> None:
        self._archive = archive
        self._variant, self._position = variant, position
        self._level = (level, level) if isinstance(level, int) else level
        self._failure: BaseException | None = None
        self.resumed: Game | None = None
        self.board: VirtualBoard | None = None
        stones = START
        self._listener = listen(host, http_port)
        self._claim: Claim | None = None
        if port is None:
            begun = {} if fresh or variant or position else unfinished(archive, match)
            self._claim = claim(list(begun))
            self.board = VirtualBoard(seed=seed, number=self._claim.number, on_fault=self._fault)
            if self._claim.number in begun:
                self.resumed, stones = begun[self._claim.number]
        number = self._listener.getsockname()[1]
        links = None if is_loopback(host) else Links()
        self.address = address(host, number, None if links is None else links.play)
        self.watching_address = "" if links is None else address(host, number, links.watch)
        self._url = port
        self.advisor: Advisor | None = None
        self.allowance = Allowance(allowed, archive)
        self.coach: Coach | None = None
        self.opponent: Opponent | None = None
        self._hints, self._engine, self._against = hints, engine, against
        self._turn = threading.RLock()  # who looks after the board is not changed while an event is heard
        self.hub = Hub(
            self._send,
            self._kept,
            self.board,
            stones,
            self._wish if hints else None,
            carries,
            pace,
        )
        self.hub.choose = self.choose
        self.hub.rename = self.rename
        self.hub.chosen = Choice(
            level=0 if against is None else LEVELS.index(against.level) + 1,
            side="B" if against is None else against.side, players=players, without=without, hints=allowed,
            clocks=clocks,
        )  # fmt: skip
        self._tell_opponent()
        self.hub.hints_limited = allowed is not None
        self._analyses = GameAnalyses(archive, engine, self._withheld) if hints else None
        app = create_app(
            self.hub, self._export, number, links, self._analyses, self._openings, self._positions, host,
            program(engine), Library(archive, analyses=hints), language,
        )  # fmt: skip
        self.server = PageServer(app, self._listener)
        self._recorder = Recorder(
            self._open, archive, listener=self._hear, watcher=self._see, notice=self._notice,
            watch_lights=True,
        )  # fmt: skip
        self.draws = Draws(
            archive, without if match is None else match.record.without,
            lambda: self._recorder.playing, self._send,
        )  # fmt: skip
        self.seats = Seats(
            archive, self._seated(players), lambda: self._recorder.playing, self.hub.named, self._is_news
        )
        self.timing = Timing(
            archive, clocks, lambda: self._recorder.playing, self._send, self.hub.ticked, self._is_news
        )
        self.hub.clocks = self.timing.data
        self.director = self._directed(match, players)
        self._guard = threading.Thread(target=self._watch, name="page guard", daemon=True)
        self._end = threading.Thread(target=self._finish, name="end", daemon=True)
        self._connected = threading.Event()  # to the board, or it has failed
        self._stopping = threading.Lock()  # guards the next
        self._stopped = False
        self._unkept: BaseException | None = None

    def __enter__(self) -> Play:
        try:
            if self.board is not None:
                self.board.on_frame = self.hub.frame
                self.board.start()
        except BaseException:
            self._listener.close()
            if self._claim is not None:
                self._claim.release()
            raise
        if self._hints:
            self.advisor = Advisor(self._engine, self._question, self._send, self, allowance=self.allowance)
            self.coach = Coach(
                self._engine, self._question, self._send, self.trouble, self.allowance,
                sides="WB" if self._against is None else OTHER[self._against.side],
                restore=self.advisor.again, explain=self.hub.coached,
            )  # fmt: skip
        self._begin_opponent()
        self._recorder.start()
        self._guard.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()
        self._end.join()
        self.allowance.keep()
        if self.board is not None:
            self.board.close()
        if self._claim is not None:
            self._claim.release()
        self._listener.close()
        if kind is None and isinstance(self._unkept, ArchiveError):
            if self.board is None:
                raise self._unkept
            raise ArchiveError(
                self._unkept.message, "the virtual board is gone; its last moves are named above"
            )

    def wait_for_board(self) -> None:
        """Return once there is a connection to the board; raises why there is none."""
        self._connected.wait()
        if self._failure is not None:
            raise self._failure

    def run(self) -> None:
        """Serve the page on this thread until `stop` is called; raises what ended board or record."""
        self.server.run()
        if self._failure is not None:
            raise self._failure

    def stop(self) -> None:
        """Ask `run` to return, and the recorder to finish; from any thread, any number of times."""
        self.server.stop()
        with self._stopping:
            if not self._stopped:
                self._stopped = True
                self._end.start()

    def kill(self) -> None:
        """End what would outlive this process although nobody closes it."""
        if self.board is not None:
            self.board.kill()

    def _finish(self) -> None:
        """Take hints off the board, and have the recorder keep what has come; the page ends meanwhile."""
        thinkers = (self.advisor, self.coach, self.opponent, self._analyses)
        close_all([thinker.close for thinker in thinkers if thinker is not None], GOODBYE_S)
        self.draws.close()
        self.timing.close()
        self._recorder.stop()
        self._unkept = self._recorder.end(STOP_S)

    def choose(self, choice: Choice) -> str:
        """Have a choice hold from now on; the game that is to begin, empty where a match sees to that.

        PortError while there is no board, UsageError where the choice makes no sense, ArchiveError.
        """
        hello = self._recorder.hello
        if hello is None:
            raise PortError(say("the board is not connected"), say("wait for it, or plug it in again"))
        if choice.level and (choice.match or choice.game not in (ORDINARY, MIRROR)):
            raise UsageError(
                say("the computer plays the ordinary game alone"), say("choose a person, or that game")
            )
        with self._turn:
            if isinstance(self.director, Follower) and self.director.standing is not None:
                raise UsageError(
                    say("the board runs a match by itself"), say("end it first, in the board's menu")
                )
            standing, without, clocks = None, choice.without, choice.clocks
            if choice.match.isdecimal():
                standing = find(self._archive, choice.match)
                without, clocks = standing.record.without, clocks_of(self._archive, standing)
            elif choice.match:
                players = both(choice.players)
                if players[0] == players[1]:
                    raise UsageError(
                        say("both players are called {name}", name=players[0]),
                        say("give them different names"),
                    )
                standing = begin(self._archive, choice.match, players, "", choice.options, choice.without)
            self._versus(choice.level, choice.side)
            self.allowance.most = choice.hints
            self.draws.chosen = without
            self.timing.chosen = clocks
            self.seats.chosen = NOBODY if choice.match else self._seated(choice.players)
            self.hub.chosen = choice
            if isinstance(self.director, Follower) and standing is None:
                self.director.players = both(choice.players)
                return choice.game
            self.hub.standing(None)
            self.director = self._directed(standing, choice.players)
            if isinstance(self.director, Director):
                self.director.take_over(hello)
                return ""
            self.director.see(hello)
        return choice.game

    def _directed(self, standing: Standing | None, players: Names) -> Director | Follower:
        """What has the board play a match; None: what keeps the one that it may run by itself."""
        if standing is None:
            return Follower(self._archive, self._send, self._standing, self.hub.trouble, both(players))
        return Director(
            self._archive, standing, lambda: self._recorder.playing, self.hub.lay_out, self._send,
            self._standing, self.hub.trouble, AT_THE_PAGE, self.hub.lay_stones,
        )  # fmt: skip

    def _versus(self, level: int, side: str) -> None:
        """Have that level play a side (W or B) from now on; 0: all is played by people."""
        before, self.opponent = self.opponent, None
        if before is not None:
            before.withdraw()
            self.hub.to_carry_out(None)
            threading.Thread(target=before.close, name="opponent's end", daemon=True).start()
        self._against = Against(say("Level {level}", level=level), LEVELS[level - 1], side) if level else None
        if self.coach is not None:
            self.coach.sides = OTHER[side] if level else "WB"
        self._begin_opponent()
        self._tell_opponent()

    def rename(self, players: Names) -> None:
        """Name players of the present game, which may have none yet. ArchiveError."""
        self.seats.rename(players)

    def _seated(self, players: Names) -> Names:
        """Who plays, with the name of the computer where it does."""
        if self._against is None:
            return players
        name = names.computer(LEVELS.index(self._against.level) + 1, program(self._engine))
        return Names(name, players.black) if self._against.side == "W" else Names(players.white, name)

    def _is_news(self) -> bool:
        """Whether the board has told all that happened before this page was there."""
        return self._recorder.caught_up

    def _begin_opponent(self) -> None:
        if self._against is not None:
            self.opponent = Opponent(
                self._against.level, self._against.side, self._engine, self._question, self._send,
                self._to_carry_out, self.trouble, hold=self._warned,
            )  # fmt: skip

    def _tell_opponent(self) -> None:
        """Say on the page who plays."""
        against = self._against
        self.hub.opponent = None
        if against is not None:
            level = LEVELS.index(against.level) + 1
            called = say("{player}, level {level}", player=program(self._engine) or "Lakabe", level=level)
            self.hub.opponent = {
                "side": against.side, "level": level, "name": against.name, "called": called,
            }  # fmt: skip
        if self.hub.attendant is not None:
            self.hub.attendant.side = against.side if against else ""

    # Called from other threads

    def _open(self) -> Transport:
        transport = open_transport(self.board.url if self.board is not None else self._url or "")
        self._connected.set()
        return transport

    def _see(self, event: events.Event) -> None:
        self.hub.event(event)

    def _hear(self, event: events.Event) -> None:
        with self._turn:
            self._follow(event)

    def _follow(self, event: events.Event) -> None:
        if isinstance(event, events.Hello) and (text := sources.difference(firmware_tree(), event.firmware)):
            self.hub.trouble(text)
        if isinstance(event, events.Hello) and self._level is not None:
            helping.tell(event, self._level, self._recorder.send, self.hub.trouble)
            self._level = None
        if isinstance(event, events.Synced) and self._variant:
            self.hub.lay_out(self._variant)
            self._variant = ""
        if isinstance(event, events.Synced) and self._position:
            self.hub.lay_position(self._position)
            self._position = ""
        if isinstance(event, events.GameStarted | events.Move):
            self.hub.recorded(event.game)
        self.draws.see(event)
        self.timing.see(event)
        self.seats.see(event)  # before a match, which names its players
        self.director.see(event)
        opponent = self.opponent
        if opponent is not None:
            opponent.see(event)
        self.allowance.see(event)
        if isinstance(event, events.Wish):
            if self._recorder.caught_up:  # else somebody had it before this page was there
                self._wish()
        elif self.advisor is not None:
            self.advisor.see(event)
        if self.coach is not None:
            self.coach.see(event)

    def hint(self, hint: Hint | None) -> None:
        """A hint of the advisor."""
        from lakabe.help.words import as_data

        self.hub.hint(None if hint is None else as_data(hint))

    def trouble(self, text: Text) -> None:
        """Why the advisor has no hint."""
        self.hub.trouble(text)

    def _standing(self, standing: Standing) -> None:
        self.hub.standing(as_data(standing))

    def _notice(self, text: str) -> None:
        log.warning("%s", text)
        self.hub.unwritten(self._recorder.unwritten)
        if self._recorder.hello is None:
            self.hub.linked(False)

    def _watch(self) -> None:
        """A recorder that ends by itself, or a board that stops, ends the whole."""
        self._recorder.join()
        if self._recorder.error is not None and self._failure is None:
            self._failure = self._recorder.error
        self._connected.set()
        self.server.stop()

    def _fault(self, fault: BoardFault) -> None:
        self._failure = fault
        self._recorder.stop()

    # For the page

    def _send(self, name: str, *arguments: str | int) -> int:
        return self._recorder.send(name, *arguments)

    def _to_carry_out(self, move: str | None) -> None:
        """The opponent's move, for the page."""
        self.timing.carries_out(move)
        self.hub.to_carry_out(None if move is None or self._against is None else (self._against.name, move))

    def _wish(self) -> None:
        opponent = self.opponent
        if opponent is not None and opponent.takes_wish():
            pass  # it would be one for the opponent
        elif self.advisor is not None:
            self.advisor.wish()

    def _withheld(self, number: int) -> bool:
        """Whether an analysis of this game would give away more than the hints that it has left."""
        playing = self._recorder.playing
        goes_on = playing is not None and playing.number == number
        return goes_on and self.hub.hints_limited and self._archive.game(number).result is None

    def _warned(self) -> bool:
        return self.coach is not None and self.coach.warning

    def _question(self) -> Question | None:
        return question_of(self._recorder.playing, self._archive)

    def _kept(self, game: str) -> Kept | None:
        playing = self._recorder.playing
        if playing is None or playing.name != game or playing.number is None:
            return None
        try:
            found = self._archive.game(playing.number)
        except LakabeError as error:
            log.warning("the page does without the moves from before: %s", error)
            return playing.number, [], ""
        moves = [(move.ply, move.text) for move in found.moves]
        return playing.number, moves, openings.opening_of(found) or ""

    def _openings(self) -> list[dict[str, Any]]:
        return openings.as_data(openings.statistics(self._archive.tally()))

    def _positions(self, number: int) -> dict[str, Any]:
        game = self._archive.game(number)
        plies = range(game.first_ply, game.first_ply + len(game.texts()) + 1)
        stood = [position_before(game, ply) for ply in plies]
        return {"first": game.first_ply, "positions": [picture(one) for one in stood if one is not None]}

    def _export(self, number: int) -> str:
        return pgn.format_score(pgn.from_archive(self._archive.game(number)))
