"""Stand-ins for what is behind the page."""

from __future__ import annotations

from collections import deque
from typing import Any

from lakabe.errors import BoardFault


class FakeBoard:
    """Remembers what hands did to it."""

    def __init__(self) -> None:
        self.contacts: dict[str, bool] = {}
        self.log: list[tuple[str, bool]] = []
        self.broken = False
        self.ready = True

    def contact(self, point: str, closed: bool) -> None:
        if self.broken:
            raise BoardFault("the virtual board has stopped")
        self.contacts[point] = closed
        self.log.append((point, closed))

    def button(self, name: str, down: bool) -> None:
        self.log.append((name, down))

    def closed(self) -> set[str]:
        return {point for point, closed in self.contacts.items() if closed}


class FakeSender:
    """Takes commands, and gives them numbers."""

    def __init__(self) -> None:
        self.commands: list[tuple[Any, ...]] = []
        self.failures: deque[Exception] = deque()

    def __call__(self, *command: Any) -> int:
        if self.failures:
            raise self.failures.popleft()
        self.commands.append(command)
        return len(self.commands)
