"""The course of a game: results (R10), draws (R11), and the record of moves."""

from fanorona.rules import game, notation
from fanorona.rules.game import Game, Record
from fanorona.rules.rules import MOVE_LOG, NO_LOG, Position


def loaded(text, ply=0):
    position = Position()
    notation.parse_position(text, position)
    found = Game()
    found.load(position, ply)
    return found


def play(current, *moves):
    for text in moves:
        assert current.result == game.UNFINISHED, text
        notation.play_move(current.position, text)
        current.commit()


def test_taking_the_last_stone_wins():
    current = loaded("9/9/9/9/W1B6 W")
    play(current, "a1-b1A")
    assert (current.result, current.reason) == (game.WHITE_WINS, game.NO_STONE)


def test_a_side_without_a_move_has_lost():
    current = loaded("9/9/9/BB7/WB7 W")
    assert (current.result, current.reason) == (game.BLACK_WINS, game.NO_MOVE)


def test_third_repetition_draws():
    current = loaded("W8/9/9/9/8B W")
    circle = ("a5-a4", "i1-i2", "a4-a5", "i2-i1")
    play(current, *circle)
    play(current, *circle[:3])
    assert current.result == game.UNFINISHED
    play(current, circle[3])
    assert (current.result, current.reason) == (game.DRAWN, game.REPETITION)


def test_repetition_can_be_switched_off():
    current = loaded("W8/9/9/9/8B W")
    current.repetition = False
    for _ in range(24):
        play(current, "a5-a4", "i1-i2", "a4-a5", "i2-i1")
    assert current.result == game.UNFINISHED
    play(current, "a5-a4", "i1-i2", "a4-a5")
    assert current.result == game.UNFINISHED
    play(current, "i2-i1")
    assert (current.result, current.reason) == (game.DRAWN, game.FIFTY)


def test_both_draws_off_go_on_beyond_what_is_remembered():
    current = loaded("W8/9/9/9/8B W")
    current.repetition = current.fifty = False
    for _ in range(60):
        play(current, "a5-a4", "i1-i2", "a4-a5", "i2-i1")
    assert current.result == game.UNFINISHED
    current.repetition = True
    play(current, "a5-a4")
    assert (current.result, current.reason) == (game.DRAWN, game.REPETITION)


def test_a_capture_begins_the_count_anew():
    current = loaded("W8/9/9/9/W1BB4B W")
    play(current, "a1-b1A")
    assert current.quiet == 0
    play(current, "i1-i2")
    assert current.quiet == 1


def test_a_result_from_outside():
    current = Game()
    current.close(game.DRAWN, game.AGREED)
    assert (current.result, current.reason) == (game.DRAWN, game.AGREED)


def moves_of(record):
    """The moves kept, in N1, and the position after them."""
    position = Position(MOVE_LOG)
    position.copy(record.base)
    found = []
    cursor = record.first
    while cursor < record.size:
        record.replay(cursor, position)
        found.append(notation.format_move(position))
        position.end_turn()
        position.forget()
        cursor = record.after(cursor)
    return found, notation.format_position(position)


def test_positions_without_a_log_make_moves_again_in_turn():
    current = Game()
    play(current, "f2-e3A", "f3-f2A", "g3-f3W", "c3-d4W", "h2-g3A", "d4-c5W", "f3-f4W", "e4-e3A-f3W-f2W")
    record = current.record
    expected = Position(MOVE_LOG)
    walks = [expected, Position(NO_LOG), Position(NO_LOG)]
    for walk in walks:
        walk.copy(record.base)
    cursor = record.first
    while cursor < record.size:
        for walk in walks:
            record.replay(cursor, walk)
            walk.end_turn()
            walk.forget()
            assert not any(walk.visited)
            assert notation.format_position(walk) == notation.format_position(expected)
        cursor = record.after(cursor)
    assert notation.format_position(expected) == notation.format_position(current.position)


def test_record_gives_the_moves_back():
    current = Game()
    moves = ["d3-e3A", "e4-f3A", "e3-e4A-d5W"]
    played = []
    for text in moves:
        try:
            play(current, text)
        except ValueError:
            break
        played.append(text)
    assert moves_of(current.record) == (played, notation.format_position(current.position))
    last = current.record.last
    assert current.record.steps(last) == played[-1].count("-")
    assert notation.point_name(current.record.start(last)) == played[-1][:2]


def test_a_full_record_keeps_the_later_moves():
    current = loaded("W8/9/9/9/8B W", 10)
    current.repetition = current.fifty = False
    current.record = Record(64)
    current.record.begin(current.position, 10)
    circle = ["a5-a4", "i1-i2", "a4-a5", "i2-i1"]
    for _ in range(10):
        play(current, *circle)
    kept, position = moves_of(current.record)
    assert position == notation.format_position(current.position)
    assert current.record.base_ply + len(kept) == current.ply == 50
    assert kept == (circle * 10)[-len(kept) :]
    assert len(kept) == 21, "as many as there is room for"


def test_a_copy_goes_its_own_way():
    current = loaded("W8/9/9/9/8B W")
    play(current, "a5-a4", "i1-i2", "a4-a5", "i2-i1", "a5-a4", "i1-i2", "a4-a5")
    copy = Game()
    copy.adopt(current)
    play(copy, "i2-i1")
    assert (copy.result, copy.reason) == (game.DRAWN, game.REPETITION)
    assert current.result == game.UNFINISHED
    assert moves_of(copy.record)[0][:-1] == moves_of(current.record)[0]
