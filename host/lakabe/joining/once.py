"""What only the start of the board runs, and what may go from its memory afterwards.

Of most classes there is one object, made while the firmware is imported, and some functions only work out a
table then. Their code would stay in the heap, as classes and modules hold it. So the last line of a joined
file takes them away: constructors that nothing can call any more, and such functions. They become None: what
is deleted from a dict of MicroPython's leaves its value behind until something else takes the place.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

_INIT = "__init__"


def last_line(text: str, others: Iterable[str] = ()) -> str:
    """The line to end a joined file with; empty where there is nothing to take away.

    ``others`` are the files that may import from it. A constructor is taken away where the class is only ever
    named to be called, and all calls are at the file's top level or in constructors that are taken away too;
    a function likewise. What nothing names at all is for whoever imports the file.
    """
    tree = ast.parse(text)
    brought = {alias.name for other in others for alias in _imported(ast.parse(other))}
    classes = {one.name: one for one in tree.body if isinstance(one, ast.ClassDef)}
    functions = {one.name for one in tree.body if isinstance(one, ast.FunctionDef)}
    bases = {name for one in classes.values() for base in one.bases for name in _names(base)}
    spent = {name for name, one in classes.items() if _has_init(one)} | functions
    spent -= brought | bases | _rebound(tree)
    named: dict[str, list[str]] = {name: [] for name in spent}  # where, as in _references
    for place, node, is_call in _references(tree):
        if node.id in named:
            named[node.id].append(place if is_call else "-")
    spent = {name for name in spent if named[name]}
    while True:
        kept = {name for name in spent if not {*named[name]} <= spent & classes.keys() | {""}}
        if not kept:
            break
        spent -= kept
    targets = [f"{name}.{_INIT}" if name in classes else name for name in sorted(spent)]
    return " = ".join([*targets, "None"]) if targets else ""


def _imported(tree: ast.Module) -> Iterator[ast.alias]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            yield from node.names


def _names(node: ast.AST) -> Iterator[str]:
    return (inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name))


def _has_init(node: ast.ClassDef) -> bool:
    return any(isinstance(part, ast.FunctionDef) and part.name == _INIT for part in node.body)


def _rebound(tree: ast.Module) -> set[str]:
    """Names that are assigned to anywhere, or deleted."""
    return {
        node.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)
    }


def _references(tree: ast.Module) -> Iterator[tuple[str, ast.Name, bool]]:
    """All names that are read, whether each is called, and where: "" at the top level, the name of the class
    in its constructor, "-" in what may run at any time."""
    for statement in tree.body:
        if isinstance(statement, ast.ClassDef):
            for part in statement.body:
                is_init = isinstance(part, ast.FunctionDef) and part.name == _INIT
                yield from _reads(part, statement.name if is_init else "-")
        elif isinstance(statement, ast.FunctionDef):
            yield from _reads(statement, "-")
        else:
            yield from _reads(statement, "")


def _reads(node: ast.AST, place: str) -> Iterator[tuple[str, ast.Name, bool]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Name) and isinstance(child.ctx, ast.Load):
            yield place, child, isinstance(node, ast.Call) and node.func is child
        runs_later = isinstance(child, ast.Lambda | ast.GeneratorExp | ast.FunctionDef)
        yield from _reads(child, "-" if runs_later else place)
