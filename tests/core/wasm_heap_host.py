"""What a host says and asks for creates nothing on the heap. MicroPython only.

Outside the lock are the commands load and play, the beginning of a test and the first hint: what does that is
imported then.
"""

import heap
from quiet_hands import Hands, QuietHands

from fanorona.lights.painter import BETTER, DARK, LIFTED, WORSE
from fanorona.rules import rules
from fanorona.wire.protocol import HOST_LEAD, encode

COMMANDS = (
    b"hello 1.0 test",
    b"hello 1.0 test 0123abcd 3",
    b"hello 1.0 test 0123abcd 99999",
    b"hello 2.0 test",
    b"hello",
    b"snapshot",
    b"version",
    b"resend 1",
    b"resend 99999",
    b"resend x",
    b"get level",
    b"get power",
    b"get brightness",
    b"get repetition",
    b"get fifty",
    b"get colour",
    b"set level 2",
    b"set power 500",
    b"set brightness 90",
    b"set repetition 1",
    b"set fifty 1",
    b"set fifty 1073741823",
    b"set colour 1",
    b"watch lights 1",
    b"watch raw 1",
    b"watch stars 1",
    b"hint -",
    b"go",
    b"play 1 e2-e3A",
    b"end 2-0",
    b"dance",
    b"new",
    b"end 1-0",
    b"end 1-0",
    b"new mirrored",
    b"new",
    b"test",
    b"test points",
    b"test lines",
    b"health",
    b"ack 5",
    b"ack 1073741823",
    b"bye",
)


def test_commands_under_heap_lock():
    """Each of them twice, in the middle of a move and between moves; and bytes that are no command."""
    hands = Hands(9)
    board = hands.board
    lines = [bytearray(encode(HOST_LEAD, b"7 " + text)) for text in COMMANDS]
    lines.append(bytearray(b"$1 new*0000\n$1 new\n$" + b"x" * 300 + b"\n\x00\xffhello\r\n"))
    with heap.locked:
        for closed in (0, 1):
            hands.set(12, closed)
            for line in lines:
                board.session.receive(line, len(line))
                hands.wait(30)
            hands.wait(2500)
    assert board.session.outbox.next > 200


def line(text):
    return bytearray(encode(HOST_LEAD, b"1 " + text))


def test_coaching_under_heap_lock():
    hands = QuietHands("W8/9/9/9/8B W")
    board = hands.board
    board.say("set level 4 W")
    board.say("hint -")
    hands.wait(100)
    session = board.session
    roles = session.roles
    blunder, none = line(b"hint blunder a4"), line(b"hint none")
    lines = (line(b"hint a5 b4 b5"), line(b"hint a5 -"), line(b"set level 0 B"), line(b"get level"))
    seen = bytearray(6)
    with heap.locked:
        hands.set(36, 0)
        for text in lines:
            session.receive(text, len(text))
            hands.wait(5)
            if text is lines[0]:
                seen[0], seen[1], seen[2] = roles[28], roles[27], roles[36]
        seen[3] = roles[28]
        hands.set(27, 1)
        hands.wait(400)
        session.receive(blunder, len(blunder))
        hands.wait(5)
        seen[4] = roles[27]
        session.receive(none, len(none))
        hands.wait(5)
        seen[5] = roles[0]
        hands.set(8, 0)
        hands.set(17, 1)
        hands.wait(400)
    assert tuple(seen) == (BETTER, WORSE, LIFTED, WORSE, WORSE, WORSE), tuple(seen)
    assert session.game.ply == 2 and roles[0] == DARK
    assert tuple(session.levels[1:]) == (4, 0)


def test_games_set_up_anew_under_heap_lock():
    hands = Hands(11)
    board = hands.board
    board.say("load - W8/9/9/9/8B W")
    board.say("go")
    board.wait(100)
    for p in range(45):
        board.raw[p] = p == 8 or p == 36
    board.wait(100)
    names = board.session.reports.name
    with heap.locked:
        for start, end in ((36, 37), (8, 7), (37, 38), (7, 6)):
            hands.set(start, 0)
            hands.set(end, 1)
            hands.wait(400)
        for p, closed in ((6, 0), (38, 0), (36, 1), (8, 1)):
            hands.set(p, closed)
        hands.wait(2000)
        again = names[9]
        for p in range(45):
            hands.set(p, 1 if rules.START[p] else 0)
        hands.wait(2000)
    assert bytes(names[9:10]) == b"4" and again == 51 and board.session.tracker.phase == 1
    board.say("resume")
    board.wait(100)
    assert board.said("no") == [] and board.session.game.ply == 4
