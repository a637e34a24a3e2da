"""``lakabe tablebase``: build and ask the endgame tables."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lakabe.errors import InputError, UsageError
from lakabe.system import processors

if TYPE_CHECKING:
    from rich.progress import Progress

    from lakabe.engine.tables.estimate import Estimate
    from lakabe.engine.tables.layout import Pair
    from lakabe.engine.tables.runner import Runner

app = typer.Typer(invoke_without_command=True)

MOST = 8
"""Stones: what is planned in docs/tables-8.md."""

DirectoryOption = Annotated[
    Path | None,
    typer.Option(
        "--directory",
        metavar="DIR",
        help="Where the tables are. Left out: $LAKABE_TABLES, else the data directory, else the package.",
    ),
]


@app.callback()
def tablebase(context: typer.Context, directory: DirectoryOption = None) -> None:
    """List the endgame tables that are there; or build and probe them."""
    context.obj = directory
    if context.invoked_subcommand is None:
        list_tables(context)


@app.command("list")
def list_tables(context: typer.Context, directory: DirectoryOption = None) -> None:
    """List the endgame tables that are there."""
    _list(_place(context, directory))


@app.command()
def build(
    context: typer.Context,
    stones: Annotated[int, typer.Option(min=2, max=MOST, help="Up to how many stones on the board.")] = 5,
    workers: Annotated[
        int | None, typer.Option(min=1, help="Processes. Left out: one for each core.")
    ] = None,
    scheduler: Annotated[
        str | None,
        typer.Option(metavar="URL", help="Dask scheduler, tcp://HOST:PORT, instead of processes here."),
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only estimate what it would take.")] = False,
    directory: DirectoryOption = None,
) -> None:
    """Build the tables that are missing. Interrupted in any way, the same command goes on."""
    from lakabe.engine.tables.build import build as build_tables
    from lakabe.engine.tables.build import missing
    from lakabe.engine.tables.estimate import estimate, weight
    from lakabe.engine.tables.runner import Cluster, Processes
    from lakabe.engine.tables.store import home_directory

    # Absolute, for the workers of a cluster stand elsewhere.
    place = (directory or context.obj or home_directory()).absolute()
    todo = missing(place, stones)
    if not todo:
        print(f"All tables of up to {stones} stones are in {place}.")
        return
    runner: Runner = Cluster(scheduler) if scheduler else Processes(workers or processors())
    with runner:
        print("Trying how fast this computer is; the first time that takes half a minute.", flush=True)
        expected = estimate(place, todo, runner.workers)
        _announce(place, todo, expected, runner.workers)
        if dry_run:
            return
        _check_disk(place, expected)
        whole = sum(map(weight, todo))
        with progress_bar() as progress:
            bar = progress.add_task("", total=whole)

            def watch(pair: Pair, doing: str, part: float) -> None:
                before = sum(weight(earlier) for earlier in todo[: todo.index(pair)])
                progress.update(bar, completed=before + part * weight(pair), description=f"{pair}: {doing}")

            build_tables(place, stones, runner, watch)
            progress.update(bar, completed=whole, description="done")
    print(f"The tables of up to {stones} stones are in {place}.")


@app.command()
def probe(
    context: typer.Context,
    position: Annotated[list[str], typer.Argument(help="In N2, as 9/9/4W4/4B4/9 W.")],
    directory: DirectoryOption = None,
) -> None:
    """What the tables know of a position: its value for the side to move, and that of each move.

    Distances count the moves of both sides to the end of the game.
    """
    from lakabe.engine.bitboard import parse
    from lakabe.engine.tables.ask import ranked
    from lakabe.engine.tables.store import Tables

    try:
        own, enemy, _ = parse(" ".join(position))
    except ValueError as error:
        raise InputError(str(error), "see N2 in `lakabe docs rules`") from error
    place = _place(context, directory)
    tables = Tables(place)
    value = tables.value(own, enemy)
    if value is None:
        stones = (own | enemy).bit_count()
        what = f"the tables in {place} have {tables.stones or 'no'} stones, this position has {stones}"
        raise InputError(what, "see `lakabe tablebase build --help`")
    print(value)
    for move, worth in ranked(tables, own, enemy):
        print(f"  {move}: {worth}")


def _place(context: typer.Context, directory: Path | None) -> Path:
    from lakabe.engine.tables.store import default_directory

    return directory or context.obj or default_directory()


def _list(place: Path) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table

    from lakabe.cli import tables
    from lakabe.engine.tables.store import read_contents

    contents = read_contents(place)
    if not contents.pairs:
        print(f"No tables in {place}. `lakabe tablebase build` builds them.")
        return
    table = Table(box=box.SIMPLE, title=f"{place}: all positions of up to {contents.complete()} stones")
    for name in ("own-enemy", "positions", "won", "drawn", "lost", "longest", "seconds"):
        table.add_column(name, justify="right")
    for pair in contents.pairs.values():
        for name, facts in pair.layers.items():
            shares = (f"{100 * n / facts.positions:.1f} %" for n in (facts.wins, facts.draws, facts.losses))
            table.add_row(name, f"{facts.positions:,}", *shares, str(facts.longest), f"{pair.seconds:.1f}")
    tables.show(Console(highlight=False, markup=False), table)


def _announce(place: Path, todo: list[Pair], expected: Estimate, workers: int) -> None:
    print(
        f"To build in {place}: {todo[0]} to {todo[-1]} stones, {expected.positions:,} positions.\n"
        f"About {_time(expected.seconds)} with {workers} at work, {_bytes(expected.disk)} on disk at the "
        f"fullest, {_bytes(expected.memory)} of memory."
    )


def _check_disk(place: Path, expected: Estimate) -> None:
    from lakabe.engine.tables.estimate import free, installed_memory

    if free(place) < expected.disk:
        raise UsageError(
            f"{_bytes(free(place))} are free for {place}", "make room or name another --directory"
        )
    if installed_memory() < expected.memory:
        print(f"This computer has {_bytes(installed_memory())} of memory: it will read from the disk a lot.")


def progress_bar() -> Progress:
    """A bar with what is done, and the time."""
    from rich import progress

    return progress.Progress(
        progress.TextColumn("{task.description}"), progress.BarColumn(), progress.TaskProgressColumn(),
        progress.TimeElapsedColumn(), progress.TimeRemainingColumn(),
    )  # fmt: skip


def _time(seconds: float) -> str:
    if seconds < 120:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 7200 else f"{seconds / 3600:.1f} h"


def _bytes(count: int) -> str:
    return f"{count / 1e9:.1f} GB" if count >= 1e9 else f"{count / 1e6:.0f} MB"
