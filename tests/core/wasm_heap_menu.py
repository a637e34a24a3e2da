"""Choosing in the menu creates nothing on the heap: stones, buttons, lights and lines, a locked heap.

MicroPython only. Outside the lock are the press that opens the menu, the one that sets up what was chosen,
and the beginning of a match's game.
"""

import heap
from board import MENU, TURN
from quiet_hands import QuietHands
from test_menu import Notes

from fanorona.hands.tracker import SETUP
from fanorona.modes.menu import PLACES, Menu

LONG = 1700


class Choosers(QuietHands):
    """Hands that open the menu while a host listens. They create nothing once made."""

    def __init__(self):
        super().__init__()
        session = self.board.session
        session.notes = Notes()
        self.connect()
        self.menu = None
        heap.exempt(session, "_open_menu")
        heap.exempt(session.beside.open_match(), "begin")
        self.session = session

    def open(self):
        self.press(MENU, LONG)
        self.wait(20)
        apart = self.session.reports.apart
        assert isinstance(apart, Menu)
        self.menu = apart
        heap.exempt(apart, "_accept")

    def touch_all(self):
        """Lift or set down a stone on every point that can be lit, and undo it."""
        raw = self.board.raw
        for group in PLACES:
            for p in group:
                self.set(p, 1 - raw[p])
                self.wait(20)
                self.set(p, 1 - raw[p])
                self.wait(20)

    def press_all(self):
        """Go through all groups with the buttons, and through their choices."""
        self.press(MENU)
        for _ in PLACES:
            for _ in range(6):
                self.press(MENU)
            self.press(TURN)  # the last one sets it up


def test_choosing_with_stones_under_heap_lock():
    hands = Choosers()
    hands.open()
    said = hands.session.outbox.next
    with heap.locked:
        hands.touch_all()
    assert bytes(hands.menu.chosen) == b"\x03\x03\x01\x01\x04\x04"
    assert hands.session.outbox.next > said + 40, "what is chosen, and the lights, are told"


def test_choosing_with_buttons_under_heap_lock():
    hands = Choosers()
    with heap.locked:
        hands.press(MENU, LONG)
        hands.wait(20)
    hands.menu = hands.session.reports.apart
    heap.exempt(hands.menu, "_accept")
    with heap.locked:
        hands.press_all()
        hands.wait(20)
    assert hands.session.reports.apart is None
    assert hands.session.beside.matching.is_on() and hands.session.beside.matching.match.kind() == 2
    assert bytes(hands.session.levels[1:]) == b"\x04\x04"


def test_leaving_under_heap_lock():
    hands = Choosers()
    for following in (0, 3):
        hands.board.say("new dimy" if following else "new")
        hands.board.wait(50)
        assert hands.session.game.following == following
        with heap.locked:
            hands.press(MENU, LONG)
            hands.wait(20)
            chosen = hands.session.reports.apart.chosen[1]
            hands.press(MENU, LONG)
            hands.wait(20)
        assert chosen == (4 if following else 0)
        assert hands.session.reports.apart is None
    assert hands.session.tracker.phase == SETUP
