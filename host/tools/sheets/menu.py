"""``make sheet``: the page to print on which the menu of the board is described, docs/menu.svg.

python -m tools.sheets.menu FILE.svg

Its boards show what the firmware lights: a session on this computer is led there, and its roles are drawn.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from html import escape
from pathlib import Path

from fanorona.modes.menu import PLACES
from fanorona.modes.scores import Scores
from fanorona.rules.game import BLACK_WINS, DRAWN, WHITE_WINS
from fanorona.rules.geometry import COLUMNS, ROWS
from fanorona.rules.match import SESSION_3, Match
from fanorona.rules.notation import parse_point
from tools.sheets.drawing import COLUMN, HEIGHT, LEFT, WIDTH, Page
from tools.sheets.hands import Hands, Look

LABELS: tuple[Sequence[str], ...] = (
    ("no match", "best of 3", "best of 5", "championship"),
    ("ordinary", "mirrored", "vela", "vela, winner|begins", "Dimy 5 x 5", "Telo 3 x 3"),
    ("stays", "is lifted"),
    ("until eaten", "one only"),
    ("0", "1", "2", "3", "4"),
    ("0", "1", "2", "3", "4"),
)
"""What is written below each point of the menu, by group."""

OPENING = """
Choose the game, a match and how much help each player gets, with no computer. To open it, before the
first move of a game or after the last, hold *menu* for 1.5 seconds and let go.
"""
CHOSEN = """
Chosen is what blinks slowly in green. The points of g are lit only while a match is chosen. Its games
are ordinary ones; its velas begin with who is in debt (c3) or with the winner (d3).
"""
HELP = """
Help: 0 none, the board only records; 1 what is wrong; 2 captures and choices; 3 where a stone may go; 4
which stones may move, and with a computer a coach.
"""
LEAVING = """
To leave without a change, hold *menu* for 1.5 seconds again. Help and match are kept while the board is
switched off.
"""
MATCHES = """
A match: the board counts each game that ends by the rules, by agreement or because somebody resigns
(hold both buttons for 3 seconds), and sets up the next one. A game that is given up (*menu* for 4
seconds, then *turn*) is played again. After a game the lights show how the match stands: along rows 1
and 2 for who had White, along 5 and 4 for who had Black. Go on whenever you like, also weeks later. To
end a match before its time, touch i2 and press *turn*.
"""
STONES = (
    "Touch a lit point: lift the stone that stands there, put one there, or lift one and put it back.",
    "Do so for all that you want to be otherwise.",
    "Press *turn*. The lights ask for the stones of your game: set them up, and it begins.",
)
BUTTONS = (
    "Press *menu* shortly: what is chosen of the match flashes.",
    "*menu* again: the next choice. *turn*: the next group, in the order match, game, drawn vela, velas, "
    "White, Black.",
    "*turn* after the last group: the lights ask for the stones of your game.",
)


def menu_look(*touched: str) -> Look:
    """The menu when it has just been opened and these points have been touched."""
    hands = Hands()
    hands.open_menu()
    for name in touched:
        hands.touch(name)
    return hands.lights()


def opening_look() -> Look:
    """The first game of a championship."""
    hands = Hands()
    hands.begin_championship()
    return hands.lights()


def standing_look() -> Look:
    """After a few games of a session."""
    match = Match(SESSION_3)
    for result in (WHITE_WINS, WHITE_WINS, DRAWN, BLACK_WINS):
        match.take(result)
    hands = Hands()
    hands.session.finish(WHITE_WINS)
    hands.wait(100)
    Scores(hands.session.beside, match).begin(1)
    hands.wait(5000)
    return hands.lights()


def headed(sheet: Page, at: tuple[float, float], words: str) -> None:
    """What a group is about, above its points."""
    sheet.parts.append(
        f'<text x="{at[0]:g}" y="{at[1]:g}" font-size="3.2" text-anchor="middle" font-weight="bold" '
        f'stroke="#fff" stroke-width="1.2" paint-order="stroke">{escape(words)}</text>'
    )


def labels(sheet: Page, at: tuple[float, float], pitch: float) -> None:
    """What each point of the menu is for, below it."""
    for places, words in zip(PLACES, LABELS, strict=True):
        for p, label in zip(places, words, strict=True):
            x = at[0] + p % COLUMNS * pitch
            y = at[1] + (ROWS - 1 - p // COLUMNS) * pitch + pitch * 0.36
            for n, part in enumerate(label.split("|")):
                sheet.parts.append(
                    f'<text x="{x:g}" y="{y + n * 2.9:g}" font-size="2.7" text-anchor="middle" '
                    f'stroke="#fff" stroke-width="0.9" paint-order="stroke">{escape(part)}</text>'
                )


def page() -> str:
    """The whole page, as SVG."""
    sheet = Page()
    sheet.text((LEFT, 20), "The menu of the board", 8, style="bold")
    y = sheet.paragraph((LEFT, 28), OPENING, size=3.6)
    pitch = 18.8
    corner = (27.0, y + 12)
    sheet.board(corner, pitch, menu_look())
    labels(sheet, corner, pitch)
    titles = (
        ("c5", "How much help Black gets"), ("c3", "Which game"), ("c1", "How much help White gets"),
        ("i5", "Match"), ("g5", "A drawn vela: the debt"), ("g2", "Velas after a game"),
    )  # fmt: skip
    for name, words in titles:
        p = parse_point(name)
        x = corner[0] + p % COLUMNS * pitch
        headed(sheet, (x, corner[1] + (ROWS - 1 - p // COLUMNS) * pitch - 5.6), words)
    y = corner[1] + 4 * pitch + 19
    y = sheet.paragraph((LEFT, y), CHOSEN)
    y = sheet.paragraph((LEFT, y), HELP)
    y += 4
    sheet.heading((LEFT, y), "With stones")
    sheet.heading((LEFT + COLUMN + 4, y), "With the buttons alone")
    y = max(sheet.steps((LEFT, y + 6), STONES), sheet.steps((LEFT + COLUMN + 4, y + 6), BUTTONS))
    y = sheet.paragraph((LEFT, y + 1), LEAVING)
    y += 5
    small = 6.6
    boards = (
        ("Touched: i5", "A championship of ten games. Press *turn*.", menu_look("i5")),
        ("Its first game", "White's first move is shown; another one is led back.", opening_look()),
        (
            "After a game",
            "Green: a point. Blue: a vela to eat. Warm white: who has White next.",
            standing_look(),
        ),
    )
    below = y
    for n, (title, words, look) in enumerate(boards):
        x = LEFT + 3 + n * 62
        sheet.heading((x - 3, y), title)
        sheet.board((x, y + 6), small, look, names=False)
        below = max(below, sheet.paragraph((x - 3, y + 6 + 4 * small + 7), words, 56))
    y = below + 4
    sheet.paragraph((LEFT, y), MATCHES)
    return sheet.svg(WIDTH, HEIGHT)


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(page(), encoding="utf-8")
