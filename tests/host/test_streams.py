"""Standard input and output at their edges: closed, full, or of an encoding that lacks a letter."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest
from rich.console import Console
from starting import ROOT

from lakabe import cli
from lakabe.archive import Archive, Move
from lakabe.cli import streams
from lakabe.cli.record import Display
from lakabe.errors import LONGEST, InputError
from lakabe.games import pgn
from lakabe.printable import shortened

COMMANDS = (
    "games", "games show 1", "games export --all", "openings", "matches", "puzzles", "lessons 1", "tablebase",
    "--help", "--version", "games --help", "", "games delete 1 --yes", "book",
)  # fmt: skip


@pytest.fixture
def kept(elsewhere: Path) -> None:
    with Archive() as archive, archive.writing() as writer:
        writer.add({"White": "Rakotoé", "Black": "寿"}, pgn.START, [Move(1, "d3-e3A")], "1-0")


def run(words: str, number: int, encoding: str, monkeypatch: pytest.MonkeyPatch) -> int:
    """One command whose output goes to this file descriptor."""
    out = streams.output(number, encoding)
    monkeypatch.setattr(sys, "stdout", out)
    try:
        return cli.run(words.split())
    finally:
        out.close()
        os.close(number)


@pytest.mark.parametrize("words", COMMANDS)
@pytest.mark.parametrize(
    ("place", "flags", "why"),
    [("/dev/full", os.O_WRONLY, "no space left on device"), (os.devnull, os.O_RDONLY, "it is closed")],
)
def test_output_that_cannot_be_written_is_one_line_and_2(
    words: str,
    place: str,
    flags: int,
    why: str,
    kept: None,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert run(words, os.open(place, flags), "utf-8", monkeypatch) == 2
    assert (
        capsys.readouterr().err == f"lakabe: standard output cannot be written: {why} (send it elsewhere)\n"
    )


@pytest.mark.parametrize("by", [{}, {"by_line": True}])
def test_only_the_first_failure_is_told(
    by: dict[str, bool], kept: None, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    number = os.open("/dev/full", os.O_WRONLY)
    monkeypatch.setattr(sys, "stdout", streams.output(number, "utf-8", **by))
    print("something is held back", end="")
    assert cli.run(["games", "show", "9"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    os.close(number)


def test_a_recording_goes_on_unseen(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    number = os.open("/dev/full", os.O_WRONLY)
    monkeypatch.setattr(sys, "stdout", streams.output(number, "utf-8"))
    display = Display(Console(), "")
    for word in ("one", "two", "three"):
        display.notice(word)
    sys.stdout.flush()
    assert capsys.readouterr().err == (
        "lakabe: standard output cannot be written: no space left on device (send it elsewhere); "
        "the recording goes on\n"
    )
    os.close(number)


@pytest.mark.parametrize(
    "commands", ["isready\n", "position startpos\ngo depth 1\nisready\n", "go depth 1\n"]
)
@pytest.mark.parametrize("is_gone", [False, True])
def test_an_engine_that_nobody_hears_ends(
    commands: str, is_gone: bool, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(commands))
    reading, writing = os.pipe()
    os.close(reading)
    number = writing if is_gone else os.open("/dev/full", os.O_WRONLY)
    assert run("engine", number, "utf-8", monkeypatch) == (cli.GONE if is_gone else 2)
    assert capsys.readouterr().err.count("\n") == (not is_gone)
    if not is_gone:
        os.close(writing)


def test_a_reader_that_has_gone_is_no_fault(
    kept: None, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    assert run("lessons", writing, "utf-8", monkeypatch) == cli.GONE
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("words", [*COMMANDS, "lessons --language fr --answers"])
def test_ascii_is_enough(words: str, kept: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "out"
    expected = 0 if words else 2
    assert run(words, os.open(file, os.O_CREAT | os.O_RDWR), "ascii", monkeypatch) == expected
    shown = file.read_bytes()
    if "export" in words:
        assert "Rakotoé" in shown.decode()  # a text (N3) is UTF-8 wherever it goes
    else:
        assert shown.isascii()
        assert words != "games" or b"Rakotoe" in shown


def test_a_board_in_ascii_can_be_read(kept: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "out"
    assert run("games show 1", os.open(file, os.O_CREAT | os.O_RDWR), "ascii", monkeypatch) == 0
    lines = file.read_text().splitlines()
    assert lines[1] == " 5  B---B---B---B---B---B---B---B---B"
    assert lines[5] == " 3  B---W---B---+---W---+---W---B---W"
    assert lines[6] == r"    | \ | / | \ | / | \ | / | \ | / |"
    assert '[Black "?"]' in lines


@pytest.mark.parametrize(
    ("closed", "code", "told"),
    [("<&-", 2, "nobody answered"), (">&-", 2, "nobody answered"), ("2>&-", 2, ""), ("<&- >&- 2>&-", 2, "")],
)
def test_streams_that_the_caller_has_closed(closed: str, code: int, told: str, elsewhere: Path) -> None:
    with Archive() as archive, archive.writing() as writer:
        writer.add({}, pgn.START, [], "*")
    done = subprocess.run(
        ["sh", "-c", f'"$0" -m lakabe games delete 1 {closed}', sys.executable],
        env={**os.environ, "PYTHONPATH": f"{ROOT / 'host'}:{ROOT / 'firmware' / 'lib'}"},
        stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == code
    assert told in done.stderr
    assert done.stderr.count("\n") == bool(told)
    with Archive() as archive:
        assert archive.count() == 1


def test_input_that_is_no_utf8_ends_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    there = io.TextIOWrapper(io.BytesIO(b"quit\xff\n"), encoding="utf-8")
    monkeypatch.setattr(sys, "stdin", there)
    monkeypatch.setattr(sys, "stdout", sys.__stdout__)
    streams.open_streams()
    assert there.read() == "quit�\n"


def test_a_failure_is_one_short_line() -> None:
    error = InputError("x" * 5000 + "\x1b[2J\nend", "y" * 5000, number=7)
    assert len(error.line()) <= LONGEST
    assert error.line().startswith("lakabe: line 7: xxx") and error.line().endswith("yyy)")
    assert "[2J end ... " not in error.line() and " end (" in error.line()
    assert len(InputError("x" * 5000).message) == LONGEST
    assert shortened("abc", 3) == "abc"
    assert shortened("abcdefghijkl", 11) == "abcd ... kl"
