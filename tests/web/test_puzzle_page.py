"""A puzzle on the virtual board: `lakabe play --puzzle`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from houses import House
from playwright.sync_api import Page, expect

from lakabe import cli
from lakabe.archive import Archive
from lakabe.board import events
from lakabe.games import variants

PUZZLE = "2B4B1/9/1W7/9/W8 W"


def test_it_is_laid_out_and_solved(
    serve: Callable[..., House], open_page: Callable[..., Page], tmp_path: Path
) -> None:
    house = serve(position=PUZZLE)
    began = house.tap.wait(lambda event: isinstance(event, events.GameStarted) and event.board == PUZZLE[:-2])
    assert isinstance(began, events.GameStarted) and began.turn == "W"
    page = open_page(house.url)
    expect(page.locator("#status")).to_have_text("White to move.")
    expect(page.locator("#point-b3")).to_have_attribute("data-stone", "W")
    expect(page.locator("#point-e1")).to_have_attribute("data-stone", ".")
    page.screenshot(path=tmp_path / "puzzle.png")
    with house.fingers() as hands:
        hands.position = variants.load("tsivy", PUZZLE)
        hands.play("b3-b4")
    with Archive(house.archive) as archive:
        game = archive.games()[-1]
    assert (game.start, game.texts()) == (PUZZLE, ["b3-b4"])


@pytest.mark.parametrize(
    ("arguments", "wrong"),
    [
        (["--puzzle", "1"], "there is no puzzle 1"),
        (["--puzzle", "1", "--game", "dimy"], "--puzzle begins a game of its own on the virtual board"),
    ],
)
def test_wrong_options(
    arguments: list[str], wrong: str, capsys: pytest.CaptureFixture[str],
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setenv("LAKABE_PUZZLES", str(tmp_path / "puzzles"))
    assert cli.run(["play", *arguments]) == 2
    assert wrong in capsys.readouterr().err
