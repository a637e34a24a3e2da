"""Where slices are worked on: in this process, in processes beside it, or on a Dask cluster."""

from __future__ import annotations

import importlib
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import wait
from types import TracebackType
from typing import Any, Protocol, Self

from lakabe.errors import LakabeError, SetupError, UsageError
from lakabe.installation import repair

Call = tuple[Any, ...]

LOCKS = "/dev/shm"  # noqa: S108
ATTEMPTS = 3
"""How often a pool whose process died is replaced before giving up on one set of slices."""


class Runner(Protocol):
    """Does many calls of one function, in any order."""

    workers: int
    apart: bool
    """Whether they may be done on other computers."""

    def run(
        self, function: Callable[..., Any], calls: Sequence[Call], done: Callable[[int, Any], None]
    ) -> None:
        """Do all calls; ``done(i, answer)`` here after each. Raises what a call raises."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


class Processes:
    """This computer: so many processes, or this one where a single one is asked for or there is one call."""

    apart = False

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self._pool: ProcessPoolExecutor | None = None

    def run(
        self, function: Callable[..., Any], calls: Sequence[Call], done: Callable[[int, Any], None]
    ) -> None:
        """Do all calls; those that were lost with a process that died are done again."""
        if self.workers == 1 or len(calls) == 1:
            for i, call in enumerate(calls):
                done(i, function(*call))
            return
        left = dict(enumerate(calls))
        for attempt in range(ATTEMPTS):
            try:
                self._attempt(function, left, done)
                return
            except BrokenProcessPool as error:
                self._close()
                if attempt + 1 == ATTEMPTS:
                    raise LakabeError(
                        "processes of the build were killed again and again", "is there enough memory?"
                    ) from error

    def _attempt(
        self, function: Callable[..., Any], left: dict[int, Call], done: Callable[[int, Any], None]
    ) -> None:
        if self._pool is None:
            self._pool = self._open()
        futures: dict[Future[Any], int] = {self._pool.submit(function, *call): i for i, call in left.items()}
        for future in as_completed(futures):
            answer = future.result()
            del left[futures[future]]
            done(futures[future], answer)

    def _open(self) -> ProcessPoolExecutor:
        context = multiprocessing.get_context("spawn")
        try:
            return ProcessPoolExecutor(self.workers, context, initializer=_start)
        except (OSError, ImportError) as error:  # Linux keeps the locks that processes share there
            why = getattr(error, "strerror", None) or error
            raise SetupError(
                f"several processes cannot work together, {LOCKS} is missing or full: {why}",
                "mount it, or have one process work alone with --jobs 1 or --workers 1",
            ) from error

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._close()

    def _close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)
            self._pool = None


def _start() -> None:
    """In each process: leave Ctrl-C to the one that started it, and do not outlive that one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    assert parent is not None

    def end_with_parent() -> None:
        wait([parent.sentinel])
        os._exit(1)

    threading.Thread(target=end_with_parent, daemon=True).start()


class Cluster:
    """The workers of a Dask scheduler; all must see the folder of the tables under the same name."""

    apart = True

    def __init__(self, address: str, patience: float = 10) -> None:
        """Connect to ``tcp://HOST:PORT`` within ``patience`` seconds. SetupError, UsageError."""
        try:
            self._dask: Any = importlib.import_module("distributed")
        except ImportError as error:
            raise SetupError("Dask is not installed", repair("cluster")) from error
        try:
            self._client = self._dask.Client(address, timeout=patience)
        except (OSError, ValueError) as error:
            raise UsageError(f"no Dask scheduler answers at {address}", "start `dask scheduler`") from error
        self.workers = sum(self._client.nthreads().values())
        if not self.workers:
            self._client.close()
            raise UsageError(f"the scheduler at {address} has no workers", f"start `dask worker {address}`")

    def run(
        self, function: Callable[..., Any], calls: Sequence[Call], done: Callable[[int, Any], None]
    ) -> None:
        """Do all calls; the scheduler has those done again that were lost with a worker."""
        futures = {self._client.submit(function, *call, pure=False): i for i, call in enumerate(calls)}
        try:
            for future, answer in self._dask.as_completed(futures, with_results=True):
                done(futures[future], answer)
        except self._dask.KilledWorker as error:
            raise LakabeError("workers were killed again and again", "have they enough memory?") from error
        finally:
            self._client.cancel(list(futures))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._client.close()
