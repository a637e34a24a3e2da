"""Short names: every name is kept in the board's memory once, and looked up at every start among all others.

Attributes and methods of the firmware's objects get names of a letter or two, and so does what stands at the
top of its modules. Objects of different classes have the same short names for different things; a name that
several classes have in common, such as that of a method which callers know nothing more of, is the same in
all. What ``main`` names stays, for whoever looks at a running board, and so does what Python's or
MicroPython's own objects have as well. Which word stands for what is chosen so that searches are short
(``places``).
"""

from __future__ import annotations

import ast
import builtins
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import product
from string import ascii_uppercase
from typing import TYPE_CHECKING

from lakabe.joining.places import Table, exchange, spread
from lakabe.joining.scopes import bindings
from lakabe.joining.tables import given

if TYPE_CHECKING:
    from lakabe.joining.modules import Module

_BUILT_IN = (bytes, bytearray, dict, float, int, list, memoryview, object, set, str, tuple, type, Exception)
_NAMED = """
BUILTIN_CDC BUILTIN_DEFAULT BUILTIN_NONE active add_program alarm any atten board buffer channel
close config connect cpu datetime deinit delay drive duty_ns duty_u16 errno exec feed flush freq get
high init ioctl ipoll irq low memory mode modify off on pack_ctrl poll pull put read read_u16
readblocks readfrom readfrom_into readfrom_mem readfrom_mem_into readinto readline register
remote_wakeup remove_program restart rx_fifo scan seek sendbreak shift side stall start
state_machine stop submit_xfer tell toggle tx_fifo txdone typecode unpack_ctrl unregister value
width write write_readinto writeblocks writeto writeto_mem writevto
"""
MICROPYTHON = frozenset(_NAMED.split())
"""What objects of MicroPython's modules have: those of ``machine``, ``rp2``, ``select`` and streams."""

_Key = tuple[str, str]
"""An attribute: its module, empty where all modules mean the same by it, and its name."""


def shorten(modules: Mapping[str, Module], main: Module) -> None:
    """Choose the names of all ``modules``: ``Module.attributes``, and what ``Module.names`` lead to."""
    trees = [module.tree for module in modules.values()]
    used = {name for tree in trees for name in _identifiers(tree)}
    for module in modules.values():
        used |= {*module.names.values(), *module.outside}
    words = _in_places(modules, main, used)
    _shorten_attributes(modules, main, words)
    _shorten_globals(modules, main, words)


def _in_places(modules: Mapping[str, Module], main: Module, used: Collection[str]) -> list[str]:
    """Words that are not ``used`` yet, those first with which what is at the top is found soonest."""
    letters = ("".join(word) for size in (1, 2, 3) for word in product(ascii_uppercase, repeat=size))
    words = (word for word in letters if word not in used)
    board = [module for module in modules.values() if not module.room]
    there = {name for module in board for name in _at_top(module)}
    others = there - {name for module in board for name in _to_shorten(module, main)}
    asked = {name for module in board for name in _identifiers(module.tree)}
    vain = sorted(name for name in asked if hasattr(builtins, name))
    return spread(words, len(there), sorted(others), vain)


def _at_top(module: Module) -> set[str]:
    """What the joined file has at its top of a module; constants are nowhere."""
    return (module.own | module.outside) - {module.names[name] for name in module.constants}


def _to_shorten(module: Module, main: Module) -> set[str]:
    return module.own & _at_top(module) - {*main.names.values()}


def _identifiers(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name


# What stands at the top of modules


def _shorten_globals(modules: Mapping[str, Module], main: Module, words: Sequence[str]) -> None:
    free = iter(words)
    short: dict[str, str] = {}
    for module in modules.values():
        for name in sorted(_to_shorten(module, main)):
            short[name] = next(free)
    for module in modules.values():
        module.names = {name: short.get(joined, joined) for name, joined in module.names.items()}
        module.own = {short.get(name, name) for name in module.own}
        module.changing = {short.get(name, name) for name in module.changing}


# Attributes


def _shorten_attributes(modules: Mapping[str, Module], main: Module, words: Sequence[str]) -> None:
    kept = {*MICROPYTHON, *(name for one in _BUILT_IN for name in dir(one))}
    kept |= {name for name in _identifiers(main.tree) if not name.startswith("_")}
    classes: dict[str, set[_Key]] = {}
    given_elsewhere: set[_Key] = set()
    for module in modules.values():
        for node in ast.walk(module.tree):
            if isinstance(node, ast.ClassDef):
                module.shared |= _shared(node)
                classes[node.name] = _inherited(node, classes) | {_key(module, name) for name in _bound(node)}
        kept |= module.shared
        given_elsewhere |= {_key(module, name) for name in given(module.tree, "self", others=True)}
    bound = {key for keys in classes.values() for key in keys if not _is_kept(key[1], kept)}
    neighbours: dict[_Key, set[_Key]] = {key: set() for key in bound}
    for keys in classes.values():
        for key in keys & bound:
            neighbours[key] |= keys & bound
    for key in bound & given_elsewhere:  # of whatever object
        neighbours[key] |= bound
        for other in bound:
            neighbours[other].add(key)
    short: dict[_Key, str] = {}
    for key in sorted(bound, key=lambda key: (-len(neighbours[key]), key)):
        taken = {short[other] for other in neighbours[key] if other in short}
        short[key] = next(word for word in words if word not in taken)
    instead = exchange(_tables(modules, short), {*short.values()})
    short = {key: instead[word] for key, word in short.items()}
    for module in modules.values():
        own = [key for key in short if key[0] == module.name]
        public = {
            _key(module, name) for node in ast.walk(module.tree) for name in _bound(node)
        } & short.keys()
        module.attributes = {key[1]: short[key] for key in sorted({*own, *public})}


def _tables(modules: Mapping[str, Module], short: Mapping[_Key, str]) -> list[Table]:
    """What the objects of all classes have, by its short names."""
    trees = [module.tree for module in modules.values()]
    named = Counter(node.attr for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Attribute))
    tables = []
    for module in modules.values():
        for node in ast.walk(module.tree):
            if isinstance(node, ast.ClassDef):
                methods = {one.name: named[one.name] for one in node.body if isinstance(one, ast.FunctionDef)}
                words = {name: short.get(_key(module, name), name) for name in _bound(node)}
                attributes = sorted(words[name] for name in words.keys() - methods)
                tables.append(Table(attributes, {words[name]: times for name, times in methods.items()}))
    return tables


def _key(module: Module, name: str) -> _Key:
    return (module.name if name.startswith("_") else "", name)


def _is_kept(name: str, kept: Collection[str]) -> bool:
    return name.endswith("__") or name in kept


def _inherited(node: ast.ClassDef, classes: Mapping[str, set[_Key]]) -> set[_Key]:
    bases = [base.id for base in node.bases if isinstance(base, ast.Name)]
    return {key for base in bases for key in classes.get(base, ())}


def _bound(node: ast.AST) -> set[str]:
    """What a class gives its objects: methods, and what these give ``self``."""
    if not isinstance(node, ast.ClassDef):
        return set()
    methods = {one.name for one in node.body if isinstance(one, ast.FunctionDef)}
    return methods | {*given(node, "self")}


def _shared(node: ast.ClassDef) -> set[str]:
    """What else a class binds, the same for all its objects, and what its body names."""
    found = {
        name
        for name, statements in bindings(node.body).items()
        if not all(isinstance(one, ast.FunctionDef) for one in statements)
    }
    for statement in node.body:
        inner: list[ast.AST] = [statement]
        if isinstance(statement, ast.FunctionDef):
            inner = [*statement.decorator_list, *statement.args.defaults]
        found |= {name.id for one in inner for name in ast.walk(one) if isinstance(name, ast.Name)}
    return found
