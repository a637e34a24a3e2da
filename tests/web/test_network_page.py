"""A page whose network is slow, silent or lost, between it and a real server."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

import pytest
from houses import House
from playwright.sync_api import Browser, Page, WebSocketRoute, expect
from pointing import Opener, click, expect_point

pytestmark = pytest.mark.slow

LOST = "The connection to lakabe is lost. Trying again…"


class Wire:
    """Stands between a page and its server. While ``deaf``, nothing comes through to the page until later."""

    def __init__(self, page: Page, late: str = "") -> None:
        self.deaf = False
        self.opened = 0
        self.held: list[Callable[[], None]] = []
        self._late = late
        self._say_again: Callable[[], None] = lambda: None
        page.route_web_socket("**/ws", self._connect)

    def _connect(self, socket: WebSocketRoute) -> None:
        self.opened += 1
        self.held = []  # of the connection before
        server = socket.connect_to_server()
        server.on_message(lambda text: self._pass(socket, text))

    def _pass(self, socket: WebSocketRoute, text: str | bytes) -> None:
        if self.deaf or (self._late and json.loads(text)["type"] == self._late):
            self.held.append(lambda: socket.send(text))
            return
        self._say_again = lambda: socket.send(text)
        socket.send(text)

    def fall_silent(self) -> None:
        """Now the page hears something for the last time, however long ago the server has said it."""
        self._say_again()
        self.deaf = True

    def let_go(self) -> None:
        """Pass on what was held, and everything from now on."""
        self._late = ""
        self.deaf = False
        for send in self.held:
            send()
        self.held = []


@pytest.fixture
def page(browser: Browser, house: House) -> Iterator[Page]:
    with browser.new_context() as context:
        context.add_init_script("localStorage.setItem('lakabe-welcome', 'seen')")
        yield context.new_page()


def test_lights_before_their_colours_leave_no_trace(page: Page, house: House) -> None:
    wire = Wire(page, late="pixels")
    page.goto(house.url)
    expect_point(page, "d3", "white stone, may move")
    marked = page.locator(".layer [data-role]:not([data-role=''])")
    expect(marked).to_have_count(0)
    wire.let_go()
    expect(page.locator(".glow i").nth(21)).not_to_have_css("opacity", "0")
    expect(marked).to_have_count(0)
    page.context.close()


def test_a_silent_network_is_noticed_within_five_seconds(page: Page, house: House) -> None:
    page.clock.install()
    wire = Wire(page)
    page.goto(house.url)
    expect(page.locator("#status")).to_have_text("White to move.")
    click(page, "a1")
    expect(page.locator(".held use")).to_have_count(1)
    page.clock.pause_at(page.evaluate("Date.now() / 1000") + 1)
    wire.fall_silent()
    page.clock.run_for(4000)
    expect(page.locator("#status")).not_to_have_text(LOST)
    page.clock.run_for(1000)
    expect(page.locator("#status")).to_have_text(LOST)
    expect(page.locator("#notice")).to_have_text("The connection is lost: the stone in your hand goes back.")
    wire.let_go()
    page.clock.resume()  # the page draws in animation frames, which stand with its clock
    expect(page.locator("#status")).to_have_text("White to move.")
    expect(page.locator("#point-a1")).to_have_attribute("data-stone", "W")
    page.context.close()


def test_a_network_that_is_back_is_used_at_once(page: Page, house: House) -> None:
    page.clock.install()
    wire = Wire(page)
    page.goto(house.url)
    expect(page.locator("#status")).to_have_text("White to move.")
    page.evaluate("window.dispatchEvent(new Event('offline'))")
    expect(page.locator("#status")).to_have_text(LOST)
    page.evaluate("window.dispatchEvent(new Event('online'))")
    expect(page.locator("#status")).to_have_text("White to move.")
    assert wire.opened == 2
    page.context.close()


def test_the_last_move_stays_in_sight_when_the_result_comes(house: House, open_page: Opener) -> None:
    page = open_page(house.url, viewport={"width": 1280, "height": 600})
    with house.fingers() as fingers:
        for text in ("d3-e3A", "d4-d3A", "e1-d2A-d1W", "c4-c3A-d3W-d2A-c2W", "e3-d4A-c4W-c3A-b3A-b4A"):
            fingers.play(text)
    page.click("#end")
    page.click("#ask-end button[value='1-0']")
    expect(page.locator("#result")).to_be_visible()
    expect(page.locator("#moves .latest")).to_be_in_viewport(ratio=0.9)
