"""Times a stone lifted, one that it takes lifted too, and both put back: prints the stone's moves and us."""

import time

from fanorona.game import Game
from fanorona.geometry import POINTS
from fanorona.notation import parse_position
from fanorona.rules import EMPTY, Position
from fanorona.tracker import Tracker

# The start, and the most moves in 1500 games of random play.
POSITIONS = (
    "BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW W",
    "7BB/BB4WBB/B1W1WW1BW/W3W2WW/W1WW2WWW B",
)
PAIRS = 200


def moves_of(position, stone):
    count = 0
    more = position.first(stone)
    while more:
        count += 1
        more = position.following()
    return count


for text in POSITIONS:
    position = Position()
    parse_position(text, position)
    counts = [moves_of(position, p) for p in range(POINTS)]
    stone = counts.index(max(counts))
    before = bytes(position.board)
    position.first(stone)
    taken = next(p for p in range(POINTS) if before[p] == 3 - position.turn and not position.board[p])
    position.back()
    game = Game()
    game.load(position)
    tracker = Tracker(game)
    tracker.begin(bytes([int(colour != EMPTY) for colour in position.board[:45]]))
    began = time.ticks_ms()
    for _ in range(PAIRS):
        for p in (stone, taken):
            tracker.contact(p, 0)
        for p in (taken, stone):
            tracker.contact(p, 1)
    print(counts[stone], time.ticks_diff(time.ticks_ms(), began) * 1000 // PAIRS)
