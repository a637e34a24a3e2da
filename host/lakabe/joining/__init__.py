"""Joining the firmware's modules into one source file.

A Pico spends about 15 ms on every file that it imports, and the compiler folds a constant only within its own
file. So what is flashed is one file that holds the firmware's modules one after another, each after those it
imports. The modules themselves stay plain Python: this is done on their syntax trees.

- A private name of a module (``_x`` of ``rules``) becomes ``_rules__x``. A number, text or tuple of such that
  is bound once (``X``) becomes a ``const`` (``_rules_X``), which the compiler puts in place of its name. The
  names of all other things have to differ between modules. ``notation.f`` becomes ``f``.
- A private attribute or method (``self._opened``) gets a name of one or two letters (``self._a``), and so
  does a parameter: names fill memory, and looking them up takes a fifth of the start. They are chosen so that
  MicroPython finds them soon (``places``).
- Functions that nothing names are left out, and methods if it is known what is called from outside.
- A private method that is called in one place only is written there (``inlining``).
- Imports of joined modules go, as do docstrings, annotations, and what stands under ``TYPE_CHECKING`` or
  ``__name__ == "__main__"``.
- Functions of chosen modules are marked to be compiled to machine code.
- The first line of a large file sets the order in which the compiler numbers names (``order``).
- Objects with many attributes get some more that nothing reads (``tables``).
- What only the import of the file runs is taken away at its end (``once``).
- A comment before each function says where it comes from; one in each module, what its short names mean.
- What is imported within a function is in a room, a joined file of its own (``rooms``), which imports what it
  needs of the others' and has its own copies of their constants.

What cannot be joined so that it means the same as before is refused with a ``FirmwareError``.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from lakabe.joining import rooms
from lakabe.joining.modules import CONST, Module, read
from lakabe.joining.once import last_line
from lakabe.joining.order import first_line
from lakabe.joining.rewriter import FROM, keywords, rewritten
from lakabe.joining.tables import with_spare_places

BOARD = "board"
"""What rooms call the file that is there from the start."""

_MODULE = "# module "
_ORDER = "# The order of names, see host/lakabe/joining/order.py."
_ONCE = "# What only the import has run, see host/lakabe/joining/once.py."
_Written = tuple[list[str], set[str]]  # the lines of a module, and what they name


@dataclass(frozen=True)
class Part:
    """A joined file: what imports call it, its source, and the names of the modules in it in their order.

    The name of a room stands in the source of other parts for that of its file, which is another one.
    """

    name: str
    text: str
    modules: list[str]

    def origin(self, line: int) -> str:
        """What a line of the text (from 1) is part of: a function, such as ``rules.py:120``, or a module."""
        lines = self.text.splitlines()[line - 1 :: -1]
        statement = next(text for text in lines if text[:1] not in ("", " ", "#"))
        mark = FROM if statement.startswith(("@", "def ", "class ")) else _MODULE
        marks = (text.strip() for text in lines if text.strip().startswith(mark))
        return next(marks).removeprefix(mark).partition(",")[0]


@dataclass(frozen=True)
class Joined:
    """What the board has from the start, its rooms, each after those it imports, and what is called how: the
    private attributes and methods of each module."""

    board: Part
    rooms: list[Part]
    attributes: Mapping[str, Mapping[str, str]]

    @property
    def text(self) -> str:
        """All of the source, to be read."""
        return "".join([self.board.text, *(f"\n# {part.name}\n\n{part.text}" for part in self.rooms)])

    def line(self, part: Part, line: int) -> int:
        """Where a line of a part (from 1) is in ``text``."""
        before = self.rooms[: self.rooms.index(part)] if part in self.rooms else None
        if before is None:
            return line
        return line + sum(one.text.count("\n") + 3 for one in (self.board, *before))


def modules_in(firmware: Path) -> dict[str, Path]:
    """The modules of a firmware folder by the name that imports them, such as ``fanorona.rules``."""
    found = {path.stem: path for path in sorted(firmware.glob("*.py"))}
    library = firmware / "lib"
    for path in sorted(library.glob("**/*.py")):
        parts = path.relative_to(library).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def join(
    paths: Mapping[str, Path],
    main: str = "main",
    native: Collection[str] = (),
    started: Collection[str] = (),
) -> Joined:
    """Join ``main`` and all that it imports from ``paths`` (module name -> file). FirmwareError.

    What ``native`` names is marked to be compiled to machine code: all functions of a module (``rules``, the
    last part of its name) or one (``session.step``, of whatever class); but no ``__init__``, which runs once,
    and none with an endless loop: machine code does not notice Ctrl-C. ``started`` names the functions of
    ``main`` that are called from outside, and nothing else is; by default anything may be.
    """
    modules = read(main, paths, native, started)
    in_order = rooms.order(modules, paths)
    # All lines before the imports of any: rewriting finds out what is named.
    by_name = keywords(modules.values())
    written = {name: rewritten(module, modules, paths, native, by_name) for name, module in modules.items()}
    board, *others = (_part(room, modules, written) for room in ("", *in_order))
    if spent := last_line(board.text, [room.text for room in others]):
        board = replace(board, text=f"{board.text}\n{_ONCE}\n{spent}\n")
    board = replace(board, text=with_spare_places(board.text))
    if ordering := first_line(board.text):
        board = replace(board, text=f"{_ORDER}\n{ordering}\n\n{board.text}")
    return Joined(board, others, {name: module.attributes for name, module in modules.items()})


def _part(room: str, modules: Mapping[str, Module], written: Mapping[str, _Written]) -> Part:
    """The part in which the modules of a room are."""
    inside = {name: module for name, module in modules.items() if module.room == room}
    lines = _brought(room, inside, modules, written)
    for name, module in inside.items():
        body = written[name][0]
        if body:
            short = [f"{short} is {name}" for name, short in module.attributes.items()]
            lines += ["", _MODULE + name, *([f"# {', '.join(short)}"] if short else []), "", *body]
    text = "\n".join(lines).lstrip("\n") + "\n"
    return Part(room or BOARD, text, list(inside))


def _brought(
    room: str,
    inside: Mapping[str, Module],
    modules: Mapping[str, Module],
    written: Mapping[str, _Written],
) -> list[str]:
    """The lines that bring what the modules of a room use of others'."""
    used = {name for module in inside for name in written[module][1]}
    imports: list[str] = []
    constants: list[str] = []
    for owner in modules.values():
        if owner.room == room:
            continue
        values = {owner.names[name]: value for name, value in owner.constants.items()}
        wanted = sorted(owner.own & used)
        constants += [f"{name} = {CONST}({values[name]!r})" for name in wanted if name in values]
        names = [name for name in wanted if name not in values]
        if set(names) & owner.changing:
            short = next(name for name in names if name in owner.changing)
            user = next(module for name, module in inside.items() if short in written[name][1])
            changing = next(name for name, joined in owner.names.items() if joined == short)
            user.refuse(user.tree, f"{changing} of {owner.path.name} changes, which a room would not see")
        if names:
            imports.append(f"from {owner.room or BOARD} import {', '.join(names)}")
    return imports + constants
