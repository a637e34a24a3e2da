"""`lakabe puzzles` as a command, and a puzzle laid out on a board."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from playing import START, BoardServer, PlayedBoard

from fanorona.hands.tracker import PLAY, SETUP
from fanorona.rules import notation
from lakabe import cli
from lakabe.archive import Archive, Move
from lakabe.board.transport import open_transport
from lakabe.engine.tables import store
from lakabe.errors import UsageError
from lakabe.games.pgn import Score, format_score, parse_scores
from lakabe.help.puzzles.grade import Facts
from lakabe.help.puzzles.lay import lay
from lakabe.help.puzzles.puzzle import PROVEN, Puzzle
from lakabe.help.puzzles.shelf import FIRST, Shelf, default_directory, first

ENDING = "2B4B1/9/1W7/9/W8 W"
SOLUTION = ("b3-b4", "c5-c4", "b4-a4W")


@pytest.fixture(autouse=True)
def tables(elsewhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(store.VARIABLE, str(store.package_directory()))
    monkeypatch.delenv("LAKABE_PUZZLES", raising=False)


@pytest.fixture
def kept() -> Puzzle:
    """One puzzle on the shelf."""
    one = Puzzle(ENDING, SOLUTION, PROVEN, Facts(29, 6, 0, False, True), "game 3, ply 4")
    Shelf().put(ENDING, one)
    return one


@pytest.mark.parametrize(
    ("where", "folder"),
    [
        (None, "data/lakabe/puzzles"),
        ("{}/data/lakabe/games.db", "data/lakabe/puzzles"),
        ("{}/club.db", "club.db.puzzles"),
        ("sqlite:///{}/club.db", "club.db.puzzles"),
        ("postgresql://ada@server/games", "data/lakabe/puzzles-server%3A5432%2Fgames"),
        ("postgresql:///games", "data/lakabe/puzzles-localhost%3A5432%2Fgames"),
    ],
)
def test_the_folder_of_an_archive(
    where: str | None, folder: str, elsewhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("LAKABE_ARCHIVE")
    wanted = None if where is None else where.format(elsewhere)
    assert default_directory(wanted) == elsewhere / folder
    monkeypatch.setenv("LAKABE_PUZZLES", "/some/where")
    assert default_directory(wanted) == Path("/some/where")


def own(said: str) -> list[str]:
    """The IDs that a list has after those that come with the program."""
    named = [line.split()[0] for line in said.splitlines() if line.strip()]
    return [name for name in named if name.isdecimal()]


def test_puzzles_belong_to_their_archive(
    kept: Puzzle, elsewhere: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = ["--archive", str(elsewhere / "other.db")]
    for words in (["show", "1"], ["export", "1"], ["send", "1", "--port", "loop://"]):
        assert cli.run(["puzzles", *words, *other]) == cli.run(["puzzles", *other, *words]) == 2
        assert capsys.readouterr().err.count("there is no puzzle 1") == 2
    assert cli.run(["play", "--puzzle", "1", *other]) == 2
    assert cli.run(["puzzles", *other]) == cli.run(["puzzles", "list", *other]) == 0
    said = capsys.readouterr().out
    assert said.count(FIRST) == 2 * len(first()) and not own(said)
    assert cli.run(["puzzles"]) == 0
    assert own(capsys.readouterr().out) == ["1"]
    assert cli.run(["puzzles", "show", "1"]) == 0
    assert ENDING in capsys.readouterr().out
    assert cli.run(["puzzles", "find", "--self-play", "1", "--nodes", "1000", *other]) == 0
    assert (elsewhere / "other.db.puzzles" / "looked.txt").exists()
    assert not (elsewhere / "other.db").exists()


class Desk:
    """A board behind a port, at the start position."""

    def __init__(self) -> None:
        self.board = PlayedBoard()
        self.wanted: list[str] = []
        self.server = BoardServer(
            self.board, lambda: self.board.play(self.wanted.pop()) if self.wanted else None
        )

    def position(self) -> str:
        return notation.format_position(self.board.session.game.position)


@pytest.fixture
def desk() -> Iterator[Desk]:
    found = Desk()
    yield found
    found.server.close()


def run(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> str:
    capsys.readouterr()
    assert cli.run(["puzzles", *arguments]) == code
    said = capsys.readouterr()
    if code:
        (line,) = said.err.splitlines()
        assert line.startswith("lakabe: ")
        return said.err
    assert said.err == ""
    return said.out


def test_find_list_show_and_export(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert not own(run(capsys))
    assert run(capsys, "find").startswith("There are no games in the archive.")
    with Archive() as archive, archive.writing() as writer:
        writer.add({}, ENDING, [Move(n, text) for n, text in enumerate(SOLUTION, 1)], "*")
        writer.add({}, START, [Move(1, "a1-a2")], "*")
    new, left_out, last = run(capsys, "find", "--nodes", "5000").splitlines()
    assert new.startswith("1: ") and new.endswith(": White to move, one move wins; from game 1, ply 1")
    assert left_out.startswith("left out: game 2, from a move on that is not legal: ")
    assert last == "1 new puzzle in 5 positions of 2 games; 1 in all."
    assert run(capsys, "find", "--nodes", "5000").splitlines()[-1].startswith("0 new puzzles in 5 positions")
    (row,) = [line.split() for line in run(capsys).splitlines() if line.strip().startswith("1 ")]
    assert row[-4:] == ["game", "1,", "ply", "1"] and "White" in row and "no" in row
    assert run(capsys, "list", "--grade", "5") == (
        "No such puzzles yet. `lakabe puzzles find` looks for some.\n"
    )
    shown = run(capsys, "show", "1")
    assert ENDING in shown and "b3-b4" not in shown
    solved = run(capsys, "show", "1", "--solution")
    assert (
        "b3-b4 wins, proven: in 15 moves at most. None of the 6 other moves does, which is proven too."
        in solved
    )
    file = tmp_path / "puzzles.pgn"
    run(capsys, "export", "--all", "-o", str(file))
    *others, score = parse_scores(file.read_text())
    assert [one.start for one in others] == [one.position for one in first()]
    assert (score.start, score.moves[0], score.result) == (ENDING, "b3-b4", "1-0")
    assert file.read_text().endswith(run(capsys, "export", "1"))
    file.write_text(format_score(Score(ENDING, SOLUTION)))
    assert "0 new puzzles in 4 positions of 1 game; 1 in all." in run(
        capsys, "find", str(file), "--nodes", "5000"
    )


def test_self_play(capsys: pytest.CaptureFixture[str]) -> None:
    said = run(capsys, "find", "--self-play", "2", "--seed", "1", "--nodes", "1000").splitlines()
    assert re.match(r"1: .*: Black to move, one move wins; from self-play 1/2, ply 24$", said[0])
    assert "positions of 2 games; 1 in all." in said[-1]


@pytest.mark.usefixtures("kept")
@pytest.mark.parametrize(
    ("arguments", "code", "wrong"),
    [
        (["find", "1", "--self-play", "3"], 2, "either games or --self-play"),
        (["find", "77"], 2, "there is no game 77"),
        (["find", "--nodes", "1"], 2, "--nodes"),
        (["show", "2"], 2, "there is no puzzle 2"),
        (["show", "first-25"], 2, "there is no puzzle first-25"),
        (["show", "first-0"], 2, "there is no puzzle first-0"),
        (["show", "one\n"], 2, "there is no puzzle one"),
        (["send", "2"], 2, "there is no puzzle 2"),
        (["export"], 2, "either IDs or --all or --grade"),
        (["export", "--grade", "5"], 2, "no such puzzles"),
        (["export", "1", "-o", "/proc/nowhere/x"], 2, "cannot be written"),
        (["send", "1", "--port", "socket://127.0.0.1:1"], 4, "cannot be opened"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(
    capsys: pytest.CaptureFixture[str], arguments: list[str], code: int, wrong: str
) -> None:
    assert wrong in run(capsys, *arguments, code=code)


def test_a_file_that_is_none_is_named(elsewhere: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = elsewhere / "games.db.puzzles" / "puzzles.txt"
    file.parent.mkdir(parents=True)
    file.write_text("what is this?\n")
    assert "line 1: this is no puzzle" in run(capsys, "list", code=2)
    file.write_bytes(b"\xff\n")
    assert "cannot be read" in run(capsys, "list", code=2)


def test_no_board(kept: Puzzle, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lakabe.board.ports.find_boards", list)
    assert "no board is plugged in" in run(capsys, "send", "1", code=3)


def test_sent_to_a_board_it_is_set_up_and_played(
    kept: Puzzle, desk: Desk, capsys: pytest.CaptureFixture[str]
) -> None:
    said = run(capsys, "send", "1", "--port", desk.server.url)
    assert "Puzzle 1 is on the board: put the stones where its lights want them. hard: White to move" in said
    session = desk.board.session
    assert session.tracker.phase == SETUP, "the lights ask for the stones"
    desk.server.close()
    desk.board.stand(ENDING)
    desk.board.wait(200)
    assert session.tracker.phase == PLAY
    assert desk.position() == ENDING
    desk.board.play(SOLUTION[0])
    desk.board.wait(500)
    assert desk.position() != ENDING, "the solution was taken as a move"


@pytest.mark.parametrize("number", [1, 24])
def test_those_of_the_program_are_shown_and_sent(
    number: int, desk: Desk, capsys: pytest.CaptureFixture[str]
) -> None:
    puzzle = first()[number - 1]
    name = f"{FIRST}{number}"
    shown = run(capsys, "show", name)
    assert puzzle.position in shown and puzzle.solution[0] not in shown
    assert puzzle.solution[0] in run(capsys, "show", name, "--solution")
    (score,) = parse_scores(run(capsys, "export", name))
    assert score.start == puzzle.position
    assert f"Puzzle {name} is on the board" in run(capsys, "send", name, "--port", desk.server.url)
    desk.server.close()
    desk.board.stand(puzzle.position)
    desk.board.wait(200)
    assert desk.position() == puzzle.position


def test_a_game_that_is_played_is_left_alone_unless_told_otherwise(
    kept: Puzzle, desk: Desk, capsys: pytest.CaptureFixture[str]
) -> None:
    before = desk.board.session.game.ply
    desk.board.play("d3-e3A")
    assert desk.board.session.game.ply == before + 1
    refused = run(capsys, "send", "1", "--port", desk.server.url, code=2)
    assert "a game is being played on the board (end it, or give --new to break it off)" in refused
    assert desk.board.session.game.ply == before + 1
    run(capsys, "send", "1", "--port", desk.server.url, "--new")
    assert desk.board.session.tracker.phase == SETUP
    with Archive() as archive:
        (game,) = archive.games()
    assert (game.result, game.texts()) == ("*", ["d3-e3A"]), "what was played is kept"


def test_a_board_that_cannot_take_positions(
    kept: Puzzle, desk: Desk, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lakabe.help.puzzles.lay.FEATURE", "something-else")
    assert "the board does not take positions" in run(capsys, "send", "1", "--port", desk.server.url, code=5)


def test_a_refusal_is_said(desk: Desk) -> None:
    with Archive() as archive, pytest.raises(UsageError) as caught:
        lay("9/9/4W4/9/9 B", partial(open_transport, desk.server.url), archive, threading.Event())
    assert str(caught.value) == "the board does not take the position: over"
