"""Playing at level 0 creates nothing on the heap, whatever is let stand. MicroPython only."""

import heap
from board import TURN
from quiet_hands import QuietHands


def test_irregular_moves_under_heap_lock():
    hands = QuietHands("1W7/9/B1W6/9/W7W W")
    board = hands.board
    board.say("set level 0")
    hands.wait(400)  # hands rest
    game = board.session.game
    plies = bytearray(4)
    with heap.locked:
        hands.set(0, 0)  # a1 to i3, and Black's a3-b3A, which may go on
        hands.set(26, 1)
        hands.wait(2100)
        hands.set(18, 0)
        hands.set(19, 1)
        hands.set(20, 0)
        hands.wait(1500)
        hands.press(TURN)
        plies[0] = game.ply
        for p in (8, 19):  # i1 to i5 and b3 to d1, both irregular
            hands.set(p, 0)
            hands.set(44 if p == 8 else 3, 1)
            hands.wait(2100)
        hands.press(TURN)
        hands.wait(300)
        hands.press(TURN)
        plies[1] = game.ply
        for p in range(3):  # a bump
            hands.set(10 + p, 1)
        hands.press(TURN)
        hands.press(TURN)
        plies[2] = game.ply
        hands.set(12, 0)
        hands.set(11, 0)
        hands.set(26, 0)
        hands.wait(1100)
        hands.press(TURN)
        hands.press(TURN)
        hands.wait(100)
        plies[3] = game.ply
    assert tuple(plies) == (2, 4, 4, 5), tuple(plies)
