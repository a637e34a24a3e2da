"""R11 in the plain search of Dimy: its scores are those of a plain minimax that counts positions."""

from __future__ import annotations

import random

import pytest

from lakabe.engine import ahead, dimy
from lakabe.engine.ahead import LEAVES, STONE, WIN, State
from lakabe.engine.bitboard import ALL, parse, points_of
from lakabe.engine.standing import Course
from lakabe.engine.state import QUIET_DRAW

POINTS = points_of(ALL & ~dimy.VIEW.walls)
WON_IN_FIVE = parse("3W5/4W4/9/9/4B4 W")[:2]

Stood = tuple[int, int, int]
"""The stones of the side to move and of the other, and which side that is."""


def minimax(
    searcher: ahead.Searcher, here: Stood, depth: int, ply: int, game: list[Stood], line: list[Stood],
    quiet: int,
) -> int:  # fmt: skip
    """``game``: what stood before the root since the last capture, ``line``: what has since, the root too."""
    own, enemy, side = here
    moves = searcher.moves((own, enemy))
    if not moves:
        return ply - WIN
    if here in line or game.count(here) >= 2 or quiet >= QUIET_DRAW:
        return 0
    takes = moves[0][1] != enemy
    if depth <= 0 and (not takes or depth <= -LEAVES):
        return STONE * (own.bit_count() - enemy.bit_count()) // (own.bit_count() + enemy.bit_count())
    past = ([], [], 0) if takes else (game, [*line, here], quiet + 1)
    return max(
        -minimax(searcher, (after[1], after[0], 1 - side), depth - 1, ply + 1, *past) for after in moves
    )


def wanted(searcher: ahead.Searcher, course: Course, game: list[Stood], depth: int) -> dict[State, int]:
    """The score of each move; ``game`` has what stood since the last capture, the present position last."""
    own, enemy, side = game[-1]
    found = {}
    for after in searcher.moves((own, enemy)):
        past = (game[:-1], game[-1:], course.quiet + 1) if after[1] == enemy else ([], [], 0)
        found[after] = -minimax(searcher, (after[1], after[0], 1 - side), depth - 1, 1, *past)
    return found


def shuffled(searcher: ahead.Searcher, rng: random.Random) -> tuple[Course, list[Stood]]:
    """An ending in which both sides have moved to and fro, mostly."""
    while True:
        chosen = rng.sample(POINTS, 4)
        few = rng.choice((1, 2))
        course = Course(sum(1 << p for p in chosen[:few]), sum(1 << p for p in chosen[few:]))
        game: list[Stood] = [(course.own, course.enemy, 0)]
        for n in range(1, rng.randrange(6, 10)):
            moves = [one for one in searcher.moves((course.own, course.enemy)) if one[1] == course.enemy]
            if not moves:
                break
            back = (game[-3][0], course.enemy) if n > 2 else moves[0]
            course.play(back if back in moves and rng.random() < 0.9 else rng.choice(moves))
            game.append((course.own, course.enemy, n % 2))
        if (
            course.quiet == len(game) - 1 > 4
            and not course.drawn()
            and searcher.moves((course.own, course.enemy))
        ):
            return course, game


@pytest.mark.parametrize("depth", [1, 3, pytest.param(5, marks=pytest.mark.slow)])
def test_scores_are_those_of_a_minimax_that_counts_positions(depth: int) -> None:
    searcher, rng = dimy.Searcher(), random.Random(depth)
    told = 0
    for _ in range(40):
        course, game = shuffled(searcher, rng)
        found, reached = searcher.best(course, 60.0, 99, depth=depth)
        exact = wanted(searcher, course, game, reached)
        assert {way.after: way.score for way in found} == exact
        told += exact != wanted(searcher, Course(course.own, course.enemy), game[-1:], reached)
    assert told > 1, "what stood before changes the scores"


@pytest.mark.parametrize(("left", "score"), [(6, WIN - 5), (5, WIN - 5), (4, 0)])
def test_a_win_has_to_come_before_the_quiet_plies_run_out(left: int, score: int) -> None:
    """With the last of them it still counts (R10)."""
    course = Course(*WON_IN_FIVE, quiet=QUIET_DRAW - left)
    assert dimy.Searcher().best(course, 60.0, depth=7)[0][0].score == score
    course.draws = False
    assert dimy.Searcher().best(course, 60.0, depth=7)[0][0].score == WIN - 5


def test_shutting_in_the_last_stone_wins_with_the_last_quiet_ply() -> None:
    """d3-d2: outside of the smaller board c1 has nowhere to go."""
    last = Course(*parse("9/9/2WW5/2W6/2BWW4 W")[:2], quiet=QUIET_DRAW - 1)
    for depth in (1, 2):
        assert dimy.Searcher().best(last, 60.0, depth=depth)[0][0].score == WIN - 1


def test_with_draws_switched_off_nothing_that_stood_matters() -> None:
    searcher, rng = dimy.Searcher(), random.Random(9)
    for _ in range(20):
        course, _ = shuffled(searcher, rng)
        course.draws = False
        bare = Course(course.own, course.enemy, draws=False)
        assert searcher.best(course, 60.0, 99, depth=4) == searcher.best(bare, 60.0, 99, depth=4)
