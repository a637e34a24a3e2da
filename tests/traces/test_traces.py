"""Each reed trace tells the same on CPython and on MicroPython with the heap locked, and what it says.

Which comments there are is in `told.py`. Faults planted in the firmware (`faults.py`) make the traces fail
that are named with them.
"""

from __future__ import annotations

import functools
import subprocess
import sys
from pathlib import Path

import pytest

from lakabe.errors import BoardFault
from lakabe.virtual import Run, run_traces
from lakabe.virtual.report import Record, records
from lakabe.virtual.tools import firmware_tree
from lakabe.virtual.trace import parse
from planting import planted
from traces import locked, python
from traces.faults import FAULTS
from traces.told import KINDS, comments, course, expected

FOLDER = Path(__file__).parents[1] / "vectors" / "traces"
FILES = sorted(FOLDER.glob("*.trace"))
QUICK = FILES[::12]
"""Those that MicroPython plays in ``make test``; in ``make test-slow`` the others."""
pytestmark = pytest.mark.xdist_group("traces")  # one worker plays them all


def lines(run: Run) -> list[Record]:
    """All that is reported, without times, lights, and what each board has of its own."""
    found = []
    for record in records(run):
        if record["event"] not in ("hello", "lights"):
            own = {"t_ms": 0, "game": record.get("game", "").partition("-")[2]}
            found.append({**record, **own})
    return found


@functools.cache
def on_python() -> dict[str, Run]:
    """All traces on CPython."""
    return {file.stem: python.run(parse(file.read_text(encoding="utf-8"))) for file in FILES}


@functools.cache
def on_micropython(slow: bool) -> dict[str, Run | BoardFault]:
    """The quick traces or the others, a board each, those with lights in an interpreter of their own."""
    found: dict[str, Run | BoardFault] = {}
    for lights in (False, True):
        chosen = [file for file in FILES if (file not in QUICK) == slow]
        files = [file for file in chosen if bool(comments(file, "lit") + comments(file, "light")) == lights]
        found |= zip([file.stem for file in files], play(files, lights), strict=True)
    return found


def play(files: list[Path], lights: bool, firmware: Path | None = None) -> list[Run | BoardFault]:
    """The traces on MicroPython, the heap locked; what went wrong where the firmware stops."""
    traces = [parse(file.read_text(encoding="utf-8")) for file in files]
    found: list[Run | BoardFault] = []
    with locked.tree(firmware or firmware_tree()) as tree:
        while len(found) < len(traces):
            try:
                for run in run_traces(traces[len(found) :], lights=lights, firmware=tree):
                    found.append(run)
            except BoardFault as fault:
                found.append(fault)
    return found


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_on_python(file: Path) -> None:
    run = on_python()[file.stem]
    assert course(run, file) == expected(file)
    assert not [record for record in records(run) if record["event"] == "unknown"], "the board told nonsense"


@pytest.mark.parametrize(
    "file",
    [file if file in QUICK else pytest.param(file, marks=pytest.mark.slow) for file in FILES],
    ids=lambda file: file.stem,
)
def test_on_micropython(file: Path) -> None:
    run = on_micropython(file not in QUICK)[file.stem]
    if isinstance(run, BoardFault):
        pytest.fail(str(run), pytrace=False)
    other = on_python()[file.stem]
    assert lines(run) == lines(other)
    assert course(run, file) == course(other, file)


def test_one_worker_plays_them_all(request: pytest.FixtureRequest) -> None:
    """xdist puts the name of a group behind that of a test, in vain with a pytest that it does not know."""
    in_groups = getattr(request.config.option, "loadgroup", False)
    assert request.node.nodeid.endswith("@traces") == in_groups


def test_every_trace_says_what_must_come_of_it() -> None:
    assert len(FILES) >= 200
    for file in FILES:
        assert len(comments(file, "expect")) == 1, file.name
        said = [line for line in file.read_text(encoding="utf-8").splitlines() if line.startswith("# ")]
        assert any(line[2:].split(":")[0] not in KINDS for line in said), f"{file.name}: what is it about?"


@pytest.mark.xdist_group("planted faults")  # the other worker may have them
@pytest.mark.parametrize(
    "fault",
    [
        pytest.param(fault, marks=pytest.mark.slow) if number % 12 else fault
        for number, fault in enumerate(FAULTS)
    ],
)
def test_a_planted_fault_is_found(fault: str, tmp_path: Path) -> None:
    name, right, wrong, told_by = FAULTS[fault]
    files = [FOLDER / f"{stem}.trace" for stem in told_by]
    tree = planted(tmp_path, name, right, wrong)
    for file, run in zip(files, play(files, lights=True, firmware=tree), strict=True):
        assert course(run, file) != expected(file), file.stem


def test_what_the_tracker_made_of_a_trace_is_shown() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "traces.shown", "corrected-after-the-end-quick"],
        cwd=Path(__file__).parents[1],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "_enter_found" in done.stdout or "_begin_review" in done.stdout


ALLOCATIONS = {
    "an irregular move": (
        "rules/game.py",
        "self.record.take_board(self.position.board)",
        "let-stand-by-turn",
    ),
    "a takeback": ("rules/game.py", "self.record.last = self._last", "taken-back-chain"),
    "a move is told anew": ("rules/game.py", "record.last = self._earlier", "paika-to-another-point"),
    "an error is shown": ("lights/painter.py", "self._paint_errors(tracker)", "wrong-destination"),
}
"""File of the core, a statement there before which something is created, and a trace that tells."""


@pytest.mark.parametrize("what", ALLOCATIONS)
def test_an_allocation_is_found(what: str, tmp_path: Path) -> None:
    name, statement, told_by = ALLOCATIONS[what]
    tree = planted(tmp_path, name, statement, f"bytearray(1); {statement}")
    (found,) = play([FOLDER / f"{told_by}.trace"], lights=False, firmware=tree)
    assert isinstance(found, BoardFault)
    assert "MemoryError" in str(found)
