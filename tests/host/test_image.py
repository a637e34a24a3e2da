"""The firmware's image: which modules are in it, and which functions become machine code."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from lakabe.board import image
from lakabe.board.native import NATIVE
from lakabe.board.programs import Outcome
from lakabe.board.sources import modules
from lakabe.errors import FirmwareError
from lakabe.virtual.tools import firmware_tree


class Compiler:
    """Stands in for mpy-cross. ``sources``: what it was given, by the module's path."""

    def __init__(self) -> None:
        self.sources: dict[str, str] = {}

    def __call__(self, arguments: Sequence[str]) -> Outcome:
        name, target, source = arguments[arguments.index("-s") + 1], *arguments[-2:]
        self.sources[name] = Path(source).read_text(encoding="utf-8")
        Path(target).write_bytes(b"compiled")
        return Outcome(0, "", "")


def test_modules_are_named_by_their_place_and_their_functions_by_the_file() -> None:
    compiler = Compiler()
    image.build(firmware_tree(), compiler, "armv6m")
    assert {"main.py", "fanorona/session.py", "fanorona/rules/__init__.py"} <= set(compiler.sources)
    found = {
        f"{Path(name).stem}.{function}"
        for name, text in compiler.sources.items()
        for function in re.findall(r"@micropython\.native\n *def (\w+)", text)
    }
    assert found == set(NATIVE)


def test_no_two_files_have_one_name() -> None:
    count = Counter(file.stem for file in modules(firmware_tree()).values())
    assert [name for name, n in count.items() if n > 1] == ["__init__"]


@pytest.mark.parametrize(
    ("function", "what"), [("gone.step", "module gone"), ("session.gone", "function gone")]
)
def test_what_is_not_there_cannot_be_machine_code(function: str, what: str) -> None:
    with pytest.raises(FirmwareError, match=f"there is no {what}"):
        image.build(firmware_tree(), Compiler(), "armv6m", [function])
