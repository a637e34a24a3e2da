"""Orders of events in which something was missing from the archive once."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from fanorona.hands.tracker import PLAY
from system import hands
from system.machine import NEARLY_OVER, System, Try, rest
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


def new_in_the_ms_of_the_last_move(world: World) -> Hands:
    """A game is replaced before the journal has its last move, and then only the journal knows of it."""
    yield from ended(world, lambda: world.command("new"))


def touched_in_the_ms_of_the_last_move(world: World) -> Hands:
    """The same, by a stone that is lifted for the next game."""
    yield from ended(world, lambda: world.touch(0))


def ended(world: World, deed: Callable[[], None]) -> Hands:
    """A game of one move: something happens as it ends, and board and recorder forget what is not written."""
    yield 1000
    world.command(f"load - {NEARLY_OVER}")
    world.command("go")
    yield 60
    yield from hands.stand(world)
    world.archive.fail("busy")
    world.after(2 * hands.TOUCH_MS + 4, deed)  # the last contact of the move changes after two of them
    yield from hands.play(world, 0)
    yield 400
    world.cut_power()
    world.after(0, lambda: world.kill(0))
    yield 10
    world.archive.fail()


def ended_unheard_before_a_power_cut(world: World) -> Hands:
    """The archive has a game without its end; the stones stand as the archive has them."""
    yield 1000
    yield from hands.play(world, 0)
    before = bytes(world.board.reeds)
    yield 500
    world.archive.fail("busy")
    yield from hands.play(world, 0)
    world.command("end 0-1")
    yield 500
    world.board.reeds[:] = before
    yield 500
    world.cut_power()
    world.archive.fail()
    world.after(0, lambda: world.kill(0))


def given_up_as_the_power_fails(world: World) -> Hands:
    """The game comes back, as its end is not written; it goes on, then another begins; nobody hears it."""
    yield 1000
    yield from hands.play(world, 7)
    yield 500
    world.cut_power(0)
    world.command("new")
    yield 10
    world.pull(ms=30_000)
    yield 100
    for _ in range(2):
        yield from hands.stand(world)
        yield from hands.play(world, 0)
        yield from hands.agree(world, 0)
    world.cut_power()
    yield 30_000


def taken_back_instead_of_a_draw(world: World) -> Hands:
    """A touch withdraws the question: *menu* takes a move back, and *turn* makes it again."""
    yield 1000
    yield from hands.play(world, 7)
    world.after(3600, lambda: world.touch(0))
    yield from hands.agree(world, 0)
    yield from made_again(world)


def taken_back_instead_of_a_new_game(world: World) -> Hands:
    """A power cut withdraws *menu* held for a new game, after a move that was really taken back."""
    yield 1000
    for choice in (7, 0):
        yield from hands.play(world, choice)
    yield from hands.take_back(world)
    world.after(1000, world.cut_power)
    yield from hands.begin_anew(world, 4100)
    yield from made_again(world)


def played_as_another_game_begins(world: World) -> Hands:
    """Hands go on in the ms in which the board has not yet said which game it is."""
    yield 1000
    for ms in range(8):
        world.command("new")
        while world.board.session.tracker.phase == PLAY:
            yield 1
        yield ms
        yield from hands.play(world, 0)
        yield from hands.stand(world)


def stones_are_put_while_the_board_thinks(world: World) -> Hands:
    """Its position then has moves that it only tries; hands put the stones as they stood."""
    yield 60
    happens = System()
    ended: Try = (True, [0], 0, "busy", [(11, "touch")], -1, 20, "cut and kill")
    begun: Try = (False, [], 0, "busy", [(0, "new")], -1, 0, "nothing")
    happens.interrupt(tries=[ended, begun])
    for act in happens.acts:
        yield from act(world)


def made_again(world: World) -> Hands:
    (moves,) = [game.moves for game in world.truth.games.values()]
    yield from hands.touch(world, 0)
    yield from hands.press(world, hands.TURN, 60)
    assert not moves and len(world.truth.games[world.truth.present].moves) == 1


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
        new_in_the_ms_of_the_last_move,
        touched_in_the_ms_of_the_last_move,
        ended_unheard_before_a_power_cut,
        given_up_as_the_power_fails,
        taken_back_instead_of_a_draw,
        taken_back_instead_of_a_new_game,
        played_as_another_game_begins,
        stones_are_put_while_the_board_thinks,
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
