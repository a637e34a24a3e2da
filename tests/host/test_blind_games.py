"""Games on boards with two contacts that never change: what is recorded is what was played, or nothing is."""

from __future__ import annotations

import random

import pytest

import reference
from core.board import Board
from fanorona.hands.tracker import Tracker
from reference import Move, Point

LONG_MS = 10100
POINTS = sorted(reference.ALL_POINTS)


class Played:
    """A board whose ``dead`` points stay as they are, open or closed, whatever stands there."""

    def __init__(self, position: reference.Position, dead: dict[Point, bool]) -> None:
        self.dead = dead
        self.board = Board()
        self.board.say("load - " + reference.format_position(position))
        self.board.say("go")
        stones = position.white | position.black
        for point in [*dead, *POINTS]:  # the dead ones first: they fail before the game begins
            self._show(point, point in stones)
            self.board.wait(3)
        self.board.wait(LONG_MS)
        self.board.press()
        self.board.lines = []

    def _show(self, point: Point, closed: bool) -> None:
        self.board.raw[reference.ALL_POINTS.index(point)] = self.dead.get(point, closed)

    def move(self, move: Move, rng: random.Random) -> None:
        """The stone goes from point to point; those it takes come off after each step, or all at the end."""
        at_end = rng.random() < 0.3
        for step, taken in zip(move.steps, move.taken, strict=True):
            self._set(step.start, False)
            self._set(step.end, True)
            if not at_end:
                for point in sorted(taken):
                    self._set(point, False)
        if at_end:
            for point in sorted(move.captures):
                self._set(point, False)
        self.board.wait(400)
        self.board.press()

    def _set(self, point: Point, closed: bool) -> None:
        self._show(point, closed)
        self.board.wait(30)


def play(seed: int) -> tuple[int, int]:
    """How many moves were recorded, and how many of those changed a dead point."""
    rng = random.Random(seed)
    game = reference.Game()
    for _ in range(rng.randrange(1, 12)):
        move = reference.random_move(game.position, rng)
        if move is None or game.result():
            break
        game.play(move)
    position = game.position
    stones = position.white | position.black
    dead = {point: point not in stones for point in rng.sample(POINTS, rng.choice((1, 2)))}
    played = Played(position, dead)
    told = unseen = 0
    for _ in range(14):
        moves = reference.moves(position)
        if not moves:
            break
        move = rng.choice(moves)
        played.move(move, rng)
        recorded = played.board.moves()
        if len(recorded) == told:
            break  # not enough was seen
        assert len(recorded) == told + 1, (seed, recorded, move.text)
        told += 1
        after = reference.find_move(position, recorded[-1]).after
        assert after == move.after, f"{seed}: {recorded[-1]}, not {move.text}; {dead}"
        changed = {step.start for step in move.steps} | {step.end for step in move.steps} | set(move.captures)
        unseen += bool(changed & set(dead))
        position = move.after
    return told, unseen


@pytest.mark.parametrize("part", range(4))
def test_nothing_is_guessed(part: int) -> None:
    games = [play(seed) for seed in range(part * 15, part * 15 + 15)]
    assert sum(told for told, _ in games) > 100
    assert sum(unseen for _, unseen in games) > 10


def test_a_guess_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A board that takes the first of several moves that may have been made (P9)."""
    press = Tracker.press_turn

    def guess(tracker: Tracker, in_vain: bool = False) -> int:
        tracker.reading.guesses = min(1, tracker.reading.guesses)
        return press(tracker, in_vain)

    monkeypatch.setattr(Tracker, "press_turn", guess)
    with pytest.raises(AssertionError, match=", not "):
        list(map(play, range(60)))
