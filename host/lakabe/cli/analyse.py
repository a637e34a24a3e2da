"""``lakabe analyse``: games looked at again, move by move."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lakabe.cli import output
from lakabe.cli.options import ArchiveOption, EngineOption
from lakabe.cli.speaking import fitted, tell, told
from lakabe.errors import ArchiveDamage, InputError, LakabeError, UsageError
from lakabe.games import pgn
from lakabe.games.irregular import SHOWN
from lakabe.games.sides import COLOURS
from lakabe.games.variants import NAMES, ORDINARY
from lakabe.help.analysis.settings import NODES, Settings
from lakabe.language.saying import Text, join, plural, say
from lakabe.system import processors

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress

    from lakabe.games.pgn import Score
    from lakabe.help.analysis.report import Analysis

ENDGAME = 6
"""Stones of the largest tables that are built in minutes; smaller ones come with the package."""


def analyse(
    games: Annotated[
        list[str] | None,
        typer.Argument(metavar="[GAME...]", help="Numbers of games in the archive, or files with one (N3)."),
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="All games of the archive.")] = False,
    nodes: Annotated[int, typer.Option(min=100, help="Nodes for each position.")] = NODES,
    time: Annotated[
        float | None,
        typer.Option("--time", min=0.01, max=3600, metavar="SECONDS", help="Instead, so long for each."),
    ] = None,
    engine: EngineOption = None,
    jobs: Annotated[int | None, typer.Option(min=1, help="Processes. Left out: one for each core.")] = None,
    scheduler: Annotated[
        str | None,
        typer.Option(metavar="URL", help="Dask scheduler, tcp://HOST:PORT, instead of processes here."),
    ] = None,
    export: Annotated[
        Path | None,
        typer.Option("--export", metavar="FILE", help="Write the annotated games (N3) here; - prints them."),
    ] = None,
    again: Annotated[bool, typer.Option("--again", help="Forget what was examined before.")] = False,
    archive: ArchiveOption = None,
) -> None:
    """Grade the moves of games, draw the evaluation, and name turning points and how well each side played.

    Interrupted in any way, the same command goes on where it was.
    """
    from rich.console import Console

    from lakabe.archive.damage import several
    from lakabe.engine.tables.runner import Cluster, Processes
    from lakabe.engine.warm import prepare
    from lakabe.help.analysis.annotate import annotate
    from lakabe.help.analysis.examine import close_sources
    from lakabe.help.analysis.kept import default_directory
    from lakabe.help.analysis.run import analyse_games
    from lakabe.help.command import check_command

    if bool(games) == every:
        raise UsageError("either games or --all are needed", "`lakabe games` lists their numbers")
    if engine is not None:
        check_command(engine)
    output.check(export)
    settings = Settings(None if time else nodes, time, engine)
    console = Console(highlight=False, markup=False, soft_wrap=True)
    damaged: list[ArchiveDamage] = []
    named = _every(archive, console, damaged) if every else _named(games or [], archive)
    runner = Cluster(scheduler) if scheduler else Processes(jobs or processors())
    if engine is None:
        prepare()
    with runner, _progress() as progress:
        bar = progress.add_task("positions", total=None)
        try:
            found = analyse_games(
                list(named.values()), settings, default_directory(), runner,
                lambda count, total: progress.update(bar, completed=count, total=total), again,
            )  # fmt: skip
        finally:
            close_sources()
    if export is None or not output.printed(export):
        for (name, score), analysis in zip(named.items(), found, strict=True):
            if len(named) > 1:
                _summary(console, name, score, analysis)
            else:
                _whole(console, score, analysis)
    if export is not None:
        annotated = (
            annotate(score, analysis, settings.engine)
            for score, analysis in zip(named.values(), found, strict=True)
        )
        output.write(pgn.format_each(annotated), export)
    if damaged:
        raise several(damaged)


def _named(games: list[str], archive: str | None) -> dict[str, Score]:
    from lakabe.cli.named import game

    found = {}
    for name in games:
        score = game(name, archive)
        _check(name, score)
        found[name] = score
    return found


def _every(archive: str | None, console: Console, damaged: list[ArchiveDamage]) -> dict[str, Score]:
    """All games of the archive that have moves; what cannot be analysed is named and left out.

    ``damaged`` gets those that make no sense.
    """
    from lakabe.archive import Archive
    from lakabe.archive.damage import several

    found = {}
    with Archive(archive, make=False) as kept:
        for game in kept.each(damaged=damaged):
            score = pgn.from_archive(game)
            try:
                _check(str(game.number), score)
            except LakabeError as error:
                console.print(fitted(told(say("left out: {why}", why=error.why))), style="yellow")
                continue
            found[str(game.number)] = score
    if not found and damaged:
        raise several(damaged)
    if not found:
        raise InputError("there is no game to analyse in the archive", "`lakabe play` records some")
    return found


def _check(name: str, score: Score) -> None:
    from lakabe.archive.damage import damage
    from lakabe.help.question import Question

    if score.variant != ORDINARY:
        raise InputError(f"game {name} is {NAMES[score.variant]}: only ordinary games are analysed")
    if not score.moves:
        raise InputError(f"game {name} has no moves", "`lakabe games` lists the games")
    try:
        Question(score.start, score.moves).standing()
    except LakabeError as error:
        if name.isdecimal():
            raise damage(int(name), f"a move of it is not legal: {error.message}") from error
        raise InputError(f"the game in {name} has a move that is not legal: {error.message}") from error


def _progress() -> Progress:
    from rich import progress
    from rich.console import Console

    return progress.Progress(
        progress.TextColumn("{task.description}"), progress.BarColumn(), progress.MofNCompleteColumn(),
        progress.TimeElapsedColumn(), progress.TimeRemainingColumn(),
        console=Console(stderr=True), transient=True,
    )  # fmt: skip


def _summary(console: Console, name: str, score: Score, analysis: Analysis) -> None:
    """One game among several, in a line."""
    line = say(
        "{game}: {moves}, {result}, {opening}; {accuracy}; {turning}",
        game=name,
        moves=plural("{count} move", "{count} moves", len(score.moves)),
        result=score.result,
        opening=analysis.opening or say("no opening of O1 to O5"),
        accuracy=_accuracies(analysis),
        turning=_turning(analysis),
    )
    console.print(fitted(told(line)))


def _whole(console: Console, score: Score, analysis: Analysis) -> None:
    from lakabe.help.analysis.annotate import comment, worth_saying
    from lakabe.help.analysis.curve import curve, marks

    names = [score.tags.get(side, "?") for side in ("White", "Black")]
    console.print(f"{' - '.join(names)}, {score.result}, {analysis.opening or score.start}", style="bold")
    width = max(10, min(console.width, 120) - 8)
    print()
    rows = curve(analysis.shares, width)
    sides = {0: told(say("White")), len(rows) - 1: told(say("Black"))}
    room = max(6, *map(len, sides.values()))
    for i, row in enumerate(rows):
        label = sides.get(i, "")
        print(f"{label:>{room}} {row}".rstrip())
    below = marks([index + 1 for index in analysis.turning], len(analysis.shares), width)
    print(f"{'':{room}} {below}".rstrip())
    lines: dict[int, tuple[str, Text, str | None]] = dict.fromkeys(
        analysis.irregular, (SHOWN, say("Not judged (P10)."), None)
    )
    for move in analysis.moves:
        if worth_saying(move):
            after = analysis.worths[move.index + 1]
            said = comment(move, after, analysis.turns[move.index + 1])
            turning = move.index in analysis.turning
            said = join([said, say("A turning point.")]) if turning else said
            lines[move.index] = (move.move, said, "red" if turning else None)
    for index, (text, said, style) in sorted(lines.items()):
        line = f"{_number(score, index):>6} {text:<20} {told(said)}"
        console.print(fitted(line, hang=7), style=style)
    print()
    tell(say("{accuracy}; {turning}.", accuracy=_accuracies(analysis), turning=_turning(analysis)))
    _left_open(sum(move.open for move in analysis.moves))


def _left_open(count: int) -> None:
    """Say that some moves have no grade, and what would help."""
    from lakabe.engine.tables.store import default_directory, read_contents

    if not count:
        return
    tell(
        plural(
            "{count} move has no grade: beside the best one, only one of the two is proven to win, draw or "
            "lose.",
            "{count} moves have no grade: beside the best one, only one of the two is proven to win, draw or "
            "lose.",
            count,
        )
    )
    if read_contents(default_directory()).complete() < ENDGAME:
        tell(
            say(
                "`lakabe tablebase build --stones {count}` proves positions of {count} stones, in minutes.",
                count=ENDGAME,
            )
        )


def _number(score: Score, index: int) -> str:
    return pgn.move_number(index + (1 if score.start.endswith(" W") else 2))


def _turning(analysis: Analysis) -> Text:
    count = len(analysis.turning)
    return (
        plural("{count} turning point", "{count} turning points", count)
        if count
        else say("no turning points")
    )


def _accuracies(analysis: Analysis) -> Text:
    said = []
    for side, name in COLOURS.items():
        value = analysis.accuracy[side]
        if value is not None:
            said.append(say("{side} {value} %", side=name, value=f"{value:.0f}"))
        elif analysis.moved(side):
            said.append(say("{side} had no choice", side=name))
        else:
            said.append(say("{side} has made no move", side=name))
    return say("accuracy: {sides}", sides=join(said, ", "))
