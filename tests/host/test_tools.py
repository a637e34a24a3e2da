"""The tools that only developers run: `python -m tools...`; perft and moves."""

from __future__ import annotations

import io
import json
import os
import re
import runpy
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from fanorona.rules import rules
from tools import command
from tools.moves import list_moves, moves
from tools.perft import DEEPEST, perft

START = "BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW W"
ROOT = Path(__file__).parents[2]
ENVIRONMENT = {**os.environ, "PYTHONPATH": f"{ROOT / 'host'}:{ROOT / 'firmware' / 'lib'}"}


@pytest.mark.parametrize("name", ["book", "census", "lessons", "match", "moves", "perft", "tables"])
def test_each_explains_itself(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", [name, "--help"])
    for module in (f"tools.{name}.__main__", f"tools.{name}"):
        if not hasattr(sys.modules.get(module), "__path__"):
            monkeypatch.delitem(sys.modules, module, raising=False)
    with pytest.raises(SystemExit) as end:
        runpy.run_module(f"tools.{name}", run_name="__main__")
    assert end.value.code == 0
    assert "Usage: python -m tools" in capsys.readouterr().out


@pytest.mark.parametrize("arguments", [[], ["x"], ["-1"], ["1", "foo"]])
def test_a_wrong_call_is_one_line_and_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert command.run(perft, arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert re.fullmatch(r"lakabe: .+ \(.+\)\n", captured.err)


@pytest.mark.parametrize("depth", ["-1", "100", "100000"])
def test_a_depth_out_of_range_is_named(depth: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert command.run(perft, [depth]) == 2
    assert re.match(r"lakabe: .*(negative|less than or equal to 99)", capsys.readouterr().err)


def test_the_deepest_count_fits_into_a_position() -> None:
    """A turn takes an entry, and so does each step: one a turn, and one more for each stone taken."""
    assert 2 * DEEPEST + 44 <= rules.LOG


def test_a_reader_that_goes_away() -> None:
    lines = (START + "\n") * 400
    process = subprocess.Popen(
        [sys.executable, "-m", "tools.moves"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        env=ENVIRONMENT,
    )  # fmt: skip
    assert process.stdout is not None
    process.stdout.close()
    _, said = process.communicate(lines.encode())
    assert said == b""
    assert process.returncode == 128 + signal.SIGPIPE


@pytest.mark.parametrize(("depth", "count"), [(0, 1), (1, 5), (2, 39), (3, 724)])
def test_perft(depth: int, count: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert command.run(perft, [str(depth)]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == str(count)
    assert command.run(perft, ["--divide", str(depth), START]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1] == str(count)
    assert sum(int(line.split(": ")[1]) for line in lines[:-1]) == (count if depth else 0)


def test_perft_takes_a_position_in_one_word_or_two(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.run(perft, ["1", "9/9/4W4/9/9 W"]) == 0
    assert command.run(perft, ["1", "9/9/4W4/9/9", "W"]) == 0
    assert capsys.readouterr().out == "8\n8\n"


def test_moves(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{START}\r\n\n9/9/9/9/9 B\n"))
    assert command.run(moves, []) == 0
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert second == {"position": "9/9/9/9/9 B", "moves": []}
    assert first["position"] == START
    taken = {move["move"]: set(move["captures"]) for move in first["moves"]}
    assert taken == {  # O1 to O5
        "e2-e3A": {"e4", "e5"}, "f2-e3A": {"d4", "c5"}, "d2-e3A": {"f4", "g5"},
        "d3-e3A": {"f3"}, "d3-e3W": {"c3"},
    }  # fmt: skip
    after = {move["move"]: move["position"] for move in first["moves"]}
    assert after["d3-e3W"] == "BBBBBBBBB/BBBBBBBBB/BW2WBWBW/WWWWWWWWW/WWWWWWWWW B"


def test_moves_of_a_chain_name_all_that_is_taken() -> None:
    found = list_moves("9/9/1B1B5/W8/9 W")["moves"]
    assert all(isinstance(move["captures"], list) for move in found)
    for move in found:
        assert (move["captures"] == []) == ("A" not in move["move"] and "W" not in move["move"])


def test_a_bad_position_names_its_line_after_what_came_before(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{START}\n\nnonsense\n{START}\n"))
    assert command.run(moves, []) == 2
    captured = capsys.readouterr()
    assert len(captured.out.splitlines()) == 1
    assert captured.err.startswith("lakabe: line 3: ")
    assert captured.err.count("\n") == 1
