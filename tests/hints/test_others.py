"""Hints for the games that the engine's own search does not know: Dimy, Telo, and a vela's first phase."""

from __future__ import annotations

import random

import pytest

import legal
from fanorona.rules import notation
from fanorona.rules.game import Game
from lakabe import cli
from lakabe.engine import dimy
from lakabe.engine.bitboard import from_position
from lakabe.errors import InputError
from lakabe.games import variants
from lakabe.help import others, words
from lakabe.help.consequences import Consequences
from lakabe.help.hint import Hint
from lakabe.help.others import give
from lakabe.help.question import Question

DIMY = variants.start_of("dimy")
ENDING = "9/3B5/9/3WW4/9 W"
LAST = "BBBBBBBBB/BBBBBBBBB/1BB1BB1W1/WB2B1B2/WW1W2W2 B"
"""With the next capture the creditor has five stones."""


def test_the_search_knows_the_moves_of_the_smaller_board() -> None:
    searcher = dimy.Searcher()
    rng = random.Random(5)
    captures = 0
    for _ in range(12):
        game = Game(variants.load("dimy", DIMY))
        while not game.result and game.ply < 40:
            before = from_position(game.position)
            wanted = set()
            texts = legal.texts(game.position)
            for text in texts:
                after = variants.load("dimy", notation.format_position(game.position))
                notation.play_move(after, text)
                wanted.add(from_position(after))
                captures += text[-1] in "AW"
            assert set(searcher.moves(before)) == wanted, notation.format_position(game.position)
            notation.play_move(game.position, rng.choice(texts))
            game.commit()
    assert captures > 100


def random_game(variant: str, plies: int, seed: int) -> Game:
    """So many plies of one that is not over then."""
    rng = random.Random(seed)
    game = Game(variants.load(variant, variants.start_of(variant)))
    while not game.result and game.ply < plies:
        may = bytearray(45)
        game.position.movable(may)  # of a creditor, those that need not forfeit
        texts = [one for one in legal.texts(game.position) if may[variants.point(one[:2])]]
        notation.play_move(game.position, rng.choice(texts))
        game.commit()
    return random_game(variant, plies, seed + 1) if game.result else game


@pytest.mark.parametrize(
    ("variant", "plies"),
    [*(("dimy", 4 * n) for n in range(6)), *(("vela", n) for n in (1, 8, 29, 30, 31, 32))]
    + [("vela-creditor", n) for n in (0, 15, 30, 31, 32, 33)],
)
def test_hints_are_legal_to_the_end(variant: str, plies: int) -> None:
    game = random_game(variant, plies, seed=plies)
    text = notation.format_position(game.position)
    hint = give(Question(text, variant=variant), 0.05)
    assert (hint.position, hint.turn) == (text, text[-1])
    assert len({choice.move for choice in hint.choices}) == len(hint.choices) >= 1
    for choice in hint.choices:
        position = variants.load(variant, text)
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


def facts_of(hint: Hint) -> list[Consequences]:
    return [choice.consequences for choice in hint.choices if choice.consequences is not None]


def test_what_moves_of_a_vela_take_and_leave() -> None:
    """The debtor takes one stone, and the creditor none; with five stones left, all that hang."""
    start = variants.start_of("vela")
    debtor = give(Question(start, variant="vela"), 0.05)
    assert {(len(one.takes), one.most) for one in facts_of(debtor)} == {(1, 0)}
    creditor = give(Question(start, variant="vela-creditor"), 0.05)
    assert {(len(one.takes), one.most) for one in facts_of(creditor)} == {(0, 1)}
    for choice in creditor.choices:
        after = Question(start, (choice.move,), variant="vela-creditor").position()
        taken = {point for points, _ in legal.outcomes(after).values() for point in points}
        assert choice.consequences is not None
        assert choice.consequences.hanging == tuple(notation.point_name(p) for p in sorted(taken))
    last = give(Question(LAST, variant="vela-creditor"), 0.05)
    assert all(one.most > 1 for one in facts_of(last))


def test_hints_for_telo_are_its_solution() -> None:
    hint = give(Question(variants.start_of("telo"), ("e3", "d2"), variant="telo"), 0.0)
    assert hint.best.move == "e4" and str(hint.best.worth) == "win 7"
    assert hint.best.line == ("e4", "e2", "f2", "d4", "e3-f3", "d2-d3", "e4-f4")
    assert hint.legal == 7
    assert words.reasons(hint.best, hint.legal, hint.turn) == []


@pytest.mark.parametrize(
    ("question", "wrong"),
    [
        (Question("BBBBBB3/9/9/9/8W W", variant="vela"), "the game is over"),
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
        (["--game", "vela"], 0, "White's best move is"),
        ([LAST, "--game", "vela-creditor"], 0, "Takes 1 stone"),
        (
            ["--game", "dimy", "--engine", "other"],
            2,
            "--engine cannot be asked about Fanoron-Dimy (leave it out",
        ),
        (["--game", "chess"], 2, "there is no game 'chess'"),
        (["3", "--game", "dimy"], 2, "a game says itself which one it is"),
    ],
)
def test_the_command(arguments: list[str], code: int, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["hint", *arguments]) == code
    printed = capsys.readouterr()
    assert said in (printed.err if code else printed.out)


def test_the_time_to_start_is_part_of_the_second_for_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[float] = []

    def briefly(question: Question, seconds: float) -> Hint:
        given.append(seconds)
        return give(question, 0.01)

    monkeypatch.setattr(others, "give", briefly)
    for taken in (0.3, 5.0):
        monkeypatch.setattr("lakabe.cli.hint.process_time", lambda taken=taken: taken)
        assert cli.run(["hint", "--game", "dimy"]) == 0
    assert given == [pytest.approx(0.5), 0.1]


def test_the_ordinary_search_is_not_asked_about_others() -> None:
    with pytest.raises(InputError, match="the engine does not know Fanoron-Dimy"):
        Question(DIMY, variant="dimy").standing()
