"""What each module of the firmware weighs when it is compiled and imported for itself."""

from __future__ import annotations

import ast
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from pico import image
from pico.rig import PicoRig
from test_imports import imports

PARTS = 8
SCALE = Path(__file__).with_name("scale.py")


@dataclass(frozen=True)
class Module:
    """`flash`: bytes of the file. `import_us`, `heap`: what importing it costs, without what it imports."""

    flash: int = 0
    import_us: int = 0
    heap: int = 0


def import_order(wanted: Collection[str] = ()) -> list[str]:
    """The firmware's modules but main, each after those it imports; or only these and what they import."""
    sources = {name.removeprefix("lib/").replace("/", "."): path for name, path in image.modules().items()}
    order: list[str] = []
    visited = set()

    def visit(name: str) -> None:
        if name in visited or name not in sources:
            return
        visited.add(name)
        tree = ast.parse(sources[name].read_text())
        # What a function imports is no part of importing the module.
        tree.body = [one for one in tree.body if isinstance(one, ast.Import | ast.ImportFrom)]
        for imported in imports(tree):
            visit(imported)
        order.append(name)

    for name in wanted or sources:
        if name != "main" and not name.endswith("__init__"):
            visit(name)
    return order


def measure(native: bool) -> dict[str, Module]:
    """Imports the modules one by one; a part at a time, for all do not fit into a Pico as machine code."""
    order = import_order()
    found: dict[str, Module] = {}
    for part in range(PARTS):
        wanted = order[len(found) : len(order) * (part + 1) // PARTS]
        found |= _measure(import_order(wanted), wanted, native)
    return found


def _measure(order: list[str], wanted: list[str], native: bool) -> dict[str, Module]:
    """Imports modules in this order; those that are not wanted as bytecode."""
    names = {name.removeprefix("lib/").replace("/", "."): name for name in image.modules()}
    files = {
        f"{name}.mpy": image.compiled(source, native and module in wanted)
        for module, name in names.items()
        for source in [image.modules()[name]]
        if module != "main"
    }
    files["main.py"] = SCALE.read_text().replace("MODULES = ()", f"MODULES = {tuple(order)!r}", 1).encode()
    with PicoRig(files) as rig:
        rig.wait_line("^SCALE done", 10000, 0)
        words = [line.text.split() for line in rig.lines() if line.text.startswith("SCALE module")]
    return {
        name: Module(len(files[f"{names[name]}.mpy"]), int(import_us), int(heap))
        for _, _, name, import_us, heap in words
        if name in wanted
    }
