"""What only the import runs goes at its end, and nothing that could be wanted afterwards."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench import memory
from lakabe import building, joining
from lakabe.joining import join, modules_in
from lakabe.joining.once import last_line
from lakabe.virtual.tools import firmware_tree

SAVED = 2500
"""Bytes of the heap that it has to save."""


def class_of(name: str, *statements: str) -> str:
    lines = statements or ("pass",)
    return f"class {name}:\n    def __init__(self):\n" + "".join(f"        {line}\n" for line in lines)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", ""),
        (class_of("A") + "a = A()", "A.__init__ = None"),
        (class_of("A") + class_of("B", "self.a = A()") + "b = B()", "A.__init__ = B.__init__ = None"),
        ("def table(): pass\nt = table()", "table = None"),
        (class_of("A", "table()") + "def table(): pass\na = A()", "A.__init__ = table = None"),
    ],
    ids=["empty", "one object", "an object of an object", "a table", "a table of an object"],
)
def test_what_the_import_alone_runs_goes(text: str, line: str) -> None:
    assert last_line(text) == line


@pytest.mark.parametrize(
    "text",
    [
        class_of("A"),
        class_of("A") + "a = A()\ndef later():\n    return A()",
        class_of("A") + "a = A()\nmake = A",
        class_of("A") + "a = A()\nlater = lambda: A()",
        class_of("A") + class_of("B", "def f():", "    return A()", "self.f = f") + "b = [B(), B]\na = A()",
        class_of("A") + "class B:\n    def later(self):\n        return A()\na = A()",
        class_of("A") + class_of("B", "self.a = A()") + "b = [B(), B]",
        class_of("A") + "class B(A):\n    pass\na = A()\nb = B",
        "class A:\n    pass\na = A()",
        "def f(): pass\nf()\nf = 2",
        "def run(): pass",
    ],
    ids=[
        "never named",
        "in a function",
        "given away",
        "in a lambda",
        "in a function of a constructor",
        "in a method",
        "in one that stays",
        "a base",
        "without constructor",
        "bound anew",
        "for whoever imports it",
    ],
)
def test_what_may_be_called_later_stays(text: str) -> None:
    assert last_line(text) == ""


def test_what_a_room_makes_stays() -> None:
    text = class_of("A") + class_of("B") + "a = A()\nb = B()"
    assert (
        last_line(text, ["def later():\n    from board import A as Z\n    return Z()"]) == "B.__init__ = None"
    )


def test_the_joined_file_ends_with_it(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(class_of("A", "self.n = 3") + "def table():\n    return A().n\n")
    (tmp_path / "main.py").write_text("from a import table\nn = table()\n")
    text = join(modules_in(tmp_path)).board.text
    ran: dict[str, object] = {}
    exec(text, ran)
    assert ran["n"] == 3 and ran["table"] is None
    assert text.endswith("\ntable = None\n"), "A is made in a function"


def test_it_saves_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    trace = memory.beginning(1)
    saved = memory.limited(trace, memory.ROOMY).used
    monkeypatch.setattr(joining, "last_line", lambda *_: "")
    assert saved < memory.limited(trace, memory.ROOMY).used - SAVED


@pytest.mark.usefixtures("joined_once")
def test_the_firmware_keeps_what_games_are_made_of() -> None:
    *gone, none = building.join(firmware_tree()).board.text.splitlines()[-1].split(" = ")
    assert none == "None"
    assert {"Session.__init__", "Leds.__init__"} <= {*gone}
    assert not {"run", "turn", "idle", "Game.__init__"} & {*gone}
