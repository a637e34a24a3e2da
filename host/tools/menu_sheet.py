"""``make sheet``: the page to print on which the menu of the board is described, docs/menu.svg.

python -m tools.menu_sheet FILE.svg

Its boards show what the firmware lights: a session on this computer is led there, and its roles are drawn.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from textwrap import wrap

from fanorona.hands.buttons import MENU_KEY, TURN_KEY
from fanorona.lights.painter import LETTERS
from fanorona.modes.menu import PLACES
from fanorona.modes.scores import Scores
from fanorona.rules.game import BLACK_WINS, DRAWN, WHITE_WINS
from fanorona.rules.geometry import COLUMNS, NEXT, NONE, POINTS, ROWS
from fanorona.rules.match import SESSION_3, Match
from fanorona.rules.notation import parse_point, point_name
from fanorona.rules.rules import EMPTY, START
from fanorona.session import Session

WIDTH, HEIGHT = 210.0, 297.0  # A4, mm; Letter has room for what is drawn, too
LEFT, RIGHT = 15.0, 195.0
LETTER = 0.55
"""How wide a letter is, where its font's size is 1: as in wide fonts, for the page has none of its own."""
COLOURS = {
    "f": "#2f8fe0", "i": "#f6d9a8", "k": "#7a3fd0", "v": "#1f9d45", "y": "#1f9d45", "A": "#2040d0",
    "h": "#ffffff", "j": "#2040d0", "g": "#e06000",
}  # fmt: skip
"""Of the lights by their letters (firmware/README.md), as they look on paper."""
BLINKS = "vyAhjg"
"""Those that blink: drawn with rays."""

LABELS: tuple[Sequence[str], ...] = (
    ("no match", "best of 3", "best of 5", "championship"),
    ("ordinary", "mirrored", "vela", "vela, winner|begins", "Dimy 5 x 5", "Telo 3 x 3"),
    ("stays", "is lifted"),
    ("until eaten", "one only"),
    ("0", "1", "2", "3", "4"),
    ("0", "1", "2", "3", "4"),
)
"""What is written below each point of the menu, by group."""

COLUMN = 88.0
"""How wide each of two columns is, mm."""

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


@dataclass(frozen=True)
class Look:
    """Letters of the lit points, by point."""

    lit: Mapping[int, str]


class Hands:
    """A session on this computer, and hands that use its buttons and contacts."""

    def __init__(self) -> None:
        self.session = Session(b"0", b"0", b"00000000")
        self._reeds = bytearray(START[p] != EMPTY for p in range(POINTS))
        self._now = 0
        self._said = bytearray(64)
        self.wait(100)

    def wait(self, ms: int, buttons: int = 0) -> None:
        """Let time pass while these buttons are down."""
        for _ in range(ms):
            self._now += 1
            self.session.step(self._reeds, buttons, self._now)
            while self.session.outbox.take(self._said, len(self._said)):
                pass

    def press(self, key: int, ms: int = 100) -> None:
        """Press a button for so long."""
        self.wait(ms, 1 << key)
        self.wait(50)

    def touch(self, name: str) -> None:
        """Lift the stone that stands there and put it back, or set one down for a moment."""
        for _ in range(2):
            self._reeds[parse_point(name)] ^= 1
            self.wait(50)

    def look(self) -> Look:
        """What is lit now."""
        roles = self.session.roles
        return Look({p: chr(LETTERS[roles[p]]) for p in range(POINTS) if roles[p]})


def menu_look(*touched: str) -> Look:
    """The menu when it has just been opened and these points have been touched."""
    hands = Hands()
    hands.press(MENU_KEY, 1700)
    for name in touched:
        hands.touch(name)
    return hands.look()


def opening_look() -> Look:
    """The first game of a championship."""
    hands = Hands()
    hands.press(MENU_KEY, 1700)
    hands.touch(point_name(PLACES[0][3]))
    hands.press(TURN_KEY)
    hands.session.keep()
    hands.wait(500)
    return hands.look()


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
    return hands.look()


class Page:
    """Shapes on the page, in mm from its upper left corner."""

    def __init__(self) -> None:
        self.parts: list[str] = []

    def line(self, start: tuple[float, float], end: tuple[float, float], width: float = 0.25) -> None:
        """A line of a board."""
        self.parts.append(
            f'<line x1="{start[0]:g}" y1="{start[1]:g}" x2="{end[0]:g}" y2="{end[1]:g}" '
            f'stroke="#777" stroke-width="{width:g}"/>'
        )

    def disc(self, at: tuple[float, float], radius: float, fill: str, edge: str = "#333") -> None:
        """A filled circle."""
        self.parts.append(
            f'<circle cx="{at[0]:g}" cy="{at[1]:g}" r="{radius:g}" fill="{fill}" stroke="{edge}" '
            'stroke-width="0.3"/>'
        )

    def text(
        self, at: tuple[float, float], words: str, size: float = 3.6, anchor: str = "start", style: str = ""
    ) -> None:
        """A line of text; what stands between asterisks is in italics."""
        extra = f' font-weight="{style}"' if style else ""
        self.parts.append(
            f'<text x="{at[0]:g}" y="{at[1]:g}" font-size="{size:g}" text-anchor="{anchor}"{extra}>'
            f"{_set(words)}</text>"
        )

    def paragraph(
        self, at: tuple[float, float], words: str, width: float = RIGHT - LEFT, size: float = 3.1
    ) -> float:
        """Lines of that width at most; where the next would be. A numbered one is indented."""
        x, y = at
        numbered = words[1:2] == "."
        indent = size * 1.2 if numbered else 0.0
        for n, line in enumerate(wrap(words.strip(), int((width - indent) / (size * LETTER)))):
            self.text((x + indent if n else x, y), line, size)
            y += size * 1.4
        return y

    def steps(self, at: tuple[float, float], steps: Sequence[str]) -> float:
        """Numbered paragraphs; where the next would be."""
        x, y = at
        for n, words in enumerate(steps, 1):
            y = self.paragraph((x, y), f"{n}. {words}", COLUMN)
        return y

    def title(self, at: tuple[float, float], words: str) -> None:
        """What a group is about, above its points."""
        self.parts.append(
            f'<text x="{at[0]:g}" y="{at[1]:g}" font-size="3.2" text-anchor="middle" font-weight="bold" '
            f'stroke="#fff" stroke-width="1.2" paint-order="stroke">{escape(words)}</text>'
        )

    def heading(self, at: tuple[float, float], words: str) -> None:
        """What a part of the page is about."""
        self.text(at, words, 4.6, style="bold")

    def light(self, at: tuple[float, float], letter: str, size: float) -> None:
        """A lit point; rays round one that blinks."""
        self.disc(at, size, COLOURS[letter])
        if letter in BLINKS:
            for dx, dy in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
                near, far = size * 0.85, size * 1.25
                self.line((at[0] + dx * near, at[1] + dy * near), (at[0] + dx * far, at[1] + dy * far), 0.4)

    def board(self, at: tuple[float, float], pitch: float, look: Look, names: bool = True) -> None:
        """A board whose point a5 is there, with lines as B2 has them."""

        def place(p: int) -> tuple[float, float]:
            return at[0] + p % COLUMNS * pitch, at[1] + (ROWS - 1 - p // COLUMNS) * pitch

        for p in range(POINTS):
            for direction in range(8):
                q = NEXT[p * 8 + direction]
                if q != NONE and q > p:
                    self.line(place(p), place(q), pitch * 0.012)
        for p in range(POINTS):
            if p in look.lit:
                self.light(place(p), look.lit[p], pitch * 0.19)
            else:
                self.disc(place(p), pitch * 0.05, "#fff", "#999")
        if names:
            for column in range(COLUMNS):
                x, y = at[0] + column * pitch, at[1] + (ROWS - 1) * pitch + pitch * 0.6
                self.text((x, y), "abcdefghi"[column], pitch * 0.17, "middle")
            for row in range(ROWS):
                y = at[1] + (ROWS - 1 - row) * pitch + pitch * 0.06
                self.text((at[0] - pitch * 0.42, y), str(row + 1), pitch * 0.17, "middle")

    def labels(self, at: tuple[float, float], pitch: float) -> None:
        """What each point of the menu is for, below it."""
        for places, words in zip(PLACES, LABELS, strict=True):
            for p, label in zip(places, words, strict=True):
                x = at[0] + p % COLUMNS * pitch
                y = at[1] + (ROWS - 1 - p // COLUMNS) * pitch + pitch * 0.36
                for n, part in enumerate(label.split("|")):
                    self.parts.append(
                        f'<text x="{x:g}" y="{y + n * 2.9:g}" font-size="2.7" text-anchor="middle" '
                        f'stroke="#fff" stroke-width="0.9" paint-order="stroke">{escape(part)}</text>'
                    )


def _set(words: str) -> str:
    """As SVG, with what stands between asterisks in italics."""
    plain = escape(words, quote=False).split("*")
    return "".join(
        f'<tspan font-style="italic">{part}</tspan>' if n % 2 else part for n, part in enumerate(plain)
    )


def page() -> str:
    """The whole page, as SVG."""
    sheet = Page()
    sheet.text((LEFT, 20), "The menu of the board", 8, style="bold")
    y = sheet.paragraph((LEFT, 28), OPENING, size=3.6)
    pitch = 18.8
    corner = (27.0, y + 12)
    sheet.board(corner, pitch, menu_look())
    sheet.labels(corner, pitch)
    titles = (
        ("c5", "How much help Black gets"), ("c3", "Which game"), ("c1", "How much help White gets"),
        ("i5", "Match"), ("g5", "A drawn vela: the debt"), ("g2", "Velas after a game"),
    )  # fmt: skip
    for name, words in titles:
        p = parse_point(name)
        x = corner[0] + p % COLUMNS * pitch
        sheet.title((x, corner[1] + (ROWS - 1 - p // COLUMNS) * pitch - 5.6), words)
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
    body = "\n".join(sheet.parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH:g}mm" height="{HEIGHT:g}mm" '
        f'viewBox="0 0 {WIDTH:g} {HEIGHT:g}" font-family="Helvetica, Arial, sans-serif" fill="#111">\n'
        f'<rect width="{WIDTH:g}" height="{HEIGHT:g}" fill="#fff"/>\n{body}\n</svg>\n'
    )


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(page(), encoding="utf-8")
