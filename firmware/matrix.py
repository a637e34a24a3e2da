"""The 5 x 9 matrix of reed contacts, a diode at each point, and the two buttons.

It knows contacts and pins, nothing of stones or rules. Each contact joins its column to its row through a
diode that lets current pass from the column to the row only, so a row is high exactly when its contact on
the driven column is closed, whatever else is closed.
"""

import time

from machine import Pin

TURN = 1  # bits of buttons()
MENU = 2


class Matrix:
    """Scans the contacts: drives the columns high one at a time and reads the rows against their pull-downs.

    Nothing is allocated after construction.
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
        self._settle_us = settle_us
        columns = [Pin(pin, Pin.OUT) for pin in column_pins]
        for column in columns:
            column.value(0)
        rows = [Pin(pin, Pin.IN, Pin.PULL_DOWN) for pin in row_pins]
        # Bound methods taken once: taking one in the scan would allocate, and costs time.
        self._drive = [column.value for column in columns]
        self._sense = [row.value for row in rows]
        self._turn = Pin(turn_pin, Pin.IN, Pin.PULL_UP).value
        self._menu = Pin(menu_pin, Pin.IN, Pin.PULL_UP).value

    def scan(self, raw: bytearray) -> None:
        """Write 1 (closed) or 0 (open) for every point into `raw`, point = row * columns + column."""
        drive = self._drive
        sense = self._sense
        settle_us = self._settle_us
        columns = len(drive)
        for column in range(columns):
            drive_column = drive[column]
            drive_column(1)
            time.sleep_us(settle_us)
            point = column
            for row in range(len(sense)):
                raw[point] = sense[row]()
                point += columns
            # Low again before the next one rises: two high columns would read as one.
            drive_column(0)

    def buttons(self) -> int:
        """The buttons held down, TURN and MENU added up. They close to ground, so pressed reads 0."""
        return (0 if self._turn() else TURN) | (0 if self._menu() else MENU)
