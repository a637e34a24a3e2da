"""``lakabe puzzles``: positions with a single winning move."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lakabe.cli import tables
from lakabe.cli.options import ArchiveOption, PortOption
from lakabe.cli.output import OutputOption, write
from lakabe.cli.speaking import fitted, tell, told
from lakabe.errors import InputError, UsageError
from lakabe.games.sides import COLOURS
from lakabe.help.puzzles.settings import NODES
from lakabe.language.saying import plural, say
from lakabe.printable import one_line

if TYPE_CHECKING:
    from rich.progress import Progress

    from lakabe.games.pgn import Score
    from lakabe.help.puzzles.puzzle import Puzzle
    from lakabe.help.puzzles.search import Count
    from lakabe.help.puzzles.shelf import Shelf

app = typer.Typer(invoke_without_command=True)

IdArgument = Annotated[
    str, typer.Argument(metavar="ID", help="As `lakabe puzzles` lists it, such as first-3 or 3.")
]
GradeOption = Annotated[
    int | None, typer.Option(min=1, max=5, help="Only of this grade: 1 is very easy, 5 very hard.")
]


@app.callback()
def puzzles(context: typer.Context, archive: ArchiveOption = None) -> None:
    """Positions with a single winning move: list them; find, show, export or send some.

    Those that come with the program have IDs such as first-3, those of an archive numbers.
    """
    context.obj = archive
    if context.invoked_subcommand is None:
        list_puzzles(context)


@app.command("list")
def list_puzzles(context: typer.Context, grade: GradeOption = None, archive: ArchiveOption = None) -> None:
    """List the puzzles: those that come with the program, then those found in games.

    Of each, wins in two to five moves come first, shorter and easier ones before others.
    """
    from rich import box
    from rich.console import Console
    from rich.table import Table

    found = _named(grade, archive or context.obj)
    if not found:
        tell(say("No such puzzles yet. `lakabe puzzles find` looks for some."))
        return
    from lakabe.help.puzzles.grade import GRADES
    from lakabe.help.puzzles.words import SIDES, origin

    table = Table(box=box.SIMPLE, collapse_padding=True, pad_edge=False)
    names = ("ID", say("Grade"), say("To move"), say("Wins in"), say("Moves"), say("Others win"), say("From"))
    for name in names:
        table.add_column(told(name), justify="right" if name in ("ID", "Wins in", "Moves") else "left")
    for name, puzzle in found:
        table.add_row(
            name, told(GRADES[puzzle.grade - 1]), told(SIDES[puzzle.turn]), str(puzzle.moves),
            str(puzzle.facts.others + 1),
            told(say("no") if puzzle.single == "proven" else say("hardly")), told(origin(puzzle)),
        )  # fmt: skip
    tables.show(Console(highlight=False, markup=False), table)


@app.command()
def find(
    context: typer.Context,
    games: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[GAME...]",
            help="Numbers of games in the archive, or files with one (N3). Left out: all of the archive.",
        ),
    ] = None,
    self_play: Annotated[
        int | None,
        typer.Option("--self-play", min=1, metavar="N", help="Instead, N games of the engine with itself."),
    ] = None,
    seed: Annotated[int, typer.Option(help="Of those games.")] = 1,
    nodes: Annotated[int, typer.Option(min=1000, help="Nodes for each promising position.")] = NODES,
    estimates: Annotated[
        bool,
        typer.Option("--estimates", help="Also where it is not proven that no other move wins, only likely."),
    ] = False,
    archive: ArchiveOption = None,
) -> None:
    """Find puzzles in games, grade them and keep them.

    Interrupted in any way, the same command goes on where it was, and nothing that was found is lost.
    """
    from rich.console import Console

    from lakabe.engine.warm import prepare
    from lakabe.help.puzzles import search
    from lakabe.help.puzzles.find import Finder
    from lakabe.help.puzzles.shelf import Shelf
    from lakabe.help.puzzles.words import origin, task

    if games and self_play is not None:
        raise UsageError("either games or --self-play", "leave one of them out")
    console = Console(highlight=False, markup=False, soft_wrap=True)
    archive = archive or context.obj
    total, sources = _sources(games or [], self_play, seed, archive)
    if not total:
        tell(say("There are no games in the archive. `lakabe puzzles find --self-play 100` plays some."))
        return
    shelf = Shelf(how=search.way_of_looking(nodes, estimates), archive=archive)
    prepare()

    def found(number: int, puzzle: Puzzle) -> None:
        line = say("{number}: {task}; from {source}", number=number, task=task(puzzle), source=origin(puzzle))
        console.print(fitted(told(line)))

    with _progress() as progress:
        bar = progress.add_task("games", total=total, found=0)

        def each(count: Count) -> None:
            progress.update(bar, completed=count.games, found=count.found)

        count = search.search(
            sources, lambda: Finder(nodes, estimates), shelf, found, each,
            lambda text: console.print(text, style="yellow"),
        )  # fmt: skip
    tell(
        say(
            "{puzzles} in {positions} of {games}; {all} in all.",
            puzzles=plural("{count} new puzzle", "{count} new puzzles", count.found),
            positions=plural("{count} position", "{count} positions", count.positions),
            games=plural("{count} game", "{count} games", count.games),
            all=len(shelf.puzzles),
        )
    )


@app.command()
def show(
    context: typer.Context,
    name: IdArgument,
    solution: Annotated[bool, typer.Option("--solution", help="Show the solution as well.")] = False,
    archive: ArchiveOption = None,
) -> None:
    """Show a puzzle."""
    from rich.console import Console

    from fanorona.rules import notation, rules

    puzzle = _shelf(archive or context.obj).find(name)
    from lakabe.help.puzzles.words import numbered, origin, reason, task

    position = rules.Position()
    notation.parse_position(puzzle.position, position)
    console = Console(highlight=False, markup=False, soft_wrap=True)
    tables.board(console, position)
    print(puzzle.position)
    print()
    tell(say("{task}. From {source}.", task=task(puzzle), source=origin(puzzle)))
    if solution:
        tell(reason(puzzle))
        tell(numbered(*_whole(puzzle)))


@app.command()
def solve(context: typer.Context, name: IdArgument, archive: ArchiveOption = None) -> None:
    """Solve a puzzle here: type the moves, as d3-e4A. Each move that wins is accepted, and answered."""
    from rich.console import Console

    from lakabe.games import drawing
    from lakabe.games.variants import ORDINARY, load
    from lakabe.help.puzzles.solve import Solving
    from lakabe.help.puzzles.words import numbered, task
    from lakabe.help.source import Ours

    puzzle = _shelf(archive or context.obj).find(name)
    console = Console(highlight=False, markup=False, soft_wrap=True)
    solving = Solving(puzzle, Ours())
    tell(say("{task}. An empty line shows the solution.", task=task(puzzle)))
    marked: list[str] = []
    while True:
        console.print(drawing.board(load(ORDINARY, solving.question.now()), marked))
        try:
            move = input(told(say("{side}'s move:", side=COLOURS[puzzle.turn])) + " ").strip()
        except EOFError:
            print()
            move = ""
        if not move:
            tell(numbered(*_whole(puzzle)))
            return
        try:
            answer = solving.play(move)
        except InputError as error:
            tell(error.why)
            continue
        if answer.over:
            tell(say("{move} wins the game. Solved.", move=move))
            return
        if not answer.wins:
            tell(say("{move} is not proven to win. Another one is.", move=move))
            continue
        tell(say("{move} wins. The answer is {reply}.", move=move, reply=answer.reply))
        marked = re.findall(r"[a-i][1-5]", answer.reply)


@app.command()
def export(
    context: typer.Context,
    names: Annotated[
        list[str] | None, typer.Argument(metavar="ID...", help="As `lakabe puzzles` lists them.")
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="All puzzles.")] = False,
    grade: GradeOption = None,
    output: OutputOption = None,
    archive: ArchiveOption = None,
) -> None:
    """Write puzzles as games (N3) that begin with them; the moves are the solutions."""
    from lakabe.games import pgn

    if bool(names) == (every or grade is not None):
        raise UsageError("either IDs or --all or --grade are needed", "`lakabe puzzles` lists the IDs")
    archive = archive or context.obj
    shelf = _shelf(archive)
    from lakabe.help.puzzles.words import as_score

    chosen = [(name, shelf.find(name)) for name in names] if names else _named(grade, archive)
    if not chosen:
        raise InputError("there are no such puzzles", "`lakabe puzzles find` looks for some")
    text = pgn.format_scores(as_score(name, *_whole(puzzle)) for name, puzzle in chosen)
    write(text, output)


@app.command()
def send(
    context: typer.Context,
    name: IdArgument,
    port: PortOption = None,
    new: Annotated[
        bool, typer.Option("--new", help="Break off a game that is being played on the board.")
    ] = False,
    archive: ArchiveOption = None,
) -> None:
    """Lay a puzzle out on a board: its lights show where the stones belong, then it is played on."""
    from functools import partial

    from lakabe.archive import Archive
    from lakabe.board.transport import open_transport
    from lakabe.cli.record import find as find_boards
    from lakabe.cli.signals import ending
    from lakabe.help.puzzles.lay import lay

    archive = archive or context.obj
    puzzle = _shelf(archive).find(name)
    from lakabe.help.puzzles.words import task

    urls = [port] if port is not None else find_boards()
    if len(urls) > 1:
        raise UsageError("there are several boards", "choose one with --port")
    wake = threading.Event()
    with Archive(archive) as kept, ending(wake.set) as caught:
        done = lay(puzzle.position, partial(open_transport, urls[0]), kept, wake, replace=new, notice=tell)
    if not done and caught:
        raise typer.Exit(128 + caught[0])
    tell(
        say(
            "Puzzle {number} is on the board: put the stones where its lights want them. {task}.",
            number=name,
            task=task(puzzle),
        )
    )


def _shelf(archive: str | None) -> Shelf:
    from lakabe.help.puzzles.shelf import Shelf

    return Shelf(archive=archive)


def _whole(puzzle: Puzzle) -> tuple[Puzzle, dict[int, tuple[str, ...]]]:
    """A puzzle whose solution goes on to the end, and the other moves that win on the way."""
    from lakabe.engine.endings import open_tables
    from lakabe.help.puzzles.line import alternatives, finished

    tables = open_tables()
    whole = finished(puzzle, tables)
    return whole, alternatives(whole, tables)


def _named(grade: int | None, archive: str | None) -> list[tuple[str, Puzzle]]:
    """The puzzles (of a grade) with their IDs, as they are listed."""
    return [(name, one) for name, one in _shelf(archive).listed() if grade in (None, one.grade)]


def _sources(
    games: list[str], self_play: int | None, seed: int, archive: str | None
) -> tuple[int, Iterable[tuple[str, Score]]]:
    """How many games are looked at, and these with their names."""
    if self_play is not None:
        from lakabe.help.puzzles.games import self_play as played

        return self_play, played(self_play, seed)
    if games:
        from lakabe.cli.named import game

        named = [(_name(one), game(one, archive)) for one in games]
        return len(named), named
    from lakabe.archive import Archive
    from lakabe.games import pgn

    with Archive(archive, make=False) as kept:
        every = [(_name(str(one.number)), pgn.from_archive(one)) for one in kept.each(damaged=[])]
    return len(every), every


def _name(game: str) -> str:
    return f"game {game}" if game.isdecimal() else one_line(Path(game).name)


def _progress() -> Progress:
    from rich import progress
    from rich.console import Console

    console = Console(stderr=True)
    return progress.Progress(
        progress.TextColumn("{task.description}"), progress.BarColumn(), progress.MofNCompleteColumn(),
        progress.TimeElapsedColumn(), progress.TimeRemainingColumn(),
        progress.TextColumn("{task.fields[found]} found"),
        console=console, transient=True, disable=not console.is_terminal,
    )  # fmt: skip
