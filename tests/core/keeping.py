"""A board with a journal, under test; and one that has been switched off and on."""

from board import Board

from fanorona import notation, rules
from fanorona.geometry import POINTS
from fanorona.journal import Journal

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
        """Do what the lights of a set-up ask for, until the game goes on."""
        for _ in range(60):
            missing = (self.lit("i") + " " + self.lit("k")).split()
            extra = self.lit("r").split()
            if not missing and not extra:
                return
            if extra:
                self.lift(extra[0])
            else:
                self.place(missing[0])
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


def reeds_of(position):
    """The contacts that its stones close."""
    return bytes([position.board[p] != rules.EMPTY for p in range(POINTS)])


def reeds(text):
    """The contacts that the stones of a position (N2) close."""
    position = rules.Position()
    notation.parse_position(text, position)
    return reeds_of(position)
