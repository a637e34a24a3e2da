"""What stands at both ends of the hub: a page that is connected, and a virtual board under its hands."""

from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import dataclass, field
from typing import Protocol

from lakabe.language.catalogues import SOURCE
from lakabe.language.saying import Text

NOTICES = 8
"""Notices kept for a client that does not fetch them; older ones are dropped."""


class VirtualHands(Protocol):
    """What the page's hands can do to a virtual board: open and close contacts, press buttons. None waits."""

    @property
    def ready(self) -> bool:
        """Whether the board takes what is done to it."""

    def contact(self, point: str, closed: bool) -> None:
        """Open or close the contact of a point."""

    def button(self, name: str, down: bool) -> None:
        """Press or release a button."""


@dataclass(eq=False)
class Client:
    """One page that is connected; ``seen`` counts its messages that were dealt with."""

    id: int
    may_play: bool = True  # otherwise it only watches
    language: str = SOURCE
    seen: int = 0
    stale: bool = True
    pixels: bool = True
    notices: deque[Text] = field(default_factory=lambda: deque(maxlen=NOTICES))
    ready: asyncio.Event = field(default_factory=asyncio.Event)
