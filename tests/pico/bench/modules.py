"""What each module of the firmware weighs when it is compiled and imported for itself."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from pathlib import Path

from pico import image
from pico.rig import PicoRig
from test_imports import imports

SCALE = Path(__file__).with_name("scale.py")


@dataclass(frozen=True)
class Module:
    """`flash`: bytes of the file. `import_us`, `heap`: what importing it costs, without what it imports."""

    flash: int = 0
    import_us: int = 0
    heap: int = 0


def import_order() -> list[str]:
    """The firmware's modules but main, each after those it imports."""
    sources = {name.removeprefix("lib/").replace("/", "."): path for name, path in image.modules().items()}
    order: list[str] = []
    visited = set()

    def visit(name: str) -> None:
        if name in visited or name not in sources:
            return
        visited.add(name)
        for imported in imports(ast.parse(sources[name].read_text())):
            visit(imported)
        order.append(name)

    for name in sources:
        if name != "main" and not name.endswith("__init__"):
            visit(name)
    return order


def measure(native: bool) -> dict[str, Module]:
    """Imports the modules one by one."""
    files = {
        f"{name}.mpy": image.compiled(source, native)
        for name, source in image.modules().items()
        if name != "main"
    }
    order = import_order()
    files["main.py"] = SCALE.read_text().replace("MODULES = ()", f"MODULES = {tuple(order)!r}", 1).encode()
    with PicoRig(files) as rig:
        rig.wait_line("^SCALE done", 10000, 0)
        words = [line.text.split() for line in rig.lines() if line.text.startswith("SCALE module")]
    found = {}
    for _, _, name, import_us, heap in words:
        path = name.replace(".", "/")
        size = len(files[f"lib/{path}.mpy" if "/" in path else f"{path}.mpy"])
        found[name] = Module(size, int(import_us), int(heap))
    return found
