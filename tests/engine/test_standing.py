"""How games end: after every ply the engine's course of a game says what the core's does (R10, R11)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

import pytest

from fanorona.rules import game as core
from fanorona.rules import notation
from fanorona.rules.game import Game
from fanorona.rules.rules import BLACK, WHITE, Position
from lakabe.engine import bitboard, lines, moves
from lakabe.engine.standing import START, Standing

State = tuple[int, int]
"""The stones of the mover and of the other after a move."""


def start(rng: random.Random) -> Standing:
    return Standing.of(START)


def crowded(rng: random.Random) -> Standing:
    """Few stones among as many of the other side as a game begins with: they are soon shut in."""
    points = [1 << p for p in rng.sample(range(45), 22 + rng.choice((3, 4)))]
    return Standing(sum(points[:22]), sum(points[22:]), rng.choice((WHITE, BLACK)))


def every(standing: Standing, rng: random.Random) -> list[State]:
    """What the moves lead to, in an order that does not depend on how they are generated."""
    found = sorted(standing.results())
    rng.shuffle(found)
    return found


def unthreatened(standing: Standing, rng: random.Random) -> list[State]:
    """Those after which the other side takes nothing, or all where there are none."""
    found = every(standing, rng)
    return [(own, enemy) for own, enemy in found if not bitboard.capturers(enemy, own)] or found


def anything(standing: Standing, rng: random.Random) -> State:
    return every(standing, rng)[0]


def back(standing: Standing, rng: random.Random) -> State:
    """To what has stood, where that is possible."""
    return max(unthreatened(standing, rng), key=lambda after: standing.times(after[1], after[0], 1))


def onward(standing: Standing, rng: random.Random) -> State:
    """To what has not stood, so that quiet plies add up."""
    return min(unthreatened(standing, rng), key=lambda after: standing.times(after[1], after[0], 1))


def squeezing(standing: Standing, rng: random.Random) -> State:
    """Leaves the other side few moves, but a stone, so that some games end with stones shut in."""
    found = unthreatened(standing, rng)
    return min(found, key=lambda after: (not after[1], moves.count(after[1], after[0])))


def begun(standing: Standing) -> Game:
    """The core's game from there on."""
    position = Position()
    bitboard.to_position(standing.own, standing.enemy, standing.turn, position)
    game = Game()
    game.resume(position.board, position.turn, 0, standing.quiet)
    return game


def over(game: Game) -> str | None:
    """The core's result as ``Standing`` says it."""
    if game.result in (core.UNFINISHED, core.DRAWN):
        return "draw" if game.result else None
    assert game.result == (core.BLACK_WINS if game.position.turn == WHITE else core.WHITE_WINS)
    return "loss"


def play(standing: Standing, game: Game, text: str) -> None:
    """Play a move on both, which have to agree."""
    standing.play_text(text)
    notation.play_move(game.position, text)
    game.commit()
    assert standing.text() == notation.format_position(game.position)
    assert standing.over() == over(game)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("begin", "choose", "reason", "least"),
    [
        (start, anything, core.NO_STONE, 60),
        (start, back, core.REPETITION, 60),
        (start, onward, core.FIFTY, 30),
        (crowded, squeezing, core.NO_MOVE, 10),
    ],
)
def test_games_end_where_the_core_ends_them(
    begin: Callable[[random.Random], Standing],
    choose: Callable[[Standing, random.Random], State],
    reason: int,
    least: int,
) -> None:
    rng = random.Random(1)
    ended: Counter[int] = Counter()
    for _ in range(100):
        standing = begin(rng)
        game = begun(standing)
        while not game.result:
            after = choose(standing, rng)
            play(standing, game, lines.format_move(standing.own, standing.enemy, after))
        ended[game.reason] += 1
    assert ended[reason] >= least


def test_who_is_shut_in_by_the_hundredth_quiet_ply_has_lost() -> None:
    standing = Standing(*bitboard.parse("9/9/W8/W1W6/BWW6 W"), quiet=99)
    game = begun(standing)
    play(standing, game, "a3-b2")
    assert game.reason == core.NO_MOVE and game.quiet == 100


def test_it_is_another_position_where_the_other_side_is_to_move() -> None:
    """The engine has no colours: when they have changed places, its two sets are as they were before."""
    standing = Standing.of("9/9/3B5/9/W8 W")
    game = begun(standing)
    circle = ("a1-a2", "d3-d2", "a2-a1", "d2-d3")
    exchange = (
        *("a1-a2", "d3-d2", "a2-a3", "d2-d1", "a3-b4", "d1-c1"),
        *("b4-c4", "c1-b1", "c4-d4", "b1-a1", "d4-d3"),
    )
    for text in (*circle, *exchange, *circle, *circle):
        assert not game.result
        play(standing, game, text)
    assert standing.text() == "9/9/3W5/9/B8 B"
    assert game.reason == core.REPETITION
