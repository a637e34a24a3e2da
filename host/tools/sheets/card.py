"""``make sheet``: set-up, lights and buttons on one page, docs/card.svg, and the pictures of docs/playing.md.

python -m tools.sheets.card FILE.svg FOLDER

The folder gets a picture of the set-up, and one of each meaning of the lights. All lights are those that a
session on this computer shows when hands do what the words say.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from fanorona.rules.notation import parse_point
from fanorona.rules.rules import BLACK, WHITE
from tools.sheets.drawing import COLUMN, EDGE, HEIGHT, LEFT, RIGHT, WIDTH, Page
from tools.sheets.hands import Hands, Look

BOX = "c1 g5"
"""The part of the board in the pictures of lights."""
AROUND = "b2 h4"
"""The part of the board in the picture of captures."""
CAPTURES = (("c3", "d3", "A", ("e3", "f3")), ("e3", "f3", "W", ("d3", "c3")))
"""Each: from, to, how, and what is taken."""
NINE = 9
"""Points in a row."""


@dataclass(frozen=True)
class Meaning:
    """One of the eight; ``name`` is that of its picture, ``letters`` are those of its lights in it."""

    name: str
    title: str
    words: str
    letters: str
    look: Callable[[], Look]


def may_move() -> Look:
    """A game begins, with all help."""
    hands = Hands()
    for side in (WHITE, BLACK):
        hands.session.set_level(4, side)
    hands.wait(400)
    return hands.look()


def lifted() -> Look:
    """The stone of e2 is in the hand."""
    hands = Hands()
    hands.lift("e2")
    return hands.look()


def choosing() -> Look:
    """The stone of d3 stands on e3, from where it takes f3, or takes c3."""
    return _after("d3", "e3")


def going_on() -> Look:
    """In the second move the stone of e1 has taken f4 and stands on d2."""
    hands = Hands()
    for start, end, taken in (("d3", "e3", ("f3",)), ("d4", "d3", ("d2", "d1"))):
        _step(hands, start, end, taken)
        hands.wait(400)
    _step(hands, "e1", "d2", ("c3", "b4", "a5"))
    return hands.look()


def _after(start: str, end: str, *taken: str) -> Look:
    """A stone has gone from the one point to the other in the first move, and these are off."""
    hands = Hands()
    _step(hands, start, end, taken)
    hands.wait(400)
    return hands.look()


def _step(hands: Hands, start: str, end: str, taken: Sequence[str]) -> None:
    hands.lift(start)
    hands.put(end)
    hands.take_off(*taken)


def captured() -> Look:
    """The stone of e2 stands on e3; what it has taken still stands."""
    return _after("e2", "e3")


def setting_up() -> Look:
    """The first and the last row stand."""
    hands = Hands((*range(NINE), *range(4 * NINE, 5 * NINE)))
    hands.wait(400)
    return hands.look()


def last_move() -> Look:
    """The stone of e2 has gone to e3 and taken."""
    return _after("e2", "e3", "e4", "e5")


def hinted() -> Look:
    """The first move of a championship, which the lights show as they show a hint."""
    hands = Hands()
    hands.begin_championship()
    return hands.look()


MEANINGS = (
    Meaning("move", "This stone may move", "Amber, steady.", "m", may_move),
    Meaning(
        "go", "It may go here",
        "Blue takes by approach, orange by withdrawal, magenta by either; amber takes nothing.", "a", lifted,
    ),
    Meaning(
        "taken", "This would be taken",
        "Blinks slowly: blue by approach, orange by withdrawal. Take a stone off the line that you choose.",
        "AW", choosing,
    ),
    Meaning(
        "off", "Take this stone off", "Orange, blinks fast: it is captured, or does not belong here.",
        "x", captured,
    ),
    Meaning(
        "end", "Go on, or stop", "Sky blue, blinks slowly. Go on with this stone, or press *turn*.",
        "o", going_on,
    ),
    Meaning(
        "put", "A stone belongs here",
        "Warm white: a white one. Violet: a black one. Blue, fast: one is missing.", "ik", setting_up,
    ),
    Meaning("last", "The last move", "It went from sky blue to white.", "ft", last_move),
    Meaning(
        "hint", "A hint, or the computer's move", "White is the stone, blue its way, orange what it takes.",
        "hjg", hinted,
    ),
)  # fmt: skip
"""The eight that a game needs, as firmware/README.md lists them."""

GAME = (
    "Take all stones of the other player: who has no stone left, or no move, has lost.",
    "A stone goes along a line to the next point, which must be empty.",
    "It takes the row of stones that it steps towards (approach) or away from (withdrawal), never both.",
    "Who can capture must capture; after a capture the same stone may go on capturing.",
    "In one move it comes to no point twice, and never goes on in the same direction.",
)
SETTING_UP = """
Put the stones up as in the picture; e3 stays empty. Lights show where a stone is missing, and go out when all
stand. Then White moves: lift a stone, set it down, take off what it captures.
"""
TURN = (
    ("pressed", "Ends a move that could go on."),
    ("1.5 s, before the first move", "You compose a position of your own."),
)
MENU = (
    ("pressed", "Shows a hint (with a computer)."),
    ("1.5 s, in a game", "Takes the last move back."),
    ("1.5 s, before the first move", "Opens the menu: game, match, help."),
    ("4 s", "Asks for a new game: press *turn* if so."),
)
BOTH = (
    ("turn while menu is down", "Begins the lessons, before the first move."),
    ("3 s, in a game", "Ends it: a draw, or one side resigns. *turn* chooses, *menu* for 1.5 s agrees."),
)
WARNING = """
The stones hold strong magnets, which are dangerous when two are swallowed: for people of 14 and older. The
page *How to play* links the whole manual, and lakabe docs playing prints it.
"""


def picture(look: Look, pitch: float, box: str = "a1 i5", names: bool = False) -> str:
    """A board, or a part of it, as a picture of its own."""
    sheet = Page()
    columns, rows = ord(box[3]) - ord(box[0]), int(box[4]) - int(box[1])
    edge = pitch * (1.2 if names else EDGE)
    sheet.board((edge, edge), pitch, look, names=names, box=box)
    return sheet.svg(columns * pitch + 2 * edge, rows * pitch + 2 * edge)


def captures() -> str:
    """The picture of README.md: approach on the left, withdrawal on the right."""
    sheet = Page()
    pitch, top, apart = 11.0, 11.0 * EDGE, 11.0 * 7.5
    for left, (start, end, _, taken) in zip((top, top + apart), CAPTURES, strict=True):
        stones = {parse_point(start): WHITE} | {parse_point(name): BLACK for name in taken}
        sheet.board((left, top), pitch, Look({}, stones), names=False, box=AROUND)

        def at(name: str, left: float = left) -> tuple[float, float]:
            return left + (ord(name[0]) - ord(AROUND[0])) * pitch, top + (
                int(AROUND[4]) - int(name[1])
            ) * pitch

        for name in taken:
            sheet.cross(at(name), pitch * 0.2)
        (x, y), (right, _) = at(start), at(end)
        sheet.arrow((x + pitch * 0.33, y), (right, y), pitch * 0.28)
    return sheet.svg(apart + 6 * pitch + 2 * top, 2 * pitch + 2 * top)


def pictures() -> dict[str, str]:
    """Those of docs/playing.md and README.md, by the names of their files."""
    lights = {f"light-{one.name}.svg": picture(one.look(), 8.0, BOX) for one in MEANINGS}
    return {
        "game.svg": captures(),
        "setup.svg": picture(Look({}, Hands().look().stones), 11.0, names=True),
        **lights,
    }


def page() -> str:
    """The whole page, as SVG."""
    sheet = Page()
    sheet.text((LEFT, 19), "Lakabe: Fanorona on one page", 8, style="bold")
    pitch = 9.4
    sheet.board((LEFT + 9, 30), pitch, Look({}, Hands().look().stones))
    right = LEFT + 100
    sheet.heading((right, 29), "The game")
    y = 35.0
    for n, words in enumerate(GAME, 1):
        y = sheet.paragraph((right, y), f"{n}. {words}", RIGHT - right)
    y = sheet.paragraph((LEFT, 84), SETTING_UP)
    y += 4
    sheet.heading((LEFT, y), "Eight lights")
    y = _lights(sheet, y + 8)
    y += 3
    sheet.heading((LEFT, y), "Two buttons")
    sheet.paragraph((LEFT + 33, y), "Where a time is given, hold the button down so long, then let go.")
    left = _button(sheet, (LEFT, y + 9), "turn", TURN)
    left = _button(sheet, (LEFT, left + 4), "both", BOTH)
    below = _button(sheet, (LEFT + COLUMN + 4, y + 9), "menu", MENU)
    sheet.paragraph((LEFT, max(left, below) + 3), WARNING)
    return sheet.svg(WIDTH, HEIGHT)


def _lights(sheet: Page, top: float) -> float:
    """The eight, four in a row; where the next part would be."""
    wide, pitch = (RIGHT - LEFT) / 4, 6.4
    for row in range(2):
        below = top
        for n, one in enumerate(MEANINGS[4 * row : 4 * row + 4]):
            x = LEFT + n * wide
            sheet.board((x + pitch * EDGE, top), pitch, one.look(), names=False, box=BOX)
            y = top + 4 * pitch + 8
            for line in sheet.lines(one.title, wide - 3, 3.4):
                sheet.text((x, y), line, 3.4, style="bold")
                y += 4.4
            below = max(below, sheet.paragraph((x, y), one.words, wide - 3, 2.8))
        top = below + 4
    return top - 4


def _button(sheet: Page, at: tuple[float, float], name: str, does: Sequence[tuple[str, str]]) -> float:
    """A button and what it does; where the next one would be."""
    x, y = at
    sheet.disc((x + 5, y - 1.2), 5, "#d9b062")
    sheet.text((x + 5, y - 0.1), name, 3, "middle", "bold")
    for when, what in does:
        for line in sheet.lines(when, COLUMN - 14, 3.1):
            sheet.text((x + 13, y), line, 3.1, style="bold")
            y += 4.3
        y = sheet.paragraph((x + 13, y), what, COLUMN - 14) + 0.8
    return y


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(page(), encoding="utf-8")
    for file, drawn in pictures().items():
        Path(sys.argv[2], file).write_text(drawn, encoding="utf-8")
