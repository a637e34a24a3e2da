"""Numbers for the virtual boards of one person, so that each that runs has a serial number of its own."""

from __future__ import annotations

from collections.abc import Sequence
from types import TracebackType
from typing import TextIO

from lakabe import system
from lakabe.errors import UsageError
from lakabe.places import state_directory

NUMBERS = range(256)


class Claim:
    """A number that no other virtual board has, until ``release`` or the end of this process."""

    def __init__(self, number: int, lock: TextIO | None) -> None:
        self.number = number
        self._lock = lock

    def release(self) -> None:
        """Let others have the number. Harmless once more."""
        if self._lock is not None:
            self._lock.close()

    def __enter__(self) -> Claim:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()


def claim(preferred: Sequence[int] = ()) -> Claim:
    """The first free number of ``preferred``, else the lowest free one. UsageError when all are taken.

    Where no lock files can be made (no home directory to write in) nothing is known of other boards, and the
    first number is taken for free.
    """
    folder = state_directory() / "virtual"
    wanted = [*preferred, *(number for number in NUMBERS if number not in preferred)]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for number in wanted:
            lock = (folder / f"{number}.lock").open("w")
            try:
                system.lock(lock)
            except BlockingIOError:
                lock.close()
                continue
            return Claim(number, lock)
    except OSError:
        return Claim(wanted[0], None)
    raise UsageError(f"{len(NUMBERS)} virtual boards are running", "end some of them")
