"""Work that takes a while, on threads away from the event loop, which do not hold up the program's end."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

MOST_AT_ONCE = 4
"""Threads that work for the page; further work waits."""


class Threads:
    """At most so many at once. Unlike those of ``asyncio.to_thread``, nobody waits for them at the end."""

    def __init__(self) -> None:
        self._free = asyncio.Semaphore(MOST_AT_ONCE)

    async def run(self, call: Callable[..., T], *arguments: object) -> T:
        """What ``call`` returns or raises."""
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[T] = loop.create_future()

        def tell(found: T | None, error: BaseException | None) -> None:
            self._free.release()
            if answer.cancelled():
                return
            if error is not None:
                answer.set_exception(error)
            else:
                answer.set_result(found)  # type: ignore[arg-type]

        def work() -> None:
            found, error = None, None
            try:
                found = call(*arguments)
            except BaseException as raised:
                error = raised
            with contextlib.suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(tell, found, error)

        await self._free.acquire()
        threading.Thread(target=work, name="page work", daemon=True).start()
        return await answer
