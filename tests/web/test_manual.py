"""The player's manual on the page: its links and pictures lead somewhere, and it fits a phone."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from posixpath import normpath

import pytest
from houses import PHONE, House
from playwright.sync_api import Page, expect
from sites import Site

from lakabe import documents
from lakabe.errors import SetupError
from lakabe.web import app, manual
from lakabe.web.security import Links

Opener = Callable[..., Page]
STATIC = (
    "/",
    "/static/howto.html",
    "/static/page.css",
    "/static/manual.css",
    "/static/icon.svg",
    "/static/theme.js",
)


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    made = Site()
    yield made
    made.close()


def pages() -> dict[str, str]:
    """All of it, by address."""
    return {address: manual.page(path).decode() for path, address in manual.PAGES.items()}


def astray(shown: dict[str, str]) -> list[str]:
    """Links and pictures of pages that lead to no page, no place on it and no picture."""
    places = {
        f"{address}#{place}"
        for address, text in shown.items()
        for place in re.findall(r' id="([^"]+)"', text)
    }
    known = {*shown, *places, *manual.FILES.values(), *STATIC}
    found = []
    for address, text in shown.items():
        for link in re.findall(r'(?:href|src)="([^"]*)"', text):
            if (address + link if link.startswith("#") else link) not in known:
                found.append(link)
    return found


def test_every_link_leads_somewhere() -> None:
    shown = pages()
    assert astray(shown) == []
    assert shown[manual.HOME].count("<img ") >= 15 and 'href="/manual/card.svg"' in shown[manual.HOME]


def test_a_link_that_leads_nowhere_is_found() -> None:
    planted = {"/manual": '<h2 id="a">A</h2><a href="/manual#a"></a><a href="/manual#b"></a><img src="">'}
    assert astray(planted) == ["/manual#b", ""]


def test_links_are_led_to_what_is_served() -> None:
    assert manual.served("rules.md#matches-m", "docs/playing.md") == "/manual/rules#matches-m"
    assert manual.served("../docs/card.svg", "firmware/README.md") == "/manual/card.svg"
    assert manual.served("../firmware/README.md#lights", "docs/playing.md") is None
    assert manual.served("#names", "docs/playing.md") == "/manual#names"


@pytest.mark.parametrize("name", ["playing", "rules", "lessons", "commands"])
def test_what_is_shown_comes_along(name: str) -> None:
    """In the wheel there is nothing but the documents and their pictures."""
    shown = re.findall(r"!\[[^]]*\]\(([^)]+)\)", documents.text(name))
    assert {normpath(f"docs/{one}") for one in shown} == set(documents.DOCUMENTS[name].pictures)


def test_no_two_files_have_one_address() -> None:
    assert len({*manual.FILES.values(), *manual.PAGES.values()}) == len(manual.FILES) + len(manual.PAGES)


@pytest.mark.parametrize("address", [*manual.PAGES.values(), *manual.FILES.values()])
def test_it_is_served(site: Site, address: str) -> None:
    status, headers, body = site.get(address)
    assert status == 200
    kind = address[address.rfind(".") :] if address in manual.FILES.values() else ".html"
    assert headers["content-type"] == app.TYPES[kind]
    if kind in (".html", ".svg"):
        assert b" style=" not in body and b"<script>" not in body, "its policy forbids that"


def test_who_watches_may_read_it() -> None:
    site = Site(Links("to-play", "to-watch"))
    try:
        cookie = f"lakabe_token_{site.port}=to-watch"
        assert site.get(manual.HOME, Cookie=cookie)[0] == 200
        assert site.get(manual.HOME)[0] == 403
    finally:
        site.close()


def test_a_document_that_got_lost_is_named(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    def lost(path: str) -> bytes:
        raise SetupError(f"{path} is missing from this installation", "install lakabe again")

    monkeypatch.setattr(manual, "page", lost)
    poor = Site()
    try:
        status, _, body = poor.get(manual.HOME)
    finally:
        poor.close()
    assert status == 503 and b"docs/playing.md is missing" in body


def test_how_to_play_leads_to_it_and_it_fits_a_phone(house: House, open_page: Opener) -> None:
    page = open_page(house.url, viewport=PHONE)
    page.goto(f"{house.url}static/howto.html")
    page.get_by_role("link", name="Manual").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Playing: the player's manual")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.wait_for_load_state("load")
    assert page.evaluate("[...document.images].every((one) => one.complete && one.naturalWidth > 0)")
    expect(page.get_by_role("link", name="one page to print")).to_have_attribute("href", "/manual/card.svg")
