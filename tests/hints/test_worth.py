"""What positions are worth, and how good moves were."""

from __future__ import annotations

import pytest

from lakabe.help import words
from lakabe.help.grades import Grade, Pair, accuracy, grade, judge, loss, slower
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


WIN, LOSS, DRAW = Worth("win", plies=21), Worth("loss", plies=8), Worth("draw")


def estimate(centipoints: int) -> Worth:
    return Worth("cp", centipoints)


@pytest.mark.parametrize(
    ("best", "played", "given"),
    [
        (WIN, DRAW, 50), (DRAW, LOSS, 50), (estimate(100), estimate(0), 23), (estimate(-300), LOSS, 0),
        (WIN, estimate(204), 0), (estimate(300), DRAW, 0), (DRAW, estimate(-300), 0),
        (WIN, estimate(0), 50), (estimate(0), LOSS, 50), (estimate(CERTAIN), DRAW, 50),
    ],
)  # fmt: skip
def test_what_is_proven_is_compared_with_an_estimate_only_where_that_is_no_better_than_even(
    best: Worth, played: Worth, given: int
) -> None:
    assert loss(best, played) == pytest.approx(given, abs=0.2)


def test_estimates_count_as_far_as_two_of_one_depth_agree() -> None:
    pair = Pair(estimate(0), estimate(-120))
    assert judge(estimate(0), pair, estimate(-120)) == (Grade.BLUNDER, pytest.approx(26.9, abs=0.1))
    assert judge(estimate(0), pair, estimate(-35))[0] is Grade.INACCURACY, "a look of its own finds less"
    assert judge(estimate(0), Pair(estimate(0), estimate(-10)), estimate(-120))[0] is Grade.GOOD
    assert judge(estimate(0), None, estimate(-120)) == (Grade.GOOD, 0)
    assert judge(WIN, None, DRAW) == (Grade.BLUNDER, 50), "what is certain needs nothing beside it"


def test_there_is_no_grade_where_the_same_is_said_of_both_moves() -> None:
    pair = Pair(estimate(15), estimate(-14))
    assert judge(estimate(15), pair, estimate(-14)) == (Grade.GOOD, pytest.approx(7.2, abs=0.1))
    assert judge(estimate(31), Pair(estimate(31), estimate(9)), estimate(9))[0] is Grade.INACCURACY


def test_a_win_is_slower_where_the_numbers_of_moves_say_so() -> None:
    def wins(plies: int) -> Worth:
        return Worth("win", plies=plies)

    assert slower(wins(7), wins(9), True) and not slower(wins(7), wins(9), False)
    assert slower(wins(7), wins(13), False)
    assert not slower(wins(7), wins(7), True) and not slower(estimate(900), wins(9), True)


def test_the_end_of_a_won_game_is_its_result() -> None:
    assert [words.number(Worth("loss"), turn) for turn in "WB"] == ["0-1", "1-0"]
    assert [words.number(Worth("loss", plies=2), turn) for turn in "WB"] == ["#-1", "#1"]


def test_accuracy_is_the_mean_over_the_moves() -> None:
    assert accuracy([]) is None
    assert accuracy([0.0]) == pytest.approx(100, abs=0.01)
    assert accuracy([100.0]) == 0
    one, other = accuracy([10.0]), accuracy([30.0])
    assert one is not None and other is not None and one > 60 > other
    assert accuracy([10.0, 30.0]) == pytest.approx((one + other) / 2)
