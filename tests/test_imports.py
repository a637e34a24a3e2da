"""Who may import whom: one-way flow, a pure core, one file that names all parts. Found by reading the code.

`BARRED` and `ONLY` are the rules, `DRAWINGS` show the rooms of the core and the host; `faults` applies them
to a tree and is tried on planted faults in `test_checks.py`. To the rules imports under `if TYPE_CHECKING:`
do not count, for nothing is imported there at run time; to the drawings they do.
"""

from __future__ import annotations

import ast
import graphlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
CORE = "firmware/lib/fanorona"
ROOMS = ("rules", "hands", "lights", "store", "wire", "modes")
PARTS = ("config", "flash", "matrix", "leds", "processor", "supply", "usb", "watchdog")
DEVICE = ("machine", "neopixel", "rp2", "time", "sys", "os", "select", "asyncio", "serial", "threading")

# (files, modules they must not import)
BARRED: tuple[tuple[str, tuple[str, ...]], ...] = (
    # The core is pure, and each of its files knows one thing.
    (f"{CORE}/**/*.py", (*DEVICE, *PARTS, "main", "lakabe", "typing", "enum", "dataclasses")),
    (f"{CORE}/rules/walk.py", ("fanorona.rules.game",)),
    (f"{CORE}/hands/debounce.py", ("fanorona.rules", "fanorona.hands.tracker")),
    (f"{CORE}/hands/book.py", ("fanorona.rules.game", "fanorona.hands.debounce")),
    (f"{CORE}/hands/evidence.py", ("fanorona.hands.debounce",)),
    (f"{CORE}/hands/weighing.py", ("fanorona.rules.game", "fanorona.hands.debounce")),
    (f"{CORE}/hands/search.py", ("fanorona.hands.debounce",)),
    (f"{CORE}/hands/reading.py", ("fanorona.hands.debounce",)),
    (f"{CORE}/wire/outbox.py", ("fanorona.rules.rules", "fanorona.rules.game")),
    (f"{CORE}/wire/protocol.py", ("fanorona.rules.rules", "fanorona.rules.game")),
    (f"{CORE}/modes/lessons.py", ("fanorona.wire.commands", "fanorona.store")),
    # The hardware does not know the game; main.py alone names all parts.
    ("firmware/matrix.py", ("fanorona", *PARTS)),
    ("firmware/flash.py", ("fanorona", *PARTS)),
    ("firmware/stamp.py", ("fanorona", *PARTS)),
    ("firmware/base/frozen/*.py", ("fanorona", *PARTS, "main")),
    ("firmware/notes.py", ("fanorona", *PARTS)),
    ("firmware/leds.py", ("fanorona", *PARTS)),
    ("firmware/processor.py", ("fanorona", *PARTS)),
    ("firmware/supply.py", ("fanorona", *PARTS)),
    ("firmware/usb.py", ("fanorona", *PARTS)),
    ("firmware/watchdog.py", ("fanorona", *PARTS)),
    ("firmware/[!s]*.py", ("main",)),
    ("firmware/supply.py", ("main",)),
    ("firmware/main.py", ("fanorona.rules", "fanorona.hands", "fanorona.wire")),
    # The host.
    ("host/lakabe/board/ports.py", ("fanorona",)),
    (
        "host/lakabe/board/link.py",
        ("serial", "socket", "time", "threading", "asyncio", "lakabe.board.transport"),
    ),
    ("host/lakabe/web/*.py", ("serial", "sqlalchemy")),
    ("host/lakabe/games/*.py", ("serial", "sqlalchemy")),
    ("host/lakabe/virtual/*.py", ("lakabe.archive", "lakabe.board.recorder")),
    ("host/lakabe/cli/*.py", ("serial", "sqlalchemy", "lakabe.board.link")),
    ("host/lakabe/**/*.py", ("tools",)),
    # The hardware: the description knows nothing of what is made from it.
    ("hardware/electronics/*.py", ("hardware.magnetics", "hardware.mechanics", "hardware.templates")),
    ("hardware/electronics/*.py", ("hardware.fab", "hardware.machine", "hardware.workshop")),
    # KiCad's Python has no other packages.
    ("hardware/electronics/*.py", ("fanorona", "lakabe")),
    # Tests that stand on their own feet.
    ("tests/reference.py", ("fanorona", "lakabe")),
    ("tests/hands/*.py", ("fanorona", "lakabe", "soak")),
    ("tests/soak/*.py", ("fanorona.hands", "fanorona.rules", "lakabe")),
    ("tests/judge/*.py", ("fanorona", "lakabe", "soak", "hands.umpire", "hands.ways", "hands.sitting")),
    ("tests/core/*.py", ("pytest", "typing", "dataclasses", "enum", "pathlib", "__future__")),
)

# (files, all that they may import)
ONLY: tuple[tuple[str, tuple[str, ...]], ...] = (
    *((f"{CORE}/{room}/__init__.py", ()) for room in ROOMS),
    (f"{CORE}/compat.py", ("micropython",)),
    (f"{CORE}/rules/geometry.py", ("fanorona.compat",)),
    (f"{CORE}/rules/steps.py", ("fanorona.compat",)),
    (f"{CORE}/rules/rules.py", ("fanorona.compat", "fanorona.rules.geometry", "fanorona.rules.steps")),
    ("firmware/config.py", ()),
    ("firmware/stamp.py", ()),
    ("firmware/start.py", ("config", "processor", "main")),
    ("hardware/parts.py", ("__future__", "dataclasses")),
    ("hardware/design.py", ("__future__", "collections", "dataclasses", "hardware.parts")),
    ("host/lakabe/board/events.py", ("__future__", "dataclasses", "typing")),
)

# (module, the only files that may import it)
USERS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("serial", ("host/lakabe/board/transport.py", "host/lakabe/board/ports.py")),
    *((part, ("firmware/main.py",)) for part in PARTS if part not in ("config", "processor")),
    # Before the rest is imported the processor gets its full speed.
    *((part, ("firmware/main.py", "firmware/start.py")) for part in ("config", "processor")),
    ("start", ("firmware/base/frozen/main.py",)),
)

# What lies in the core, and what it may import of it besides itself and `CORE_FREE`: rules <- hands <-
# lights <- wire, which tells what hands do and what is lit; rules <- store; all <- modes <- session.
CORE_ROOMS: dict[str, tuple[str, ...]] = {
    "rules": (),
    "hands": ("rules",),
    "lights": ("rules", "hands"),
    "store": ("rules",),
    "wire": ("rules", "hands", "lights"),
    "modes": ROOMS[:-1],
    "asking": (),
    "session": (*ROOMS, "asking"),
}
CORE_FREE = ("clock", "compat")

# Circles of types that are left: a part names the whole that made it, because what commands and modes ask for
# is done by the session, and shown by `Beside`. Protocols instead would list most of their methods again.
YET_TYPES: dict[str, tuple[str, ...]] = {
    "wire.commands": ("session",),
    "wire.laying": ("session",),
    "modes.beside": ("session",),
    "modes.matching": ("modes.beside",),
    "modes.menu": ("session",),
    "modes.question": ("modes.beside",),
    "modes.scores": ("modes.beside",),
    "modes.verdict": ("modes.beside",),
}

BELOW = ("games", "archive", "board", "engine", "help")

# What lies in host/lakabe, likewise: games <- archive <- board; games <- engine <- help, which listens to a
# board; all <- matches, lessons, virtual <- web <- cli.
HOST_ROOMS: dict[str, tuple[str, ...]] = {
    "games": (),
    "archive": ("games",),
    "board": ("games", "archive"),
    "engine": ("games",),
    "help": ("games", "archive", "board", "engine"),
    "matches": BELOW,
    "lessons": BELOW,
    "virtual": BELOW,
    "web": (*BELOW, "matches", "lessons", "virtual"),
    "sheet": ("board",),
    "checkup": (*BELOW, "virtual", "sheet"),
    "cli": (*BELOW, "matches", "lessons", "virtual", "web", "sheet", "checkup"),
    "__main__": ("cli",),
}
HOST_FREE = (
    *("errors", "language", "printable", "places"),
    *("growing", "closing", "installation", "documents", "system"),
)


@dataclass(frozen=True)
class Drawing:
    """The rooms of a package.

    ``free``: modules in no room, which any may import, and which import only one another. ``yet_types``:
    what is imported for types all the same.
    """

    package: str
    folder: str
    rooms: Mapping[str, tuple[str, ...]]
    free: tuple[str, ...]
    yet_types: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def excuses(self, module: str, name: str, types_only: bool) -> bool:
        """Whether an import is known to be against the drawing, and is for types only."""
        module, name = (one.partition(".")[2] for one in (module, name))
        return types_only and name in self.yet_types.get(module, ())


CORE_DRAWING = Drawing("fanorona", CORE, CORE_ROOMS, CORE_FREE, YET_TYPES)
DRAWINGS = (CORE_DRAWING, Drawing("lakabe", "host/lakabe", HOST_ROOMS, HOST_FREE))

NATIVE = ("native", "viper", "asm_thumb")


def imports(tree: ast.AST, types: bool = False) -> Iterator[str]:
    """Every module and name imported: `from a import b` gives `a` and `a.b`; with those for `types` only."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            module = "." * node.level + (node.module or "")
            yield module
            yield from (f"{module}.{alias.name}" for alias in node.names)
        elif not types and isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING"):
            yield from imports(ast.Module(node.orelse, []))
        else:
            yield from imports(node, types)


def under(name: str, module: str) -> bool:
    """Whether an import of `name` is one of `module` or of something in it."""
    return name == module or name.startswith(module + ".")


def native_code(tree: ast.AST) -> list[str]:
    """Decorators that compile to machine code, which the wasm interpreter refuses."""
    return [
        ast.unparse(decorator)
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        for decorator in node.decorator_list
        if ast.unparse(decorator).split("(")[0].split(".")[-1] in NATIVE
    ]


def import_attempts(tree: ast.AST) -> bool:
    """Whether an import stands in a try."""
    attempts = [node for node in ast.walk(tree) if isinstance(node, ast.Try)]
    return any(list(imports(attempt)) for attempt in attempts)


class Tree:
    """The files below a folder, each read once: what it imports, by its path from there."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._imports: dict[str, frozenset[str]] = {}

    def parsed(self, pattern: str) -> Iterator[tuple[str, ast.AST]]:
        """The files of a pattern and their syntax trees."""
        for path in sorted(self._root.glob(pattern)):
            yield self._name(path), ast.parse(path.read_text(encoding="utf-8"), str(path))

    def imports(self, pattern: str) -> Iterator[tuple[str, frozenset[str]]]:
        """The files of a pattern and what they import."""
        for path in sorted(self._root.glob(pattern)):
            name = self._name(path)
            if name not in self._imports:
                self._imports[name] = frozenset(
                    imports(ast.parse(path.read_text(encoding="utf-8"), str(path)))
                )
            yield name, self._imports[name]

    def _name(self, path: Path) -> str:
        return path.relative_to(self._root).as_posix()


def drawn(root: Path, drawing: Drawing) -> dict[str, dict[str, bool]]:
    """The modules of a package, which of them each imports, and whether for types only."""
    folder = (root / drawing.folder).parent
    paths = {}
    for path in sorted(folder.glob(f"{drawing.package}/**/*.py")):
        if "node_modules" not in path.parts and "device" not in path.parts:
            parts = path.relative_to(folder).with_suffix("").parts
            paths[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    found = {}
    for module, path in paths.items():
        tree = ast.parse(path.read_text(encoding="utf-8"))
        run = set(imports(tree))
        # What a package's own modules import of it is imported from where it begins.
        named = {name for name in imports(tree, types=True) if name in paths and not under(module, name)}
        found[module] = {name: name not in run for name in sorted(named)}
    return found


def room(module: str) -> str:
    """The room of a module; empty for the package itself."""
    return module.split(".")[1] if "." in module else ""


def drawing_faults(drawing: Drawing, modules: Mapping[str, Mapping[str, bool]]) -> Iterator[str]:
    """What of these modules is not as drawn, and a circle of imports among them."""
    graph = {}
    for module, imported in modules.items():
        names = [name for name, types in imported.items() if not drawing.excuses(module, name, types)]
        graph[module] = names
        here = room(module)
        if here and here not in drawing.rooms and here not in drawing.free:
            yield f"{module} is in no room"
            continue
        allowed = {"", here, *drawing.free, *drawing.rooms.get(here, ())}
        yield from (f"{module} imports {name}" for name in names if room(name) not in allowed)
    try:
        graphlib.TopologicalSorter(graph).prepare()
    except graphlib.CycleError as error:
        yield f"a circle of imports: {' <- '.join(error.args[1])}"


def faults(root: Path) -> list[str]:
    """Everything in the tree at `root` that breaks a rule."""
    tree = Tree(root)
    found = []
    for pattern, barred in BARRED:
        for name, imported in tree.imports(pattern):
            seen = {i for i in imported for module in barred if under(i, module)}
            found += [f"{name} imports {i}" for i in sorted(seen)]
    for pattern, allowed in ONLY:
        for name, imported in tree.imports(pattern):
            for i in sorted(imported):
                if not any(under(i, module) or under(module, i) for module in allowed):
                    found.append(f"{name} imports {i}")
    for module, users in USERS:
        for folder in ("firmware/**/*.py", "host/lakabe/**/*.py"):
            for name, imported in tree.imports(folder):
                if name not in users and any(under(i, module) for i in imported):
                    found.append(f"{name} imports {module}")
    for name, parsed in tree.parsed("firmware/**/*.py"):
        found += [f"{name} has {decorator} code" for decorator in native_code(parsed)]
        if import_attempts(parsed) and name != f"{CORE}/compat.py":
            found.append(f"{name} tries an import")
    for drawing in DRAWINGS:
        found += drawing_faults(drawing, drawn(root, drawing))
    return sorted(set(found))


def test_every_import_is_allowed() -> None:
    assert faults(ROOT) == []


@pytest.mark.parametrize("pattern", sorted({pattern for pattern, _ in (*BARRED, *ONLY)}))
def test_every_rule_is_about_something(pattern: str) -> None:
    assert list(ROOT.glob(pattern)), f"no file is {pattern}: the rule checks nothing"


@pytest.mark.parametrize(
    ("folder", "name"), [(one.folder, name) for one in DRAWINGS for name in (*one.rooms, *one.free)]
)
def test_every_room_is_there(folder: str, name: str) -> None:
    place = ROOT / folder / name
    assert place.is_dir() or place.with_suffix(".py").is_file(), f"{name} is gone: take it out of the drawing"


def test_every_exception_is_needed() -> None:
    modules = drawn(ROOT, CORE_DRAWING)
    for module, names in YET_TYPES.items():
        for name in names:
            fewer = {**YET_TYPES, module: tuple(one for one in names if one != name)}
            without = replace(CORE_DRAWING, yet_types=fewer)
            assert list(drawing_faults(without, modules)), f"{module} may import {name} no more: take it out"


def test_main_names_all_parts() -> None:
    tree = Tree(ROOT)
    named = {
        one for name in ("main", "start") for _, found in tree.imports(f"firmware/{name}.py") for one in found
    }
    there = {part for part in PARTS if (ROOT / "firmware" / f"{part}.py").exists()}
    assert there | {"fanorona.session"} <= named
