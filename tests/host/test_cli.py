"""The command line's frame: help, exit codes, one line for every failure; perft and moves."""

from __future__ import annotations

import importlib
import io
import json
import os
import re
import signal
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import lakabe
from fanorona import rules
from lakabe import cli, errors
from lakabe.cli.moves import list_moves
from lakabe.cli.perft import DEEPEST

START = "BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW W"
ROOT = Path(__file__).parents[2]
ENVIRONMENT = {**os.environ, "PYTHONPATH": f"{ROOT / 'host'}:{ROOT / 'firmware' / 'lib'}"}


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["--help"]) == 0
    shown = capsys.readouterr().out
    for name in cli.COMMANDS:
        assert name in shown


def test_every_command_has_a_module_that_loads_and_explains_itself(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for name in cli.COMMANDS:
        importlib.import_module(f"lakabe.cli.{name}")
        assert cli.run([name, "--help"]) == 0, name
        assert f"lakabe {name}" in capsys.readouterr().out


def test_the_help_loads_nothing_heavy() -> None:
    heavy = ["sqlalchemy", "starlette", "serial", "fanorona"]
    code = (
        "import sys; from lakabe import cli; cli.run(['--help']);"
        f" sys.exit(bool(set({heavy}) & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], env=ENVIRONMENT, stdout=subprocess.DEVNULL)
    assert done.returncode == 0


def test_the_version_is_the_project_s(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["--version"]) == 0
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert capsys.readouterr().out == f"lakabe {project['version']}\n"
    assert lakabe.__version__ == project["version"]


def test_a_bare_call_shows_the_help_and_fails(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run([]) == 2
    captured = capsys.readouterr()
    assert "Commands" in captured.out
    assert captured.err == ""


@pytest.mark.parametrize(
    "arguments", [["bogus"], ["perft"], ["perft", "x"], ["perft", "-1"], ["perft", "1", "foo"], ["--bogus"]]
)
def test_a_wrong_call_is_one_line_and_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert re.fullmatch(r"lakabe: .+ \(.+\)\n", captured.err)


@pytest.mark.parametrize("depth", ["-1", "100", "100000"])
def test_a_depth_out_of_range_is_named(depth: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["perft", depth]) == 2
    assert re.match(r"lakabe: .*(negative|less than or equal to 99)", capsys.readouterr().err)


def test_the_deepest_count_fits_into_a_position() -> None:
    """A turn takes an entry, and so does each step: one a turn, and one more for each stone taken."""
    assert 2 * DEEPEST + 44 <= rules.LOG


def test_a_missing_part_of_one_command_leaves_the_others(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "lakabe.cli.play", None)
    assert cli.run(["play"]) == errors.SetupError.exit_code
    assert "make setup" in capsys.readouterr().err
    assert cli.run(["--help"]) == 0
    assert cli.run(["perft", "1"]) == 0


def test_exit_codes_are_distinct_by_kind() -> None:
    def codes(kind: type[errors.LakabeError]) -> dict[str, int]:
        found = {kind.__name__: kind.exit_code}
        for below in kind.__subclasses__():
            found |= codes(below)
        return found

    known = codes(errors.LakabeError)
    expected = {
        "LakabeError": 1, "UsageError": 2, "InputError": 2, "NoBoardError": 3, "PortError": 4,
        "ProtocolError": 5, "ArchiveError": 6, "SetupError": 7, "BoardFault": 8,
    }  # fmt: skip
    assert expected.items() <= known.items()


def test_the_line_of_an_error_is_one_line() -> None:
    error = errors.InputError("bad\r\n\x1b[31mthing", "do\nthat", number=4)
    assert error.line() == "lakabe: line 4: bad [31mthing (do that)"
    assert errors.PortError("gone").line() == "lakabe: gone"


def test_an_unknown_fault_keeps_its_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setattr("fanorona.moves.perft", lambda *_: 1 // 0)
    assert cli.run(["perft", "1"]) == 1
    (kept,) = (tmp_path / "lakabe").iterdir()
    assert str(kept) in capsys.readouterr().err
    assert "ZeroDivisionError" in kept.read_text()
    assert cli.run(["--debug", "perft", "1"]) == 1
    assert "Traceback" in capsys.readouterr().err


def test_interrupted(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupt(*_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("fanorona.moves.perft", interrupt)
    assert cli.run(["perft", "1"]) == 130
    assert capsys.readouterr().err == ""


def test_a_reader_that_goes_away() -> None:
    lines = (START + "\n") * 400
    process = subprocess.Popen(
        [sys.executable, "-m", "lakabe", "moves"],
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
    assert cli.run(["perft", str(depth)]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == str(count)
    assert cli.run(["perft", "--divide", str(depth), START]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1] == str(count)
    assert sum(int(line.split(": ")[1]) for line in lines[:-1]) == (count if depth else 0)


def test_perft_takes_a_position_in_one_word_or_two(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["perft", "1", "9/9/4W4/9/9 W"]) == 0
    assert cli.run(["perft", "1", "9/9/4W4/9/9", "W"]) == 0
    assert capsys.readouterr().out == "8\n8\n"


def test_moves(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{START}\r\n\n9/9/9/9/9 B\n"))
    assert cli.run(["moves"]) == 0
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
    assert cli.run(["moves"]) == 2
    captured = capsys.readouterr()
    assert len(captured.out.splitlines()) == 1
    assert captured.err.startswith("lakabe: line 3: ")
    assert captured.err.count("\n") == 1
