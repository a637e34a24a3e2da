"""A move beside the best one: from the book, or searched equally deep; and one value for one position."""

from __future__ import annotations

import pytest

from lakabe.engine.book.entries import open_book
from lakabe.engine.standing import Standing
from lakabe.help.analysis.examine import Examined, close_sources, examine
from lakabe.help.analysis.report import analyse
from lakabe.help.analysis.settings import NODES, Settings
from lakabe.help.compare import compare
from lakabe.help.grades import Grade, Pair
from lakabe.help.hint import give
from lakabe.help.question import Question
from lakabe.help.source import Effort, Ours, Watch, Way
from lakabe.help.worth import Worth

SIX = (("5B3/W8/1W2B2B1/9/8B B", "e3-f2"), ("3B5/9/1B7/5W2W/5W2W W", "f2-f3"))
"""Positions of six stones, won as the tables of six say, and a move that wins as others do."""
FIRST = Question()


class Answers:
    """A source that is asked one thing after the other."""

    name = "answers"

    def __init__(self, *answers: Way) -> None:
        self.efforts: list[Effort] = []
        self._answers = list(answers)

    def ask(self, question: Question, effort: Effort, ways: int = 1, watch: Watch | None = None) -> list[Way]:
        self.efforts.append(effort)
        return [self._answers.pop(0)]

    def stop(self) -> None: ...

    def close(self) -> None: ...


BEST = Way(("c3-d3A",), Worth("cp", 40), 9)
AFTER = Question(moves=("d3-e3A",))


def test_the_other_move_is_searched_as_deep_as_the_best_one() -> None:
    source = Answers(BEST, Way(("e3-f3W",), Worth("cp", 100), 8))
    assert compare(source, AFTER, "d4-d3A", Effort(nodes=1000)) == (
        BEST,
        Pair(Worth("cp", 40), Worth("cp", -100)),
    )
    assert source.efforts[1] == Effort(nodes=4000, depth=8, book=False)


@pytest.mark.parametrize(
    ("reply", "known"),
    [
        (Way(("e3-f3W",), Worth("cp", 100), 7), False),
        (Way(("e3-f3W",), Worth("win", plies=3), 3), True),
        (Way(("e3-f3W",), None, 8), False),
    ],
)
def test_what_does_not_come_so_far_is_no_pair_unless_it_is_proven(reply: Way, known: bool) -> None:
    _, pair = compare(Answers(BEST, reply), AFTER, "d4-d3A", Effort(0.5))
    assert (pair is not None) == known


def test_beside_a_proof_the_same_effort_is_enough() -> None:
    win = Way(("c3-d3A",), Worth("win", plies=35), 35)
    source = Answers(win, Way(("e3-f3W",), Worth("cp", 10), 12))
    assert compare(source, AFTER, "d4-d3A", Effort(nodes=1000)) == (
        win,
        Pair(Worth("win", plies=35), Worth("cp", -10)),
    )
    assert source.efforts[1] == Effort(nodes=1000, book=False)


def test_a_move_that_ends_the_game_needs_no_search() -> None:
    source = Answers(Way(("a1-b1A",), Worth("cp", 40), 9))
    question = Question("9/9/4W4/9/W1B6 W")
    _, pair = compare(source, question, "a1-b1A", Effort(0.5))
    assert pair == Pair(Worth("cp", 40), Worth("cp", 40)), "the best one is itself"
    shuffle = ("a5-a4", "i2-i1", "a4-a5", "i1-i2", "a5-a4", "i2-i1", "a4-a5")
    source = Answers(Way(("i1-h1",), Worth("cp", 40), 9))
    _, pair = compare(source, Question("BB7/9/9/8W/9 B", shuffle), "i1-i2", Effort(0.5))
    assert pair == Pair(Worth("cp", 40), Worth("draw")), "a third time (R11)"


# One value for one position


def test_the_book_says_what_a_position_is_worth_to_whoever_asks() -> None:
    entry = open_book().look_up(Standing.of())
    assert entry is not None
    value = Worth("cp", entry.ways[0].value)
    try:
        analysed = Examined.of(examine(FIRST.start, (), False, Settings(nodes=NODES), played="d3-e3A"))
    finally:
        close_sources()
    assert analysed.worth == value == give(Ours(), FIRST, Effort(20.0)).best.worth
    second = Worth("cp", next(way.value for way in entry.ways if way.moves[0] == "d3-e3A"))
    assert analysed.pair == Pair(value, second)
    after = give(Ours(), FIRST.after(["d3-e3A"]), Effort(1.0)).best.worth
    assert after is not None and after.before() == second


def test_the_usual_first_moves_are_as_good_for_hint_and_analysis() -> None:
    moves = ("d3-e3A",)
    assert give(Ours(), Question(moves=moves), Effort(0.3)).mistake is None
    try:
        found = [
            Examined.of(examine(FIRST.start, moves[:at], False, Settings(nodes=NODES), played=played))
            for at, played in ((0, moves[0]), (1, None))
        ]
    finally:
        close_sources()
    assert analyse(FIRST.start, moves, found).moves[0].grade is Grade.GOOD


def test_what_the_book_does_not_have_is_searched_beside_it() -> None:
    best, pair = compare(Ours(), Question(moves=("d3-e3A",)), "d4-d3A", Effort(nodes=3000))
    assert best.book is not None and pair is not None
    assert pair.best != best.worth, "it was searched for the sake of the other one"


# What the endgame tables almost reach


@pytest.mark.usefixtures("small_tables")
@pytest.mark.parametrize(("start", "played"), SIX)
def test_a_move_that_wins_too_is_no_mistake_beside_a_proven_win(start: str, played: str) -> None:
    settings = Settings(nodes=NODES)
    close_sources()  # one that was opened before may have other tables
    try:
        found = [
            Examined.of(examine(start, (played,)[:at], False, settings, played=then))
            for at, then in ((0, played), (1, None))
        ]
    finally:
        close_sources()
    assert found[0].worth.kind == "win", "or this shows nothing"
    assert analyse(start, (played,), found).moves[0].grade is Grade.GOOD
    assert give(Ours(), Question(start, (played,)), Effort(nodes=NODES)).mistake is None
