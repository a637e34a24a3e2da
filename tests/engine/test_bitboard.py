"""Bitboards against the tables and rules that the firmware uses."""

from __future__ import annotations

import random

import numpy as np
import pytest

import reference
from fanorona.rules import notation
from fanorona.rules.geometry import NEXT, NONE, POINTS
from fanorona.rules.rules import BLACK, WHITE, Position
from lakabe.engine import bitboard, jit

SETS = [
    0,
    bitboard.ALL,
    *(1 << p for p in range(POINTS)),
    *(random.Random(1).getrandbits(45) for _ in range(500)),
]


def random_sides(rng: random.Random) -> tuple[int, int]:
    taken = rng.getrandbits(45)
    thin = rng.getrandbits(45) if rng.random() < 0.5 else bitboard.ALL
    own = rng.getrandbits(45)
    return taken & own & thin, taken & ~own & thin


@pytest.mark.parametrize("d", range(8))
def test_a_shift_moves_every_point_along_its_line(d: int) -> None:
    for points in SETS:
        expected = 0
        for p in bitboard.points_of(points):
            if NEXT[p * 8 + d] != NONE:
                expected |= 1 << NEXT[p * 8 + d]
        assert bitboard.shifted(points, d) == expected


def test_around_is_every_shift_together() -> None:
    for points in SETS:
        together = 0
        for d in range(8):
            together |= bitboard.shifted(points, d)
        assert bitboard.around(points) == together


@jit.kernel
def counted(points: int) -> tuple[int, int, int]:
    return bitboard.popcount(points), bitboard.lowest(points), bitboard.width(points)


def test_bits_are_counted() -> None:
    for points in SETS:
        ends = bitboard.points_of(points)
        lowest, highest = (ends[0], ends[-1]) if ends else (64, -1)
        assert counted(points) == (len(ends), lowest, highest + 1)


@pytest.mark.parametrize("d", range(8))
def test_a_run_ends_at_the_first_point_without_an_enemy(d: int) -> None:
    for enemy in SETS:
        for p in range(POINTS):
            expected = 0
            q = NEXT[p * 8 + d]
            while q != NONE and enemy >> q & 1:
                expected |= 1 << q
                q = NEXT[q * 8 + d]
            assert bitboard.run(p, d, enemy) == expected


def test_capturers_are_those_of_the_rules() -> None:
    rng = random.Random(2)
    position = Position()
    out = bytearray(POINTS)
    for _ in range(3000):
        own, enemy = random_sides(rng)
        bitboard.to_position(own, enemy, rng.choice((WHITE, BLACK)), position)
        position.movable(out)
        expected = [p for p in range(POINTS) if out[p]] if position.must_capture() else []
        assert bitboard.points_of(bitboard.capturers(own, enemy)) == expected


def test_mirrors_turn_lines_into_lines() -> None:
    for points in SETS:
        names = {notation.point_name(p) for p in bitboard.points_of(points)}
        flipped = {name[0] + "54321"[int(name[1]) - 1] for name in names}
        mirrored = {"ihgfedcba"["abcdefghi".index(name[0])] + name[1] for name in names}
        assert {notation.point_name(p) for p in bitboard.points_of(bitboard.flipped(points))} == flipped
        assert {notation.point_name(p) for p in bitboard.points_of(bitboard.mirrored(points))} == mirrored
        assert bitboard.around(bitboard.flipped(points)) == bitboard.flipped(bitboard.around(points))
        assert bitboard.around(bitboard.mirrored(points)) == bitboard.mirrored(bitboard.around(points))


def test_positions_come_back_as_they_were() -> None:
    rng = random.Random(3)
    position = Position()
    for _ in range(200):
        own, enemy = random_sides(rng)
        turn = rng.choice((WHITE, BLACK))
        text = bitboard.format_n2(own, enemy, turn)
        assert bitboard.parse(text) == (own, enemy, turn)
        notation.parse_position(text, position)
        assert bitboard.from_position(position) == (own, enemy)
        assert np.array_equal(bitboard.colours(own, enemy, turn), np.array(list(position.board[:45])))


def test_the_start() -> None:
    own, enemy, turn = bitboard.parse(reference.START)
    assert turn == WHITE
    assert bitboard.points_of(own | enemy) == [p for p in range(POINTS) if p != notation.parse_point("e3")]
    assert [notation.point_name(p) for p in bitboard.points_of(bitboard.capturers(own, enemy))] == [
        "d2", "e2", "f2", "d3",
    ]  # fmt: skip


def test_impossible_sets_are_refused() -> None:
    with pytest.raises(ValueError, match="two stones on one point"):
        bitboard.to_position(1, 1, WHITE, Position())
    with pytest.raises(ValueError, match="off the board"):
        bitboard.to_position(1 << 45, 0, WHITE, Position())
