"""A slow, obvious second implementation of the rules (B, R, N1, N2 of docs/rules.md), for tests only.

Written from the rules alone, with plain tuples, sets and recursion, so that the same mistake here and in the
`fanorona` core is unlikely. A point is a pair (column 1..9, row 1..5): a1 is (1, 1), the lakabe e3 is (5, 3).
"""

from __future__ import annotations

import functools
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

Point = tuple[int, int]
Direction = tuple[int, int]

COLUMNS = "abcdefghi"
ALL_POINTS: tuple[Point, ...] = tuple((column, row) for row in range(1, 6) for column in range(1, 10))
START = "BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW W"


class Step(NamedTuple):
    """One step of a move: from, to, and "A" (approach), "W" (withdrawal) or "" (paika)."""

    start: Point
    end: Point
    kind: str


class Position(NamedTuple):
    """Where the stones stand at the beginning of a turn, and whose turn it is ("W" or "B")."""

    white: frozenset[Point]
    black: frozenset[Point]
    turn: str

    @property
    def own(self) -> frozenset[Point]:
        return self.white if self.turn == "W" else self.black

    @property
    def enemy(self) -> frozenset[Point]:
        return self.black if self.turn == "W" else self.white

    def after(self, own: frozenset[Point], enemy: frozenset[Point]) -> Position:
        """The position with the other side to move, given what the mover has made of both sides' stones."""
        if self.turn == "W":
            return Position(own, enemy, "B")
        return Position(enemy, own, "W")


class Move(NamedTuple):
    """One complete move (R12): its steps, the stones each step takes, and the position it leads to."""

    steps: tuple[Step, ...]
    taken: tuple[frozenset[Point], ...]
    after: Position

    @property
    def captures(self) -> frozenset[Point]:
        return frozenset().union(*self.taken)

    @property
    def text(self) -> str:
        return format_move(self.steps)


def name(point: Point) -> str:
    return f"{COLUMNS[point[0] - 1]}{point[1]}"


def point(text: str) -> Point:
    column, row = COLUMNS.index(text[0]) + 1, int(text[1])
    assert len(text) == 2 and 1 <= row <= 5, text
    return column, row


def names(points: frozenset[Point]) -> str:
    """The points in the order a1, b1, ... i5, separated by spaces."""
    return " ".join(name(p) for p in ALL_POINTS if p in points)


def strong(p: Point) -> bool:
    """B2: diagonals pass through the points whose column and row add up to an even number."""
    return (p[0] + p[1]) % 2 == 0


@functools.cache
def neighbours(p: Point) -> dict[Direction, Point]:
    """B2: the points joined to `p`, by the direction in which they lie."""
    found = {}
    for q in ALL_POINTS:
        across, along = q[0] - p[0], q[1] - p[1]
        straight = abs(across) + abs(along) == 1
        diagonal = abs(across) == 1 and abs(along) == 1
        if straight or (diagonal and strong(p)):
            found[(across, along)] = q
    return found


def unbroken_run(first: Point, direction: Direction, enemy: frozenset[Point]) -> frozenset[Point]:
    """R4: the enemy stones one behind the other from `first` on; empty when none stands on `first`."""
    if first not in enemy:
        return frozenset()
    following = (first[0] + direction[0], first[1] + direction[1])
    return unbroken_run(following, direction, enemy) | {first}


def capturing_steps(
    stone: Point, own: frozenset[Point], enemy: frozenset[Point]
) -> list[tuple[Direction, Step, frozenset[Point]]]:
    """R3-R5: every capturing step of one stone, with its direction and what it takes."""
    found = []
    for (dx, dy), end in neighbours(stone).items():
        if end in own or end in enemy:
            continue
        ahead = unbroken_run((end[0] + dx, end[1] + dy), (dx, dy), enemy)
        behind = unbroken_run((stone[0] - dx, stone[1] - dy), (-dx, -dy), enemy)
        if ahead:
            found.append(((dx, dy), Step(stone, end, "A"), ahead))
        if behind:
            found.append(((dx, dy), Step(stone, end, "W"), behind))
    return found


def capturing_moves(
    position: Position,
    stone: Point,
    own: frozenset[Point],
    enemy: frozenset[Point],
    visited: frozenset[Point],
    last: Direction | None,
) -> Iterator[tuple[tuple[Step, ...], tuple[frozenset[Point], ...], Position]]:
    """R6-R9: every non-empty chain of capturing steps with which `stone` can go on from here."""
    for direction, step, taken in capturing_steps(stone, own, enemy):
        if step.end in visited or direction == last:  # R7, R8
            continue
        own_now = own - {stone} | {step.end}
        enemy_now = enemy - taken  # R9
        yield (step,), (taken,), position.after(own_now, enemy_now)  # R6: stopping is always allowed
        onwards = capturing_moves(position, step.end, own_now, enemy_now, visited | {step.end}, direction)
        for steps, takings, after in onwards:
            yield (step, *steps), (taken, *takings), after


@functools.lru_cache(maxsize=256)
def moves(position: Position) -> list[Move]:
    """Every complete move of a position (R1-R9, R12)."""
    own, enemy = position.own, position.enemy
    captures = [
        Move(*parts)
        for stone in own
        for parts in capturing_moves(position, stone, own, enemy, frozenset({stone}), None)
    ]
    if captures:
        return captures
    return [
        Move((Step(stone, end, ""),), (frozenset(),), position.after(own - {stone} | {end}, enemy))
        for stone in own
        for end in neighbours(stone).values()
        if end not in own and end not in enemy
    ]


def continuations(all_moves: list[Move], played: tuple[Step, ...]) -> dict[Step, frozenset[Point]]:
    """The steps that can follow those played, with what each takes, read off the list of complete moves."""
    n = len(played)
    return {m.steps[n]: m.taken[n] for m in all_moves if len(m.steps) > n and m.steps[:n] == played}


def perft(position: Position, depth: int) -> int:
    """The number of sequences of `depth` complete moves."""
    if depth == 0:
        return 1
    return sum(perft(move.after, depth - 1) for move in moves(position))


def format_move(steps: tuple[Step, ...]) -> str:
    """N1."""
    return name(steps[0].start) + "".join(f"-{name(step.end)}{step.kind}" for step in steps)


def find_move(position: Position, text: str) -> Move:
    """The legal move written `text` in N1; ValueError when there is none."""
    for move in moves(position):
        if move.text == text:
            return move
    raise ValueError(f"{text} is not a legal move of {format_position(position)}")


def format_position(position: Position) -> str:
    """N2."""
    rows = []
    for row in range(5, 0, -1):
        text = ""
        for column in range(1, 10):
            p = (column, row)
            text += "W" if p in position.white else "B" if p in position.black else "."
        for run in range(9, 0, -1):
            text = text.replace("." * run, str(run))
        rows.append(text)
    return "/".join(rows) + " " + position.turn


def parse_position(text: str) -> Position:
    """N2, well formed."""
    board, turn = text.split()
    stones: dict[str, set[Point]] = {"W": set(), "B": set()}
    for row, line in zip(range(5, 0, -1), board.split("/"), strict=True):
        column = 1
        for letter in line:
            if letter.isdigit():
                column += int(letter)
            else:
                stones[letter].add((column, row))
                column += 1
        assert column == 10, text
    return Position(frozenset(stones["W"]), frozenset(stones["B"]), turn)


def picture(points: frozenset[Point]) -> str:
    """Five groups of nine, rows 5 to 1, `x` where a stone stands."""
    rows = ("".join("x" if (c, r) in points else "." for c in range(1, 10)) for r in range(5, 0, -1))
    return "/".join(rows)


@dataclass
class Game:
    """A game from the start to its end by R10 or R11 (a draw by agreement is not played here)."""

    position: Position = field(default_factory=lambda: parse_position(START))
    played: list[Move] = field(default_factory=list)
    seen: Counter[Position] = field(default_factory=Counter)
    quiet: int = 0

    def __post_init__(self) -> None:
        self.seen[self.position] += 1

    def play(self, move: Move) -> None:
        self.position = move.after
        self.played.append(move)
        self.seen[self.position] += 1
        self.quiet = 0 if move.captures else self.quiet + 1

    def result(self) -> tuple[str, str] | None:
        """Result and reason ("no-stone", "no-move", "repetition", "fifty") once the game is over."""
        loser_score = "0-1" if self.position.turn == "W" else "1-0"
        if not self.position.own:
            return loser_score, "no-stone"
        if not moves(self.position):
            return loser_score, "no-move"
        if self.seen[self.position] >= 3:
            return "1/2-1/2", "repetition"
        if self.quiet >= 100:
            return "1/2-1/2", "fifty"
        return None


def random_move(position: Position, rng: random.Random) -> Move | None:
    """A legal move, or None: drawn from all complete moves, or grown step by step (shorter chains)."""
    return any_move(sorted(moves(position), key=lambda move: move.text), rng)


def any_move(choices: list[Move], rng: random.Random) -> Move | None:
    """The same from these moves, in the order of their texts."""
    if not choices:
        return None
    if rng.random() < 0.5:
        return rng.choice(choices)
    played: tuple[Step, ...] = ()
    while True:
        following = sorted(continuations(choices, played))
        if played and (not following or rng.random() < 0.4):
            return next(move for move in choices if move.steps == played)
        played = (*played, rng.choice(following))


def careful_move(position: Position, rng: random.Random) -> Move | None:
    """A legal move that takes and leaves little to take, so that games grow long and some end in a draw."""
    choices = sorted(moves(position), key=lambda move: move.text)
    if not choices:
        return None
    costs = [
        len(move.captures) + max((len(reply.captures) for reply in moves(move.after)), default=99)
        for move in choices
    ]
    least = min(costs)
    return rng.choice([move for move, cost in zip(choices, costs, strict=True) if cost == least])


def shuffling_move(game: Game, rng: random.Random) -> Move | None:
    """Takes the own last paika back where that is legal, otherwise a careful move: it ends in repetition."""
    if len(game.played) >= 2 and game.played[-2].steps and game.played[-2].steps[0].kind == "":
        before = game.played[-2].steps[0]
        for move in moves(game.position):
            if move.steps == (Step(before.end, before.start, ""),):
                return move
    return careful_move(game.position, rng)


def random_game(rng: random.Random, style: str = "careless") -> Game:
    """A whole game; style "careless" (mostly decisive), "careful" (long) or "shuffling" (drawn)."""
    game = Game()
    while game.result() is None:
        if style == "careless":
            move = random_move(game.position, rng)
        elif style == "careful":
            move = careful_move(game.position, rng)
        else:
            move = shuffling_move(game, rng)
        assert move is not None
        game.play(move)
    return game
