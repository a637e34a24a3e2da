"""Faults planted in how commands are read: `tests/core/test_commands_refused.py` finds each of them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
CORE = TESTS.parent / "firmware" / "lib" / "fanorona"
FILE = TESTS / "core" / "test_commands_refused.py"

FAULTS = {
    "a variant of no name is the ordinary one": (
        "wire/commands.py",
        "return self._decoder.which(place, VARIANTS) or -1",
        "return max(TSIVY, self._decoder.which(place, VARIANTS))",
    ),
    "any small power will do": (
        "wire/commands.py",
        "_LOWEST = (0, 20, 1, 0, 0)",
        "_LOWEST = (0, 2, 1, 0, 0)",
    ),
    "a value is set before it is looked at": (
        "wire/commands.py",
        "        value = decoder.number(3)\n        if setting < 0 or not",
        "        value = decoder.number(3)\n        if setting == _POWER and value > 0:\n"
        "            session.power_ma = value\n        if setting < 0 or not",
    ),
    "a level beyond the highest is one of the others": (
        "wire/commands.py",
        "        if setting < 0 or not _LOWEST",
        "        if setting == _LEVEL and value > 4:\n            session.levels[WHITE] = 3\n"
        "        if setting < 0 or not _LOWEST",
    ),
    "a start is chosen before its name is looked at": (
        "wire/commands.py",
        '        if variant < 0:\n            return b"argument"\n        self._session.choose_start',
        "        if variant < 0:\n            self._session.succession.choose(True, TSIVY)\n"
        '            return b"argument"\n        self._session.choose_start',
    ),
    "an illegal move is played as far as it goes": (
        "rules/parsing.py",
        "            position.back()\n        self.is_legal = False",
        "            break\n        self.is_legal = False",
    ),
    "a position that cannot be read is taken as far as it goes": (
        "wire/laying.py",
        '            return b"position"\n        self._position = position',
        '            self._session.game.position.copy(position)\n            return b"position"\n'
        "        self._position = position",
    ),
    "who does not know a command ends the game": (
        "wire/commands.py",
        '        self._answer(_DEEDS[deed](self) if deed >= 0 else b"unknown")',
        "        if deed < 0:\n            session.finish(DRAWN)\n"
        '        self._answer(_DEEDS[deed](self) if deed >= 0 else b"unknown")',
    ),
}


RUN = f"import {FILE.stem} as t; [call() for name, call in vars(t).items() if name.startswith('test_')]"


def outcome(core: Path) -> subprocess.CompletedProcess[str]:
    """All tests of that file, one after the other, with the package `fanorona` in the folder ``core``."""
    return subprocess.run(
        [sys.executable, "-c", RUN],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(core), str(FILE.parent)])},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_without_a_fault_nothing_is_found() -> None:
    done = outcome(CORE.parent)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found(fault: str, tmp_path: Path) -> None:
    name, right, wrong = FAULTS[fault]
    shutil.copytree(CORE, tmp_path / "fanorona", ignore=shutil.ignore_patterns("__pycache__"))
    text = (CORE / name).read_text(encoding="utf-8")
    assert text.count(right) == 1, "the core has been rewritten: plant this fault anew"
    (tmp_path / "fanorona" / name).write_text(text.replace(right, wrong), encoding="utf-8")
    done = outcome(tmp_path)
    assert done.returncode == 1, done.stderr
    assert done.stderr.splitlines()[-1].startswith("AssertionError"), done.stderr
