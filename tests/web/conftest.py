"""The page with everything real behind it (virtual board, recorder, archive, server), and a browser."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from fingers import Tap
from houses import DESKTOP, House
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect

from lakabe.archive import Archive
from lakabe.web.play import Play
from tools.setup import browser as setup_browser

OPTIONS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PATIENCE_MS = 15_000

expect.set_options(timeout=PATIENCE_MS)


@pytest.fixture(autouse=True)
def elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Boards of other tests, and of whoever runs them, have no say in the numbers of ours."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


@pytest.fixture
def archive_file(tmp_path: Path) -> str:
    return str(tmp_path / "games.db")


@pytest.fixture
def serve(archive_file: str) -> Iterator[Callable[..., House]]:
    """Starts a whole house; ended with the test."""
    endings: list[Callable[[], None]] = []

    def start(**options: object) -> House:
        archive = Archive(archive_file)
        try:
            play = Play(archive, **options)  # type: ignore[arg-type]
            tap = Tap(play._recorder._listener)  # the archive has what it hears
            play._recorder._listener = tap
            play.__enter__()
        except BaseException:
            archive.close()
            raise
        thread = threading.Thread(target=play.run, name="page")
        thread.start()

        def end() -> None:
            if end in endings:
                endings.remove(end)
            play.server.stop()
            thread.join()
            play.__exit__(None, None, None)
            archive.close()

        endings.append(end)
        return House(play.address, archive_file, play, tap, end)

    yield start
    for end in reversed(endings[:]):
        end()


@pytest.fixture
def house(serve: Callable[..., House]) -> House:
    """A fresh virtual board at the start position, its lights on the highest level."""
    return serve(level=4)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests with a browser come last: once Playwright runs, no other event loop can on its thread."""
    items.sort(key=lambda item: "browser" in getattr(item, "fixturenames", ()))


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    found = setup_browser.find()
    if found is None:
        pytest.fail("there is no browser; `make test` provides one", pytrace=False)
    with setup_browser.playwright() as playwright:
        yield playwright.chromium.launch(executable_path=found, args=OPTIONS)


@pytest.fixture
def open_page(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Opens a page at an address, to who has been there before, unless it is the ``first`` visit.

    Any error in its console fails the test, unless it is ``forgiven``.
    """
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def open_one(url: str, forgiven: str = "", first: bool = False, **options: object) -> Page:
        context = browser.new_context(**{"viewport": DESKTOP, **options})  # type: ignore[arg-type]
        if not first:  # somebody who has been here before
            context.add_init_script("localStorage.setItem('lakabe-welcome', 'seen')")
        contexts.append(context)

        def hear(said: ConsoleMessage) -> None:
            if said.type == "error" and not (forgiven and forgiven in said.text):
                faults.append(said.text)

        page = context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", hear)
        page.goto(url)
        page.wait_for_selector("#board[data-ready]")
        return page

    yield open_one
    for context in contexts:
        context.close()
    assert faults == []
