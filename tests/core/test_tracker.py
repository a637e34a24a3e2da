"""What hands do and what the board makes of it (P1-P8), situation by situation."""

from board import Board

from fanorona.rules import notation, rules

WHITE_TO_WIN = "9/9/9/9/W1B6 W"
PAIKA = "W8/9/9/9/8B W"
CHOICE = "9/9/9/9/1B1W1B2B W"
"""d1 to e1 takes f1 by approach; d1-c1 takes b1 by approach; nothing else takes. i1 stays."""
BOTH = "9/9/9/9/1BW1B3B W"
"""c1-d1 takes e1 by approach or b1 by withdrawal (R5)."""


def test_a_set_up_board_begins_a_game():
    board = Board()
    assert board.said("game") == ["0123abcd-1 1 BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW W"]


def test_a_closed_move_ends_at_its_last_stone():
    board = Board(WHITE_TO_WIN)
    board.lift("a1")
    board.place("b1")
    assert board.moves() == []
    board.lift("c1")
    assert board.moves() == ["a1-b1A"]
    assert board.said("result") == ["0123abcd-2 1-0 no-stone 1"]


def test_a_paika_ends_when_set_down():
    board = Board(PAIKA)
    board.lift("a5")
    board.place("b4")
    assert board.moves() == ["a5-b4"]


def test_set_back_where_it_was():
    board = Board(PAIKA)
    board.lift("a5")
    board.place("a5")
    assert board.moves() == []
    assert board.lights() == {}


def test_captured_stones_first():
    board = Board()
    board.lift("e5 e4")
    board.lift("e2")
    board.place("e3")
    assert board.moves() == ["e2-e3A"]


def test_captured_stones_while_the_stone_is_in_the_hand():
    board = Board()
    board.lift("e2 e5 e4")
    assert board.moves() == []
    board.place("e3")
    assert board.moves() == ["e2-e3A"]


def test_the_line_that_loses_a_stone_first_is_the_choice():
    for taken, move in (("e1", "c1-d1A"), ("b1", "c1-d1W")):
        board = Board(BOTH)
        board.lift("c1")
        board.place("d1")
        assert board.lit("A") == "e1" and board.lit("W") == "b1"
        board.lift(taken)
        assert board.moves() == [move]


def test_a_change_of_mind():
    """The first stone of one line put back, then the other line (P6)."""
    board = Board("9/9/9/9/BBW1BB2B W")
    board.lift("c1")
    board.place("d1")
    board.lift("b1")
    assert board.lit("x") == "a1"
    board.place("b1")
    assert board.lit("A") == "e1 f1" and board.lit("W") == "a1 b1"
    board.lift("f1 e1")
    assert board.moves() == ["c1-d1A"]


def test_stones_of_both_lines_gone_is_wrong():
    board = Board("9/9/9/9/BBW1BB2B W")
    board.lift("c1")
    board.place("d1")
    board.lift("b1 e1")
    assert board.moves() == []
    assert board.lit("n") != ""
    board.place("b1")
    board.lift("f1")
    assert board.moves() == ["c1-d1A"]


def chain_board():
    """a1-b1 takes c1 by approach, then b1-c1? no: b1-b2 takes b3 by approach. Black's i1 stays."""
    return Board("9/9/1B7/9/W1B5B W")


def test_a_chain_step_by_step():
    board = chain_board()
    board.lift("a1")
    board.place("b1")
    board.lift("c1")
    assert board.moves() == []
    assert board.said("step")[-1] == "0123abcd-2 1 a1-b1A"
    assert board.lights() == {"b1": "o"}
    board.lift("b1")
    assert board.lit("l") == "b1" and board.lit("a") == "b2" and board.lit("A") == "b3"
    board.place("b2")
    assert board.lit("x") == "b3"
    board.lift("b3")
    assert board.moves() == ["a1-b1A-b2A"]


def test_a_chain_in_the_hand():
    board = chain_board()
    board.lift("a1")
    board.place("b2")
    board.lift("c1 b3")
    assert board.moves() == ["a1-b1A-b2A"]


def test_steps_are_told_as_far_as_they_are_sure():
    board = Board(BOTH)
    board.lift("c1")
    assert board.said("step") == []
    board.place("d1")
    assert board.said("step") == [], "approach or withdrawal is not chosen yet"
    board = Board("9/9/9/9/BBW1BB2B W")
    board.lift("c1")
    board.place("d1")
    board.lift("e1")
    assert board.said("step") == ["0123abcd-2 1 c1-d1A"]
    board.place("e1")
    board.lift("d1")
    board.place("c1")
    assert board.said("step") == ["0123abcd-2 1 c1-d1A", "0123abcd-2 1 -"]


def test_an_open_move_ended_by_turn():
    board = chain_board()
    board.lift("a1")
    board.place("b1")
    board.press()
    assert board.moves() == [], "captured stones still stand (P4)"
    board.lift("c1")
    board.press()
    assert board.moves() == ["a1-b1A"]
    board.press()
    assert board.moves() == ["a1-b1A"]


def test_an_open_move_ended_by_the_opponents_touch():
    board = chain_board()
    board.lift("a1")
    board.place("b1")
    board.lift("c1")
    board.lift("i1")
    assert board.moves() == ["a1-b1A"]
    board.place("i1")
    board.lift("b3 b1")
    board.place("b2")
    assert board.moves() == ["a1-b1A", "b3-b2A"]
    assert board.said("ask") == []


def test_an_own_stone_that_rises_goes_on():
    board = chain_board()
    board.lift("a1")
    board.place("b1")
    board.lift("c1 b1")
    board.place("b1")
    assert board.moves() == []
    board.press()
    assert board.moves() == ["a1-b1A"]


def test_a_wrong_destination_is_lit_asked_for_and_restored():
    board = Board(PAIKA)
    board.lift("a5")
    board.place("c5")
    assert board.lights()["c5"] == "r"
    assert board.said("ask") == []
    board.wait(1200)
    assert board.said("ask") == ["wrong ..-....../........./........./........./........."]
    board.lift("c5")
    board.place("b5")
    assert board.said("restored") == [""]
    assert board.moves() == ["a5-b5"]


def test_a_wrong_stone_taken_off():
    board = Board(BOTH)
    board.lift("c1")
    board.place("d1")
    board.lift("i1")
    assert board.lights()["i1"] == "n"
    board.wait(1200)
    assert board.said("ask") == ["wrong ........./........./........./........./........+"]
    board.place("i1")
    board.lift("e1")
    assert board.moves() == ["c1-d1A"]


def test_a_paika_where_a_capture_is_due():
    board = Board("W8/9/9/9/1BW1B3B W")
    board.lift("a5")
    board.place("a4")
    assert board.lights()["a4"] == "r" and board.lights()["a5"] == "n"
    board.lift("a4")
    board.place("a5")
    assert board.moves() == [] and board.lights() == {}


def test_adjusting_is_no_move():
    board = Board()
    for names in ("a1", "i5", "e4", "a1 b1", "c5 d2"):
        board.lift(names)
        board.place(names)
    for p in range(45):
        board.raw[p] = 0
    board.wait(3)
    for p in range(45):
        board.raw[p] = 1 if p != 22 else 0
    board.wait(100)
    assert board.moves() == [] and board.lights() == {}


LANDING = "1BB1BBBBB/4WBBBB/1W3BWBW/4B1WWW/WWWW1W1WW B"
"""Two moves from f3 leave the same points occupied: one ends on b3, where it has taken a stone, the other on
f1, likewise (P7)."""
ENDS = (("b3", "f3-e3W-d2A-d3W-c3A-b2A-b3W"), ("f1", "f3-f2A-e1W-f1W"))


def lift_all_but_ends(board):
    """The moving stone and what both moves take come off; b3 and f1 still stand."""
    position = rules.Position()
    notation.parse_position(LANDING, position)
    notation.play_move(position, ENDS[0][1])
    for p in range(45):
        if board.raw[p] and position.board[p] == rules.EMPTY:
            board.lift(notation.point_name(p))


def test_the_stone_that_opened_and_closed_again_tells():
    for end, move in ENDS:
        board = Board(LANDING)
        board.lift(end)
        lift_all_but_ends(board)
        board.place(end)
        board.press()
        assert board.moves() == [move]


def test_a_stone_straightened_before_the_move_began_has_not_landed():
    """White straightens d2 after d3-e3W; b4-c3A-d3W-d2A then takes the stone there and ends there."""
    board = Board()
    board.lift("d3")
    board.place("e3")
    board.lift("c3 d2")
    board.place("d2")
    board.lift("b4 d1 e1 b3")
    assert board.moves() == ["d3-e3W"]
    board.lift("d2")
    board.place("d2")
    board.press()
    assert board.moves() == ["d3-e3W", "b4-c3A-d3W-d2A"]


def test_where_the_order_does_not_decide_the_board_asks():
    for end, move in ENDS:
        board = Board(LANDING)
        board.lift("b3 f1")
        lift_all_but_ends(board)
        board.place("b3 f1")
        board.press()
        assert board.moves() == []
        assert board.lit("q") == "b3 f1"
        board.wait(1200)
        assert board.said("ask") == ["doubt ........./........./.?......./........./.....?..."]
        board.lift(end)
        board.place(end)
        assert board.said("restored") != []
        board.press()
        assert board.moves() == [move]


def test_a_move_thought_better_of_that_stood_complete_for_a_moment_decides_nothing():
    """On f2 the reeds show f3-f2A while f1 is nudged; then the stone goes the other way, past no f2."""
    for end, move in ENDS:
        board = Board(LANDING)
        board.lift("f3", 200)
        board.place("f2", 200)
        board.lift("f1", 200)
        board.place("f1", 200)
        board.lift("f2", 200)
        for name in ("e3", "d2", "d3", "c3", "b2"):
            if not board.raw[notation.parse_point(name)]:
                board.place(name, 200)
                board.lift(name, 200)
        board.lift("b3", 200)
        board.place("b3", 200)
        lift_all_but_ends(board)
        board.press()
        assert board.moves() == []
        assert board.lit("q") == "b3 f1"
        board.lift(end)
        board.place(end)
        board.press()
        assert board.moves() == [move]


NUDGED = "WB3B3/B2WB1WB1/1B2B1BB1/5B1W1/1BBB1B2B W"
"""g4-f4W-g5W-h5W-h4A and g4-g5W-f4A-f3W-g3A leave the same points occupied (P7)."""


def test_a_nudge_that_looked_like_the_beginning_of_another_move_decides_nothing():
    """g3 is nudged while the stone stands on g5: for a moment that is g4-g5W."""
    for end, move in (("h4", "g4-f4W-g5W-h5W-h4A"), ("g3", "g4-g5W-f4A-f3W-g3A")):
        board = Board(NUDGED)
        for act in "-g4 +f4 -f4 +g5 -g3 +g3 -g5 +h5 -h5 -h4 +h4 -e3 -f5 -h3".split(" "):
            (board.lift if act[0] == "-" else board.place)(act[1:], 200)
        board.press()
        assert board.moves() == []
        assert board.lit("q") == "g3 h4"
        board.wait(1200)
        assert len(board.said("ask")) == 1
        board.lift(end)
        board.place(end)
        board.press()
        assert board.moves() == [move]


def test_a_nudge_where_no_other_move_can_have_ended_decides_nothing_either():
    """White's c1 is nudged while Black's stone goes from g5 to g3, where it has taken one."""
    board = Board("BBBBBB1BB/BBBBB1BBB/BWBWWBWBW/WWW1WWWWW/WWWWWWWWW B")
    for act in "-g4 +g5 -g3 -g2 -g1 -g5 -c1 +c1 +f4 -e3 -f4 +g3 -h2 -i1".split(" "):
        (board.lift if act[0] == "-" else board.place)(act[1:], 200)
    assert board.moves() == ["g4-g5W-f4A-g3A"]
    assert board.said("ask") == []


def test_a_capture_taken_too_early_has_to_come_back_before_the_turn_can_end():
    """b3 is only taken on b2: who presses turn while the stone stands on b1 is told what is missing."""
    board = chain_board()
    board.lift("c1 b3 a1")
    board.place("b1", 400)
    assert board.lights() == {"b1": "o"}
    board.press()
    assert board.moves() == []
    assert board.lights() == {"b1": "o", "b3": "n"}
    board.wait(1200)
    assert board.said("ask") == ["wrong ........./........./.+......./........./........."]
    board.place("b3")
    assert board.said("restored") == [""]
    board.press()
    assert board.moves() == ["a1-b1A"]


def test_what_still_has_to_come_off_is_asked_for_first():
    board = chain_board()
    board.lift("b3 a1")
    board.place("b1", 400)
    board.press()
    assert board.lights() == {"b1": "o", "c1": "x"}


def test_the_stone_may_go_on_all_the_same():
    board = chain_board()
    board.lift("c1 b3 a1")
    board.place("b1", 400)
    board.press()
    board.lift("b1")
    assert board.lit("n") == ""
    board.place("b2")
    assert board.moves() == ["a1-b1A-b2A"]


def test_the_end_and_the_next_game():
    board = Board(WHITE_TO_WIN)
    board.lift("a1 c1")
    board.place("b1")
    assert board.lit("v") == "b1"
    board.lift("b1")
    assert board.said("state")[-1] == "setup 3"
    assert board.lit("k") != "" and board.lit("i") != ""
    for p in range(45):
        board.raw[p] = p != 22
    board.wait(100)
    assert board.said("game")[-1].split(" ")[0] == "0123abcd-3"
