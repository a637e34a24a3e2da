from __future__ import annotations

import re

import pytest
from hardware import design, guide, power, shopping
from hardware.electronics import boards
from hardware.mechanics import fasteners, stock

from lakabe.checkup import FAULTS


def written() -> str:
    return (guide.HERE / "BUILD.md").read_text(encoding="utf-8")


def test_the_guide_is_up_to_date() -> None:
    assert written() == guide.text(), "run python -m hardware.guide"


def test_the_guide_would_follow_the_design(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(design, "WINDOW", 21.5)
    assert "21.5 mm" in guide.text() and guide.text() != written()


def test_every_pin_is_in_the_wiring_table() -> None:
    rows = [
        line.split(" | ") for line in guide.wiring().splitlines() if line.startswith("| ") and "GP" in line
    ]
    told = {row[1]: int(row[2]) for row in rows if row[1].startswith("GP") and row[1] != "GPIO"}
    used = [*design.COLUMN_PINS, *design.ROW_PINS, design.PIXEL_PIN, design.TURN_PIN, design.MENU_PIN]
    used.append(design.KEEP_PIN)
    assert told == {f"GP{pin}": design.PICO_GPIO[pin] for pin in used}
    bus = boards.board("carrier").component("J1").nets
    for letter in design.COLUMNS:
        (row,) = (row for row in rows if f"column {letter}" in row[0])
        wire = row[3].split(" to ")[-1].removesuffix(" of the bus |")
        assert bus[str(design.BUS.index(wire) + 1)] == f"COL_{letter.upper()}"


def test_every_part_with_a_polarity_is_told() -> None:
    ways_of = {"strip": guide.STRIP_POLARITY, "carrier": guide.CARRIER_POLARITY}
    for board in boards.both():
        ways = ways_of[board.name]
        parts = {component.part for component in board.components}
        assert set(ways) <= parts
        polar = {"diode", "pixel", "schottky", "shifter", "pmos", "nmos", "c470u", "pico", "idc20", "usbc"}
        assert parts & polar <= set(ways)
        table = guide.polarity(board, ways)
        for component in board.components:
            if component.part in ways:
                assert re.search(rf"\b{component.ref}\b", table)


def test_costs_add_up() -> None:
    rows = [line.strip("| \n").split(" | ") for line in guide.costs().splitlines()[2:]]
    euros = [float(row[1].strip("*")) for row in rows]
    assert sum(euros[:-1]) == pytest.approx(euros[-1], abs=len(euros) / 2)
    parts = sum(line.euro for line in shopping.lines())
    assert euros[-1] == pytest.approx(parts, abs=1)


def test_the_supply_is_told_as_it_is() -> None:
    assert power.table() in written()


def test_what_is_printed_is_on_the_list() -> None:
    told = {name for name, _, _ in guide.PRINTED}
    assert told == {name for name, (part, _) in stock.parts().items() if part.maker == "print it"}
    for line in ("stone-white.stl | 22 |", "stone-black.stl | 22 |", "window.stl | 45 |", "fit.stl | 1 |"):
        assert line in written()


def test_the_sheet_for_the_first_board_is_up_to_date() -> None:
    kept = (guide.HERE / "first-article.md").read_text(encoding="utf-8")
    now = guide.first_article()
    assert re.sub(r"\d", "", kept) == re.sub(r"\d", "", now), "run python -m hardware.guide"
    assert len(re.findall(r"^\| [1-5] \|(  \|){9}$", kept, re.MULTILINE)) == 2 * design.ROWS


def test_every_screw_and_board_of_wood_is_told() -> None:
    for name in stock.WOOD:
        part, count = stock.parts()[name]
        assert f"| {part.what} | {count} | {part.value} |" in written()
    assert fasteners.table() in written()


def test_each_step_has_a_picture() -> None:
    steps = re.split(r"^## \d\. ", written(), flags=re.MULTILINE)[1:]
    assert len(steps) == 8
    assert [step.splitlines()[0] for step in steps if "![" not in step] == []


def test_faults_are_quoted_as_the_self_test_names_them() -> None:
    """Each in the table, whatever point or line it is about."""
    table = written().split("## Faults and cures")[1].split("\n## ")[0]
    quoted = re.findall(r"`([a-z0-9 ]+)`", table)
    named = {
        problem: [told for told in quoted if re.fullmatch(problem.format("((column|row) )?[a-i1-5]+"), told)]
        for problem, _ in FAULTS.values()
    }
    assert [problem for problem, found in named.items() if not found] == []
    assert sum(map(len, named.values())) == len(quoted)
