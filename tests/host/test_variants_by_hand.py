"""Whole games of the variants by scripted hands, through the whole session: every move as it was meant."""

from __future__ import annotations

import random
import re

import pytest

import reference
import reference_variants
from core.board import Board
from fanorona.rules import notation, rules
from fanorona.rules.game import choose
from reference_variants import STARTS, VARIANTS, Game, Move, Position

GAMES = 6
STANDS_MS = 350
"""As long as a stone that is placed has to stand."""


def set_up(variant: str) -> Board:
    board = Board()
    board.say(f"new {variant}")
    board.wait(20)
    start = rules.STARTS[VARIANTS.index(variant)]
    for p in range(45):
        board.raw[p] = start[p] % rules.WALL != 0
    board.wait(100)
    board_text, turn = STARTS[variant].split()
    assert board.said("game")[-1].split(" ", 1)[1] == f"1 {board_text} {turn} {variant}"
    board.say(f"set level {random.Random(variant).randrange(5)}")
    return board


def act(board: Board, rng: random.Random, before: Position, move: Move) -> None:
    """Makes a move: what a step takes comes off before it, while its stone is in the hand, or after it."""
    points = re.findall("[a-i][1-5]", move.text)
    if len(points) == 1:
        board.place(points[0], STANDS_MS)
        return
    position = rules.Position()
    choose(position, VARIANTS.index(board.variant))
    notation.parse_position(reference.format_position(before), position)
    for p, q, kind in notation.parse_steps(move.text):
        stood = bytes(position.board)
        position.play(p, q, kind)
        taken = [
            notation.point_name(x)
            for x in range(45)
            if x != p and stood[x] % rules.WALL and not position.board[x] % rules.WALL
        ]
        rng.shuffle(taken)
        order = rng.choice(("before", "meanwhile", "after")) if len(points) == 2 else "after"
        if order == "before" and taken:
            board.lift(" ".join(taken))
        board.lift(notation.point_name(p))
        if order == "meanwhile" and taken:
            board.lift(" ".join(taken))
        board.place(notation.point_name(q))
        if order == "after" and taken:
            board.lift(" ".join(taken))
    if position.may_go_on():
        board.press()


def play(variant: str, seed: int) -> str:
    """Plays a game at random; why it ended."""
    rng = random.Random(f"{variant} {seed}")
    game = Game(variant)
    board = set_up(variant)
    board.variant = variant
    while (result := game.result()) is None:
        move = reference_variants.random_move(game, rng)
        act(board, rng, game.position, move)
        game.play(move)
        assert board.moves() == [one.text for one in game.played], board.lines[-5:]
    assert board.said("ask") == []
    assert [line.split(" ", 1)[1] for line in board.said("result")[-1:]] == [
        f"{' '.join(result)} {len(game.played)}"
    ]
    seconds = [line.split(" ")[1] for line in board.said("move") if line.endswith(" second")]
    first = next((n for n, line in enumerate(board.said("move"), 1) if line.endswith(" second")), None)
    if variant.startswith("vela") and first is not None:
        last_of_first = int(board.said("move")[first - 1].split(" ")[4 if variant == "vela" else 3])
        assert last_of_first == 5 and len(seconds) == len(game.played) - first + 1
    else:
        assert seconds == []
    return result[1]


@pytest.mark.parametrize("seed", range(GAMES))
@pytest.mark.parametrize("variant", VARIANTS[1:])
def test_games(variant: str, seed: int) -> None:
    play(variant, seed)
