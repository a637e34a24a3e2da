"""``lakabe doctor``: looks for what may be wrong, and names the fix."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from lakabe.cli import output
from lakabe.cli.options import ArchiveOption
from lakabe.cli.speaking import fitted
from lakabe.errors import UsageError


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
    file: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="With --points: fill in the sheet of the first board as far as the board can tell, in a "
            "file that may have it already; - prints it.",
        ),
    ] = None,
) -> None:
    """Check the installation, the archive and the boards. The exit code is that of the first failure.

    A board shows a running light while it tests itself, and tells how its contacts have done since its start.
    With --points it lights one point after the other; a long press of menu leaves the test.
    """
    from rich.console import Console

    from lakabe import sheet
    from lakabe.checkup import examine, find

    console = Console(highlight=False, markup=False, soft_wrap=True)

    def lead(point: str) -> None:
        console.print(f"      {point}: put a stone on it and lift it again, or press turn if nothing happens")

    blank = ""
    told: list[sheet.Told] = []
    if points and not board:
        raise UsageError("--points tries the contacts of a board", "leave --points or --no-board out")
    if file is not None:
        if not points:
            raise UsageError(
                "--output is for the test of the points", "give --points as well, or leave it out"
            )
        output.check(file)
        blank = sheet.read(None if output.printed(file) else file)
        port = port or find()
        if len(port) > 1:
            raise UsageError("a sheet is for one board", "name it with --port")
    code = 0
    for finding in examine(archive, port, board, lead if points else None, told.append):
        if finding.is_left_out:
            console.print(fitted(f"-     {finding.title}: {finding.text}", hang=6))
        elif finding.error is None:
            console.print(fitted(f"ok    {finding.title}: {finding.text}", hang=6), style="green")
            for line in finding.table.splitlines():
                console.print(f"      {line}")
        else:
            code = code or finding.error.exit_code
            console.print(fitted(f"FAIL  {finding.title}: {finding.error.message}", hang=6), style="bold red")
            if finding.error.fix:
                console.print(fitted(f"      to do: {finding.error.fix}", hang=6))
    if file is not None:
        if told and told[0].results:
            output.write(sheet.fill(blank, told[0]) or "", file)
        else:
            console.print("-     sheet: not written, for no point was tried")
    if code:
        raise typer.Exit(code)
