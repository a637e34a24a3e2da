"""The plain search of velas (V): its moves are those of the rules, its scores those of a minimax."""

from __future__ import annotations

import random

import numpy as np
import pytest

import legal
from fanorona.rules import notation
from fanorona.rules.game import Game
from fanorona.rules.rules import CREDITOR, DEBTOR, Position
from lakabe.engine import ahead, evaluate, vela
from lakabe.engine.ahead import WIN, State
from lakabe.engine.standing import Course
from lakabe.games import variants

WORDS = ("vela", "vela-creditor")
TAKES_LAST = "3BW1BBB/1W3WBBB/1W2W1WBW/1WWWWWWWW/WW1W1WWWW W"
"""e5-f5 by withdrawal, which takes d5, leaves the creditor no step that leaves a capture (V5)."""
STEPS_WRONG = "2B1W1BBB/1W3WBBB/1W2W1WBW/1WWWWWWWW/WW1W1WWWW B"
"""c5-d5 leads there."""
AFTER_TWO = "3B2WBB/1W3WBBB/WB1WW1WBW/1WW2WWWW/WWWWWW1WW W"
"""Three captures leave steps that all come to that."""
FORFEITING = "W2BBB2B/5B3/4BB3/W8/9 B"
"""All steps but one leave no capture."""
LAST_OF_THE_PHASE = "B2B1B3/B4W3/BW2W2BW/WWW1WWWWW/WWWWWWWWW W"
"""The creditor has six stones: after the next capture all is ordinary."""


def sides(position: Position) -> State:
    own = sum(1 << p for p in range(45) if position.board[p] == position.turn)
    enemy = sum(1 << p for p in range(45) if position.board[p] == 3 - position.turn)
    return own, enemy


def debt_of(position: Position) -> int:
    """1 where the side to move is the debtor."""
    return 1 if position.turn == 1 + WORDS.index(variants.WORDS[position.variant]) else -1


def after(position: Position, text: str) -> Game:
    """The game after a move, judged by the rules."""
    played = variants.load(variants.WORDS[position.variant], notation.format_position(position))
    notation.play_move(played, text)
    played.end_turn()
    played.forget()
    game = Game(played)
    game.judge()
    return game


def kept(position: Position) -> list[Game]:
    """What the moves lead to that do not forfeit, each result once."""
    forfeits_here = position.phase == CREDITOR
    games = [after(position, text) for text in legal.texts(position)]
    found = {sides(game.position): game for game in games if not (forfeits_here and game.result)}
    return list(found.values())


def minimax(game: Game, depth: int, ply: int, searcher: ahead.Searcher) -> int:
    """The score of a game for who is to move, by the rules alone and without a window."""
    position = game.position
    debt = debt_of(position)
    if game.result:
        return WIN - ply if position.phase == DEBTOR else ply - WIN
    if depth == 0:
        return promise(sides(position), debt)
    return max(-minimax(one, depth - 1, ply + 1, searcher) for one in kept(position))


def promise(state: State, debt: int) -> int:
    views = np.zeros((2, evaluate.HIDDEN), np.int16)
    return int(vela.promise(state[0], state[1], debt, evaluate.load_weights(), views))


def random_games(count: int) -> list[Position]:
    """Positions of random velas, most of their last plies before the second phase and after it."""
    rng = random.Random(11)
    found = []
    for n in range(count):
        game = Game(variants.load(WORDS[n % 2], variants.start_of(WORDS[n % 2])))
        plies = rng.choice((6, 24, 30, 31, 32, 33, 34, 35))
        while game.ply < plies and not game.result:
            best = [one for one in legal.texts(game.position) if not after(game.position, one).result]
            notation.play_move(game.position, rng.choice(best or legal.texts(game.position)))
            game.commit()
        if not game.result:
            found.append(game.position)
    return found


def test_moves_are_those_of_the_rules_that_do_not_forfeit() -> None:
    searcher = ahead.Searcher()
    phases = set()
    games = [*random_games(40), variants.load("vela", FORFEITING), variants.load("vela", STEPS_WRONG)]
    for position in games:
        phases.add(position.phase)
        wanted = {tuple(reversed(sides(game.position))) for game in kept(position)}  # as the mover sees them
        assert set(searcher.moves(sides(position), debt_of(position))) == wanted
    assert len(phases) == 3
    position = variants.load("vela", FORFEITING)
    assert 0 < len(searcher.moves(sides(position), -1)) < len(legal.texts(position))


@pytest.mark.slow
@pytest.mark.parametrize("depth", [1, 2, 3])
def test_scores_are_those_of_a_plain_minimax(depth: int) -> None:
    searcher = ahead.Searcher()
    small = [one for one in random_games(40) if len(legal.texts(one)) ** depth < 3000]
    decided = [("vela", TAKES_LAST), ("vela", STEPS_WRONG), ("vela", LAST_OF_THE_PHASE)]
    decided += [("vela", AFTER_TWO)] * (depth == 3)
    proven = 0
    for position in [*small[:8], *(variants.load(*one) for one in decided)]:
        wanted = {
            tuple(reversed(sides(game.position))): -minimax(game, depth - 1, 1, searcher)
            for game in kept(position)
        }
        found, reached = searcher.best(
            Course(*sides(position)), 60.0, len(wanted), depth=depth, debt=debt_of(position)
        )
        if reached == depth:
            assert {way.after: way.score for way in found} == wanted, notation.format_position(position)
        proven += sum(abs(score) >= ahead.PROVEN for score in wanted.values())
    assert proven >= (1, 2, 5)[depth - 1]
    assert len(small) > 8


@pytest.mark.parametrize(
    ("start", "won"), [(TAKES_LAST, {"e5-f5W"}), (AFTER_TWO, {"d3-d4A", "d3-c3A", "b4-b5W"})]
)
def test_a_capture_that_leaves_the_creditor_nothing_wins(start: str, won: set[str]) -> None:
    position = variants.load("vela", start)
    found, _ = ahead.Searcher().best(Course(*sides(position)), 60.0, 99, depth=4, debt=1)
    wins = {way.after for way in found if way.score >= ahead.PROVEN}
    assert wins == {tuple(reversed(sides(after(position, text).position))) for text in won}
    for text in won:
        game = after(position, text)
        if not game.result:  # then each reply allows a capture that ends it
            for reply in kept(game.position):
                assert any(after(reply.position, take).result for take in legal.texts(reply.position))


def test_a_step_that_allows_that_loses() -> None:
    position = variants.load("vela", STEPS_WRONG)
    found, _ = ahead.Searcher().best(Course(*sides(position)), 60.0, 99, depth=4, debt=-1)
    bad = tuple(reversed(sides(after(position, "c5-d5").position)))
    assert [(way.after, way.score) for way in found if way.score <= -ahead.PROVEN] == [(bad, 2 - WIN)]


def test_what_a_position_promises() -> None:
    for position in random_games(30):
        (own, enemy), debt = sides(position), debt_of(position)
        if vela.first_phase(own, enemy, debt):
            assert promise((own, enemy), debt) == -promise((enemy, own), -debt), "whoever is to move"
            if debt > 0:
                takers = position.movable(bytearray(45))
                assert promise((own, enemy), 1) == vela.TAKER * takers - promise((enemy, own), 0) // 2
        else:
            ordinary = promise((own, enemy), 0)
            assert promise((own, enemy), debt) == ordinary, "as the ordinary game, and no longer the debtor's"
