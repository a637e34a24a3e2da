"""A hub without a server."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

from page_fakes import FakeBoard, FakeSender

from lakabe.board import events
from lakabe.web.clients import Client
from lakabe.web.hub import Hub, Kept
from lakabe.web.requests import Request


class Room:
    """A hub in a loop of its own, with everything around it faked."""

    def __init__(self, virtual: bool = True, kept: Callable[[str], Kept | None] = lambda game: None) -> None:
        self.board = FakeBoard()
        self.sent = FakeSender()
        self.hub = Hub(self.sent, kept, self.board if virtual else None)
        self.loop = asyncio.new_event_loop()
        self.hub.start(self.loop)

    def settle(self) -> None:
        """Let the loop take in everything that other threads have handed over."""
        self.loop.run_until_complete(asyncio.sleep(0))

    def hear(self, *heard: events.Event) -> None:
        for event in heard:
            self.hub.event(event)
            if isinstance(event, events.GameStarted | events.Move):
                self.hub.recorded(event.game)
        self.settle()

    def ask(self, client: Client, kind: str, /, **fields: Any) -> None:
        self.hub.handle(client, Request(kind, fields))

    def state(self, client: Client) -> dict[str, Any]:
        """The state that a client gets now; it must be new."""
        return next(message for message in self.fetch(client) if message["type"] == "state")

    def fetch(self, client: Client) -> list[dict[str, Any]]:
        return [json.loads(text) for text in self.hub.fetch(client)]

    def notices(self, client: Client) -> list[str]:
        return [message["text"] for message in self.fetch(client) if message["type"] == "notice"]
