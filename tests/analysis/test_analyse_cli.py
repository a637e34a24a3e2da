"""`lakabe analyse`: what is asked, printed and written."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from lakabe import cli
from lakabe.archive import Archive, Move
from lakabe.engine.standing import START
from lakabe.engine.tables import store
from lakabe.games.pgn import Score, format_score, parse_scores
from lakabe.web.analyses import GameAnalyses

MOVES = ("d3-e3A", "d4-d3A", "e3-f3W", "c4-c3A-d4W-e3A-d3W")


@pytest.fixture
def archive() -> None:
    """An archive with two games, one without a move, and one with a move that is not legal."""
    with Archive() as kept, kept.writing() as writer:
        for moves in (MOVES, MOVES[:1], (), ("a1-a2",)):
            writer.add({}, START, [Move(n, text) for n, text in enumerate(moves, 1)], "*")


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    def once(*arguments: str, code: int = 0) -> str:
        capsys.readouterr()
        assert cli.run(["analyse", "--nodes", "500", "--jobs", "1", *arguments]) == code
        said = capsys.readouterr()
        if code:
            assert said.out == ""
            (line,) = said.err.splitlines()
            assert line.startswith("lakabe: ")
        return said.err if code else said.out

    return once


@pytest.mark.usefixtures("archive")
def test_one_game_with_its_curve(run: Callable[..., str]) -> None:
    said = run("1")
    assert said.startswith("? - ?, *, O4 Kobaka fohy\n")
    assert "accuracy: White " in said and "turning point" in said
    shape = [line for line in said.splitlines() if "█" in line]
    assert shape and all(len(line) <= 7 + len(MOVES) + 1 for line in shape)
    assert run("1") == said


@pytest.mark.usefixtures("archive")
def test_all_games_in_a_line_each_and_what_cannot_be_analysed(run: Callable[..., str]) -> None:
    lines = run("--all").splitlines()
    assert lines[0] == "left out: game 3 has no moves"
    assert lines[1].startswith("left out: the record of game 4 makes no sense: a move of it is not legal: ")
    assert lines[2].startswith("1: 4 moves, *, O4 Kobaka fohy; accuracy: White ")
    assert lines[3].startswith("2: 1 move, *, O4 Kobaka fohy; accuracy: White ")
    assert lines[3].split("; ")[1].endswith("Black has made no move")
    assert len(lines) == 4


@pytest.mark.usefixtures("archive")
def test_the_annotated_games_are_written(run: Callable[..., str], tmp_path: Path) -> None:
    file = tmp_path / "out.pgn"
    run("1", "2", "--export", str(file))
    scores = parse_scores(file.read_text())
    assert [score.moves for score in scores] == [MOVES, MOVES[:1]]
    assert set(scores[0].comments) == {0, 1, 2, 3}
    assert parse_scores(run("2", "--export", "-")) == scores[1:]


def test_an_irregular_move_is_listed(run: Callable[..., str], tmp_path: Path) -> None:
    after = "BBBBBBBBB/BBBBB1BBB/BWBW1WBWB/WWWWW1WWW/WWWWWWWWW"
    file = tmp_path / "game.pgn"
    file.write_text(format_score(Score(moves=(f"--{after}",))))
    said = run(str(file)).splitlines()
    assert "    1. irregular            Not judged (P10)." in said
    assert said[-1].startswith("accuracy: White has made no move, Black has made no move")


def test_a_move_without_a_grade_is_counted_with_what_would_help(
    run: Callable[..., str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """17 of 18 moves win here; the tables of five stones prove it of a few."""
    monkeypatch.setenv(store.VARIABLE, str(Path(store.__file__).parent / "data"))
    file = tmp_path / "game.pgn"
    file.write_text(format_score(Score("5B3/W8/1W2B2B1/9/8B B", ("e3-f2",))))
    said = run(str(file), "--nodes", "200000").splitlines()
    assert not any("better was" in line for line in said)
    assert said[-2].startswith("1 move has no grade: ")
    assert said[-1] == "`lakabe tablebase build --stones 6` proves positions of 6 stones, in minutes."


def test_a_file_and_an_engine(run: Callable[..., str], tmp_path: Path) -> None:
    file = tmp_path / "game.pgn"
    file.write_text(format_score(Score(moves=MOVES[:2], result="1-0", tags={"White": "Ra\u0007soa"})))
    engine = f"{sys.executable} -m lakabe engine"
    assert run(str(file), "--engine", engine).startswith("Ra soa - ?, 1-0, O4 Kobaka fohy\n")


@pytest.mark.usefixtures("archive")
@pytest.mark.parametrize(
    ("arguments", "code", "wrong"),
    [
        ([], 2, "either games or --all"),
        (["1", "--all"], 2, "either games or --all"),
        (["77"], 2, "there is no game 77"),
        (["3"], 2, "game 3 has no moves"),
        (["4"], 6, "game 4 makes no sense: its move 1 is not legal"),
        (["nowhere"], 2, "no file"),
        (["1", "--engine", "no-such"], 9, "cannot be started"),
        (["1", "--export", "/proc/nowhere/x"], 2, "cannot be written"),
        (["1", "--scheduler", "udp:nowhere"], 2, "no Dask scheduler answers"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(
    run: Callable[..., str], arguments: list[str], code: int, wrong: str
) -> None:
    assert wrong in run(*arguments, code=code)


def test_an_empty_archive_has_nothing_to_analyse(run: Callable[..., str]) -> None:
    assert "no game to analyse" in run("--all", code=2)


def test_control_characters_reach_neither_terminal_nor_text_nor_page(
    run: Callable[..., str], tmp_path: Path
) -> None:
    bad = "x\x1b[2J\x9b\u202ey"
    with Archive() as kept, kept.writing() as writer:
        moves = [Move(1, MOVES[0], bad), Move(2, MOVES[1])]
        for _ in range(2):
            writer.add({"White": bad, "Event": bad}, START, moves, "1-0", bad)
    with Archive() as kept:
        analyses = GameAnalyses(kept, None)
        try:
            page = str(analyses.data(1))
        finally:
            analyses.close()
    file = tmp_path / "out.pgn"
    run("1", "--export", str(file))
    said = [run("1"), run("--all"), run("1", "2", "--export", "-"), file.read_text(encoding="utf-8"), page]
    assert all("x [2J  y" in text or "x [2J y" in text for text in (said[0], *said[2:]))
    assert not any(character in text for text in said for character in "\x1b\x9b\u202e")
