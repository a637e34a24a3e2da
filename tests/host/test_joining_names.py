"""What is called how after joining: short names for attributes, and for what stands at the top of modules."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from lakabe import building
from lakabe.joining import Joined, join, modules_in
from lakabe.joining.naming import MICROPYTHON
from lakabe.virtual.tools import firmware_tree

STUBS = Path(__file__).resolve().parents[2] / ".venv" / "typings"


def joined(folder: Path, **files: str) -> Joined:
    """Join what would lie in a firmware folder under these names, without their ending."""
    for name, text in files.items():
        (folder / f"{name}.py").write_text(text)
    return join(modules_in(folder))


def class_of(*methods: str, name: str = "C") -> str:
    return f"class {name}:\n" + "".join(f"    def {method}(self):\n        pass\n" for method in methods)


def test_classes_share_names_for_different_things(tmp_path: Path) -> None:
    made = joined(
        tmp_path,
        a=class_of("first", "second", name="A1") + class_of("third", name="A2"),
        b=class_of("fourth", "third", name="B1"),
        main="import a\nimport b\nfound = [a.A1, a.A2, b.B1]\n",
    ).attributes
    assert made["a"].keys() == {"first", "second", "third"}
    assert made["a"]["third"] == made["b"]["third"], "callers may know nothing more of an object"
    assert made["b"]["fourth"] != made["b"]["third"]
    assert len({*made["a"].values(), *made["b"].values()}) == 2


def test_a_class_has_what_its_base_has(tmp_path: Path) -> None:
    base = class_of("first", "second")
    derived = "from a import C\nclass D(C):\n    def third(self):\n        self.fourth = self.first()\n"
    made = joined(tmp_path, a=base, b=derived, main="from b import D\nd = D\n").attributes
    assert len({*made["a"].values(), *made["b"].values()}) == 4


def test_what_is_given_to_any_object_has_a_name_of_its_own(tmp_path: Path) -> None:
    text = class_of("first", name="A1") + "class A2:\n    def __init__(self):\n        self.given = 0\n"
    give = "def give(one):\n    one.given = 2\n"
    made = joined(tmp_path, a=text + give, main="import a\nx = [a.A1, a.A2, a.give]\n").attributes
    assert made["a"]["first"] != made["a"]["given"], "it may be an A1"


KEPT = """\
import sys
class C:
    width = 2
    def append(self):
        self.shown = sys.stdin.named
    def named(self):
        return self.value
    def value(self):
        return self.__class__
    def used(self):
        pass
    @property
    def asked(self):
        return self.named()
"""


def test_what_others_have_too_stays(tmp_path: Path) -> None:
    made = joined(tmp_path, a=KEPT, main="import a\nc = a.C()\nc.used()\n")
    text = made.board.text
    assert "def append(self)" in text, "as lists have it"
    assert "def value(self)" in text, "as pins have it"
    assert "def used(self)" in text, "main names it"
    assert "width = 2" in text
    assert "self.__class__" in text
    assert "sys.stdin.named" in text, "this is not ours"
    short = made.attributes["a"]
    assert short.keys() == {"shown", "named", "asked"}
    assert f"    @property\n    def {short['asked']}(self):\n        return self.{short['named']}()" in text


def test_what_main_names_stays(tmp_path: Path) -> None:
    made = joined(
        tmp_path, a="def f():\n    g()\ndef g():\n    pass\n", main="from a import f\ndef run():\n    f()\n"
    )
    assert "def f():\n    A()" in made.board.text
    assert "# from a.py:3, g\ndef A():" in made.board.text
    assert "def run():" in made.board.text


@pytest.mark.usefixtures("joined_once")
def test_no_object_of_micropython_has_a_name_that_is_shortened() -> None:
    files = [STUBS / "machine.pyi", STUBS / "select.pyi", STUBS / "rp2" / "__init__.pyi"]
    classes = [
        node
        for file in files
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.ClassDef)
    ]
    named = {
        part.name
        for node in classes
        for part in node.body
        if isinstance(part, ast.FunctionDef | ast.ClassDef)
    }
    assert {"value", "irq", "writeblocks", "register", "feed"} <= named
    assert {name for name in named if not name.startswith("_")} <= MICROPYTHON
    made = building.join(firmware_tree())
    shortened = {name for names in made.attributes.values() for name in names}
    assert not shortened & (named | {*dir(bytearray), *dir(list), *dir(int)})
    assert len(shortened) > 300
    assert len({short for names in made.attributes.values() for short in names.values()}) < len(shortened) / 3
