"""A log that says the same thing a few times only, and then how often it was said."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic

SHOWN = 3
"""Messages of a kind that are shown before the others are counted."""
WINDOW_S = 10.0
"""After so many seconds their number is told, and they are shown again."""


@dataclass
class _Kind:
    """Messages that differ in their details only."""

    since: float
    count: int = 0
    last: logging.LogRecord | None = None  # of those that were not shown


class Repeats(logging.Filter):
    """Lets the first messages of a kind through to a handler, and counts the others. ``clock``: seconds."""

    def __init__(self, handler: logging.Handler, clock: Callable[[], float] = monotonic) -> None:
        super().__init__()
        self._handler = handler
        self._clock = clock
        self._lock = threading.Lock()
        self._kinds: dict[tuple[str, str], _Kind] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether it is shown."""
        self.tell()
        said = str(record.msg)
        with self._lock:
            key = record.name, record.getMessage() if said == "%s" else said
            kind = self._kinds.setdefault(key, _Kind(self._clock()))
            kind.count += 1
            if kind.count > SHOWN:
                kind.last = record
            return kind.last is None

    def tell(self) -> None:
        """Tell how many were not shown of the kinds whose time is over."""
        self._tell(self._clock() - WINDOW_S)

    def finish(self) -> None:
        """Tell how many were not shown."""
        self._tell(self._clock())

    def _tell(self, begun_by: float) -> None:
        with self._lock:
            over = [key for key, kind in self._kinds.items() if kind.since <= begun_by]
            kinds = [self._kinds.pop(key) for key in over]
        for kind in kinds:
            last = kind.last
            if last is not None:
                text = f"{last.getMessage()} ... {kind.count - SHOWN} more like this"
                told = logging.LogRecord(last.name, last.levelno, last.pathname, last.lineno, text, (), None)
                self._handler.acquire()
                try:
                    self._handler.emit(told)
                finally:
                    self._handler.release()
