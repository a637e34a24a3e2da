"""The tests of the core, run on MicroPython: every ``test_*`` function under ``tests/core``.

A file there imports nothing that MicroPython lacks. ``test_*.py`` runs on CPython too; ``wasm_*.py`` needs
MicroPython (heap locks and the like) and runs here only. The functions are found by reading the files, so
that one that MicroPython cannot even compile fails instead of vanishing.
"""

from __future__ import annotations

import functools
from pathlib import Path

import pytest

from functions import functions_of
from lakabe.virtual.run import run_file

TESTS = Path(__file__).parent
FILES = sorted([*(TESTS / "core").glob("test_*.py"), *(TESTS / "core").glob("wasm_*.py")])


@functools.cache
def outcomes(file: Path) -> tuple[dict[str, str | None], str]:
    """Runs all of ``file`` in one interpreter: the tracebacks by function, and what was printed."""
    printed: list[str] = []
    mounts = [(TESTS / "vectors", "/tests/vectors")] if (TESTS / "vectors").is_dir() else []
    results = run_file(file, functions_of(file), mounts=mounts, cwd="/tests", write=printed.append)
    return results, "".join(printed)


@pytest.mark.parametrize(
    ("file", "name"),
    [
        pytest.param(f, n, id=f"{f.name}::{n}", marks=pytest.mark.xdist_group(f.name))
        for f in FILES
        for n in functions_of(f)
    ],
)
def test_on_micropython(file: Path, name: str) -> None:
    results, printed = outcomes(file)
    if printed:
        print(printed)
    if results[name] is not None:
        pytest.fail(f"on MicroPython:\n{results[name]}", pytrace=False)
