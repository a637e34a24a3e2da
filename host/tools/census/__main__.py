"""``python -m tools.census``: how often contacts alone do not tell moves apart."""

from __future__ import annotations

from typing import Annotated

import typer

from tools import command


def census(
    positions: Annotated[
        int, typer.Argument(min=1, help="How many different positions to look at.")
    ] = 1_000_000,
    seed: Annotated[int, typer.Argument(min=0, help="Another number draws other games.")] = 1,
    examples: Annotated[int, typer.Option(min=0, help="How many examples of each kind to print.")] = 1,
) -> None:
    """Count what contacts alone do not tell apart in POSITIONS of random play; prints tables in Markdown."""
    from rich.console import Console
    from rich.progress import Progress

    from tools.census.survey import markdown, survey

    console = Console(stderr=True)
    with Progress(console=console, disable=not console.is_terminal, transient=True) as bar:
        task = bar.add_task("looking at positions", total=positions)
        found = survey(positions, seed, examples, lambda done: bar.update(task, completed=done))
    print(markdown(found), end="")


if __name__ == "__main__":
    command.main(census)
