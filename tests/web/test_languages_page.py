"""The page in every language: nothing on it is outside the catalogues, and everybody chooses their own."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from houses import House
from playwright.sync_api import Page, expect
from pointing import Opener, click

import brackets
from lakabe.archive import Archive, Move
from lakabe.games import pgn
from lakabe.games.names import Names
from lakabe.help.consequences import Consequences
from lakabe.help.grades import Grade
from lakabe.help.hint import Choice, Hint, Mistake
from lakabe.help.source import Booked
from lakabe.help.words import as_data, blunder
from lakabe.help.worth import Worth
from lakabe.matches.begin import begin
from lakabe.matches.standing import as_data as as_match

READ = """() => {
  const mine = document.documentElement;
  const kept = (one) => one.closest("script, style, [translate=no]") || one.closest("[lang]") !== mine;
  const isInline = (one) => ["B", "I"].includes(one.tagName) && !one.attributes.length;
  const texts = new Map();
  const found = [document.title];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    let holder = node.nodeType === Node.TEXT_NODE ? node.parentElement : node;
    if (kept(holder)) continue;
    if (node === holder) {
      const names = ["aria-label", "title", "placeholder", "alt", "data-said"];
      found.push(...names.map((name) => node.getAttribute(name)));
    } else {
      while (isInline(holder)) holder = holder.parentElement;
      texts.set(holder, (texts.get(holder) ?? "") + node.data);
    }
  }
  return [...found, ...texts.values()].filter(Boolean);
}"""
"""All texts of a page, whether they can be seen now or not, and what is read out or shown at a point."""
NAMES = Names("Rasoa", "Rakoto")
SURE, LOST, FAIR = Worth("win", plies=1), Worth("loss", plies=6), Worth("cp", centipoints=120)


@pytest.fixture
def pseudo() -> Iterator[str]:
    with brackets.spoken() as code:
        yield code


def stray(page: Page) -> list[str]:
    """What of the page is in no catalogue."""
    return [left for text in page.evaluate(READ) if (left := brackets.outside(text))]


def hint() -> Hint:
    """One that has everything to say."""
    facts = Consequences(("e3",), ("d4", "e4"), 2)
    choices = (
        Choice("d3-e3A", ("d3-e3A", "d4-d3A"), FAIR, 7, facts, 2, 1),
        Choice("e2-e3A", ("e2-e3A",), SURE, 3, Consequences((), (), 0)),
        Choice("d2-e3A", ("d2-e3A",), FAIR, 9, None, book=Booked(3, 4.0)),
    )
    missed = Mistake("d4-d3A", "c4-d3A", LOST, Worth("draw"), Grade.BLUNDER, 30.0)
    return Hint("9/9/9/9/9 W", "W", choices, 3, missed)


def test_a_game_is_in_brackets(serve: Callable[..., House], open_page: Opener, pseudo: str) -> None:
    """First visit and dialogs; a game with refusals, hints and the coach; its end."""
    house = serve(level=4, carries=True, pace=0.2, language=pseudo, players=NAMES, hints=True)
    page = open_page(house.url, first=True)
    expect(page.locator("html")).to_have_attribute("lang", pseudo)
    expect(page.locator("#player-W[data-turn]")).to_be_visible()
    assert stray(page) == []
    page.click("#welcome-versus")
    expect(page.locator("#new-level-said")).not_to_be_empty()
    page.select_option("#new-clock", "fischer")
    assert stray(page) == []
    page.keyboard.press("Escape")
    click(page, "a1")  # it cannot move
    expect(page.locator("#notice[data-shown]")).to_be_visible()
    click(page, "d3")
    expect(page.locator("#todo")).to_contain_text("e3")
    assert stray(page) == []
    click(page, "e3")
    expect(page.locator("#point-f3[aria-label*=approach]")).to_be_attached()
    assert stray(page) == []
    click(page, "f3")
    expect(page.locator("#player-B[data-turn]")).to_be_visible()
    house.play.hub.hint(as_data(hint()))
    house.play.hub.coached(blunder("d3-e3A", FAIR, "e2-e3A", SURE, 2, "W"))
    expect(page.locator("#hint details")).to_have_count(5)
    expect(page.locator("#coach")).not_to_be_empty()
    assert stray(page) == []
    house.play.hub.hint(None)
    expect(page.locator("#hint")).to_be_hidden()
    page.click("#moves [data-ply='1']")
    page.click("#opening")
    expect(page.locator("#openings")).to_be_visible()
    assert stray(page) == []
    page.keyboard.press("Escape")
    page.click("#end")
    page.click("#ask-end button[value='1-0']")
    expect(page.locator("#result")).to_be_visible()
    assert stray(page) == []


def test_lessons_the_menu_and_a_match_are_in_brackets(
    serve: Callable[..., House], open_page: Opener, pseudo: str, archive_file: str
) -> None:
    house = serve(level=4, language=pseudo)
    page = open_page(house.url, forgiven="ERR_INTERNET_DISCONNECTED")
    expect(page.locator("#player-W[data-turn]")).to_be_visible()
    with Archive(archive_file) as archive:
        house.play.hub.standing(as_match(begin(archive, "championship", "Rasoa,Rakoto")))
    expect(page.locator("#match")).to_be_visible()
    assert stray(page) == []
    page.click("#lessons")
    expect(page.locator("#lesson li")).not_to_have_count(0)
    assert stray(page) == []
    page.click("#lesson li:nth-child(2) button")
    expect(page.locator("#lesson .task")).to_be_visible()
    assert stray(page) == []
    page.locator("#lesson .deeds button").last.click()
    expect(page.locator("#lesson")).to_be_hidden()
    page.context.set_offline(True)
    expect(page.locator("#status")).to_have_attribute("data-tone", "wait")
    assert stray(page) == []


SHOWS = {
    "archive": "#games tbody tr",
    "openings": "#tree button",
    "puzzles": "#puzzles button[aria-current]",
    "howto": "figure svg",
    "analysis": "#moves button",
}
"""What each page shows when it has what it asked for."""


def test_the_pages_beside_the_board_are_in_brackets(
    serve: Callable[..., House], open_page: Opener, pseudo: str, archive_file: str
) -> None:
    with Archive(archive_file) as archive, archive.writing() as writer:
        moves = [Move(1, "d3-e3A"), Move(2, "d4-d3A")]
        writer.add({"White": "Rasoa", "Black": "Rakoto"}, pgn.START, moves, "0-1", reason="resigned")
    house = serve(language=pseudo)
    page = open_page(house.url)
    for name, shown in SHOWS.items():
        page.goto(f"{house.url}static/{name}.html{'?game=1&replay=1' if name == 'analysis' else ''}")
        expect(page.locator(shown).first).to_be_visible()
        assert stray(page) == [], name


def test_what_is_in_no_catalogue_is_found(
    serve: Callable[..., House], open_page: Opener, pseudo: str
) -> None:
    house = serve(language=pseudo)
    page = open_page(house.url)
    expect(page.locator("#player-W[data-turn]")).to_be_visible()
    house.play.hub.named(Names("A stranger", ""))
    expect(page.locator("#player-W .name")).to_have_text("A stranger")
    assert "A stranger" in stray(page)
    page.evaluate("document.querySelector('#turn').title = 'Press it'")
    page.evaluate("document.querySelector('#status').textContent = '⟦White⟧ to move'")
    assert {"Press it", "to move"} <= set(stray(page))


def test_each_page_has_its_own_language(serve: Callable[..., House], open_page: Opener) -> None:
    """Chosen on the page, where it is kept; what the server says follows, and so does what it refuses."""
    house = serve(level=4, carries=True)
    first, second = open_page(house.url), open_page(house.url, locale="fr-CA")
    expect(first.locator("#status")).to_have_text("White to move.")
    expect(second.locator("#status")).to_have_text("Trait aux blancs.")
    expect(second.locator("html")).to_have_attribute("lang", "fr")
    first.select_option("#language", "mg")
    expect(first.locator("html")).to_have_attribute("lang", "mg")
    expect(first.locator("#status")).to_have_text("Anjaran'ny fotsy.")
    expect(first.locator("#new")).to_have_text("Lalao vaovao")
    for page, refusal in ((first, "Tsy maintsy mihinana ny fotsy"), (second, "Les blancs doivent prendre")):
        click(page, "a1")
        expect(page.locator("#notice")).to_contain_text(refusal)
    first.goto(f"{house.url}static/howto.html")
    expect(first.locator("h2").first).to_have_text("Ny lalao amin'ny fohy")


@pytest.mark.slow
@pytest.mark.parametrize(("wanted", "likes", "code"), [
    ("", "fr-CA", "fr"), ("en", "fr-CA", "en"), ("", "mg", "mg"), ("fr", "en", "fr"), ("", "de", "en"),
])  # fmt: skip
def test_the_language_is_that_of_the_program_or_the_browser(
    serve: Callable[..., House], open_page: Opener, wanted: str, likes: str, code: str
) -> None:
    page = open_page(serve(language=wanted).url, locale=likes)
    expect(page.locator("html")).to_have_attribute("lang", code)
    expect(page.locator("#language")).to_have_value(code)
