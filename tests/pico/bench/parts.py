"""What each part of the loop costs, and each module: measured by probe.py on the Pico."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from pathlib import Path

from pico import image, script
from pico.rig import PicoRig
from test_imports import imports

PROBE = Path(__file__).with_name("probe.py")

PARTS = (
    ("matrix", "scan", "scan"),
    ("matrix", "buttons", "buttons"),
    ("usb", "receive", "serial in"),
    ("session", "step", "session.step"),
    ("session._reeds", "update", "debounce"),
    ("session.tracker", "contact", "tracker"),
    ("session", "_paint", "painter"),
    ("session.reports", "contact", "line: contact"),
    ("session.reports", "step", "line: step"),
    ("session.reports", "move", "line: move"),
    ("leds", "show", "leds.show"),
    ("usb", "send", "serial out"),
)
"""Attributes of main.py's objects, as (object, method, name)."""


@dataclass
class Part:
    """Calls of a part during a game. Times in microseconds."""

    count: int = 0
    sum: int = 0
    longest: int = 0


@dataclass
class Module:
    """`flash`: bytes of the file. `import_us`, `heap`: what importing it costs, without what it imports."""

    flash: int
    import_us: int = 0
    heap: int = 0


@dataclass
class Costs:
    """`free`: bytes of the heap that are left when everything has been made; `heap`: of all."""

    heap: int = 0
    free: int = 0
    parts: dict[str, Part] = field(default_factory=dict)
    modules: dict[str, Module] = field(default_factory=dict)


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


def probed(kind: str) -> dict[str, bytes]:
    """The firmware's files with the probe in the place of main.py."""
    files = image.firmware(kind)
    files["board.mpy"] = image.compiled(image.FIRMWARE / "main.py", kind == image.NATIVE)
    text = PROBE.read_text()
    for name, value in (("PARTS", PARTS), ("MODULES", tuple(import_order()))):
        text = text.replace(f"{name} = ()", f"{name} = {value!r}", 1)
    files["main.py"] = text.encode()
    return files


def measure(kind: str, seed: int, plies: int) -> Costs:
    """Plays the beginning of a random game on a board with probes."""
    events, _ = script.game(seed, plies)
    with PicoRig(probed(kind), closed=script.START) as rig:
        rig.wait_line("^PROBE ready", 10000, 0)
        rig.run(1500)
        script.perform(rig, events)
        rig.run(1500)
        words = [line.text.split() for line in rig.lines() if line.text.startswith("PROBE ")]
    files = image.firmware(kind)
    costs = Costs()
    for _, what, *values in words:
        if what == "heap":
            costs.heap = int(values[0])
        elif what == "free":
            costs.free = int(values[0])
        elif what == "import":
            name = values[0]
            stem = _path(name).replace("board", "main")
            size = next(len(data) for path, data in files.items() if path.rpartition(".")[0] == stem)
            costs.modules[name.replace("board", "main")] = Module(size, int(values[1]), int(values[2]))
        elif what == "part":
            part = costs.parts.setdefault(values[0].replace("_", " "), Part())
            part.count += int(values[1])
            part.sum += int(values[2])
            part.longest = max(part.longest, int(values[3]))
    return costs


def _path(module: str) -> str:
    path = module.replace(".", "/")
    return f"lib/{path}" if "/" in path else path
