"""Levels: how they choose, and how an opponent plays on a board."""

from __future__ import annotations

import itertools
import queue
import random
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from lakabe.board import events
from lakabe.engine.standing import START
from lakabe.engine.tables import store
from lakabe.errors import EngineError
from lakabe.help import source as sources
from lakabe.help.level import LEVELS, SAID, Level, pick
from lakabe.help.opponent import HOLD_S, Opponent
from lakabe.help.player import choose
from lakabe.help.question import Question
from lakabe.help.source import Effort, Ours, Watch, Way
from lakabe.help.worth import Worth
from tools.match import levels as rate

PATIENCE_S = 20.0
GAME = "0a0b0c0d-1"


@pytest.fixture(autouse=True)
def no_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(store.VARIABLE, str(tmp_path / "tables"))
    monkeypatch.setattr(store, "package_directory", lambda: tmp_path / "tables")


def counts(level: Level, shares: list[float], times: int = 4000) -> Counter[int]:
    rng = random.Random(3)
    return Counter(pick(shares, level, rng) for _ in range(times))


def test_worse_moves_are_chosen_more_rarely() -> None:
    found = counts(Level(1, 16, 0.0, 10.0), [0.7, 0.6, 0.5])
    # Ten points are e to 1: 66.5 %, 24.5 % and 9 %.
    assert [found[i] / 4000 for i in range(3)] == pytest.approx([0.665, 0.245, 0.090], abs=0.03)


def test_moves_are_overlooked() -> None:
    found = counts(Level(1, 16, 0.5, 0.01), [0.9, 0.5])
    # The better one is seen half of the time; where neither is, it is played all the same.
    assert found[0] / 4000 == pytest.approx(0.75, abs=0.03)


def test_who_does_not_err_plays_the_best() -> None:
    assert counts(LEVELS[-1], [0.5, 0.5, 0.1]) == {0: 4000}
    assert counts(Level(1, 16, 1.0, 5.0), [0.5, 0.4]) == {0: 4000}, "somebody who sees nothing still moves"


def test_each_level_looks_further_or_errs_less_than_the_one_before() -> None:
    for weaker, stronger in itertools.pairwise(LEVELS):
        assert stronger.overlooks < weaker.overlooks and stronger.care < weaker.care
        assert stronger.depth is None or (weaker.depth is not None and stronger.depth >= weaker.depth)


def test_a_level_plays_a_legal_move_the_same_for_a_seed() -> None:
    question = Question(moves=("d3-e3A",))

    def moves() -> list[str]:
        rng = random.Random(5)
        return [choose(Ours(), question, level, rng) for level in LEVELS[:3]]

    found = moves()
    assert found == moves()
    for move in found:
        question.after([move]).standing()


def test_ratings_come_from_paired_games(capsys: pytest.CaptureFixture[str]) -> None:
    tally = rate.match((LEVELS[1], LEVELS[0]), 4)
    assert tally.games == 4 and sum(tally.pairs) == 2
    assert tally == rate.match((LEVELS[1], LEVELS[0]), 4)
    assert rate.main(["1"]) == 2
    assert "one number of games" in capsys.readouterr().err


def test_who_moves_at_random_is_beaten() -> None:
    tally = rate.match((LEVELS[3], rate.RANDOM), 2)
    assert tally.wins == 2


@pytest.mark.parametrize("number", [6, 7])
def test_the_strong_levels_vary_their_openings(number: int) -> None:
    """By the book, which says that not much is given away."""
    level = LEVELS[number - 1]
    source = Ours()
    shares = {
        way.moves[0]: way.worth.share
        for way in source.ask(Question(), Effort(1.0), 5)
        if way.worth is not None
    }
    rng = random.Random(1)
    first = Counter(choose(source, Question(), level, rng) for _ in range(200))
    assert len(first) > 1 and first.most_common()[0][0] == max(shares, key=lambda move: shares[move])
    given = sum(count * (max(shares.values()) - shares[move]) for move, count in first.items()) / 200
    assert 100 * given < 1.5
    plies = set()
    for _ in range(12):
        moves: tuple[str, ...] = ()
        for _ in range(4):
            moves = (*moves, choose(source, Question(moves=moves), level, rng))
        plies.add(moves)
    assert len(plies) >= 4


def test_every_level_is_described() -> None:
    assert len(SAID) == len(set(SAID)) == len(LEVELS)


# On a board


class Thinker:
    """A source whose answers the test gives."""

    name = "thinker"

    def __init__(self) -> None:
        self.asked: queue.Queue[Question] = queue.Queue()
        self.says: queue.Queue[str | Exception] = queue.Queue()
        self.closed = False

    def ask(self, question: Question, effort: Effort, ways: int = 1, watch: Watch | None = None) -> list[Way]:
        self.asked.put(question)
        said = self.says.get(timeout=PATIENCE_S)
        if isinstance(said, Exception):
            raise said
        return [Way((said,), Worth("cp", 0), 3)]

    def stop(self) -> None: ...

    def close(self) -> None:
        self.closed = True


class Side:
    """A board with Black played by a level; what it was told, and what the players were."""

    def __init__(self) -> None:
        self.thinker = Thinker()
        self.question: Question | None = Question(moves=("d3-e3A",))
        self.lit: queue.Queue[str] = queue.Queue()
        self.told: queue.Queue[str | None] = queue.Queue()
        self.complaints: queue.Queue[str] = queue.Queue()
        self.looked: queue.Queue[None] = queue.Queue()

    def look(self) -> Question | None:
        self.looked.put(None)
        return self.question

    def send(self, *command: Any) -> int:
        assert command[0] == "hint"
        self.lit.put(command[1])
        return 7

    def shown(self) -> tuple[str | None, str]:
        return self.told.get(timeout=PATIENCE_S), self.lit.get(timeout=PATIENCE_S)


@pytest.fixture
def side(monkeypatch: pytest.MonkeyPatch) -> Side:
    made = Side()
    monkeypatch.setattr(sources, "open_source", lambda command: made.thinker)
    return made


@pytest.fixture
def black(side: Side) -> Iterator[Opponent]:
    made = Opponent(LEVELS[3], "B", None, side.look, side.send, side.told.put, side.complaints.put)
    yield made
    side.thinker.says.put("c3-d3A")  # whatever it may still wait for
    made.close()


MOVE = events.Move(4, 0, GAME, 1, "d3-e3A", 22, 21)
BEGIN = events.GameStarted(3, 0, GAME, 1, START.split()[0], "W")


def test_its_move_is_shown_when_it_is_its_turn(side: Side, black: Opponent) -> None:
    black.see(MOVE)
    side.thinker.says.put("c3-d3A")
    assert side.shown() == ("c3-d3A", "c3-d3A")
    assert black.moving
    side.question = Question(moves=("d3-e3A", "c3-d3A"))
    black.see(events.Move(5, 0, GAME, 2, "c3-d3A", 21, 21))
    assert side.told.get(timeout=PATIENCE_S) is None and not black.moving
    for _ in range(2):
        side.looked.get(timeout=PATIENCE_S)  # it has seen that it is not its turn
    side.thinker.says.put("b2-c3A")  # if it asked all the same
    side.question = Question(moves=("d3-e3A", "c3-d3A", "b2-c3A"))
    black.see(events.Move(6, 0, GAME, 3, "b2-c3A", 21, 20))
    assert side.thinker.asked.get(timeout=PATIENCE_S).moves == ("d3-e3A",)
    assert len(side.thinker.asked.get(timeout=PATIENCE_S).moves) == 3, "nothing was asked in between"


def test_told_everything_again_it_keeps_to_its_move(side: Side, black: Opponent) -> None:
    hello = events.Hello(1, 0, 1, 4, "0.1.0", "e661", "0a0b0c0d", (), 1, 2)
    for event in (hello, BEGIN, MOVE):
        black.see(event)
    side.thinker.says.put("c3-d3A")
    side.shown()
    for event in (hello, BEGIN, MOVE, events.Takeback(5, 0, GAME, 2), events.Synced(6, 0)):
        black.see(event)
    assert black.moving and side.told.empty() and side.lit.empty()
    black.see(events.Hello(1, 0, 1, 4, "0.1.0", "e661", "ffffffff", (), 1, 2))
    assert side.told.get(timeout=PATIENCE_S) is None, "a board that has lost its power shows it no longer"


def test_a_move_taken_back_is_another_turn(side: Side, black: Opponent) -> None:
    black.see(MOVE)
    side.thinker.says.put("c3-d3A")
    side.shown()
    side.question = Question()
    black.see(events.Takeback(5, 0, GAME, 1))
    assert side.told.get(timeout=PATIENCE_S) is None
    assert side.lit.empty() and not black.moving


def test_refused_because_of_a_hand_it_is_shown_again(side: Side, black: Opponent) -> None:
    black.see(MOVE)
    side.thinker.says.put("c3-d3A")
    side.shown()
    black.see(events.No(5, 0, 7, "busy", ""))
    black.see(events.Place(6, 0, "c3"))
    assert side.lit.get(timeout=PATIENCE_S) == "c3-d3A"
    black.see(events.Place(7, 0, "c3"))
    assert side.lit.empty()


def test_after_the_end_it_plays_no_more(side: Side, black: Opponent) -> None:
    black.see(MOVE)
    side.thinker.asked.get(timeout=PATIENCE_S)
    black.see(events.Result(5, 0, GAME, "1-0", "host"))
    side.thinker.says.put("c3-d3A")  # too late
    side.question = None
    black.see(BEGIN)
    side.question = Question(moves=("d3-e3A",))
    black.see(MOVE)
    side.thinker.says.put("d4-d3A")
    assert side.shown() == ("d4-d3A", "d4-d3A")


def test_a_hint_in_its_turn_is_refused_or_its_own_move(side: Side, black: Opponent) -> None:
    black.see(MOVE)
    side.thinker.asked.get(timeout=PATIENCE_S)
    assert black.takes_wish(), "it is still thinking"
    assert side.complaints.get(timeout=PATIENCE_S) == "It is the computer's turn: hints are for yours."
    side.thinker.says.put("c3-d3A")
    side.shown()
    assert black.takes_wish()
    assert side.lit.get(timeout=PATIENCE_S) == "c3-d3A" and side.complaints.empty()
    side.question = Question(moves=("d3-e3A", "c3-d3A"))
    black.see(events.Move(5, 0, GAME, 2, "c3-d3A", 21, 21))
    assert not black.takes_wish(), "it is the other's turn"
    side.question = None
    assert not black.takes_wish() and side.complaints.empty()


def test_an_engine_that_fails_is_named(side: Side, black: Opponent) -> None:
    black.see(MOVE)
    side.thinker.says.put(EngineError("the engine 'x' has ended"))
    assert side.complaints.get(timeout=PATIENCE_S) == "the engine 'x' has ended"


def test_at_the_end_its_light_goes_out_and_its_engine_is_closed(side: Side) -> None:
    black = Opponent(LEVELS[3], "B", None, side.look, side.send, side.told.put, side.complaints.put)
    black.see(MOVE)
    side.thinker.says.put("c3-d3A")
    side.shown()
    black.close()
    assert side.lit.get(timeout=PATIENCE_S) == "-" and not black.moving
    assert side.thinker.closed


def test_withdrawn_it_plays_on_when_the_game_does(side: Side, black: Opponent) -> None:
    black.see(MOVE)
    side.thinker.says.put("c3-d3A")
    side.shown()
    black.withdraw()
    black.withdraw()
    assert side.lit.get(timeout=PATIENCE_S) == "-" and side.lit.empty()
    black.see(MOVE)
    side.thinker.says.put("d4-d3A")
    assert side.shown() == ("d4-d3A", "d4-d3A")


class Clock:
    """A wait whose time the test lets pass: ``over`` after it has been given so many seconds."""

    def __init__(self) -> None:
        self.asked: queue.Queue[float] = queue.Queue()
        self.over = False
        self.condition: threading.Condition | None = None

    def wait(self, condition: threading.Condition, done: Callable[[], bool], seconds: float) -> bool:
        self.condition = condition
        self.asked.put(seconds)
        assert condition.wait_for(lambda: self.over or done(), PATIENCE_S)
        return done()

    def pass_all(self) -> None:
        assert self.condition is not None
        with self.condition:
            self.over = True
            self.condition.notify_all()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def warned(side: Side, clock: Clock) -> Iterator[Opponent]:
    """Black, while White's last move is lit as a blunder."""
    made = Opponent(
        LEVELS[3], "B", None, side.look, side.send, side.told.put, side.complaints.put,
        hold=lambda: True, pause=clock.wait,
    )  # fmt: skip
    yield made
    side.thinker.says.put("c3-d3A")
    made.close()


def test_after_a_blunder_it_waits_for_second_thoughts(side: Side, warned: Opponent, clock: Clock) -> None:
    warned.see(MOVE)
    side.thinker.says.put("c3-d3A")
    assert clock.asked.get(timeout=PATIENCE_S) == HOLD_S == 6.0
    assert side.told.empty() and side.lit.empty() and not warned.moving
    clock.pass_all()
    assert side.shown() == ("c3-d3A", "c3-d3A")


def test_a_blunder_that_is_put_back_in_time_is_not_answered(
    side: Side, warned: Opponent, clock: Clock
) -> None:
    warned.see(MOVE)
    side.thinker.says.put("c3-d3A")
    clock.asked.get(timeout=PATIENCE_S)
    side.question = Question()  # White is to move again
    warned.see(events.Takeback(5, 0, GAME, 1))
    for _ in range(2):
        side.looked.get(timeout=PATIENCE_S)
    assert side.told.empty() and side.lit.empty() and not warned.moving


def test_without_a_warning_it_does_not_wait(side: Side, clock: Clock) -> None:
    black = Opponent(
        LEVELS[3], "B", None, side.look, side.send, side.told.put, side.complaints.put, pause=clock.wait
    )
    black.see(MOVE)
    side.thinker.says.put("c3-d3A")
    assert side.shown() == ("c3-d3A", "c3-d3A")
    assert clock.asked.empty()
    black.close()
