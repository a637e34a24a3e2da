"""The modules to be joined: which there are, in which order, and what their names are called afterwards."""

from __future__ import annotations

import ast
import builtins
import operator
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NoReturn

from lakabe.errors import FirmwareError
from lakabe.joining.inlining import inline
from lakabe.joining.naming import shorten
from lakabe.joining.rooms import divide, imported
from lakabe.joining.scopes import bindings

CONST = "const"
"""The compiler knows this call by its name; whatever function stands for it elsewhere is left out."""

Constant = int | str | bytes | tuple["Constant", ...]

_UNARY: dict[type[ast.unaryop], Callable[[int], int]] = {ast.USub: operator.neg, ast.Invert: operator.invert}
_BINARY: dict[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
    ast.BitXor: operator.xor,
}


@dataclass
class Module:
    """A module of the firmware. ``names`` and what follows it speak of names at its top level."""

    name: str
    path: Path
    tree: ast.Module
    names: dict[str, str] = field(default_factory=dict)
    """What belongs to the firmware -> what it is called after joining."""
    modules: dict[str, str] = field(default_factory=dict)
    """Names bound to joined modules -> those modules."""
    outside: set[str] = field(default_factory=set)
    """Names bound by importing what is not joined."""
    constants: dict[str, Constant] = field(default_factory=dict)
    """Names that always stand for the same constant."""
    repeated: set[str] = field(default_factory=set)
    """Names that an earlier module of the same room has bound to the same import."""
    attributes: dict[str, str] = field(default_factory=dict)
    """Attributes and methods of its objects -> what they are called after joining."""
    shared: set[str] = field(default_factory=set)
    """What else its classes bind, such as constants."""
    own: set[str] = field(default_factory=set)
    """What it defines itself, by its names after joining."""
    changing: set[str] = field(default_factory=set)
    """What of that functions bind anew."""
    room: str = ""
    """The room that it is in (``rooms``); empty for what is there from the start."""

    @property
    def stem(self) -> str:
        """The last part of the name."""
        return self.name.rpartition(".")[2]

    def is_native(self, function: str, native: Collection[str]) -> bool:
        """Whether ``native`` names a function of the module, or the module."""
        return self.stem in native or f"{self.stem}.{function}" in native

    def refuse(self, node: ast.AST, problem: str) -> NoReturn:
        """Raise the FirmwareError that says what cannot be joined, and where."""
        place = f"{self.path.name}:{getattr(node, 'lineno', 1)}"
        raise FirmwareError(f"{place}: {problem}", "all of the firmware is joined into one file")


def read(
    main: str, paths: Mapping[str, Path], native: Collection[str] = (), started: Collection[str] = ()
) -> dict[str, Module]:
    """``main`` and what it imports from ``paths``, by name, each after those it imports at its top.

    First what is there from the start, ``main`` its last; then what is in rooms. ``native`` and ``started``
    as in ``join``. FirmwareError.
    """
    found: dict[str, Module] = {}
    _collect(main, paths, found, ())
    divide(found, paths, lambda name: _collect(name, paths, found, ()))
    inline(
        {name: module.tree for name, module in found.items()},
        lambda name, function: found[name].is_native(function, native),
    )
    owners: dict[str, tuple[Module, str]] = {}
    seen: set[tuple[str, str]] = set()
    for module in found.values():
        for statement in module.tree.body:
            if isinstance(statement, ast.Import | ast.ImportFrom):
                _bind_import(module, statement, found, owners)
        module.repeated = {name for name in module.outside if (module.room, name) in seen}
        seen |= {(module.room, name) for name in module.outside}
        _bind(module, owners)
    _leave_out(found, main, started)
    shorten(found, found[main])
    return found


def is_text(statement: ast.AST) -> bool:
    """Whether a statement is a docstring, or has no more effect than one."""
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def is_name(node: ast.AST, name: str) -> bool:
    """Whether an expression is just this name."""
    return isinstance(node, ast.Name) and node.id == name


# Reading


def _collect(name: str, paths: Mapping[str, Path], found: dict[str, Module], above: tuple[str, ...]) -> None:
    """Read the modules that a module imports, and after them the module."""
    if name in found:
        return
    if name in above:
        raise FirmwareError(f"{name} and {above[-1]} import each other", "let one do without the other")
    path = paths[name]
    try:
        module = Module(name, path, ast.parse(path.read_text(encoding="utf-8")))
    except (SyntaxError, ValueError) as error:
        place = f"{path.name}:{getattr(error, 'lineno', None) or 1}"
        raise FirmwareError(f"{place}: {getattr(error, 'msg', error)}") from None
    body = module.tree.body
    body[:] = [statement for statement in body if not _is_left_out(statement)]
    for statement in body:
        for needed in imported(statement, paths):
            _collect(needed, paths, found, (*above, name))
    found[name] = module


def _is_left_out(statement: ast.stmt) -> bool:
    """Whether a top-level statement serves checkers, readers or direct execution only."""
    if isinstance(statement, ast.Assign):
        return any(is_name(statement.targets[0], name) for name in ("__all__", "TYPE_CHECKING"))
    if isinstance(statement, ast.If) and not statement.orelse:
        return ast.unparse(statement.test) in ("TYPE_CHECKING", "__name__ == '__main__'")
    return is_text(statement)


# Names


def _bind_import(
    module: Module,
    statement: ast.Import | ast.ImportFrom,
    modules: Mapping[str, Module],
    owners: dict[str, tuple[Module, str]],
) -> None:
    """Find out what an import at the top of a module binds."""
    source = statement.module if isinstance(statement, ast.ImportFrom) else None
    if isinstance(statement, ast.ImportFrom) and statement.level:
        module.refuse(statement, "relative imports cannot be joined")
    for alias in statement.names:
        if alias.name == "*":
            module.refuse(statement, "it cannot be told which names `import *` brings")
        whole = f"{source}.{alias.name}" if source else alias.name
        if whole not in modules and source not in modules:
            name = alias.asname or alias.name.partition(".")[0]
            module.outside.add(name)
            _claim(module, statement, name, f"import {whole}", owners)
            continue
        if alias.asname:
            module.refuse(statement, f"{alias.name} cannot be joined under another name")
        if whole in modules:
            if not source and "." in whole:
                package, _, name = whole.rpartition(".")
                module.refuse(statement, f"write `from {package} import {name}`")
            module.modules[alias.name] = whole
        elif alias.name != CONST:
            origin = modules[source or ""]
            if alias.name not in origin.names:
                module.refuse(statement, f"{source} has no {alias.name}")
            module.names[alias.name] = origin.names[alias.name]
            if alias.name in origin.constants:
                module.constants[alias.name] = origin.constants[alias.name]


def _bind(module: Module, owners: dict[str, tuple[Module, str]]) -> None:
    """Find out what a module's own names are called after joining; its imports are bound already."""
    brought = {*module.names, *module.modules, *module.outside}
    for name, statements in bindings(module.tree.body).items():
        first = statements[0]
        if name in brought:
            if len(statements) > 1:
                module.refuse(statements[-1], f"{name} is imported and bound to something else as well")
            continue
        if name == CONST:
            continue
        if len(statements) > 1 and isinstance(first, ast.FunctionDef | ast.ClassDef):
            module.refuse(statements[-1], f"{name} is defined twice")
        if hasattr(builtins, name) or name.startswith("__"):
            module.refuse(first, f"after joining, {name} would hide Python's own in all modules")
        value = _constant(module, first) if len(statements) == 1 else None
        if value is not None:
            module.constants[name] = value
        is_private = value is not None or name.startswith("_")
        module.names[name] = f"_{module.stem}_{name}" if is_private else name
        module.own.add(module.names[name])
        if any(_rebinds(statement, name) for statement in statements):
            module.changing.add(module.names[name])
        _claim(module, first, module.names[name], f"{module.name}.{name}", owners)


def _rebinds(statement: ast.stmt, name: str) -> bool:
    return any(isinstance(node, ast.Global) and name in node.names for node in ast.walk(statement))


def _claim(
    module: Module, node: ast.AST, name: str, meaning: str, owners: dict[str, tuple[Module, str]]
) -> None:
    """Take a name of the joined file for a module; another one may have it with the same meaning."""
    if name in owners:
        owner, other = owners[name]
        if other != meaning:
            module.refuse(node, f"{name} means something else in {owner.path.name}")
    owners.setdefault(name, (module, meaning))


def _leave_out(modules: Mapping[str, Module], main: str, started: Collection[str]) -> None:
    """Remove functions that nothing in the firmware names, such as those for hosts and tests.

    Where it is known which functions of ``main`` are ``started`` from outside, methods go, too.
    """
    _leave_out_functions(modules, main, started)
    while started and _leave_out_methods(modules):
        _leave_out_functions(modules, main, started)


def _leave_out_methods(modules: Mapping[str, Module]) -> bool:
    """Remove methods whose names are nowhere those of attributes; whether there were any."""
    named = {
        node.attr if isinstance(node, ast.Attribute) else node.value
        for module in modules.values()
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Attribute) or (isinstance(node, ast.Constant) and isinstance(node.value, str))
    }
    found = False
    for module in modules.values():
        for owner in (node for node in ast.walk(module.tree) if isinstance(node, ast.ClassDef)):
            kept = [
                statement
                for statement in owner.body
                if not isinstance(statement, ast.FunctionDef)
                or statement.name.startswith("__")
                or statement.name in named
            ]
            found = found or len(kept) < len(owner.body)
            owner.body = kept or [ast.Pass()]
    return found


def _leave_out_functions(modules: Mapping[str, Module], main: str, started: Collection[str]) -> None:
    used: set[str] = set()
    waiting = [(module, statement) for module in modules.values() for statement in module.tree.body]
    is_growing = True
    while is_growing:
        is_growing = False
        still = []
        for module, statement in waiting:
            name = statement.name if isinstance(statement, ast.FunctionDef) else CONST
            is_started = module.name == main and (not started or name in started)
            if not is_started and name != CONST and module.names[name] not in used:
                still.append((module, statement))
            else:
                used |= _names_in(module, modules, statement)
                is_growing = True
        waiting = still
    for module in modules.values():
        unused = [statement for owner, statement in waiting if owner is module]
        module.tree.body = [statement for statement in module.tree.body if statement not in unused]


def _names_in(module: Module, modules: Mapping[str, Module], statement: ast.stmt) -> set[str]:
    """What a statement may name, by its name after joining."""
    found = set()
    for node in ast.walk(statement):
        if isinstance(node, ast.Name) and node.id in module.names:
            found.add(module.names[node.id])
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            owner = modules.get(module.modules.get(node.value.id, ""))
            if owner is not None and node.attr in owner.names:
                found.add(owner.names[node.attr])
        elif isinstance(node, ast.ImportFrom) and node is not statement and (node.module or "") in modules:
            names = modules[node.module or ""].names
            found |= {names[alias.name] for alias in node.names if alias.name in names}
    return found


# Constants


def _constant(module: Module, statement: ast.stmt) -> Constant | None:
    """The constant that a top-level statement gives a name, or None."""
    if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
        target, value = statement.targets[0], statement.value
    elif isinstance(statement, ast.AnnAssign) and statement.value:
        target, value = statement.target, statement.value
    else:
        return None
    return _fold(module, value) if isinstance(target, ast.Name) else None


def _fold(module: Module, value: ast.expr) -> Constant | None:
    """What the compiler makes of an expression by itself, or None."""
    if isinstance(value, ast.Call) and is_name(value.func, CONST) and len(value.args) == 1:
        return _fold(module, value.args[0])
    if isinstance(value, ast.Constant):
        return value.value if isinstance(value.value, str | bytes) or type(value.value) is int else None
    if isinstance(value, ast.Name):
        return module.constants.get(value.id)
    if isinstance(value, ast.Tuple):
        parts = [_fold(module, part) for part in value.elts]
        return tuple(part for part in parts if part is not None) if None not in parts else None
    if isinstance(value, ast.UnaryOp) and type(value.op) in _UNARY:
        number = _fold(module, value.operand)
        return _UNARY[type(value.op)](number) if isinstance(number, int) else None
    if isinstance(value, ast.BinOp) and type(value.op) in _BINARY:
        left, right = _fold(module, value.left), _fold(module, value.right)
        if isinstance(left, int) and isinstance(right, int):
            return _BINARY[type(value.op)](left, right)
    return None
