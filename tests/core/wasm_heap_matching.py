"""A match that the board runs by itself creates nothing on the heap while its games are played and shown.

MicroPython only. Outside the lock are the beginning of each game, whose name is kept and for which a vela
makes its rules, what is written down of it, and the offer of an end by both buttons.
"""

import heap
from board import MENU, TURN
from quiet_hands import Hands
from test_menu import Notes

from fanorona.hands.buttons import BOTH_MS
from fanorona.hands.tracker import OVER, PLAY
from fanorona.lights.painter import HINT_FROM
from fanorona.modes.scores import AFTER_MS
from fanorona.rules.game import BLACK_WINS, DRAWN, WHITE_WINS
from fanorona.rules.match import CHAMPIONSHIP, DRAW_LIFTS, ONE_VELA, SESSION_3, Match
from fanorona.rules.rules import START
from fanorona.wire.protocol import HOST_LEAD, encode

PRESSES = {DRAWN: 0, BLACK_WINS: 1, WHITE_WINS: 2}
ASK = bytearray(encode(HOST_LEAD, b"1 match 1"))


class Rivals(Hands):
    """Hands that play a match of the board's own to its end. They create nothing once made."""

    def __init__(self, seed, kind, options):
        super().__init__(seed)
        session = self.board.session
        session.notes = Notes()
        self.matching = matching = session.beside.open_match()
        for name in ("begin", "_write"):
            heap.exempt(matching, name)
        heap.exempt(session.game, "start")
        heap.exempt(self, "start")
        matching.play(kind, options)
        session.choose_start(False, 0)
        self.shown = 0  # standings seen in lights
        self.wait(100)

    def wait(self, ms):
        super().wait(ms)
        self.board.session.keep()

    def set_up(self):
        """Put the stones where they belong for the next game."""
        self.set(0, 0)
        for p in range(45):
            self.set(p, 1 if START[p] else 0)
        self.wait(400)

    def see_standing(self):
        """Wait until it is shown, and ask for it as a host does."""
        self.wait(AFTER_MS + 100)
        roles = self.board.session.roles
        dark = lit = 0
        for p in range(45):
            if not roles[p]:
                dark += 18 <= p < 27  # row 3
            elif p < 18 or p >= 27:
                lit += 1
        self.shown += dark == 9 and lit > 0
        self.board.session.receive(ASK, len(ASK))
        self.wait(100)

    def start(self):
        """The hands begin the game that is due."""
        self.game.following = self.matching.match.variant()
        self.game.start()

    def play_on(self):
        """One game to its end by the rules, and how the match stands then."""
        self.start()
        self.play_game()
        self.see_standing()
        self.set_up()

    def agree(self, presses):
        """End the game with the buttons."""
        board = self.board
        board.buttons = MENU
        self.wait(100)
        board.buttons = MENU | TURN
        self.wait(BOTH_MS + 100)
        board.buttons = 0
        self.wait(50)
        for _ in range(presses):
            self.press(TURN)
        self.press(MENU, 1700)
        self.wait(200)


def test_a_session_to_its_end_under_heap_lock():
    rivals = Rivals(77, SESSION_3, DRAW_LIFTS | ONE_VELA)
    match = rivals.matching.match
    games = 0
    expected = Match(SESSION_3, DRAW_LIFTS | ONE_VELA)
    while not match.is_over():
        with heap.locked:
            rivals.play_on()
        expected.take(rivals.game.result)
        games += 1
        assert bytes(match.state) == bytes(expected.state)
        assert rivals.board.session.tracker.phase == PLAY
    assert games > 2 and rivals.shown == games
    assert rivals.board.session.notes.files["menu"]


def test_a_championships_openings_under_heap_lock():
    rivals = Rivals(5, CHAMPIONSHIP, ONE_VELA)
    matching = rivals.matching
    board = rivals.board
    seen = bytearray(2)
    with heap.locked:
        seen[0] = board.session.roles[13]  # O1: e2 goes to e3
        for p in (12, 22, 32, 42):  # d2-e3A, which is O3
            rivals.set(p, 1 if p == 22 else 0)
        rivals.press(TURN)
        rivals.wait(500)
        seen[1] = board.session.game.ply
        for p in (42, 32, 22, 12):
            rivals.set(p, 0 if p == 22 else 1)
        rivals.wait(500)
        for p in (13, 22, 31, 40):
            rivals.set(p, 1 if p == 22 else 0)
        rivals.wait(500)
        rivals.agree(PRESSES[BLACK_WINS])
    assert seen[0] == HINT_FROM and seen[1] == 0, "the other first move does not stand"
    assert board.session.tracker.phase == OVER
    assert matching.match.points(1) == 1 and matching.match.debtor() == 0
