"""What the command line says to players is in the catalogues, and comes in the language that is asked for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.console import Console

import brackets
from lakabe.archive import Archive, Move
from lakabe.board import events
from lakabe.cli import run, speaking
from lakabe.cli.display import Display
from lakabe.cli.typed import HELP, REFUSED, VARIANTS, Typed
from lakabe.games import pgn
from lakabe.lessons.spoken import Reader

KNOWN = re.compile(
    r"^\[.*\]$|^1\. d3.*$"  # an exported game
    r"|\b[a-i]\b|[WB1-9/]{9,} [WB]"  # coordinates, and a position (N2)
    r"|\bID\b|\bO[1-5]\b( (Vakiloha|Leha\w+|Kobaka \w+))?"
    r"|`[^`]*`"  # a command to type
    r"|\bfirst-\d+\b"  # a puzzle as it is called in a command
)
"""What else is the same in every language."""


@pytest.fixture
def pseudo(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setenv("COLUMNS", "240")
    with brackets.spoken() as code:
        yield code
    speaking.speak("en")


@pytest.fixture
def archive(tmp_path: Path) -> str:
    """With a game that is over, one in play and a match."""
    file = str(tmp_path / "games.db")
    with Archive(file) as kept, kept.writing() as writer:
        moves = [Move(1, "d3-e3A"), Move(2, "d4-d3A")]
        writer.add({"White": "Rasoa", "Black": "Rakoto"}, pgn.START, moves, "0-1", reason="resigned")
    assert run(["matches", "--archive", file, "begin", "session3", "--players", "Rasoa,Rakoto"]) == 0
    return file


def stray(said: str) -> list[str]:
    """What of an output is in no catalogue."""
    lines = (re.sub(r"⟦[^⟦⟧]*⟧", " ", line) for line in said.splitlines())
    return [left for line in lines if (left := brackets.outside(KNOWN.sub(" ", line.strip())))]


@pytest.mark.parametrize("command", [
    "games", "games show 1", "games name 1 Rakoto Rasoa", "games delete 1 --yes", "games correct 1 1 e2-e3A",
    "openings", "openings --player Rakoto", "openings --player nobody",
    "matches", "matches show 1", "matches end 1 --yes", "matches delete 1 --yes",
    "matches begin championship --players Rasoa,Rakoto --no-fifty",
    "lessons 1 squeeze --answers", "puzzles",
])  # fmt: skip
def test_a_command_is_in_brackets(
    pseudo: str, archive: str, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    name, *rest = command.split()
    place = [] if name == "lessons" else ["--archive", archive]
    groups = name in ("games", "matches", "puzzles")
    line = [name, *place, *rest] if groups else [name, *rest, *place]
    capsys.readouterr()
    assert run(["--language", pseudo, *line]) == 0
    said = capsys.readouterr().out
    assert said and stray(said) == []


def test_a_hint_and_an_analysis_are_in_brackets(
    pseudo: str, archive: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run(["--language", pseudo, "hint", "--game", "telo", "3/3/3 W"]) in (0, 2)
    capsys.readouterr()
    assert run(["--language", pseudo, "hint", "1", "--archive", archive, "--time", "0.1"]) == 0
    said = capsys.readouterr().out
    assert "⟦" in said and stray(said) == []
    assert (
        run(["--language", pseudo, "analyse", "1", "--archive", archive, "--nodes", "500", "--jobs", "1"])
        == 0
    )
    said = capsys.readouterr().out
    assert "⟦" in said and stray(said) == []


def happenings() -> Iterator[events.Event]:
    """What a board tells of a game, with all that can go wrong."""
    yield events.Hello(1, 0, 1, 4, "0.2.0+d7eb38be", "12345678", "1", "", 1, 1)
    yield events.GameStarted(2, 0, "12345678-1", pgn.START.split()[0], "W", 1, "tsivy")
    yield events.Move(3, 0, "12345678-1", 1, "d3-e3A", 22, 21)
    yield events.Takeback(4, 0, "12345678-1", 1)
    for reason in ("doubt", "illegal"):
        yield events.Ask(5, 0, reason, "." * 45)
    yield events.Restored(6, 0)
    nothing = "." * 45
    for what, picture in (("many", nothing), ("chatters", "x" + nothing[1:]), ("left", nothing)):
        yield events.Blind(7, 0, what, picture)


def test_a_recording_is_in_brackets(pseudo: str, capsys: pytest.CaptureFixture[str]) -> None:
    speaking.speak(pseudo)
    display = Display(Console(highlight=False, markup=False, soft_wrap=True), "")
    display.reader = Reader(pseudo)
    for event in happenings():
        display.see(event)
    display.said(HELP)
    for refusal in REFUSED.values():
        display.notice(refusal)
    Typed(lambda *command: 1, display.notice).take("what?")
    said = capsys.readouterr().out
    assert "⟦corrected⟧" not in said and "⟦taken back⟧" in said
    typed = ", ".join(("mirrored", *VARIANTS))  # to be typed so in every language
    assert typed in said and stray(said.replace(typed, " ").replace("12345678", " ")) == []


def test_what_is_in_no_catalogue_is_found() -> None:
    assert stray("⟦Game ⟧1⟦ is over⟧\nand d3-e3A ⟦was⟧ played") == ["and played"]


def test_the_environment_and_the_option_choose(
    archive: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANGUAGE", "fr")
    assert run(["openings", "--player", "nobody", "--archive", archive]) == 0
    assert "Pas de partie finie de ces joueurs." in capsys.readouterr().out
    assert run(["--language", "mg", "openings", "--player", "nobody", "--archive", archive]) == 0
    assert "Tsy misy lalao tapitra" in capsys.readouterr().out
    assert run(["--language", "de", "openings"]) == 2
    assert "there are no texts in 'de'" in capsys.readouterr().err
    monkeypatch.setenv("LANGUAGE", "en")
    assert run(["openings", "--player", "nobody", "--archive", archive]) == 0
    assert "No finished games of these players." in capsys.readouterr().out
