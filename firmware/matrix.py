"""The 5 x 9 matrix of reed contacts, a diode at each point, and the two buttons.

It knows contacts and pins, nothing of stones or rules. Each contact joins its column to its row through a
diode that lets current pass from the column to the row only, so a row is high exactly when its contact on
the driven column is closed, whatever else is closed.
"""

import time

from machine import Pin, mem32

TURN = 1  # bits of buttons()
MENU = 2
REVERSED = 1  # the diode lets current pass from the row to the column instead
BRIDGED = 2  # it lets current pass both ways, or a wire is in its place
HIDDEN = 3  # it is well, and the contact closed; but a bad one pulls its row low in every scan
PROBE_US = 60
"""From changing a line to reading the others in probe(): there may be only the Pico's own pull-downs."""

GPIO_IN = 0xD0000004
"""SIO's register of the levels of GP0 to GP29 (datasheets of RP2040, 2.3.1.7, and RP2350, 3.1.11)."""


class Matrix:
    """Scans the contacts: drives the columns high one at a time and reads the rows against their pull-downs.

    ``closed`` holds 1 (closed) or 0 (open) for every point of the last scan; point = row * columns + column.
    A scan that finds a change sets ``changed``. ``diodes`` and ``stuck`` hold what the last probe() has
    found: 0, REVERSED, BRIDGED or HIDDEN for every point; 1 for each row, then for each column, that is high
    although nothing drives it.
    Nothing is allocated after construction, except by probe().
    """

    def __init__(
        self,
        column_pins: tuple[int, ...],
        row_pins: tuple[int, ...],
        turn_pin: int,
        menu_pin: int,
        settle_us: int,
    ) -> None:
        """GPIO numbers of columns a.. and rows 1.., of the buttons, and the wait before the rows are read."""
        self.closed = bytearray(len(column_pins) * len(row_pins))
        self.changed = False
        self.diodes = bytearray(len(self.closed))
        self.stuck = bytearray(len(row_pins) + len(column_pins))
        self._column_pins = column_pins
        self._row_pins = row_pins
        self._settle_us = settle_us
        columns = [Pin(pin, Pin.OUT) for pin in column_pins]
        for column in columns:
            column.value(0)
        for pin in row_pins:
            Pin(pin, Pin.IN, Pin.PULL_DOWN)
        for pin in (turn_pin, menu_pin):
            Pin(pin, Pin.IN, Pin.PULL_UP)
        # Bound methods taken once: taking one in the scan would allocate, and costs time.
        self._drive = [column.value for column in columns]
        self._rows = [1 << pin for pin in row_pins]  # bits of the rows in GPIO_IN
        self._mask = sum(self._rows)
        self._turn = 1 << turn_pin
        self._menu = 1 << menu_pin
        self._seen = [0] * len(columns)  # bits of the rows that each column reached in the last scan

    def scan(self) -> None:
        """Bring ``closed`` up to date."""
        settle_us = self._settle_us
        mask = self._mask
        seen = self._seen
        column = 0
        for drive in self._drive:
            drive(1)
            time.sleep_us(settle_us)
            rows = mem32[GPIO_IN] & mask  # all rows in one read
            # Low again before the next one rises: two high columns would read as one.
            drive(0)
            if rows != seen[column]:
                seen[column] = rows
                self._note(column, rows)
            column += 1

    def buttons(self) -> int:
        """The buttons held down, TURN and MENU added up. They close to ground, so pressed reads 0."""
        levels = mem32[GPIO_IN]
        return (0 if levels & self._turn else TURN) | (0 if levels & self._menu else MENU)

    def probe(self) -> None:
        """Look for faults, in some 4 ms. Those of diodes show only where a contact is closed.

        A row driven high reaches no column while all diodes are well. Only one line is driven at a time and
        all others are pulled down, so that no fault makes two outputs fight. Several bad diodes in different
        rows and columns lead into each other; then points where these cross may be taken for bad as well.
        """
        for pin in self._column_pins:
            _release(pin)
        resting = _levels()
        columns = [1 << pin for pin in self._column_pins]
        column_mask = sum(columns)
        # A column that is high by itself reaches rows through its contacts, which are not to blame then.
        lines = [0 if resting & column_mask else row & resting for row in self._rows]
        lines += [column & resting for column in columns]
        for line in range(len(lines)):
            self.stuck[line] = 1 if lines[line] else 0
        from_rows = [_reach(pin) & ~resting for pin in self._row_pins]
        from_columns = [_reach(pin) for pin in self._column_pins]
        for pin in self._column_pins:
            Pin(pin, Pin.OUT, value=0)
        point = 0
        for row in range(len(self._rows)):
            for column in range(len(columns)):
                kind = 0
                reached = from_columns[column] & self._rows[row]
                if from_rows[row] & columns[column]:
                    kind = BRIDGED if reached else REVERSED
                elif from_rows[row] & column_mask and reached:
                    kind = HIDDEN
                self.diodes[point] = kind
                point += 1

    def _note(self, column: int, rows: int) -> None:
        """Put what a column reads into ``closed``."""
        self.changed = True
        point = column
        for bit in self._rows:
            self.closed[point] = 1 if rows & bit else 0
            point += len(self._seen)


def _release(pin: int) -> None:
    Pin(pin, Pin.IN, Pin.PULL_DOWN)


def _levels() -> int:
    """The levels of all pins, at rest."""
    time.sleep_us(PROBE_US)
    levels: int = mem32[GPIO_IN]
    return levels


def _reach(pin: int) -> int:
    """The levels of all pins while this one is driven high."""
    Pin(pin, Pin.OUT, value=1)
    levels = _levels()
    _release(pin)
    time.sleep_us(PROBE_US)
    return levels
