"""Smaller boards: how they are laid out, and what their start is worth."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from fanorona.rules.geometry import STRONG
from lakabe.engine.bitboard import flipped, format_n2, mirrored, points_of
from lakabe.engine.tables.build import build
from lakabe.engine.tables.runner import Processes
from lakabe.engine.tables.small import SIZES, Small, small
from lakabe.engine.tables.solve import solve
from lakabe.engine.tables.store import Tables
from lakabe.errors import LakabeError, UsageError
from tools import command
from tools.tables.__main__ import app

STONES = {"5x5": 6}
"""Of the tables; 4 for the other boards."""


@pytest.mark.parametrize(
    ("name", "start"),
    [
        ("3x3", "9/3BBB3/3B1W3/3WWW3/9 W"),
        ("5x3", "9/9/BBBBB4/BW1BW4/WWWWW4 W"),
        ("3x5", "BBB6/BBB6/B1W6/WWW6/WWW6 W"),
        ("7x3", "9/1BBBBBBB1/1BWB1WBW1/1WWWWWWW1/9 W"),
        ("5x5", "2BBBBB2/2BBBBB2/2BW1BW2/2WWWWW2/2WWWWW2 W"),
        # On its side: White's rows are the columns on the left, and what was left is below.
        ("3x7", "9/1WWWWBBB1/1WWW1BBB1/1WWWBBBB1/9 W"),
    ],
)
def test_boards_start_as_their_rows_say(name: str, start: str) -> None:
    board = small(name)
    assert format_n2(board.white, board.black, 1) == start


@pytest.mark.parametrize("name", SIZES)
def test_boards_have_strong_corners_and_the_symmetries_that_are_used(name: str) -> None:
    board = small(name).board
    points = points_of(board.points)
    columns, rows = map(int, name.split("x"))
    assert len(points) == columns * rows == board.size
    assert STRONG[points[0]] and STRONG[points[-1]]
    symmetric = mirrored(board.points) == flipped(board.points) == board.points
    assert symmetric == (board.folds == 4)


def test_other_boards_are_refused() -> None:
    with pytest.raises(UsageError, match="there is no board 9x9"):
        small("9x9")


@pytest.mark.slow
@pytest.mark.parametrize("name", SIZES)
def test_what_the_start_is_worth(name: str, tmp_path: Path) -> None:
    board = small(name)
    with Processes(1) as here:
        build(tmp_path, STONES.get(name, 4), here, board=board.board)
    found = solve(board, Tables(tmp_path, board.board), 10_000_000)
    assert found.result == ("draw" if name == "5x5" else "win")
    assert found.depth


@pytest.mark.slow
def test_searches_agree_with_complete_tables(tmp_path: Path) -> None:
    board = small("3x3").board
    with Processes(1) as here:
        build(tmp_path, 8, here, board=board)
    complete = Tables(tmp_path, board)
    few = Tables(tmp_path, board, below=5)
    rng = random.Random(3)
    seen = set()
    unproven = 0
    for _ in range(300):
        points = [1 << p for p in rng.sample(points_of(board.points), rng.randint(5, 7))]
        cut = rng.randint(1, len(points) - 1)
        own, enemy = sum(points[:cut]), sum(points[cut:])
        value = complete.value(own, enemy)
        assert value is not None
        try:
            found = solve(Small(board, own, enemy), few, 20_000)
        except LakabeError:
            # A draw by repetition with more stones than the tables have is no draw that a search can claim.
            assert value.result == "draw"
            unproven += 1
            continue
        assert found.result == value.result
        seen.add(found.result)
    assert seen == {"win", "draw", "loss"}
    assert unproven < 150


def test_the_command_says_who_wins(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["solve", "3x3", "--stones", "4", "--directory", str(tmp_path)]
    assert command.run(app, words) == 0
    assert "3x3: White wins, proven" in capsys.readouterr().out
    assert command.run(app, [*words, "--limit", "1"]) == 1
    said = capsys.readouterr().err
    assert command.run(app, [*words, "--stones", "14"]) == 0
    assert "White wins, after 11 moves of both" in capsys.readouterr().out
    assert "not solved with 1 positions searched" in said
    assert said.count("\n") == 1
