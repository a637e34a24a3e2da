"""The two buttons: what a press means, by how long it lasts."""

from fanorona.clock import left, sooner
from fanorona.compat import const
from fanorona.hands.debounce import NO_CHANGE, Debounce

MENU_MS = const(1500)
"""How long *menu* has to be held to take a move back."""
NEW_MS = const(4000)
"""How long until the board asks whether to set up anew."""
MIRROR_MS = const(8000)
"""How long until that is with row 3 the other way round."""
TURN_MS = const(1500)
"""How long *turn* has to be held to compose a position."""
TEST_MS = const(6000)
"""How long to test the contacts."""
BOTH_MS = const(3000)
"""How long both have to be held to end the game as the players agree."""

TURN_KEY = const(0)
MENU_KEY = const(1)

# What a press means
NO_PRESS = const(0)
TURN_DOWN = const(1)
MENU_SHORT = const(2)
MENU_LONG = const(3)
MENU_HELD = const(4)
"""For NEW_MS, and still down."""
MENU_HELD_ON = const(7)
"""For MIRROR_MS, and still down."""
TURN_HELD = const(5)
"""For TURN_MS, and still down."""
TURN_LONG = const(6)
"""For TEST_MS, and still down."""
BOTH_DOWN = const(8)
"""*turn* while *menu* is down; neither of them means anything else then."""
BOTH_HELD = const(9)
"""Both for BOTH_MS, and still down."""


class Buttons:
    """``down`` is a byte a button, debounced. ``next`` and ``held`` tell what presses mean."""

    def __init__(self, open_ms: int, close_ms: int) -> None:
        self.press = NO_PRESS
        self.bits = 0
        self._raw = bytearray(2)
        self._keys = Debounce(2, open_ms, close_ms, None, False)
        self.down = self._keys.stable
        self._menu_holds = 0  # until it means something, in ms; 0: it is not down, or has meant all
        self._menu_since = 0
        self._turn_holds = 0  # until it means something, in ms; 0: it is not down, or has meant all
        self._turn_since = 0
        self._both_hold = False  # until it means something; neither means anything by itself then
        self._both_since = 0

    def update(self, bits: int, now: int) -> None:
        """Take a scan that differs from the last in ``bits``: 0 for *turn*, 1 for *menu*."""
        self.bits = bits
        self._raw[TURN_KEY] = bits & 1
        self._raw[MENU_KEY] = bits >> 1 & 1
        self._keys.update(self._raw, now)

    def next(self, now: int) -> int:
        """A button that has gone down or up, NO_CHANGE where none has; ``press`` is what that means."""
        key = self._keys.next(now)
        self.press = NO_PRESS
        if key == NO_CHANGE:
            return key
        # One that is let go as the other is pressed is debounced after it
        self._both_hold = self.down[MENU_KEY] > 0 and self.down[TURN_KEY] > 0 and self.bits == 3
        if self._both_hold:
            self._both_since = now
            self._menu_holds = self._turn_holds = 0
            if key == TURN_KEY:
                self.press = BOTH_DOWN
        elif key == MENU_KEY:
            if self.down[MENU_KEY]:
                self._menu_since = now
            elif self._menu_holds == NEW_MS:
                self.press = MENU_SHORT if left(MENU_MS, self._menu_since, now) else MENU_LONG
            self._menu_holds = NEW_MS if self.down[MENU_KEY] else 0
        elif key == TURN_KEY:
            self._turn_holds = TURN_MS if self.down[TURN_KEY] else 0
            self._turn_since = now
            if self._turn_holds:
                self.press = TURN_DOWN
        return key

    def held(self, now: int) -> int:
        """What a button means that has been down for long enough; told once."""
        if self._both_hold and not left(BOTH_MS, self._both_since, now):
            self._both_hold = False
            return BOTH_HELD
        holds = self._menu_holds
        if holds and not left(holds, self._menu_since, now):
            self._menu_holds = MIRROR_MS if holds == NEW_MS else 0
            return MENU_HELD if self._menu_holds else MENU_HELD_ON
        holds = self._turn_holds
        if holds and not left(holds, self._turn_since, now):
            self._turn_holds = TEST_MS if holds == TURN_MS else 0
            return TURN_HELD if self._turn_holds else TURN_LONG
        return NO_PRESS

    def spend_turn(self) -> None:
        """Let *turn*, if it is down, mean nothing more."""
        self._turn_holds = 0

    def idle_ms(self, now: int) -> int:
        """Milliseconds until unchanged buttons can mean anything new; -1 for never."""
        due = self._keys.due(now)
        if self._menu_holds:
            due = sooner(due, left(self._menu_holds, self._menu_since, now))
        if self._both_hold:
            due = sooner(due, left(BOTH_MS, self._both_since, now))
        return sooner(due, left(self._turn_holds, self._turn_since, now)) if self._turn_holds else due
