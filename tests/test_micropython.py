"""The tests of the core, run on MicroPython: every ``test_*`` function under ``tests/core``.

A file there imports nothing that MicroPython lacks. ``test_*.py`` runs on CPython too; ``wasm_*.py`` needs
MicroPython (heap locks and the like) and runs here only. The functions are found by reading the files, so
that one that MicroPython cannot even compile fails instead of vanishing. Those that take seconds there are
for ``make test-slow``; CPython runs them in ``make test``.
"""

from __future__ import annotations

import functools
from pathlib import Path

import pytest

from functions import functions_of
from lakabe.virtual.run import run_file

TESTS = Path(__file__).parent
LONG = {
    "test_any_reeds.py": {
        "test_a_fault_that_is_planted_shows",
        "test_any_reeds",
        "test_any_reeds_at_the_record_level",
        "test_any_reeds_in_other_games",
    },
    "test_journal_damage.py": {"test_a_cut_while_a_sector_is_erased"},
    "test_journal_ring.py": {
        "test_a_full_ring_wears_evenly_and_keeps_the_latest_games",
        "test_fifty_games_are_kept_that_are_all_very_long",
    },
    "test_keeper.py": {"test_a_game_without_room_for_another_page_rests_long_before_an_erase"},
    "test_matching.py": {
        "test_a_championship_of_games_that_end_by_the_rules",
        "test_a_session_of_games_that_end_by_the_rules",
        "test_no_game_is_counted_twice_or_lost_wherever_the_power_fails",
    },
    "test_outbox.py": {"test_room"},
    "test_past.py": {"test_a_ring_that_has_gone_round_tells_the_games_that_are_whole"},
    "test_perft.py": {"test_counts_of_the_variants"},
    "test_power_cuts.py": {"test_erased", "test_a_long_game", "test_into_the_next_sector"},
    "wasm_heap_lessons.py": {"test_the_whole_course_under_heap_lock"},
    "wasm_heap_matching.py": {"test_a_session_to_its_end_under_heap_lock"},
}
"""File, and the functions in it that take three to fourteen seconds on MicroPython."""
FILES = sorted([*(TESTS / "core").glob("test_*.py"), *(TESTS / "core").glob("wasm_*.py")])


def is_long(file: Path, name: str) -> bool:
    return name in LONG.get(file.name, ())


@functools.cache
def outcomes(file: Path, long: bool) -> tuple[dict[str, str | None], str]:
    """Runs the long functions of ``file``, or the others, in one interpreter: the tracebacks by function, and
    what was printed.
    """
    printed: list[str] = []
    mounts = [(TESTS / "vectors", "/tests/vectors")] if (TESTS / "vectors").is_dir() else []
    names = [name for name in functions_of(file) if is_long(file, name) == long]
    results = run_file(file, names, mounts=mounts, cwd="/tests", write=printed.append)
    return results, "".join(printed)


@pytest.mark.parametrize(
    ("file", "name"),
    [
        pytest.param(
            f,
            n,
            id=f"{f.name}::{n}",
            marks=[pytest.mark.xdist_group(f.name), *([pytest.mark.slow] if is_long(f, n) else [])],
        )
        for f in FILES
        for n in functions_of(f)
    ],
)
def test_on_micropython(file: Path, name: str) -> None:
    results, printed = outcomes(file, is_long(file, name))
    if printed:
        print(printed)
    if results[name] is not None:
        pytest.fail(f"on MicroPython:\n{results[name]}", pytrace=False)


def test_the_long_ones_are_there() -> None:
    for name, functions in LONG.items():
        assert functions <= set(functions_of(TESTS / "core" / name)), name
