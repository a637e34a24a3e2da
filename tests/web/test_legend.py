"""The legend: one entry for a meaning, only what can be seen, in the rhythm of the light."""

from __future__ import annotations

from collections.abc import Callable

from houses import House
from playwright.sync_api import expect
from pointing import Opener


def test_an_entry_has_the_colours_of_one_meaning(serve: Callable[..., House], open_page: Opener) -> None:
    house = serve(level=4)
    page = open_page(house.url)
    entries = page.locator("#legend li")
    expect(entries).to_have_text(["may move"])
    with house.fingers() as hands:
        hands.lift("d3")
        go = page.locator("#legend [data-entry=go]")
        expect(go).to_have_text("may go here" + "A W" + "by either")
        expect(page.locator("#legend [data-entry=taken] .lamp")).to_have_text(
            ["A" + "by approach", "W" + "by withdrawal"]
        )
        expect(entries).to_have_count(2)
        hands.place("d3")
        expect(entries).to_have_text(["may move"])


def test_an_entry_blinks_as_its_light_does(serve: Callable[..., House], open_page: Opener) -> None:
    house = serve(level=1)
    page = open_page(house.url)
    with house.fingers() as hands:
        hands.lift("a1", "discard")
        dot = page.locator("#legend [data-entry=put] i")
        expect(dot).to_be_attached()
        for dark in (True, False, True):  # twice a second
            page.wait_for_function(
                """dark => {
                    const dot = document.querySelector('#legend [data-entry=put] i');
                    const all = [...document.querySelectorAll(".glow i")];
                    const lamps = all.map(one => Number(one.style.opacity));
                    return (Number(dot.style.opacity) < 0.2) === dark && (Math.max(...lamps) < 0.2) === dark;
                }""",
                arg=dark,
            )
