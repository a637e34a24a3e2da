"""A board that loses its power: the game that its journal gives back."""

from journals import finished
from keeping import START, Kept, open_game, restarted
from sectors import Sectors

from fanorona.modes.keeper import LATE_MS, LONG_REST_MS, REST_MS
from fanorona.rules import notation, rules
from fanorona.rules.geometry import POINTS
from fanorona.store.journal import AHEAD
from fanorona.store.records import PAGES


def names(board):
    return [line.split(" ")[0] for line in board.lines]


def test_the_same_game_goes_on_when_the_stones_still_stand():
    board = Kept(Sectors())
    open_game(board)
    again = restarted(board)
    assert names(again)[:3] == ["hello", "state", "game"]
    assert again.said("state") == ["play 3"]
    assert again.said("game") == ["0123abcd-1 1 " + START]
    assert again.session.game.ply == 2
    again.say("hello 1.0 lakabe")
    again.wait(50)
    assert again.moves() == ["d3-e3A", "f4-f3A"]
    assert again.session.reports.name_size == 10
    twice = restarted(again)
    assert twice.said("game") == ["0123abcd-1 1 " + START]
    assert twice.session.game.ply == 2


def test_differences_are_guided_and_the_game_goes_on():
    board = Kept(Sectors())
    open_game(board)
    raw = bytearray(board.raw)
    raw[notation.parse_point("a1")] = 0
    raw[notation.parse_point("f2")] = 1
    again = restarted(board, raw)
    assert again.said("state") == ["setup 3"]
    assert again.lit("i") == "a1" and again.lit("r") == "f2"
    again.place("a1")
    again.lift("f2")
    assert again.said("game") == ["0123abcd-1 1 " + START]
    assert again.session.game.ply == 2


def test_a_move_is_written_within_its_time():
    board = Kept(Sectors())
    board.lift("d3")
    board.place("e3")
    before = board.sectors.written
    board.raw[notation.parse_point("f3")] = 0
    while not board.moves():
        board.wait(1)
    committed = board.now
    while board.sectors.written == before:
        board.wait(1)
    assert board.now - committed <= LATE_MS


def test_a_contact_that_never_rests_does_not_keep_the_journal_waiting():
    board = Kept(Sectors())
    board.lift("d3")
    board.place("e3")
    before = board.sectors.written
    board.raw[notation.parse_point("f3")] = 0
    chattering = notation.parse_point("a1")
    committed = 0
    while board.sectors.written == before:
        board.raw[chattering] ^= 1
        board.wait(1)
        if board.session.game.ply and not committed:
            committed = board.now
        assert board.now < 1000
    assert board.now - committed <= LATE_MS + 2


def test_a_game_without_moves_keeps_its_name_too():
    board = Kept(Sectors())
    assert board.said("takeback") == ["0123abcd-1 1"]
    again = restarted(board)
    assert again.said("game") == ["0123abcd-1 1 " + START]
    assert again.said("takeback") == ["0123abcd-1 1"], "the power may have failed before a move was written"


def test_a_new_game_after_the_end():
    board = Kept(Sectors())
    open_game(board)
    board.say("end 1/2-1/2")
    board.wait(100)
    again = restarted(board)
    assert again.said("state") == ["setup 3"]
    assert again.said("game") == []
    again.raw[:] = bytearray([1 if rules.START[p] else 0 for p in range(POINTS)])
    again.wait(100)
    assert again.said("game") == ["99999999-1 1 " + START]


def test_stones_at_the_beginning_mean_a_new_game():
    board = Kept(Sectors())
    open_game(board)
    start = bytearray([1 if rules.START[p] else 0 for p in range(POINTS)])
    again = restarted(board, start)
    assert again.said("result") == ["0123abcd-1 * anew 2"]
    assert names(again)[0] == "hello"
    assert again.said("game") == ["99999999-1 1 " + START]
    open_game(again)
    third = restarted(again)
    assert third.said("game") == ["99999999-1 1 " + START]
    assert third.session.game.ply == 2


def test_stones_put_to_the_beginning_mean_a_new_game():
    board = Kept(Sectors())
    open_game(board)
    raw = bytearray(board.raw)
    raw[notation.parse_point("a1")] = 0
    again = restarted(board, raw)
    again.place("d3 f4 f1 f2")
    again.lift("e3")
    again.place("a1")
    assert again.said("result") == ["0123abcd-1 * anew 2"]
    assert again.said("game") == ["99999999-1 1 " + START]


def test_menu_gives_the_game_up_that_was_taken_up():
    board = Kept(Sectors())
    open_game(board)
    raw = bytearray(board.raw)
    raw[notation.parse_point("a1")] = 0
    again = restarted(board, raw)
    again.set_up_anew()
    assert again.said("result") == ["0123abcd-1 * abandoned 2"]
    assert again.said("state")[-1] == "setup 3"
    again.wait(100)
    third = restarted(again, raw)
    assert third.session.game.ply == 0
    assert third.said("result") == []


def test_a_host_that_gives_the_same_game_back_ends_nothing():
    board = Kept(Sectors())
    open_game(board)
    raw = bytearray(board.raw)
    raw[notation.parse_point("a1")] = 0
    again = restarted(board, raw)
    again.say("load 0123abcd-1 " + START)
    again.say("play 1 d3-e3A")
    again.say("go")
    again.wait(20)
    assert again.said("result") == []
    assert again.said("no") == []
    again.lift("f3")
    again.place("a1 f4 f1 f2")
    again.wait(50)
    assert again.said("game")[-1] == "0123abcd-1 1 " + START
    assert again.session.game.ply == 1
    third = restarted(again)
    assert third.session.game.ply == 1


def test_settings_of_the_game_come_back():
    board = Kept(Sectors())
    board.say("set fifty 0")
    open_game(board)
    again = restarted(board)
    assert not again.session.game.fifty and again.session.game.repetition


def play_until(board, enough):
    """Open one game after another until the journal has come so far."""
    while not enough(board.session.keeper.journal):
        board.say("new")
        for p in range(POINTS):
            board.raw[p] = rules.START[p] != rules.EMPTY
        board.wait(20)
        open_game(board)


def test_a_game_is_left_alone_while_its_journal_has_room():
    board = Kept(Sectors(4))
    play_until(board, lambda journal: journal._blank < AHEAD)
    board.wait(LONG_REST_MS + 100)
    assert sum(board.sectors.log) == 0
    assert board.session.keeper.idle_ms(board.now) == -1
    board.lift("a1")
    board.say("end 1/2-1/2")
    board.wait(REST_MS - 500)
    assert sum(board.sectors.log) == 0
    board.wait(600)
    assert sum(board.sectors.log) == 1


def test_a_game_without_room_for_another_page_rests_long_before_an_erase():
    board = Kept(Sectors(4))
    play_until(board, lambda journal: not journal._blank and journal._page == PAGES - 1)
    board.wait(LONG_REST_MS - 200)
    assert sum(board.sectors.log) == 0
    board.wait(400)
    assert sum(board.sectors.log) == 1
    board.wait(LONG_REST_MS)
    assert sum(board.sectors.log) == 1


def test_at_rest_in_set_up_a_new_board_erases_what_it_needs():
    sectors = Sectors(is_new=True)
    board = Kept(sectors)
    board.say("load - 9/9/3W1B3/9/9 W")
    board.say("go")
    board.wait(REST_MS - 100)
    assert sum(sectors.log) == 0
    board.wait(200)
    assert sum(sectors.log) == AHEAD


def test_without_room_a_sector_is_erased_at_once_for_a_move():
    sectors = Sectors(is_new=True)
    board = Kept(sectors)
    open_game(board)
    board.wait(LATE_MS + 50)
    assert sum(sectors.log) == 1
    assert restarted(board).session.game.ply == 2


def test_without_room_a_sector_is_erased_for_the_end_of_a_game():
    sectors = Sectors(is_new=True)
    board = Kept(sectors)
    open_game(board)
    board.say("new")
    ((_, game),) = finished(sectors)
    assert game.ply == 2


def test_trouble_is_told_once():
    sectors = Sectors()
    sectors.program = lambda sector, page, buffer: None
    board = Kept(sectors)
    open_game(board)
    board.wait(2000)
    open_game(board)
    assert board.said("journal") == ["worn"]


def test_finished_games_can_be_read_again():
    board = Kept(Sectors())
    open_game(board)
    board.say("end 1-0")
    board.wait(100)
    ((name, game),) = finished(board.sectors)
    assert name == b"0123abcd-1" and game.ply == 2


def test_a_move_made_just_before_another_game_is_written():
    """The board is told to begin another game in the ms in which a move is made."""
    for turns in range(6):
        board = Kept(Sectors())
        board.lift("d3")
        board.place("e3")
        board.wait(400)
        board.raw[notation.parse_point("f3")] = 0
        while not board.session.game.ply:
            board.now += 1
            board.step()
        for _ in range(turns):
            board.step()
        board.say("new")
        board.wait(500)
        board.say("games")
        board.wait(500)
        name, place, *end = board.said("kept")[0].split(" ")
        assert end == ["1", "*", "abandoned"], turns
        board.say(f"fetch {name} {place}")
        board.wait(500)
        assert board.said("ended") == [f"{name} 1 * abandoned"], turns
