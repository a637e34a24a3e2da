"""The board's buttons under the hands of many pages.

A click can be shorter than the board's debouncing, and the two halves of a press may reach the board at the
same moment. So each change stays until the board has told of it, and only then the next one is made.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable

from lakabe.errors import LakabeError

log = logging.getLogger(__name__)

FELT_S = 1.0
"""A change that the board does not tell of stays this long, in seconds; *menu* held longer means more."""
MOST_WAITING = 4
"""Changes that may wait for the board, two complete presses; those of wilder hands are dropped."""


class PageButton:
    """One button: down as long as any page presses it, and each time long enough for the board to feel it.

    ``push`` moves the button of the board, True is down; what it raises comes out of `press`. Belongs to the
    event loop that it is used in.
    """

    def __init__(self, push: Callable[[bool], None]) -> None:
        self._push = push
        self._pages: set[int] = set()
        self._down = False
        self._waiting: deque[bool] = deque()
        self._unfelt: asyncio.TimerHandle | None = None

    @property
    def down(self) -> bool:
        """Whether it is down at the board."""
        return self._down

    def press(self, page: int, down: bool, loop: asyncio.AbstractEventLoop) -> None:
        """A page presses it or lets go of it; doing so twice changes nothing."""
        before = bool(self._pages)
        (self._pages.add if down else self._pages.discard)(page)
        if bool(self._pages) == before:
            return
        if len(self._waiting) < MOST_WAITING:
            self._waiting.append(down)
        else:
            self._waiting.pop()  # the opposite of this change: without both it ends as it should
        self._next(loop)

    def felt(self, down: bool, loop: asyncio.AbstractEventLoop) -> None:
        """The board has told that it is down, or up."""
        if self._unfelt is not None and down == self._down:
            self._unfelt.cancel()
            self._go_on(loop)

    def _go_on(self, loop: asyncio.AbstractEventLoop) -> None:
        self._unfelt = None
        try:
            self._next(loop)
        except (LakabeError, OSError) as error:
            log.warning("a button was not moved: %s", error)

    def _next(self, loop: asyncio.AbstractEventLoop) -> None:
        if self._unfelt is None and self._waiting:
            self._down = self._waiting.popleft()
            self._push(self._down)
            self._unfelt = loop.call_later(FELT_S, self._go_on, loop)
