"""Nothing is created on the heap while a lesson is played: right and wrong moves, replies, help.

MicroPython only. Outside the lock are the import, finding a lesson in the course, and writing down what was
learnt, as TRACKER.md says.
"""

import heap
from board import MENU, TURN
from quiet_hands import QuietHands

from fanorona.modes.lessons import BACK, CHOOSE, COUNT, COURSE, MOVE, REPLY, RIGHT
from fanorona.rules.geometry import NEXT
from fanorona.rules.rules import EMPTY, Position


class Notes:
    def __init__(self):
        self.written = b""

    def read(self, name):
        return b""

    def write(self, name, data):
        self.written = data
        return True


class Learner(QuietHands):
    """Hands that play the first line of every lesson, something wrong before. Allocates nothing once made."""

    def __init__(self):
        super().__init__()
        session = self.board.session
        session.notes = Notes()
        self.connect()
        self.board.say("lesson")
        self.board.wait(20)
        self.lessons = session.beside.lessons
        heap.exempt(self.lessons, "_load")
        heap.exempt(self.lessons, "_write_down")
        self.walk = Position()
        self.before = bytearray(46)
        self.replies = 0
        self.wrong = 0

    def show(self, board):
        """Put the stones so."""
        for p in range(45):
            self.set(p, 1 if board[p] != EMPTY else 0)
        self.wait(10)

    def act(self, at):
        """Play the move of the course that is there."""
        walk = self.walk
        p = COURSE[at + 1]
        for i in range(COURSE[at]):
            code = COURSE[at + 2 + i]
            q = NEXT[p * 8 + (code >> 3)]
            for x in range(45):
                self.before[x] = walk.board[x]
            walk.play(p, q, code & 7)
            self.set(p, 0)
            self.set(q, 1)
            for x in range(45):
                if self.before[x] != EMPTY and walk.board[x] == EMPTY and x != p:
                    self.set(x, 0)
            p = q
        self.wait(20)
        if walk.may_go_on():
            self.press(TURN)
        walk.end_turn()
        walk.forget()

    def err(self):
        """Lift something, move a stone anywhere, and put all back."""
        lessons = self.lessons
        board = lessons._before.board
        for p in range(45):
            if board[p] == lessons._before.turn:
                for d in range(8):
                    q = NEXT[p * 8 + d]
                    if q < 45 and board[q] == EMPTY:
                        self.set(p, 0)
                        self.set(q, 1)
                        self.press(TURN)
                        self.wait(400)
                        self.wrong += lessons.stage == BACK
                        if lessons.stage == RIGHT:
                            return
                        self.show(lessons._before.board)
                        self.wait(400)
                        return

    def learn(self):
        lessons = self.lessons
        lessons.teach(lessons.number)
        self.show(lessons._before.board)
        self.err()
        if lessons.stage != RIGHT:
            self.walk.copy(lessons._before)
            while lessons.stage == MOVE or lessons.stage == REPLY:
                self.replies += lessons.stage == REPLY
                self.press(MENU)
                before = lessons._ply
                self.act(lessons._find(0, before))
                if lessons._ply == before:
                    return
        self.wait(400)


def test_the_whole_course_under_heap_lock():
    learner = Learner()
    lessons = learner.lessons
    for k in range(COUNT):
        lessons.number = k + 1
        with heap.locked:
            learner.learn()
        assert lessons.learnt[k] == 1 and lessons.stage == RIGHT, k
    with heap.locked:
        learner.press(TURN)
        learner.press(MENU, 1700)
    assert lessons.stage == CHOOSE
    assert learner.replies > 10 and learner.wrong > 10
    written = learner.board.session.notes.written
    assert len(written.split(b"\n")) == COUNT
