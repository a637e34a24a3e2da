"""A session on this computer, and hands that use its buttons and contacts: what the firmware lights."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from fanorona.hands.buttons import MENU_KEY, TURN_KEY
from fanorona.lights.painter import LETTERS
from fanorona.modes.menu import PLACES
from fanorona.rules.geometry import POINTS
from fanorona.rules.notation import parse_point, point_name
from fanorona.rules.rules import EMPTY, START
from fanorona.session import Session


@dataclass(frozen=True)
class Look:
    """Letters of the lit points (firmware/README.md) and colours of the stones that are seen, by point."""

    lit: Mapping[int, str]
    stones: Mapping[int, int] = field(default_factory=dict)


class Hands:
    """A session and hands; the stones stand as a game begins, or those of some ``points`` alone."""

    def __init__(self, points: Iterable[int] = range(POINTS)) -> None:
        self.session = Session(b"0", b"0", b"00000000")
        self._stones = {p: START[p] for p in points if START[p] != EMPTY}
        self._held = EMPTY
        self._now = 0
        self._said = bytearray(64)
        self.wait(100)

    def wait(self, ms: int, buttons: int = 0) -> None:
        """Let time pass while these buttons are down."""
        reeds = bytearray(p in self._stones for p in range(POINTS))
        for _ in range(ms):
            self._now += 1
            self.session.step(reeds, buttons, self._now)
            while self.session.outbox.take(self._said, len(self._said)):
                pass

    def press(self, key: int, ms: int = 100) -> None:
        """Press a button for so long."""
        self.wait(ms, 1 << key)
        self.wait(50)

    def open_menu(self) -> None:
        """Hold *menu* until the menu is open."""
        self.press(MENU_KEY, 1700)

    def begin_championship(self) -> None:
        """Choose a championship in the menu, and have its first game shown."""
        self.open_menu()
        self.touch(point_name(PLACES[0][3]))
        self.press(TURN_KEY)
        self.session.keep()
        self.wait(500)

    def lift(self, name: str) -> None:
        """Take the stone of a point into the hand."""
        self._held = self._stones.pop(parse_point(name))
        self.wait(50)

    def put(self, name: str) -> None:
        """Set down the stone that was lifted last."""
        self._stones[parse_point(name)] = self._held
        self.wait(50)

    def touch(self, name: str) -> None:
        """Lift the stone that stands there and put it back, or set one down for a moment."""
        stands = parse_point(name) in self._stones
        for act in (self.lift, self.put) if stands else (self.put, self.lift):
            act(name)

    def take_off(self, *names: str) -> None:
        """Take stones off the board; the one in the hand is another."""
        for name in names:
            del self._stones[parse_point(name)]
            self.wait(50)

    def lights(self) -> Look:
        """What is lit now, without the stones."""
        roles = self.session.roles
        return Look({p: chr(LETTERS[roles[p]]) for p in range(POINTS) if roles[p]})

    def look(self) -> Look:
        """What is lit, and what stands, now."""
        return Look(self.lights().lit, dict(self._stones))
