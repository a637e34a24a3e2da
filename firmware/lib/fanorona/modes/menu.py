"""What is played next, chosen by lights without a computer: the game, a match, each side's help.

Each choice is a lit point, and one of each group is chosen. A contact that changes there chooses it, whether
a stone was lifted, set down, or lifted and put back. With the buttons alone, *menu* steps through a group and
*turn* leads on to the next.
"""

from fanorona.compat import const
from fanorona.hands.buttons import MENU_LONG, MENU_SHORT, TURN_DOWN
from fanorona.lights.painter import DARK, LAST_FROM, OFFERED, SETUP_BLACK, SETUP_WHITE, WINNER
from fanorona.modes.matching import FILE
from fanorona.rules.geometry import NONE, POINTS
from fanorona.rules.match import CREDITOR_FIRST, DRAW_LIFTS, KINDS, ONE_VELA, SINGLE
from fanorona.rules.rules import BLACK, DIMY, TELO, TSIVY, VARIANTS, VELA, VELA_CREDITOR, WHITE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from fanorona.lights.painter import Painter
    from fanorona.session import Session

# Groups, in the order in which *turn* leads through them
MATCH = const(0)
GAME = const(1)
DRAWN = const(2)
"""What a drawn vela does to the debt (V7)."""
VELAS = const(3)
"""How many velas a decisive game has (M9)."""
WHITES = const(4)
"""How much help White gets."""
BLACKS = const(5)
GROUPS = const(6)

PLACES = (
    b"\x11\x1a\x23\x2c",  # i2 i3 i4 i5
    b"\x12\x13\x14\x15\x16\x17",  # a3 to f3
    b"\x21\x2a",  # g4 g5
    b"\x06\x0f",  # g1 g2
    b"\x00\x01\x02\x03\x04",  # a1 to e1
    b"\x24\x25\x26\x27\x28",  # a5 to e5
)
"""The points of each group, in the order of its choices."""

# Choices of GAME
MIRRORED = const(1)
"""B3."""
GAMES = bytes((TSIVY, TSIVY, VELA, VELA_CREDITOR, DIMY, TELO))
"""The variant of each."""
_VELA = const(2)
_VELA_CREDITOR = const(3)


def _place_in(values: bytes, value: int) -> int:
    """Where the value comes first; NONE: nowhere. Unlike ``find`` it creates nothing."""
    for i in range(len(values)):
        if values[i] == value:
            return i
    return NONE


class Menu:
    """An ``Apart``. ``chosen`` has the number of the choice of each group."""

    def __init__(self, session: "Session") -> None:
        self.more = False
        self.chosen = bytearray(GROUPS)
        self._session = session
        self._focus = NONE  # the group that the buttons step through; NONE: they do not

    def begin(self) -> None:
        """All is chosen as it is now."""
        session = self._session
        chosen = self.chosen
        chosen[WHITES] = session.levels[WHITE]
        chosen[BLACKS] = session.levels[BLACK]
        matching = session.beside.matching
        if matching is not None and matching.is_on():
            options = matching.match.options()
            chosen[MATCH] = matching.match.kind()
            chosen[GAME] = _VELA_CREDITOR if options & CREDITOR_FIRST else _VELA
            chosen[DRAWN] = 1 if options & DRAW_LIFTS else 0
            chosen[VELAS] = 1 if options & ONE_VELA else 0
        elif session.succession.mirrored:
            chosen[GAME] = MIRRORED
        else:
            chosen[GAME] = _place_in(GAMES, session.game.position.variant)

    def contact(self, p: int, closed: int) -> None:
        """A stone was set down, or lifted."""
        self._session.tracker.reading.occupied[p] = closed
        for group in range(GROUPS):
            choice = _place_in(PLACES[group], p)
            if choice != NONE and self._is_offered(group, choice):
                self._focus = NONE
                self._choose(group, choice)

    def press(self, press: int) -> bool:
        """*turn*: so be it, or on to the next group; *menu* short: the next choice of the group; long: leave.

        The first short press only shows which group it is.
        """
        focus = self._focus
        if press == TURN_DOWN:
            if focus != NONE:
                focus += 1
                while focus < GROUPS and not self._is_offered(focus, _VELA):
                    focus += 1
            self._focus = focus if focus < GROUPS else NONE
            if self._focus == NONE:
                self._accept()
        elif press == MENU_SHORT and focus == NONE:
            self._focus = MATCH
        elif press == MENU_SHORT:
            choice = self.chosen[focus]
            while True:
                choice = (choice + 1) % len(PLACES[focus])
                if self._is_offered(focus, choice):
                    break
            self._choose(focus, choice)
        return press == MENU_LONG

    def tell(self) -> None:
        """What is chosen."""
        chosen = self.chosen
        out = self._session.outbox
        out.begin(b"menu", self._session.reports.now)
        out.put(KINDS[chosen[MATCH]])
        out.put_number(self._options())
        if chosen[GAME] == MIRRORED:
            out.put(b"mirrored")
        else:
            out.put_word(VARIANTS, GAMES[chosen[GAME]])
        out.put_number(chosen[WHITES])
        out.put_number(chosen[BLACKS])
        out.end()

    def paint(self, painter: "Painter") -> None:
        """What can be chosen, and what is."""
        for p in range(POINTS):
            painter.light(p, DARK)
        for group in range(GROUPS):
            for choice in range(len(PLACES[group])):
                if self._is_offered(group, choice):
                    role = SETUP_WHITE if group == WHITES else SETUP_BLACK if group == BLACKS else LAST_FROM
                    if choice == self.chosen[group]:
                        role = OFFERED if group == self._focus else WINNER
                    painter.light(PLACES[group][choice], role)

    def _is_offered(self, group: int, choice: int) -> bool:
        """Whether that can be chosen: a match has its games, of which only the velas can be of two kinds."""
        if self.chosen[MATCH] == SINGLE:
            return group != DRAWN and group != VELAS
        return group != GAME or choice == _VELA or choice == _VELA_CREDITOR

    def _choose(self, group: int, choice: int) -> None:
        chosen = self.chosen
        if group == MATCH and (choice == SINGLE) != (chosen[MATCH] == SINGLE):
            chosen[GAME] = 0 if choice == SINGLE else _VELA
        chosen[group] = choice

    def _options(self) -> int:
        """Those of the match that is chosen, as in ``match``."""
        chosen = self.chosen
        if chosen[MATCH] == SINGLE:
            return 0
        options = CREDITOR_FIRST if chosen[GAME] == _VELA_CREDITOR else 0
        options |= DRAW_LIFTS if chosen[DRAWN] else 0
        return options | (ONE_VELA if chosen[VELAS] else 0)

    def _accept(self) -> None:
        """Set up what was chosen."""
        session = self._session
        chosen = self.chosen
        levels = session.levels
        if levels[WHITE] != chosen[WHITES] or levels[BLACK] != chosen[BLACKS]:
            session.set_level(chosen[WHITES], WHITE)
            session.set_level(chosen[BLACKS], BLACK)
        if session.notes is not None:
            session.notes.write(FILE, bytes(levels[WHITE:]) + session.notes.read(FILE)[2:])
        kind = chosen[MATCH]
        if kind != SINGLE:
            matching = session.beside.open_match()
            matching.play(kind, self._options())
            session.choose_start(False, matching.match.variant())
            return
        if session.beside.matching is not None:
            session.beside.matching.stop()
        is_mirrored = chosen[GAME] == MIRRORED
        if is_mirrored != session.succession.mirrored:
            session.reports.setting(b"mirrored ", 0, 1 if is_mirrored else 0)
        session.choose_start(is_mirrored, GAMES[chosen[GAME]])
