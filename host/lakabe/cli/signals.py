"""Ending politely: Ctrl-C, a polite kill and a terminal that goes away."""

from __future__ import annotations

import os
import select
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

POLITE = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)

LIMIT_S = 1.7
"""Seconds after the first signal at which a process ends, whatever hangs."""

_OVER = b"\0"
"""No signal has this number."""


@contextmanager
def ending(
    end: Callable[[], object],
    signals: tuple[signal.Signals, ...] = POLITE,
    force: Callable[[], object] | None = None,
) -> Iterator[list[int]]:
    """While inside, such a signal is noted in the list and calls ``end`` instead of ending the process.

    With ``force``, who is still inside after `LIMIT_S` is ended: ``force`` is called, for children that would
    outlive the process, and the process ends with 128 and the signal's number.

    ``end`` is called on a thread of its own: a signal may come while the main thread holds the very lock
    that ``end`` needs, as it does for a moment when it begins to wait. The system may also deliver it to
    another thread, and that alone does not wake a main thread that waits: so the wakeup descriptor tells,
    which is written to on whichever thread it is.
    """
    caught: list[int] = []
    over = threading.Event()
    reading, writing = os.pipe()
    os.set_blocking(writing, False)

    def listen() -> None:
        while (told := os.read(reading, 1)) != _OVER:
            if told[0] in signals:
                caught.append(told[0])
                if force is not None and len(caught) == 1:
                    limiting = (told[0], force)
                    threading.Thread(target=limit, args=limiting, name="limit", daemon=True).start()
                end()

    def limit(number: int, force: Callable[[], object]) -> None:
        if not over.wait(LIMIT_S):
            try:
                force()
            finally:
                _give_up(number)

    listener = threading.Thread(target=listen, name="signals", daemon=True)
    listener.start()
    woken = signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
    before = {number: signal.signal(number, _stay) for number in signals}
    try:
        yield caught
    finally:
        over.set()
        for number, handler in before.items():
            signal.signal(number, handler)
        signal.set_wakeup_fd(woken)
        os.write(writing, _OVER)
        listener.join()
        os.close(writing)
        os.close(reading)


def _stay(number: int, frame: object) -> None:
    """The descriptor tells."""


def _give_up(number: int) -> None:
    text = b"lakabe: something does not end: ended by force\n"
    if select.select([], [2], [], 0)[1]:  # who reads it may hang, too
        os.write(2, text)
    os._exit(128 + number)
