"""In which order a compiled file numbers its names: those first that are referred to most.

In an .mpy a reference to a name is the name's number in the file. In bytecode the numbers from 128 on take
one byte more. In machine code for an RP2040 those from 32 on take a longer instruction, and those from 128 on
more than one. On a board the names get numbers in the same order. mpy-cross numbers attributes as it comes to
them, before all else that a module has. So the first line of a joined file is a chain of attributes with
these names in the best order, which nothing evaluates. After the import it is garbage like all else at a
module's top level.
"""

from __future__ import annotations

import ast
from collections import Counter
from typing import Any

from lakabe.joining import scopes
from lakabe.joining.modules import CONST

SHORT = 126
"""The names whose numbers bytecode keeps in a byte: 128 without the source's name and ``__name__``."""
CACHED = 64
"""The names with numbers in a row of which each has a place of its own in MicroPython's cache of lookups.

It is ``map_lookup_cache`` of ``py/map.c``, indexed by twice the number of a name, modulo 128. Of the names
that machine code looks up no two should drive each other out of it: that costs a tenth of a turn's time.
"""

_CHAIN = "__name__ or __name__.{}"
_LEFT_OUT = frozenset({CONST, "micropython", "native", "__name__"})


def first_line(text: str) -> str:
    """The line to stand before the others of a joined file; empty where all names are short anyway."""
    counting = _Counting()
    counting.visit(ast.parse(text))
    every = counting.bytecode + counting.machine
    if len(every) <= SHORT:
        return ""
    first = [name for name, _ in counting.machine.most_common(CACHED)]
    others = [name for name, _ in every.most_common() if name not in first]
    return _CHAIN.format(".".join([*first, *others][:SHORT]))


class _Counting(ast.NodeVisitor):
    """Counts the references to names as the compiler makes them: not to local variables nor to constants."""

    def __init__(self) -> None:
        self.bytecode: Counter[str] = Counter()
        self.machine: Counter[str] = Counter()
        self._into = self.bytecode
        self._constants: set[str] = set()
        self._scopes = scopes.Stack()

    def _count(self, name: str) -> None:
        if name not in _LEFT_OUT | self._constants and name.isidentifier():
            self._into[name] += 1

    def _bind(self, name: str) -> None:
        """What is defined under a name also keeps it, to be told in tracebacks."""
        self._count(name)
        self._count(name)

    def visit_Assign(self, node: ast.Assign) -> None:
        if isinstance(node.value, ast.Call) and ast.unparse(node.value.func) == CONST:
            self._constants |= {target.id for target in node.targets if isinstance(target, ast.Name)}
        else:
            self.generic_visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        for outer in (*node.decorator_list, *node.args.defaults):
            self.visit(outer)
        self._bind(node.name)
        for argument in node.args.args:
            self._count(argument.arg)
        around = self._into
        if any(ast.unparse(one) == "micropython.native" for one in node.decorator_list):
            self._into = self.machine
        with self._scopes.function(node):
            self._each(node.body)
        self._into = around

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self._each(node.bases)
        self._bind(node.name)
        with self._scopes.class_(node):
            self._each(node.body)

    def visit_Lambda(self, node: ast.Lambda) -> None:
        with self._scopes.function(node):
            self.visit(node.body)

    def generic_visit(self, node: ast.AST) -> Any:
        if isinstance(node, scopes.COMPREHENSIONS):
            with self._scopes.function(node):
                super().generic_visit(node)
        else:
            super().generic_visit(node)

    def visit_Name(self, node: ast.Name) -> None:
        if self._scopes.is_global(node.id):
            self._count(node.id)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        self._count(node.attr)
        self.visit(node.value)

    def visit_keyword(self, node: ast.keyword) -> None:
        if node.arg:
            self._count(node.arg)
        self.visit(node.value)

    def visit_alias(self, node: ast.alias) -> None:
        self._count(node.name)

    def _each(self, nodes: list[Any]) -> None:
        for node in nodes:
            self.visit(node)
