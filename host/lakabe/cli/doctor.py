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
) -> None:
    """Check the installation, the archive and the boards. The exit code is that of the first failure.

    A board shows a running light while it tests itself.
    """
    from rich.console import Console

    from lakabe.checkup import examine

    console = Console(highlight=False, markup=False, soft_wrap=True)
    code = 0
    for finding in examine(archive, port, board):
        if finding.error is None:
            console.print(f"ok    {finding.title}: {finding.text}", style="green")
        else:
            code = code or finding.error.exit_code
            console.print(f"FAIL  {finding.title}: {finding.error.message}", style="bold red")
            if finding.error.fix:
                console.print(f"      to do: {finding.error.fix}")
    if code:
        raise typer.Exit(code)
