"""Draw the diagrams of docs/rules.md: a part of the board, moves as arrows, and what they take.

python -m tools.diagrams docs/images/rules

What a move takes, and that a move is legal or forbidden, is asked of ``fanorona.rules`` while it is drawn.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from math import hypot
from pathlib import Path

from fanorona.rules import notation
from fanorona.rules.geometry import COLUMNS, NEXT, NONE, POINTS, STRONG
from fanorona.rules.moves import takes
from fanorona.rules.notation import parse_point, point_name
from fanorona.rules.rules import EMPTY, MOVE_LOG, WHITE, Position

PITCH = 60.0
"""Of two neighbouring points; all lengths are in the units of the drawing."""
SCALE = 0.8
"""Pixels of a unit: two pictures stand side by side in a document."""
EDGE = 46.0
"""From the outermost points that are shown to the edge of the picture."""
STUB = 20.0
"""How far lines go on towards points that are not shown."""
RADIUS = 21.0
ROOM = 9.0
"""Between the middle of a point and the beginning or end of an arrow."""
HEAD = 12.0
BESIDE = 17.0
"""How far beside its line an arrow back is drawn."""

WOOD, LINE, CREAM, DARK = "#c59a66", "#3d2213", "#fff7e4", "#1d0c04"
WHITE_STONE, BLACK_STONE = ("#fbf3df", "#5a4526"), ("#241f1d", "#000000")
TAKEN, FORBIDDEN = "#ffb52e", "#b3001b"
FONT = "DejaVu Sans, Verdana, sans-serif"


@dataclass(frozen=True)
class Diagram:
    """``box``: the lower left and the upper right point that are shown of ``position`` (N2).

    ``moves`` (N1): one, or several to choose from. ``forbidden``: moves of which the last step alone is not
    legal; it is struck out. ``about`` is the text for those who do not see the picture.
    """

    name: str
    position: str
    box: str
    moves: tuple[str, ...]
    about: str
    forbidden: tuple[str, ...] = ()


DIAGRAMS = (
    Diagram(
        "points", "8B/9/2W2W3/9/9 W", "b2 g4",
        (
            "c3-d3", "c3-d4", "c3-c4", "c3-b4", "c3-b3", "c3-b2", "c3-c2", "c3-d2",
            "f3-g3", "f3-f4", "f3-e3", "f3-f2",
        ),
        "From the strong point c3 eight lines lead to b2, c2, d2, b3, d3, b4, c4 and d4; "
        "from the weak point f3 four, to f2, e3, g3 and f4.",
    ),
    Diagram(
        "paika", "9/9/2W6/9/7B1 W", "b1 h4", ("c3-d4",),
        "Nothing can be taken: the white stone goes from c3 to d4. A black one stands far away on h1.",
    ),
    Diagram(
        "must-capture", "9/9/2W1BB3/9/7W1 W", "b1 h3", ("c3-d3A",),
        "White can take e3 and f3 by going from c3 to d3, so the stone on h1 may not go to h2.",
        ("h1-h2",),
    ),
    Diagram(
        "approach", "9/9/2W1BBW2/9/9 W", "b2 h4", ("c3-d3A",),
        "Approach: the white stone goes from c3 to d3 and takes e3 and f3 in front of it. "
        "The white stone on g3 ends the run.",
    ),
    Diagram(
        "withdrawal", "9/9/2BBW4/9/9 W", "b2 h4", ("e3-f3W",),
        "Withdrawal: the white stone goes from e3 to f3 and takes d3 and c3 behind it.",
    ),
    Diagram(
        "run", "9/9/2W1BBB1B/9/9 W", "c2 i4", ("c3-d3A",),
        "The white stone goes from c3 to d3 and takes e3, f3 and g3. The point h3 is empty, so i3 stays.",
    ),
    Diagram(
        "choice", "9/9/2BW1B3/9/9 W", "b2 h4", ("d3-e3A", "d3-e3W"),
        "The step from d3 to e3 takes either f3 by approach (A) or c3 by withdrawal (W).",
    ),
    Diagram(
        "chain", "9/5B3/2W1B4/9/3B5 W", "b1 h4", ("c3-d3A-d2A",),
        "The white stone goes from c3 to d3 and takes e3, then goes on to d2 and takes d1. "
        "The black stone on f4 stays.",
    ),
    Diagram(
        "same-point", "9/9/1BW1B4/9/9 W", "b2 h4", ("c3-d3A",),
        "The white stone has gone from c3 to d3 and taken e3. It may not go back to c3 to take b3.",
        ("c3-d3A-c3A",),
    ),
    Diagram(
        "same-direction", "9/9/1BW2B3/9/9 W", "b2 h4", ("c3-d3W",),
        "The white stone has gone from c3 to d3 and taken b3. It may not go on to e3 to take f3, "
        "in the same direction.",
        ("c3-d3W-e3A",),
    ),
)  # fmt: skip


@dataclass(frozen=True)
class Step:
    """A step of a move: its points, and those of what it takes."""

    start: int
    end: int
    taken: frozenset[int]
    kind: str


def steps(position: str, move: str, last_is_legal: bool = True) -> list[Step]:
    """The steps of a move (N1). ValueError where one is illegal, or the last is legal and must not be."""
    now = Position(MOVE_LOG)
    notation.parse_position(position, now)
    found = []
    written = notation.parse_steps(move)
    for n, (p, q, kind) in enumerate(written, 1):
        legal = n < len(written) or last_is_legal
        if now.legal(p, q, kind) != legal:
            raise ValueError(f"{move} of {position}: step {n} is {'illegal' if legal else 'legal'}")
        marks = bytearray(POINTS + 1)
        if legal:
            takes(now, p, q, kind, marks)
            now.play(p, q, kind)
        word = move.split("-")[n]
        found.append(Step(p, q, frozenset(x for x in range(POINTS) if marks[x]), word[2:]))
    return found


class Drawing:
    """A part of the board, with its own background; x goes to the right and y down."""

    def __init__(self, box: str) -> None:
        low, high = (parse_point(corner) for corner in box.split())
        self._left, self._right = low % COLUMNS, high % COLUMNS
        self._low, self._high = low // COLUMNS, high // COLUMNS
        self.width = (self._right - self._left) * PITCH + 2 * EDGE
        self.height = (self._high - self._low) * PITCH + 2 * EDGE
        self.parts: list[str] = []

    def shows(self, p: int) -> bool:
        """Whether a point is in the box."""
        return self._left <= p % COLUMNS <= self._right and self._low <= p // COLUMNS <= self._high

    def at(self, p: int) -> tuple[float, float]:
        """Where a point is."""
        return EDGE + (p % COLUMNS - self._left) * PITCH, EDGE + (self._high - p // COLUMNS) * PITCH

    def board(self) -> None:
        """Lines and points (B2), and the names of columns and rows."""
        inside = [p for p in range(POINTS) if self.shows(p)]
        lines = "".join(self._lines(inside))
        self.parts.append(f'<path d="{lines}" stroke="{LINE}" stroke-width="2.5" fill="none"/>')
        for p in inside:
            self._disc(p, 5 if STRONG[p] else 3, LINE)
        for column in range(self._left, self._right + 1):
            self.text((EDGE + (column - self._left) * PITCH, self.height - 8), "abcdefghi"[column], 13)
        for row in range(self._low, self._high + 1):
            self.text((13, EDGE + (self._high - row) * PITCH + 4.5), str(row + 1), 13)

    def _lines(self, inside: Sequence[int]) -> Iterator[str]:
        for p in inside:
            for d in range(8):
                q = NEXT[p * 8 + d]
                if q == NONE or (self.shows(q) and q < p):
                    continue
                (x, y), (to_x, to_y) = self.at(p), self.at(q)
                part = 1.0 if self.shows(q) else STUB / PITCH
                yield f"M{x:g} {y:g}L{x + part * (to_x - x):g} {y + part * (to_y - y):g}"

    def stone(self, p: int, white: bool) -> None:
        """A stone on a point."""
        fill, edge = WHITE_STONE if white else BLACK_STONE
        self._disc(p, RADIUS, fill, f' stroke="{edge}" stroke-width="2"')

    def ring(self, p: int, label: str) -> None:
        """A stone that is taken; with a label by what or when, where there are several."""
        self._disc(p, RADIUS + 3, "none", f' stroke="{CREAM}" stroke-width="6"')
        self._disc(p, RADIUS + 3, "none", f' stroke="{FORBIDDEN}" stroke-width="3" stroke-dasharray="7 5"')
        x, y = self.at(p)
        if label:
            self.text((x, y + 6), label, 17, TAKEN)

    def arrow(self, start: int, end: int, dashed: bool = False, beside: float = 0.0) -> None:
        """From a point to its neighbour, or so far beside that line."""
        (x, y), (to_x, to_y) = self.at(start), self.at(end)
        length = hypot(to_x - x, to_y - y)
        across, down = (to_x - x) / length, (to_y - y) / length
        first, tip = ROOM, length - ROOM
        neck = tip - HEAD

        def place(along: float, aside: float = 0.0) -> str:
            aside += beside
            return f"{x + along * across - aside * down:.1f} {y + along * down + aside * across:.1f}"

        shaft = f"M{place(first)}L{place(neck)}"
        head = f"M{place(tip)}L{place(neck, 0.7 * HEAD)}L{place(neck, -0.7 * HEAD)}Z"
        dash = ' stroke-dasharray="6 5"' if dashed else ""
        self.parts.append(
            f'<path d="{shaft}{head}" stroke="{DARK}" stroke-width="9" stroke-linejoin="round" '
            f'fill="{DARK}"/>'
            f'<path d="{shaft}" stroke="{CREAM}" stroke-width="5"{dash}/>'
            f'<path d="{head}" fill="{CREAM}"/>'
        )

    def strike(self, p: int) -> None:
        """Cross a point out."""
        x, y = self.at(p)
        cross = f"M{x - 14:g} {y - 14:g}l28 28m0 -28l-28 28"
        for colour, width in ((CREAM, 11), (FORBIDDEN, 7)):
            self.parts.append(
                f'<path d="{cross}" stroke="{colour}" stroke-width="{width}" stroke-linecap="round"/>'
            )

    def text(self, at: tuple[float, float], words: str, size: float, colour: str = LINE) -> None:
        """A word, centred."""
        self.parts.append(
            f'<text x="{at[0]:g}" y="{at[1]:g}" font-size="{size:g}" fill="{colour}">{escape(words)}</text>'
        )

    def _disc(self, p: int, radius: float, fill: str, more: str = "") -> None:
        x, y = self.at(p)
        self.parts.append(f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{fill}"{more}/>')


def draw(diagram: Diagram) -> str:
    """A diagram as SVG. ValueError where the rules say otherwise than it does."""
    drawing = Drawing(diagram.box)
    drawing.board()
    moves = [steps(diagram.position, move) for move in diagram.moves]
    forbidden = [steps(diagram.position, move, last_is_legal=False)[-1] for move in diagram.forbidden]
    ways = {(step.start, step.end) for whole in moves for step in whole}
    for start, end in sorted(ways):
        drawing.arrow(start, end)
    for step in forbidden:
        back = (step.end, step.start) in ways
        drawing.arrow(step.start, step.end, dashed=True, beside=-BESIDE if back else 0.0)
    position = Position(MOVE_LOG)
    notation.parse_position(diagram.position, position)
    for p in range(POINTS):
        if position.board[p] != EMPTY and drawing.shows(p):
            drawing.stone(p, position.board[p] == WHITE)
    for whole in moves:
        for n, step in enumerate(whole, 1):
            label = step.kind if len(moves) > 1 else str(n) if len(whole) > 1 else ""
            for p in sorted(step.taken):
                drawing.ring(p, label)
    for step in forbidden:
        drawing.strike(step.end)
    width, height = drawing.width, drawing.height
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{SCALE * width:g}" height="{SCALE * height:g}" '
            f'viewBox="0 0 {width:g} {height:g}" role="img" font-family="{FONT}" font-weight="bold" '
            'text-anchor="middle">',
            f"<title>{escape(diagram.about)}</title>",
            f'<rect width="{width:g}" height="{height:g}" rx="8" fill="{WOOD}"/>',
            *drawing.parts,
            "</svg>\n",
        )
    )


def points(diagram: Diagram) -> set[str]:
    """The names of all points that its moves touch or take."""
    walked = [step for move in diagram.moves for step in steps(diagram.position, move)]
    walked += [steps(diagram.position, move, last_is_legal=False)[-1] for move in diagram.forbidden]
    return {point_name(p) for step in walked for p in (step.start, step.end, *step.taken)}


def main() -> None:
    """Write all of them to a folder."""
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for diagram in DIAGRAMS:
        (folder / f"{diagram.name}.svg").write_text(draw(diagram), encoding="utf-8")


if __name__ == "__main__":
    main()
