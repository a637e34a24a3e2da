"""Methods that are called once stand where they are called, and what is done stays the same."""

from __future__ import annotations

import ast
import textwrap

import pytest

from lakabe import building
from lakabe.joining.inlining import inline
from lakabe.virtual.tools import firmware_tree

# Methods of a class that has ``log``, a list; ``run(n)`` is called with 0 to 3.
MOVED = {
    "a statement": """
        def run(self, n):
            self._add(n + 1)
            self.log.append(n)
        def _add(self, n):
            "Notes it."
            self.log.append(n)
    """,
    "in a branch and a loop": """
        def run(self, n):
            for i in range(n):
                if i:
                    self._add(i)
                else:
                    pass
        def _add(self, x):
            for i in range(x):
                self.log.append(i)
    """,
    "the caller's names": """
        def run(self, n):
            a = n + 1
            b = n + 2
            self._add(b, a)
            self.log.append((n, a, b))
        def _add(self, a, b):
            n = a * b
            b += 1
            self.log.append((n, a, b))
    """,
    "a value for a name": """
        def run(self, n):
            n = self._twice(n)
            self.log.append(n)
        def _twice(self, n):
            if n > 1:
                n += 1
            return n * 2
    """,
    "a value returned": """
        def run(self, n):
            if n:
                return self._half(n)
            return -1
        def _half(self, n):
            if n & 1:
                return None
            if n > 1:
                return n // 2
    """,
    "an early end at the end": """
        def run(self, n):
            if n > 1:
                self._add(n)
        def _add(self, n):
            if n & 1:
                return
            self.log.append(n)
    """,
    "one in another": """
        def run(self, n):
            self._outer(n)
        def _outer(self, n):
            m = n * 3
            self._inner(m)
            self.log.append(m)
        def _inner(self, n):
            m = n * 5
            self.log.append(m)
    """,
    "an error's name": """
        def run(self, n):
            error = n
            self._divide(n)
            self.log.append(error)
        def _divide(self, n):
            try:
                self.log.append(6 // n)
            except ZeroDivisionError as error:
                self.log.append(str(error))
    """,
    "nothing": """
        def run(self, n):
            self._nothing()
            self.log.append(n)
        def _nothing(self):
            "Does nothing."
    """,
}
STAYING = {
    "called twice": "def run(self, n):\n self._f()\n self._f()\ndef _f(self):\n self.log.append(1)",
    "part of an expression": "def run(self, n):\n return 1 + self._f()\ndef _f(self):\n return 2",
    "an early end": "def run(self, n):\n self._f(n)\n self.log.append(n)\n"
    "def _f(self, n):\n if n:\n  return\n self.log.append(7)",
    "an early end in a loop": "def run(self, n):\n for i in range(n):\n  self._f(i)\n"
    "def _f(self, n):\n if n:\n  return\n self.log.append(n)",
    "two ends with a value": "def run(self, n):\n a = self._f(n)\n return a\n"
    "def _f(self, n):\n if n:\n  return 1\n return 2",
    "a default": "def run(self, n):\n self._f()\ndef _f(self, n=3):\n self.log.append(n)",
    "a name given": "def run(self, n):\n self._f(n=n)\ndef _f(self, n):\n self.log.append(n)",
    "a scope of its own": "def run(self, n):\n self._f()\ndef _f(self):\n self.log += [i for i in (1, 2)]",
    "a generator": "def run(self, n):\n return list(self._f())\ndef _f(self):\n yield 1",
    "itself": "def run(self, n):\n self.log.append(n)\ndef _f(self):\n self._f()",
    "given away": "def run(self, n):\n self.log += map(self._f, (1, 2))\ndef _f(self, n):\n return n",
    "of another object": "def run(self, n):\n other = self\n other._f()\ndef _f(self):\n self.log.append(1)",
    "public": "def run(self, n):\n self.f()\ndef f(self):\n self.log.append(1)",
    "Python's own": "def run(self, n):\n self.__len__()\ndef __len__(self):\n self.log.append(1)",
    "a name of the module hidden": "def run(self, n):\n one = n\n self._f()\n self.log.append(one)\n"
    "def _f(self):\n self.log.append(one)",
    "within a function": "def run(self, n):\n def g():\n  self._f(n)\n g()\n"
    "def _f(self, m):\n m += 1\n self.log.append(m)",
    "an import": "def run(self, n):\n self._f()\n"
    "def _f(self):\n from math import floor\n self.log.append(floor(2.5))",
    "an import that is in the way": "def run(self, n):\n floor = n\n self._f()\n self.log.append(floor)\n"
    "def _f(self):\n from math import floor\n self.log.append(floor(2.5))",
}


def program(methods: str) -> ast.Module:
    head = "one = 1\n\nclass A:\n    def __init__(self):\n        self.log = []\n"
    return ast.parse(head + textwrap.indent(textwrap.dedent(methods), "    "))


def outcome(tree: ast.Module) -> list[object]:
    """What ``run`` does and returns."""
    names: dict[str, type] = {}
    exec(compile(tree, "tree", "exec"), names)
    found: list[object] = []
    for n in range(4):
        a = names["A"]()
        found += [a.run(n), a.log]
    return found


def methods_of(tree: ast.Module) -> set[str]:
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


@pytest.mark.parametrize("methods", MOVED.values(), ids=MOVED)
def test_it_stands_where_it_was_called(methods: str) -> None:
    tree = program(methods)
    before = outcome(tree)
    inline({"m": tree}, lambda module, function: False)
    assert methods_of(tree) == {"__init__", "run"}
    assert outcome(tree) == before


@pytest.mark.parametrize("methods", STAYING.values(), ids=STAYING)
def test_it_stays_where_that_would_mean_something_else(methods: str) -> None:
    tree = program(methods)
    before = outcome(tree)
    there = methods_of(tree)
    inline({"m": tree}, lambda module, function: False)
    assert methods_of(tree) == there
    assert outcome(tree) == before


def test_it_stays_where_another_module_knows_it() -> None:
    tree = program(MOVED["a statement"])
    other = ast.parse("def f(a):\n    a._add(1)")
    inline({"m": tree, "other": other}, lambda module, function: False)
    assert "_add" in methods_of(tree)


@pytest.mark.parametrize("native", ["run", "_add", "run _add"])
def test_machine_code_stays_as_it_is(native: str) -> None:
    tree = program(MOVED["a statement"])
    inline({"m": tree}, lambda module, function: function in native.split())
    assert "_add" in methods_of(tree)


def test_it_makes_the_firmware_smaller() -> None:
    def count(text: str) -> int:
        return text.count("    def ")

    whole = firmware_tree()
    sources = sum(count(path.read_text()) for path in whole.rglob("*.py"))
    assert count(building.join(whole, ()).text) < count(building.join(whole).text) < sources - 20
