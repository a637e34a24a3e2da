"""``lakabe flash``: brings the firmware to a board on USB, new or not."""

from __future__ import annotations

import os
from contextlib import suppress
from itertools import takewhile
from pathlib import Path
from typing import Annotated

import typer

from lakabe.cli import output
from lakabe.cli.options import PortOption
from lakabe.errors import UsageError


def flash(
    port: PortOption = None,
    forget: Annotated[
        bool,
        typer.Option("--forget", help="Even if the board forgets its games, its match and its settings."),
    ] = False,
    file: Annotated[
        Path | None,
        typer.Option("--uf2", metavar="FILE", help="Write what a boot loader is given there; flash none."),
    ] = None,
    chip: Annotated[
        str | None, typer.Option("--chip", help="With --uf2: pico or pico2. Left out: pico.")
    ] = None,
) -> None:
    """Bring the firmware to a board, and wait until it answers.

    Hold BOOTSEL while plugging a new Pico or Pico 2 in; a board that has the firmware needs nothing. Where
    the power fails meanwhile, run this again.
    """
    from lakabe.board import bases, image, sources
    from lakabe.board import flash as flashing
    from lakabe.board.ports import find_boards, only_board
    from lakabe.board.programs import run_module
    from lakabe.errors import BoardFault, NoBoardError
    from lakabe.virtual.tools import firmware_tree

    if chip is not None and (file is None or chip not in image.CHIPS):
        raise UsageError(f"there is no chip {chip}" if file else "--chip goes with --uf2", "see --help")
    if port is not None and file is not None:
        raise UsageError("--port does not go with --uf2", "it flashes no board")
    tree = firmware_tree()

    def build(chip: str) -> bytes:
        print("compiling the firmware")
        return image.build(tree, run_module, image.CHIPS[chip])

    if file is not None:
        chip = chip or "pico"
        bases.find(chip)
        _check(file)
        _write(file, flashing.release(chip, build(chip)))
        return
    before = ""
    drives = [] if port else flashing.drives()
    if len(drives) > 1:
        raise NoBoardError("several boards are in their boot loaders", "unplug all but one")
    if drives:
        drive = drives[0]
        bases.find(drive.chip)
        data = flashing.release(drive.chip, build(drive.chip))
        print(f"writing {drive.folder}")
        flashing.write(drive, data)
    else:
        url = port or only_board(find_boards()).url
        board = flashing.survey(url, run_module)
        before = board.firmware
        if flashing.fits(board) and before == sources.version(tree):
            print(f"the board has firmware {before} already")
            flashing.restart(url, run_module)
        elif flashing.fits(board):
            flashing.install(build(board.chip), url, run_module, print)
        else:
            if board.has_games and not forget:
                flashing.restart(url, run_module)
                raise BoardFault(
                    "this firmware is the first to keep games elsewhere, and those on the board will be lost",
                    "run `lakabe games fetch`, then `lakabe flash --forget`",
                )
            bases.find(board.chip)
            data = flashing.release(board.chip, build(board.chip))
            flashing.enter_boot_loader(url, run_module)
            print("waiting for the drive of the board's boot loader")
            drive = flashing.wait_for_drive(board.chip)
            flashing.write(drive, data)
    print("waiting for the board")
    after = flashing.wait_for_hello(port).firmware
    print(f"firmware {after}" + (f", before {before}" if before and before != after else ""))


def _check(path: Path) -> None:
    """UsageError where it is plain that a file cannot be written, nor the folders made that it lacks."""
    try:
        there = [path.absolute(), *_lacking(path)][-1].parent
        is_barred = path.is_dir() or not there.is_dir() or not os.access(there, os.W_OK)
    except OSError:  # a name is too long, or nobody may look there
        is_barred = True
    if is_barred:
        raise UsageError(f"{path} cannot be written", "choose another place")


def _lacking(path: Path) -> list[Path]:
    """The folders that a file lacks, the innermost first."""
    return list(takewhile(lambda folder: not folder.exists(), path.absolute().parents))


def _write(path: Path, data: bytes) -> None:
    """Write a file, and make the folders that it lacks; where that fails, these go again. UsageError."""
    lacks = _lacking(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        output.keep([data], path)
    except BaseException as error:
        for folder in lacks:
            with suppress(OSError):
                folder.rmdir()
        if isinstance(error, OSError):
            raise UsageError(f"{path} cannot be written: {error.strerror}", "choose another place") from error
        raise
    print(f"wrote {path}, {len(data):,} bytes")
