"""What hands do when the lights tell something else than they see."""

from __future__ import annotations

import random

import reference
from hands.acts import stones_of
from hands.eyes import LIFTED, Eyes
from hands.reeds import IDEAL
from hands.table import Table
from hands.umpire import Turn
from reference import Point

START = reference.parse_position(reference.START)
TURN = Turn(START)
MOVE = reference.find_move(START, "d3-e3W")
BEGUN, DONE = MOVE.steps[0].start, MOVE.steps[0].end


class Board:
    """Shows the stone that has moved as one in the hand, until that is set down once more."""

    def __init__(self) -> None:
        self.closed = 0

    def contact(self, us: int, point: Point, closed: bool) -> None:
        self.closed += closed and point == DONE

    def run(self, us: int) -> None:
        pass

    def power(self, us: int, on: bool) -> None:
        pass

    def lights(self) -> dict[Point, str]:
        return {} if self.closed else {BEGUN: LIFTED}


def test_a_stone_that_the_board_takes_to_be_in_the_hand_is_touched() -> None:
    rng = random.Random(1)
    board = Board()
    table = Table(stones_of(MOVE.after), IDEAL, rng, board)
    assert Eyes(table, board).put_right([MOVE.after], TURN, rng) == MOVE.after
    assert board.closed
    assert [act.point for act in table.touches] == [DONE, DONE]
