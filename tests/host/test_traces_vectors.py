"""Reed traces written by hand, through the whole firmware on MicroPython.

In `tests/vectors/traces/*.trace` the comments `# expect: ...` say, in order, everything that the board must
report of games, set-up, moves, questions, wishes and results, and `# final: ...` the last position (N2).
"""

from __future__ import annotations

import functools
from pathlib import Path

import pytest

from lakabe.virtual import Run, run_traces
from lakabe.virtual.report import Record, records
from lakabe.virtual.trace import parse

FILES = sorted((Path(__file__).parents[1] / "vectors" / "traces").glob("*.trace"))
pytestmark = pytest.mark.xdist_group("traces")  # one worker plays them all
SIGNS = {"+": "put", "-": "remove", "?": "touch"}


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


@functools.cache
def runs() -> dict[str, Run]:
    """All traces in one interpreter, each on a board of its own."""
    traces = [parse(file.read_text(encoding="utf-8")) for file in FILES]
    return {file.name: run for file, run in zip(FILES, run_traces(traces), strict=True)}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_trace(file: Path) -> None:
    *course, end = records(runs()[file.name])
    assert [line for line in map(told, course) if line] == comments(file, "expect")
    assert [end["position"]] == comments(file, "final")


def test_there_are_traces() -> None:
    assert len(FILES) >= 25
    for file in FILES:
        assert comments(file, "expect"), f"{file.name} expects nothing"
