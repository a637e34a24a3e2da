"""Reed traces written by hand, through the whole firmware on MicroPython.

In `tests/vectors/traces/*.trace` the comments `# expect: ...` say, in order, everything that the board must
report of games, set-up, moves, questions, wishes and results, `# test: ...` of a self-test (the point that is
lit it may tell again), and `# final: ...` the last position (N2). `# lit: 1750 n:d2` says which points are
lit at that ms, each behind its role letter, in reading order. Faults planted in the firmware make the traces
that are named with them fail.
"""

from __future__ import annotations

import functools
import itertools
import shutil
from pathlib import Path

import pytest

from lakabe.board.events import Test
from lakabe.virtual import Run, run_traces
from lakabe.virtual.report import Record, records
from lakabe.virtual.tools import firmware_tree
from lakabe.virtual.trace import parse

FOLDER = Path(__file__).parents[1] / "vectors" / "traces"
FILES = sorted(FOLDER.glob("*.trace"))
pytestmark = pytest.mark.xdist_group("traces")  # one worker plays them all
SIGNS = {"+": "put", "-": "remove", "?": "touch"}
NAMES = [column + row for row in "54321" for column in "abcdefghi"]
FAULTS = {
    "P3: what looks like a chain counts when the question whether it is one has stood for a while": (
        "hands/tracker.py",
        "                self._goes_on = True  # nothing else is looked for\n",
        "",
        ("chain-or-reply-quick", "reply-or-chain-quick", "turn-with-a-question"),
    ),
    "P3: what was taken too early is asked for only until the stones have stood for a while": (
        "hands/tracker.py",
        "            self.status = WRONG\n            self._goes_on = True\n            return CHANGED\n",
        "            self.status = WRONG\n            return CHANGED\n",
        ("taken-too-early-quick",),
    ),
    "P3: turn counts only when the stones have stood for a while": (
        "session.py",
        "            in_vain = not left(IN_VAIN_MS, self._touched_at, self._now)\n",
        "            in_vain = not left(IN_VAIN_MS, self._touched_at, self._now)\n"
        "            if left(REST_MS, self._touched_at, self._now):\n                return\n",
        ("open-ended-by-turn-quick", "taken-too-early-quick"),
    ),
    "P3: turn answers the question whether it was a chain": (
        "hands/tracker.py",
        "        reading = self.reading\n        if self.phase == PLAY and self._stands_complete():\n",
        "        reading = self.reading\n        if self.status == WRONG and reading.stage == COMPLETE:\n"
        "            reading.weighing.best.play(self.game.position)\n            return self._commit()\n"
        "        if self.phase == PLAY and self._stands_complete():\n",
        ("turn-with-a-question",),
    ),
    "a board does without the five stones of a column": (
        "hands/tracker.py",
        "self.sees_too_little = reading.blind.size + marks.size > _MOST_BLIND",
        "self.sees_too_little = reading.blind.size + marks.size > 5",
        ("line-dark-column",),
    ),
    "P5: stones that must come are asked for before those that must go": (
        "lights/painter.py",
        "                    self._lit.put(p, EXTRA)\n                    return\n",
        "                    continue\n",
        ("taken-back-chain",),
    ),
    "P5: stones that come back to a bumped board take back those that are still beside it": (
        "hands/takeback.py",
        "        if comes_back and self._stones < stones[1] + stones[2]:\n            return\n",
        "",
        ("telo-bumped",),
    ),
}
"""File of the core, what stands there, what is put there instead, and the traces that tell."""


def comments(file: Path, word: str) -> list[str]:
    lines = file.read_text(encoding="utf-8").splitlines()
    return [line.removeprefix(f"# {word}: ") for line in lines if line.startswith(f"# {word}: ")]


def told(record: Record) -> str:
    """One record as the comments have it; empty where they do not speak of such."""
    signs = {point: sign for sign, what in SIGNS.items() for point in record.get(what, ())}
    points = "".join(f" {signs.get(point, '')}{point}" for point in record.get("points", ()))
    match record["event"]:
        case "game":
            return "game"
        case "restored":
            return "restored"
        case "blind":
            return f"blind {record['what']}{points}"
        case "setup":
            return f"setup{points}"
        case "ask":
            return f"ask {record['reason']}{points}"
        case "move":
            return f"move {record['ply']} {record['move']}"
        case "irregular":
            return f"irregular {record['ply']} {record['position']}"
        case "takeback":
            return f"takeback {record['ply']}"
        case "wish":
            return f"wish {record['wish']}"
        case "result":
            return f"result {record['result']} {record['reason']}"
        case "text" | "no" | "bad" | "lost" | "unknown":
            return repr(record)
    return ""


def lit(letters: str) -> str:
    """The points that a frame lights, as the comments have them."""
    return " ".join(
        f"{letter}:{point}" for letter, point in zip(letters, NAMES, strict=True) if letter != "."
    )


def course(run: Run, file: Path) -> tuple[list[str], ...]:
    """What the comments of ``file`` should say of ``run``: reports, test, lights at those ms, position."""
    *all_records, end = records(run)
    frames = [(record["t_ms"], record["lights"]) for record in all_records if record["event"] == "lights"]
    shown = []
    for comment in comments(file, "lit"):
        at = comment.split()[0]
        latest = [letters for t_ms, letters in frames if t_ms <= float(at)][-1]
        shown.append(f"{at} {lit(latest)}".strip())
    tests = [f"{one.part} {one.detail}".strip() for _, one in run.events if isinstance(one, Test)]
    tested = [line for line, _ in itertools.groupby(tests)]
    return [line for line in map(told, all_records) if line], tested, shown, [end["position"]]


def expected(file: Path) -> tuple[list[str], ...]:
    return tuple(comments(file, word) for word in ("expect", "test", "lit", "final"))


@functools.cache
def runs() -> dict[str, Run]:
    """All traces, each on a board of its own: those without lights in one interpreter, the others in one."""
    found: dict[str, Run] = {}
    for lights in (False, True):
        files = [file for file in FILES if bool(comments(file, "lit")) == lights]
        found |= zip([file.name for file in files], play(files, lights), strict=True)
    return found


def play(files: list[Path], lights: bool, firmware: Path | None = None) -> list[Run]:
    traces = [parse(file.read_text(encoding="utf-8")) for file in files]
    return list(run_traces(traces, lights=lights, firmware=firmware))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_trace(file: Path) -> None:
    assert course(runs()[file.name], file) == expected(file)


def test_one_worker_plays_them_all(request: pytest.FixtureRequest) -> None:
    """xdist puts the name of a group behind that of a test, in vain with a pytest that it does not know."""
    in_groups = getattr(request.config.option, "loadgroup", False)
    assert request.node.nodeid.endswith("@traces") == in_groups


def test_there_are_traces() -> None:
    assert len(FILES) >= 25
    for file in FILES:
        assert comments(file, "expect"), f"{file.name} expects nothing"


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found(fault: str, tmp_path: Path) -> None:
    name, right, wrong, told_by = FAULTS[fault]
    tree = tmp_path / "firmware"
    shutil.copytree(firmware_tree(), tree, ignore=shutil.ignore_patterns("__pycache__"))
    planted = tree / "lib" / "fanorona" / name
    text = planted.read_text(encoding="utf-8")
    assert text.count(right) == 1, "the firmware has been rewritten: plant this fault anew"
    planted.write_text(text.replace(right, wrong), encoding="utf-8")
    files = [FOLDER / f"{stem}.trace" for stem in told_by]
    for file, run in zip(files, play(files, lights=True, firmware=tree), strict=True):
        assert course(run, file) != expected(file), file.stem
