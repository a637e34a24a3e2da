"""The test of every contact by hand: the light that leads, what it finds, how it is begun and left."""

from board import MENU, TURN, Board

from fanorona.hands.buttons import TEST_MS
from fanorona.rules.geometry import COLUMNS, POINTS

HOLD = TEST_MS + 100
BACK = 1600


def begin(board):
    board.press(TURN, HOLD)
    board.lines = []
    return board


def try_all(board, skips=()):
    """A stone on every point in turn and off again, or the reverse where one stands; *turn* on ``skips``."""
    for p in range(POINTS):
        if p in skips:
            board.press(TURN)
        else:
            for _ in range(2):
                board.raw[p] = 1 - board.raw[p]
                board.wait(50)
    return board


def found(board):
    """What is said but the points that are lit."""
    return [text for text in board.said("test") if not text.startswith("try ")]


def colours(board):
    return "".join(sorted(set(board.lights().values())))


def test_the_light_goes_from_point_to_point():
    board = begin(Board(empty=True))
    assert board.lights() == {"a1": "z"}
    board.place("a1")
    assert board.lights() == {"a1": "l"}
    board.lift("a1")
    assert board.lights() == {"b1": "z"} and board.said("test")[-1] == "try b1"
    begin(try_all(board))
    assert board.said("compose") == []


def test_a_board_that_is_well_turns_green():
    for empty in (True, False):
        board = try_all(begin(Board(empty=empty)))
        assert found(board) == ["done"]
        assert colours(board) == "v" and len(board.lights()) == POINTS
        board.lines = []
        board.press(TURN)
        assert board.said("state" if not empty else "setup") != []
        assert colours(board) == ("ik" if empty else "")


def test_contacts_that_do_not_change():
    board = Board(empty=True)
    board.raw[20] = 1
    board.wait(50)
    try_all(begin(board), skips=(7, 20))
    assert found(board) == ["dead h1", "closed c3", "done"]
    assert board.lit("n") == "h1" and board.lit("r") == "c3" and len(board.lit("v").split(" ")) == 43


def test_dead_lines_are_named_as_such():
    board = try_all(begin(Board(empty=True)), skips=[p for p in range(POINTS) if p % COLUMNS == 2])
    assert found(board) == ["dead c", "done"]
    board = try_all(begin(Board(empty=True)), skips=range(18, 27))
    assert found(board) == ["dead 3", "done"]
    board = Board(empty=True)
    for p in range(9):
        board.raw[p] = 1
    board.wait(50)
    try_all(begin(board), skips=range(10))
    assert found(board) == ["dead a2", "closed 1", "done"]


def chatter(board, name):
    """A weak magnet: it closes, opens and closes again as no hand does."""
    for _ in range(4):
        board.place(name, 5)
        board.lift(name, 5)
    board.wait(100)


def test_a_chattering_contact():
    board = Board(empty=True)
    chatter(board, "d1")
    try_all(begin(board))
    assert found(board) == ["chatters d1", "done"]
    assert board.lit("q") == "d1"
    board.press(TURN)
    for p in range(POINTS):
        board.raw[p] = 0
    board.wait(50)
    board.lines = []
    board.say("test")
    board.session.test.take(bytearray(POINTS), bytearray(14))
    board.wait(3000)
    assert "chatters d1" in board.said("test")


class Probed(Board):
    """A board whose matrix is probed, and finds the diode of b1 the wrong way round."""

    def step(self):
        super().step()
        test = self.session.test
        if test.wanted:
            diodes = bytearray(POINTS)
            diodes[1] = 1
            test.take(diodes, bytearray(14))


def test_a_diode_is_looked_at_where_a_stone_is_not_noticed():
    board = try_all(begin(Probed(empty=True)), skips=(0, 1, 2))
    assert found(board) == ["dead a1", "reversed b1", "dead c1", "done"]


def test_a_stone_on_another_point_is_shown():
    board = begin(Board(empty=True))
    board.place("c3")
    assert board.lights() == {"a1": "z", "c3": "r"}
    board.lift("c3")
    assert board.lights() == {"a1": "z"}


def test_a_long_menu_ends_it():
    board = begin(Board(empty=True))
    board.press(MENU, BACK)
    assert found(board) == ["done"] and board.said("setup") and colours(board) == "ik"


def test_the_host_begins_it_and_not_in_a_game():
    board = Board()
    board.say("test points")
    assert board.said("no") == [] and board.said("ok") == ["1"]
    board.wait(10)
    assert board.lights() == {"a1": "z"} and board.said("test") == ["try a1"]
    board = Board()
    board.lift("d3")
    board.place("e3")
    board.lift("f3")
    board.say("test points")
    assert board.said("no") == ["1 busy"]
    board.say("test corners")
    assert board.said("no")[-1] == "1 argument"


def test_a_snapshot_tells_of_it():
    board = begin(Board(empty=True))
    board.lines = []
    board.say("snapshot")
    board.wait(50)
    assert board.said("test") == ["try a1"] and board.said("setup") == []


def test_how_the_contacts_have_done():
    board = Board(empty=True)
    board.place("a1 c2", 50)
    board.lift("a1", 50)
    board.place("a1", 50)
    chatter(board, "i5")
    board.say("health")
    board.wait(50)
    rows = [text.split(" ") for text in board.said("health")]
    assert [row[0] for row in rows] == ["1", "2", "3", "4", "5"]
    assert rows[0][1] == "2/0/0/0" and rows[1][3] == "1/0/0/0" and rows[2][1] == "0/0/0/0"
    done = rows[4][9].split("/")
    assert done[0] == "4" and done[3] == "3"


def test_the_longest_line_of_health_fits():
    board = Board(empty=True)
    bounces = board.session._reeds.bounces
    for p in range(POINTS):
        bounces.closures[p] = 65535
        bounces.bounce[p] = bounces.missed[p] = bounces.flickers[p] = 255
    board.say("health")
    board.wait(50)
    row = board.said("health")[4]
    assert row == "5" + 9 * " 65535/99/99/99"
    assert len("@1073741823 1073741823 health " + row + "*0123\r\n") <= 200
