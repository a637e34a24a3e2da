"""People at a board, as reed traces: legal games turned into the contacts that hands would cause (P1-P8).

Knows the rules through `tests/reference.py` and `tests/reference_variants.py` only, so that what the board is
expected to record does not come from the code under test.
"""

from hands.expected import acceptable
from hands.habits import SET_DOWN, TAKE_OFF, Habits
from hands.people import Performance, move_by_hand, perform, wrong_moves
from hands.tape import Tape
from hands.umpire import Unclean

__all__ = [
    "SET_DOWN",
    "TAKE_OFF",
    "Habits",
    "Performance",
    "Tape",
    "Unclean",
    "acceptable",
    "move_by_hand",
    "perform",
    "wrong_moves",
]
