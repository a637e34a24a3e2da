"""How well the plain search does: who is who in its games, and that a seed gives the same ones."""

from __future__ import annotations

import random

import pytest

from lakabe.engine.standing import Standing
from tools.match import ahead as ahead_match
from tools.match.ahead import ROWS, Row, Table, match

VELA = Row("vela", (2, 0), 1, debtor=True)
DIMY = Row("dimy", (3, 2))


@pytest.mark.parametrize(
    ("row", "wins"),
    [
        (VELA, 2),
        (Row("vela", (2, 0), 1, debtor=False), 0),
        (Row("vela-creditor", (2, 0), -1, debtor=True), 0),
        (Row("vela-creditor", (2, 0), -1, debtor=False), 2),
        (DIMY, 1),
    ],
)
def test_who_wins_when_white_always_does(row: Row, wins: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """V1: the debtor has White in a vela, unless the creditor begins. In Dimy the players have it in turn."""
    whites = []

    def play(table: Table, game: Standing, debt: int, plies: tuple[int, int], rng: random.Random) -> int:
        assert game.text().endswith(" W") and debt == row.debt
        whites.append(plies[0] == row.plies[0])
        return 0

    monkeypatch.setattr(Table, "play", play)
    tally = match(row, 2)
    assert (tally.wins, tally.losses, whites.count(True)) == (wins, 2 - wins, wins)


@pytest.mark.parametrize("row", [VELA, Row("vela-creditor", (2, 1), -1), DIMY])
def test_a_seed_gives_the_same_games(row: Row, monkeypatch: pytest.MonkeyPatch) -> None:
    ends: list[str] = []
    play = Table.play

    def noted(
        table: Table, game: Standing, debt: int, plies: tuple[int, int], rng: random.Random
    ) -> int | None:
        winner = play(table, game, debt, plies, rng)
        ends.append(game.text())
        return winner

    monkeypatch.setattr(Table, "play", noted)
    tally = match(row, 2)
    assert tally.games == 2 and sum(tally.pairs) == 1
    assert tally == match(row, 2)
    assert ends[:2] == ends[2:] and ends[0] != ends[1]
    match(row, 2, seed=8)
    assert ends[4:] != ends[:2]


def test_the_table(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert {row.game for row in ROWS} == {"vela", "vela-creditor", "dimy"}
    monkeypatch.setattr(ahead_match, "ROWS", (VELA, DIMY))
    assert ahead_match.main(["2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("| vela | debtor, 2 plies | creditor, at random | 2 | ")
    assert lines[1].startswith("| dimy | 3 plies | 2 plies | 2 | ")
    assert ahead_match.main(["1"]) == 2
    assert "one number of games" in capsys.readouterr().err
