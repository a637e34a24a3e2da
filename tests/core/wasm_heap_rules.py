"""Nothing is created on the heap by move generation, play and undo, or the questions of the lights.

MicroPython only: under `micropython.heap_lock` any allocation raises MemoryError.
"""

import heap

from fanorona.hands.book import Book
from fanorona.rules.game import Game
from fanorona.rules.moves import count, destinations, first_move, next_move, perft, takes
from fanorona.rules.notation import parse_position
from fanorona.rules.rules import APPROACH, WITHDRAWAL, Position
from fanorona.rules.walk import Course, Walk

TEXTS = (
    "BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW W",
    "9/2BB5/1B7/3B5/1W7 W",
    "BB1B3B1/BB2B1BWB/B6BW/WW1W2W1W/WW1W2WW1 B",
    "BBBB1BBB1/5W3/BWBWWB2W/WWW1W3W/WWWWWW2W B",
    "8B/9/4W4/9/9 W",
    "9/9/9/BB7/WB7 W",
)
COUNTS = [5, 7, 19, 61, 8, 0]
"""Complete moves of each of them."""

STREWN = bytes([p % 3 for p in range(45)])
BUFFER = bytearray(45)
MARKS = bytearray(45)


def positions():
    for text in TEXTS:
        position = Position()
        parse_position(text, position)
        yield position


def test_the_lock_catches_an_allocation():
    try:
        heap.under_lock(bytearray, 10)
    except MemoryError:
        return
    raise AssertionError("heap_lock does not lock")


def test_perft():
    position = Position()
    assert heap.under_lock(perft, position, 3) == 724


def walk(position):
    count = 0
    more = first_move(position)
    while more:
        count += 1
        position.end_turn()
        position.back_turn()
        more = next_move(position)
    return count


def test_walking_complete_moves():
    counts = [heap.under_lock(walk, position) for position in positions()]
    assert counts == COUNTS


def test_counting_complete_moves():
    counts = [heap.under_lock(count, position) for position in positions()]
    assert counts == COUNTS


def walk_in_portions(position, steps):
    """How many moves a `Walk` finds that is put to rest every few steps."""
    count = 0
    steps.begin(45)
    while steps.go():
        count += 1
        if count % 3 == 0:
            steps.rest()
            steps.resume()
    return count


def test_walking_in_portions():
    counts = [heap.under_lock(walk_in_portions, position, Walk(position)) for position in positions()]
    assert counts == COUNTS


def read_all(position, book, move):
    """How many moves a `Book` holds."""
    while book.grow(position, 2):
        pass
    for n in range(book.size):
        book.takes_any(n, 5, 1 << 21)
        book.read(n, move)
        move.follow(move.size)
    return book.size


def test_writing_and_reading_a_book():
    counts = [heap.under_lock(read_all, position, Book(), Course()) for position in positions()]
    assert counts == COUNTS


def ask_everything(position):
    """All that the lights ask, before and after each first step; the number of steps seen."""
    seen = 0
    position.must_capture()
    position.may_go_on()
    position.can_move()
    position.movable(BUFFER)
    for p in range(45):
        destinations(position, p, BUFFER)
        for q in range(45):
            kind = 1
            while kind <= 4:
                if position.legal(p, q, kind) and BUFFER[q] & kind:
                    takes(position, p, q, kind, MARKS)
                    position.play(p, q, kind)
                    position.may_go_on()
                    position.movable(MARKS)
                    destinations(position, q, MARKS)
                    position.step_from(0)
                    position.step_to(0)
                    position.step_kind(0)
                    position.back()
                    seen += 1
                kind *= 2
    return seen


def test_questions_of_the_lights():
    seen = [heap.under_lock(ask_everything, position) for position in positions()]
    assert seen[0] == 5 and seen[4] == 8 and seen[5] == 0


def random_bits(state):
    """The next state of a 15-bit linear congruential generator, in small ints."""
    return (state * 1103 + 12345) & 0x7FFF


def playout(game, seed):
    """A whole game of random moves, judged after each; how many plies it had."""
    position = game.position
    state = seed
    while game.result == 0:
        state = random_bits(state)
        wanted = (state >> 4) % walk(position)
        first_move(position)
        while wanted:
            next_move(position)
            wanted -= 1
        game.commit()
    return game.ply


def test_a_whole_random_playout():
    for seed in (1, 2, 3, 4, 5):
        game = Game()
        plies = heap.under_lock(playout, game, seed)
        assert plies > 10
        assert game.result in (1, 2, 3)
        heap.under_lock(game.start)


def play_and_take_back(position, times):
    """Plays the first complete move, for up to `times` turns, and takes all of it back step by step."""
    depth = 0
    while depth < times and first_move(position):
        position.end_turn()
        depth += 1
    while depth:
        position.back_turn()
        while position.steps:
            position.back()
        depth -= 1


def test_play_and_undo():
    for position in positions():
        before = bytes(position.board)
        heap.under_lock(play_and_take_back, position, 40)
        assert bytes(position.board) == before


def test_setting_up():
    position = Position()
    other = Position()
    heap.under_lock(position.start)
    heap.under_lock(position.load, STREWN, 1)
    heap.under_lock(other.copy, position)
    heap.under_lock(position.forget)
    assert bytes(other.board) == bytes(position.board)


def test_kinds_are_masks():
    out = bytearray(45)
    position = Position()
    heap.under_lock(destinations, position, 21, out)
    assert out[22] == APPROACH | WITHDRAWAL
