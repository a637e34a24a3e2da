"""The checks themselves: each finds a fault that is planted for it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from fnmatch import fnmatch
from pathlib import Path

import pytest

import hands
import test_imports
from lakabe.virtual import run_traces
from lakabe.virtual.report import records
from lakabe.virtual.trace import parse

ROOT = Path(__file__).resolve().parent.parent
CORE = ROOT / "firmware/lib/fanorona"


# Import rules


def example(pattern: str) -> str:
    """A file name that a pattern matches."""
    return pattern.replace("[!_]*", "planted").replace("*", "planted")


@pytest.mark.parametrize(("pattern", "barred"), test_imports.BARRED)
def test_a_barred_import_is_found(tmp_path: Path, pattern: str, barred: tuple[str, ...]) -> None:
    file = tmp_path / example(pattern)
    assert fnmatch(str(file), str(tmp_path / pattern))
    file.parent.mkdir(parents=True)
    for module in barred:
        package, _, last = module.rpartition(".")
        for line in (
            f"import {module}",
            f"from {module} import x",
            f"from {package or module} import {last}",
        ):
            file.write_text(f"def late():\n    {line}\n", encoding="utf-8")
            found = test_imports.faults(tmp_path)
            assert any(one.startswith(f"{example(pattern)} imports ") for one in found), line


@pytest.mark.parametrize(("pattern", "allowed"), test_imports.ONLY)
def test_an_import_that_is_not_on_the_list_is_found(
    tmp_path: Path, pattern: str, allowed: tuple[str, ...]
) -> None:
    file = tmp_path / pattern
    file.parent.mkdir(parents=True)
    file.write_text("\n".join(f"import {module}" for module in allowed), encoding="utf-8")
    assert test_imports.faults(tmp_path) == []
    file.write_text("import array", encoding="utf-8")
    assert test_imports.faults(tmp_path) == [f"{pattern} imports array"]


@pytest.mark.parametrize(("module", "users"), test_imports.USERS)
def test_another_user_is_found(tmp_path: Path, module: str, users: tuple[str, ...]) -> None:
    for name in (*users, "firmware/planted.py", "host/lakabe/planted.py"):
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"import {module}", encoding="utf-8")
    found = test_imports.faults(tmp_path)
    assert [line for line in found if line.endswith(f" {module}") and "planted" in line] == [
        f"firmware/planted.py imports {module}",
        f"host/lakabe/planted.py imports {module}",
    ]
    assert not [line for line in found if line.startswith(users)]


OTHERS = {
    "lakabe": (
        "games/pgn.py",
        "archive/store.py",
        "board/link.py",
        "engine/moves.py",
        "help/hint.py",
        "web/hub.py",
    ),
    "fanorona": (
        "rules/board.py",
        "hands/tracker.py",
        "lights/painter.py",
        "store/journal.py",
        "wire/commands.py",
        "modes/menu.py",
        "session.py",
    ),
}
FOLDERS = {drawing.package: drawing.folder for drawing in test_imports.DRAWINGS}


def planted(root: Path, package: str, name: str, code: str) -> list[str]:
    """The faults found where a file of the package is this, and the files that it may import are empty."""
    folder = root / FOLDERS[package]
    for other in OTHERS[package]:
        (folder / other).parent.mkdir(parents=True, exist_ok=True)
        (folder / other).touch()
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(code, encoding="utf-8")
    return test_imports.faults(root)


@pytest.mark.parametrize(
    ("package", "name", "module"),
    [
        ("lakabe", "games/planted.py", "archive.store"),
        ("lakabe", "archive/planted.py", "board.link"),
        ("lakabe", "board/planted.py", "engine.moves"),
        ("lakabe", "engine/planted.py", "board.link"),
        ("lakabe", "engine/tables/planted.py", "help.hint"),
        ("lakabe", "help/puzzles/planted.py", "web.hub"),
        ("lakabe", "matches/planted.py", "web.hub"),
        ("lakabe", "errors.py", "games.pgn"),
        ("fanorona", "rules/planted.py", "hands.tracker"),
        ("fanorona", "hands/planted.py", "lights.painter"),
        ("fanorona", "lights/planted.py", "wire.commands"),
        ("fanorona", "store/planted.py", "hands.tracker"),
        ("fanorona", "wire/planted.py", "store.journal"),
        ("fanorona", "wire/planted.py", "modes.menu"),
        ("fanorona", "store/planted.py", "wire.commands"),
        ("fanorona", "modes/planted.py", "session"),
        ("fanorona", "compat.py", "rules.board"),
    ],
)
def test_an_import_against_the_drawing_is_found(tmp_path: Path, package: str, name: str, module: str) -> None:
    importer = f"{package}.{name[:-3].replace('/', '.')}"
    above, _, last = f"{package}.{module}".rpartition(".")
    for line in (
        f"import {package}.{module}",
        f"from {package}.{module} import x",
        f"from {above} import {last}",
    ):
        found = planted(tmp_path, package, name, f"if TYPE_CHECKING:\n    {line}\n")
        assert found == [f"{importer} imports {package}.{module}"], line
    assert planted(tmp_path, package, name, "") == []


def test_an_exception_for_types_is_not_one_at_run_time(tmp_path: Path) -> None:
    line = "from fanorona.session import x"
    assert planted(tmp_path, "fanorona", "modes/menu.py", f"if TYPE_CHECKING:\n    {line}\n") == []
    found = planted(tmp_path, "fanorona", "modes/menu.py", f"def late():\n    {line}\n")
    assert found == ["fanorona.modes.menu imports fanorona.session"]


@pytest.mark.parametrize("package", FOLDERS)
def test_a_module_in_no_room_is_found(tmp_path: Path, package: str) -> None:
    assert planted(tmp_path, package, "planted.py", "") == [f"{package}.planted is in no room"]


@pytest.mark.parametrize(
    ("package", "room", "other"), [("lakabe", "games", "pgn"), ("fanorona", "rules", "board")]
)
def test_a_circle_of_imports_is_found(tmp_path: Path, package: str, room: str, other: str) -> None:
    late = f"def late():\n    from {package}.{room} import planted\n"
    types = f"if TYPE_CHECKING:\n    from {package}.{room}.{other} import x\n"
    planted(tmp_path, package, f"{room}/{other}.py", late)
    (found,) = planted(tmp_path, package, f"{room}/planted.py", types)
    assert found.startswith("a circle of imports: ") and f"{package}.{room}.planted" in found


@pytest.mark.parametrize(
    ("code", "fault"),
    [
        ("@micropython.viper\ndef f(): pass", "has micropython.viper code"),
        ("@native\ndef f(): pass", "has native code"),
        ("class A:\n    @micropython.asm_thumb(noreturn=True)\n    def f(self): pass", "code"),
        ("try:\n    from array import array\nexcept ImportError:\n    array = None", "tries an import"),
    ],
)
def test_other_faults_of_the_firmware_are_found(tmp_path: Path, code: str, fault: str) -> None:
    file = tmp_path / "firmware/lib/fanorona/rules/planted.py"
    file.parent.mkdir(parents=True)
    file.write_text(code, encoding="utf-8")
    (found,) = test_imports.faults(tmp_path)
    assert fault in found


def test_imports_for_types_only_do_not_count(tmp_path: Path) -> None:
    file = tmp_path / "firmware/lib/fanorona/rules/planted.py"
    file.parent.mkdir(parents=True)
    file.write_text("if TYPE_CHECKING:\n    import time\n", encoding="utf-8")
    assert test_imports.faults(tmp_path) == []
    file.write_text("if TYPE_CHECKING:\n    pass\nelse:\n    import time\n", encoding="utf-8")
    assert test_imports.faults(tmp_path) == ["firmware/lib/fanorona/rules/planted.py imports time"]


# The rules: each is tested well enough that playing without it is noticed

MUTANTS = {
    "R2: paika beside a capture": (
        "rules/rules.py",
        "if not kinds and not self.steps and not self.phase and not self.must_capture():",
        "if not kinds and not self.steps and not self.phase:",
    ),
    "R7: back to a point visited": ("rules/rules.py", "self.visited[q] or ", ""),
    "R8: twice in one direction": ("rules/rules.py", " or WAY[self._step[last]] == WAY[s]", ""),
    "R3: no withdrawal": ("rules/rules.py", "if board[BEHIND[s]] == enemy:", "if False:"),
    "R4: one stone only": (
        "rules/rules.py",
        "while board[x] == enemy:\n                board",
        "if board[x] == enemy:\n                board",
    ),
    "R7, going on: back to a point visited": ("rules/rules.py", "and not visited[q]", ""),
    "R8, going on: twice in one direction": ("rules/rules.py", "and WAY[s] != last", ""),
    "R12: moves left out": (
        "rules/moves.py",
        "FIRST[FROM[s] + 1] if position.steps else STEPS",
        "FIRST[FROM[s] + 1]",
    ),
    "R7, counting: back to a point visited": ("rules/moves.py", "board[q] = WALL", "pass"),
    "R8, counting: on in the same direction": ("rules/moves.py", "if (WAY[t] ^ WAY[s]) & 3:", "if True:"),
    "R9, counting: captured stones stay": ("rules/moves.py", "board[z] = EMPTY", "pass"),
    "undo: a stone not put back": ("rules/rules.py", "self.stones[enemy] += taken", "pass"),
    "undo: a point stays visited": ("rules/rules.py", "self.visited[q] = 0", "pass"),
    "B2: other points strong": ("rules/geometry.py", "first += first & 1", "first += 1 - (first & 1)"),
    "N1: the letters swapped": (
        "rules/parsing.py",
        'APPROACH if word[3:] == b"A" else WITHDRAWAL if word[3:] == b"W"',
        'APPROACH if word[3:] == b"W" else WITHDRAWAL if word[3:] == b"A"',
    ),
}


# The functions of the core's tests need no pytest, which takes longer to start than most of them to run.
FOUND = 9
RUN = f"""
import importlib, sys, traceback
for module in [importlib.import_module(name) for name in sys.argv[1:]]:
    for name, function in vars(module).items():
        if name.startswith("test_"):
            try:
                function()
            except Exception:
                traceback.print_exc()
                sys.exit({FOUND})
"""


def run_core_tests(core: Path) -> subprocess.CompletedProcess[str]:
    """The tests of the rules with the ``fanorona`` in a folder; they end with FOUND at the first failure."""
    return subprocess.run(
        [sys.executable, "-c", RUN, "test_geometry", "test_rules", "test_notation"],
        env={
            **os.environ,
            "PYTHONPATH": f"{core}{os.pathsep}{ROOT / 'tests/core'}",
            "PYTHONDONTWRITEBYTECODE": "1",
        },
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_in_the_rules_as_they_are_no_fault_is_found() -> None:
    done = run_core_tests(CORE.parent)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("fault", MUTANTS)
def test_a_fault_in_the_rules_is_found(tmp_path: Path, fault: str) -> None:
    file, right, wrong = MUTANTS[fault]
    shutil.copytree(CORE, tmp_path / "fanorona", ignore=shutil.ignore_patterns("__pycache__"))
    text = (CORE / file).read_text(encoding="utf-8")
    assert right in text, "the rules have been rewritten: plant this fault anew"
    (tmp_path / "fanorona" / file).write_text(text.replace(right, wrong), encoding="utf-8")
    done = run_core_tests(tmp_path)
    assert done.returncode == FOUND, done.stdout + done.stderr


# The traces: another order of events is another game


def test_a_wrong_move_in_a_trace_is_found() -> None:
    """The reply of open-ended-by-reply, its contacts in the order in which Black would have gone on."""
    text = (ROOT / "tests/vectors/traces/open-ended-by-reply.trace").read_text(encoding="utf-8")
    lines = text.splitlines()
    times = [lines[n].split()[0] for n in range(-4, -1)]
    lines[-4:-1] = [f"{times[0]} c3 0", f"{times[1]} d3 1", f"{times[2]} e3 0"]
    (run,) = run_traces([parse("\n".join(lines) + "\n")])
    moves = [record["move"] for record in records(run) if record["event"] == "move"]
    assert "# expect: d3-e3W c4-c3A e3-d3A" in lines
    assert moves == ["d3-e3W", "c4-c3A-d3A"]


def test_a_game_recorded_wrongly_is_found() -> None:
    performed = hands.Performance("", [frozenset({"e2-e3A"}), frozenset({"f4-e5W"})], "", None, 0.0)
    first = {"event": "move", "ply": 1, "move": "e2-e3A"}
    second = {"event": "move", "ply": 2, "move": "f4-e5W"}
    assert hands.wrong_moves(performed, [first, second]) == []
    assert hands.wrong_moves(performed, [first, {**second, "move": "f4-e5A"}])
    assert hands.wrong_moves(performed, [first])
    assert hands.wrong_moves(performed, [first, second, {**second, "ply": 3}])
    assert hands.wrong_moves(performed, [first, {**second, "ply": 3}])
