"""The tables of the steps against the board's lines. Runs on CPython and on MicroPython."""

from fanorona.rules.geometry import DIRECTIONS, NEXT, NONE, POINTS
from fanorona.rules.steps import AHEAD, BEHIND, FIRST, FROM, STEPS, TO, WAY


def test_every_step_stands_once_in_order():
    s = 0
    for p in range(POINTS):
        assert FIRST[p] == s
        for d in range(DIRECTIONS):
            if NEXT[p * 8 + d] != NONE:
                assert (FROM[s], WAY[s]) == (p, d)
                s += 1
    assert FIRST[POINTS] == STEPS == s
    assert len(FIRST) == POINTS + 1
    for table in (FROM, TO, WAY, AHEAD, BEHIND):
        assert isinstance(table, bytes)
        assert len(table) == STEPS


def test_where_steps_lead_and_what_stands_in_line():
    for s in range(STEPS):
        assert TO[s] == NEXT[FROM[s] * 8 + WAY[s]]
        assert AHEAD[s] == NEXT[TO[s] * 8 + WAY[s]]
        assert BEHIND[s] == NEXT[FROM[s] * 8 + (WAY[s] ^ 4)]
