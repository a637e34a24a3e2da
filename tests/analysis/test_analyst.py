"""Analyses for the page: one game at a time, the one looked at last."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from lakabe.errors import InputError
from lakabe.games.pgn import Score
from lakabe.help.analysis import analyst
from lakabe.help.analysis.analyst import Analyst
from lakabe.help.analysis.settings import Settings

ONE = Score(moves=("d3-e3A", "d4-d3A"))
TWO = Score(moves=("e2-e3A",))
PATIENCE_S = 20.0


class Gate:
    """Examines a position only when it is let, and tells which it was."""

    def __init__(self) -> None:
        self.begun: list[tuple[str, ...]] = []
        self.fault: InputError | None = None
        self._let = threading.Semaphore(0)
        self._changed = threading.Condition()

    def examine(self, start: str, moves: tuple[str, ...], *rest: object) -> dict[str, Any]:
        with self._changed:
            self.begun.append(moves)
            self._changed.notify_all()
        assert self._let.acquire(timeout=PATIENCE_S)
        if self.fault is not None:
            raise self.fault
        return {"line": ["d3-e3A"], "score": "cp 0", "depth": 1, "legal": 5}

    def let(self, count: int = 1) -> None:
        self._let.release(count)

    def wait(self, count: int) -> None:
        with self._changed:
            assert self._changed.wait_for(lambda: len(self.begun) >= count, PATIENCE_S), self.begun


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Gate:
    made = Gate()
    monkeypatch.setattr(analyst, "examine", made.examine)
    return made


@pytest.fixture
def looking(gate: Gate, tmp_path: Path) -> Iterator[Analyst]:
    made = Analyst(tmp_path, Settings(nodes=100))
    yield made
    gate.let(9)
    made.close()


def test_positions_come_one_after_the_other(gate: Gate, looking: Analyst) -> None:
    assert looking.look(ONE) == {}
    gate.let()
    gate.wait(2)
    assert list(looking.look(ONE)) == [0]
    gate.let(2)
    gate.wait(3)
    looking.close()
    assert gate.begun == [(), ONE.moves[:1], ONE.moves]
    assert list(looking.look(ONE)) == [0, 1, 2]


def test_another_game_goes_first_and_what_was_done_stays(gate: Gate, looking: Analyst) -> None:
    looking.look(ONE)
    gate.wait(1)
    looking.look(TWO)
    gate.let()
    gate.wait(2)
    gate.let()
    gate.wait(3)
    assert gate.begun[2] == TWO.moves
    gate.let()
    assert list(looking.look(ONE)) == [0]
    gate.wait(4)
    assert gate.begun[3] == ONE.moves[:1]


def test_what_went_wrong_is_said_once(gate: Gate, looking: Analyst) -> None:
    gate.fault = InputError("the disk is full")
    looking.look(ONE)
    gate.wait(1)
    gate.let()
    looking.close()
    with pytest.raises(InputError, match="the disk is full"):
        looking.look(ONE)
    assert looking.look(ONE) == {}
