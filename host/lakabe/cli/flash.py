"""``lakabe flash``: copies the firmware to a board on USB."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from lakabe.cli.options import PortOption

CHIPS = ("rp2040", "rp2350", "rp2350-riscv")


def flash(
    port: PortOption = None,
    build: Annotated[
        Path | None,
        typer.Option("--build", metavar="FOLDER", help="Write the files for a board there; flash none."),
    ] = None,
    chip: Annotated[
        str | None,
        typer.Option(
            "--chip", help=f"With --build: {', '.join(CHIPS[:-1])} or {CHIPS[-1]}. Left out: {CHIPS[0]}."
        ),
    ] = None,
    source: Annotated[
        Path | None,
        typer.Option(
            "--source",
            metavar="FILE",
            help="Write there what is compiled, whose line numbers the board's tracebacks name; flash none.",
        ),
    ] = None,
) -> None:
    """Compile the firmware, copy what has changed to the board, verify it and restart the board.

    Needs a Pico or Pico 2 with MicroPython on it. When a copy is broken off, the board starts with the old
    firmware or the new one; run this again to finish.
    """
    from lakabe import building, flashing
    from lakabe.board.ports import find_boards, only_board
    from lakabe.errors import UsageError
    from lakabe.programs import run_module
    from lakabe.virtual.tools import firmware_tree

    if chip is not None and (build is None or chip not in building.CHIPS):
        raise UsageError(f"there is no chip {chip}" if build else "--chip goes with --build", "see --help")
    if port is not None and (build or source):
        raise UsageError("--port does not go with --build and --source", "these flash no board")
    if source:
        _write(source, building.join(firmware_tree()).text.encode())
    if build:
        files = building.build(firmware_tree(), run_module, building.CHIPS[chip or CHIPS[0]])
        for path, data in files.items():
            _write(build / path.lstrip("/"), data)
        for file in build.iterdir():
            if building.is_room(f"/{file.name}") and f"/{file.name}" not in files:
                file.unlink()  # of an earlier version
    if build or source:
        return
    url = port or only_board(find_boards()).url
    board = flashing.survey(url, run_module)
    files = building.build(firmware_tree(), run_module, board.architecture)
    report = flashing.flash(files, board, url, run_module, print)
    print(f"{len(report.copied)} copied, {len(report.removed)} removed, {len(report.same)} unchanged")


def _write(path: Path, data: bytes) -> None:
    from lakabe.errors import UsageError

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror}", "choose another place") from error
    print(f"wrote {path}, {len(data):,} bytes")
