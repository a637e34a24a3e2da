"""Faults planted in a board: hands that mean nothing, and do what its lights ask, come upon each of them."""

from __future__ import annotations

from typing import Any

import pytest
import test_any_reeds_stateful
from hypothesis import Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from fanorona.hands.reading import Reading
from fanorona.hands.takeback import Takeback
from fanorona.hands.tracker import Tracker

AnyReeds = test_any_reeds_stateful.AnyReeds
FEWER = settings(
    test_any_reeds_stateful.TestAnyReeds.settings, max_examples=40, phases=(Phase.generate,), derandomize=True
)


class Planted(Exception):
    """What a fault raises."""


def fails_when_lost(right: Any, tracker: Tracker) -> int:
    if tracker.is_lost:
        raise Planted
    events: int = right(tracker)
    return events


def says_nothing(right: Any, reading: Reading) -> None:
    right(reading)
    reading.amiss.clear()


def leaves_out_a_point(right: Any, reading: Reading) -> None:
    right(reading)
    if reading.amiss.size:
        reading.amiss.drop(reading.amiss.points[reading.amiss.size - 1])


def goes_on_for_ever(right: Any, takeback: Takeback, count: int) -> bool:
    return False


def plant(monkeypatch: pytest.MonkeyPatch, owner: type, name: str, fault: Any) -> None:
    right = getattr(owner, name)
    monkeypatch.setattr(owner, name, lambda *rest: fault(right, *rest))


FAULTS = [
    (Tracker, "rest", fails_when_lost, Planted),
    (Reading, "hold_back", says_nothing, AssertionError),
    (Reading, "hold_back", leaves_out_a_point, AssertionError),
    (Takeback, "go", goes_on_for_ever, AssertionError),
]


@pytest.mark.parametrize(("owner", "name", "fault", "error"), FAULTS, ids=[row[2].__name__ for row in FAULTS])
def test_a_planted_fault_shows(
    monkeypatch: pytest.MonkeyPatch, owner: type, name: str, fault: Any, error: type[Exception]
) -> None:
    plant(monkeypatch, owner, name, fault)
    with pytest.raises(error):
        run_state_machine_as_test(AnyReeds, settings=FEWER)


@pytest.mark.slow
def test_without_a_fault_the_same_sequences_are_put_right() -> None:
    run_state_machine_as_test(AnyReeds, settings=FEWER)
