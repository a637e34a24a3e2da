"""A recorder and a board on one thread, for tests of the recorder."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from playing import PlayedBoard, ScriptedWire

from lakabe.archive import Archive
from lakabe.board.events import Event
from lakabe.board.recorder import Recorder
from lakabe.errors import PortError


class Bench:
    """A recorder and a board on one thread, with a clock that goes on 10 ms at each question."""

    def __init__(self, archive: Archive, board: PlayedBoard) -> None:
        self.archive = archive
        self.board = board
        self.seen: list[Event] = []
        self.told: list[Event] = []
        self.notices: list[str] = []
        self.pauses: list[float] = []
        self.now = 0.0
        self.recorder: Recorder

    def run(self, *scripts: Callable[[], Iterator[None]], **options: bool) -> None:
        """Record over one connection after the other, each with its script, then stop."""
        ways = iter(scripts)

        def opener() -> ScriptedWire:
            script = next(ways)()
            return ScriptedWire(self.board, script, self.recorder.stop)

        self.recorder = Recorder(
            opener, self.archive, listener=self.seen.append, watcher=self.told.append,
            notice=self.notices.append, clock=self._clock, pause=self._pause, **options,
        )  # fmt: skip
        self.recorder.run()

    def _clock(self) -> float:
        self.now += 0.01
        return self.now

    def _pause(self, seconds: float) -> bool:
        self.pauses.append(seconds)
        self.now += seconds
        return False

    def of(self, kind: type[Event]) -> list[Event]:
        return [event for event in self.seen if isinstance(event, kind)]


def unplug() -> None:
    raise PortError("the cable was pulled")


def players(board: PlayedBoard, moves: list[str]) -> Callable[[], Iterator[None]]:
    def script() -> Iterator[None]:
        for move in moves:
            board.play(move)
            yield

    return script
