"""Tables of attributes with places to spare.

MicroPython keeps the attributes of an object in a hash table that grows, to the next of the sizes below, only
when it is full (``py/map.c``). Every call of a method looks for it there first, in vain; that ends at the
first free place, which a full table does not have. So an object whose large table would be full, or nearly,
gets attributes that nothing reads, as many as make it grow. All turns of the loop are shorter for it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable

SIZES = (0, 1, 2, 4, 6, 8, 10, 12, 17, 23, 29, 37, 47, 59, 73, 97, 127, 167, 223, 293, 389, 521, 691, 919)
"""The first of ``hash_allocation_sizes`` of ``py/map.c``."""
FULL = 0.95
"""The part of a table that may be taken, where it is large."""
LARGE = 17
"""Places of a table that takes longer to go through than memory to let it grow is worth."""

SPARE = "spare"
"""What their names begin with."""

_INIT = "__init__"


def with_spare_places(text: str) -> str:
    """The source of a joined file with those attributes, made at the end of constructors."""
    lines = text.splitlines()
    for node in reversed(ast.parse(text).body):
        if isinstance(node, ast.ClassDef):
            functions = {one.name: one for one in node.body if isinstance(one, ast.FunctionDef)}
            made = functions.get(_INIT)
            names = [f"self.{SPARE}{number}" for number in range(spares(len({*given(node, "self")})))]
            if made is not None and names:
                indent = " " * made.body[0].col_offset
                lines.insert(made.end_lineno or 0, f"{indent}{' = '.join(names)} = None")
    return "".join(f"{line}\n" for line in lines)


def size_of(count: int) -> int:
    """The places of a table of so many attributes."""
    return next(size for size in SIZES if size >= count)


def spares(count: int) -> int:
    """How many more attributes make the table of so many grow; 0 where it is small, or has free places."""
    size = size_of(count)
    return size + 1 - count if size >= LARGE and count > size * FULL else 0


def given(tree: ast.AST, owner: str, others: bool = False) -> Iterable[str]:
    """The attributes that are assigned to the object of this name, or to all ``others``."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load):
            is_owner = isinstance(node.value, ast.Name) and node.value.id == owner
            if is_owner != others:
                yield node.attr
