"""Boards, lights and text on a page of SVG."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from textwrap import wrap

from fanorona.rules.geometry import COLUMNS, NEXT, POINTS
from fanorona.rules.notation import parse_point
from fanorona.rules.rules import WHITE
from tools.sheets.hands import Look

WIDTH, HEIGHT = 210.0, 297.0  # A4, mm; Letter has room for what is drawn, too
LEFT, RIGHT = 15.0, 195.0
COLUMN = 88.0
"""How wide each of two columns is, mm."""
LETTER = 0.55
"""How wide a letter is, where its font's size is 1: as in wide fonts, for the page has none of its own."""
COLOURS = {
    "f": "#2f8fe0", "i": "#f6d9a8", "k": "#7a3fd0", "v": "#1f9d45", "y": "#1f9d45", "A": "#2040d0",
    "h": "#ffffff", "j": "#2040d0", "g": "#e06000", "m": "#e0a020", "p": "#e0a020", "a": "#2040d0",
    "w": "#e06000", "e": "#d020a0", "W": "#e06000", "E": "#d020a0", "x": "#e06000", "o": "#2f8fe0",
    "l": "#ffffff", "t": "#ffffff",
}  # fmt: skip
"""Of the lights by their letters (firmware/README.md), as they look on paper."""
WOOD = "#dcbb8a"
MARK = "#c22a10"
"""Arrows, and what is struck out."""
EDGE = 0.56
"""Of the wood, from the outermost points, where the distance of points is 1."""
FAST = "x"
BLINKS = "vyAWEolx"
"""Those that blink: drawn with rays."""
SLANTED = ((1, 1), (1, -1), (-1, 1), (-1, -1))
STRAIGHT = ((1.2, 0), (-1.2, 0), (0, 1.2), (0, -1.2))


class Page:
    """Shapes on the page, in mm from its upper left corner."""

    def __init__(self) -> None:
        self.parts: list[str] = []

    def line(
        self, start: tuple[float, float], end: tuple[float, float], width: float = 0.25, colour: str = "#777"
    ) -> None:
        """A line of a board."""
        self.parts.append(
            f'<line x1="{start[0]:g}" y1="{start[1]:g}" x2="{end[0]:g}" y2="{end[1]:g}" '
            f'stroke="{colour}" stroke-width="{width:g}"/>'
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

    @staticmethod
    def lines(words: str, width: float, size: float) -> list[str]:
        """Words broken into lines of that width at most."""
        return wrap(words.strip(), int(width / (size * LETTER)))

    def paragraph(
        self, at: tuple[float, float], words: str, width: float = RIGHT - LEFT, size: float = 3.1
    ) -> float:
        """Lines of that width at most; where the next would be. A numbered one is indented."""
        x, y = at
        numbered = words[1:2] == "."
        indent = size * 1.2 if numbered else 0.0
        for n, line in enumerate(self.lines(words, width - indent, size)):
            self.text((x + indent if n else x, y), line, size)
            y += size * 1.4
        return y

    def steps(self, at: tuple[float, float], steps: Sequence[str]) -> float:
        """Numbered paragraphs; where the next would be."""
        x, y = at
        for n, words in enumerate(steps, 1):
            y = self.paragraph((x, y), f"{n}. {words}", COLUMN)
        return y

    def heading(self, at: tuple[float, float], words: str) -> None:
        """What a part of the page is about."""
        self.text(at, words, 4.6, style="bold")

    def light(self, at: tuple[float, float], letter: str, size: float) -> None:
        """A lit point; rays round one that blinks, twice as many round one that blinks fast."""
        self.disc(at, size, COLOURS[letter])
        rays = SLANTED + STRAIGHT if letter in FAST else SLANTED if letter in BLINKS else ()
        for dx, dy in rays:
            near, far = size * 0.85, size * 1.25
            self.line((at[0] + dx * near, at[1] + dy * near), (at[0] + dx * far, at[1] + dy * far), 0.4)

    def stone(self, at: tuple[float, float], colour: int, size: float) -> None:
        """A stone, smaller than a light below it."""
        self.disc(at, size, "#fdf8ec" if colour == WHITE else "#262220")
        self.disc(at, size * 0.6, "none", "#a89878" if colour == WHITE else "#6b6460")

    def arrow(self, start: tuple[float, float], end: tuple[float, float], size: float) -> None:
        """A step; ``size`` is how long its head is."""
        self.line(start, end, size * 0.4, MARK)
        dx, dy = end[0] - start[0], end[1] - start[1]
        length = (dx * dx + dy * dy) ** 0.5
        x, y = dx / length * size, dy / length * size
        head = ((0, 0), (-x - y * 0.6, -y + x * 0.6), (-x + y * 0.6, -y - x * 0.6))
        points = " ".join(f"{end[0] + right:g},{end[1] + down:g}" for right, down in head)
        self.parts.append(f'<polygon points="{points}" fill="{MARK}"/>')

    def cross(self, at: tuple[float, float], size: float) -> None:
        """Strikes a stone out that is taken."""
        for side in (1, -1):
            self.line(
                (at[0] - size, at[1] - size * side), (at[0] + size, at[1] + size * side), size * 0.35, MARK
            )

    def board(
        self, at: tuple[float, float], pitch: float, look: Look, names: bool = True, box: str = "a1 i5"
    ) -> None:
        """A board, or the part of it between the corners of ``box``, with lines as B2 has them.

        ``at`` is where the upper left point is. Stones are drawn on wood, on which white lights show.
        """
        low, high = (parse_point(corner) for corner in box.split())
        columns = range(low % COLUMNS, high % COLUMNS + 1)
        rows = range(low // COLUMNS, high // COLUMNS + 1)
        points = [p for p in range(POINTS) if p % COLUMNS in columns and p // COLUMNS in rows]

        def place(p: int) -> tuple[float, float]:
            return at[0] + (p % COLUMNS - columns[0]) * pitch, at[1] + (rows[-1] - p // COLUMNS) * pitch

        if look.stones:
            edge = pitch * EDGE
            x, y = at[0] - edge, at[1] - edge
            width, height = (n * pitch + 2 * edge for n in (len(columns) - 1, len(rows) - 1))
            self.parts.append(
                f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="1.2" fill="{WOOD}"/>'
            )
        for p in points:
            for direction in range(8):
                q = NEXT[p * 8 + direction]
                if q in points and q > p:
                    self.line(place(p), place(q), pitch * (0.03 if look.stones else 0.012))
        for p in points:
            if p in look.stones:
                if p in look.lit:
                    self.light(place(p), look.lit[p], pitch * 0.42)
                self.stone(place(p), look.stones[p], pitch * 0.31)
            elif p in look.lit:
                self.light(place(p), look.lit[p], pitch * (0.27 if look.stones else 0.19))
            else:
                self.disc(place(p), pitch * 0.05, "#fff", "#999")
        if names:
            size = pitch * (0.27 if look.stones else 0.17)
            for column in columns:
                x, y = (
                    place(low)[0] + (column - columns[0]) * pitch,
                    place(low)[1] + pitch * (0.9 if look.stones else 0.6),
                )
                self.text((x, y), "abcdefghi"[column], size, "middle")
            for row in rows:
                y = at[1] + (rows[-1] - row) * pitch + pitch * 0.06
                self.text((at[0] - pitch * (0.8 if look.stones else 0.42), y), str(row + 1), size, "middle")

    def svg(self, width: float, height: float) -> str:
        """What was drawn, on white paper of that size in mm."""
        body = "\n".join(self.parts)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}mm" height="{height:g}mm" '
            f'viewBox="0 0 {width:g} {height:g}" font-family="Helvetica, Arial, sans-serif" fill="#111">\n'
            f'<rect width="{width:g}" height="{height:g}" fill="#fff"/>\n{body}\n</svg>\n'
        )


def _set(words: str) -> str:
    """As SVG, with what stands between asterisks in italics."""
    plain = escape(words, quote=False).split("*")
    return "".join(
        f'<tspan font-style="italic">{part}</tspan>' if n % 2 else part for n, part in enumerate(plain)
    )
