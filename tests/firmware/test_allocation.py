"""The steady loop makes no garbage: on MicroPython, with the heap locked."""

from __future__ import annotations

import ast
import functools
import itertools

import pytest
from fake_pico import FIRMWARE

from lakabe.errors import BoardFault
from lakabe.virtual.run import run_file
from planting import planted
from strain import locked

FILE = locked.MACHINE / "heap_locked.py"
GAMES = 10
NAMES = [
    node.name
    for node in ast.parse(FILE.read_text()).body
    if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
]


@functools.cache
def outcomes() -> dict[str, str | None]:
    return run_file(FILE, NAMES, mounts=locked.mounts(FIRMWARE), cwd="/flash")


@pytest.mark.parametrize("name", NAMES)
def test_with_the_heap_locked(name):
    if outcomes()[name] is not None:
        pytest.fail(f"on MicroPython:\n{outcomes()[name]}", pytrace=False)


@pytest.fixture(scope="module")
def games():
    """The first of the hundred that `make heap-lock` plays."""
    return list(itertools.islice(locked.whole_games(1), 4))


def test_a_whole_noisy_game_with_the_heap_locked(games):
    check(games[0], 0)


@pytest.mark.slow
def test_more_noisy_games_with_the_heap_locked():
    for number, outcome in enumerate(itertools.islice(locked.whole_games(1), GAMES)):
        check(outcome, number)


def check(outcome, number):
    found = locked.run_locked(outcome, number)
    assert not locked.fault(outcome, found), outcome.plan
    assert found["heard"] > len(outcome.moves)
    assert found["said"] > 50


def test_a_whole_game_at_the_record_level_with_the_heap_locked():
    outcome = next(o for o in locked.whole_games(1, lenient=True) if o.counts["irregular"] > 5)
    found = locked.run_locked(outcome, 0)
    assert not locked.fault(outcome, found), outcome.plan


PLANTED = {
    "a sign of life": ("wire/link.py", 'self._reports.bare(b"tick")'),
    "an ask": ("session.py", "self.reports.trouble()"),
    "a page of the journal": ("store/journal.py", "self._sectors.program(self._sector, self._page, page)"),
}


@pytest.mark.parametrize("what", PLANTED)
def test_an_allocation_where_it_is_rare_is_found(games, what, tmp_path):
    name, line = PLANTED[what]
    firmware = planted(tmp_path, name, line, f"bytes(1); {line}")
    noisy = games[3]
    assert noisy.counts["asks"]
    with pytest.raises(BoardFault, match="created on the heap by the firmware"):
        locked.run_locked(noisy, 0, firmware)
