"""Nothing is created on the heap where a match is asked what is next, or counts a game.

MicroPython only: under `micropython.heap_lock` any allocation raises MemoryError.
"""

import heap

from fanorona.rules.game import BLACK_WINS, DRAWN, WHITE_WINS
from fanorona.rules.match import CHAMPIONSHIP, SESSION_5, Match


def play(match):
    """Count forty games, or all that there are; a number made of all the match's answers."""
    asked = 0
    for n in range(40):
        if match.is_over():
            break
        asked += match.variant() + match.white() + match.opening() + match.played() + match.velas()
        asked += match.points(0) + match.points(1) + match.leader() + match.debtor()
        asked += match.won(0) + match.eaten(1) + match.games() + match.kind() + match.options()
        match.take(WHITE_WINS if n % 3 == 1 else BLACK_WINS if n % 3 else DRAWN)
    return asked


def test_match():
    for kind in (SESSION_5, CHAMPIONSHIP):
        for options in range(8):
            expected = play(Match(kind, options))
            match = Match(kind, options)
            assert heap.under_lock(play, match) == expected > 0
