"""Puzzles for people: their order, their lines to the end, other moves that win, and solving one."""

from __future__ import annotations

import builtins
from collections.abc import Iterator
from pathlib import Path

import pytest

from lakabe import cli
from lakabe.engine.endings import open_tables
from lakabe.engine.standing import Standing
from lakabe.engine.tables.ask import ranked
from lakabe.errors import InputError
from lakabe.games.pgn import format_score, parse_scores
from lakabe.help.puzzles.grade import Facts
from lakabe.help.puzzles.line import alternatives, finished
from lakabe.help.puzzles.puzzle import PROVEN, Puzzle
from lakabe.help.puzzles.shelf import FIRST, Shelf, first
from lakabe.help.puzzles.solve import Answer, Solving
from lakabe.help.puzzles.words import as_score, numbered
from lakabe.help.source import Ours

ENDING = "2B4B1/9/1W7/9/W8 W"
"""b3-b4 alone wins, in 15 moves."""


def puzzle(plies: int = 29, position: str = ENDING, *moves: str) -> Puzzle:
    return Puzzle(position, moves or ("b3-b4",), PROVEN, Facts(plies, 6, 0, False, True), "a test")


@pytest.fixture
def solving() -> Iterator[Solving]:
    source = Ours()
    yield Solving(puzzle(), source)
    source.close()


def test_wins_in_two_to_five_moves_come_first(alone: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shelf = Shelf()
    for n, plies in enumerate((29, 1, 9, 3, 11)):
        shelf.put(str(n), puzzle(plies, f"{n + 3}B{5 - n}/9/1W7/9/W8 W"))
    assert len(shelf.puzzles) == 5
    assert cli.run(["puzzles"]) == 0
    names = [line.split()[0] for line in capsys.readouterr().out.splitlines()[3:] if line.strip()]
    assert names == [*(f"{FIRST}{n}" for n in range(1, len(first()) + 1)), "4", "3", "2", "5", "1"]
    order = [one.order for one in first()]
    assert order == sorted(order)


def test_the_line_goes_on_to_the_end_of_the_game() -> None:
    tables = open_tables()
    whole = finished(puzzle(), tables)
    standing = Standing.of(ENDING)
    for text in whole.solution:
        standing.play_text(text)
    assert standing.over() == "loss" and len(whole.solution) <= 29
    assert finished(whole, tables) == whole == finished(puzzle(29, ENDING, *whole.solution[:7]), tables)
    assert finished(puzzle(), None) == puzzle(), "nothing is known without tables"


def test_other_moves_that_win_on_the_way_are_named() -> None:
    tables = open_tables()
    whole = finished(puzzle(), tables)
    others = alternatives(whole, tables)
    assert others and 0 not in others and all(i % 2 == 0 for i in others)
    assert tables is not None
    for i, moves in others.items():
        for move in moves:
            standing = Standing.of(ENDING)
            for text in (*whole.solution[:i], move):
                standing.play_text(text)
            value = tables.value(standing.own, standing.enemy)
            assert value is not None and value.result == "loss"
    said = numbered(whole, others)
    assert said.startswith("1. b3-b4 ") and " (or " in said
    (score,) = parse_scores(format_score(as_score("1", whole, others)))
    assert score.moves == whole.solution
    assert set(score.comments) == {-1, 0, *others}


def test_any_winning_move_is_accepted_and_answered_to_the_end(solving: Solving) -> None:
    """At the second move another one than the quickest, then the quickest."""
    tables = open_tables()
    assert tables is not None
    assert solving.play("b3-b4").wins
    for turn in range(40):
        standing = solving.question.standing()
        wins = [move for move, value in ranked(tables, standing.own, standing.enemy) if value.result == "win"]
        answer = solving.play(wins[-1 if turn == 0 and len(wins) > 1 else 0])
        assert answer.wins
        if answer.over:
            break
        assert solving.question.moves[-1] == answer.reply
    else:
        pytest.fail("the game does not end")


def test_what_does_not_win_is_not_made(solving: Solving) -> None:
    assert solving.play("b3-b2") == Answer(False)
    assert solving.question.moves == ()
    with pytest.raises(InputError):
        solving.play("b3-i5")
    tables = open_tables()
    assert tables is not None
    refused = 0
    for _ in range(15):
        standing = solving.question.standing()
        made = solving.question.moves
        for move, value in ranked(tables, standing.own, standing.enemy):
            if value.result != "win":
                assert solving.play(move) == Answer(False)
                refused += 1
        assert solving.question.moves == made
        if solving.play(ranked(tables, standing.own, standing.enemy)[0][0]).over:
            break
    assert refused > 6, "not only at the first move"


def test_solving_in_a_terminal(
    alone: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    Shelf().put(ENDING, puzzle())
    typed = iter(["b3-b2", "x", "b3-b4", ""])
    monkeypatch.setattr(builtins, "input", lambda prompt: next(typed))
    assert cli.run(["puzzles", "solve", "1"]) == 0
    said = capsys.readouterr().out
    assert "b3-b2 is not proven to win. Another one is." in said
    assert "b3-b4 wins. The answer is " in said
    assert said.splitlines()[-1].startswith("1. b3-b4 ")


def test_the_end_of_the_input_shows_the_solution(
    alone: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def end(prompt: str) -> str:
        raise EOFError

    Shelf().put(ENDING, puzzle())
    monkeypatch.setattr(builtins, "input", end)
    assert cli.run(["puzzles", "solve", "1"]) == 0
    assert capsys.readouterr().out.splitlines()[-1].startswith("1. b3-b4 ")
