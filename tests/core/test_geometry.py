"""The board's tables (B1, B2). Runs on CPython and on MicroPython."""

from fanorona.rules import geometry
from fanorona.rules.geometry import DIRECTIONS, NEXT, NONE, POINTS, READING, STRONG, direction

EAST_NORTH = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))


def test_sizes():
    assert (POINTS, NONE, DIRECTIONS) == (45, 45, 8)
    assert len(NEXT) == 46 * 8
    assert len(STRONG) == 45
    assert len(READING) == 45
    assert isinstance(NEXT, bytes) and isinstance(STRONG, bytes) and isinstance(READING, bytes)


def test_strong_points():
    assert [p for p in range(45) if STRONG[p]] == list(range(0, 45, 2))
    for corner in (0, 8, 36, 44, 22):
        assert STRONG[corner] == 1


def test_neighbours_lie_in_their_direction():
    for p in range(POINTS):
        for d in range(DIRECTIONS):
            q = NEXT[p * 8 + d]
            x = p % 9 + EAST_NORTH[d][0]
            y = p // 9 + EAST_NORTH[d][1]
            joined = 0 <= x <= 8 and 0 <= y <= 4 and (d % 2 == 0 or STRONG[p])
            assert q == (y * 9 + x if joined else NONE), (p, d)


def test_lines_run_both_ways():
    lines = 0
    for p in range(POINTS):
        for d in range(DIRECTIONS):
            q = NEXT[p * 8 + d]
            if q != NONE:
                assert NEXT[q * 8 + (d ^ 4)] == p
                lines += 1
    # 5 rows of 8, 9 columns of 4, and one diagonal in each of the 32 squares
    assert lines == 2 * (40 + 36 + 32)


def test_the_wall_leads_nowhere():
    for d in range(DIRECTIONS):
        assert NEXT[NONE * 8 + d] == NONE


def test_numbers_of_neighbours():
    def count(p):
        return sum(1 for d in range(8) if NEXT[p * 8 + d] != NONE)

    assert count(0) == 3  # a1, a corner, strong
    assert count(1) == 3  # b1, on the edge, weak
    assert count(2) == 5  # c1, on the edge, strong
    assert count(22) == 8  # e3, the lakabe
    assert count(21) == 4  # d3, weak


def test_reading_order():
    assert READING[0] == 36  # a5
    assert READING[8] == 44  # i5
    assert READING[36] == 0  # a1
    assert READING[44] == 8  # i1
    assert sorted(READING) == list(range(45))


def test_direction():
    assert direction(22, 23) == 0
    assert direction(22, 32) == 1
    assert direction(22, 31) == 2
    assert direction(22, 12) == 5
    assert direction(21, 31) == -1  # d3-e4: d3 is weak
    assert direction(22, 24) == -1  # two points away
    assert direction(8, 9) == -1  # i1 and a2 follow each other in number only
    assert direction(22, 22) == -1


def test_constants_are_public():
    # const() makes underscored names vanish on MicroPython: shared ones must not have them.
    for name in ("COLUMNS", "ROWS", "POINTS", "NONE", "DIRECTIONS"):
        assert hasattr(geometry, name)
