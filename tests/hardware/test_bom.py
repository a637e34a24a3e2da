"""The list of parts: as many as the netlists hold, each with all that a buyer has to know."""

from __future__ import annotations

import csv
import io
from collections import Counter

import pytest
from hardware import design
from hardware.electronics import bom, netlist
from hardware.parts import LOOSE, PARTS

ROWS = list(csv.DictReader(io.StringIO(bom.table())))


def test_quantities_are_those_of_nine_strips_and_a_carrier():
    wired = netlist.whole_set(netlist.of_board(design.STRIP), netlist.of_board(design.CARRIER))
    counted = Counter(wired.parts.values())
    assert {line.name: line.needed for line in bom.lines() if line.name in PARTS} == counted
    assert counted["reed"] == counted["diode"] == counted["pixel"] == 45


def test_a_missing_part_would_change_the_list():
    fewer = design.Board("strip", "", 9, design.STRIP.components[1:])
    wired = netlist.whole_set(netlist.of_board(fewer), netlist.of_board(design.CARRIER))
    line = next(line for line in bom.lines() if line.name == "reed")
    assert Counter(wired.parts.values())["reed"] == 36 != line.needed


def test_every_line_says_what_to_buy_and_what_may_replace_it():
    for row in ROWS:
        for column in bom.HEAD:
            assert row[column] or column == "places", (row["what"], column)
        assert int(row["order"]) == int(row["needed"]) + int(row["spare"])
        assert len(row["rule for a substitute"]) > 10


def test_there_are_spares_of_what_breaks_or_gets_lost():
    spare = {line.name: line.spare for line in bom.lines()}
    assert spare["reed"] >= 4
    assert all(spare[name] >= 1 for name in ("diode", "pixel", "c100n", "magnet", "shifter", "pmos"))


def test_a_set_has_its_stones_cables_and_boards():
    needed = {line.name: line.needed for line in bom.lines()}
    assert (needed["stone_white"], needed["stone_black"], needed["magnet"], needed["cap"]) == (22, 22, 44, 44)
    assert (needed["cable8"], needed["cable2"]) == (9, 9)
    assert (needed["strip"], needed["carrier"]) == (9, 1)


def test_every_place_of_a_part_is_on_a_line():
    placed = {
        (place.split(":")[0].strip(), ref)
        for row in ROWS
        for place in row["places"].split(";")
        if place
        for ref in place.split(":")[1].split()
    }
    assert placed == {(board.name, part.ref) for board in design.BOARDS for part in board.components}


@pytest.mark.parametrize("name", [*PARTS, *LOOSE])
def test_numbers_are_not_shared(name):
    numbers = [part.number for part in (PARTS | LOOSE).values()]
    assert numbers.count((PARTS | LOOSE)[name].number) == 1
