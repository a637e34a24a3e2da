"""Quick hands: they play N1 moves through the page's WebSocket, waiting for the board and never for time."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlsplit

from websockets.sync.client import connect

from fanorona.rules import notation, rules
from fanorona.rules.moves import takes
from lakabe.board import events
from lakabe.web.security import COOKIE

PATIENCE_S = 15.0


class Tap:
    """Overhears the board's events on their way to the page, so that a test can wait for one."""

    def __init__(self, onward: Callable[[events.Event], None]) -> None:
        self.heard: list[events.Event] = []
        self._onward = onward
        self._more = threading.Condition()

    def __call__(self, event: events.Event) -> None:
        self._onward(event)
        with self._more:
            self.heard.append(event)
            self._more.notify_all()

    def wait(self, wanted: Callable[[events.Event], bool], since: int = 0) -> events.Event:
        """The first such event from place ``since`` on."""
        with self._more:
            found = self._more.wait_for(lambda: [e for e in self.heard[since:] if wanted(e)], PATIENCE_S)
            assert found, f"not heard; the last were {self.heard[-8:]}"
            return found[0]


class Fingers:
    """A page without a page. ``position`` is the one before the next move."""

    def __init__(self, url: str, tap: Tap, played: list[str] | None = None) -> None:
        self._place = urlsplit(url).netloc
        token = parse_qs(urlsplit(url).query).get("token")
        self._headers = {"Cookie": f"{COOKIE}_{urlsplit(url).port}={token[0]}"} if token else {}
        self._tap = tap
        self.position = rules.Position()
        for text in played or []:
            self._advance(text)

    def __enter__(self) -> Fingers:
        # Nobody reads here, so nothing may fill up: the goodbye would never be seen.
        self._connection = connect(
            f"ws://{self._place}/ws",
            origin=f"http://{self._place}",
            additional_headers=self._headers,
            compression=None,
            proxy=None,
            max_queue=None,
        )
        self._socket = self._connection.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.__exit__(None, None, None)

    def do(self, kind: str, **fields: Any) -> None:
        self._socket.send(json.dumps({"type": kind, **fields}))

    def lift(self, point: str, kind: str = "lift") -> None:
        since = len(self._tap.heard)
        self.do(kind, point=point)
        self._tap.wait(lambda event: isinstance(event, events.Lift) and event.point == point, since)

    def place(self, point: str) -> None:
        since = len(self._tap.heard)
        self.do("place", point=point)
        self._tap.wait(lambda event: isinstance(event, events.Place) and event.point == point, since)

    def play(self, text: str) -> events.Move:
        """Perform a move and end it with *turn* where it might go on; what the board made of it."""
        since = len(self._tap.heard)
        for p, q, kind in notation.parse_steps(text):
            taken = bytearray(46)
            takes(self.position, p, q, kind, taken)
            self.position.play(p, q, kind)
            self.lift(notation.point_name(p))
            self.place(notation.point_name(q))
            for x in range(45):
                if taken[x]:
                    self.lift(notation.point_name(x), "discard")
        if self.position.may_go_on():
            for down in (True, False):
                before = len(self._tap.heard)
                self.do("button", name="turn", down=down)
                self._tap.wait(lambda event, now=down: _is_button(event, now), before)
        self.position.end_turn()
        self.position.forget()
        move = self._tap.wait(lambda event: isinstance(event, events.Move), since)
        assert isinstance(move, events.Move)
        return move

    def _advance(self, text: str) -> None:
        notation.play_move(self.position, text)
        self.position.end_turn()
        self.position.forget()


def _is_button(event: events.Event, down: bool) -> bool:
    return isinstance(event, events.Button) and event.down == down
