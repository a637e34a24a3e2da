"""The loop creates nothing on the heap: whole games, a host and its commands, a locked heap.

MicroPython only. Power-up and the commands load, play, go and hint with a move are outside the lock, as are
composing's beginning and that of a trial of the contacts: they make their objects then.
"""

import heap
from board import MENU, TURN
from quiet_hands import QuietHands

from fanorona.rules import rules
from fanorona.rules.game import Game
from fanorona.rules.moves import first_move, next_move
from fanorona.wire.protocol import HOST_LEAD, encode


class Hands(QuietHands):
    """Random legal games, acted out step by step. Allocates nothing itself once made."""

    def __init__(self, seed):
        super().__init__()
        session = self.board.session
        heap.exempt(session, "start_trial")
        heap.exempt(session.succession, "ask_composer")
        heap.exempt(session._commands, "_lay")
        self.board.say("hello 1.0 test")
        self.board.say("watch lights 1")
        self.board.say("watch raw 1")
        self.board.say("set level 4")
        self.board.wait(100)
        self.game = Game()
        self.seed = seed
        self.before = bytearray(46)
        self.path = bytearray(72)
        self.steps = 0
        self.acks = [bytearray(encode(HOST_LEAD, b"1 ack " + str(n).encode())) for n in range(1, 4000)]

    def random(self, n):
        self.seed = (self.seed * 4093 + 1021) & 0xFFFF
        return (self.seed >> 4) % n

    def wait(self, ms):
        super().wait(ms)
        session = self.board.session
        ack = self.acks[session.outbox.next - 2]
        session.receive(ack, len(ack))

    def choose(self):
        """Draw one of the legal moves and leave its steps in ``path``."""
        position = self.game.position
        count = 0
        found = first_move(position)
        while found:
            count += 1
            found = next_move(position)
        first_move(position)
        for _ in range(self.random(count)):
            next_move(position)
        self.steps = position.steps
        for i in range(position.steps):
            self.path[3 * i] = position.step_from(i)
            self.path[3 * i + 1] = position.step_to(i)
            self.path[3 * i + 2] = position.step_kind(i)
        while position.steps:
            position.back()

    def act(self):
        """Play the move in ``path`` by hand, step by step, each step's stones off before the next."""
        position = self.game.position
        for i in range(self.steps):
            start = self.path[3 * i]
            for p in range(45):
                self.before[p] = position.board[p]
            position.play(start, self.path[3 * i + 1], self.path[3 * i + 2])
            self.set(start, 0)
            self.set(position.stone, 1)
            for p in range(45):
                if self.before[p] and not position.board[p] and p != start:
                    self.set(p, 0)
        if position.may_go_on():
            self.press(TURN)
        self.game.commit()

    def play_game(self):
        self.wait(10)
        while not self.game.result:
            self.choose()
            self.act()


def test_whole_games_under_heap_lock():
    for seed in (1, 77, 4242):
        hands = Hands(seed)
        with heap.locked:
            hands.play_game()
        played = hands.board.session.game
        assert played.result == hands.game.result != 0
        assert played.ply == hands.game.ply
        assert bytes(played.position.board) == bytes(hands.game.position.board)


def test_trouble_takeback_and_setup_under_heap_lock():
    hands = Hands(5)
    board = hands.board
    with heap.locked:
        hands.set(0, 0)
        hands.set(22, 1)
        hands.wait(1200)
        hands.press(MENU, 1700)  # a move is under way, so this asks for the one before
        hands.set(22, 0)
        hands.set(0, 1)
        for p in range(45):
            hands.set(p, 0)
        for p in range(45):
            hands.set(p, 1 if rules.START[p] else 0)
        hands.wait(5200)
    assert board.session.tracker.phase == 1 and board.session.game.ply == 0


def test_composing_under_heap_lock():
    hands = Hands(6)
    board = hands.board
    hands.wait(100)
    with heap.locked:
        hands.press(TURN, 1700)
        for p in range(45):
            hands.set(p, 0)
        for p in range(0, 45, 44):
            for _ in range(2):  # refused, and then not
                hands.press(MENU if p else TURN)
                hands.set(p, 1)
        hands.wait(100)
    assert board.session.tracker.phase == 1 and board.session.game.position.turn == rules.BLACK


def test_bad_contacts_under_heap_lock():
    hands = Hands(8)
    board = hands.board
    hands.set(13, 0)
    board.say("new")
    hands.wait(100)
    with heap.locked:
        for _ in range(5):
            hands.set(0, 0)
            hands.set(0, 1)
        hands.wait(10100)
        hands.press(TURN)
        hands.wait(80)
    assert board.session.tracker.reading.blind.size == 1
    assert board.session.reports.chattering.size == 1 and board.session.tracker.phase == 1


def test_a_trial_under_heap_lock():
    hands = Hands(7)
    board = hands.board
    hands.wait(100)
    with heap.locked:
        hands.press(TURN, 6100)
        trial = board.session.reports.apart
        for p in range(45):
            if p % 9:
                hands.set(p, 1 - board.raw[p])
                hands.set(p, 1 - board.raw[p])
            else:
                hands.press(TURN)
        hands.wait(100)
        hands.press(TURN)
    assert board.session.tracker.phase == 1 and bytes(trial.faults).count(b"\x05") == 5


COMMANDS = (
    b"hello 1.0 test",
    b"hello 1.0 test 0123abcd 3",
    b"hello 1.0 test 0123abcd 99999",
    b"hello 2.0 test",
    b"hello",
    b"snapshot",
    b"version",
    b"resend 1",
    b"resend 99999",
    b"resend x",
    b"get level",
    b"get power",
    b"get brightness",
    b"get repetition",
    b"get fifty",
    b"get colour",
    b"set level 2",
    b"set power 500",
    b"set brightness 90",
    b"set repetition 1",
    b"set fifty 1",
    b"set fifty 1073741823",
    b"set colour 1",
    b"watch lights 1",
    b"watch raw 1",
    b"watch stars 1",
    b"hint -",
    b"go",
    b"play 1 e2-e3A",
    b"end 2-0",
    b"dance",
    b"new",
    b"end 1-0",
    b"end 1-0",
    b"new mirrored",
    b"new",
    b"test",
    b"test points",
    b"test lines",
    b"health",
    b"ack 5",
    b"ack 1073741823",
    b"bye",
)


def test_commands_under_heap_lock():
    """Each of them twice, in the middle of a move and between moves; and bytes that are no command."""
    hands = Hands(9)
    board = hands.board
    lines = [bytearray(encode(HOST_LEAD, b"7 " + text)) for text in COMMANDS]
    lines.append(bytearray(b"$1 new*0000\n$1 new\n$" + b"x" * 300 + b"\n\x00\xffhello\r\n"))
    with heap.locked:
        for closed in (0, 1):
            hands.set(12, closed)
            for line in lines:
                board.session.receive(line, len(line))
                hands.wait(30)
            hands.wait(2500)
    assert board.session.outbox.next > 200
