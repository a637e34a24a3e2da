"""Another game that hands begin: the archive has both, with all their moves."""

from __future__ import annotations

import random
from itertools import count

import pytest

import legal
from fanorona.hands.tracker import CHANGED, PLAY, TAKEN_BACK
from fanorona.rules import notation
from fanorona.rules.game import Game
from system import hands
from system.machine import rest
from system.world import Hands, World


def lasting(plies: int, order: int) -> list[int]:
    """Choices of moves with which a game is not over after so many."""
    for number in count(order * 1000):
        drawn = random.Random(number)
        game, choices = Game(), []
        while len(choices) < plies and not game.result:
            found = legal.texts(game.position)
            choices.append(drawn.randrange(len(found)))
            notation.play_move(game.position, found[choices[-1]])
            game.commit()
        if not game.result:
            return choices
    raise AssertionError


@pytest.mark.parametrize("plies", [3, 4, 10, 40])
@pytest.mark.parametrize("order", range(3))
def test_a_game_is_set_up_anew(plies: int, order: int) -> None:
    world = World()

    def script() -> Hands:
        yield 1000
        for choice in lasting(plies, order):
            yield from hands.play(world, choice)
        yield from hands.set_up_anew(world, order)
        for choice in range(3):
            yield from hands.play(world, choice)
        yield from rest(world)

    world.run(script())
    kept = {game.name: (game.result, game.reason, len(game.texts())) for game in world.archive.games()}
    assert kept == {"00000001-1": ("*", "anew", plies), "00000001-2": (None, "", 3)}
    for game in world.archive.games():
        # A move that is taken back by the stones of the next game is told again before its own game ends.
        undone = world.archive.undone(game.number)
        assert len(undone) <= 1 and all(one.text == game.texts()[-1] for one in undone)
    world.archive.close()


def test_an_end_that_is_withdrawn() -> None:
    """The board's tracker finds that the last move was none; that part is played here."""
    world = World()

    def script() -> Hands:
        yield 1000
        for choice in lasting(4, 1):
            yield from hands.play(world, choice)
        world.command("end 1-0")
        yield 500
        yield from rest(world)
        assert [game.result for game in world.archive.games()] == ["1-0"]
        session, world.truth.drops = world.board.session, True
        game = session.game
        game.rewind()
        for _ in range(3):
            game.replay()
        game.cut()
        session.tracker.phase = PLAY
        session.follow(TAKEN_BACK | CHANGED)
        yield from rest(world)
        assert [(game.result, len(game.texts())) for game in world.archive.games()] == [(None, 3)]
        world.command("end 0-1")
        yield 500
        yield from rest(world)

    world.run(script())
    (game,) = world.archive.games()
    assert (game.name, game.result, len(game.texts())) == ("00000001-1", "0-1", 3)
    world.archive.close()


def test_a_game_that_was_given_up_goes_on() -> None:
    world = World()

    def script() -> Hands:
        yield 1000
        for choice in range(4):
            yield from hands.play(world, choice)
        yield from hands.begin_anew(world, 4100)
        yield from hands.press(world, hands.MENU, 1700)
        yield 300
        for choice in range(4):
            yield from hands.play(world, choice)
        yield from rest(world)

    world.run(script())
    (game,) = world.archive.games()
    assert (game.name, game.result, len(game.texts())) == ("00000001-1", None, 8)
    world.archive.close()
