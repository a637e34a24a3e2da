"""Hints for Fanoron-Dimy and Fanoron-Telo, and the line that says there are none."""

from __future__ import annotations

import random

import pytest

import legal
from fanorona import notation
from fanorona.game import Game
from lakabe import cli, variants
from lakabe.engine import dimy
from lakabe.errors import InputError
from lakabe.hints import words
from lakabe.hints.others import bits, give
from lakabe.hints.question import Question

DIMY = variants.start_of("dimy")
ENDING = "9/3B5/9/3WW4/9 W"


def test_the_search_knows_the_moves_of_the_smaller_board() -> None:
    searcher = dimy.Searcher()
    rng = random.Random(5)
    captures = 0
    for _ in range(12):
        game = Game(variants.load("dimy", DIMY))
        while not game.result and game.ply < 40:
            before = bits(game.position)
            wanted = set()
            texts = legal.texts(game.position)
            for text in texts:
                after = variants.load("dimy", notation.format_position(game.position))
                notation.play_move(after, text)
                wanted.add(bits(after))
                captures += text[-1] in "AW"
            assert set(searcher.moves(before)) == wanted, notation.format_position(game.position)
            notation.play_move(game.position, rng.choice(texts))
            game.commit()
    assert captures > 100


@pytest.mark.parametrize("seed", range(6))
def test_hints_for_dimy_are_legal_to_the_end(seed: int) -> None:
    rng = random.Random(seed)
    game = Game(variants.load("dimy", DIMY))
    for _ in range(4 * seed):
        if not game.result:
            notation.play_move(game.position, rng.choice(legal.texts(game.position)))
            game.commit()
    if game.result:
        return
    text = notation.format_position(game.position)
    hint = give(Question(text, variant="dimy"), 0.05)
    assert (hint.position, hint.turn) == (text, text[-1])
    assert len({choice.move for choice in hint.choices}) == len(hint.choices) >= 1
    for choice in hint.choices:
        position = variants.load("dimy", text)
        for move in choice.line:
            assert move in legal.texts(position)
            notation.play_move(position, move)
            position.end_turn()
            position.forget()
        assert words.reasons(choice, hint.legal, hint.turn)


def test_a_win_that_is_seen_is_proven() -> None:
    hint = give(Question(ENDING, variant="dimy"), 5.0)
    assert hint.best.worth is not None and hint.best.worth.kind == "win"
    plies = hint.best.worth.plies
    position = variants.load("dimy", ENDING)
    notation.play_move(position, hint.best.move)
    position.end_turn()
    if plies == 1:
        assert not legal.texts(position)
    else:
        reply = give(Question(notation.format_position(position), variant="dimy"), 5.0)
        assert reply.best.worth is not None
        assert (reply.best.worth.kind, reply.best.worth.plies) == ("loss", plies - 1)


def test_hints_for_telo_are_its_solution() -> None:
    hint = give(Question(variants.start_of("telo"), ("e3", "d2"), variant="telo"), 0.0)
    assert hint.best.move == "e4" and str(hint.best.worth) == "win 7"
    assert hint.best.line == ("e4", "e2", "f2", "d4", "e3-f3", "d2-d3", "e4-f4")
    assert hint.legal == 7
    assert words.reasons(hint.best, hint.legal, hint.turn) == []


@pytest.mark.parametrize(
    ("question", "wrong"),
    [
        (
            Question(variants.start_of("vela"), variant="vela"),
            "there are no hints for the first phase of a vela",
        ),
        (Question("9/9/3WWW3/3BB4/9 B", variant="telo"), "the game is over"),
        (Question("9/9/4W4/9/9 B", variant="dimy"), "the game is over"),
        (Question(DIMY, ("a1-a2",), variant="dimy"), "not legal"),
        (Question("W8/9/9/9/9 W", variant="dimy"), "a5 is no point of the smaller board"),
    ],
)
def test_what_cannot_be_answered(question: Question, wrong: str) -> None:
    with pytest.raises(InputError, match=wrong):
        give(question, 0.01)


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["--game", "telo"], 0, "White's best move is e3.\n  White wins, proven: in 5 moves at most."),
        ([ENDING, "--game", "dimy", "--time", "0.2"], 0, "White's best move is"),
        (["--game", "vela"], 2, "there are no hints for the first phase of a vela"),
        (["--game", "chess"], 2, "there is no game 'chess'"),
        (["3", "--game", "dimy"], 2, "a game says itself which one it is"),
    ],
)
def test_the_command(arguments: list[str], code: int, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["hint", *arguments]) == code
    printed = capsys.readouterr()
    assert said in (printed.err if code else printed.out)


def test_the_ordinary_search_is_not_asked_about_others() -> None:
    with pytest.raises(InputError, match="the engine does not know Fanoron-Dimy"):
        Question(DIMY, variant="dimy").standing()
