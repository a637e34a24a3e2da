"""Whatever the reeds do, the board does not fail, and doing what its lights ask puts it right."""

from board import MENU, TURN, Board

from fanorona.hands.tracker import DOUBT, OVER, SETUP
from fanorona.rules import notation
from fanorona.rules.geometry import POINTS
from fanorona.rules.rules import VARIANTS

WAITS_MS = (3, 10, 40, 200, 400, 1300)
GUIDES = "rnikq"
NAMES = VARIANTS.split()


class Chance:
    """Numbers that are the same on every interpreter."""

    def __init__(self, seed):
        self._state = seed * 7919 + 1

    def below(self, n):
        self._state = (self._state * 75 + 74) % 65537
        return self._state % n


def anyhow(board, chance, times):
    """Contacts and buttons that no hand means, now and then one near those before."""
    differs = board.session.tracker.reading.differs
    for _ in range(times):
        kind = chance.below(40)
        if kind < 2:
            board.press(MENU if kind else TURN, 2000)
            continue
        p = chance.below(POINTS)
        if differs.size and chance.below(2):
            p = differs.points[chance.below(differs.size)]
        board.raw[p] ^= 1
        board.wait(WAITS_MS[chance.below(len(WAITS_MS))])


def next_guide(board):
    """A point at which the board wants something done; None when all is well."""
    tracker = board.session.tracker
    if tracker.phase == OVER or (tracker.phase != SETUP and tracker.status < DOUBT):
        return None
    lit = [name for name, letter in board.lights().items() if letter in GUIDES]
    assert lit, "the board wants something and does not say what"
    return notation.parse_point(min(lit))


def put_right(board):
    """Do what the lights ask, one point after the other; the number of points."""
    for count in range(3 * POINTS):
        board.wait(1500)
        while board.session.reports.apart is not None:
            board.press(MENU, 1600)  # composing, or the menu: a long *menu* leads back
        p = next_guide(board)
        if p is None:
            return count
        board.raw[p] ^= 1
        if board.session.tracker.status == DOUBT:
            board.wait(400)
            board.raw[p] ^= 1
    raise AssertionError("it never comes right")


def replayed(record):
    """The position to which the moves of a record lead."""
    position = record.base
    cursor = 0
    while cursor < record.size:
        record.replay(cursor, position)
        position.end_turn()
        position.forget()
        cursor = record.after(cursor)
    return position


def goes_on(board, chance):
    """Anything is done, then what the lights ask; how many points. The record leads to what is played."""
    anyhow(board, chance, 5 + chance.below(30))
    board.say("set level 3")
    count = put_right(board)
    game = board.session.game
    while game.position.steps:
        game.position.back()
    assert bytes(replayed(game.record).board) == bytes(game.position.board)
    return count


def test_any_reeds():
    assert sum(goes_on(Board(), Chance(seed)) for seed in range(60)) > 50


def test_any_reeds_in_other_games():
    for number in range(1, len(NAMES)):
        guided = 0
        for seed in range(15):
            board = Board()
            board.say("new " + NAMES[number].decode())
            put_right(board)
            guided += goes_on(board, Chance(seed + 100 * number))
        assert guided > 20


def test_any_reeds_at_the_record_level():
    guided = 0
    for seed in range(25):
        board = Board()
        variant = NAMES[seed % len(NAMES)].decode()
        if seed % len(NAMES):
            board.say("new " + variant)
            put_right(board)
        board.say("set level 0")
        guided += goes_on(board, Chance(seed + 1000))
    assert guided > 20


def shows(plant):
    """Whether a fault that ``plant`` brings into a board shows before long."""
    for seed in range(20):
        board = Board()
        plant(board.session.tracker.reading)
        try:
            goes_on(board, Chance(seed))
        except AssertionError:
            return True
    return False


def test_a_fault_that_is_planted_shows():
    def nothing(reading):
        pass

    def says_nothing(reading):
        """A board that is lost does not say what it wants."""
        good = reading.hold_back
        reading.hold_back = lambda: (good(), reading.amiss.clear())

    def asks_for_ever(reading):
        """It asks for what is right, too."""
        good = reading.hold_back
        reading.hold_back = lambda: (good(), reading.amiss.put(0, 1))

    assert not shows(nothing)
    assert shows(says_nothing)
    assert shows(asks_for_ever)
