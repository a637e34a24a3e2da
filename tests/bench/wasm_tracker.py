"""Times a stone lifted, one that it takes lifted too, and both put back: prints the stone's moves and us."""

import time

from fanorona.hands.tracker import Tracker
from fanorona.rules.game import Game
from fanorona.rules.geometry import POINTS
from fanorona.rules.moves import first_move, next_move
from fanorona.rules.notation import parse_position
from fanorona.rules.rules import EMPTY, Position

# The start, and the most moves in 1500 games of random play.
POSITIONS = (
    "BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW W",
    "7BB/BB4WBB/B1W1WW1BW/W3W2WW/W1WW2WWW B",
)
PAIRS = 200


def count_by_stone(position):
    """How many complete moves each point's stone has."""
    counts = [0] * POINTS
    more = first_move(position)
    while more:
        counts[position.step_from(0)] += 1
        more = next_move(position)
    return counts


def follow(tracker, p, closed):
    tracker.contact(p, closed)
    while tracker.busy:
        tracker.think()


for text in POSITIONS:
    position = Position()
    parse_position(text, position)
    counts = count_by_stone(position)
    stone = counts.index(max(counts))
    before = bytes(position.board)
    first_move(position)
    while position.step_from(0) != stone:
        next_move(position)
    taken = next(p for p in range(POINTS) if before[p] == 3 - position.turn and not position.board[p])
    while position.steps:
        position.back()
    game = Game()
    game.load(position)
    tracker = Tracker(game)
    tracker.begin(bytes([int(colour != EMPTY) for colour in position.board[:45]]), False)
    began = time.ticks_ms()
    for _ in range(PAIRS):
        for p in (stone, taken):
            follow(tracker, p, 0)
        for p in (taken, stone):
            follow(tracker, p, 1)
    print(counts[stone], time.ticks_diff(time.ticks_ms(), began) * 1000 // PAIRS)
