"""A game without the third repetition (R11) on the virtual board, also where it is taken up again."""

from __future__ import annotations

from collections.abc import Callable

from houses import House

from fanorona.rules import notation
from lakabe.archive import Archive
from lakabe.board import events

POSITION = "BB7/9/9/8W/9 B"
TO_AND_FRO = ["a5-a4", "i2-i1", "a4-a5", "i1-i2"]


def play(house: House, moves: list[str]) -> None:
    with house.fingers() as hands:
        notation.parse_position(POSITION, hands.position)
        for move in moves:
            hands.play(move)
    assert not [e for e in house.tap.heard if isinstance(e, events.Result) and e.result != "*"]


def test_a_game_that_stands_for_the_third_time_goes_on_and_is_taken_up_again(
    serve: Callable[..., House],
) -> None:
    house = serve(position=POSITION, without=frozenset({"repetition"}))
    house.tap.wait(lambda event: isinstance(event, events.Setting) and event.name == "repetition")
    house.tap.wait(lambda event: isinstance(event, events.GameStarted) and event.turn == "B")
    play(house, TO_AND_FRO * 3)
    house.end()
    house = serve()
    resumed = house.tap.wait(lambda event: isinstance(event, events.Move) and event.ply == 12)
    house.tap.wait(lambda event: isinstance(event, events.Synced), house.tap.heard.index(resumed))
    play(house, TO_AND_FRO)
    house.end()
    with Archive(house.archive) as archive:
        (game,) = [game for game in archive.games() if game.moves]
        assert (len(game.moves), game.tags["Without"], game.result) == (16, "repetition", None)
