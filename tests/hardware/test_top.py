from __future__ import annotations

import itertools
import math

import pytest
from hardware import design
from hardware.electronics import boards
from hardware.mechanics import top
from hardware.mechanics.top import Line, Rect
from hardware.parts import RIBBON_MM
from hardware.templates import pictures
from hardware.templates.drawing import Path as Drawn

import reference

ROOM = 0.5  # mm between things that must not touch


def reach(lines: list[Line]) -> set[frozenset[tuple[int, int]]]:
    """Pairs of points, as (column, row) from 1, that lines join without a point between."""
    pairs = set()
    for line in lines:
        (x, y), (to_x, to_y) = (
            (round(a / design.PITCH) + 1, round(b / design.PITCH) + 1) for a, b in (line.start, line.end)
        )
        steps = max(abs(to_x - x), abs(to_y - y))
        dx, dy = (to_x - x) // steps, (to_y - y) // steps
        assert (x + steps * dx, y + steps * dy) == (to_x, to_y)
        for step in range(steps):
            here = (x + step * dx, y + step * dy)
            pairs.add(frozenset((here, (here[0] + dx, here[1] + dy))))
    return pairs


def joined_by_the_rules() -> set[frozenset[tuple[int, int]]]:
    """B2, from the tests' own implementation of the rules."""
    return {
        frozenset((point, other))
        for point in reference.ALL_POINTS
        for other in reference.neighbours(point).values()
    }


def test_the_points_are_those_of_the_board() -> None:
    points = top.points()
    assert len(points) == design.POINTS == 45
    assert [points[index].name for index in (0, 8, 22, 44)] == ["a1", "i1", "e3", "i5"]
    assert sum(point.strong for point in points) == 23
    strong = {point.name for point in points if point.strong}
    assert {"a1", "i1", "a5", "i5", "e3"} <= strong
    for one, other in itertools.pairwise(points[:9]):
        assert other.at[0] - one.at[0] == design.PITCH and other.at[1] == one.at[1] == 0


def test_there_are_46_lines_of_the_right_kinds() -> None:
    lines = top.lines()
    assert len(lines) == 46 == len(set(lines))
    level = [line for line in lines if line.start[1] == line.end[1]]
    upright = [line for line in lines if line.start[0] == line.end[0]]
    assert (len(level), len(upright)) == (5, 9)


def test_the_lines_join_what_the_rules_join() -> None:
    assert reach(top.lines()) == joined_by_the_rules()


def test_a_wrong_line_would_be_found() -> None:
    lines = top.lines()
    assert reach(lines[:-1]) != joined_by_the_rules()
    at = design.point_at
    assert reach([*lines, Line(at(1, 0), at(2, 1))]) != joined_by_the_rules()


# What must not meet.


def clearances() -> list[str]:
    """What is too close to what; none in a sound design."""
    faults = []
    panel, inside, field = top.panel(), top.inside(), top.field()
    for name, places in (("strip", top.strip_boards()), ("carrier", [top.carrier_board()])):
        faults += [f"{name} on a ledge" for board in places if not inside.holds(board.grown(ROOM))]
    every = [*top.strip_boards(), top.carrier_board()]
    faults += [
        f"boards {one} and {other} meet"
        for one, other in itertools.combinations(every, 2)
        if one.grown(ROOM).meets(other)
    ]
    for one, other in itertools.combinations(top.wells(), 2):
        if one.grown(3).meets(other):
            faults.append("the wood between two wells is thinner than 3 mm")
    screws = [*top.strip_screws(), *top.carrier_screws()]
    half = design.SCREW / 2
    for x, y in screws:
        screw = Rect(x - half, y - half, x + half, y + half)
        if any(well.meets(screw.grown(1)) for well in top.wells()):
            faults.append(f"no wood for the screw at {x:g}, {y:g}")
    for name, (x, y) in design.PANEL_BUTTONS.items():
        hole = Rect(x, y, x, y).grown(design.PANEL_BUTTON_HOLE / 2)
        below = Rect(x, y, x, y).grown(design.PANEL_BUTTON_ROOM / 2)  # its nut and its solder lugs
        if hole.left < field.right or not panel.holds(hole.grown(8)):
            faults.append(f"the button {name} is not in the bay")
        if any(board.meets(below) for board in every):
            faults.append(f"the button {name} hits a board")
    head, tip = 3.0, design.RIM_SCREW[0] / 2
    for x, y in top.rim_screws():
        here = Rect(x, y, x, y)
        if not panel.holds(here.grown(head)) or inside.grown(-0.5).meets(here.grown(tip)):
            faults.append(f"the screw of the top at {x:g}, {y:g} is not over a ledge")
        if any(tray.meets(here.grown(head + 1)) for tray in top.trays()):
            faults.append(f"the screw of the top at {x:g}, {y:g} is in a tray")
        along = y - top.rail("right").bottom
        deep = design.RAIL[2] - design.RIM_SCREW[1] - 1
        if x > field.right and x > inside.right and top.slot().left - 3 < along < top.slot().right + 3:
            faults += [f"the screw of the top at {x:g}, {y:g} comes out in the slot"] * (
                top.slot().top > deep
            )
    for x, y in top.base_screws():
        here = Rect(x, y, x, y).grown(head)
        if not any(top.rail(side).holds(here) for side in ("front", "back", "left", "right")):
            faults.append(f"the screw of the base at {x:g}, {y:g} is not under a rail")
    for tray in top.trays():
        if any(tray.grown(3).meets(well) for well in top.wells()) or not panel.holds(tray.grown(3)):
            faults.append("a tray has no floor or no edge")
        if any(tray.grown(2).meets(Rect(x, y, x, y).grown(4)) for x, y in top.carrier_screws()):
            faults.append("a screw of the carrier is in a tray")
    reach_out = design.REED_LEADS / 2 + 1.5  # lead, solder
    low, high = design.REED_ALONG - reach_out, design.REED_ALONG + reach_out
    for land in top.lands():
        for row in range(design.ROWS):
            y = row * design.PITCH
            if land.bottom < y + high and y + low < land.top:
                faults.append(f"a reed of row {row + 1} lies on a land")
            if land.bottom < y + design.WINDOW / 2 and y - design.WINDOW / 2 < land.top:
                faults.append(f"a window of row {row + 1} is over a land")
    width, height = design.CABLE_SLOT
    _, _, rail = design.RAIL
    if height + 2 * 5 > rail - design.SKIN - design.WELLS:
        faults.append("the slot for cables leaves too little of the rail")
    slot = top.carrier_board().bottom + design.CABLE_SLOT_UP
    if not inside.bottom + 10 < slot - width / 2 < slot + width / 2 < inside.top - 10:
        faults.append("the slot for cables is too near a corner")
    if inside.right - top.carrier_board().right > 5:
        faults.append("plugs do not reach the carrier")
    return sorted(set(faults))


def test_nothing_meets_what_it_must_not() -> None:
    assert clearances() == []


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("MARGIN", 20.0),
        ("BAY", 80.0),
        ("PITCH", 32.0),
        ("LAND", 12.0),
        ("WINDOW", 38.0),
        ("CARRIER_AT", (330.0, 100.0)),
        ("CARRIER_AT", (347.0, 100.0)),
        ("STRIP_HOLES", ((-10.0, 12.0), (14.0, 12.0), (-10.0, 142.0), (14.0, 142.0))),
        ("PANEL_BUTTONS", {"turn": (411.0, 120.0)}),
        ("PANEL_BUTTON_ROOM", 90.0),
        ("CABLE_SLOT", (46.0, 25.0)),
        ("CABLE_SLOT_UP", 160.0),
        ("RIM_SCREW", (3.0, 16.0, 12.0)),
        ("RIM_SCREW", (3.0, 16.0, 1.0)),
        ("RIM_UP", (-10.0, 100.0, 150.0)),
        ("FRONT_MARGIN", 74.0),
        ("TRAY_FROM", 18.0),
        ("TRAY", (500.0, 27.0)),
    ],
)
def test_what_meets_would_be_found(name: str, value: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(design, name, value)
    assert clearances() != []


def test_the_stack_fits_into_the_frame() -> None:
    """What hangs under the top ends above the base."""
    _, _, rail = design.RAIL
    depth = rail - design.SKIN - design.WELLS
    strips = design.BOARD_THICKNESS + 9.2 + 6.5  # a box header with its plug in, and a folded ribbon
    carrier = design.SPACER + design.BOARD_THICKNESS + design.CARRIER_PARTS
    assert max(strips, carrier) <= depth - 1


def test_strips_have_room_in_their_wells() -> None:
    for board in top.strip_boards():
        assert sum(board.grown(design.WELL_PLAY).holds(well) for well in top.wells()) == 3
    assert design.WELLS >= design.FRONT_HEIGHT + 0.3
    glass = design.REED_AXIS_HEIGHT + design.REED_GLASS[1] / 2
    assert glass <= design.FRONT_HEIGHT


def test_the_slot_faces_the_sockets_of_the_carrier() -> None:
    """Places of the Pico and of the supply's socket, from the board itself."""
    carrier = boards.board("carrier")
    half = design.CABLE_SLOT[0] / 2
    for socket in ("U1", "J2"):
        up = carrier.component(socket).middle[1]
        assert abs(up - design.CABLE_SLOT_UP) < half - 7  # half the width of a plug
    # The lever of the power switch can be reached there.
    assert abs(carrier.component("SW3").middle[1] - design.CABLE_SLOT_UP) < half - 7
    # A plug of 10 mm in the Pico: its socket strip, the plastic of its pins, its board, half its USB socket.
    assert design.CABLE_SLOT[1] >= 8.5 + 2.5 + 1.0 + 1.3 + 10 / 2


def test_ribbons_reach_where_they_are_drawn() -> None:
    """Along the lines of the guide's picture, with 20 mm at either end for the way down and up again."""
    lengths = [
        math.dist(*path.places)
        for path in pictures.cables().on(pictures.RIBBON)
        if isinstance(path, Drawn) and not path.closed
    ]
    assert len(lengths) == len(design.COLUMNS)
    assert max(lengths) + 40 <= RIBBON_MM


def test_a_ribbon_that_is_too_short_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(design, "CARRIER_AT", (457.0, 40.0))
    first, *_ = (
        path for path in pictures.cables().on(pictures.RIBBON) if isinstance(path, Drawn) and not path.closed
    )
    assert math.dist(*first.places) + 40 > RIBBON_MM
