"""Short names are where MicroPython looks first."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Collection, Sequence
from pathlib import Path
from string import ascii_uppercase

import pytest

from lakabe import building
from lakabe.joining.places import Table, exchange, place, spread
from lakabe.joining.scopes import bindings
from lakabe.joining.tables import size_of
from lakabe.virtual.run import run_file
from lakabe.virtual.tools import firmware_tree

WORDS = ["".join(word) for size in (1, 2) for word in itertools.product(ascii_uppercase, repeat=size)]


def passed_over(names: Sequence[str], more: int = 0) -> tuple[int, list[bool]]:
    """How many places are passed over where these names are put, and which are taken; `more` others come."""
    taken = [False] * size_of(len(names) + more)
    steps = 0
    for name in names:
        at = place(name, len(taken))
        while taken[at]:
            steps += 1
            at = (at + 1) % len(taken)
        taken[at] = True
    return steps, taken


def in_vain(name: str, taken: Sequence[bool]) -> int:
    """How many places are passed over where this is not found."""
    return next(n for n in range(len(taken)) if not taken[(place(name, len(taken)) + n) % len(taken)])


@pytest.mark.parametrize("count", [7, 20, 60])
def test_places_are_those_of_micropython(tmp_path: Path, count: int) -> None:
    size = size_of(count)
    at = {place(word, size): word for word in reversed(WORDS)}
    names = [at[n] for n in sorted(at, key=lambda n: (n * 7) % size)][:count]
    assert len(names) == count
    (tmp_path / "attributes.py").write_text(
        "class A:\n    def __init__(self):\n"
        + "".join(f"        self.{name} = 0\n" for name in names)
        + "print(*A().__dict__)\n"
    )
    said: list[str] = []
    run_file(tmp_path / "attributes.py", write=said.append)
    assert "".join(said).split() == sorted(names, key=lambda name: place(name, size))


def test_a_module_has_names_with_places_of_their_own() -> None:
    others, vain = ["session", "leds", "usb"], ["len", "bytearray", "max"]
    words = spread(WORDS, 100, others, vain)
    assert sorted(words) == sorted(WORDS)
    steps, taken = passed_over(["__name__", "__file__", *others, *words[:97]])
    assert steps == passed_over(["__name__", "__file__", *others], 97)[0]
    assert max(in_vain(name, taken) for name in vain) <= 3
    # As they come, they are in each other's way.
    steps, taken = passed_over(["__name__", "__file__", *others, *WORDS[:97]])
    assert steps > 200
    assert max(in_vain(name, taken) for name in vain) > 20


def test_exchanged_words_make_searches_shorter() -> None:
    tables = [
        Table(WORDS[:20], {"AC": 5, "AD": 1, "close": 2}),
        Table([*WORDS[5:12], "AC"], {"B": 3, "AD": 4}),
    ]
    used = [*WORDS[:20], "AC", "AD"]
    given = exchange(tables, used)
    assert sorted(given) == sorted(given.values()) == sorted(used)
    assert all(len(word) == len(other) for word, other in given.items())
    assert sum(table.steps(given) for table in tables) < sum(table.steps({}) for table in tables)
    assert exchange(tables, used) == given


def test_steps_are_counted() -> None:
    table = Table(["A", "G", "B", "C"], {"F": 10, "close": 0})
    steps, taken = passed_over(["A", "G", "B", "C"])
    assert len(taken) == 4  # a full table is gone through
    assert table.steps({}) == steps + 4 * 10
    table = Table(["A", "G", "M", "S", "Y"], {"F": 10})
    steps, taken = passed_over(["A", "G", "M", "S", "Y"])
    assert table.steps({}) == steps + 10 * in_vain("F", taken)


def test_small_tables() -> None:
    assert exchange([], []) == {}
    assert spread(WORDS, 2, ["a", "b"], ["len"]) == WORDS
    others = [f"a{number}" for number in range(20)]
    assert sorted(spread(WORDS, 21, others, ["len"])) == sorted(WORDS)


def top(text: str) -> Collection[str]:
    """What the joined file has at its top; a private constant is nowhere."""
    tree = ast.parse(text)
    constants = {
        ast.unparse(node.targets[0])
        for node in tree.body
        if isinstance(node, ast.Assign) and ast.unparse(node.value).startswith("const(")
    }
    return [name for name in bindings(tree.body) if name not in constants or not name.startswith("_")]


@pytest.mark.usefixtures("joined_once")
def test_the_firmware_is_joined_so() -> None:
    names = ["__name__", "__file__", *top(building.join(firmware_tree()).board.text)]
    kept = [name for name in names if not name.isupper() or len(name) > 2]
    assert passed_over(names)[0] <= passed_over(kept, len(names) - len(kept))[0]
