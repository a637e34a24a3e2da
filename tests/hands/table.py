"""The wooden board with real stones on it: what hands do becomes changes of contacts, with bounce."""

from __future__ import annotations

import heapq
import random
from typing import Protocol

from hands.acts import POWER, TURN, Act
from hands.reeds import Reed
from reference import Point, name

CHANGE_MS = 45
"""From one stone's leaving a point to another's standing there, at least."""


class Board(Protocol):
    """The electronics under the wood, as far as hands and eyes reach."""

    def contact(self, us: int, point: Point, closed: bool) -> None:
        """The reed of a point, or the button, changes."""

    def run(self, us: int) -> None:
        """Time passes, to `us` microseconds after the start."""

    def power(self, us: int, on: bool) -> None:
        """The power goes, or comes back; meanwhile contacts change and nobody looks."""

    def lights(self) -> dict[Point, str]:
        """The role letter of each point that is lit (PROTOCOL.md)."""


class Table:
    """Stones of both colours on the points. Times in microseconds since the board was switched on.

    dead: points whose contacts do not work; those that do not from the start show what is not so then.
    events: every change of a contact, of the button or of the power so far, as (time, point, closed).
    touches: all that hands did.
    failed: points whose contacts have not worked at some time.
    """

    def __init__(
        self,
        stones: dict[Point, str],
        reed: Reed,
        rng: random.Random,
        board: Board,
        dead: frozenset[Point] = frozenset(),
    ) -> None:
        self.stones = dict(stones)
        self.start = frozenset(stones) ^ dead
        self.dead = dead
        self.failed = dead
        self.board = board
        self.now = 0
        self.events: list[tuple[int, Point, bool]] = []
        self.touches: list[Act] = []
        self._reed = reed
        self._rng = rng
        self._coming: list[tuple[int, int, Point, bool]] = []
        self._settled: dict[Point, int] = {}
        self._taken: dict[Point, tuple[str, int]] = {}  # the last stone that was, and when
        self._count = 0

    def wait(self, ms: float) -> None:
        """Let time pass."""
        self.now += round(ms * 1000)
        while self._coming and self._coming[0][0] <= self.now:
            us, _, point, closed = heapq.heappop(self._coming)
            self.events.append((us, point, closed))
            self.board.contact(us, point, closed)
        self.board.run(self.now)

    def do(self, act: Act) -> None:
        """One touch, after its wait."""
        self.wait(act.wait)
        self.touches.append(act)
        if act.point == TURN:
            self.press(TURN, self._rng.uniform(30, 200))
        elif act.placed:
            assert act.point not in self.stones, f"{name(act.point)} is occupied"
            taken, since = self._taken.get(act.point, (act.placed, 0))
            if taken != act.placed and self.now < since + CHANGE_MS * 1000:
                self.wait(CHANGE_MS - (self.now - since) / 1000)
            self.stones[act.point] = act.placed
            self._chatter(act.point, True)
        else:
            self._taken[act.point] = (self.stones.pop(act.point), self.now)
            self._chatter(act.point, False)

    def press(self, button: Point, hold_ms: float) -> None:
        """A button is pressed and let go, if need be after it was let go the last time."""
        begin = max(self.now, self._settled.get(button, 0) + 30_000)
        self._settled[button] = begin + round(hold_ms * 1000)
        self._change(begin, button, True)
        self._change(self._settled[button], button, False)

    def power(self, on: bool) -> None:
        """The power goes, or comes back."""
        self.events.append((self.now, POWER, on))
        self.board.power(self.now, on)

    def fail(self, points: frozenset[Point]) -> None:
        """The contacts of these points show nothing from now on."""
        for point in sorted((points & self.stones.keys()) - self.dead):
            self._change(self.now, point, False)
        self.dead |= points
        self.failed |= points

    def stick(self, points: frozenset[Point]) -> None:
        """The contacts of these points show from now on, and until they are mended, what is not so now."""
        for point in sorted(points - self.dead):
            self._change(self.now, point, point not in self.stones)
        self.dead |= points
        self.failed |= points

    def mend(self, points: frozenset[Point]) -> None:
        """They show again what stands there."""
        self.dead -= points
        for point in sorted(points):
            self._change(self.now, point, point in self.stones)

    def _chatter(self, point: Point, closed: bool) -> None:
        if point in self.dead:
            return
        # A contact that still chatters from the touch before goes on from there.
        begin = max(self.now, self._settled.get(point, 0) + 1)
        for offset in self._reed.changes(self._rng):
            self._change(begin + offset, point, closed)
            self._settled[point] = begin + offset
            closed = not closed

    def _change(self, us: int, point: Point, closed: bool) -> None:
        self._count += 1
        heapq.heappush(self._coming, (us, self._count, point, closed))
