"""Hints: from our engine, from other programs, and what is said about moves."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from lakabe.engine import lines, moves
from lakabe.engine.bitboard import parse
from lakabe.engine.book.entries import Book, Entry, Settings, key_of
from lakabe.engine.book.entries import Way as BookWay
from lakabe.engine.standing import START
from lakabe.engine.think import Limits, Report
from lakabe.errors import EngineError, InputError
from lakabe.help import words
from lakabe.help.consequences import consequences, exchange, safest
from lakabe.help.hint import Choice, Hint, give
from lakabe.help.question import Question
from lakabe.help.source import Booked, Effort, Ours, Program, Watch, Way, own_command
from lakabe.help.worth import Worth

pytestmark = pytest.mark.usefixtures("no_tables")

QUICK = Effort(nodes=4000)


class Scripted:
    """A source that gives the answers it was made with, whatever is asked."""

    name = "scripted"

    def __init__(self, *answers: list[Way]) -> None:
        self.asked: list[tuple[Question, Effort, int]] = []
        self._answers = list(answers)

    def ask(
        self,
        question: Question,
        effort: Effort,
        ways: int = 1,
        watch: Watch | None = None,
    ) -> list[Way]:
        self.asked.append((question, effort, ways))
        found = self._answers.pop(0)
        if watch is not None:
            watch(found[:1])
        return found

    def stop(self) -> None: ...

    def close(self) -> None: ...


def test_our_engine_gives_three_different_moves_best_first() -> None:
    question = Question(moves=("d3-e3A", "c3-d3A"))
    seen: list[Hint] = []
    hint = give(Ours(), question, QUICK, seen.append)
    assert len({choice.move for choice in hint.choices}) == 3
    shares = [choice.worth.share for choice in hint.choices if choice.worth]
    assert shares == sorted(shares, reverse=True) and len(shares) == 3
    for choice in hint.choices:
        assert choice.line[0] == choice.move
        question.after(choice.line).standing()  # legal to its end
    assert seen and all(one.position == hint.position for one in seen)
    assert hint.turn == "W" and hint.legal == len(question.standing().results())


def test_the_same_nodes_give_the_same_hint() -> None:
    def once() -> Hint:
        return give(Ours(), Question(moves=("e2-e3A",)), QUICK)

    assert once() == once()


def test_a_win_is_proven_and_named() -> None:
    hint = give(Ours(), Question("9/8B/6W2/9/1W7 W"), QUICK)
    assert hint.best.worth == Worth("win", plies=3)
    assert words.evaluation(hint.best.worth, hint.turn) == "White wins, proven: in 2 moves at most"
    assert "Takes nothing." in words.reasons(hint.best, hint.legal, "W")


def test_the_history_counts_for_repetition() -> None:
    # Black shuffles; once more, and the position stands for the third time.
    shuffle = ("a5-a4", "i2-i1", "a4-a5", "i1-i2", "a5-a4", "i2-i1", "a4-a5")
    start = "BB7/9/9/8W/9 B"
    with_past = give(Ours(), Question(start, shuffle), Effort(nodes=20_000), look_back=False)
    without = give(Ours(), Question(start, shuffle, draws=False), Effort(nodes=20_000), look_back=False)
    assert with_past.best.worth == Worth("cp", 0)
    assert without.best.worth is not None and without.best.worth.share < 0.4


@pytest.mark.parametrize(
    ("question", "said"),
    [
        (Question("9/9/9/BB7/WB7 W"), "White has no move left"),
        (Question("9/9/9/B8/9 W"), "White has no stone left"),
        (Question("9/9 W"), "five rows"),
        (Question(moves=("a1-a2",)), "a1-a2 cannot be played"),
        (Question("BB7/9/9/8W/9 B", ("a5-a4", "i2-i1", "a4-a5", "i1-i2") * 2), "a draw by R11"),
    ],
)
def test_what_has_no_hint_is_said(question: Question, said: str) -> None:
    with pytest.raises(InputError, match=said):
        give(Ours(), question, QUICK)


def test_what_a_move_takes_and_leaves() -> None:
    # O2 from the start takes d4 and c5; then black stones can take white ones.
    own, enemy, _ = parse(Question().standing().text())
    after = lines.parse_move(own, enemy, "f2-e3A")
    found = consequences(enemy, after)
    assert found.takes == ("d4", "c5")
    taken = [after[0] & ~left for _, left in moves.results(after[1], after[0])]
    together = 0
    for stones in taken:
        together |= stones
    assert len(found.hanging) == together.bit_count()
    assert found.most == max(stones.bit_count() for stones in taken) > 0
    assert exchange(enemy, [after]) == [2]


def test_nothing_hangs_where_nobody_is_near() -> None:
    own, enemy, _ = parse("9/8B/6W2/9/1W7 W")
    found = consequences(enemy, lines.parse_move(own, enemy, "b1-a1"))
    assert (found.takes, found.hanging, found.most) == ((), (), 0)


def test_the_sacrifice_of_an_opening() -> None:
    # White takes two, and the reply c4-c3A... takes eight of the stones left behind.
    question = Question(moves=("d3-e3A", "d4-d3A"))
    line = ("e3-f3W", "c4-c3A-d4W-e3A-d3W", "g2-g3A-f2W-f3A-e3A-d4A-c4W")
    hint = give(Scripted([Way(line, Worth("cp", 72))]), question, QUICK, look_back=False)
    assert (hint.best.sacrifice, hint.best.regains) == (6, 9)
    said = words.reasons(hint.best, hint.legal, hint.turn)
    assert said[-1] == "A sacrifice: gives up 6 stones more than it takes, and takes 9 in turn."


def test_it_is_no_sacrifice_where_nothing_was_safer() -> None:
    # Whatever White plays, a reply takes at least two stones more.
    question = Question(moves=("d3-e3A", "d4-d3A"))
    standing = question.standing()
    moves_there = [lines.format_move(standing.own, standing.enemy, one) for one in standing.results()]
    balances = {
        text: len(found.takes) - found.most
        for text in moves_there
        for found in [consequences(standing.enemy, lines.parse_move(standing.own, standing.enemy, text))]
    }
    assert safest(standing.enemy, standing.results()) == max(balances.values()) == -2
    best = max(balances, key=lambda text: balances[text])
    standing.play_text(best)
    takes = consequences(question.standing().enemy, (standing.enemy, standing.own)).takes
    reply = next(
        lines.format_move(standing.own, standing.enemy, one)
        for one in standing.results()
        if (standing.enemy & ~one[1]).bit_count() == len(takes) + 2
    )
    hint = give(Scripted([Way((best, reply), Worth("cp", 0))]), question, QUICK, look_back=False)
    assert hint.best.sacrifice == 0


def test_the_only_move_is_called_so() -> None:
    hint = give(Ours(), Question("9/9/9/9/W7B W"), QUICK)
    only = give(Scripted([Way(("a1-b1A",), Worth("win", plies=1))]), Question("9/9/9/9/W1B6 W"), QUICK)
    assert hint.legal == 3 and "It is the only move." not in words.reasons(hint.best, hint.legal, "W")
    assert words.reasons(only.best, only.legal, "W") == [
        "It is the only move.", "Takes 1 stone (c1).", "Leaves nothing hanging.", "It ends the game.",
    ]  # fmt: skip


def test_a_mistake_just_made_is_named_with_what_was_better() -> None:
    source = Scripted(
        [Way(("e3-f3W",), Worth("cp", 100))], [Way(("c3-d3A", "b2-c3A"), Worth("cp", 0), 7)],
        [Way(("e3-f3W",), Worth("cp", 110), 6)],
    )  # fmt: skip
    hint = give(source, Question(moves=("d3-e3A", "d4-d3A")), Effort(1.0))
    assert hint.mistake is not None
    assert (hint.mistake.move, hint.mistake.better) == ("d4-d3A", "c3-d3A")
    assert hint.mistake.loss == pytest.approx(23.1, abs=0.1)
    assert words.mistake(hint.mistake, hint.turn) == (
        "Black's d4-d3A was a blunder. Better was c3-d3A (then: even; now: White is better)."
    )
    now, before, then = source.asked
    assert before[0].moves == ("d3-e3A",) and then[0].moves == ("d3-e3A", "d4-d3A")
    assert then[1].depth == 6, "as deep as the best move was searched"
    assert now[1].seconds is not None and before[1].seconds is not None
    assert now[1].seconds + before[1].seconds == pytest.approx(1.0)


@pytest.mark.parametrize("better", ["d4-d3A", "c3-d3A"])
def test_no_mistake_where_it_was_best_or_as_good(better: str) -> None:
    worth = Worth("cp", 500) if better == "d4-d3A" else Worth("cp", 0)
    source = Scripted(
        [Way(("e3-f3W",), Worth("cp", 30))], [Way((better,), worth)], [Way(("e3-f3W",), Worth("cp", 30))]
    )
    assert give(source, Question(moves=("d3-e3A", "d4-d3A")), QUICK).mistake is None


def test_our_engine_as_a_program_says_the_same_as_in_this_process() -> None:
    question = Question(moves=("d3-e3A",))
    program = Program(own_command())
    try:
        assert program.name.startswith("Lakabe ")
        assert program.ask(question, QUICK, 3) == Ours(book=Book()).ask(question, QUICK, 3)
    finally:
        program.close()


GREEDY = """
    elif words[0] == 'position':
        said = line
    elif words[0] == 'go':
        n = said.count('-')
        say('info depth 2 score cp %d' % SCORES[min(n, 1)], 'bestmove ' + MOVES[min(n, 1)])
"""


def test_an_engine_with_one_line_is_asked_about_the_other_moves(toy: Callable[..., str]) -> None:
    # After any opening of White this engine thinks that Black is worse off by 20 centipoints.
    program = Program(toy(GREEDY.replace("SCORES", "(55, -20)").replace("MOVES", "('d3-e3A', 'c3-d3A')")))
    try:
        found = program.ask(Question(), Effort(0.2), 3)
    finally:
        program.close()
    assert [way.worth for way in found] == [Worth("cp", 55), Worth("cp", 20), Worth("cp", 20)]
    assert found[0].moves == ("d3-e3A",) and len({way.moves[0] for way in found}) == 3


@pytest.mark.parametrize(
    ("answer", "said"),
    [("a1-a2", "breaks the rules: 'a1-a2' is not legal here"), ("none", "sees no move where there are some")],
)
def test_an_engine_that_breaks_the_rules_is_named(toy: Callable[..., str], answer: str, said: str) -> None:
    program = Program(toy(f"    elif words[0] == 'go':\n        say('bestmove {answer}')\n"))
    try:
        with pytest.raises(EngineError, match=re.escape(said)) as caught:
            give(program, Question(), Effort(0.1))
    finally:
        program.close()
    assert "toy.py" in str(caught.value)


def test_an_engine_that_does_not_listen_is_told_once_to_stop(
    toy: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    program = Program(toy(""))
    told: list[str] = []
    monkeypatch.setattr(program._engine, "stop", lambda: told.append("stop"))
    try:
        for _ in range(3):
            program.stop()
    finally:
        program.close()
    assert told == ["stop"]


def test_an_engine_that_tells_nothing_still_gives_its_move(toy: Callable[..., str]) -> None:
    program = Program(toy("    elif words[0] == 'go':\n        say('bestmove e2-e3A')\n"))
    try:
        hint = give(program, Question(), Effort(0.1))
    finally:
        program.close()
    assert [(choice.move, choice.worth) for choice in hint.choices] == [("e2-e3A", None)]
    assert words.as_data(hint)["choices"][0]["figures"][0] == "The engine does not say what it is worth."


def test_a_line_is_kept_as_far_as_it_is_legal() -> None:
    source = Scripted([Way(("e2-e3A", "nonsense", "d3-e3A"), Worth("cp", 3))])
    assert give(source, Question(), QUICK).best.line == ("e2-e3A",)


BOOK = Book(Settings(30_000_000, 3, "1"))
BOOK.keep(
    key_of(START)[0],
    Entry(15, 30_000_000, 6, (
        BookWay(40, 40, ("d3-e3W", "d4-d3A")), BookWay(0, 0, ("d3-e3A",)), BookWay(-9, -9, ("d2-e3A",)),
    )),
)  # fmt: skip


def test_a_hint_from_the_book_says_so_and_how_sure_it_is() -> None:
    seen: list[Hint] = []
    hint = give(Ours(book=BOOK), Question(), Effort(1.0), seen.append)
    assert [choice.move for choice in hint.choices] == ["d3-e3W", "d3-e3A", "d2-e3A"]
    assert seen == [hint] and hint.best.worth == Worth("cp", 40)
    said = words.reasons(hint.best, hint.legal, "W")
    assert (
        "From the opening book: searched to depth 15, best at the last 6 depths, "
        "10 points of 100 ahead of the next." in said
    )
    assert not any("book" in text for text in words.reasons(hint.choices[1], hint.legal, "W"))


@pytest.mark.parametrize(
    ("lead", "said"), [(0.0, "0 points"), (0.6, "1 point"), (1.4, "1 point"), (2.0, "2 points")]
)
def test_a_lead_is_said_in_the_right_number(lead: float, said: str) -> None:
    choice = Choice("d3-e3W", (), Worth("cp", 40), 15, None, book=Booked(6, lead))
    assert words.figures(choice, "W")[-1].endswith(f", {said} of 100 ahead of the next.")


def test_what_the_positions_after_it_made_best_is_said_to_be_so() -> None:
    book = Book(BOOK.settings)
    book.keep(
        key_of(START)[0], Entry(15, 30_000_000, 6, (BookWay(40, 5, ("d3-e3W",)), BookWay(8, 8, ("d3-e3A",))))
    )
    best = Ours(book=book).ask(Question(), Effort(1.0), 2)[0]
    assert best.book is not None and best.book.steady == 0
    hint = give(Ours(book=book), Question(), Effort(1.0), ways=2)
    assert (
        "best by the positions after it that the book has, " in words.reasons(hint.best, hint.legal, "W")[-1]
    )


@pytest.mark.parametrize(
    ("effort", "ways", "question"),
    [
        (Effort(nodes=40_000_000), 3, Question()),
        (Effort(nodes=3000, book=False), 3, Question()),
        (Effort(depth=2), 3, Question()),
        (Effort(30.0), 3, Question()),
        (Effort(0.02), 5, Question()),
        (Effort(0.02), 3, Question(moves=("d3-e3W",))),
    ],
)
def test_the_book_is_left_alone_where_more_is_asked_for(
    effort: Effort, ways: int, question: Question, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = Ours(book=BOOK)
    searched = []
    think = source._thinker.think

    def seen(*arguments: Any) -> Report:
        searched.append(arguments[1])
        return think(arguments[0], Limits(depth=1), *arguments[2:])

    monkeypatch.setattr(source._thinker, "think", seen)
    found = source.ask(question, effort, ways)
    assert len(searched) == 1 and all(way.book is None for way in found)
