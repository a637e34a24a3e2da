"""Riatra by hand (R1-R10, R12), the openings (O), steps. Runs on CPython and on MicroPython."""

from fanorona.rules.game import choose
from fanorona.rules.geometry import NONE
from fanorona.rules.moves import count, destinations, first_move, next_move, perft, takes
from fanorona.rules.notation import (
    format_move,
    format_position,
    parse_point,
    parse_position,
    play_move,
    point_name,
)
from fanorona.rules.rules import (
    APPROACH,
    BLACK,
    EMPTY,
    PAIKA,
    START,
    STARTS,
    TELO,
    WHITE,
    WITHDRAWAL,
    Position,
)

START_TEXT = "BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW W"

# What is shown, the position, and every complete move with the stones it takes, worked out by hand.
CASES = (
    (
        "O1-O5, R12: the five openings",
        START_TEXT,
        ("e2-e3A: e4 e5", "f2-e3A: d4 c5", "d2-e3A: f4 g5", "d3-e3A: f3", "d3-e3W: c3"),
    ),
    ("R2, B2: paika of a weak point", "8B/9/9/9/1W7 W", ("b1-a1:", "b1-c1:", "b1-b2:")),
    ("R2, B2: paika of a corner", "8B/9/9/9/W8 W", ("a1-b1:", "a1-b2:", "a1-a2:")),
    (
        "R2, B2: paika of the lakabe",
        "8B/9/4W4/9/9 W",
        ("e3-f3:", "e3-f4:", "e3-e4:", "e3-d4:", "e3-d3:", "e3-d2:", "e3-e2:", "e3-f2:"),
    ),
    ("R2: no paika where another stone can capture", "8W/9/9/9/W1B6 W", ("a1-b1A: c1",)),
    ("R3: approach", "9/9/9/9/W1B6 W", ("a1-b1A: c1",)),
    ("R3: approach by Black", "9/9/9/9/B1W6 B", ("a1-b1A: c1",)),
    ("R3: withdrawal", "9/9/9/9/BW7 W", ("b1-c1W: a1",)),
    (
        "R3, B2: no capture along a diagonal that is no line",
        "9/9/3B5/9/1W7 W",
        ("b1-a1:", "b1-c1:", "b1-b2:"),
    ),
    ("R4: an empty point ends the run", "9/9/9/9/W1BB1B3 W", ("a1-b1A: c1 d1",)),
    ("R4: an own stone ends the run", "9/9/9/9/W1BWB4 W", ("a1-b1A: c1",)),
    ("R4: the edge ends the run", "9/9/9/9/5W1BB W", ("f1-g1A: h1 i1",)),
    ("R5, R7: one of the two, and not back to the start", "9/9/9/9/BW1B5 W", ("b1-c1A: d1", "b1-c1W: a1")),
    ("R6: a chain may stop after each step", "9/9/1B7/9/W1B6 W", ("a1-b1A: c1", "a1-b1A-b2A: c1 b3")),
    (
        "R7: not back to a point visited on the way",
        "9/2BB5/1B7/3B5/1W7 W",
        (
            "b1-b2A: b3",
            "b1-b2A-c2A: b3 d2",
            "b1-b2A-c2A-c3A: b3 d2 c4",
            "b1-b2A-c3A: b3 d4",
            "b1-b2A-c3A-c2W: b3 d4 c4",
            "b1-b2A-c3A-b4W: b3 d4 d2",
            "b1-b2A-c3A-b4W-a4W: b3 d4 d2 c4",
        ),
    ),
    ("R8: not twice running in one direction", "9/9/9/9/BW2B4 W", ("b1-c1W: a1",)),
    (
        "R8: a direction may return after another one",
        "9/9/1B7/3B5/W1B6 W",
        ("a1-b1A: c1", "a1-b1A-b2A: c1 b3", "a1-b1A-b2A-c2A: c1 b3 d2"),
    ),
    (
        "R9: where a stone was taken the chain may go",
        "9/3B5/BB7/9/1W7 W",
        ("b1-b2A: b3", "b1-b2A-c1W: b3 a3", "b1-b2A-c3A: b3 d4", "b1-b2A-c3A-b3A: b3 d4 a3"),
    ),
    ("R10: no stone", "9/9/9/9/W8 B", ()),
    ("R10: no legal move", "9/9/9/BB7/WB7 W", ()),
)


def position(text):
    p = Position()
    parse_position(text, p)
    return p


def point(text):
    return parse_point(text)


def listed(flags):
    """The marked points by name, with their marks."""
    return {point_name(p): flags[p] for p in range(45) if flags[p]}


def complete_moves(p):
    """(N1, names of the stones taken, N2 after it) of each complete move, in the order of the walk."""
    before = bytes(p.board)
    enemy = 3 - p.turn
    found = []
    more = first_move(p)
    while more:
        taken = [point_name(x) for x in range(45) if before[x] == enemy and p.board[x] != enemy]
        text = format_move(p)
        p.end_turn()
        found.append((text, taken, format_position(p)))
        p.back_turn()
        assert format_move(p) == text
        more = next_move(p)
    assert bytes(p.board) == before and p.steps == 0 and p.stone == NONE
    return found


def test_start():
    p = Position()
    assert format_position(p) == START_TEXT
    assert p.turn == WHITE and p.steps == 0 and p.stone == NONE
    assert p.stones[WHITE] == 22 and p.stones[BLACK] == 22
    assert bytes(p.board[:45]) == START


def test_cases_worked_out_by_hand():
    for title, text, moves in CASES:
        expected = []
        for line in moves:
            move, taken = line.split(":")
            expected.append((move, sorted(taken.split())))
        got = [(move, sorted(taken)) for move, taken, _ in complete_moves(position(text))]
        assert sorted(got) == sorted(expected), title
        assert count(position(text)) == len(expected), title


def test_perft_from_the_start():
    p = Position()
    assert perft(p, 0) == 1
    assert perft(p, 1) == 5
    assert perft(p, 2) == 39
    assert perft(p, 3) == 724
    assert format_position(p) == START_TEXT


def test_positions_after_the_openings():
    after = {move: text for move, _, text in complete_moves(Position())}
    assert after["e2-e3A"] == "BBBB1BBBB/BBBB1BBBB/BWBWWBWBW/WWWW1WWWW/WWWWWWWWW B"
    assert after["f2-e3A"] == "BB1BBBBBB/BBB1BBBBB/BWBWWBWBW/WWWWW1WWW/WWWWWWWWW B"
    assert after["d2-e3A"] == "BBBBBB1BB/BBBBB1BBB/BWBWWBWBW/WWW1WWWWW/WWWWWWWWW B"
    assert after["d3-e3A"] == "BBBBBBBBB/BBBBBBBBB/BWB1W1WBW/WWWWWWWWW/WWWWWWWWW B"
    assert after["d3-e3W"] == "BBBBBBBBB/BBBBBBBBB/BW2WBWBW/WWWWWWWWW/WWWWWWWWW B"


def test_lights_at_the_start():
    p = Position()
    out = bytearray(45)
    assert p.must_capture()
    assert p.movable(out) == 4
    assert listed(out) == {"d2": 1, "e2": 1, "f2": 1, "d3": 1}
    assert destinations(p, point("d3"), out) == 1
    assert listed(out) == {"e3": APPROACH | WITHDRAWAL}
    assert destinations(p, point("e2"), out) == 1
    assert listed(out) == {"e3": APPROACH}
    assert destinations(p, point("a1"), out) == 0
    assert destinations(p, point("e4"), out) == 0, "the other side's stone"
    assert destinations(p, point("e3"), out) == 0, "an empty point"
    assert listed(out) == {}


def test_takes_adds_the_two_lines_of_a_choice():
    p = Position()
    out = bytearray(45)
    assert takes(p, point("d3"), point("e3"), APPROACH, out) == 1
    assert takes(p, point("d3"), point("e3"), WITHDRAWAL, out) == 1
    assert listed(out) == {"f3": APPROACH, "c3": WITHDRAWAL}
    out = bytearray(45)
    assert takes(p, point("e2"), point("e3"), APPROACH, out) == 2
    assert takes(p, point("e2"), point("e3"), WITHDRAWAL, out) == 0
    assert listed(out) == {"e4": APPROACH, "e5": APPROACH}
    assert takes(p, point("a1"), point("b1"), PAIKA, out) == 0


def test_no_paika_beside_a_capture():
    p = position("8W/9/9/9/W1B6 W")
    out = bytearray(45)
    assert destinations(p, point("i5"), out) == 0
    assert listed(out) == {}
    assert not p.legal(point("i5"), point("h5"), PAIKA)
    assert p.movable(out) == 1
    assert listed(out) == {"a1": 1}
    assert destinations(p, point("a1"), out) == 1
    assert listed(out) == {"b1": APPROACH}


def test_paika_destinations():
    p = position("8B/9/9/9/1W7 W")
    out = bytearray(45)
    assert not p.must_capture()
    assert p.movable(out) == 1
    assert destinations(p, point("b1"), out) == 3
    assert listed(out) == {"a1": PAIKA, "c1": PAIKA, "b2": PAIKA}
    p.play(point("b1"), point("b2"), PAIKA)
    assert not p.may_go_on()
    assert p.movable(out) == 0
    assert destinations(p, point("b2"), out) == 0
    assert not first_move(p), "a paika has no continuation"
    assert p.steps == 1


def test_chain_step_by_step():
    p = position("8W/2BB5/1B7/3B5/1W7 W")
    out = bytearray(45)
    assert p.play(point("b1"), point("b2"), APPROACH) == 1
    assert p.stone == point("b2") and p.steps == 1 and p.turn == WHITE
    assert p.may_go_on()
    assert p.movable(out) == 1
    assert listed(out) == {"b2": 1}
    assert destinations(p, point("b2"), out) == 2
    assert listed(out) == {"c2": APPROACH, "c3": APPROACH}
    assert destinations(p, point("i5"), out) == 0, "another stone may not go on"
    assert p.play(point("b2"), point("c3"), APPROACH) == 1
    assert destinations(p, point("c3"), out) == 2
    assert listed(out) == {"c2": WITHDRAWAL, "b4": WITHDRAWAL}
    p.back()
    assert p.stone == point("b2") and format_move(p) == "b1-b2A"
    p.play(point("b2"), point("c2"), APPROACH)
    assert destinations(p, point("c2"), out) == 1
    assert listed(out) == {"c3": APPROACH}, "c3 was visited only in the step taken back"
    p.back()
    p.back()
    assert p.steps == 0 and p.stone == NONE
    assert format_position(p) == "8W/2BB5/1B7/3B5/1W7 W"
    assert p.stones[BLACK] == 4


def test_a_move_may_not_go_on():
    for text, move in (
        ("9/2BB5/1B7/3B5/1W7 W", "b1-b2A-c2A-c3A"),  # R7: only to b2, where it has been
        ("9/9/BW2B4/9/9 W", "b3-c3W"),  # R8: only in the same direction
        ("9/9/9/BB7/W8 W", "a1-b1"),  # R6: not after a paika
    ):
        p = position(text)
        assert p.may_begin(parse_point(move[:2]))
        play_move(p, move)
        assert not p.may_go_on(), move


def test_taking_back_a_turn_keeps_r7_and_r8():
    p = position("9/2BB5/1B7/3B5/1W7 W")
    out = bytearray(45)
    play_move(p, "b1-b2A-c2A-c3A")
    p.end_turn()
    assert p.turn == BLACK and p.steps == 0 and p.stone == NONE
    p.back_turn()
    assert p.turn == WHITE and p.steps == 3 and p.stone == point("c3")
    assert format_move(p) == "b1-b2A-c2A-c3A"
    assert destinations(p, point("c3"), out) == 0, "b2 was visited"
    p.back()
    assert destinations(p, point("c2"), out) == 1
    p.back()
    p.back()
    assert len(complete_moves(p)) == 7


def test_walking_the_continuations_of_a_move_in_progress():
    p = position("9/2BB5/1B7/3B5/1W7 W")
    play_move(p, "b1-b2A-c3A")
    found = []
    more = first_move(p)
    while more:
        found.append(format_move(p))
        more = next_move(p, 2)
    assert found == ["b1-b2A-c3A-b4W", "b1-b2A-c3A-b4W-a4W", "b1-b2A-c3A-c2W"]
    assert format_move(p) == "b1-b2A-c3A"


def test_steps_of_the_turn():
    p = position("9/2BB5/1B7/3B5/1W7 W")
    play_move(p, "b1-b2A-c3A-b4W")
    p.end_turn()
    p.back_turn()
    steps = [(point_name(p.step_from(i)), point_name(p.step_to(i)), p.step_kind(i)) for i in range(p.steps)]
    assert steps == [("b1", "b2", APPROACH), ("b2", "c3", APPROACH), ("c3", "b4", WITHDRAWAL)]


def test_legal_refuses():
    p = Position()
    for start, end, kind in (
        ("d3", "e3", PAIKA),  # R2: a capture is there
        ("e2", "e3", WITHDRAWAL),  # nothing behind
        ("a1", "b1", APPROACH),  # occupied
        ("d1", "e3", APPROACH),  # no line
        ("e4", "e3", APPROACH),  # Black's
        ("e3", "e2", APPROACH),  # empty
        ("d2", "d2", APPROACH),
    ):
        assert not p.legal(point(start), point(end), kind), (start, end, kind)
    assert p.legal(point("d3"), point("e3"), APPROACH)
    assert p.legal(point("d3"), point("e3"), WITHDRAWAL)
    for start, end, kind in ((NONE, 0, PAIKA), (0, NONE, PAIKA), (-1, 0, PAIKA), (0, 200, APPROACH)):
        assert not p.legal(start, end, kind), "off the board"
    for kind in (0, 3, 6, 8):
        assert not p.legal(point("d3"), point("e3"), kind), "no such kind"
    p.play(point("d3"), point("e3"), APPROACH)
    assert not p.legal(point("d2"), point("d3"), PAIKA), "only the moving stone goes on"


def test_legal_in_a_chain():
    p = position("9/9/9/9/BW1B5 W")
    p.play(point("b1"), point("c1"), WITHDRAWAL)
    assert not p.legal(point("c1"), point("b1"), WITHDRAWAL), "R7: the start point counts"
    p = position("9/9/9/9/BW2B4 W")
    p.play(point("b1"), point("c1"), WITHDRAWAL)
    assert not p.legal(point("c1"), point("d1"), APPROACH), "R8"
    assert not p.legal(point("c1"), point("c2"), PAIKA), "a chain does not end in a paika"


def test_load_and_copy_begin_a_turn():
    p = position("9/9/1B7/9/W1B6 W")
    play_move(p, "a1-b1A")
    p.end_turn()
    q = Position()
    q.copy(p)
    assert format_position(q) == format_position(p) == "9/9/1B7/9/1W7 B"
    assert q.stones[WHITE] == 1 and q.stones[BLACK] == 1
    q.start()
    assert format_position(q) == START_TEXT
    assert format_position(p) == "9/9/1B7/9/1W7 B"


def test_a_long_series_of_turns_with_forget():
    p = position("8B/9/9/9/W8 W")
    for _ in range(300):
        for text in ("a1-b1", "i5-h5", "b1-a1", "h5-i5"):
            play_move(p, text)
            p.end_turn()
            p.forget()
    assert format_position(p) == "8B/9/9/9/W8 W"


def test_a_position_of_a_smaller_board_is_loaded_again_and_again():
    position = Position()
    choose(position, TELO)
    other = Position()
    for _ in range(20):
        position.load(STARTS[TELO], WHITE)
        other.copy(position)
    assert other.stones[WHITE] == other.stones[BLACK] == 0 and other.stones[EMPTY] == 9
