"""What positions are worth, and how good moves were."""

from __future__ import annotations

import pytest

from lakabe.help import words
from lakabe.help.grades import Grade, accuracy, grade, loss
from lakabe.help.worth import CERTAIN, Worth


@pytest.mark.parametrize("text", ["cp 12", "cp -300", "win 7", "loss 0", "draw"])
def test_the_words_of_the_protocol_are_read_and_written(text: str) -> None:
    worth = Worth.parse(text)
    assert str(worth) == text


@pytest.mark.parametrize("text", ["", "cp", "cp x", "win", "win -3", "mate 3", "cp --1"])
def test_what_is_no_score_is_none(text: str) -> None:
    assert Worth.parse(text) is None


def test_turned_round_it_is_the_other_sides() -> None:
    assert Worth("cp", 40).before() == Worth("cp", -40)
    assert Worth("win", plies=3).before() == Worth("loss", plies=4)
    assert Worth("loss", plies=0).before() == Worth("win", plies=1)
    assert Worth("draw").before() == Worth("draw")


def test_shares_grow_with_the_worth() -> None:
    order = [
        Worth("loss", plies=2), Worth("cp", -500), Worth("cp", -100), Worth("draw"), Worth("cp", 100),
        Worth("win", plies=9),
    ]  # fmt: skip
    shares = [worth.share for worth in order]
    assert shares == sorted(shares)
    assert Worth("cp", 0).share == 0.5 == Worth("draw").share
    assert Worth("cp", 100).share == pytest.approx(2.71828 / 3.71828, abs=1e-5)
    assert Worth("cp", 19_990).share <= 1


def test_quick_wins_and_slow_losses_come_first() -> None:
    order = [
        Worth("win", plies=1), Worth("win", plies=5), Worth("cp", 10), Worth("draw"), Worth("cp", -10),
        Worth("loss", plies=8), Worth("loss", plies=2),
    ]  # fmt: skip
    mixed = order[::-1]
    assert sorted(mixed, key=Worth.rank) == order


@pytest.mark.parametrize(
    ("worth", "turn", "said"),
    [
        (Worth("cp", 0), "W", "even: +0.00, 50 % for White, an estimate"),
        (Worth("cp", 100), "B", "Black is better: -1.00, 27 % for White, an estimate"),
        (Worth("cp", -100), "B", "White is better: +1.00, 73 % for White, an estimate"),
        (Worth("cp", 900), "W", "White is nearly winning: +9.00, 100 % for White, an estimate"),
        (Worth("cp", CERTAIN + 5), "W", "White wins, if R11 does not make it a draw first"),
        (Worth("win", plies=1), "W", "White wins, proven: in 1 move at most"),
        (Worth("win", plies=7), "B", "Black wins, proven: in 4 moves at most"),
        (Worth("loss", plies=6), "B", "White wins, proven: in 3 moves at most"),
        (Worth("loss", plies=0), "B", "White has won"),
        (Worth("draw"), "W", "a draw, proven"),
        (None, "W", "the engine does not say what it is worth"),
    ],
)
def test_evaluations_in_words(worth: Worth | None, turn: str, said: str) -> None:
    assert words.evaluation(worth, turn) == said


@pytest.mark.parametrize(
    ("worth", "turn", "number"),
    [
        (Worth("cp", 72), "W", "+0.72"),
        (Worth("cp", 72), "B", "-0.72"),
        (Worth("win", plies=7), "W", "#4"),
        (Worth("win", plies=7), "B", "#-4"),
        (Worth("loss", plies=6), "W", "#-3"),
        (Worth("draw"), "B", "0.00"),
    ],
)
def test_numbers_are_whites(worth: Worth, turn: str, number: str) -> None:
    assert words.number(worth, turn) == number


def test_a_move_is_graded_by_what_it_gives_away() -> None:
    assert loss(Worth("win", plies=3), Worth("draw")) == 50
    assert loss(Worth("cp", 10), Worth("cp", 50)) == 0
    assert [grade(lost) for lost in (0, 4.9, 5, 9.9, 10, 19.9, 20, 100)] == [
        Grade.GOOD, Grade.GOOD, Grade.INACCURACY, Grade.INACCURACY, Grade.MISTAKE, Grade.MISTAKE,
        Grade.BLUNDER, Grade.BLUNDER,
    ]  # fmt: skip


def test_accuracy_is_the_mean_over_the_moves() -> None:
    assert accuracy([]) is None
    assert accuracy([0.0]) == pytest.approx(100, abs=0.01)
    assert accuracy([100.0]) == 0
    one, other = accuracy([10.0]), accuracy([30.0])
    assert one is not None and other is not None and one > 60 > other
    assert accuracy([10.0, 30.0]) == pytest.approx((one + other) / 2)
