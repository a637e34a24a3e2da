"""Sounds, none before the first gesture, none when switched off; and the mark of the last move."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from houses import House
from playwright.sync_api import expect
from pointing import Opener, click

pytestmark = pytest.mark.slow

COUNT = """
window.heard = 0;
for (const kind of [AudioBufferSourceNode, OscillatorNode]) {
  const start = kind.prototype.start;
  kind.prototype.start = function (...rest) { window.heard += 1; return start.apply(this, rest); };
}
0
"""


def test_stones_are_heard_after_the_first_gesture(serve: Callable[..., House], open_page: Opener) -> None:
    house = serve(level=0)
    page = open_page(house.url)
    page.evaluate(COUNT)
    latest = page.locator("#moves .latest")
    with house.fingers() as hands:
        hands.play("e2-e3A")
        expect(latest).to_have_text("e2-e3A")
        assert page.evaluate("heard") == 0, "nobody has touched this page"
        expect(page.locator("[data-last]")).to_have_count(2)
        page.click("h1")
        hands.play("f4-e5W")
        expect(latest).to_have_text("f4-e5W")
        assert page.evaluate("heard") >= 2, "a stone was set down, and one taken"
        page.click("#sounds")
        heard = page.evaluate("heard")
        for place in ("empty", "white stone"):
            click(page, "a1")
            expect(page.locator("#point-a1")).to_have_attribute("aria-label", re.compile(f"a1, {place}"))
        assert page.evaluate("heard") == heard
    expect(page.locator("[data-last='f4']")).to_be_attached()
    page.reload()
    expect(page.locator("#sounds")).not_to_be_checked()
