"""Writes a reed trace (docs/traces.md), refusing contacts that wood cannot make."""

from __future__ import annotations

import random

from reference import Point, name, picture


class Tape:
    """Events in order of time, and the reeds as they stand after the last of them. Times in microseconds."""

    def __init__(
        self, occupied: frozenset[Point], bounce_ms: float = 0, rng: random.Random | None = None
    ) -> None:
        self.now = 0
        self.occupied = set(occupied)
        self._bounce_us = round(bounce_ms * 1000)
        self._rng = rng or random.Random(0)
        self._lines = ["lakabe-trace 1", f"start {picture(occupied)}"]

    def wait(self, low_ms: float, high_ms: float, rng: random.Random) -> None:
        self.now += round(rng.uniform(low_ms, high_ms) * 1000)

    def lift(self, point: Point) -> None:
        assert point in self.occupied, f"no stone to lift on {name(point)}"
        self.occupied.remove(point)
        self._contact(point, 0)

    def place(self, point: Point) -> None:
        assert point not in self.occupied, f"{name(point)} is occupied"
        self.occupied.add(point)
        self._contact(point, 1)

    def press(self, button: str, hold_ms: float) -> None:
        self._event(f"button {button} 1")
        self.now += round(hold_ms * 1000)
        self._event(f"button {button} 0")

    def comment(self, text: str) -> None:
        self._lines.append(f"# {text}")

    def text(self) -> str:
        """The whole trace, ended a second after the last event."""
        return "\n".join([*self._lines, f"{_ms(self.now + 1_000_000)} end"]) + "\n"

    def _contact(self, point: Point, closed: int) -> None:
        """One change; with bounce, up to three chatters that are over in time."""
        self._event(f"{name(point)} {closed}")
        chatters = self._rng.randrange(4) if self._bounce_us else 0
        for _ in range(chatters):
            for level in (1 - closed, closed):
                self.now += self._rng.randrange(20, self._bounce_us // (2 * chatters))
                self._event(f"{name(point)} {level}")

    def _event(self, text: str) -> None:
        self._lines.append(f"{_ms(self.now)} {text}")


def _ms(microseconds: int) -> str:
    whole, part = divmod(microseconds, 1000)
    return f"{whole}.{part:03d}".rstrip("0").rstrip(".")
