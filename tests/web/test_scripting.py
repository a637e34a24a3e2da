"""Cross-site scripting: whatever somebody is called, a page shows it as text and does not do it."""

from __future__ import annotations

from collections.abc import Callable
from itertools import cycle
from pathlib import Path

import pytest
from houses import House
from playwright.sync_api import Page, expect

from lakabe.archive import Archive, Move
from lakabe.engine.standing import START
from lakabe.help.analysis import analyst
from lakabe.matches.begin import begin

PLANTED = "/planted"
IMAGE = f"<img src={PLANTED} onerror=alert(1)>"
BOLD = "<b onclick=alert(1)>Bela"
SCRIPT = f"\"'></title></script><script>fetch('{PLANTED}')</script><b onclick=alert(1)>"
FIELDS = ("Event", "Site", "Date", "Round", "White", "Black", "Annotator", "Opening", "Variant", "Without")
MOVES = ("d3-e3A", "d4-d3A", "e3-f3W")
BEST = ("e2-e3A", "c3-d3A", "f2-f3A", "c4-c3A")


def watched(page: Page) -> list[str]:
    """Load the page anew; what has been planted is here as soon as it asks for something, or says it."""
    sprung: list[str] = []

    def answer(dialog: object) -> None:
        sprung.append("a dialog")
        dialog.dismiss()  # type: ignore[attr-defined]

    page.on("dialog", answer)
    page.on("request", lambda request: sprung.append(request.url) if PLANTED in request.url else None)
    page.reload()
    return sprung


def added(archive_file: str) -> None:
    """A finished game, with something planted in every field and comment."""
    tags = dict(zip(FIELDS, cycle((IMAGE, SCRIPT)), strict=False))
    del tags["Variant"], tags["Without"]
    with Archive(archive_file) as kept, kept.writing() as writer:
        moves = [Move(n, text, IMAGE) for n, text in enumerate(MOVES, 1)]
        writer.add(tags, START, moves, "0-1", SCRIPT, reason=IMAGE)


def examined(start: str, moves: tuple[str, ...], *rest: object) -> dict[str, object]:
    """Instead of an engine."""
    return {"line": [BEST[len(moves)]], "score": "cp 0", "depth": 7, "legal": 5, "pair": None}


def nothing_ran(page: Page, sprung: list[str]) -> None:
    page.evaluate("new Promise((done) => requestIdleCallback(done))")
    assert sprung == []
    assert page.locator(f"img[src*='{PLANTED}'], b[onclick]").count() == 0


@pytest.mark.slow
def test_the_trap_springs(serve: Callable[..., House], open_page: Callable[..., Page]) -> None:
    page = open_page(serve().url, forgiven=" ")
    sprung = watched(page)
    with page.expect_response(f"**{PLANTED}"):
        page.evaluate("(markup) => { document.querySelector('h1').innerHTML = markup }", IMAGE)
    assert len(sprung) == 1
    with pytest.raises(AssertionError):
        nothing_ran(page, [])
    page.evaluate("setTimeout(() => alert(1))")
    with pytest.raises(AssertionError):
        nothing_ran(page, sprung[1:])


@pytest.mark.slow
def test_players_of_a_match(
    serve: Callable[..., House], archive_file: str, open_page: Callable[..., Page], tmp_path: Path
) -> None:
    with Archive(archive_file) as archive:
        match = begin(archive, "session3", f"{IMAGE},{BOLD}")
    house = serve(match=match)
    page = open_page(house.url)
    sprung = watched(page)
    expect(page.locator("#match")).to_contain_text(f"{IMAGE} has White.")
    expect(page.locator("#match tr").nth(2)).to_contain_text(BOLD)
    with house.fingers() as hands:
        hands.play("d3-e3A")
    expect(page.locator("#moves")).to_contain_text("d3-e3A")
    page.screenshot(path=tmp_path / "match.png")
    nothing_ran(page, sprung)


@pytest.mark.slow
def test_names_that_are_given_on_the_page(
    serve: Callable[..., House], open_page: Callable[..., Page]
) -> None:
    page = open_page(serve().url)
    sprung = watched(page)
    page.click("#name")
    page.fill("#name-W", IMAGE)
    page.fill("#name-B", BOLD)
    page.click("#names button[value=name]")
    expect(page.locator("#player-W .name")).to_have_text(IMAGE)
    expect(page.locator("#player-B .name")).to_have_text(BOLD)
    nothing_ran(page, sprung)


@pytest.mark.slow
def test_the_list_of_games_and_the_tree(
    serve: Callable[..., House], archive_file: str, open_page: Callable[..., Page]
) -> None:
    added(archive_file)
    house = serve()
    page = open_page(house.url)
    page.goto(f"{house.url}static/archive.html")
    sprung = watched(page)
    expect(page.locator("#games .white")).to_have_text(IMAGE)
    expect(page.locator("#games .black")).to_have_text(SCRIPT)
    nothing_ran(page, sprung)
    page.goto(f"{house.url}static/openings.html")
    expect(page.locator("#tree tbody tr").first).to_be_visible()
    nothing_ran(page, sprung)


@pytest.mark.slow
def test_openings(serve: Callable[..., House], archive_file: str, open_page: Callable[..., Page]) -> None:
    added(archive_file)
    page = open_page(serve().url)
    sprung = watched(page)
    page.click("#opening")
    expect(page.locator("#openings tr[data-played], #openings tbody tr").first).to_be_visible()
    nothing_ran(page, sprung)


@pytest.mark.slow
def test_a_game_that_is_analysed(
    serve: Callable[..., House],
    archive_file: str,
    open_page: Callable[..., Page],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.setenv("LAKABE_ANALYSES", str(tmp_path / "analyses"))
    monkeypatch.setattr(analyst, "examine", examined)
    added(archive_file)
    page = open_page(f"{serve(hints=True).url}static/analysis.html?game=1")
    sprung = watched(page)
    expect(page.locator("body[data-done]")).to_have_count(1)
    expect(page.locator("#board-line")).to_contain_text(f"{IMAGE} – {SCRIPT}")
    for move in page.locator("#moves button").all():
        move.click()
    page.screenshot(path=tmp_path / "analysis.png")
    nothing_ran(page, sprung)
