"""Ending politely: Ctrl-C, a polite kill and a terminal that goes away."""

from __future__ import annotations

import os
import select
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_NAMES = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")
POLITE = tuple(getattr(signal, name) for name in _NAMES if hasattr(signal, name))
"""SIGHUP is what a terminal sends that goes away; Windows has SIGBREAK for that."""

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
    # Sockets, for Windows can neither make a pipe that does not wait nor tell of one.
    reading, writing = socket.socketpair()
    writing.setblocking(False)

    def listen() -> None:
        while (told := reading.recv(1)) != _OVER:
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
    woken = signal.set_wakeup_fd(writing.fileno(), warn_on_full_buffer=False)
    before = {number: signal.signal(number, _stay) for number in signals}
    try:
        yield caught
    finally:
        over.set()
        for number, handler in before.items():
            signal.signal(number, handler)
        signal.set_wakeup_fd(woken)
        writing.send(_OVER)
        listener.join()
        writing.close()
        reading.close()


def _stay(number: int, frame: object) -> None:
    """The descriptor tells."""


def _give_up(number: int) -> None:
    text = b"lakabe: something does not end: ended by force\n"
    try:
        heard = bool(select.select([], [2], [], 0)[1])  # who reads it may hang, too
    except OSError:
        heard = True  # Windows asks sockets alone
    if heard:
        os.write(2, text)
    os._exit(128 + number)
