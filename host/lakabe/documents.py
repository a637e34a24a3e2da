"""The documents that come with this program, for ``lakabe docs``; the wheel has them in ``_docs``.

The build (``host/tools/packing.py``) imports this module before anything is installed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from lakabe.errors import SetupError, UsageError

PACKED = Path(__file__).with_name("_docs")
CHECKOUT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Document:
    """``paths`` are from the root of the checkout; a document is all of them, one after another.

    ``pictures`` come along for where it is shown with them, on the page (``lakabe.web.manual``).
    """

    about: str
    paths: tuple[str, ...]
    pictures: tuple[str, ...] = ()


LIGHTS = tuple(
    f"docs/images/light-{name}.svg" for name in ("move", "go", "taken", "off", "end", "put", "last", "hint")
)
SCREENS = tuple(f"docs/images/{name}.png" for name in ("page", "coach", "match", "lesson", "analysis"))
RULES = tuple(
    f"docs/images/rules/{name}.svg"
    for name in (
        "approach",
        "chain",
        "choice",
        "must-capture",
        "paika",
        "points",
        "run",
        "same-direction",
        "same-point",
        "withdrawal",
    )
)
LICENSES = tuple(
    f"licenses/{name}.txt"
    for name in (
        *("micropython", "emscripten", "pico-sdk", "tinyusb", "littlefs", "oofatfs", "uzlib"),
        *("apache-2.0", "newlib"),
    )
)

DOCUMENTS = {
    "readme": Document("what there is, and the first steps", ("README.md",)),
    "rules": Document("the rules of the game, and how it is written down", ("docs/rules.md",), RULES),
    "playing": Document(
        "the player's manual: board, lights, buttons, matches, lessons, names and clocks",
        ("docs/playing.md",),
        ("docs/images/game.svg", "docs/images/setup.svg", *LIGHTS, *SCREENS, "hardware/pictures/top.png"),
    ),
    "card": Document("set-up, lights and buttons on one page, as a picture to print", ("docs/card.svg",)),
    "commands": Document(
        "the command line: commands, exit codes, and what happens at its edges", ("docs/command-line.md",)
    ),
    "lessons": Document("the course that the board teaches", ("docs/lessons.md",)),
    "menu": Document("the board's menu, as a picture to print", ("docs/menu.svg",)),
    "firmware": Document(
        "the board, for makers and developers: lights, buttons, wiring, flashing", ("firmware/README.md",)
    ),
    "build": Document("how to build a board", ("hardware/BUILD.md",)),
    "sheet": Document("what to measure on the first board", ("hardware/first-article.md",)),
    "engine": Document("the engine, its protocol, hints, puzzles, levels", ("host/lakabe/engine/README.md",)),
    "tables": Document("the endgame tables", ("host/lakabe/engine/tables/README.md",)),
    "traces": Document("reed traces: what contacts did, as text", ("docs/traces.md",)),
    "protocol": Document("the lines between board and computer", ("firmware/PROTOCOL.md",)),
    "changes": Document("what is new in which version", ("CHANGELOG.md",)),
    "licences": Document("licences and notices", ("LICENSE", "hardware/LICENSE", "NOTICES.md", *LICENSES)),
}


def file(path: str) -> Path:
    """Where a document's file is. SetupError where it is missing."""
    for folder in (PACKED, CHECKOUT):
        if (folder / path).is_file():
            return folder / path
    raise SetupError(f"{path} is missing from this installation", "install lakabe again")


def document(name: str) -> Document:
    """The document of that name; UsageError where there is none."""
    if name not in DOCUMENTS:
        raise UsageError(f"there is no document {name!r}", f"give one of {', '.join(DOCUMENTS)}")
    return DOCUMENTS[name]


def text(name: str, part: str = "") -> str:
    """What a document says, or one ``part`` of it: a rule such as ``N2``, or a heading. UsageError."""
    whole = "\n".join(file(path).read_text(encoding="utf-8") for path in document(name).paths)
    if not part:
        return whole
    for found in _parts(whole, part):
        return found
    raise UsageError(f"{name} has no part {part!r}", f"`lakabe docs {name}` prints all of it")


def _parts(whole: str, part: str) -> Iterator[str]:
    words = re.escape(part)
    item = re.search(rf"^- \*\*{words}\*\*.*?(?=^(?!  )\S|\Z)", whole, re.MULTILINE | re.DOTALL)
    if item:
        yield item[0].rstrip() + "\n"
    heading = re.search(
        rf"^(#+) [^\n]*\b{words}\b[^\n]*\n.*?(?=^#+ |\Z)", whole, re.MULTILINE | re.DOTALL | re.IGNORECASE
    )
    if heading:
        deeper = rf"\A.*?(?=^#{{1,{len(heading[1])}}} |\Z)"
        rest = re.search(deeper, whole[heading.end() :], re.MULTILINE | re.DOTALL)
        yield (heading[0] + (rest[0] if rest else "")).rstrip() + "\n"
