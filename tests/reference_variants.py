"""The variants (V, S of docs/rules.md) after the slow, obvious implementation of the rules in `reference`.

Nothing here knows anything of the `fanorona` core. A variant is its name on the wire.
"""

from __future__ import annotations

import functools
import random
from collections import Counter
from dataclasses import dataclass, field
from typing import NamedTuple

import reference
from reference import Point, Position

VARIANTS = ("tsivy", "vela", "vela-creditor", "dimy", "telo")
STARTS = {
    "tsivy": reference.START,
    "vela": reference.START,
    "vela-creditor": reference.START,
    "dimy": "2BBBBB2/2BBBBB2/2BW1BW2/2WWWWW2/2WWWWW2 W",
    "telo": "9/9/9/9/9 W",
}
NINE: tuple[Point, ...] = tuple((column, row) for row in (2, 3, 4) for column in (4, 5, 6))
"""d2 to f4."""
ROWS_OF_THREE: tuple[frozenset[Point], ...] = (
    *(frozenset((column, row) for column in (4, 5, 6)) for row in (2, 3, 4)),
    *(frozenset((column, row) for row in (2, 3, 4)) for column in (4, 5, 6)),
    frozenset({(4, 2), (5, 3), (6, 4)}),
    frozenset({(4, 4), (5, 3), (6, 2)}),
)


class Move(NamedTuple):
    """One complete move: N1, the stones it takes, and the position it leads to."""

    text: str
    captures: frozenset[Point]
    after: Position


def belongs(variant: str, p: Point) -> bool:
    """Whether a point is one of the variant's board (S1, S2)."""
    if variant == "dimy":
        return 3 <= p[0] <= 7
    return p in NINE if variant == "telo" else True


def creditor(variant: str) -> str:
    """V1."""
    return "B" if variant == "vela" else "W"


def in_first_phase(variant: str, position: Position) -> bool:
    """V2."""
    if variant not in ("vela", "vela-creditor"):
        return False
    stones = position.white if creditor(variant) == "W" else position.black
    return len(stones) > 5


def steps(variant: str, position: Position) -> list[tuple[Point, Point]]:
    """Every step along a line to an empty point of the board, whatever it may take."""
    return [
        (stone, end)
        for stone in position.own
        for end in reference.neighbours(stone).values()
        if end not in position.own and end not in position.enemy and belongs(variant, end)
    ]


def quiet(variant: str, position: Position) -> list[Move]:
    """Every such step, taking nothing."""
    return [
        Move(
            f"{reference.name(stone)}-{reference.name(end)}",
            frozenset(),
            position.after(position.own - {stone} | {end}, position.enemy),
        )
        for stone, end in steps(variant, position)
    ]


def debtors(variant: str, position: Position) -> list[Move]:
    """V3: one step, which takes the nearest stone of the line approached or withdrawn from."""
    found = []
    for stone, end in steps(variant, position):
        across, along = end[0] - stone[0], end[1] - stone[1]
        for letter, taken in (
            ("A", (end[0] + across, end[1] + along)),
            ("W", (stone[0] - across, stone[1] - along)),
        ):
            if taken in position.enemy:
                after = position.after(position.own - {stone} | {end}, position.enemy - {taken})
                text = f"{reference.name(stone)}-{reference.name(end)}{letter}"
                found.append(Move(text, frozenset({taken}), after))
    return found


def creditors(variant: str, position: Position) -> list[Move]:
    """V4, V5: one step that takes nothing; none if there is not one that leaves the debtor a capture."""
    found = quiet(variant, position)
    return found if any(debtors(variant, move.after) for move in found) else []


def has_three(stones: frozenset[Point]) -> bool:
    """S2: three in one row, column or long diagonal."""
    return any(row <= stones for row in ROWS_OF_THREE)


def telo(position: Position) -> list[Move]:
    """S2: a stone placed, or moved once all six stand; none once there are three in a row."""
    if has_three(position.enemy):
        return []
    if len(position.own) + len(position.enemy) == 6:
        return quiet("telo", position)
    free = [p for p in NINE if p not in position.own and p not in position.enemy]
    return [
        Move(reference.name(p), frozenset(), position.after(position.own | {p}, position.enemy)) for p in free
    ]


def dimy(position: Position) -> list[Move]:
    """S1: R1-R9 on the points of its board."""
    captures = [
        Move(reference.format_move(chain), frozenset().union(*taken), after)
        for stone in position.own
        for chain, taken, after in reference.capturing_moves(
            position, stone, position.own, position.enemy, frozenset({stone}), None
        )
        if all(belongs("dimy", step.end) for step in chain)
    ]
    return captures or quiet("dimy", position)


@functools.lru_cache(maxsize=4096)
def moves(variant: str, position: Position) -> list[Move]:
    """Every complete move; none where the game is over by the variant's own rules or by R10."""
    if variant == "telo":
        return telo(position)
    if variant == "dimy":
        return dimy(position)
    if in_first_phase(variant, position):
        return (creditors if position.turn == creditor(variant) else debtors)(variant, position)
    return [Move(move.text, move.captures, move.after) for move in reference.moves(position)]


def perft(variant: str, position: Position, depth: int) -> int:
    """The number of sequences of `depth` complete moves."""
    if depth == 0:
        return 1
    return sum(perft(variant, move.after, depth - 1) for move in moves(variant, position))


def start(variant: str) -> Position:
    return reference.parse_position(STARTS[variant])


def end_of(variant: str, position: Position) -> tuple[str, str] | None:
    """Result and reason where a position ends the game, whatever came before it (R10, V5, S2)."""
    lost = "0-1" if position.turn == "W" else "1-0"
    won = "1-0" if position.turn == "W" else "0-1"
    if variant == "telo" and has_three(position.enemy):
        return lost, "three"
    if in_first_phase(variant, position):
        if moves(variant, position):
            return None
        return (lost if position.turn == creditor(variant) else won), "forfeit"
    if variant != "telo" and not position.own:
        return lost, "no-stone"
    return None if moves(variant, position) else (lost, "no-move")


@dataclass
class Game:
    """A game of a variant from its start to its end by its own rules, R10 or R11."""

    variant: str
    position: Position = field(init=False)
    played: list[Move] = field(default_factory=list)
    seen: Counter[Position] = field(default_factory=Counter)
    quiet: int = 0

    def __post_init__(self) -> None:
        self.position = start(self.variant)
        self.seen[self.position] += 1

    def play(self, move: Move) -> None:
        before = self.position
        self.position = move.after
        self.played.append(move)
        self.seen[self.position] += 1
        was_placed = len(before.own) + len(before.enemy) < len(move.after.own) + len(move.after.enemy)
        self.quiet = 0 if move.captures or was_placed else self.quiet + 1

    def result(self) -> tuple[str, str] | None:
        """Result and reason once the game is over."""
        if ended := end_of(self.variant, self.position):
            return ended
        if self.seen[self.position] >= 3:
            return "1/2-1/2", "repetition"
        if self.quiet >= 100:
            return "1/2-1/2", "fifty"
        return None


def random_move(game: Game, rng: random.Random) -> Move:
    """Any move; the creditor mostly one that does not forfeit, so that velas come to their second phase."""
    choices = sorted(moves(game.variant, game.position), key=lambda move: move.text)
    if in_first_phase(game.variant, game.position) and rng.random() < 0.97:
        choices = [move for move in choices if moves(game.variant, move.after)] or choices
    return rng.choice(choices)


def random_game(variant: str, rng: random.Random) -> Game:
    """A whole game at random."""
    game = Game(variant)
    while game.result() is None:
        game.play(random_move(game, rng))
    return game
