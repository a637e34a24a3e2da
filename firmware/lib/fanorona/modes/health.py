"""Tells the host how the contacts have done (PROTOCOL.md)."""

from fanorona.compat import const
from fanorona.hands.bounces import Bounces
from fanorona.rules.geometry import COLUMNS, ROWS
from fanorona.wire.outbox import MAX_LINE
from fanorona.wire.reports import Reports

_SLASH_BETWEEN = const(47)
_MOST_TOLD = const(99)


class Health:
    """A line for each row, by ``go_on``."""

    def __init__(self, reports: Reports, bounces: Bounces) -> None:
        self._reports = reports
        self._bounces = bounces
        self._row = ROWS  # the next to tell

    def start(self) -> None:
        """Begin with the first row."""
        self._row = 0

    def is_on(self) -> bool:
        """Return whether ``go_on`` has a row to tell."""
        return self._row < ROWS

    def go_on(self) -> None:
        """Tell the next row, when there is room for it."""
        out = self._reports.outbox
        if out.room() < 2 * MAX_LINE:
            return
        row = self._row
        self._row = row + 1
        bounces = self._bounces
        out.begin(b"health", self._reports.now)
        out.put_number(row + 1)
        for p in range(row * COLUMNS, row * COLUMNS + COLUMNS):
            out.put_number(bounces.closures[p])
            self._add(bounces.bounce[p])
            self._add(bounces.missed[p])
            self._add(bounces.flickers[p])
        out.end()

    def _add(self, number: int) -> None:
        out = self._reports.outbox
        out.put_char(_SLASH_BETWEEN)
        out.add_number(min(number, _MOST_TOLD))
