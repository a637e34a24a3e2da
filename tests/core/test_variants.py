"""Vela, Dimy and Telo on the board (V, S): lights, moves, ends. Runs on CPython and on MicroPython."""

from board import MENU, TURN, Board
from keeping import Kept, restarted
from sectors import Sectors

from fanorona.hands.buttons import TURN_MS
from fanorona.rules.geometry import POINTS
from fanorona.rules.notation import point_name

INSIDE = [point_name(p) for p in range(POINTS) if 2 <= p % 9 <= 6]
OUTSIDE = [point_name(p) for p in range(POINTS) if not 2 <= p % 9 <= 6]
DIMY = "2BBBBB2/2BBBBB2/2BW1BW2/2WWWWW2/2WWWWW2 W"
ORDINARY = "BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW W"
LATER_MS = 400
"""A stone that is placed counts once it has stood for 300 ms."""


def begin(board, variant, position):
    """Load a position of a variant, with its stones in place."""
    board.say("load - " + position + " " + variant)
    board.say("go")
    board.wait(10)
    letters = "".join([c if c in "WB/" else "." * int(c) for c in position.split(" ")[0]])
    rows = letters.split("/")
    for p in range(POINTS):
        board.raw[p] = rows[4 - p // 9][p % 9] != "."
    board.wait(100)
    board.lines = []


def place(board, *names):
    for name in names:
        board.place(name, LATER_MS)


# Dimy


def dimy(board):
    board.say("new dimy")
    board.wait(20)
    assert board.lit("r") == " ".join(sorted(OUTSIDE)), "what stands outside has to go"
    for name in OUTSIDE:
        board.lift(name)
    assert board.said("game")[-1].split(" ", 2)[2] == DIMY + " dimy"
    return board


def test_dimy_is_set_up_and_played_within_its_square():
    board = dimy(Board())
    board.lift("d2")
    assert board.lights()["e3"] == "a" and board.lit("A") == "f4 g5"
    board.place("e3")
    board.lift("f4 g5")
    assert board.moves() == ["d2-e3A"] and board.said("move")[-1].endswith(" d2-e3A 12 10")


def test_no_step_of_dimy_leaves_its_square():
    board = Board()
    begin(board, "dimy", "2B6/9/9/9/2W6 W")
    board.lift("c1")
    assert board.lit("p") == "c2 d1 d2" or board.lit("p") == "c2 d1"
    board.place("b1")
    board.wait(1200)
    assert board.said("ask")[-1].startswith("wrong ") and board.moves() == []
    board.lift("b1")
    board.place("c1")
    assert board.said("restored") == [""]


def test_no_capture_outside_the_square_is_a_duty():
    # On the whole board g2 would go to h2 and take what stands behind it.
    board = Board()
    begin(board, "dimy", "9/9/9/5BW2/2W6 W")
    board.lift("c1")
    board.place("c2")
    assert board.moves() == ["c1-c2"]


def test_dimy_ends_with_the_last_stone_and_without_a_move():
    board = Board()
    begin(board, "dimy", "9/9/9/9/2W1B4 W")
    board.move("c1", "d1", "e1")
    assert board.moves() == ["c1-d1A"]
    assert board.said("result")[-1].endswith(" 1-0 no-stone 1") and board.lit("v") == "d1"
    for text, answer in (("9/9/9/2WW5/2BW5 B dimy", "no 1 over"), ("9/9/9/2WW5/2BW5 B", "ok 1")):
        board.say("load - " + text)
        board.say("go")
        assert board.lines[-1] == answer, "c1 can go to b1 on the whole board only"


def test_dimy_repeats_and_draws():
    board = Board()
    begin(board, "dimy", "6B2/9/9/9/2W6 W")
    for _ in range(2):
        for start, end in (("c1", "c2"), ("g5", "g4"), ("c2", "c1"), ("g4", "g5")):
            board.move(start, end)
    assert board.said("result")[-1].endswith(" 1/2-1/2 repetition 8")
    assert board.lit("d") == "c1 g5", "walls are no stones"


def test_the_next_games_are_dimy_too_until_another_is_asked_for():
    board = dimy(Board())
    board.say("end 1-0")
    board.lift("d2")
    board.place("d2")
    assert board.said("game")[-1].endswith(DIMY + " dimy")
    board.press(MENU, 4100)
    assert board.said("game")[-1].endswith(DIMY + " dimy")
    board.say("new")
    for name in OUTSIDE:
        board.place(name)
    assert board.said("game")[-1].endswith(ORDINARY)


def test_dimy_outlasts_power_cuts():
    board = Kept(Sectors())
    dimy(board)
    board.move("d2", "e3", "f4", "g5")
    board.wait(4000)
    game = board.said("game")[-1].split(" ")[0]
    board = restarted(board)
    assert board.said("game")[-1] == game + " 1 " + DIMY + " dimy"
    board.say("hello 1.4 test")
    board.wait(50)
    assert board.said("move")[-1].endswith(" 1 d2-e3A 12 10")
    assert board.said("position")[-1] == "2BBBB3/2BBB1B2/2BWWBW2/2W1WWW2/2WWWWW2 B"


def test_a_position_composed_after_dimy_is_one_of_the_whole_board():
    board = dimy(Board())
    board.say("end 1-0")
    for p in range(POINTS):
        board.raw[p] = 0
    board.wait(100)
    board.press(TURN, TURN_MS + 100)
    board.place("a1")
    board.press(TURN)
    board.place("i5")
    board.press(TURN)
    assert board.said("game")[-1].endswith(" 1 8B/9/9/9/W8 W")
    board.move("a1", "b1")
    assert board.moves()[-1] == "a1-b1"


def test_a_stone_outside_is_no_position_of_dimy():
    board = Board()
    for text, reason in (
        ("load - W8/9/9/9/2B6 W dimy", "position"),
        ("load - 9/9/2W6/9/9 W telo", "position"),
        ("load - 9/9/4W4/9/4B4 W chess", "argument"),
        ("load - 9/9/4W4/9/4B4 W tsivy", "argument"),
        ("new chess", "argument"),
        ("new tsivy", "argument"),
    ):
        board.say(text)
        assert board.said("no")[-1] == "1 " + reason, text


# Vela


def vela(board, word="vela"):
    board.say("new " + word)
    board.wait(50)
    assert board.said("game")[-1].endswith(ORDINARY + " " + word)
    return board


def test_the_debtor_takes_the_nearest_stone_by_one_step():
    board = vela(Board())
    board.lift("e2")
    assert board.lights()["e3"] == "a" and board.lit("A") == "e4", "e5 stays"
    board.place("e3")
    board.lift("e4")
    assert board.moves() == ["e2-e3A"] and board.said("move")[-1].endswith(" 22 21")


def test_no_other_stone_of_the_line_can_come_off_first():
    board = vela(Board())
    board.lift("e5")
    board.wait(1200)
    assert board.said("ask") and board.lit("n") == "e5", "e2-e3 takes e4 only"
    board.place("e5")
    board.lift("e4")
    assert not board.lit("n")
    board.move("e2", "e3")
    assert board.moves() == ["e2-e3A"]
    board.lift("e1")
    board.wait(1200)
    assert board.lit("n") == "e1", "the creditor takes nothing"


def test_a_second_step_of_the_debtor_is_none():
    board = Board()
    begin(board, "vela", "BBBBB4/B8/1B7/9/W1B6 W")
    board.move("a1", "b1", "c1")
    assert board.moves() == ["a1-b1A"]
    board.lift("b1")
    board.place("b2")
    board.wait(1200)
    assert len(board.moves()) == 1 and board.said("ask"), "it is the creditor's turn"


def test_the_creditor_takes_nothing_and_is_shown_what_leaves_a_capture():
    board = Board()
    begin(board, "vela", "W2BBB2B/5B3/4BB3/W8/9 B")
    # One step alone leaves a capture: 20 could be made.
    shown = {}
    for name in ("d5", "e5", "f5", "i5", "f4", "e3", "f3"):
        board.lift(name)
        shown[name] = board.lit("p")
        board.place(name)
    steps = [(start, shown[start]) for start in shown if shown[start]]
    assert len(steps) == 1 and " " not in steps[0][1], shown
    assert not board.lit("a") and not board.said("result")
    board.move(steps[0][0], steps[0][1])
    assert board.moves() == [steps[0][0] + "-" + steps[0][1]] and not board.said("result")


def test_at_level_4_the_creditors_stones_that_leave_a_capture_are_shown():
    board = Board()
    board.say("set level 4")
    begin(board, "vela", "W2BBB2B/5B3/4BB3/W8/9 B")
    assert len(board.lit("m")) == 2


def test_a_step_that_leaves_no_capture_forfeits():
    board = Board()
    begin(board, "vela", "W2BBB2B/5B3/4BB3/W8/9 B")
    board.move("i5", "i4")
    assert board.moves() == ["i5-i4"]
    assert board.said("result")[-1].endswith(" 1-0 forfeit 1") and board.lit("v") == "a2 a5"
    begin(board, "vela-creditor", "9/3WW4/9/4W1WW1/B6W1 W")
    board.move("g2", "f2")
    assert board.said("result")[-1].endswith(" 0-1 forfeit 1")


def test_a_creditor_without_such_a_step_forfeits_before_it():
    board = Board()
    # a1-b1 takes c1; then nothing that Black can do leaves White a capture.
    begin(board, "vela", "9/9/7BB/6BBB/W1B5B W")
    board.move("a1", "b1", "c1")
    assert board.said("result")[-1].endswith(" 1-0 forfeit 1")


def test_with_five_stones_left_the_second_phase_begins():
    board = Board()
    begin(board, "vela", "1BBBB4/9/1B7/9/W1B6 W")
    board.move("a1", "b1", "c1")
    assert board.said("move")[-1].endswith(" 1 5 second")
    assert board.lit("s") == "b3 b5 c5 d5 e5"
    board.lift("b3")
    assert board.lit("s") == "" and board.lights()["b2"] == "a", "now it can be taken"
    board.place("b2")
    board.lift("b1")
    assert board.said("move")[-1].endswith(" b3-b2A 0 5 second") and board.said("result")[-1].endswith(
        "no-stone 2"
    )


def test_in_the_second_phase_the_debtor_takes_whole_lines_and_goes_on():
    board = Board()
    begin(board, "vela", "9/9/1B7/9/W1BBB4 W")
    board.lift("a1")
    assert board.lit("A") == "c1 d1 e1"
    board.place("b1")
    board.lift("c1 d1 e1")
    assert board.lit("o") == "b1", "b1-b2A is left"
    board.press(TURN)
    assert board.moves() == ["a1-b1A"]


def test_after_a_vela_comes_an_ordinary_game():
    board = vela(Board(), "vela-creditor")
    board.say("end 1-0")
    board.lift("a1")
    board.place("a1")
    assert board.said("game")[-1].endswith(ORDINARY)


def test_a_vela_outlasts_power_cuts_and_is_told_later():
    board = Kept(Sectors())
    vela(board)
    board.move("e2", "e3", "e4")
    board.wait(4000)
    game = board.said("game")[-1].split(" ")[0]
    board = restarted(board)
    assert board.said("game")[-1] == game + " 1 " + ORDINARY + " vela"
    board.lift("d4")
    assert not board.lit("A"), "the creditor takes nothing after the cut either"
    board.place("d4")
    board.say("end 0-1")
    board.say("new")
    board.move("e3", "e2")
    board.place("e4")
    board.wait(4000)
    assert board.said("game")[-1].endswith(ORDINARY)
    board.ack()
    board.say("games")
    board.wait(200)
    board.say("fetch " + board.said("kept")[0])
    board.wait(200)
    assert board.said("past")[-1] == game + " 1 " + ORDINARY + " vela"
    assert board.said("played")[-1] == game + " 1 e2-e3A"


def test_moves_of_a_vela_are_loaded_with_it():
    board = Board()
    board.say("load - " + ORDINARY + " vela")
    board.say("play 1 e2-e3A")
    board.wait(5)
    board.say("play 2 e5-e4")
    board.wait(5)
    board.say("play 3 e1-e2")
    board.wait(5)
    assert board.said("no")[-1] == "1 illegal", "the debtor has to capture"
    assert board.said("ok")


# Telo


def telo(board):
    for p in range(POINTS):
        board.raw[p] = 0
    board.say("new telo")
    board.wait(50)
    assert board.said("game")[-1].endswith(" 1 9/9/9/9/9 W telo")
    return board


def test_stones_of_telo_are_placed_and_count_once_they_stand():
    board = telo(Board())
    assert board.lit("I") == "d2 d3 d4 e2 e3 e4 f2 f3 f4"
    board.place("e3")
    assert board.moves() == [] and board.lit("o") == "e3"
    board.lift("e3")
    board.place("e2", LATER_MS)
    assert board.moves() == ["e2"] and board.said("move")[-1].endswith(" 1 e2 1 0")
    assert board.lit("K") == "d2 d3 d4 e3 e4 f2 f3 f4"
    board.place("e3")
    board.press(TURN)
    assert board.moves() == ["e2", "e3"], "turn does not wait"
    board.place("f2")
    board.place("f3", LATER_MS)
    assert board.moves() == ["e2", "e3", "f2", "f3"], "nor does the next stone"


def test_a_stone_beside_the_nine_points_is_wrong():
    board = telo(Board())
    board.place("c3")
    board.wait(1200)
    assert board.said("ask")[-1].startswith("wrong ") and board.lit("r") == "c3" and board.moves() == []
    board.lift("c3")
    place(board, "d3")
    assert board.moves() == ["d3"]
    place(board, "e3")
    board.lift("d3")
    board.wait(1200)
    assert board.lit("n") == "d3" and len(board.moves()) == 2
    board.place("d3", LATER_MS)
    place(board, "f4")
    assert board.moves() == ["d3", "e3", "f4"]


def test_no_stone_moves_before_all_are_placed():
    board = telo(Board())
    place(board, "e3", "d3", "f2")
    board.move("d3", "d4")
    board.wait(1200)
    assert len(board.moves()) == 3 and board.said("ask")[-1].startswith("wrong ")
    board.move("d4", "d3")
    place(board, "d4")
    assert board.moves()[-1] == "d4"


def test_three_in_a_row_win_at_once():
    board = telo(Board())
    place(board, "d2", "d3", "e2", "e3", "f2")
    assert board.said("result")[-1].endswith(" 1-0 three 5") and board.lit("v") == "d2 e2 f2"
    assert board.moves() == ["d2", "d3", "e2", "e3", "f2"]


def test_when_all_are_placed_stones_move_and_nothing_is_taken():
    board = telo(Board())
    place(board, "d2", "e2", "f2", "e3", "d4", "d3")
    board.lift("f2")
    assert board.lit("p") == "f3", "no diagonal from there, and e2 and e3 are taken"
    board.place("f3")
    assert board.said("move")[-1].endswith(" 7 f2-f3 3 3")
    board.move("e2", "f2")
    assert board.moves()[-1] == "e2-f2" and len(board.said("result")) == 1


def test_who_cannot_move_has_lost():
    # With three stones a side somebody always can.
    board = Board()
    board.say("load - 9/3WBW3/3BWB3/3BWB3/9 W telo")
    board.say("go")
    assert board.lines[-1] == "no 1 over"


def test_telo_repeats():
    board = Board()
    begin(board, "telo", "9/3WWB3/9/3BWB3/9 W")
    for _ in range(2):
        for start, end in (("e2", "e3"), ("d2", "d3"), ("e3", "e2"), ("d3", "d2")):
            board.move(start, end)
    assert board.said("result")[-1].endswith(" 1/2-1/2 repetition 8")


def test_a_stone_that_was_placed_is_taken_back():
    board = telo(Board())
    place(board, "e3", "d3", "f2")
    board.press(MENU, 1500)
    board.wait(100)
    assert board.said("takeback")[-1].endswith(" 3") and board.lit("r") == "f2"
    board.lift("f2")
    place(board, "f4")
    assert board.moves()[-1] == "f4"
    board.lift("f4")
    board.lift("d3")
    board.wait(1500)
    assert board.said("takeback")[-1].endswith(" 2"), "and by hands alone"


def test_moves_of_telo_are_taken_back_as_far_as_they_go():
    board = telo(Board())
    place(board, "d2", "e2", "f2", "e3", "d4", "d3")
    board.move("f2", "f3")
    board.move("e2", "f2")
    board.press(MENU, 1500)
    board.wait(100)
    assert board.said("takeback")[-1].endswith(" 8") and (board.lit("r"), board.lit("k")) == ("f2", "")
    board.move("f2", "e2")
    board.wait(400)
    board.move("e2", "f2")
    assert board.moves()[6:] == ["f2-f3", "e2-f2", "e2-f2"] and not board.said("ask")


def test_telo_outlasts_power_cuts():
    board = Kept(Sectors())
    telo(board)
    place(board, "e3", "d3", "f2")
    board.wait(4000)
    game = board.said("game")[-1].split(" ")[0]
    board = restarted(board)
    assert board.said("game")[-1] == game + " 1 9/9/9/9/9 W telo"
    place(board, "d2")
    assert board.said("move")[-1] == game + " 4 d2 2 2"
    board.wait(4000)
    empty = Kept(board.sectors)
    for p in range(POINTS):
        empty.raw[p] = 0
    empty.wait(100)
    assert not empty.said("result"), "an empty board is no new game of Telo"


def test_a_hint_shows_where_to_place():
    board = telo(Board())
    board.say("hint e3")
    board.wait(20)
    assert board.said("ok") and board.lights() == {"e3": "j"}
    board.say("hint a1")
    board.wait(20)
    assert board.said("no")[-1].endswith("illegal")
