"""The top as lines, circles and rectangles, seen from the player's side; a1 is at (0, 0), lengths in mm.

The templates, the solids and the tests all take it from here. It needs nothing that is not in the standard
library.
"""

from __future__ import annotations

from dataclasses import dataclass

from hardware import design

Place = tuple[float, float]


@dataclass(frozen=True)
class Rect:
    """A rectangle along the axes."""

    left: float
    bottom: float
    right: float
    top: float

    @property
    def width(self) -> float:
        """Along x."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """Along y."""
        return self.top - self.bottom

    @property
    def middle(self) -> Place:
        """Its centre."""
        return (self.left + self.right) / 2, (self.bottom + self.top) / 2

    def grown(self, by: float) -> Rect:
        """The same with all edges moved outwards."""
        return Rect(self.left - by, self.bottom - by, self.right + by, self.top + by)

    def holds(self, other: Rect) -> bool:
        """Whether `other` lies inside."""
        return (
            self.left <= other.left
            and self.bottom <= other.bottom
            and self.right >= other.right
            and self.top >= other.top
        )

    def meets(self, other: Rect) -> bool:
        """Whether the two overlap."""
        return (
            self.left < other.right
            and other.left < self.right
            and self.bottom < other.top
            and other.bottom < self.top
        )

    def corners(self) -> list[Place]:
        """Its corners, counter-clockwise."""
        return [
            (self.left, self.bottom),
            (self.right, self.bottom),
            (self.right, self.top),
            (self.left, self.top),
        ]


@dataclass(frozen=True)
class Point:
    """A point of the board (B1, B2)."""

    name: str
    at: Place
    strong: bool


@dataclass(frozen=True)
class Line:
    """A line to engrave, from point to point."""

    start: Place
    end: Place


def points() -> list[Point]:
    """All points, a1, b1, ... i5. Strong are those whose column and row have an even sum (B2)."""
    return [
        Point(design.point_name(column, row), design.point_at(column, row), (column + row) % 2 == 0)
        for row in range(design.ROWS)
        for column in range(len(design.COLUMNS))
    ]


def lines() -> list[Line]:
    """What is engraved (B2): the rows, the columns, and in each field between four points the diagonal of its
    strong ones."""
    columns, rows = len(design.COLUMNS), design.ROWS
    at = design.point_at
    found = [Line(at(0, row), at(columns - 1, row)) for row in range(rows)]
    found += [Line(at(column, 0), at(column, rows - 1)) for column in range(columns)]
    for row in range(rows - 1):
        for column in range(columns - 1):
            rising = (column + row) % 2 == 0
            left, right = (column, column + 1) if rising else (column + 1, column)
            found.append(Line(at(left, row), at(right, row + 1)))
    return found


def field() -> Rect:
    """The part of the top that is the board, with its trays."""
    right, top = design.point_at(len(design.COLUMNS) - 1, design.ROWS - 1)
    side, front = design.MARGIN, design.FRONT_MARGIN
    return Rect(-side, -front, right + side, top + front)


def _before_and_behind(near: float, width: float) -> list[Rect]:
    """Two rectangles as long as a tray, `near` before row 1 and as far behind row 5."""
    right, top = design.point_at(len(design.COLUMNS) - 1, design.ROWS - 1)
    left, end = (right - design.TRAY[0]) / 2, (right + design.TRAY[0]) / 2
    return [Rect(left, -near - width, end, -near), Rect(left, top + near, end, top + near + width)]


def trays() -> list[Rect]:
    """Where captured stones lie: White's tray in front, Black's behind."""
    return _before_and_behind(design.TRAY_FROM, design.TRAY[1])


def beads() -> list[Rect]:
    """The beads between the field and the trays."""
    middle, width, _ = design.BEAD
    return _before_and_behind(middle - width / 2, width)


def panel() -> Rect:
    """The whole top: the field, and the bay right of it."""
    part = field()
    return Rect(part.left, part.bottom, part.right + design.BAY, part.top)


def inside() -> Rect:
    """What the frame's ledges leave free under the top."""
    return panel().grown(-design.RAIL[1])


def strip_boards() -> list[Rect]:
    """The boards of the strips, a to i."""
    left, bottom = design.STRIP_ORIGIN
    width, length = design.STRIP_SIZE
    return [
        Rect(x + left, bottom, x + left + width, bottom + length)
        for x, _ in (design.point_at(column, 0) for column in range(len(design.COLUMNS)))
    ]


def lands() -> list[Rect]:
    """Where the wood stays between the wells, for the screws of the strips; two for each strip."""
    heights = sorted({y for _, y in design.STRIP_HOLES})
    return [
        Rect(board.left, y - design.LAND / 2, board.right, y + design.LAND / 2)
        for board in strip_boards()
        for y in heights
    ]


def wells() -> list[Rect]:
    """The hollows in the lower layer: three for each strip, between and beside its lands."""
    found = []
    for board in strip_boards():
        well = board.grown(design.WELL_PLAY)
        bottom = well.bottom
        for land in (land for land in lands() if land.left == board.left):
            found.append(Rect(well.left, bottom, well.right, land.bottom))
            bottom = land.top
        found.append(Rect(well.left, bottom, well.right, well.top))
    return found


def strip_screws() -> list[Place]:
    """Where the strips are screwed to the lands, from below."""
    return [
        (column * design.PITCH + x, y) for column in range(len(design.COLUMNS)) for x, y in design.STRIP_HOLES
    ]


def rim_screws() -> list[Place]:
    """Where the top is screwed to the ledges of the frame, from above."""
    edge = panel().grown(-design.RIM_SCREW[2])
    return _around(edge)


def base_screws() -> list[Place]:
    """Where the base is screwed to the rails, from below, in the middle of each."""
    inner = panel().grown(design.WELL_PLAY)
    middle = (design.RAIL[0] - design.WELL_PLAY - design.RAIL[1]) / 2
    return _around(inner.grown(middle))


def _around(edge: Rect) -> list[Place]:
    across = [(x, y) for y in (edge.bottom, edge.top) for x in design.RIM_ACROSS]
    return across + [(x, y) for x in (edge.left, edge.right) for y in design.RIM_UP]


def rail(side: str) -> Rect:
    """One of the frame's rails from above: front and back run through."""
    hole = panel().grown(design.WELL_PLAY)
    outer, inner = hole.grown(design.RAIL[0]), inside()
    return {
        "front": Rect(outer.left, outer.bottom, outer.right, inner.bottom),
        "back": Rect(outer.left, inner.top, outer.right, outer.top),
        "left": Rect(outer.left, inner.bottom, inner.left, inner.top),
        "right": Rect(inner.right, inner.bottom, outer.right, inner.top),
    }[side]


def slot() -> Rect:
    """The opening in the right rail for plugs, as one looks at the rail from outside: along it, and up.

    Its lower left corner is where the front end of the rail meets the base.
    """
    width, tall = design.CABLE_SLOT
    middle = carrier_board().bottom + design.CABLE_SLOT_UP - rail("right").bottom
    high = design.RAIL[2] - design.SKIN - design.WELLS - design.SPACER - design.BOARD_THICKNESS
    return Rect(middle - width / 2, high - tall, middle + width / 2, high)


def carrier_board() -> Rect:
    """The carrier as it hangs under the bay, seen from above."""
    left, bottom = design.CARRIER_AT
    width, height = design.CARRIER_SIZE
    return Rect(left, bottom, left + width, bottom + height)


def carrier_screws() -> list[Place]:
    """Where the carrier is screwed to the top. It hangs with its parts down, so that it is seen mirrored."""
    board = carrier_board()
    return [(board.right - x, board.bottom + y) for x, y in design.CARRIER_HOLES]
