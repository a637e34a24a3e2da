"""The self-test: what it says of contacts, diodes and wires, and its running light."""

from board import Board

from fanorona.modes.selftest import HAND_MS, LIGHT_MS, LINES, NO_POINT
from fanorona.rules.geometry import COLUMNS, POINTS

REVERSED = 1
BRIDGED = 2
HIDDEN = 3


def report(board, diodes=None, stuck=None):
    """What a test says besides contacts and lights. The faults that a probe finds: by point, and by line."""
    board.say("test")
    test = board.session.test
    assert test.wanted
    found = bytearray(POINTS)
    high = bytearray(LINES)
    for p, kind in (diodes or {}).items():
        found[p] = kind
    for line in stuck or ():
        high[line] = 1
    test.take(found, high)
    board.wait(HAND_MS + LIGHT_MS * POINTS + 50)
    assert test.point == NO_POINT
    said = board.said("test")
    assert said[0].startswith("reeds ")
    assert said[-1] == "done"
    return [text for text in said[1:-1] if not text.startswith("lights ")]


def clear(board, gone):
    for p in range(POINTS):
        if gone(p):
            board.raw[p] = 0
    board.wait(200)


def test_a_board_without_faults():
    board = Board()
    assert report(board) == []
    assert len(board.said("test")) == 1 + POINTS + 1
    assert board.said("test")[1:3] == ["lights a1", "lights b1"]


def test_diodes_and_wires_are_named():
    board = Board()
    said = report(board, {0: REVERSED, 22: BRIDGED, 44: REVERSED}, (2, 13))
    assert said == ["reversed a1", "bridged e3", "reversed i5", "stuck 3", "stuck i"]


def test_a_row_without_any_contact():
    board = Board()
    clear(board, lambda p: p // COLUMNS == 3)
    assert report(board) == ["dead 4"]


def test_stones_that_a_bad_diode_hides_are_not_dead():
    for dead, said in ((-1, ["reversed d3"]), (24, ["reversed d3", "dead g3"])):
        board = Board()
        row = range(2 * COLUMNS, 3 * COLUMNS)
        found = {p: HIDDEN for p in row if board.raw[p] and p != dead}
        found[21] = REVERSED
        clear(board, lambda p: p // COLUMNS == 2)
        assert report(board, found) == said


def test_a_column_without_any_contact():
    board = Board()
    clear(board, lambda p: p % COLUMNS == 0)
    assert report(board) == ["dead a"]


def test_two_dead_lines_and_a_few_missing_stones():
    board = Board()
    clear(board, lambda p: p % COLUMNS == 8 or p // COLUMNS == 0 or p in (10, 20))
    assert report(board) == ["dead b2", "dead c3", "dead 1", "dead i"]


def test_a_point_without_its_contact():
    board = Board()
    clear(board, lambda p: p == 21)
    assert report(board) == ["dead d3"]
    board.raw[21] = 1
    board.lines.clear()
    board.wait(200)
    assert report(board) == []


def test_a_bad_diode_is_named_once():
    board = Board()
    clear(board, lambda p: p == 21)
    assert report(board, {21: REVERSED}) == ["reversed d3"]


def test_a_single_stone_of_a_line_is_a_point():
    board = Board("WWWWWWWW1/9/8W/8B/9 W")
    clear(board, lambda p: p == 17)
    assert report(board) == ["dead i2"]


def test_nothing_is_dead_on_an_empty_board():
    assert report(Board(empty=True)) == []


def test_a_single_stone_says_nothing_of_the_other_lines():
    board = Board(empty=True)
    board.raw[21] = 1
    board.wait(200)
    assert report(board) == []


def test_nothing_is_dead_while_stones_are_put_up():
    board = Board(empty=True)
    for p in range(0, POINTS, 5):
        board.raw[p] = 1
    board.wait(200)
    assert report(board) == []


def test_a_line_without_stones_is_not_dead():
    board = Board("W8/9/9/9/8B W")
    assert report(board) == []


def test_without_a_probe_the_light_runs_all_the_same():
    board = Board()
    board.wait(HAND_MS)
    board.say("test")
    board.wait(LIGHT_MS * POINTS + 50)
    assert board.said("test")[-1] == "done"


def test_a_contact_that_stays_closed():
    board = Board()
    board.raw[22] = 1
    board.wait(200)
    assert report(board) == ["closed e3"]
    board.lines.clear()
    board.raw[22] = 0
    board.wait(200)
    assert report(board) == []


def test_a_stone_on_its_way_keeps_no_contact_closed():
    board = Board()
    board.lift("e2")
    board.place("e3")
    assert "closed e3" not in report(board)


def test_stones_that_are_put_up_elsewhere_are_no_faults():
    board = Board(empty=True)
    board.place("e3")
    assert report(board) == []


def test_a_second_test_forgets_the_first():
    board = Board()
    assert report(board, {7: BRIDGED}) == ["bridged h1"]
    board.lines.clear()
    assert report(board) == []


def test_a_line_on_3_volts_closes_no_contact():
    board = Board(empty=True)
    for p in range(POINTS):
        board.raw[p] = 1
    board.wait(200)
    assert report(board, stuck=(12,)) == ["stuck h"]


def test_a_stone_in_the_hand_is_no_fault_unless_it_stays_there():
    for closed, faults in ((1, []), (0, ["dead d2"])):
        board = Board()
        board.raw[12] = 0
        board.wait(100)
        board.say("test")
        board.session.test.take(bytearray(POINTS), bytearray(LINES))
        board.wait(HAND_MS - 200)
        assert len(board.said("test")) == 2, "contacts, and the first light"
        board.raw[12] = closed
        board.wait(300 + LIGHT_MS * POINTS)
        assert [text for text in board.said("test")[1:-1] if not text.startswith("lights")] == faults
        assert board.said("test")[-1] == "done"
