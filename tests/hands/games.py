"""Which games hands play: the ordinary one and its variants (R, V, S), with moves as hands make them."""

from __future__ import annotations

import functools
import random
import re
from dataclasses import dataclass

import reference
import reference_variants
from reference import Move, Position, Step

ORDINARY = "tsivy"
VELAS = ("vela", "vela-creditor")
GAMES = reference_variants.VARIANTS
STARTS = reference_variants.STARTS
"""The position (N2) in which a game of each name begins."""
HEED = 0.95
"""How often a creditor of a vela leaves the debtor a capture, where both is possible (V5)."""
AGAIN = 0.8
"""How often who shuffles takes the own last step back, where that is possible."""


class Placement(Move):
    """A stone that is placed (S2). Its one step begins and ends on the point that it comes to."""

    __slots__ = ()

    @property
    def text(self) -> str:
        return reference.name(self.steps[0].end)


@functools.lru_cache(maxsize=1024)
def moves(game: str, position: Position) -> list[Move]:
    """Every complete move of a position in the game of that name; none where the game is over."""
    if game == ORDINARY or (game in VELAS and not reference_variants.in_first_phase(game, position)):
        return reference.moves(position)
    return [_by_hand(position, move) for move in reference_variants.moves(game, position)]


def _by_hand(position: Position, move: reference_variants.Move) -> Move:
    """A move with its steps, and what each of them takes."""
    parts = re.findall("([a-i][1-5])([AW]?)", move.text)
    points = [reference.point(name) for name, _ in parts]
    if len(points) == 1:
        return Placement((Step(points[0], points[0], ""),), (frozenset(),), move.after)
    kinds = [kind for _, kind in parts[1:]]
    steps = tuple(map(Step, points, points[1:], kinds))
    if len(steps) == 1:
        return Move(steps, (move.captures,), move.after)
    own, enemy, taken = position.own, position.enemy, []
    for step in steps:
        found = reference.capturing_steps(step.start, own, enemy)
        taken.append(next(stones for _, other, stones in found if other == step))
        own = own - {step.start} | {step.end}
        enemy -= taken[-1]
    return Move(steps, tuple(taken), move.after)


def is_placing(game: str, position: Position) -> bool:
    """Whether the side to move places a stone."""
    return game == "telo" and len(position.white) + len(position.black) < 6


@dataclass
class Game(reference.Game):
    """A game of that name from a position to its end; a draw by agreement is not played here."""

    name: str = ORDINARY

    @property
    def moves(self) -> list[Move]:
        """The moves of the side to move."""
        return moves(self.name, self.position)

    def play(self, move: Move) -> None:
        super().play(move)
        if isinstance(move, Placement):
            self.quiet = 0

    def result(self) -> tuple[str, str] | None:
        """Result and reason once the game is over."""
        if self.name == ORDINARY:
            return super().result()
        if ended := reference_variants.end_of(self.name, self.position):
            return ended
        if self.seen[self.position] >= 3:
            return "1/2-1/2", "repetition"
        return ("1/2-1/2", "fifty") if self.quiet >= 100 else None


def begin(name: str, position: Position | None = None) -> Game:
    """A game of that name, from its start or from another position."""
    return Game(position or reference.parse_position(STARTS[name]), name=name)


def following(name: str) -> str:
    """Which game the board sets up after one of that name: a vela is but one game."""
    return ORDINARY if name in VELAS else name


def choose(game: Game, style: str, rng: random.Random) -> Move | None:
    """A legal move in this style ("careless", "careful" or "shuffling"); None where there is none."""
    if game.name == ORDINARY:
        if style == "careless":
            return reference.random_move(game.position, rng)
        if style == "careful":
            return reference.careful_move(game.position, rng)
        return reference.shuffling_move(game, rng)
    choices = sorted(game.moves, key=lambda move: move.text)
    if style == "shuffling" and len(game.played) >= 2 and game.played[-2].steps and rng.random() < AGAIN:
        before = game.played[-2].steps[0]
        back = [move for move in choices if move.steps == (Step(before.end, before.start, ""),)]
        if back and before.start != before.end:
            return back[0]
    if reference_variants.in_first_phase(game.name, game.position):
        heeds = rng.random() < HEED
        choices = [move for move in choices if bool(moves(game.name, move.after)) == heeds] or choices
    return reference.any_move(choices, rng)
