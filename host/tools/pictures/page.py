"""``make screenshot``: a picture of the page in the middle of a move, taken from the real thing.

python -m tools.pictures.page FILE.png
"""

from __future__ import annotations

import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fanorona.rules import notation, rules
from fanorona.rules.moves import takes
from lakabe.archive import Archive
from lakabe.errors import UsageError, exit_code_of
from lakabe.web.play import Play
from tools.setup import browser as setup_browser

if TYPE_CHECKING:
    from playwright.sync_api import Page

OPENING = ("d3-e3A", "d4-d3A", "e1-d2A-d1W", "c4-c3A-d3W-d2A-c2W")
LIFTED, OVER = "e3", "d4"
"""The stone that is in the air in the picture, and the point above which it hovers."""
WINDOW = {"width": 1280, "height": 800}
OPTIONS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--force-color-profile=srgb")
ALL_LIT = """() => {
    const lamps = [...document.querySelectorAll("#board .glow i")];
    if (lamps.filter((lamp) => Number(lamp.style.opacity) > 0).length < %d) return false;
    const board = document.getElementById("board");
    board.replaceWith(board.cloneNode(true));
    return true;
}"""
"""Waits until so many points shine; from then on the board in the page stays as it is, for its picture."""


@contextmanager
def photographed(file: Path, archive: Archive, **options: Any) -> Iterator[tuple[Page, str]]:
    """A browser's empty page, and the address where the virtual board is played; at the end, its picture.

    ``options`` are those of ``Play``. The picture is taken when the block ends without an exception.
    """
    with setup_browser.playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=setup_browser.ensure(), args=list(OPTIONS))
        with Play(archive, seed=1, hints=True, **options) as play:
            thread = threading.Thread(target=play.run, name="page")
            thread.start()
            try:
                page = browser.new_page(viewport=WINDOW, color_scheme="light", reduced_motion="reduce")  # type: ignore[arg-type]
                page.add_init_script("localStorage.setItem('lakabe-welcome', 'seen')")
                yield page, play.address
                file.parent.mkdir(parents=True, exist_ok=True)
                page.screenshot(path=file)
            finally:
                play.server.stop()
                thread.join()
        browser.close()


def take(file: Path) -> None:
    """Play the opening on a virtual board by clicking, lift a stone, and take the picture."""
    with (
        tempfile.TemporaryDirectory(prefix="lakabe-") as directory,
        Archive(str(Path(directory) / "games.db")) as archive,
        photographed(file, archive, level=3) as (page, address),
    ):
        page.goto(address)
        page.wait_for_selector("#player-W[data-turn]")
        position = rules.Position()
        for text in OPENING:
            _play(page, position, text)
        lift(page, LIFTED)
        page.mouse.move(*middle(page, OVER))
        # Some of the lights blink; their points' names tell of them all the time.
        lit = sum(label.count(", ") > 1 for label in labels(page))
        page.wait_for_function(ALL_LIT % lit)


def labels(page: Page) -> list[str]:
    """What the points are called, with what lies on them and what their lights mean."""
    points = page.locator(".hands [data-point]")
    return [points.nth(n).get_attribute("aria-label") or "" for n in range(points.count())]


def _play(page: Page, position: rules.Position, text: str) -> None:
    """Click a move (N1), its captured stones and, where it might go on, *turn*."""
    for p, q, kind in notation.parse_steps(text):
        taken = bytearray(46)
        takes(position, p, q, kind, taken)
        position.play(p, q, kind)
        lift(page, notation.point_name(p))
        page.mouse.click(*middle(page, notation.point_name(q)))
        page.wait_for_selector(f"#point-{notation.point_name(q)}:not([data-stone='.'])")
        for x in [x for x in range(45) if taken[x]]:
            name = notation.point_name(x)
            page.wait_for_selector(f"#point-{name}[aria-label*=take]")
            page.mouse.click(*middle(page, name))
            page.wait_for_selector(f"#point-{name}[data-stone='.']")
    if position.may_go_on():
        page.wait_for_selector("#turn[data-call]")
        page.click("#turn")
    position.end_turn()
    position.forget()
    page.wait_for_selector(f"#moves .latest:not(.going):text-is('{text}')")


def lift(page: Page, point: str) -> None:
    """Click a stone, so that it is in the hand and the board has felt it."""
    page.mouse.click(*middle(page, point))
    page.wait_for_selector(f"#point-{point}[aria-label*=lifted]")


def middle(page: Page, point: str) -> tuple[float, float]:
    """Where a point is in the window."""
    box = page.locator(f"#point-{point}").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def run(take: Callable[[Path], None], module: str, arguments: list[str]) -> int:
    """The command line of a program that takes one picture: one file name. Its exit code."""

    def work() -> None:
        if len(arguments) != 1:
            raise UsageError("one file name is needed", f"python -m {module} FILE.png")
        take(Path(arguments[0]))

    return exit_code_of(work)


def main(arguments: list[str]) -> int:
    """The command line: one file name."""
    return run(take, "tools.pictures.page", arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
