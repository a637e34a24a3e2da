"""Matches (M): what has come of the games so far, and what is played next.

A match is between two players, 0 and 1; 0 has White in the first game. Its whole state is ``SIZE`` bytes.
Nothing is created on the heap but by ``begin`` and the making of a ``Match``.
"""

from fanorona.compat import const
from fanorona.rules.game import BLACK_WINS, DRAWN, WHITE_WINS
from fanorona.rules.rules import TSIVY, VELA, VELA_CREDITOR

# Kinds
SINGLE = const(0)
"""M1."""
SESSION_3 = const(1)
"""M2: the best of three ordinary games."""
SESSION_5 = const(2)
CHAMPIONSHIP = const(3)
"""M3."""
KINDS = (b"single", b"session3", b"session5", b"championship")
"""How the kinds are called."""

# Options
CREDITOR_FIRST = const(1)
"""The creditor has White in a vela (V1, ``vela_first=creditor``)."""
DRAW_LIFTS = const(2)
"""A drawn vela lifts the debt (V7, ``vela_draw_lifts``)."""
ONE_VELA = const(4)
"""There is one vela for a decisive game, whatever comes of it (M9)."""
_ALL_OPTIONS = const(7)

NOBODY = const(2)
"""No player."""

FIRST_MOVES = (b"e2-e3A", b"f2-e3A", b"d2-e3A", b"d3-e3A", b"d3-e3W")
"""White's first move (N1) in O1 to O5."""

SIZE = const(11)
_MOST = const(255)

# Places in the state
_KIND = const(0)
_OPTIONS = const(1)
_DEBTOR = const(2)
_PLAYED = const(3)  # ordinary games
_WON = const(4)  # of these, by player 0 and by player 1
_VELAS = const(6)  # since the last ordinary game
_EATEN = const(7)  # velas won by the debtor, by player; all over the match, as are those lost and drawn
_KEPT = const(9)  # velas won by the creditor, by player

_GAMES = b"\x01\x03\x05\x0a"
"""Ordinary games at most, by kind."""


class Match:
    """The match as it stands. What the next game is means nothing once it ``is_over``.

    Numbers of velas stay at 255 when there are more.
    """

    def __init__(self, kind: int = SINGLE, options: int = 0) -> None:
        self.state = bytearray(SIZE)
        """All there is to keep; ``load`` takes it back."""
        self.begin(kind, options)

    def begin(self, kind: int, options: int) -> None:
        """A new match of that kind, with these options together. ValueError where there are none such."""
        if not 0 <= kind < len(KINDS) or not 0 <= options <= _ALL_OPTIONS:
            raise ValueError("no kind of match")
        self.state[:] = bytes((kind, options, NOBODY)) + bytes(SIZE - 3)

    def load(self, data: bytes | bytearray) -> bool:
        """Become the match whose state is ``data``; False, and nothing done, where that makes no sense."""
        if not _is_state(data):
            return False
        for i in range(SIZE):
            self.state[i] = data[i]
        return True

    def take(self, result: int) -> None:
        """Count the game that was to be played, by its result as in ``game``.

        One without a result is still to be played: nothing changes then, or once the match is over.
        """
        if self.is_over():
            return
        if result == WHITE_WINS:
            winner = self.white()
        elif result == BLACK_WINS:
            winner = 1 - self.white()
        elif result == DRAWN:
            winner = NOBODY
        else:
            return
        if self.state[_DEBTOR] == NOBODY:
            self._take_ordinary(winner)
        else:
            self._take_vela(winner)

    def _take_ordinary(self, winner: int) -> None:
        state = self.state
        state[_PLAYED] += 1
        state[_VELAS] = 0
        if winner != NOBODY:
            state[_WON + winner] += 1
            if state[_KIND] != SINGLE:
                state[_DEBTOR] = 1 - winner

    def _take_vela(self, winner: int) -> None:
        state = self.state
        debtor = state[_DEBTOR]
        _count(state, _VELAS)
        if winner == debtor:
            _count(state, _EATEN + winner)
        elif winner != NOBODY:
            _count(state, _KEPT + winner)
        options = state[_OPTIONS]
        if winner == debtor or options & ONE_VELA or (winner == NOBODY and options & DRAW_LIFTS):
            state[_DEBTOR] = NOBODY

    # What is so

    def kind(self) -> int:
        """SINGLE, SESSION_3, SESSION_5 or CHAMPIONSHIP."""
        return self.state[_KIND]

    def options(self) -> int:
        """Those chosen, together."""
        return self.state[_OPTIONS]

    def games(self) -> int:
        """How many ordinary games there are at most."""
        return _GAMES[self.state[_KIND]]

    def played(self) -> int:
        """How many ordinary games have been played."""
        return self.state[_PLAYED]

    def velas(self) -> int:
        """How many velas have been played since the last of them."""
        return self.state[_VELAS]

    def debtor(self) -> int:
        """The player who has a vela to eat, or NOBODY."""
        return self.state[_DEBTOR]

    def won(self, player: int) -> int:
        """Ordinary games won by a player."""
        return self.state[_WON + player]

    def velas_won(self, player: int) -> int:
        """Velas won by a player, as debtor or as creditor."""
        return self.state[_EATEN + player] + self.state[_KEPT + player]

    def eaten(self, player: int) -> int:
        """Velas won by a player as debtor."""
        return self.state[_EATEN + player]

    def points(self, player: int) -> int:
        """What counts: games won, in a championship velas too (M3)."""
        if self.state[_KIND] == CHAMPIONSHIP:
            return self.won(player) + self.velas_won(player)
        return self.won(player)

    def is_over(self) -> bool:
        """Whether all has been played: the ordinary games that can still matter, and every debt (M7)."""
        if self.state[_DEBTOR] != NOBODY:
            return False
        left = self.games() - self.played()
        if left == 0 or self.state[_KIND] == CHAMPIONSHIP:
            return left == 0
        return abs(self.won(0) - self.won(1)) > left

    def leader(self) -> int:
        """The player with more points, or NOBODY."""
        first = self.points(0)
        second = self.points(1)
        return NOBODY if first == second else 0 if first > second else 1

    # What is played next

    def white(self) -> int:
        """The player who has White."""
        debtor = self.state[_DEBTOR]
        if debtor == NOBODY:
            return self.state[_PLAYED] & 1
        return 1 - debtor if self.state[_OPTIONS] & CREDITOR_FIRST else debtor

    def variant(self) -> int:
        """TSIVY, VELA or VELA_CREDITOR."""
        if self.state[_DEBTOR] == NOBODY:
            return TSIVY
        return VELA_CREDITOR if self.state[_OPTIONS] & CREDITOR_FIRST else VELA

    def opening(self) -> int:
        """The opening that White has to play: 1 to 5 for O1 to O5, 0 where White is free."""
        if self.state[_KIND] != CHAMPIONSHIP or self.state[_DEBTOR] != NOBODY:
            return 0
        return self.state[_PLAYED] // 2 + 1


def _count(state: bytearray, place: int) -> None:
    if state[place] < _MOST:
        state[place] += 1


def _is_state(data: bytes | bytearray) -> bool:
    """Whether the numbers go together; a debt comes from a game lost, and a vela from a debt."""
    if len(data) != SIZE:
        return False
    kind = data[_KIND]
    if kind >= len(KINDS) or data[_OPTIONS] > _ALL_OPTIONS or data[_DEBTOR] > NOBODY:
        return False
    played = data[_PLAYED]
    decisive = data[_WON] + data[_WON + 1]
    if played > _GAMES[kind] or decisive > played:
        return False
    velas = data[_VELAS] > 0
    for player in (0, 1):
        debts = 0 if kind == SINGLE else data[_WON + 1 - player]
        open_debts = 1 if data[_DEBTOR] == player else 0
        if data[_EATEN + player] + open_debts > debts or (data[_KEPT + 1 - player] and not debts):
            return False
        if debts:
            velas = False
    return not velas
