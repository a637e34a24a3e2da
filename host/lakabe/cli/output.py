"""What a command gives: into a file, or onto the terminal."""

from __future__ import annotations

import io
import os
import shutil
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

from lakabe.errors import UsageError

OutputOption = Annotated[
    Path | None,
    typer.Option("--output", "-o", metavar="FILE", help="Write to a file. Left out, or -: print."),
]


def printed(file: Path | None) -> bool:
    """Whether what is to go there is printed."""
    return file is None or str(file) == "-"


def check(file: Path | None) -> None:
    """UsageError where it is plain beforehand that ``write`` would fail, so that no long work is lost."""
    if file is None or printed(file):
        return
    try:
        is_barred = file.is_dir() or not os.access(file.parent, os.W_OK)
    except OSError:  # the name is too long
        is_barred = True
    if is_barred:
        raise UsageError(f"{file} cannot be written", "choose another file")


def write(text: str | Iterable[str], file: Path | None) -> None:
    """Write a text, whole or in parts, to a file, in UTF-8; None or - prints it.

    A file that is there keeps what it has until the new text is safe on the disk. UsageError.
    """
    parts = (text,) if isinstance(text, str) else text
    if file is None or printed(file):
        if isinstance(sys.stdout, io.TextIOWrapper) and not sys.stdout.isatty():
            sys.stdout.reconfigure(encoding="utf-8")  # what is kept loses no letter
        sys.stdout.writelines(parts)
        return
    keep((part.encode() for part in parts), file)


def keep(parts: Iterable[bytes], file: Path) -> None:
    """Write parts to a file, or to what is there under its name; a file has all of them or stays as it is.

    UsageError.
    """
    try:
        if file.exists() and not file.is_file():
            with file.open("wb") as there:  # a pipe or a terminal has nothing to lose
                there.writelines(parts)
        else:
            _replace(file.resolve(), parts)
    except OSError as error:
        raise UsageError(f"{file} cannot be written: {error.strerror}", "choose another file") from error


def _replace(file: Path, parts: Iterable[bytes]) -> None:
    part = file.with_name(f"{file.name}.{os.getpid()}.part")
    try:
        with part.open("wb") as open_part:
            open_part.writelines(parts)
            open_part.flush()
            os.fsync(open_part.fileno())
        if file.exists():
            shutil.copymode(file, part)
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)
