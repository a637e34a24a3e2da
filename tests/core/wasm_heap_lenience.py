"""Playing at level 0 creates nothing on the heap, whatever is let stand. MicroPython only."""

import micropython
from board import Board

from fanorona.geometry import POINTS

BUFFER = bytearray(64)


def wait(board, ms):
    """As ``Board.wait``, without text."""
    session = board.session
    for _ in range(ms):
        session.step(board.raw, board.buttons, board.now)
        board.now += 1
        while session.outbox.take(BUFFER, 64):
            pass


def touch(board, points, closed):
    for p in points:
        board.raw[p] = closed
        wait(board, 20)


def press(board):
    board.buttons = 1
    wait(board, 20)
    board.buttons = 0
    wait(board, 20)


def test_irregular_moves_under_heap_lock():
    board = Board("1W7/9/B1W6/9/W7W W")
    board.say("set level 0")
    wait(board, 100)
    game = board.session.game
    points = [bytes([p]) for p in range(POINTS)]
    plies = bytearray(4)
    micropython.heap_lock()
    try:
        touch(board, points[0], 0)  # a1 to i3, and Black's a3-b3A, which may go on
        touch(board, points[26], 1)
        wait(board, 2100)
        touch(board, points[18], 0)
        touch(board, points[19], 1)
        touch(board, points[20], 0)
        wait(board, 1500)
        press(board)
        plies[0] = game.ply
        for p in (8, 19):  # i1 to i5 and b3 to d1, both irregular
            touch(board, points[p], 0)
            touch(board, points[44 if p == 8 else 3], 1)
            wait(board, 2100)
        press(board)
        wait(board, 300)
        press(board)
        plies[1] = game.ply
        for p in range(3):  # a bump
            touch(board, points[10 + p], 1)
        press(board)
        press(board)
        plies[2] = game.ply
        touch(board, points[12], 0)
        touch(board, points[11], 0)
        touch(board, points[26], 0)
        wait(board, 1100)
        press(board)
        press(board)
        wait(board, 100)
        plies[3] = game.ply
    finally:
        micropython.heap_unlock()
    assert tuple(plies) == (2, 4, 4, 5), tuple(plies)
