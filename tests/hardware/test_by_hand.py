"""The strip without a circuit board is wired like the one with."""

from __future__ import annotations

import math

import pytest
from hardware import design
from hardware.electronics import boards
from hardware.mechanics.top import Place
from hardware.templates import by_hand
from hardware.templates.by_hand import Wire

Pad = tuple[str, str]
ON_THE_PLYWOOD = ("SW", "D", "LED")  # capacitors come with the lights, connectors are wires here


def meant() -> set[frozenset[Pad]]:
    """Pads that the design joins, net by net."""
    nets: dict[str, set[Pad]] = {}
    for component in boards.board("strip").components:
        if component.ref.startswith(ON_THE_PLYWOOD):
            for pad, net in component.nets.items():
                nets.setdefault(net, set()).add((component.ref, pad))
    return {frozenset(pads) for pads in nets.values()}


def on(place: Place, wire: Wire) -> bool:
    """Whether a wire passes a place."""
    for start, end in zip(wire.places, wire.places[1:], strict=False):
        if math.dist(start, place) + math.dist(place, end) - math.dist(start, end) < 0.01:
            return True
    return False


def joined(wires: list[Wire]) -> set[frozenset[Pad]]:
    """Pads that wires join: a wire holds on to what its ends touch; crossing joins nothing."""
    terminals = by_hand.terminals()
    groups: list[tuple[set[Pad], set[int]]] = [({pad}, set()) for pad in terminals]
    for number, wire in enumerate(wires):
        ends = (wire.places[0], wire.places[-1])
        pads = {
            pad for pad, places in terminals.items() for place in places if any(place == end for end in ends)
        }
        others = {
            index
            for index, other in enumerate(wires)
            if any(on(end, other) for end in ends)
            or any(on(end, wire) for end in (other.places[0], other.places[-1]))
        }
        touched = [group for group in groups if group[0] & pads or group[1] & (others | {number})]
        rest = [group for group in groups if group not in touched]
        merged: tuple[set[Pad], set[int]] = (set(pads), others | {number})
        for group in touched:
            merged[0].update(group[0])
            merged[1].update(group[1])
        groups = [*rest, merged]
    return {frozenset(pads) for pads, _ in groups if pads}


def test_the_wires_join_what_the_design_joins() -> None:
    assert joined(by_hand.wires()) == meant()


@pytest.mark.parametrize("number", range(0, len(by_hand.wires()), 3))
def test_a_missing_wire_is_found(number: int) -> None:
    wires = by_hand.wires()
    gone = wires.pop(number)
    leads_off = any(place[1] in (by_hand.board().bottom, by_hand.board().top) for place in gone.places)
    # What leads to other strips, and a row that has one pad on each of them, joins nothing here.
    assert (joined(wires) == meant()) == (gone.kind == "row" or (leads_off and gone.kind != "column"))


def test_a_wrong_wire_is_found() -> None:
    at = by_hand.terminals()
    short = Wire("reed", (at["SW1", "1"][0], at["SW1", "2"][0]))
    assert joined([*by_hand.wires(), short]) != meant()


def test_every_row_goes_on_to_the_next_strip() -> None:
    left, _ = design.STRIP_ORIGIN
    right = left + design.STRIP_SIZE[0]
    for row in range(design.ROWS):
        y = row * design.PITCH + by_hand.ROW_Y
        (cathode,) = by_hand.terminals()[f"D{row + 1}", "1"]
        across = [wire for wire in by_hand.wires() if wire.places == ((left, y), (right, y))]
        down = [wire for wire in by_hand.wires() if wire.places[0] == cathode and wire.places[-1][1] == y]
        assert len(across) == len(down) == 1


def test_bare_ends_are_away_from_other_wires() -> None:
    """2 mm or more between an end and a wire that it does not belong to."""
    wires = by_hand.wires()
    for one in wires:
        for end in (one.places[0], one.places[-1]):
            for other in wires:
                if not on(end, other) and one.kind != other.kind:
                    assert away(end, other) >= 2.0, (one, other)


def away(place: Place, wire: Wire) -> float:
    """From a place to the nearest of a wire, looked at every 0.1 mm."""
    nearest = math.inf
    for (x, y), (to_x, to_y) in zip(wire.places, wire.places[1:], strict=False):
        steps = max(1, round(math.dist((x, y), (to_x, to_y)) / 0.1))
        for step in range(steps + 1):
            at = (x + (to_x - x) * step / steps, y + (to_y - y) * step / steps)
            nearest = min(nearest, math.dist(place, at))
    return nearest


HEAD = 5.0
"""Width of the head of a strip's screw, at most (`mechanics.stock`)."""


def pressed(wires: list[Wire]) -> list[Wire]:
    """Wires that lie less than 0.4 mm from the head of a screw."""
    return [wire for wire in wires if any(away(hole, wire) < HEAD / 2 + 0.4 for hole in design.STRIP_HOLES)]


def test_no_wire_lies_under_a_screw() -> None:
    assert pressed(by_hand.wires()) == []
    straight = Wire("5 V", ((by_hand.SUPPLY_X, 7.0), (by_hand.SUPPLY_X, 33.0)))
    assert pressed([straight]) == [straight]


def test_holes_are_apart_and_on_the_wood() -> None:
    places = [place for (ref, _), ends in by_hand.terminals().items() if ref[0] != "D" for place in ends] + [
        *design.STRIP_HOLES
    ]
    for number, one in enumerate(places):
        assert by_hand.board().grown(-1).holds(by_hand.spot(one))
        assert all(math.dist(one, other) > 2.5 for other in places[number + 1 :])


def test_nothing_lies_on_a_land() -> None:
    for row in range(design.ROWS):
        y = row * design.PITCH
        highest, lowest = y + design.REED_ALONG + design.REED_LEADS / 2, y - by_hand.PIXEL_HOLE
        for land in {hole[1] for hole in design.STRIP_HOLES}:
            assert not lowest - 0.5 < land + design.LAND / 2 or not land - design.LAND / 2 < highest + 0.5


def test_a_light_lies_beside_its_reed_and_below_its_window() -> None:
    left_of_reed = design.REED_ASIDE - design.REED_GLASS[1] / 2
    assert by_hand.PIXEL.right < left_of_reed - 0.5
    middle = by_hand.PIXEL.middle
    assert math.hypot(*middle) + by_hand.PIXEL_SHINES / 2 < design.WINDOW / 2
