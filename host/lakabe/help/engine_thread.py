"""An engine on a thread of its own, so that what it thinks about never holds up the record.

What needs the compiler is imported there, too: it takes most of a second.
"""

from __future__ import annotations

import contextlib
import logging
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from lakabe import installation
from lakabe.errors import InputError, LakabeError

if TYPE_CHECKING:
    from lakabe.help.source import Source

GOODBYE_S = 2.0

_log = logging.getLogger(__name__)


class EngineThread:
    """Thinks about one job at a time, always the latest.

    ``command`` is that of another engine, None for ours. ``think`` gets the engine and the number of its job
    on this thread; once ``job`` is another number, what it finds is of no use. ``failed`` is told, there as
    well, why a job that is still wanted came to nothing, or why no engine could be prepared; None where that
    is a fault of this program, which is in the log. An engine that fails is given up: the next job starts
    another.
    """

    def __init__(
        self,
        name: str,
        command: str | None,
        think: Callable[[Source, int], None],
        failed: Callable[[LakabeError | None], None],
    ) -> None:
        self.changed = threading.Condition()
        """Guards all that the thread shares with others; its lock is reentrant."""
        self.job = 0
        """The number of the job that was begun last and not ended since; 0 is none."""
        self._command = command
        self._think = think
        self._failed = failed
        self._source: Source | None = None
        self._jobs = 0
        self._wanted = False  # whether an engine is to be started without a job
        self._closing = False
        self._thread = threading.Thread(target=self._work, name=name, daemon=True)
        self._thread.start()

    def begin(self) -> None:
        """Think about another job, and no longer about the one before."""
        with self.changed:
            self.end()
            self._jobs += 1
            self.job = self._jobs
            self.changed.notify()

    def end(self) -> None:
        """There is nothing to think about any more."""
        with self.changed:
            if self.job:
                self.job = 0
                self.interrupt()

    def interrupt(self) -> None:
        """Let the engine come to an end with what it has found for the job."""
        with self.changed:
            if self._source is not None:
                # One that has ended is noticed by who waits for its answer.
                with contextlib.suppress(LakabeError):
                    self._source.stop()

    def prepare(self) -> None:
        """Start the engine before there is a job, so that the first need not wait for it."""
        with self.changed:
            self._wanted = True
            self.changed.notify()

    def close(self) -> None:
        """End the engine and the thread."""
        with self.changed:
            self._closing = True
            self.job = 0
            self.interrupt()
            self.changed.notify()
        self._thread.join(GOODBYE_S)

    def _work(self) -> None:
        done = 0
        while True:
            with self.changed:
                while not self._closing and self.job in (0, done) and (self._source or not self._wanted):
                    self.changed.wait()
                if self._closing:
                    break
                job = self.job if self.job != done else 0
            try:
                source = self._open()
                if job:
                    self._think(source, job)
            except LakabeError as error:
                self._give_up(job, error)
            except Exception:
                _log.exception("the %s failed", self._thread.name)
                self._give_up(job, None)
            done = job or done
        if self._source is not None:
            self._source.close()

    def _open(self) -> Source:
        if self._source is None:
            self._wanted = False  # one attempt without a job is enough
            try:
                from lakabe.help.source import open_source
            except ImportError as error:
                raise installation.cannot_start("the engine", error) from error

            source = open_source(self._command)
            with self.changed:
                self._source = source
        return self._source

    def _give_up(self, job: int, error: LakabeError | None) -> None:
        if not isinstance(error, InputError) and self._source is not None:
            # An engine that failed may be no more.
            self._source.close()
            self._source = None
        with self.changed:
            if self._closing or (job and self.job != job):
                return
            if job:
                self.job = 0
        self._failed(error)
