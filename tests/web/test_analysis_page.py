"""The page of an analysed game, with the server, the archive and our engine behind it."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path

import pytest
from houses import PHONE, House
from playwright.sync_api import Page, expect

from lakabe.archive import Archive, Move
from lakabe.engine.standing import START
from lakabe.games.pgn import parse_scores
from lakabe.help.analysis import analyst
from lakabe.help.worth import Worth

pytestmark = pytest.mark.slow

MOVES = ("d3-e3A", "d4-d3A", "e3-f3W")
WORTHS = (Worth("cp", 0), Worth("cp", 0), Worth("cp", 300), Worth("win", plies=4))
BEST = ("e2-e3A", "c3-d3A", "f2-f3A", "c4-c3A")


def examined(start: str, moves: tuple[str, ...], *rest: object) -> dict[str, object]:
    """Instead of an engine: White is at ease, Black errs, and White throws it away."""
    at = len(moves)
    pair = [str(WORTHS[at]), str(WORTHS[at + 1].before())] if at < len(MOVES) else None
    return {"line": [BEST[at]], "score": str(WORTHS[at]), "depth": 7, "legal": 5, "pair": pair}


@pytest.fixture
def game(
    serve: Callable[..., House], archive_file: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> House:
    """A house whose archive has a game of three moves, number 1."""
    monkeypatch.setenv("LAKABE_ANALYSES", str(tmp_path / "analyses"))
    monkeypatch.setattr(analyst, "examine", examined)
    with Archive(archive_file) as kept, kept.writing() as writer:
        moves = [Move(n, text) for n, text in enumerate(MOVES, 1)]
        writer.add({"White": "Rasoa", "Black": "Rakoto"}, START, moves, "0-1")
    return serve(hints=True)


def test_a_game_is_examined_while_somebody_looks(game: House, open_page: Callable[..., Page]) -> None:
    page = open_page(f"{game.url}static/analysis.html?game=1")
    expect(page.locator("body[data-done]")).to_have_count(1)
    expect(page.locator("#board-line")).to_contain_text("Game 1 · Rasoa – Rakoto · 0-1")
    expect(page.locator("#status")).to_have_text("O4 Kobaka fohy. 2 turning points.")
    expect(page.locator("#player-W .count")).to_contain_text("accuracy ")
    expect(page.locator("#moves button")).to_have_text(["d3-e3A", "d4-d3A ??", "e3-f3W ??"])
    expect(page.locator("#curve .turning")).to_have_count(2)
    expect(page.locator("#moves [aria-current]")).to_have_text("e3-f3W ??")


def test_one_can_go_through_the_game(game: House, open_page: Callable[..., Page]) -> None:
    page = open_page(f"{game.url}static/analysis.html?game=1")
    expect(page.locator("body[data-done]")).to_have_count(1)
    page.click("#moves button:has-text('d4-d3A')")
    said = page.locator("#said")
    expect(said).to_contain_text("1... d4-d3A ??")
    expect(said).to_contain_text("A blunder; better was c3-d3A (even). A turning point.")
    expect(said).to_contain_text("White is much better: +3.00")
    best, stones = page.locator(".arrows .best line"), page.locator(".board-stones .stone")
    expect(best).to_have_count(0)
    expect(stones).to_have_count(41)
    page.click(".better")  # on the position before the mistake both can be seen
    expect(best).to_have_count(1)
    expect(page.locator(".arrows .played line")).to_have_count(1)
    expect(stones).to_have_count(43)
    page.click(".line button:not(.better)")
    expect(stones).to_have_count(42)
    page.keyboard.press("Escape")
    expect(best).to_have_count(0)
    expect(stones).to_have_count(41)
    page.keyboard.press("ArrowLeft")
    expect(said).to_contain_text("1. d3-e3A")
    expect(stones).to_have_count(43)
    page.click("#first")
    expect(said).to_contain_text("The beginning")
    expect(stones).to_have_count(44)
    page.click("#last")
    expect(said).to_contain_text("Black wins, proven: in 2 moves at most")
    box = page.locator("#curve").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] * 2 / 3, box["y"] + 20)
    expect(page.locator("#tip")).to_contain_text("1... d4-d3A: White is much better")
    page.mouse.click(box["x"] + 2, box["y"] + 20)
    expect(said).to_contain_text("The beginning")


def test_the_annotated_game_can_be_had(game: House, open_page: Callable[..., Page]) -> None:
    page = open_page(f"{game.url}static/analysis.html?game=1")
    with page.expect_download() as waiting:
        page.click("#annotated[aria-disabled=false]")
    assert waiting.value.suggested_filename == "lakabe-1-annotated.pgn"
    (score,) = parse_scores(Path(waiting.value.path()).read_text())
    assert score.moves == MOVES and "??" in score.comments[1]


def test_on_a_phone_nothing_overflows(game: House, open_page: Callable[..., Page]) -> None:
    for locale in ("en-GB", "fr-FR", "mg-MG"):
        page = open_page(f"{game.url}static/analysis.html?game=1", viewport=PHONE, locale=locale)
        expect(page.locator("body[data-done]")).to_have_count(1)
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], locale
        expect(page.locator("#board-line")).to_contain_text("Rasoa – Rakoto")
        expect(page.locator("#board-line")).to_be_visible()


def test_its_header_is_that_of_the_board_s_page(game: House, open_page: Callable[..., Page]) -> None:
    page = open_page(f"{game.url}static/analysis.html?game=1", color_scheme="light")
    here = page.locator("header").inner_html().split("<button")[-1]
    page.click("#theme")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    board = open_page(game.url)
    expect(board.locator("header h1")).to_have_text("Lakabe")
    assert board.locator("header").inner_html().split("<button")[-1] == here


def test_the_page_of_the_board_leads_there(game: House, open_page: Callable[..., Page]) -> None:
    page = open_page(game.url)
    link = page.locator("#analysis")
    expect(link).to_have_attribute("aria-disabled", "true")
    with game.fingers() as hands:
        hands.play("d3-e3A")
    expect(link).to_have_attribute("href", "static/analysis.html?game=2")


def test_a_game_that_is_not_there_is_said(game: House, open_page: Callable[..., Page]) -> None:
    page = open_page(f"{game.url}static/analysis.html?game=77", forgiven="404")
    expect(page.locator("#status")).to_contain_text("there is no game 77")
    for path in ("games/77/analysis.json", "games/9999999999/annotated.pgn"):
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(f"{game.url}{path}", timeout=10)
        assert refused.value.code == 404
        refused.value.close()


def test_what_is_not_known_yet_is_left_open(game: House) -> None:
    with urllib.request.urlopen(f"{game.url}games/1/analysis.json", timeout=10) as answer:
        data = json.load(answer)
    assert data["total"] == 4 and data["accuracy"] is None
    assert [position["share"] for position in data["positions"]][data["done"] :] == [None] * (
        4 - data["done"]
    )
    assert data["positions"][0]["stones"].count("W") == 22
