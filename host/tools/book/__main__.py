"""``python -m tools.book``: build an opening book."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tools import command

if TYPE_CHECKING:
    from lakabe.engine.book.entries import Entry


def build(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where the book is, or will be.")],
    positions: Annotated[int, typer.Option(min=1, help="How many positions to search, in all.")] = 300,
    nodes: Annotated[int, typer.Option(min=1000, help="Nodes of each search.")] = 30_000_000,
    ways: Annotated[int, typer.Option(min=1, max=16, help="Moves to look at in each position.")] = 3,
    plies: Annotated[int, typer.Option(min=1, max=40, help="How far from the start, in moves.")] = 8,
) -> None:
    """Search the likeliest first positions with one thread, the same way each time.

    Every position is kept as soon as it is done: interrupted in any way, the same command goes on, and with
    more positions it adds to the book.
    """
    from rich import progress

    from lakabe.cli.book import say
    from tools.book.build import build as build_book

    with progress.Progress(
        progress.TextColumn("{task.description}"), progress.BarColumn(), progress.MofNCompleteColumn(),
        progress.TimeElapsedColumn(), progress.TimeRemainingColumn(),
    ) as shown:  # fmt: skip
        bar = shown.add_task("", total=positions)

        def watch(done: int, last: Entry) -> None:
            shown.update(bar, completed=done, description=f"depth {last.depth}")

        found = build_book(file, nodes, ways, plies, positions, watch)
    say(found)


if __name__ == "__main__":
    command.main(build)
