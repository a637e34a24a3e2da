"""Which names of Python source are local to a function, and which are the module's."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def bindings(body: Iterable[ast.AST]) -> dict[str, list[ast.stmt]]:
    """The names that statements bind in their own scope -> the statements that do so, in order.

    A ``global x`` further in counts as one that binds x.
    """
    found: dict[str, list[ast.stmt]] = {}
    for statement in body:
        assert isinstance(statement, ast.stmt)
        for name in _bound(statement):
            found.setdefault(name, []).append(statement)
        for node in ast.walk(statement):
            if isinstance(node, ast.Global):
                for name in node.names:
                    found.setdefault(name, []).append(statement)
    return found


def _bound(node: ast.AST) -> Iterator[str]:
    """The names that a node binds in the scope it stands in."""
    if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
        yield node.id
    elif isinstance(node, ast.Import | ast.ImportFrom):
        for alias in node.names:
            yield alias.asname or alias.name.partition(".")[0]
    elif isinstance(node, ast.ExceptHandler) and node.name:
        yield node.name
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        yield node.name
        outer: list[ast.AST] = [*node.decorator_list]
        if not isinstance(node, ast.ClassDef):
            outer += [*node.args.defaults, *(default for default in node.args.kw_defaults if default)]
    elif isinstance(node, ast.Lambda):
        outer = [*node.args.defaults]
    elif isinstance(node, COMPREHENSIONS):
        # Only := reaches out of a comprehension.
        for inner in ast.walk(node):
            if isinstance(inner, ast.NamedExpr):
                yield inner.target.id
        return
    else:
        outer = list(ast.iter_child_nodes(node))
    for child in outer:
        yield from _bound(child)


def _parameters(arguments: ast.arguments) -> Iterator[str]:
    every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    for argument in [*every, arguments.vararg, arguments.kwarg]:
        if argument:
            yield argument.arg


@dataclass
class _Scope:
    is_class: bool
    local: set[str]
    global_: set[str] = field(default_factory=set)


class Stack:
    """The functions and classes around the place in a module that is being looked at."""

    def __init__(self) -> None:
        self._scopes: list[_Scope] = []

    @property
    def inside(self) -> bool:
        """Whether the place is in a function or a class."""
        return bool(self._scopes)

    @property
    def inside_function(self) -> bool:
        """Whether the place is in a function."""
        return any(not scope.is_class for scope in self._scopes)

    def is_global(self, name: str) -> bool:
        """Whether a name used here is one of the module's, or built in."""
        for depth, scope in enumerate(reversed(self._scopes)):
            if scope.is_class and depth:
                continue  # functions do not see the names of the class around them
            if name in scope.global_:
                return True
            if name in scope.local:
                return False
        return True

    @contextmanager
    def function(self, node: ast.FunctionDef | ast.Lambda | ast.expr) -> Iterator[None]:
        """Go into a function, a lambda or a comprehension."""
        if isinstance(node, ast.FunctionDef):
            scope = _scope(node.body, False)
            scope.local |= set(_parameters(node.args)) - scope.global_
        elif isinstance(node, ast.Lambda):
            scope = _Scope(False, {*_parameters(node.args), *_bound(node.body)})
        else:
            targets = [generator.target for generator in getattr(node, "generators", [])]
            scope = _Scope(False, {name for target in targets for name in _bound(target)})
        with self._within(scope):
            yield

    @contextmanager
    def class_(self, node: ast.ClassDef) -> Iterator[None]:
        """Go into the body of a class."""
        with self._within(_scope(node.body, True)):
            yield

    @contextmanager
    def _within(self, scope: _Scope) -> Iterator[None]:
        self._scopes.append(scope)
        yield
        self._scopes.pop()


def _scope(body: list[ast.stmt], is_class: bool) -> _Scope:
    scope = _Scope(is_class, {name for statement in body for name in _bound(statement)})
    scope.global_ = {name for statement in body for name in _global(statement)}
    scope.local -= scope.global_
    return scope


def _global(node: ast.AST) -> Iterator[str]:
    """The names that a node declares global for the scope it stands in."""
    if isinstance(node, ast.Global):
        yield from node.names
    if not isinstance(node, (*_FUNCTIONS, ast.ClassDef)):
        for child in ast.iter_child_nodes(node):
            yield from _global(child)
