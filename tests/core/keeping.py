"""A board with a journal, under test; and one that has been switched off and on."""

from board import Board

from fanorona.rules import notation, rules
from fanorona.rules.geometry import POINTS
from fanorona.store.journal import Journal

START = "BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW W"
START_REEDS = bytes([rules.START[p] != rules.EMPTY for p in range(POINTS)])


class Kept(Board):
    """A board with a journal, whose loop writes it."""

    def __init__(self, sectors, raw=None, boot=b"0123abcd"):
        self.sectors = sectors
        self.first_raw = raw
        self.boot = boot
        super().__init__()

    def prepare(self):
        self.session.reports.boot = self.boot
        self.session.keeper.journal = Journal(self.sectors)
        if self.first_raw is not None:
            self.raw[:] = self.first_raw

    def step(self):
        super().step()
        self.session.keep()

    def stand(self, raw):
        """Put the stones where these contacts are closed, all at once."""
        self.raw[:] = raw
        self.wait(100)

    def obey(self):
        """Do what the lights of a set-up ask for until they are out."""
        for _ in range(60):
            asked = [(name, letter) for name, letter in sorted(self.lights().items()) if letter in "ikr"]
            if not asked:
                return
            name, letter = asked[0]
            if letter == "r":
                self.lift(name)
            else:
                self.place(name)
        raise AssertionError("the lights lead nowhere")


def restarted(board, raw=None):
    """The board after a loss of power, with the stones as they stand or as given."""
    return Kept(board.sectors, bytearray(raw or board.raw), b"99999999")


def open_game(board):
    """Two plies: d3-e3A, f4-f3A."""
    board.lift("d3")
    board.place("e3")
    board.lift("f3")
    board.lift("f4")
    board.place("f3")
    board.lift("f2 f1")


def play_by_hand(board, text):
    """A legal move: each step, then the stones that it takes, then *turn* where it could go on."""
    position = rules.Position()
    position.copy(board.session.game.position)
    for p, q, kind in notation.parse_steps(text):
        before = bytes(position.board)
        board.lift(notation.point_name(p))
        board.place(notation.point_name(q))
        position.play(p, q, kind)
        for x in range(POINTS):
            if before[x] == rules.WHITE + rules.BLACK - position.turn and not position.board[x]:
                board.lift(notation.point_name(x))
    if position.may_go_on():
        board.press()


def reeds(text):
    """The contacts that the stones of a position (N2) close."""
    position = rules.Position()
    notation.parse_position(text, position)
    return bytes([position.board[p] != rules.EMPTY for p in range(POINTS)])
