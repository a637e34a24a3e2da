"""Hints on a board: when they are looked for, shown, bettered, and taken away."""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from lakabe.archive import Archive, Move
from lakabe.board import events
from lakabe.board.scribe import Playing
from lakabe.engine.standing import START
from lakabe.errors import EngineError, PortError
from lakabe.help import source as sources
from lakabe.help.advisor import Advisor, question_of
from lakabe.help.engine_thread import EngineThread
from lakabe.help.hint import Hint
from lakabe.help.question import Question
from lakabe.help.source import Effort, Watch, Way
from lakabe.help.worth import Worth

PATIENCE_S = 20.0
BEGIN = events.GameStarted(1, 0, "0a0b0c0d-1", 1, START.split()[0], "W")
FIRST = events.Move(2, 0, "0a0b0c0d-1", 1, "d3-e3A", 22, 21)
WISH = events.Wish(2, 0, "hint")


def way(move: str, depth: int = 5) -> list[Way]:
    return [Way((move,), Worth("cp", 10), depth)]


class Slow:
    """A source that answers when the test says what, and counts how often it is to stop."""

    name = "slow"

    def __init__(self) -> None:
        self.asked: queue.Queue[tuple[Question, Effort]] = queue.Queue()
        self.says: queue.Queue[tuple[str, Any]] = queue.Queue()
        self.stopped = threading.Event()
        self.closed = False

    def ask(self, question: Question, effort: Effort, ways: int = 1, watch: Watch | None = None) -> list[Way]:
        self.asked.put((question, effort))
        while True:
            kind, said = self.says.get(timeout=PATIENCE_S)
            if kind == "answer":
                found: list[Way] = said
                return found
            if kind == "fail":
                raise said
            assert watch is not None
            watch(said)

    def answer(self, move: str, depth: int = 5) -> None:
        self.says.put(("answer", way(move, depth)))

    def stop(self) -> None:
        self.stopped.set()

    def close(self) -> None:
        self.closed = True


class Side:
    """An advisor with all around it faked: what it told the board, and what it told the players."""

    def __init__(self) -> None:
        self.source = Slow()
        self.question: Question | None = Question(moves=("d3-e3A",))
        self.sent: queue.Queue[str] = queue.Queue()
        self.hints: queue.Queue[Hint | None] = queue.Queue()
        self.troubles: queue.Queue[str] = queue.Queue()
        self.unplugged = False
        self._ids = 0

    def send(self, name: str, what: str) -> int:
        assert name == "hint"
        if self.unplugged:
            raise PortError("the board is not connected")
        self._ids += 1
        self.sent.put(what)
        return self._ids

    def hint(self, hint: Hint | None) -> None:
        self.hints.put(hint)

    def trouble(self, text: str) -> None:
        self.troubles.put(text)

    def lit(self) -> str:
        return self.sent.get(timeout=PATIENCE_S)

    def told(self) -> str | None:
        hint = self.hints.get(timeout=PATIENCE_S)
        return None if hint is None else hint.best.move

    def asked(self) -> tuple[Question, Effort]:
        return self.source.asked.get(timeout=PATIENCE_S)


@pytest.fixture
def side(monkeypatch: pytest.MonkeyPatch) -> Side:
    made = Side()
    monkeypatch.setattr(sources, "open_source", lambda command: made.source)
    return made


@pytest.fixture
def advisor(side: Side) -> Iterator[Advisor]:
    made = Advisor(None, lambda: side.question, side.send, side)
    yield made
    for _ in range(3):
        side.source.answer("c3-d3A")  # whatever it may still wait for
    made.close()
    assert side.source.closed


def first_hint(side: Side, advisor: Advisor, move: str = "c3-d3A") -> None:
    advisor.see(BEGIN)
    advisor.see(FIRST)
    advisor.see(WISH)
    assert side.asked()[1] == Effort(0.12)
    side.source.answer(move)
    assert (side.lit(), side.told()) == (move, move)
    assert side.asked()[1] != Effort(0.12)


def test_a_first_hint_comes_soon_and_a_better_one_later(side: Side, advisor: Advisor) -> None:
    first_hint(side, advisor)
    side.source.says.put(("info", way("f4-f3A", 6)))
    assert (side.lit(), side.told()) == ("f4-f3A", "f4-f3A")
    side.source.says.put(("info", way("f4-f3A", 7)))
    assert side.told() == "f4-f3A"
    assert side.sent.empty(), "the board need not be told the same again"


def test_what_is_less_deep_than_the_first_is_no_better(side: Side, advisor: Advisor) -> None:
    first_hint(side, advisor)
    side.source.says.put(("info", way("f4-f3A", 4)))
    side.source.says.put(("info", way("d4-d3A", 6)))
    assert side.lit() == "d4-d3A"


def test_a_second_press_takes_the_hint_away_and_a_third_gives_another(side: Side, advisor: Advisor) -> None:
    first_hint(side, advisor)
    advisor.see(WISH)
    assert (side.lit(), side.told()) == ("-", None)
    assert side.source.stopped.is_set()
    side.source.answer("f4-f3A")  # of the search that was to stop
    advisor.see(WISH)
    assert side.asked()[1] == Effort(0.12)
    side.source.answer("d4-d3A")
    assert (side.lit(), side.told()) == ("d4-d3A", "d4-d3A")


@pytest.mark.parametrize(
    "event",
    [
        events.Move(3, 0, "0a0b0c0d-1", 2, "c3-d3A", 20, 21),
        events.Takeback(3, 0, "0a0b0c0d-1", 1),
        events.Result(3, 0, "0a0b0c0d-1", "1-0", "host"),
        events.GameStarted(3, 0, "0a0b0c0d-2", 1, START.split()[0], "W"),
        events.Hello(3, 0, 1, 4, "0.1.0", "e661", "ffffffff", (), 1, 2),
    ],
)
def test_when_the_game_goes_on_the_hint_is_over(side: Side, advisor: Advisor, event: events.Event) -> None:
    first_hint(side, advisor)
    advisor.see(event)
    assert side.told() is None
    assert side.source.stopped.is_set()
    side.source.says.put(("info", way("f4-f3A", 9)))
    side.source.answer("f4-f3A", 9)
    advisor.see(WISH)
    assert side.asked()[1] == Effort(0.12), "the next wish is dealt with"
    assert side.sent.empty(), "the board drops it by itself, and hears of none that is late"


def test_a_snapshot_told_again_changes_nothing_about_the_hint(side: Side, advisor: Advisor) -> None:
    first_hint(side, advisor)
    for event in (events.State(3, 0, "play", 3), BEGIN, FIRST, events.Takeback(3, 0, "0a0b0c0d-1", 2)):
        advisor.see(event)
    assert side.hints.empty() and not side.source.stopped.is_set()
    side.source.says.put(("info", way("f4-f3A", 6)))
    assert (side.lit(), side.told()) == ("f4-f3A", "f4-f3A"), "better ones come as before"
    advisor.see(WISH)
    assert (side.lit(), side.told()) == ("-", None), "and it can be taken away"


def test_a_hand_at_a_stone_ends_the_search_but_not_the_hint(side: Side, advisor: Advisor) -> None:
    first_hint(side, advisor)
    advisor.see(events.Lift(3, 0, "c3"))
    assert side.source.stopped.is_set()
    side.source.says.put(("info", way("f4-f3A", 9)))
    side.source.answer("f4-f3A", 9)
    advisor.see(WISH)
    assert side.lit() == "-"
    assert side.told() is None, "no other move came after the lift"


def test_a_hint_that_came_while_a_stone_was_up_is_given_again(side: Side, advisor: Advisor) -> None:
    advisor.see(WISH)
    side.asked()
    advisor.see(events.Lift(3, 0, "c3"))
    side.source.answer("c3-d3A")
    assert side.lit() == "c3-d3A"
    advisor.see(events.No(4, 0, 1, "busy", ""))
    advisor.see(events.Place(5, 0, "c3"))
    assert side.lit() == "c3-d3A"
    advisor.see(events.Place(6, 0, "c3"))
    assert side.sent.empty()


def test_the_engine_starts_with_the_first_stone_of_a_game(
    side: Side, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A board at rest does without its memory."""
    started: list[str] = []
    monkeypatch.setattr(EngineThread, "prepare", lambda self: started.append("engine"))
    made = Advisor(None, lambda: side.question, side.send, side)
    made.see(events.GameStarted(2, 0, "0a-1", 1, "9/9/9/9/9", "W"))
    assert started == []
    for seq in (3, 4):
        made.see(events.Lift(seq, 0, "c3"))
    made.close()
    assert started == ["engine"], "once a game, so that one that is not there is named once"


def test_without_a_game_it_is_said(side: Side, advisor: Advisor) -> None:
    side.question = None
    advisor.see(WISH)
    assert "no game on the board" in side.troubles.get(timeout=PATIENCE_S)
    side.question = Question()
    advisor.see(WISH)
    side.asked()
    side.source.answer("e2-e3A")
    assert side.lit() == "e2-e3A"


def test_where_the_board_plays_on_there_is_no_draw(side: Side, advisor: Advisor) -> None:
    side.question = Question("BB7/9/9/8W/9 B", ("a5-a4", "i2-i1", "a4-a5", "i1-i2") * 2)
    advisor.see(WISH)
    assert side.asked()[0].draws is False


def test_so_it_is_in_dimy(side: Side, advisor: Advisor) -> None:
    side.question = Question("2B6/9/9/9/6W2 B", ("c5-c4", "g1-g2", "c4-c5", "g2-g1") * 2, variant="dimy")
    advisor.see(WISH)
    assert side.lit() in ("c5-c4", "c5-d5", "c5-d4")
    advisor.see(events.Lift(3, 0, "c5"))  # that ends the search


def test_an_engine_that_fails_is_named_and_started_anew(side: Side, advisor: Advisor) -> None:
    advisor.see(WISH)
    side.asked()
    side.source.says.put(("fail", EngineError("the engine 'x' has ended", "try it")))
    assert side.troubles.get(timeout=PATIENCE_S) == "the engine 'x' has ended (try it)"
    assert side.source.closed
    side.source.closed = False
    advisor.see(WISH)
    side.asked()
    side.source.answer("c3-d3A")
    assert side.lit() == "c3-d3A"


def test_a_board_that_is_not_there_is_no_reason_to_fail(side: Side, advisor: Advisor) -> None:
    side.unplugged = True
    advisor.see(WISH)
    side.asked()
    side.source.answer("c3-d3A")
    assert side.told() == "c3-d3A"


def test_at_the_end_the_lights_go_out(side: Side) -> None:
    advisor = Advisor(None, lambda: side.question, side.send, side)
    first_hint(side, advisor)
    side.source.answer("c3-d3A")
    side.asked()  # whether the last move was a mistake
    side.source.answer("d3-e3A")
    advisor.close()
    assert side.lit() == "-" and side.source.closed


# Which game it is


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    with Archive(str(tmp_path / "games.db")) as kept:
        yield kept


@pytest.fixture
def number(archive: Archive) -> int:
    with archive.writing() as writer:
        made = writer.add({}, START, [Move(1, "d3-e3A"), Move(2, "d4-d3A")], "*")
    assert made is not None
    return made


def playing(number: int | None, ply: int, moves: tuple[str, ...]) -> Playing:
    return Playing("0a0b0c0d-1", number, ply, Question(moves=moves).standing().text(), start=START)


def test_the_question_is_the_game_with_its_moves(archive: Archive, number: int) -> None:
    moves = ("d3-e3A", "d4-d3A")
    assert question_of(playing(number, 3, moves), archive) == Question(moves=moves)
    assert question_of(playing(number, 2, moves[:1]), archive) == Question(moves=moves[:1])
    assert question_of(playing(None, 1, ()), archive) == Question()
    assert question_of(None, archive) is None


def test_where_the_record_does_not_fit_the_position_is_asked_about(archive: Archive, number: int) -> None:
    other = playing(number, 3, ("e2-e3A",))
    assert other.position is not None
    assert question_of(other, archive) == Question(other.position)


def test_the_second_phase_of_a_vela_is_asked_about_as_an_ordinary_game(archive: Archive) -> None:
    second = "BBBBB4/9/9/9/WWWWWWWWW W"
    for position, question in ((second, Question(second)), (START, Question(START, variant="vela"))):
        asked = Playing("0a0b0c0d-1", None, 40, position, start=START, variant="vela")
        assert question_of(asked, archive) == question


def test_a_command_is_looked_at_before_it_is_needed() -> None:
    from lakabe.help.command import check_command

    assert check_command("python3 -c 1") == "python3 -c 1"
    for command in ("no-such-engine", "", "'"):
        with pytest.raises(EngineError, match="cannot be started"):
            check_command(command)
