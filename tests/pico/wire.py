"""The serial port of a rig for the host's recorder, in emulated time: the hands play while it is read."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from lakabe.archive import Archive
from lakabe.board.recorder import Recorder
from lakabe.virtual.trace import TraceEvent
from pico import script
from pico.rig import PicoRig

FIRST_ID = 4711  # always the same, as many digits as most: how long a line takes shifts all times after it
AFTERWARDS_MS = 500  # what the board still has to say comes within this


class RigWire:
    """An open port (`lakabe.board.recorder.Wire`).

    `events` count from `began`, emulated ms, when `noise` gets onto the line. Calls `ended` some time after
    the last of them.
    """

    def __init__(
        self,
        rig: PicoRig,
        events: Sequence[TraceEvent],
        began: float,
        ended: Callable[[], None],
        noise: bytes = b"",
    ) -> None:
        self._rig = rig
        self._events = list(events)
        self._ended = ended
        self._noise = noise
        self._began = began
        self._end = began + AFTERWARDS_MS + (events[-1].ms if events else 0)

    def read(self, limit: int, timeout: float) -> bytes:
        """What has come; lets up to `timeout` seconds pass."""
        del limit  # the recorder asks for more than a rig sends in that time
        until = self._rig.now + timeout * 1000
        if self._noise and self._began <= self._rig.now:
            self._rig.write(self._noise)
            self._noise = b""
        while self._rig.now < until:
            due = self._began + self._events[0].ms if self._events else until
            if due <= self._rig.now:
                script.apply(self._rig, self._events.pop(0))
                continue
            data = self._rig.receive(min(due, until) - self._rig.now)
            if data:
                return data
        if self._rig.now >= self._end:
            self._ended()
        return b""

    def write(self, data: bytes) -> None:
        """Sends at once."""
        self._rig.write(data)

    def close(self) -> None:
        """Does nothing: a rig has one port for good."""


def record(
    rig: PicoRig, events: Sequence[TraceEvent], archive: Archive, after_ms: float = 0.0, noise: bytes = b""
) -> list[str]:
    """Lets the host record while hands play, from `after_ms` on; what it found remarkable.

    Then these bytes go to the board, too, that are none of the host's.
    """
    notices: list[str] = []
    began = rig.now + after_ms

    def pause(seconds: float) -> bool:
        rig.run(seconds * 1000)
        return False

    recorder = Recorder(
        lambda: RigWire(rig, events, began, recorder.stop, noise),
        archive,
        notice=notices.append,
        clock=lambda: rig.now / 1000,
        pause=pause,
        first_id=FIRST_ID,
    )
    recorder.run()
    return notices
