"""``lakabe doctor``: looks for what may be wrong, and names the fix."""

from __future__ import annotations

from typing import Annotated

import typer

from lakabe.cli.options import ArchiveOption


def doctor(
    port: Annotated[
        list[str] | None,
        typer.Option("--port", metavar="URL", help="Board to look at. Left out: all boards on USB."),
    ] = None,
    archive: ArchiveOption = None,
    board: Annotated[bool, typer.Option("--board/--no-board", help="Look at boards as well.")] = True,
    points: Annotated[
        bool, typer.Option("--points", help="Try every contact with a stone, led by the board's lights.")
    ] = False,
) -> None:
    """Check the installation, the archive and the boards. The exit code is that of the first failure.

    A board shows a running light while it tests itself, and tells how its contacts have done since its start.
    """
    from rich.console import Console

    from lakabe.checkup import examine

    console = Console(highlight=False, markup=False, soft_wrap=True)

    def lead(point: str) -> None:
        console.print(f"      {point}: put a stone on it and lift it again, or press turn if nothing happens")

    code = 0
    for finding in examine(archive, port, board, lead if points else None):
        if finding.is_left_out:
            console.print(f"-     {finding.title}: {finding.text}")
        elif finding.error is None:
            console.print(f"ok    {finding.title}: {finding.text}", style="green")
            for line in finding.table.splitlines():
                console.print(f"      {line}")
        else:
            code = code or finding.error.exit_code
            console.print(f"FAIL  {finding.title}: {finding.error.message}", style="bold red")
            if finding.error.fix:
                console.print(f"      to do: {finding.error.fix}")
    if code:
        raise typer.Exit(code)
