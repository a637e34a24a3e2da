"""Laying a position out on a board that is connected."""

from __future__ import annotations

import threading
from collections.abc import Callable

from lakabe.archive import Archive
from lakabe.board import events
from lakabe.board.events import Event
from lakabe.board.recorder import Recorder, Wire
from lakabe.errors import LakabeError, ProtocolError, UsageError

FEATURE = "load"

WHY = {"busy": "it is busy: put back the stone that is in your hand, or end what it is doing"}
"""Reasons for which a board refuses, in words; others are shown as they are."""


class Layer:
    """Gives a board a position (N2), as soon as it has told what it had to tell, and what is at hand is kept.

    ``over`` is called at the end; ``error`` says what was wrong then, None where the board has the position.
    A game that is being played is only broken off if ``replace``; it stays in the archive without a result.
    """

    def __init__(
        self,
        position: str,
        opener: Callable[[], Wire],
        archive: Archive,
        over: Callable[[], None],
        *,
        replace: bool = False,
        notice: Callable[[str], None] | None = None,
    ) -> None:
        board, turn = position.split(" ")
        self.error: LakabeError | None = None
        self.done = False
        self.recorder = Recorder(opener, archive, listener=self._see, notice=notice)
        self._commands: list[tuple[str, ...]] = [("load", "-", board, turn), ("go",)]
        self._id: int | None = None
        self._archive = archive
        self._replace = replace
        self._over = over

    def _see(self, event: Event) -> None:
        if self.done or self.error is not None:
            return
        if self._id is None:
            if self.recorder.settled:
                self._try(self._begin)
        elif isinstance(event, events.Ok | events.No | events.Unanswered) and event.id == self._id:
            self._try(lambda: self._answered(event))

    def _try(self, do: Callable[[], None]) -> None:
        try:
            do()
        except LakabeError as error:
            self.error = error
            self._over()

    def _begin(self) -> None:
        hello, playing = self.recorder.hello, self.recorder.playing
        if hello is None or FEATURE not in hello.features:
            raise ProtocolError("the board does not take positions", "update it with `lakabe flash`")
        going = playing is not None and playing.ply > playing.first_ply and not self._ended(playing.number)
        if going and not self._replace:
            raise UsageError("a game is being played on the board", "end it, or give --new to break it off")
        self._next()

    def _ended(self, number: int | None) -> bool:
        return number is not None and self._archive.game(number).result is not None

    def _answered(self, event: events.Ok | events.No | events.Unanswered) -> None:
        if isinstance(event, events.No):
            why = WHY.get(event.reason, " ".join([event.reason, event.detail]).strip())
            raise UsageError(
                f"the board does not take the position: {why}",
                "" if event.reason not in WHY else "then try again",
            )
        if isinstance(event, events.Unanswered):
            raise ProtocolError("the board has not answered", "try again")
        if self._commands:
            self._next()
        else:
            self.done = True
            self._over()

    def _next(self) -> None:
        self._id = self.recorder.send(*self._commands.pop(0))


def lay(
    position: str,
    opener: Callable[[], Wire],
    archive: Archive,
    wake: threading.Event,
    *,
    replace: bool = False,
    notice: Callable[[str], None] | None = None,
) -> bool:
    """Lay a position (N2) out on the board behind ``opener``; False where ``wake`` was set before that.

    LakabeError for what is wrong: no port, no board, a game that is being played, a refusal.
    """
    layer = Layer(position, opener, archive, wake.set, replace=replace, notice=notice)
    layer.recorder.start(wake.set)
    wake.wait()
    layer.recorder.stop()
    layer.recorder.join()
    error = layer.error or layer.recorder.error
    if error is not None:
        raise error
    return layer.done
