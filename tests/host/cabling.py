"""A cable with faults between a board and a computer that records it.

The session, the link and the recorder are the real ones; only the wire between them is made up. Its faults
strike whole lines, in either direction; ``test_lossy_line`` strikes single bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from playing import PlayedBoard, ScriptedWire

from lakabe.archive import Archive
from lakabe.errors import PortError
from lakabe.recorder import Recorder

HOUR_MS = 3_600_000

FAULTS = ("lost", "doubled", "cut", "swapped", "late")
"""What happens to a line: ``cut`` pulls the cable in the middle of it; ``swapped``, it comes after the next
one; ``late``, it comes first on the next connection."""


class Cable:
    """What happens to the lines that pass: ``down`` and ``up`` name the fault of the line of that number."""

    def __init__(self, down: dict[int, str] | None = None, up: dict[int, str] | None = None) -> None:
        self._faults = {"down": down or {}, "up": up or {}}
        self._passed = {"down": 0, "up": 0}
        self._late = {"down": b"", "up": b""}
        self._rest = {"down": b"", "up": b""}

    def plug(self) -> None:
        self._rest = {"down": b"", "up": b""}

    def passed(self, way: str) -> int:
        return self._passed[way]

    def carry(self, way: str, data: bytes) -> tuple[bytes, bool]:
        """What arrives of ``data``, and whether the cable has been pulled."""
        out, self._late[way] = self._late[way], b""
        held = b""
        *lines, self._rest[way] = (self._rest[way] + data).split(b"\n")
        for line in lines:
            whole = line + b"\n"
            fault = self._faults[way].get(self._passed[way], "")
            self._passed[way] += 1
            if fault == "cut":
                return out + whole[: len(whole) // 2], True
            if fault == "late":
                self._late[way] = whole
            elif fault == "swapped":
                held = whole
            elif fault != "lost":
                out += whole * (2 if fault == "doubled" else 1) + held
                held = b""
        return out + held, False


class Wire(ScriptedWire):
    """A scripted wire through a cable."""

    def __init__(
        self, board: PlayedBoard, script: Iterator[None], done: Callable[[], None], cable: Cable
    ) -> None:
        super().__init__(board, script, done)
        self._cable = cable
        cable.plug()

    def read(self, limit: int, timeout: float) -> bytes:
        data, is_pulled = self._cable.carry("down", super().read(limit, timeout))
        if is_pulled:
            raise PortError("the cable was pulled")
        return data

    def write(self, data: bytes) -> None:
        heard, is_pulled = self._cable.carry("up", data)
        super().write(heard)
        if is_pulled:
            raise PortError("the cable was pulled")


class Host:
    """A computer with an archive in its memory, which records a board for a while, again and again."""

    def __init__(self) -> None:
        self.archive = Archive("sqlite://", patience=0)
        self._now = 0.0

    def record(self, board: PlayedBoard, script: Iterator[None], cable: Cable | None = None) -> None:
        """Until the script is over; after a pulled cable it goes on with the next connection."""
        cable = cable or Cable()

        def opener() -> Wire:
            return Wire(board, script, recorder.stop, cable)

        recorder = Recorder(opener, self.archive, clock=self._clock, pause=self._pause, patient=True)
        recorder.run()

    def games(self) -> list[tuple[list[str], str | None]]:
        """Moves and result of each game."""
        return [(game.texts(), game.result) for game in self.archive.games()]

    def contacts(self) -> list[int]:
        """The numbers of the lines of all contacts kept beside the games."""
        games = self.archive.games()
        return [contact.seq for game in games for contact in self.archive.contacts(game.number)]

    def _clock(self) -> float:
        self._now += 0.01
        return self._now

    def _pause(self, seconds: float) -> bool:
        self._now += seconds
        return False


def pass_hours(board: PlayedBoard, hours: int) -> None:
    """Nobody touches the board; it is looked at when it says that there is something to do."""
    end = board.now + hours * HOUR_MS
    while board.now < end:
        due = board.session.idle_ms(board.now)
        board.now = end if due < 0 else min(end, board.now + max(1, due))
        board.session.step(board.reeds, 0, board.now)
