"""`lakabe hint`: what is asked, and what is printed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from lakabe import cli
from lakabe.archive import Archive, Move
from lakabe.engine.standing import START
from lakabe.games.pgn import Score, format_score, format_scores

pytestmark = pytest.mark.usefixtures("no_tables")

MOVES = ("d3-e3A", "d4-d3A", "e3-f3W")


@pytest.fixture
def archive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """An archive with a finished game and a newer one that is not."""
    where = str(tmp_path / "games.db")
    monkeypatch.setenv("LAKABE_ARCHIVE", where)
    with Archive() as kept, kept.writing() as writer:
        writer.add({}, START, [Move(n, text) for n, text in enumerate(MOVES, 1)], "1-0")
        writer.board("E66", "0.1.0", "1.0", "0a0b0c0d")
        number = writer.game("E66", "0a0b0c0d-1", 1, START)
        writer.move(number, 1, "e2-e3A")
    return where


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    def once(*arguments: str, code: int = 0) -> str:
        capsys.readouterr()
        assert cli.run(["hint", "--time", "0.02", *arguments]) == code
        said = capsys.readouterr()
        assert (said.err if code == 0 else said.out) == ""
        if code:
            assert said.err.startswith("lakabe: ") and said.err.count("\n") == 1
        return said.err if code else said.out

    return once


def test_without_a_name_it_is_the_game_in_play(archive: str, run: Callable[..., str]) -> None:
    assert "BBBB1BBBB/BBBB1BBBB/BWBWWBWBW/WWWW1WWWW/WWWWWWWWW B" in run()


def test_without_any_game_it_is_the_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Callable[..., str]
) -> None:
    monkeypatch.setenv("LAKABE_ARCHIVE", str(tmp_path / "none.db"))
    said = run()
    assert START in said and "White's best move is " in said and said.count("Instead: ") == 2
    assert said.count("Expected: ") == 3 and "an estimate." in said


def test_a_game_by_its_number_and_how_far(archive: str, run: Callable[..., str]) -> None:
    said = run("1", "--ply", "2")
    assert "BBBBBBBBB/BBB1BBBBB/BWBBW1WBW/WWW1WWWWW/WWW1WWWWW W" in said
    assert "Black's best move is " in run("1")


def test_a_position(run: Callable[..., str]) -> None:
    for words in (["9/8B/6W2/9/1W7 W"], ["9/8B/6W2/9/1W7", "W"]):
        assert "White wins, proven: in 2 moves at most." in run(*words, "--time", "0.5")


def test_a_game_from_a_file(tmp_path: Path, run: Callable[..., str]) -> None:
    file = tmp_path / "game.pgn"
    file.write_text(format_score(Score("9/9/4W4/9/B7B B", ("i1-i2", "e3-d3", "a1-b1"))))
    assert "9/9/3W5/8B/1B7 W" in run(str(file))


def test_another_engine_is_asked(toy: Callable[..., str], run: Callable[..., str]) -> None:
    command = toy("    elif words[0] == 'go':\n        say('info depth 1 score cp 7', 'bestmove f2-e3A')\n")
    said = run(START, "--engine", command)
    assert "White's best move is f2-e3A." in said


@pytest.mark.parametrize(
    ("arguments", "code", "wrong"),
    [
        (["9/9 W"], 2, "five rows"),
        (["nowhere"], 2, "no position, no number of a game, and no file"),
        (["77"], 2, "there is no game 77"),
        (["1", "--ply", "4"], 2, "the game has 3 moves (give --ply 0 to 3)"),
        (["9/9/9/9/W7B W", "--ply", "1"], 2, "a position has no moves to go back"),
        (["9/9/9/BB7/WB7 W"], 2, "White has no move left: the game is over"),
        ([START, "--engine", "no-such-engine"], 9, "cannot be started"),
        (["--time", "0"], 2, "--time"),
        (["1", "--archive", "/proc/nowhere/games.db"], 2, "there is no game 1"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(
    archive: str, run: Callable[..., str], arguments: list[str], code: int, wrong: str
) -> None:
    assert wrong in run(*arguments, code=code)


def test_a_file_has_one_game(tmp_path: Path, run: Callable[..., str]) -> None:
    file = tmp_path / "games.pgn"
    file.write_text(format_scores([Score(), Score()]))
    assert "has 2 games" in run(str(file), code=2)
    file.write_bytes(b"\xff")
    assert "is not a move" in run(str(file), code=2)


@pytest.mark.parametrize("command", [["play", "--no-open"], ["record", "--port", "/dev/nothing"]])
def test_an_engine_for_a_board_is_looked_for_at_once(
    archive: str, capsys: pytest.CaptureFixture[str], command: list[str]
) -> None:
    assert cli.run([*command, "--engine", "no-such-engine --fast"]) == 9
    assert "'no-such-engine --fast' cannot be started: there is no such program" in capsys.readouterr().err
