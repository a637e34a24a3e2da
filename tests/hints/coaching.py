"""A coach with all around it faked, for the tests of what it says."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from typing import Any

from lakabe.board import events
from lakabe.errors import PortError
from lakabe.help.allowance import Allowance
from lakabe.help.coach import Coach
from lakabe.help.question import Question
from lakabe.help.source import Effort, Watch, Way
from lakabe.help.worth import Worth

PATIENCE_S = 20.0
GAME = "0a0b0c0d-1"
QUIET = "W8/9/9/9/8B W"
"""White's a5 goes to a4, b4 or b5."""
CHAIN = "9/9/1B7/9/W1B3W1B W"
"""a1 takes c1 on b1, and may go on to b2, taking b3; g1 takes i1 on h1."""


class Scripted:
    """A source that says what each move is worth as the test has it."""

    name = "scripted"

    def __init__(self) -> None:
        self.asked: queue.Queue[tuple[Question, int]] = queue.Queue()
        self.answers: queue.Queue[Any] = queue.Queue()
        self.stopped = threading.Event()

    def ask(self, question: Question, effort: Effort, ways: int = 1, watch: Watch | None = None) -> list[Way]:
        self.asked.put((question, ways))
        while True:
            found = self.answers.get(timeout=PATIENCE_S)
            if isinstance(found, Exception):
                raise found
            worths, depth, done = found
            told = [
                Way((move,), Worth("cp", one) if isinstance(one, int) else one, depth)
                for move, one in worths.items()
            ]
            if done:
                return told
            assert watch is not None
            watch(told)

    def stop(self) -> None:
        self.stopped.set()

    def close(self) -> None:
        pass


class Table:
    """A coach with all around it faked: what it told the board, and what it told the players."""

    def __init__(
        self, make: Callable[..., Coach], start: str, *, most: int | None = None, **options: Any
    ) -> None:
        self.source = Scripted()
        self.question = Question(start)
        self.sent: queue.Queue[tuple[str, ...]] = queue.Queue()
        self.troubles: list[str] = []
        self.restored = 0
        self.unplugged = False
        self.allowance = Allowance(most)
        self.coach = make(
            None, lambda: self.question, self.send, self.troubles.append, self.allowance,
            restore=self.restore, **options,
        )  # fmt: skip
        self.start = start
        self.ply = 1
        self.jobs = 0

    def send(self, name: str, *what: str) -> int:
        assert name == "hint"
        if self.unplugged:
            raise PortError("the board is not connected")
        self.sent.put(what)
        return 1

    def restore(self) -> None:
        self.restored += 1

    def see(self, *found: events.Event) -> None:
        for event in found:
            self.allowance.see(event)
            self.coach.see(event)

    def begin(self, white: int = 4, black: int = 3, minor: int = 4) -> None:
        board, turn = self.start.split(" ")
        self.see(
            events.Hello(1, 0, 1, minor, "0.1.0", "e661", "0a0b0c0d", (), 1, 2),
            events.State(2, 0, "play", white, black),
            events.GameStarted(3, 0, GAME, 1, board, turn),
        )

    def asked(self) -> int:
        return self.source.asked.get(timeout=PATIENCE_S)[1]

    def worth(self, depth: int = 5, done: bool = True, **points: int | Worth) -> None:
        moves = {move.replace("_", "-"): value for move, value in points.items()}
        self.source.answers.put((moves, depth, done))

    def lift(self, *points: str) -> None:
        self.see(*(events.Lift(4, 0, point) for point in points))

    def place(self, point: str) -> None:
        self.see(events.Place(5, 0, point))

    def step(self, move: str) -> None:
        self.see(events.Step(6, 0, GAME, self.ply, move))

    def move(self, move: str) -> None:
        self.question = self.question.after([move])
        self.see(events.Move(7, 0, GAME, self.ply, move, 1, 1))
        self.ply += 1

    def told(self) -> tuple[str, ...]:
        return self.sent.get(timeout=PATIENCE_S)

    def silent(self) -> bool:
        return self.sent.empty()


def known(one: Table, **points: int | Worth) -> None:
    """The turn has begun, and this is what its moves are worth."""
    assert one.told() == ("-",), "so that the board has ready what it needs"
    assert one.asked() == len(points)
    one.worth(**points)
    wait_until(lambda: one.coach._known is not None)


def wait_until(done: Callable[[], bool]) -> None:
    turn = threading.Event()
    for _ in range(2000):
        if done():
            return
        turn.wait(0.005)
    raise AssertionError("it does not come about")
