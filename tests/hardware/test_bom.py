"""The list of parts: as many as the netlists hold, each with all that a buyer has to know."""

from __future__ import annotations

import csv
import io
from collections import Counter

import pytest
from hardware import shopping
from hardware.electronics import boards, bom, netlist
from hardware.mechanics import stock
from hardware.parts import BY_HAND, LOOSE, PARTS

ALL = PARTS | LOOSE | {name: part for name, (part, _) in stock.parts().items()}

ROWS = list(csv.DictReader(io.StringIO(bom.table(shopping.lines()))))


def test_quantities_are_those_of_nine_strips_and_a_carrier():
    wired = netlist.whole_set(*map(netlist.of_board, boards.both()))
    counted = Counter(wired.parts.values())
    assert {line.name: line.needed for line in shopping.lines() if line.name in PARTS} == counted
    assert counted["reed"] == counted["diode"] == counted["pixel"] == 45


def test_a_missing_part_would_change_the_list():
    strip, carrier = boards.both()
    cut = strip.source.replace('"Part" "reed"', '"Part" ""', 1)
    fewer = boards.Board("strip", cut)
    wired = netlist.whole_set(netlist.of_board(fewer), netlist.of_board(carrier))
    line = next(line for line in shopping.lines() if line.name == "reed")
    assert Counter(wired.parts.values())["reed"] == 36 != line.needed


def test_every_line_says_what_to_buy_and_what_may_replace_it():
    for row in ROWS:
        for column in bom.HEAD:
            assert row[column] or column in ("places", "LCSC"), (row["what"], column)
        assert int(row["order"]) == int(row["needed"]) + int(row["spare"])
        assert len(row["rule for a substitute"]) > 10


def test_there_are_spares_of_what_breaks_or_gets_lost():
    spare = {line.name: line.spare for line in shopping.lines()}
    assert spare["reed"] >= 4
    assert all(
        spare[name] >= 1 for name in ("diode", "pixel", "c100n", "magnet", "shifter", "pmos", "ribbon")
    )


def test_a_set_has_its_stones_cables_and_boards():
    needed = {line.name: line.needed for line in shopping.lines()}
    assert (needed["stone_white"], needed["stone_black"], needed["magnet"], needed["window"]) == (
        22,
        22,
        44,
        45,
    )
    assert (needed["screw_board"], needed["screw_rim"]) == (9 * 4 + 4, 2 * 18)
    assert {name: needed[name] for name in stock.WOOD} == {
        "skin": 1,
        "lower_layer": 1,
        "base": 1,
        "rail_long": 2,
        "rail_short": 2,
        "bead": 2,
    }
    assert (needed["ribbon"], needed["panel_button"]) == (9, 4)
    assert (needed["strip"], needed["carrier"]) == (9, 1)


def test_every_place_of_a_part_is_on_a_line():
    placed = {
        (place.split(":")[0].strip(), ref)
        for row in ROWS
        for place in row["places"].split(";")
        if place
        for ref in place.split(":")[1].split()
    }
    assert placed == {(board.name, part.ref) for board in boards.both() for part in board.components}


@pytest.mark.parametrize("name", ALL)
def test_numbers_are_not_shared(name):
    numbers = [part.number for part in ALL.values()]
    assert numbers.count(ALL[name].number) == 1


@pytest.mark.parametrize("name", boards.COUNT)
def test_a_maker_places_every_small_part_and_no_other(name):
    board = boards.board(name)
    rows = list(csv.DictReader(io.StringIO(bom.placed(board))))
    assert set(rows[0]) == {"Comment", "Designator", "Footprint", "LCSC Part #"}
    told = [ref for row in rows for ref in row["Designator"].split(",")]
    leads = {"reed", "idc20", "pico", "select", "c470u", "terminal", "slide", "button"}
    assert sorted(told) == sorted(part.ref for part in board.components if part.part not in leads)
    for row in rows:
        kinds = {board.component(ref).part for ref in row["Designator"].split(",")}
        assert [PARTS[kind].lcsc for kind in kinds] == [row["LCSC Part #"]]


def test_a_set_by_hand_needs_no_board_and_all_that_its_strips_hold():
    needed = {line.part.number: line.needed for line in shopping.hand_lines()}
    strip = Counter(part.part for part in boards.board("strip").components)
    for name in ("reed", "diode", "pixel"):
        part = {"diode": BY_HAND["diode"][1], "pixel": BY_HAND["light"][1]}.get(name, PARTS[name])
        assert needed[part.number] == 9 * strip[name]
    carrier = Counter(part.part for part in boards.board("carrier").components)
    for name in ("r470", "r8k2", "r330", "shifter"):
        assert needed[BY_HAND[name][1].number] == carrier[name]
    on_boards = {part.number for name, part in PARTS.items() if name not in bom.ON_EITHER}
    assert not on_boards & set(needed)
    assert not [number for number in needed if number.endswith("gerbers.zip")]
