"""Rooms: what the board imports only when somebody wants it, each joined for itself.

An import inside a function asks for one: ``from fanorona.composer import Composer``. In its room are that
module and those that it alone imports. A module that two rooms need is a room of its own, and what the rest
of the firmware imports anyway is where it was: rooms import it from there.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import TYPE_CHECKING

from lakabe.errors import FirmwareError

if TYPE_CHECKING:
    from lakabe.joining.modules import Module

PREFIX = "room_"
"""Begins the name of a room; its file's name ends with a hash of what is in it."""


def room_of(name: str) -> str:
    """What the room is called that a module opens."""
    return PREFIX + name.rpartition(".")[2]


def imported(statement: ast.stmt, names: Collection[str]) -> list[str]:
    """Those of the modules ``names`` that a statement imports, a folder's ``__init__`` before its modules."""
    found: list[str] = []
    if isinstance(statement, ast.Import):
        found = [alias.name for alias in statement.names]
    elif isinstance(statement, ast.ImportFrom) and statement.module:
        found = [statement.module, *(f"{statement.module}.{alias.name}" for alias in statement.names)]
    parts = [name.split(".") for name in found]
    whole = [".".join(part[:count]) for part in parts for count in range(1, len(part) + 1)]
    return list(dict.fromkeys(name for name in whole if name in names))


def inner_imports(module: Module, names: Collection[str]) -> Iterator[tuple[ast.stmt, str]]:
    """The imports of the firmware's modules ``names`` that stand within functions, and the last of each.

    FirmwareError for those that stand elsewhere, but not at the top.
    """
    functions = [node for node in ast.walk(module.tree) if isinstance(node, ast.FunctionDef)]
    inside = [node for function in functions for node in ast.walk(function)]
    for node in ast.walk(module.tree):
        if not isinstance(node, ast.Import | ast.ImportFrom) or node in module.tree.body:
            continue
        if wanted := imported(node, names):
            if node not in inside:
                module.refuse(node, "import it at the top of the file or inside a function")
            yield node, wanted[-1]


def divide(found: dict[str, Module], names: Collection[str], collect: Callable[[str], None]) -> None:
    """Find the modules of all rooms, and give each ``Module`` its room; FirmwareError.

    ``found`` has what is there from the start; ``collect`` adds a module and what it imports at its top.
    """
    start = set(found)
    asked: dict[str, tuple[Module, ast.stmt]] = {}
    looked: set[str] = set()
    while unseen := [name for name in found if name not in looked]:
        for name in unseen:
            looked.add(name)
            for node, wanted in inner_imports(found[name], names):
                if wanted in start:
                    problem = f"{wanted} is there from the start, so import it at the top of the file"
                    found[name].refuse(node, problem)
                asked.setdefault(wanted, (found[name], node))
                collect(wanted)
    roots = set(asked)
    while True:
        within = {root: _reached(root, found, start | roots - {root}) for root in sorted(roots)}
        inside = [name for names_in in within.values() for name in names_in]
        shared = {name for name in inside if inside.count(name) > 1}
        if not shared:
            break
        roots |= shared
    for root, names_in in within.items():
        for name in names_in:
            found[name].room = room_of(root)
    _check_names(sorted(roots))


def order(modules: Mapping[str, Module], names: Collection[str]) -> list[str]:
    """The rooms, each after those it imports, wherever it does; FirmwareError where two import each other."""
    needs: dict[str, set[str]] = {module.room: set() for module in modules.values() if module.room}
    for module in modules.values():
        for statement in (node for node in ast.walk(module.tree) if isinstance(node, ast.stmt)):
            for name in imported(statement, names):
                if module.room and modules[name].room not in ("", module.room):
                    needs[module.room].add(modules[name].room)
    placed: list[str] = []
    while len(placed) < len(needs):
        ready = [room for room in sorted(needs) if room not in placed and needs[room] <= set(placed)]
        if not ready:
            rooms = " and ".join(sorted(set(needs) - set(placed)))
            raise FirmwareError(f"{rooms} import each other", "let one do without the other")
        placed += ready
    return placed


def _reached(root: str, found: Mapping[str, Module], elsewhere: Collection[str]) -> list[str]:
    """``root`` and the modules that it brings with it."""
    reached: list[str] = []
    waiting = [root]
    while waiting:
        name = waiting.pop()
        if name in reached or name in elsewhere:
            continue
        reached.append(name)
        for statement in found[name].tree.body:
            waiting += imported(statement, found)
    return reached


def _check_names(roots: Collection[str]) -> None:
    named = [room_of(root) for root in roots]
    for root in roots:
        if named.count(room_of(root)) > 1:
            raise FirmwareError(f"there are two rooms {room_of(root)}", "give one module another name")
