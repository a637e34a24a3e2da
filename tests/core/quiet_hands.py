"""Hands at a board that create nothing on the heap once they are made."""

from board import Board


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
