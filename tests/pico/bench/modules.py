"""What each module of the firmware weighs in its image, and when it is imported."""

from __future__ import annotations

import ast
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from lakabe.board import sources
from pico import image
from pico.rig import PicoRig
from test_imports import imports

SCALE = Path(__file__).with_name("scale.py")
UNWEIGHED = ("start", "main")
"""What is not imported: the scale runs in its place, and the loop, which makes all objects."""


@dataclass(frozen=True)
class Module:
    """`flash`: bytes of the file. `import_us`, `heap`: what importing it costs, without what it imports."""

    flash: int = 0
    import_us: int = 0
    heap: int = 0


def import_order() -> list[str]:
    """The firmware's modules but those of UNWEIGHED, each after those it imports."""
    files = {name.replace("/", "."): path for name, path in sources.modules(image.FIRMWARE).items()}
    order: list[str] = []
    visited = {*UNWEIGHED}

    def visit(name: str) -> None:
        if name in visited or name not in files:
            return
        visited.add(name)
        tree = ast.parse(files[name].read_text())
        # What a function imports is no part of importing the module.
        tree.body = [one for one in tree.body if isinstance(one, ast.Import | ast.ImportFrom)]
        for imported in imports(tree):
            visit(imported)
        order.append(name)

    for name in files:
        if not name.endswith("__init__"):
            visit(name)
    return order


def measure(native: Collection[str]) -> dict[str, Module]:
    """With machine code for these functions. Imports the modules one by one."""
    text = SCALE.read_text().replace("MODULES = ()", f"MODULES = {tuple(import_order())!r}", 1)
    with PicoRig(image.changed(native, start=text)) as rig:
        rig.wait_line("^SCALE done", 10000, 0)
        words = [line.text.split() for line in rig.lines() if line.text.startswith("SCALE module")]
    return {name: Module(*map(int, weights)) for _, _, name, *weights in words}
