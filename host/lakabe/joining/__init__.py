"""Joining the firmware's modules into one source file.

A Pico spends about 15 ms on every file that it imports, and the compiler folds a constant only within its own
file. So what is flashed is one file that holds the firmware's modules one after another, each after those it
imports. The modules themselves stay plain Python: this is done on their syntax trees.

- A private name of a module (``_x`` of ``rules``) becomes ``_rules__x``. A number, text or tuple of such that
  is bound once (``X``) becomes a ``const`` (``_rules_X``), which the compiler puts in place of its name. The
  names of all other things have to differ between modules. ``notation.f`` becomes ``f``.
- A private attribute or method (``self._opened``) gets a name of one or two letters (``self._a``), and so
  does a parameter: names fill memory, and looking them up takes a fifth of the start.
- Functions that nothing names are left out.
- Imports of joined modules go, as do docstrings, annotations, and what stands under ``TYPE_CHECKING`` or
  ``__name__ == "__main__"``.
- Functions of chosen modules are marked to be compiled to machine code.
- A comment before each function says where it comes from; one in each module, what its short names mean.

What cannot be joined so that it means the same as before is refused with a ``FirmwareError``.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

from lakabe.joining.modules import read
from lakabe.joining.rewriter import FROM, rewritten

_MODULE = "# module "


@dataclass(frozen=True)
class Joined:
    """The joined source, the names of the modules in it in their order, and what it calls the private
    attributes and methods of each."""

    text: str
    modules: list[str]
    attributes: Mapping[str, Mapping[str, str]]

    def origin(self, line: int) -> str:
        """What a line of the text (from 1) is part of: a function, such as ``rules.py:120``, or a module."""
        lines = self.text.splitlines()[line - 1 :: -1]
        statement = next(text for text in lines if text[:1] not in ("", " ", "#"))
        mark = FROM if statement.startswith(("@", "def ", "class ")) else _MODULE
        return next(text.strip().removeprefix(mark) for text in lines if text.strip().startswith(mark))


def modules_in(firmware: Path) -> dict[str, Path]:
    """The modules of a firmware folder by the name that imports them, such as ``fanorona.rules``."""
    found = {path.stem: path for path in sorted(firmware.glob("*.py"))}
    library = firmware / "lib"
    for path in sorted(library.glob("**/*.py")):
        parts = path.relative_to(library).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def join(paths: Mapping[str, Path], main: str = "main", native: Collection[str] = ()) -> Joined:
    """Join ``main`` and all that it imports from ``paths`` (module name -> file). FirmwareError.

    What ``native`` names is marked to be compiled to machine code: all functions of a module (``rules``, the
    last part of its name) or one (``session.step``, of whatever class); but no ``__init__``, which runs once,
    and none with an endless loop: machine code does not notice Ctrl-C.
    """
    modules = read(main, paths)
    lines: list[str] = []
    for module in modules.values():
        body = rewritten(module, modules, paths, native)
        if body:
            short = [f"{short} is {name}" for name, short in module.attributes.items()]
            lines += ["", _MODULE + module.name, *([f"# {', '.join(short)}"] if short else []), "", *body]
    attributes = {name: module.attributes for name, module in modules.items()}
    return Joined("\n".join(lines).lstrip("\n") + "\n", list(modules), attributes)
