"""Levels by side and what a coach says create nothing on the heap, once the first ``hint -`` has been heard.

MicroPython only.
"""

import heap
from quiet_hands import QuietHands

from fanorona.lights.painter import BETTER, DARK, LIFTED, WORSE
from fanorona.wire.protocol import HOST_LEAD, encode


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
