"""The command line's frame: help, exit codes, one line for every failure."""

from __future__ import annotations

import importlib
import os
import re
import signal
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import lakabe
from lakabe import cli, errors
from lakabe.engine.warm import prepare

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


@pytest.mark.parametrize(
    ("words", "heavy"),
    [
        (["games"], ["sqlalchemy.orm", "numba", "starlette", "serial"]),
        (["hint", START, "--time", "0.01"], ["sqlalchemy", "lakabe.help.others", "starlette", "serial"]),
        (["lessons", "1"], ["sqlalchemy", "numba", "starlette", "serial"]),
    ],
)
def test_a_command_loads_only_what_it_needs(words: list[str], heavy: list[str]) -> None:
    prepare()  # says that it compiles, where that has not been done
    code = (
        f"import sys; from lakabe import cli; cli.run({words});"
        f" sys.exit(str(sorted(set({heavy}) & set(sys.modules)) or 0))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert done.stderr == "0\n"


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
    "arguments",
    [
        ["bogus"],
        ["trace"],
        ["lessons", "x"],
        ["lessons", "-1"],
        ["book", "foo"],
        ["play", "--level", "9"],
        ["--bogus"],
    ],
)
def test_a_wrong_call_is_one_line_and_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert re.fullmatch(r"lakabe: .+ \(.+\)\n", captured.err)


def test_a_missing_part_of_one_command_leaves_the_others(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "lakabe.cli.play", None)
    assert cli.run(["play"]) == errors.SetupError.exit_code
    assert "make play" in capsys.readouterr().err
    assert cli.run(["--help"]) == 0
    assert cli.run(["lessons", "1"]) == 0


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
    monkeypatch.setattr("lakabe.lessons.course.course", lambda: 1 // 0)
    assert cli.run(["lessons", "1"]) == 1
    (kept,) = (tmp_path / "lakabe").iterdir()
    assert str(kept) in capsys.readouterr().err
    assert "ZeroDivisionError" in kept.read_text()
    assert cli.run(["--debug", "lessons", "1"]) == 1
    assert "Traceback" in capsys.readouterr().err


def test_interrupted(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupt(*_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("lakabe.lessons.course.course", interrupt)
    assert cli.run(["lessons", "1"]) == 130
    assert capsys.readouterr().err == ""


def test_a_reader_that_goes_away() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "lakabe", "lessons"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        env=ENVIRONMENT,
    )  # fmt: skip
    assert process.stdout is not None
    process.stdout.close()
    _, said = process.communicate()
    assert said == b""
    assert process.returncode == 128 + signal.SIGPIPE
