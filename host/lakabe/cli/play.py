"""``lakabe play``: the virtual board, its recorder and the page."""

from __future__ import annotations

import os
import sys
import threading
from contextlib import ExitStack
from typing import Annotated

import typer

from lakabe.cli.logs import counted_log
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
from lakabe.errors import UsageError
from lakabe.help.level import LEVELS, OF_A_PROGRAM, SAID

HTTP_PORT = 8321


def play(
    archive: ArchiveOption = None,
    host: Annotated[
        str,
        typer.Option(
            metavar="ADDRESS",
            help="Where the page can be reached. From other computers, by two secret addresses: play, watch.",
        ),
    ] = "127.0.0.1",
    http_port: Annotated[
        int, typer.Option(min=0, max=65535, help="Port of the page; 0 takes any free one.")
    ] = HTTP_PORT,
    open_page: Annotated[
        bool, typer.Option("--open/--no-open", help="Open the page in a browser, where there is a display.")
    ] = True,
    port: Annotated[
        str | None,
        typer.Option("--port", metavar="URL", help="Show this board instead of starting a virtual one."),
    ] = None,
    level: LevelOption = None,
    new: Annotated[
        bool, typer.Option("--new", help="Lay out a new game, even where one is unfinished.")
    ] = False,
    against: AgainstOption = None,
    black: BlackOption = False,
    game: Annotated[
        str | None,
        typer.Option(
            "--game", metavar="GAME", help="Lay out a new game of: tsivy, vela, vela-creditor, dimy or telo."
        ),
    ] = None,
    puzzle: Annotated[
        str | None,
        typer.Option("--puzzle", metavar="ID", help="Lay out a puzzle; `lakabe puzzles` lists them."),
    ] = None,
    hints: HintsOption = None,
    no_hints: NoHintsOption = False,
    engine: EngineOption = None,
    match: MatchOption = None,
    players: PlayersOption = None,
    clock: ClockOption = None,
    no_repetition: NoRepetitionOption = False,
    no_fifty: NoFiftyOption = False,
    language: LanguageOption = "",
    by_hand: Annotated[
        bool, typer.Option("--by-hand", help="Have every stone moved by hand, as on a real board.")
    ] = False,
) -> None:
    """Play on the virtual board in a browser; every game is recorded."""
    from lakabe.archive import Archive
    from lakabe.board.recorder import PATIENCE_S
    from lakabe.board.transport import reached
    from lakabe.cli.speaking import speak, tell
    from lakabe.engine.warm import prepare
    from lakabe.games.clock import parse
    from lakabe.games.variants import WORDS
    from lakabe.help import helping
    from lakabe.help.command import check_command
    from lakabe.language.saying import say
    from lakabe.matches.begin import clocks as clocks_of
    from lakabe.matches.begin import find
    from lakabe.web.play import Against, Play
    from lakabe.web.server import listen

    if game is not None and game not in WORDS:
        raise UsageError(f"there is no game {game!r}", f"give one of {', '.join(WORDS)}")
    if game is not None and against is not None and game != WORDS[0]:
        raise UsageError(f"the computer does not play {game}", "leave --against or --game out")
    if port is not None and (new or game is not None):
        raise UsageError(
            f"{'--new' if new else '--game'} is for the virtual board",
            "press menu on the board, or use the page's button",
        )
    position = ""
    if puzzle is not None:
        from lakabe.help.puzzles.shelf import Shelf

        if port is not None or new or game is not None or match is not None:
            raise UsageError(
                "--puzzle begins a game of its own on the virtual board",
                "`lakabe puzzles send` lays it out on another board",
            )
        position = Shelf(archive=archive).find(puzzle).position
    check_partners(against, black)
    seated = named(players, against, black, match, engine)
    check_hints(hints, no_hints)
    if match is not None and (against is not None or new or game is not None):
        raise UsageError(
            "a match is played by two people, from its next game on", "leave --match out, or the rest"
        )
    wanted = None if clock is None else parse(clock)
    spoken = speak(language) if language else ""
    opponent = None
    if against is not None:
        opponent = Against(say("Level {level}", level=against), LEVELS[against - 1], "W" if black else "B")
    helped = None if level is None else helping.parse(level)
    if engine is not None:
        check_command(engine)
    off = without(no_repetition, no_fifty)
    listen(host, http_port).close()  # what cannot be opened is said before anything is begun
    begun: list[Play] = []

    def stop() -> None:
        for one in begun:
            one.stop()

    def kill() -> None:
        for one in begun:
            one.kill()

    with ExitStack() as opened:
        repeats = opened.enter_context(counted_log())
        caught = opened.enter_context(ending(stop, force=kill))
        if port is not None:
            opened.enter_context(reached(port))
        kept = opened.enter_context(Archive(archive, patience=PATIENCE_S))
        standing = None if match is None else find(kept, match, players, off)
        if engine is None and (not no_hints or against is not None):
            prepare(caught)
        if caught:
            return
        playing = Play(
            kept,
            port=port,
            host=host,
            http_port=http_port,
            level=helped,
            fresh=new,
            hints=not no_hints,
            allowed=hints,
            engine=engine,
            against=opponent,
            match=standing,
            players=seated,
            clocks=clocks_of(kept, standing) if clock is None else wanted,
            without=off,
            language=spoken,
            variant=game or "",
            position=position,
            carries=not by_hand,
        )
        played = opened.enter_context(playing)
        begun.append(played)
        if caught:  # before there was anything to stop
            played.stop()
        played.wait_for_board()
        if played.resumed is not None:
            number = played.resumed.number
            tell(say("Going on with game {number}; --new lays out another.", number=number))
        if against is not None:
            does = SAID[against - 1] if engine is None else OF_A_PROGRAM
            tell(say("Level {level} {does}.", level=against, does=does))
        tell(say("The board is at {address}", address=played.address))
        if played.watching_address:
            tell(say("Whoever has this address plays: moves stones, resigns, begins games."))
            watch = played.watching_address
            tell(say("Give this one to those who only watch: {address}", address=watch))
        tell(say("Ctrl-C ends it."), flush=True)
        if open_page and has_display():
            threading.Thread(target=_open, args=(played.address,), name="browser", daemon=True).start()
        played.server.on_look = repeats.tell
        played.run()


def has_display() -> bool:
    """Whether a browser with a window can be started; one in the terminal would be in the way."""
    if sys.platform in ("darwin", "win32"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _open(address: str) -> None:
    import webbrowser

    try:
        webbrowser.open(address)
    except (webbrowser.Error, OSError):
        pass  # the address has been printed
