"""When the device is due, and what it does in each of its turns: light before words, a line a turn."""

from board import MENU, Board

from fanorona.rules import notation
from fanorona.rules.geometry import POINTS
from fanorona.session import Session
from fanorona.wire.protocol import HOST_LEAD, encode


def test_due_skips_only_steps_that_change_nothing():
    """Stepping every ms says the same as stepping when due."""
    said = []
    for every in (True, False):
        board = Board()
        board.say("hello 1.0 test")
        board.say("watch lights 1")
        if every:
            board.session.idle_ms = lambda now: 1
        board.move("e2", "e3")
        board.lift("a1")
        board.wait(1300)
        board.place("a1")
        board.lift("e4 e5")
        board.press(MENU, 1700)
        board.say("test")
        board.wait(6000)
        said.append(board.lines)
    assert said[0] == said[1]


def steps(board, count):
    """The lines of each of so many steps, a ms apart."""
    found = []
    for _ in range(count):
        said = len(board.lines)
        board.now += 1
        board.step()
        found.append([line.split(" ")[0] for line in board.lines[said:]])
    return found


def test_light_before_words_and_a_line_a_step():
    board = Board()
    board.move("e2", "e3", "e4")
    board.raw[40] = 0
    seen = steps(board, 6)
    assert seen == [[], [], [], ["lift"], ["move"], []]
    assert board.lit("f") == "e2" and board.lit("t") == "e3"
    board.raw[40] = 1
    steps(board, 2)
    assert not board.lit("r")
    steps(board, 1)
    assert board.lit("r") == "e5"


def test_the_first_lights_come_before_the_first_line():
    session = Session(b"0.1.0", b"e66038b713", b"0123abcd")
    session.step(bytearray(POINTS), 0, 0)
    assert sum(1 for role in session.roles if role) == 44 and session.outbox.next == 1
    assert session.idle_ms(0) == 0


def test_of_changes_at_once_each_is_told_in_full_before_the_next_is_taken():
    board = Board()
    board.lift("e2")
    board.place("e3")
    board.raw[31] = board.raw[40] = 0
    assert steps(board, 10) == [[], [], [], ["lift"], [], [], ["lift"], ["move"], [], []]
    board.say("new")
    board.lines = []
    for p in range(POINTS):
        board.raw[p] = 0
    board.wait(1000)
    names = [line.split(" ")[0] for line in board.lines]
    assert names.count("lift") == 42 and len(set(board.said("lift"))) == 42
    assert names.count("setup") == 1 and names[-1] == "setup"


def test_a_command_is_work_enough_for_a_turn():
    board = Board()
    board.say("watch lights 1")
    board.raw[13] = 0
    steps(board, 2)
    data = encode(HOST_LEAD, b"7 set level 4")
    board.session.receive(bytearray(data), len(data))
    assert steps(board, 5) == [["set"], [], ["lift"], ["ok"], ["lights"]]


def test_no_step_says_more_than_one_thing():
    """Whatever happens but a command, and raw changes of several contacts."""
    board = Board()
    board.say("hello 1.0 test")
    board.say("watch lights 1")
    lines = 0
    board.wait(100)
    for names in ("d3", "e3", "f3", "f4 f3", "f1 a1", "f2", "a1 a2", "i5 i5"):
        for name in names.split(" "):
            p = notation.parse_point(name)
            board.raw[p] = 1 - board.raw[p]
        for _ in range(1300):
            number = board.session.outbox.next
            steps(board, 1)
            assert board.session.outbox.next - number <= 1
            lines += board.session.outbox.next - number
    assert lines > 20
