"""Ending politely: Ctrl-C, a polite kill and a terminal that goes away."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager

POLITE = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@contextmanager
def ending(end: Callable[[], object], signals: tuple[signal.Signals, ...] = POLITE) -> Iterator[list[int]]:
    """While inside, such a signal calls ``end`` and is noted in the list instead of ending the process."""
    caught: list[int] = []

    def note(number: int, frame: object) -> None:
        caught.append(number)
        end()

    before = {number: signal.signal(number, note) for number in signals}
    try:
        yield caught
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
