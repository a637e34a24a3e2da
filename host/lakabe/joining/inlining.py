"""Private methods that are called in one place only, written there.

In the source a method has a name because it is a thought of its own; the board need not know. For it a method
is some 35 bytes of memory beside its code, and a call takes time.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import deepcopy
from functools import partial

from lakabe.joining.scopes import COMPREHENSIONS, bindings

_SELF = "self"
_SCOPED = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda, ast.Global, ast.Nonlocal)
_UNFIT = (*_SCOPED, *COMPREHENSIONS, ast.Yield, ast.YieldFrom, ast.Await, ast.Import, ast.ImportFrom)
_Place = tuple[list[ast.stmt], int, bool]  # a body, a place in it, and whether the method ends after that


def inline(trees: Mapping[str, ast.Module], is_native: Callable[[str, str], bool]) -> None:
    """Change the trees of modules by name so that such methods stand where they were called.

    What becomes machine code, as ``is_native`` tells by module and function, stays as it is: bytecode would
    run there, or the other way, and a longer function of machine code is no faster. So does what cannot
    stand elsewhere so that it means the same: methods with default values, or with scopes or imports of
    their own, those with a ``return`` before the end unless their caller ends with them, and all whose
    value is part of an expression.
    """
    foreign = {node.attr for tree in trees.values() for node in _attributes(tree) if not _is_own(node)}
    for name, tree in trees.items():
        for owner in [node for node in tree.body if isinstance(node, ast.ClassDef)]:
            while _inline_one(owner, tree, foreign, partial(is_native, name)):
                pass


def _attributes(tree: ast.AST) -> Iterator[ast.Attribute]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.Attribute))


def _is_own(node: ast.Attribute) -> bool:
    return isinstance(node.value, ast.Name) and node.value.id == _SELF


def _inline_one(
    owner: ast.ClassDef, tree: ast.Module, foreign: set[str], is_native: Callable[[str], bool]
) -> bool:
    """Write one method of a class where it is called; False where there is none left for that."""
    named = Counter(node.attr for node in _attributes(tree))
    defined = Counter(node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))
    methods = [node for node in owner.body if isinstance(node, ast.FunctionDef)]
    for method in methods:
        name = method.name
        is_private = name.startswith("_") and not name.endswith("__") and name not in foreign
        if not is_private or not named[name] == defined[name] == 1 or is_native(name) or not _is_fit(method):
            continue
        callers = [one for one in methods if one is not method and not is_native(one.name)]
        if any(_moved(method, caller) for caller in callers):
            owner.body.remove(method)
            return True
    return False


def _is_fit(method: ast.FunctionDef) -> bool:
    arguments = method.args
    plain = not (
        method.decorator_list
        or arguments.defaults
        or arguments.vararg
        or arguments.kwonlyargs
        or arguments.kwarg
    )
    inside = [node for statement in method.body for node in ast.walk(statement)]
    return plain and not any(isinstance(node, _UNFIT) for node in inside)


def _moved(method: ast.FunctionDef, caller: ast.FunctionDef) -> bool:
    """Write ``method`` where ``caller`` calls it; whether it does so, and that could be done."""
    for body, at, is_last in _places(caller.body, True):
        call = _call(body[at])
        if call is None or not (isinstance(call.func, ast.Attribute) and call.func.attr == method.name):
            continue
        written = _written(method, caller, body[at], call, is_last)
        if written is None:
            return False
        body[at : at + 1] = written
        return True
    return False


def _places(body: list[ast.stmt], is_last: bool) -> Iterator[_Place]:
    """All places of statements, inner ones too, but those of nested scopes."""
    for at, statement in enumerate(body):
        ends = is_last and at == len(body) - 1
        yield body, at, ends
        if isinstance(statement, _SCOPED):
            continue
        for field in ("body", "orelse", "finalbody"):
            inner = getattr(statement, field, None)
            if isinstance(inner, list):
                yield from _places(inner, ends and isinstance(statement, ast.If))
        for handler in getattr(statement, "handlers", ()):
            yield from _places(handler.body, False)


def _call(statement: ast.stmt) -> ast.Call | None:
    """The call that a statement consists of, or whose value it returns or gives to a name."""
    if isinstance(statement, ast.Expr | ast.Return | ast.Assign) and isinstance(statement.value, ast.Call):
        return statement.value
    return None


def _written(
    method: ast.FunctionDef, caller: ast.FunctionDef, statement: ast.stmt, call: ast.Call, is_last: bool
) -> list[ast.stmt] | None:
    """What ``method`` is in the place of the statement that calls it; None where it has to be a method."""
    body = deepcopy(method.body)
    parameters = [one.arg for one in method.args.args][1:]
    is_plain = not call.keywords and not any(isinstance(one, ast.Starred) for one in call.args)
    if not is_plain or len(call.args) != len(parameters):
        return None
    stored = {*bindings(body)}
    own = {*parameters, *stored}
    callers = {one.arg for one in caller.args.args} | {*bindings(caller.body)}
    others = {*_names(caller.body), *callers}
    if (_names(body) - own - {_SELF}) & callers:
        return None
    called = {name: _free(name, others | own) if name in others else name for name in sorted(own)}
    given: list[ast.stmt] = []
    for name, value in zip(parameters, call.args, strict=True):
        if isinstance(value, ast.Name) and value.id in callers and name not in stored:
            called[name] = value.id  # nothing changes either
        else:
            given.append(ast.Assign([ast.Name(called[name], ast.Store())], value))
    for node in [node for one in body for node in ast.walk(one)]:
        if isinstance(node, ast.Name):
            node.id = called.get(node.id, node.id)
        elif isinstance(node, ast.ExceptHandler) and node.name:
            node.name = called[node.name]
    ending = _ended(body, statement, is_last)
    if ending is None:
        return None
    return [ast.fix_missing_locations(ast.copy_location(one, statement)) for one in [*given, *ending]]


def _ended(body: list[ast.stmt], statement: ast.stmt, is_last: bool) -> list[ast.stmt] | None:
    """A body whose ends lead to what follows the statement that it replaces; None where they cannot."""
    returns = [node for one in body for node in ast.walk(one) if isinstance(node, ast.Return)]
    last = body[-1]
    if isinstance(statement, ast.Return):
        return body if isinstance(last, ast.Return) else [*body, ast.Return(None)]
    if isinstance(statement, ast.Assign):
        if returns != [last] or not isinstance(last, ast.Return) or last.value is None:
            return None
        return [*body[:-1], ast.Assign(statement.targets, last.value)]
    if not returns or (is_last and all(one.value is None for one in returns)):
        return body
    return None


def _names(body: Iterable[ast.stmt]) -> set[str]:
    return {node.id for one in body for node in ast.walk(one) if isinstance(node, ast.Name)}


def _free(name: str, taken: Iterable[str]) -> str:
    number = 2
    while f"{name}{number}" in {*taken}:
        number += 1
    return f"{name}{number}"
