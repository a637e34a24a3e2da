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
from lakabe.cli import speaking
from lakabe.cli.display import Display
from lakabe.cli.options import (
    AgainstOption,
    ArchiveOption,
    BlackOption,
    ClockOption,
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
    named,
    without,
)
from lakabe.cli.signals import ending
from lakabe.cli.typed import HELP, Typed, reading
from lakabe.closing import close_all
from lakabe.errors import LakabeError, NoBoardError, UsageError
from lakabe.language.saying import say

if TYPE_CHECKING:
    from lakabe.archive import Archive
    from lakabe.board.events import Event
    from lakabe.board.recorder import Recorder
    from lakabe.board.scribe import Playing
    from lakabe.board.timing import Timing
    from lakabe.board.without import Draws
    from lakabe.games.clock import Control
    from lakabe.games.draws import Without
    from lakabe.games.names import Names
    from lakabe.help.opponent import Opponent
    from lakabe.help.question import Question
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
    clock: ClockOption = None,
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
    from lakabe.board.seats import Seats
    from lakabe.board.transport import open_transport, reached
    from lakabe.engine.warm import prepare
    from lakabe.games.clock import parse
    from lakabe.help import helping
    from lakabe.help.advisor import Advisor, question_of
    from lakabe.help.allowance import Allowance
    from lakabe.help.coach import Coach, coached
    from lakabe.help.command import check_command
    from lakabe.lessons.spoken import Reader
    from lakabe.matches.begin import clocks as clocks_of
    from lakabe.matches.begin import find as find_match

    if engine is not None:
        check_command(engine)
    spoken = speaking.speak(language) if language else speaking.spoken()
    wanted = None if clock is None else parse(clock)
    levels = None if level is None else helping.parse(level)
    urls = port or find()
    if trace_out is not None and len(urls) > 1:
        raise UsageError("a trace is of one board, and there are several", "choose one with --port")
    if match is not None and len(urls) > 1:
        raise UsageError("a match is played on one board, and there are several", "choose one with --port")
    check_partners(against, black)
    seated = named(players, against, black, match, engine)
    check_hints(hints, no_hints)
    if against is not None and len(urls) > 1:
        raise UsageError("the computer plays on one board, and there are several", "choose one with --port")
    if against is not None and match is not None:
        raise UsageError("a match is played by two people", "leave --match out, or --against")
    console = Console(highlight=False, markup=False, soft_wrap=True)
    wake = threading.Event()
    with (
        ending(wake.set, force=_nothing) as caught, reached(*urls),
        Archive(archive, patience=PATIENCE_S) as kept,
        _tracing(trace_out) as tracing, ExitStack() as advisors,
    ):  # fmt: skip
        thinkers: list[Callable[[], None]] = []
        off = without(no_repetition, no_fifty)
        standing = None if match is None else find_match(kept, match, players, off)
        clocks = clocks_of(kept, standing) if clock is None else wanted
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
                if display.timing is not None:
                    display.timing.see(event)
                display.see(event)
                if isinstance(event, events.Hello) and recorder is not None and display.levels is not None:
                    helping.tell(event, display.levels, recorder.send, display.notice)
                    display.levels = None  # from now on they are what people make them
                if display.draws is not None:
                    display.draws.see(event)
                if display.seats is not None:
                    display.seats.see(event)  # before a match, which names its players
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
                elif wished and display.opponent is not None and display.opponent.takes_wish():
                    pass  # it would be one for the opponent
                elif display.advisor is not None:
                    display.advisor.see(event)
                if display.coach is not None:
                    display.coach.see(event)

            recorder = Recorder(
                partial(open_transport, url), kept, listener=listen, notice=display.notice,
                watch_raw=trace_out is not None,
            )  # fmt: skip
            display.recorder = recorder
            display.director = _direct(kept, standing, recorder, display, seated)
            display.seats = Seats(kept, seated, _playing(recorder), is_news=_is_news(recorder))
            display.timing = _timing(kept, clocks, recorder)
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
                    sides=coached(against, black), restore=advisor.again, explain=display.coached,
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
    kept: Archive, standing: Standing | None, recorder: Recorder, display: Display, seated: Names
) -> Director | Follower:
    """What has the board play the match; without one it keeps the match that the board runs by itself."""
    from lakabe.matches.begin import both
    from lakabe.matches.director import Director, set_up
    from lakabe.matches.follower import Follower

    if standing is None:
        return Follower(kept, recorder.send, display.standing, display.said, both(seated))

    return Director(
        kept, standing, _playing(recorder), partial(set_up, recorder.send), recorder.send,
        display.standing, display.said,
    )  # fmt: skip


def _playing(recorder: Recorder) -> Callable[[], Playing | None]:
    """What tells the game on the board."""
    return lambda: recorder.playing


def _is_news(recorder: Recorder) -> Callable[[], bool]:
    """What tells whether the board has told all that happened before this recording."""
    return lambda: recorder.caught_up


def _draws(kept: Archive, off: Without, recorder: Recorder) -> Draws:
    """What has the board do without the draws that are switched off."""
    from lakabe.board.without import Draws

    return Draws(kept, off, _playing(recorder), recorder.send)


def _timing(kept: Archive, clocks: Control | None, recorder: Recorder) -> Timing:
    """What keeps the clocks of the games."""
    from lakabe.board.timing import Timing

    return Timing(kept, clocks, _playing(recorder), recorder.send, is_news=_is_news(recorder))


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
        if display.timing is not None:
            display.timing.carries_out(move)
        if move is not None:
            display.said(
                say("level {level} plays {move}: carry it out as the lights show", level=level, move=move)
            )

    return Opponent(
        LEVELS[level - 1], "W" if black else "B", engine, asked, recorder.send, told, display.trouble,
        hold=lambda: display.coach is not None and display.coach.warning,
    )  # fmt: skip


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
                self.notice(
                    say("the trace begins in the middle of a game, which `lakabe trace` will not show")
                )

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
        if display.timing is not None:
            display.timing.close()
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
