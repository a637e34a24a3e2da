"""Stones off their points: which reeds let go, how far off one is felt, where captured ones are safe."""

from __future__ import annotations

import numpy as np
import pytest
from hardware import design
from hardware.magnetics import capture, chosen, sheets, trays
from hardware.magnetics.margins import worst
from hardware.mechanics import top
from hardware.parts import PARTS


def test_the_first_choice_is_the_reed_of_the_list_and_its_limit_that_of_its_sheet() -> None:
    first = sheets.SHEETS[0]
    maker, kind = first.reed.split()
    assert PARTS["reed"].maker == maker
    assert PARTS["reed"].number == f"{kind}-{chosen.reeds().name}"
    assert first.opens == design.REED_OPENS == max(sheet.opens for sheet in sheets.SHEETS)
    assert all(sheet.closes[0] <= design.REED_CLASS[0] < sheet.closes[1] for sheet in sheets.SHEETS)


def test_each_alternative_holds_by_its_own_sheet_with_the_magnets_it_is_given() -> None:
    """With a limit that is not the sheet's, as 0.4 of pull-in was for ORD228VL, more would seem to hold."""
    holding = {sheet.reed: sheets.holding(sheet) for sheet in sheets.SHEETS}
    assert holding["RRE SM-1322-H"] == holding["RRE SM-1322-M"] == sheets.grades()
    assert holding["Standex ORD228VL"] == ["N35", "N38"]
    assert "SM-1322-M-15-20; with magnets of N35 to N38 Standex ORD228VL" in PARTS["reed"].alternative
    assert sheets.found(sheets.SHEETS[2], "N45").off < chosen.LEAST


def test_the_leads_of_a_reed_are_straight_for_3_mm() -> None:
    """From the longest glass to the bend, which begins a lead's 0.5 mm before the hole's axis."""
    assert (design.REED_LEADS - design.REED_GLASS[0]) / 2 - 0.5 >= 3.0
    assert (20.0 - design.REED_GLASS[0]) / 2 - 0.5 < 3.0  # as they were bent before


@pytest.mark.parametrize("stance", chosen.STANCES, ids=lambda stance: stance.name)
def test_a_stone_is_felt_6_mm_off(stance: chosen.Stance) -> None:
    radii = [capture.radius(grade, stance) for grade in ("N35", "N42", "N52")]
    assert radii == sorted(radii) and radii[0] >= 6.0
    for grade, radius in zip(("N35", "N42", "N52"), radii, strict=True):
        assert capture.felt(grade, stance, radius).min() >= chosen.reeds().high
        assert capture.felt(grade, stance, radius + capture.STEP).min() < chosen.reeds().high


def test_aside_of_the_point_a_reed_feels_less_far(monkeypatch: pytest.MonkeyPatch) -> None:
    best = capture.radius("N42", chosen.SEATED)
    for name, value in (("REED_ASIDE", 4.0), ("REED_ALONG", 6.0), ("REED_ALONG", 11.0)):
        with monkeypatch.context() as planted:
            planted.setattr(design, name, value)
            assert capture.radius("N42", chosen.SEATED) < best


def test_8_mm_off_a_stone_is_felt_on_one_side_only() -> None:
    there = capture.felt("N42", chosen.CARELESS, 8.0)
    assert there[capture.UP] < chosen.reeds().opens
    assert there[capture.DOWN] > chosen.reeds().high


# Captured stones.


def test_captured_stones_are_safe_in_their_trays() -> None:
    assert trays.faults() == []


@pytest.mark.parametrize(
    ("name", "value", "fault"),
    [
        ("TRAY_FROM", 23.0, "in the tray behind, 22 upon one another"),
        pytest.param("REED_OPENS", 5.0, "in the tray in front", marks=pytest.mark.slow),
        pytest.param("MAGNET_SIZE", (8.0, 3.0), "in the tray behind, two and two", marks=pytest.mark.slow),
    ],
)
def test_a_tray_too_near_is_found(
    name: str, value: object, fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(design, name, value)
    assert any(fault in line for line in trays.faults())


def test_a_heap_is_its_stones() -> None:
    at = np.array([[50.0, 10.0], [-60.0, 0.0]])
    one, two = trays.heap(1, at), trays.heap(2, at)
    raised = trays.heap(1, at, -design.STONE_SIZE[1])
    assert two == pytest.approx(one + raised)
    assert trays.heap(1, np.zeros((1, 2)))[0] > chosen.reeds().high


def test_at_the_edge_there_are_fewer_others() -> None:
    inner = worst(chosen.layout(chosen.CARELESS), chosen.magnet(), chosen.CARELESS.off)
    helping, against = trays.others(4, 2)
    assert max(helping, against) == pytest.approx(inner.same)
    assert trays.others(4, 4)[1] == 0.0  # none behind row 5
    assert sum(trays.others(0, 0)) < sum(trays.others(4, 0)) < helping + against


def test_one_stone_does_no_harm_beside_the_field_and_five_in_a_heap_may() -> None:
    beside = next(place for place in trays.places() if "left" in place.name)
    assert trays.worst_at(beside, trays.of(1)).off >= chosen.LEAST
    assert trays.worst_at(beside, trays.of(5)).off < 1.1


def test_between_points_a_stone_is_told_to_one_at_most() -> None:
    felt = {name: trays.between(place) for name, place in trays.BETWEEN.items()}
    up = felt.pop("midway to the next point up the column")
    assert up[0] > chosen.reeds().high
    assert all(most < chosen.reeds().opens for _, most in felt.values())


def test_no_stone_can_stand_between_the_field_and_a_tray() -> None:
    """It would lean on the bead with its middle over the tray, or touch a stone that stands on its point."""
    middle, width, height = design.BEAD
    radius = design.STONE_SIZE[0] / 2
    assert middle + width / 2 + radius >= design.TRAY_FROM
    assert radius + chosen.CARELESS.off < middle - width / 2 < 2 * radius
    assert height <= width / 2  # half round: nothing flat to stand on
    for bead, tray in zip(top.beads(), top.trays(), strict=True):
        assert not bead.meets(tray) and top.field().holds(tray)


def test_a_tray_holds_all_stones_of_a_colour_in_two_layers() -> None:
    length, width = design.TRAY
    assert width >= design.STONE_SIZE[0] + 1
    assert 2 * int(length // (design.STONE_SIZE[0] + 0.5)) >= design.STONES
