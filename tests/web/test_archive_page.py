"""The pages beside the board: the games of the archive, their openings as a tree, and puzzles."""

from __future__ import annotations

import json
import re
import urllib.error
import urllib.request
from collections.abc import Callable
from itertools import cycle
from typing import Any

import pytest
from houses import PHONE, House
from playwright.sync_api import Page, expect
from pointing import GAME, Opener, click

from lakabe.archive import Archive, Move
from lakabe.games import pgn


def keep(archive: str, *moves: str, result: str = "1-0", **tags: str) -> None:
    with Archive(archive) as kept, kept.writing() as writer:
        writer.add(tags, pgn.START, [Move(n, text) for n, text in enumerate(moves, 1)], result)


def get(url: str) -> Any:
    with urllib.request.urlopen(url, timeout=10) as answer:
        return json.load(answer)


def test_the_games_are_listed_with_what_can_be_done(
    serve: Callable[..., House], archive_file: str, open_page: Opener
) -> None:
    keep(archive_file, *GAME, White="Rasoa", Black="Rakoto", Date="2026.03.01")
    keep(archive_file, "e2-e3A", result="0-1")
    house = serve(hints=True)
    page = open_page(house.url)
    page.click("#archive")
    rows = page.locator("#games tbody tr")
    expect(rows).to_have_count(2)
    expect(rows.nth(0).locator(".number")).to_have_text("2")
    expect(rows.nth(1)).to_contain_text("2026-03-01")
    expect(rows.nth(1).locator(".white")).to_have_text("Rasoa")
    expect(rows.nth(1).locator(".moves")).to_have_text("5")
    expect(rows.nth(1).locator(".result")).to_contain_text("1-0 White wins")
    with page.expect_download() as waiting:
        rows.nth(1).get_by_text("Export").click()
    assert waiting.value.suggested_filename == "lakabe-1.pgn"
    rows.nth(1).get_by_text("Replay").click()
    expect(page.locator("#moves button")).to_have_count(len(GAME))
    expect(page.locator("#curve")).to_be_hidden()
    stones = page.locator(".board-stones .stone")
    page.click("#first")
    expect(stones).to_have_count(44)
    page.click("#on")
    expect(stones).to_have_count(43)
    page.go_back()
    expect(rows.nth(1).get_by_text("Analysis")).to_have_attribute("href", "analysis.html?game=1")


def test_a_game_is_printed_on_one_sheet(
    serve: Callable[..., House], archive_file: str, open_page: Opener
) -> None:
    with Archive(archive_file) as kept, kept.writing() as writer:
        moves = [Move(n, text) for n, text in zip(range(1, 73), cycle(("a1-b1", "i5-h5", "b1-a1", "h5-i5")))]
        writer.add({}, "8B/9/9/9/W8 W", moves, "1/2-1/2")
    house = serve()
    page = open_page(house.url)
    page.goto(f"{house.url}static/analysis.html?game=1&replay=1")
    expect(page.locator("#moves button")).to_have_count(72)
    sheets = re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4"))
    assert len(sheets) == 1
    page.emulate_media(media="print")
    expect(page.locator("#status")).to_contain_text("A draw")
    for hidden in ("#first", "#print", "#howto"):
        expect(page.locator(hidden)).to_be_hidden()


def test_a_long_list_has_pages_and_fits_a_phone(
    serve: Callable[..., House], archive_file: str, open_page: Opener
) -> None:
    with Archive(archive_file) as kept, kept.writing() as writer:
        for _ in range(51):
            writer.add({}, pgn.START, [Move(1, "e2-e3A")], "0-1")
    house = serve()
    page = open_page(house.url, viewport=PHONE)
    page.goto(f"{house.url}static/archive.html")
    numbers = page.locator("#games .number")
    expect(numbers).to_have_count(50)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.click("#older")
    expect(numbers).to_have_text(["1"])
    expect(page.locator("#status")).to_have_text("Page 2 of 2.")
    for path in ("games.json?page=3", "games.json?page=0", "games.json?page=x", "games/99/replay.json"):
        with pytest.raises(urllib.error.HTTPError) as refused:
            get(f"{house.url}{path}")
        assert refused.value.code == 404
        refused.value.close()


def test_openings_are_a_tree(serve: Callable[..., House], archive_file: str, open_page: Opener) -> None:
    keep(archive_file, "d3-e3A", "d4-d3A", "e1-d2A-d1W", result="1-0")
    keep(archive_file, "d3-e3A", "d4-d3A", result="1/2-1/2")
    keep(archive_file, "e2-e3A", result="0-1")
    keep(archive_file, "d3-e3A", result="*")
    house = serve()
    page = open_page(house.url)
    page.goto(f"{house.url}static/openings.html")
    rows = page.locator("#tree tbody tr")
    expect(rows).to_have_text(["d3-e3A21" + "1075 %", "e2-e3A1001" + "0 %"])
    rows.nth(0).locator("button").click()
    expect(page.locator("#status")).to_have_text("O4 Kobaka fohy.")
    expect(rows).to_have_text(["d4-d3A211075 %"])
    rows.nth(0).locator("button").click()
    expect(rows).to_have_text(["e1-d2A-d1W1100100 %"])
    expect(page.locator(".board-stones .stone")).to_have_count(41)
    page.locator("#trail button").first.click()
    expect(rows).to_have_count(2)
    with pytest.raises(urllib.error.HTTPError) as refused:
        get(f"{house.url}openings/tree.json?moves=d3-e3A+d3-e3A")
    assert refused.value.code == 404
    refused.value.close()


def test_a_puzzle_is_solved_by_clicking(house: House, open_page: Callable[..., Page]) -> None:
    page = open_page(house.url)
    page.goto(f"{house.url}static/puzzles.html#first-1")
    said, status = page.locator("#said"), page.locator("#status")
    expect(status).to_have_text("Black to move. One move wins, in 2 moves at most.")
    board = page.locator("#board")

    def touch(point: str) -> None:
        """Click a point of a board that has no hands."""
        box = board.bounding_box()
        assert box is not None
        column, row = "abcdefghi".index(point[0]), int(point[1])
        width, height = 8 * 100 + 2 * 104, 4 * 100 + 2 * 174
        x = box["x"] + box["width"] * (104 + 100 * column) / width
        page.mouse.click(x, box["y"] + box["height"] * (174 + 100 * (5 - row)) / height)

    expect(page.locator(".arrows .may")).to_have_count(3)
    touch("h4")
    goal = page.locator(".arrows .goal").first
    expect(goal).to_be_attached()
    wrong = goal.get_attribute("data-point")
    assert wrong is not None
    touch(wrong)
    expect(said).to_contain_text("is not proven to win. Another move is: try again.")
    touch("e3")
    touch("f3")
    expect(said).to_have_text("e3-f3A wins. The answer is h1-g1.")
    page.fill("#typed", "h2-i3W")
    page.keyboard.press("Enter")
    expect(said).to_have_text("h2-i3W wins the game. Solved.")
    expect(page.locator("#puzzles [data-solved]")).to_have_attribute("data-key", "first-1")
    page.click("#next")
    expect(page.locator("#puzzles [aria-current]")).to_have_attribute("data-key", "first-2")
    page.click("#solution")
    line = page.locator("#line button")
    expect(line).to_have_text(["Start", "1. g2-h2A-h3A-g3A", "f5-e5", "2. g3-f4A"])
    line.last.click()
    expect(page.locator(".board-stones .stone")).to_have_count(4)
    assert not house.play._archive.count(), "no game is kept of it"


def test_every_first_puzzle_is_told_and_its_solution_is_accepted(house: House) -> None:
    listed = get(f"{house.url}puzzles.json")
    assert [one["moves"] for one in listed] == sorted(one["moves"] for one in listed)
    assert {one["moves"] for one in listed} == {2, 3, 4, 5}
    for one in listed:
        solution = get(f"{house.url}puzzles/{one['key']}.json?solution=1")
        shown = get(f"{house.url}puzzles/{one['key']}.json")
        first = solution["moves"][0]["text"]
        assert first in [move["text"] for move in shown["legal"]]
        assert len(solution["moves"]) == 2 * one["moves"] - 1, "to its end"
        loser = "B" if one["turn"] == "W" else "W"
        assert loser not in solution["positions"][-1] or shown["turn"] == one["turn"]


def test_an_analysis_waits_where_hints_are_limited(serve: Callable[..., House], open_page: Opener) -> None:
    house = serve(hints=True, allowed=2, carries=True, pace=0.2)
    page = open_page(house.url)
    click(page, "e2")
    click(page, "e3")
    expect(page.locator("#moves .latest")).to_have_text("e2-e3A")
    expect(page.locator("#export")).to_have_attribute("aria-disabled", "false")
    link = page.locator("#analysis")
    expect(link).to_have_attribute("aria-disabled", "true")
    with pytest.raises(urllib.error.HTTPError) as refused:
        get(f"{house.url}games/1/analysis.json")
    assert b"when it is over" in refused.value.read()
    page.click("#end")
    page.click("#ask-end button[value='1-0']")
    expect(link).to_have_attribute("aria-disabled", "false")
    assert get(f"{house.url}games/1/analysis.json")["total"] == 2
