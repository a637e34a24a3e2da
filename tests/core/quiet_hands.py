"""Hands at a board that create nothing on the heap once they are made."""

import heap
from board import TURN, Board

from fanorona.rules.game import Game
from fanorona.rules.moves import first_move, next_move
from fanorona.wire.protocol import HOST_LEAD, encode


class QuietHands:
    """Hands at ``board`` for whom a step is taken every millisecond; what the board says is thrown away."""

    def __init__(self, position=None):
        self.board = Board(position)
        self.buffer = bytearray(64)

    def connect(self):
        """Have a host greet the board and watch its lights."""
        self.board.say("hello 1.4 test")
        self.board.say("watch lights 1")
        self.board.wait(100)

    def wait(self, ms):
        board = self.board
        session = board.session
        for _ in range(ms):
            session.step(board.raw, board.buttons, board.now)
            board.now += 1
        while session.outbox.take(self.buffer, 64):
            pass

    def set(self, p, closed):
        """Open or close a contact, where it is not so yet."""
        if self.board.raw[p] != closed:
            self.board.raw[p] = closed
            self.wait(9)

    def press(self, button, ms=20):
        self.board.buttons = button
        self.wait(ms)
        self.board.buttons = 0
        self.wait(20)


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
