"""Orders of events in which something was missing from the archive once."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from system import hands
from system.machine import NEARLY_OVER, rest
from system.world import Hands, World


def stone_set_back_after_a_power_cut(world: World) -> Hands:
    """The board goes on with its game by itself, and in the same moment the host offers it."""
    yield 1000
    yield from hands.play(world, 71)
    yield 500
    world.board.reeds[0] = 0
    yield 100
    world.cut_power()
    yield 2000
    world.board.reeds[0] = 1


def next_game_is_set_up(world: World) -> Hands:
    """A game is played without a host, which comes while the stones of the next one are set up."""
    yield from played_alone(world)
    yield from hands.touch(world, 0)
    world.plug()


def power_cut_after_the_game(world: World) -> Hands:
    """A game is played without a host, which comes when the board has been switched on again."""
    yield from played_alone(world)
    world.cut_power()
    world.plug()


def played_alone(world: World) -> Hands:
    """More than the board can keep for a host that comes later."""
    yield 1000
    world.pull(0)
    for choice in range(16):
        yield from hands.play(world, choice)
    yield from hands.agree(world, 1)
    yield 1000


def hello_is_lost(world: World) -> Hands:
    """That of a second connection, while the board is still to answer the one of the first."""
    yield 1000
    world.after(0, lambda: world.kill(0))
    world.after_lines(1, lambda: world.ways["up"].strike("lost", 0))
    world.after_lines(1, lambda: world.kill(0))
    yield 100


def lines_are_lost(world: World) -> Hands:
    """A whole game is among what the board could not keep, as a slow archive kept the host from reading."""
    yield 1000
    world.archive.slow_ms = 30_000
    yield from hands.play(world, 3)
    world.archive.slow_ms = 0
    yield from hands.agree(world, 0)
    for moves in (3, 20):
        yield from hands.stand(world)
        for choice in range(moves):
            yield from hands.play(world, choice)
        if moves == 3:
            yield from hands.agree(world, 0)
    yield 32_000 - world.now


def moves_are_short(world: World) -> Hands:
    """Of a game of Telo, which is fetched, so many go into a line as it may have."""
    yield 1000
    world.command("new telo")
    yield 60
    yield from hands.stand(world)
    world.pull(0, 60_000)
    for choice in range(1, 13):
        yield from hands.play(world, choice)
    yield from hands.agree(world, 0)
    yield 500
    world.cut_power()


def given_up_after_a_power_cut(world: World) -> Hands:
    """A game that no computer has heard of: its result is the first that one hears."""
    yield 1000
    world.pull(0, 3000)
    yield from hands.play(world, 0)
    yield 500
    world.board.reeds[0] = 0
    yield 100
    world.cut_power()
    yield 4000
    world.command(f"load - {NEARLY_OVER}")
    world.command("go")
    yield 60
    yield from hands.stand(world)


def recorder_comes_after_a_power_cut(world: World) -> Hands:
    """It hears first that the stones are to be set up, as they were, of a game that has gone on since."""
    yield 1000
    yield from hands.play(world, 0)
    yield 500
    world.archive.fail("busy")
    world.cut_power()
    world.touch(0)
    yield 60
    yield from hands.play(world, 0)
    yield 400
    world.archive.fail()
    world.after(0, lambda: world.kill(0))
    yield 1000
    yield from hands.stand(world)


@pytest.mark.parametrize(
    "happens",
    [
        stone_set_back_after_a_power_cut,
        next_game_is_set_up,
        power_cut_after_the_game,
        hello_is_lost,
        lines_are_lost,
        moves_are_short,
        given_up_after_a_power_cut,
        recorder_comes_after_a_power_cut,
    ],
)
def test_all_is_in_the_archive(happens: Callable[[World], Hands]) -> None:
    world = World()

    def script() -> Hands:
        yield from happens(world)
        yield 4000
        yield from rest(world)

    world.run(script())
    world.archive.close()
