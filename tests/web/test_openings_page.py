"""The opening of the game on the board, named on the page, and the records of all openings."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from houses import PHONE, House
from playwright.sync_api import Page, expect

from lakabe.archive import Archive, Move
from lakabe.games import pgn

pytestmark = pytest.mark.slow


def finished(archive: str) -> None:
    """Three games: White wins twice with O4, Black wins once with O1."""
    with Archive(archive) as kept, kept.writing() as writer:
        for first, result in (("d3-e3A", "1-0"), ("d3-e3A", "1-0"), ("e2-e3A", "0-1")):
            writer.add({}, pgn.START, [Move(1, first)], result)


def rows(page: Page) -> dict[str, list[str]]:
    found = [row.locator("td").all_inner_texts() for row in page.locator("#openings tbody tr").all()]
    return {name: cells for name, *cells in found}


def test_openings_are_named_and_counted(
    serve: Callable[..., House], archive_file: str, open_page: Callable[..., Page], tmp_path: Path
) -> None:
    finished(archive_file)
    house = serve()
    page = open_page(house.url)
    expect(page.locator("#opening")).to_have_text("Openings")
    with house.fingers() as hands:
        hands.play("d3-e3A")
    expect(page.locator("#opening")).to_have_text("O4 Kobaka fohy")
    page.click("#opening")
    expect(page.locator("#openings")).to_be_visible()
    found = rows(page)
    assert found["O4 Kobaka fohy"][:5] == ["2", "2", "0", "0", "100 %"]
    assert found["O1 Vakiloha"] == ["1", "0", "0", "1", "0 %", "0 to 79", "1.0"]
    assert found["O2 Lehavanana"] == ["0", "0", "0", "0", "", "", ""]
    assert found["all"][:4] == ["3", "2", "0", "1"]
    assert len(found) == 6
    expect(page.locator("#openings tr[data-played] td").first).to_have_text("O4 Kobaka fohy")
    page.screenshot(path=tmp_path / "openings.png")
    page.keyboard.press("Escape")
    expect(page.locator("#openings")).to_be_hidden()


def test_without_games_and_on_a_telephone(
    serve: Callable[..., House], open_page: Callable[..., Page]
) -> None:
    page = open_page(serve().url, viewport=PHONE)
    page.click("#opening")
    expect(page.locator("#openings p")).to_have_text("No finished games yet.")
    page.click("#openings button")
    expect(page.locator("#openings")).to_be_hidden()
    finished_width = page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    assert finished_width
