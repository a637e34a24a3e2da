"""The wood of the virtual board: which stone lies where, the two trays, and one hand per client.

A table knows colours and places, and no rules: any stone may be put on any empty point, as on a real table.
Each change of an occupied point opens or closes that point's contact, which is all that the board can feel.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from lakabe.games import variants
from lakabe.language.saying import Text, say

COLUMNS = "abcdefghi"
POINTS: tuple[str, ...] = tuple(f"{column}{row}" for row in range(1, 6) for column in COLUMNS)
"""The 45 points by name, in point order: ``a1``, ``b1`` ... ``i5``."""
READING: tuple[str, ...] = tuple(f"{column}{row}" for row in range(5, 0, -1) for column in COLUMNS)
"""The same points in reading order, as in every picture: rows 5 to 1, each from a to i."""


def _spread(position: str) -> str:
    rows = position.split(" ")[0].replace("/", "")
    return "".join("." * int(letter) if letter.isdigit() else letter for letter in rows)


START = "BBBBBBBBB/BBBBBBBBB/BWBW.BWBW/WWWWWWWWW/WWWWWWWWW".replace("/", "")
"""The start position (B3) in reading order."""
MIRRORED = "BBBBBBBBB/BBBBBBBBB/WBWB.WBWB/WWWWWWWWW/WWWWWWWWW".replace("/", "")
"""The start position with row 3 mirrored."""
LAYOUTS = {word: _spread(variants.start_of(word)) for word in variants.WORDS}
"""The start position of every variant in reading order."""
STONES = 22
"""Stones of each colour that belong to the set."""
COLOURS = ("W", "B")
_NO_STONE = {
    "W": say("There is no white stone in the tray."),
    "B": say("There is no black stone in the tray."),
}


class HandError(Exception):
    """A hand cannot do that; ``why`` says it in words for the person at the page."""

    def __init__(self, why: Text) -> None:
        self.why = why
        super().__init__(str(why))


@dataclass(frozen=True)
class Hand:
    """One stone in a client's hand: its colour, and the point it came from (None: from the tray)."""

    colour: str
    origin: str | None


class Table:
    """All 44 stones of the set: on points, in the two trays, or in hands.

    ``contact`` is called with a point's name and whether its contact is closed now, once per change, before
    the method that caused it returns. Not thread-safe: call it from one thread.
    """

    def __init__(self, contact: Callable[[str, bool], None], picture: str = START) -> None:
        self._contact = contact
        self._stones: dict[str, str] = {}
        self._tray = dict.fromkeys(COLOURS, STONES)
        self._hands: dict[int, Hand] = {}
        self.set_up(picture)

    def set_up(self, picture: str) -> None:
        """Clear table and hands, and lay out ``picture``: 45 of ``W``, ``B`` and ``.`` in reading order."""
        wanted = {point: letter for point, letter in zip(READING, picture, strict=True) if letter in COLOURS}
        for colour in COLOURS:
            used = sum(letter == colour for letter in wanted.values())
            if used > STONES:
                name = "white" if colour == "W" else "black"
                raise ValueError(f"{used} {name} stones, but the set has {STONES}")
            self._tray[colour] = STONES - used
        before, self._stones = self._stones, wanted
        self._hands.clear()
        for point in POINTS:
            if (point in before) != (point in wanted):
                self._contact(point, point in wanted)

    def lift(self, client: int, point: str) -> None:
        """Take the stone on ``point`` into the client's hand."""
        self._empty_handed(client)
        colour = self._stones.pop(point, None)
        if colour is None:
            raise HandError(say("There is no stone on {point}.", point=point))
        self._hands[client] = Hand(colour, point)
        self._contact(point, False)

    def place(self, client: int, point: str) -> None:
        """Put the stone in the client's hand on ``point``."""
        if point in self._stones:
            raise HandError(say("There is a stone on {point} already.", point=point))
        self._stones[point] = self._give(client).colour
        self._contact(point, True)

    def to_tray(self, client: int) -> None:
        """Put the stone in the client's hand into the tray of its colour."""
        self._tray[self._give(client).colour] += 1

    def take(self, client: int, colour: str) -> None:
        """Take a stone of that colour out of the tray into the client's hand."""
        self._empty_handed(client)
        if not self._tray[colour]:
            raise HandError(_NO_STONE[colour])
        self._tray[colour] -= 1
        self._hands[client] = Hand(colour, None)

    def discard(self, client: int, point: str) -> None:
        """Take the stone on ``point`` straight to the tray."""
        self.lift(client, point)
        self.to_tray(client)

    def put_back(self, client: int) -> None:
        """Put the stone in hand back where it was, or into the tray if that point is taken by now."""
        origin = self._hands[client].origin if client in self._hands else None
        if origin is None or origin in self._stones:
            self.to_tray(client)
        else:
            self.place(client, origin)

    def leave(self, client: int) -> None:
        """The client is gone: whatever it held goes back."""
        if client in self._hands:
            self.put_back(client)

    def hand(self, client: int) -> Hand | None:
        """What the client holds."""
        return self._hands.get(client)

    def hands(self) -> dict[int, Hand]:
        """All hands that hold something, by client."""
        return dict(self._hands)

    def tray(self) -> dict[str, int]:
        """Stones in the trays, by colour."""
        return dict(self._tray)

    def picture(self) -> str:
        """The 45 points in reading order: ``W``, ``B`` or ``.``."""
        return "".join(self._stones.get(point, ".") for point in READING)

    def _empty_handed(self, client: int) -> None:
        if client in self._hands:
            raise HandError(say("Put down the stone in your hand first."))

    def _give(self, client: int) -> Hand:
        hand = self._hands.pop(client, None)
        if hand is None:
            raise HandError(say("There is no stone in your hand."))
        return hand
