"""``lakabe record``: records the games of boards, and shows the moves as they are played."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lakabe.board import events
from lakabe.cli.options import (
    AgainstOption,
    ArchiveOption,
    BlackOption,
    EngineOption,
    HintsOption,
    LanguageOption,
    LevelOption,
    MatchOption,
    NoFiftyOption,
    NoHintsOption,
    NoRepetitionOption,
    PlayersOption,
    check_hints,
    check_partners,
    without,
)
from lakabe.cli.signals import ending
from lakabe.cli.streams import OutputError, drop_output
from lakabe.cli.typed import HELP, Typed, reading
from lakabe.closing import close_all
from lakabe.errors import LakabeError, NoBoardError, UsageError
from lakabe.games.irregular import shown
from lakabe.games.pgn import move_number, opening

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

    from lakabe.archive import Archive
    from lakabe.board.events import Event, GameStarted, Move
    from lakabe.board.recorder import Recorder
    from lakabe.board.without import Draws
    from lakabe.games.draws import Without
    from lakabe.help.advisor import Advisor
    from lakabe.help.allowance import Allowance
    from lakabe.help.coach import Coach
    from lakabe.help.helping import Levels
    from lakabe.help.hint import Hint
    from lakabe.help.opponent import Opponent
    from lakabe.help.question import Question
    from lakabe.lessons.spoken import Reader
    from lakabe.matches.director import Director
    from lakabe.matches.follower import Follower
    from lakabe.matches.standing import Standing
    from lakabe.virtual.tracing import TraceWriter

PortsOption = Annotated[
    list[str] | None,
    typer.Option(
        "--port",
        metavar="URL",
        help="Serial device or URL of a board; can be given several times. Left out: all boards on USB.",
    ),
]

GOODBYE_S = 1.0
"""How long the recorders may take to keep and acknowledge what has come when they are to stop."""
THINKERS_S = 0.5
"""How long engines may take to end; they are left to themselves then."""


def record(
    port: PortsOption = None,
    archive: ArchiveOption = None,
    trace_out: Annotated[
        Path | None,
        typer.Option(
            "--trace-out", metavar="FILE", help="Write what the reeds do into a new file, as a trace."
        ),
    ] = None,
    once: Annotated[bool, typer.Option("--once", help="Stop when a game has ended.")] = False,
    level: LevelOption = None,
    hints: HintsOption = None,
    no_hints: NoHintsOption = False,
    engine: EngineOption = None,
    against: AgainstOption = None,
    black: BlackOption = False,
    match: MatchOption = None,
    players: PlayersOption = None,
    no_repetition: NoRepetitionOption = False,
    no_fifty: NoFiftyOption = False,
    language: LanguageOption = "",
) -> None:
    """Record the games of a board until Ctrl-C. A board that goes away is waited for.

    Every move is safe in the archive before the board is told so.
    """
    from rich.console import Console

    from lakabe.archive import Archive
    from lakabe.board.recorder import PATIENCE_S, Recorder
    from lakabe.board.transport import open_transport
    from lakabe.engine.warm import prepare
    from lakabe.help import helping
    from lakabe.help.advisor import Advisor, question_of
    from lakabe.help.allowance import Allowance
    from lakabe.help.coach import Coach, coached
    from lakabe.help.command import check_command
    from lakabe.lessons import words
    from lakabe.lessons.spoken import Reader
    from lakabe.matches.begin import find as find_match

    if engine is not None:
        check_command(engine)
    spoken = words.language(language)
    levels = None if level is None else helping.parse(level)
    urls = port or find()
    if trace_out is not None and len(urls) > 1:
        raise UsageError("a trace is of one board, and there are several", "choose one with --port")
    if match is not None and len(urls) > 1:
        raise UsageError("a match is played on one board, and there are several", "choose one with --port")
    check_partners(against, black, match, players)
    check_hints(hints, no_hints)
    if against is not None and len(urls) > 1:
        raise UsageError("the computer plays on one board, and there are several", "choose one with --port")
    if against is not None and match is not None:
        raise UsageError("a match is played by two people", "leave --match out, or --against")
    for url in urls:
        open_transport(url).close()  # what cannot be opened is said before anything is begun
    console = Console(highlight=False, markup=False, soft_wrap=True)
    wake = threading.Event()
    with (
        ending(wake.set, force=_nothing) as caught, Archive(archive, patience=PATIENCE_S) as kept,
        _tracing(trace_out) as tracing, ExitStack() as advisors,
    ):  # fmt: skip
        thinkers: list[Callable[[], None]] = []
        off = without(no_repetition, no_fifty)
        standing = None if match is None else find_match(kept, match, players, off)
        if engine is None and (not no_hints or against is not None):
            prepare(caught)
        if caught:
            raise typer.Exit(128 + caught[0] if once else 0)
        recorders: list[Recorder] = []
        displays: list[Display] = []
        for url in urls:
            display = Display(console, f"{url}: " if len(urls) > 1 else "", wake.set if once else None)
            display.reader = Reader(spoken)
            display.levels = levels
            tracing.notice = display.notice

            def listen(event: Event, display: Display = display) -> None:
                recorder = display.recorder
                if isinstance(event, events.Hello) or (recorder is not None and recorder.caught_up):
                    tracing.see(event)
                display.see(event)
                if isinstance(event, events.Hello) and recorder is not None and display.levels is not None:
                    helping.tell(event, display.levels, recorder.send, display.notice)
                    display.levels = None  # from now on they are what people make them
                if display.draws is not None:
                    display.draws.see(event)
                if display.director is not None:
                    display.director.see(event)
                if display.typed is not None:
                    display.typed.see(event)
                if display.opponent is not None:
                    display.opponent.see(event)
                if display.allowance is not None:
                    display.allowance.see(event)
                wished = isinstance(event, events.Wish)
                if wished and (recorder is None or not recorder.caught_up):
                    pass  # somebody had it before this recording began
                elif wished and display.opponent is not None and display.opponent.moving:
                    display.opponent.show()  # a hint would be one for the opponent
                elif display.advisor is not None:
                    display.advisor.see(event)
                if display.coach is not None:
                    display.coach.see(event)

            recorder = Recorder(
                partial(open_transport, url), kept, listener=listen, notice=display.notice,
                watch_raw=trace_out is not None,
            )  # fmt: skip
            display.recorder = recorder
            display.director = _direct(kept, standing, recorder, display)
            display.draws = _draws(kept, off if standing is None else standing.record.without, recorder)

            def asked(recorder: Recorder = recorder) -> Question | None:
                return question_of(recorder.playing, kept)

            if against is not None:
                display.opponent = _oppose(against, black, engine, asked, recorder, display)
                thinkers.append(display.opponent.close)
            if not no_hints:
                allowance = display.allowance = Allowance(hints, kept)
                advisors.callback(allowance.keep)
                advisor = Advisor(engine, asked, recorder.send, display, allowance=allowance)
                display.advisor = advisor
                thinkers.append(advisor.close)
                coach = Coach(
                    engine, asked, recorder.send, display.trouble, allowance,
                    sides=coached(against, black), restore=advisor.again,
                )  # fmt: skip
                display.coach = coach
                thinkers.append(coach.close)
            if len(urls) == 1 and sys.stdin.isatty():
                display.typed = Typed(recorder.send, display.notice)
                advisors.enter_context(reading(sys.stdin.fileno(), display.typed.take))
                display.said(HELP)
            recorders.append(recorder)
            displays.append(display)
        advisors.callback(close_all, thinkers, THINKERS_S)
        _run(recorders, displays, wake)
    if tracing.error is not None:
        raise tracing.error
    if once and caught:
        raise typer.Exit(128 + caught[0])  # before the game was over


def _direct(
    kept: Archive, standing: Standing | None, recorder: Recorder, display: Display
) -> Director | Follower:
    """What has the board play the match; without one it keeps the match that the board runs by itself."""
    from lakabe.matches.director import Director, set_up
    from lakabe.matches.follower import Follower

    if standing is None:
        return Follower(kept, recorder.send, display.standing, display.said)

    return Director(
        kept, standing, lambda: recorder.playing, partial(set_up, recorder.send), recorder.send,
        display.standing, display.said,
    )  # fmt: skip


def _draws(kept: Archive, off: Without, recorder: Recorder) -> Draws:
    """What has the board do without the draws that are switched off."""
    from lakabe.board.without import Draws

    return Draws(kept, off, lambda: recorder.playing, recorder.send)


def _oppose(
    level: int,
    black: bool,
    engine: str | None,
    asked: Callable[[], Question | None],
    recorder: Recorder,
    display: Display,
) -> Opponent:
    """The computer at the board: it plays White where the person plays ``black``."""
    from lakabe.help.level import LEVELS
    from lakabe.help.opponent import Opponent

    def told(move: str | None) -> None:
        if move is not None:
            display.said(f"level {level} plays {move}: carry it out as the lights show")

    return Opponent(
        LEVELS[level - 1], "W" if black else "B", engine, asked, recorder.send, told, display.trouble,
        hold=lambda: display.coach is not None and display.coach.warning,
    )  # fmt: skip


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
            self._line(f"hint {move:<20} {words.evaluation(hint.best.worth, hint.turn)}", "cyan")
        self._hint = move

    def trouble(self, text: str) -> None:
        """Why there is no hint."""
        self.notice(text)

    def standing(self, standing: Standing) -> None:
        """Show how the match stands where a game has been added to it."""
        from lakabe.matches.report import crosstable

        if len(standing.rounds) != self._rounds:
            self._rounds = len(standing.rounds)
            if self._rounds:
                self._print(*crosstable(standing), sep="\n")

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
                    f"board {event.serial}, firmware {event.firmware}, protocol {event.major}.{event.minor}"
                )
                from lakabe.board import sources
                from lakabe.virtual.tools import firmware_tree

                if text := sources.difference(firmware_tree(), event.firmware):
                    self.notice(text)
            case events.Synced():
                self._live = self.recorder is not None and self.recorder.caught_up
                if not self._game and self._live:
                    self._line("connected; waiting for a game to begin")
            case events.GameStarted(game=game) if game != self._game:
                self._game, self._began, self._moves = game, event, {}
                self._line(f"game {game}", "bold")
            # A snapshot has moves that were shown before.
            case events.Move(game=game, ply=ply) if game != self._game or self._moves.get(ply) != event.move:
                if game != self._game:
                    self._game, self._moves = game, {}
                self._undo(ply, "corrected")
                self._moves[ply] = event.move
                counts = f"{event.white:>2} white, {event.black:>2} black"
                self._line(f"{move_number(ply):>6} {shown(event.move):<20} {counts}{self._opening(event)}")
            case events.Takeback(game=game, ply=ply) if game == self._game:
                self._undo(ply, "taken back")
            case events.Ask(reason=reason):
                self._line("the board cannot tell: touch the stone that moved" if reason == "doubt"
                           else "the stones do not fit a legal move: the lights show where")  # fmt: skip
            case events.Restored():
                self._line("all is well again")
            case events.Blind(what="many"):
                self._line("the board can do without two contacts at most: mend the others", "yellow")
            case events.Blind(what="chatters", points=points):
                self._line(f"contacts that chatter: {' '.join(points)}; try other stones there", "yellow")
            case events.Blind(points=points):
                self._line(f"contacts that do not count: {' '.join(points) or 'none any more'}", "yellow")
            case events.Result(game=game) if game != self._ended:
                self._ended = game
                playing = self.recorder.playing if self.recorder is not None else None
                kept = f", kept as game {playing.number}" if playing is not None and playing.number else ""
                self._line(f"{event.result} ({event.reason}){kept}", "bold")
                if self._over is not None and self._live:
                    self._over()

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
            self._line(f"{move_number(n):>6} {self._moves.pop(n):<20} {what}", "yellow")
        if undone:
            self._ended = ""

    def _line(self, text: str, style: str | None = None) -> None:
        self._print(f"{self._prefix}{text}", style=style)

    def _print(self, *said: RenderableType, sep: str = " ", style: str | None = None) -> None:
        """Print something. Where that fails, it is said once, and the recording goes on unseen."""
        try:
            self._console.print(*said, sep=sep, style=style)
        except OutputError as error:
            drop_output()
            print(f"{error.line()}; the recording goes on", file=sys.stderr, flush=True)


class _Tracing:
    """Passes events to the trace; a file that cannot be written any more does not stop the recording."""

    def __init__(self, path: Path | None, writer: TraceWriter | None) -> None:
        self.error: LakabeError | None = None
        self.notice: Callable[[str], None] | None = None
        self._path = path
        self._writer = writer

    def see(self, event: Event) -> None:
        writer = self._writer
        if writer is not None:
            begun = writer.begun
            self._try(partial(writer.see, event))
            if writer.midway and not begun and self.notice is not None:
                self.notice("the trace begins in the middle of a game, which `lakabe trace` will not show")

    def finish(self) -> None:
        if self._writer is not None:
            self._try(self._writer.finish)

    def _try(self, do: Callable[[], None]) -> None:
        try:
            do()
        except OSError as error:
            self._writer = None
            self.error = UsageError(
                f"the trace {self._path} could not be written to its end: {error.strerror}"
            )
            if self.notice is not None:
                self.notice(f"{self.error}; the recording goes on")


@contextmanager
def _tracing(path: Path | None) -> Iterator[_Tracing]:
    if path is None:
        yield _Tracing(None, None)
        return
    from lakabe.virtual.tracing import TraceWriter

    try:
        if path.is_file() and path.stat().st_size:
            raise UsageError(f"{path} is there already", "choose another file, or delete it first")
        file = path.open("w", encoding="ascii")
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror}", "choose another file") from error
    with file:
        tracing = _Tracing(path, TraceWriter(file))
        try:
            yield tracing
        finally:
            tracing.finish()


def _run(recorders: list[Recorder], displays: list[Display], wake: threading.Event) -> None:
    """Record until ``wake`` is set or no recorder is left; then raise what ended the first that failed."""
    running = list(recorders)
    lock = threading.Lock()

    def ended(recorder: Recorder, display: Display) -> None:
        with lock:
            running.remove(recorder)
            if not running:
                wake.set()
            elif recorder.error is not None:
                display.notice(str(recorder.error))

    for recorder, display in zip(recorders, displays, strict=True):
        recorder.start(partial(ended, recorder, display))
    wake.wait()
    for display in displays:
        if display.advisor is not None:
            display.advisor.withdraw()
        if display.opponent is not None:
            display.opponent.withdraw()
        if display.draws is not None:
            display.draws.close()
    for recorder in recorders:
        recorder.stop()
    for error in [recorder.end(GOODBYE_S) for recorder in recorders]:
        if error is not None:
            raise error


def _nothing() -> None:
    """Nothing would outlive this process."""


def find() -> list[str]:
    """The ports of all boards on USB; NoBoardError when there is none."""
    from lakabe.board.ports import find_boards

    found = [board.url for board in find_boards()]
    if not found:
        raise NoBoardError(
            "no board is plugged in", "plug it in with a data cable, or name its port with --port"
        )
    return found
