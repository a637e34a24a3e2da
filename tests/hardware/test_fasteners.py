"""Screws: that each holds and none comes out of the wood, whatever their makers' limits let them be."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hardware import design
from hardware.mechanics import fasteners, stock, top
from hardware.mechanics.fasteners import Screw


def joint(name: str) -> fasteners.Joint:
    return next(joint for joint in fasteners.joints() if joint.name == name)


def test_every_screw_holds_and_none_comes_out() -> None:
    assert fasteners.faults() == []


@pytest.mark.parametrize(
    ("name", "screw", "fault"),
    [
        ("carrier", Screw("M2.5 x 16", 16.0, 0.35), "ends -"),  # as it was in revision A
        ("strip", Screw("2.2 x 6.5", 6.5, 0.8), "ends 0.1 mm under"),  # its substitute there, DIN 7981
        ("strip", Screw("2.2 x 6.5", 6.5, 0.8), "holds by 3.9 mm"),
        ("strip", Screw("M2.5 x 5", 5.0, 0.24), "holds by 3.0 mm"),
        ("strip", Screw("M2.5 x 8", 8.0, 0.29), "ends -"),
        ("top", Screw("3 x 40", 40.0, 0.8), "ends -"),
        ("base", Screw("3 x 6", 6.0, 0.4), "holds by"),
    ],
)
def test_a_screw_of_another_length_is_found(name: str, screw: Screw, fault: str) -> None:
    planted = replace(joint(name), screws=(screw,))
    assert any(fault in line for line in planted.faults())


@pytest.mark.parametrize(
    ("name", "value"),
    [("WELLS", 3.0), ("SKIN", 2.0), ("BOARD_THICKNESS", 2.0), ("BASE", 12.0), ("RAIL", (10, 8, 16))],
)
def test_another_stack_under_the_same_screws_is_found(
    name: str, value: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    """3 mm of lower layer, as in revision A, are too little for a sheet that is as thin as it may be."""
    monkeypatch.setattr(design, name, value)
    assert fasteners.faults() != []


def test_the_screws_of_the_list_are_those_that_were_reckoned() -> None:
    parts = stock.parts()
    board, boards = parts["screw_board"]
    assert fasteners.BOARD_SCREW.name in board.number and "nylon" in board.alternative
    assert boards == joint("strip").count + joint("carrier").count == 9 * 4 + 4
    rim, rims = parts["screw_rim"]
    assert [screw.name for screw in joint("top").screws] == [rim.value, rim.alternative]
    assert rims == len(top.rim_screws()) + len(top.base_screws())


def test_the_top_is_held_all_round() -> None:
    """At most 120 mm apart along the edges, and one near each corner."""
    for places in (top.rim_screws(), top.base_screws()):
        edge = top.panel()
        for low, high, axis in ((edge.left, edge.right, 0), (edge.bottom, edge.top, 1)):
            along = sorted({place[axis] for place in places if low < place[axis] < high})
            gaps = [one - other for one, other in zip([*along, high], [low, *along], strict=True)]
            assert max(gaps) <= 120
