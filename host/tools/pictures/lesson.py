"""``make screenshot``: a picture of a lesson on the page, taken from the real thing.

python -m tools.pictures.lesson FILE.png
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from lakabe.archive import Archive
from lakabe.lessons.course import course
from tools.pictures.page import ALL_LIT, lift, middle, photographed, run

NAME = "squeeze"
"""The lesson in the picture, in which the first move is made and the reply is shown."""
LIT = 2
"""The points that the reply lights, which is shown alone."""


def take(file: Path) -> None:
    """Choose the lesson, make its first move, and take the picture."""
    lesson = next(one for one in course() if one.name == NAME)
    first, reply, *_ = lesson.lines[0]
    with (
        tempfile.TemporaryDirectory(prefix="lakabe-") as directory,
        Archive(str(Path(directory) / "games.db")) as archive,
        photographed(file, archive, level=3, language="en") as (page, address),
    ):
        page.goto(address)
        page.wait_for_selector("#player-W[data-turn]")
        page.click("#lessons")
        page.click(f"#lesson li:nth-child({lesson.number}) button")
        page.wait_for_selector("#status:text-is('White to move.')")
        lift(page, first.text[:2])
        page.mouse.click(*middle(page, first.text[3:5]))
        page.wait_for_selector(f"#status:has-text('{reply.text}')")
        page.wait_for_selector("#notice:not([data-shown])", state="attached")
        page.wait_for_function(ALL_LIT % LIT)


def main(arguments: list[str]) -> int:
    """The command line: one file name."""
    return run(take, "tools.pictures.lesson", arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
