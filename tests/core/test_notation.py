"""Points, moves (N1), positions (N2) and pictures as text. Runs on CPython and on MicroPython."""

from fanorona.rules import notation
from fanorona.rules.notation import (
    format_move,
    format_position,
    parse_picture,
    parse_point,
    parse_position,
    parse_steps,
    picture,
    play_move,
    point_name,
)
from fanorona.rules.parsing import Steps, read_position
from fanorona.rules.rules import APPROACH, BLACK, PAIKA, WHITE, WITHDRAWAL, Position

START_TEXT = "BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW W"


def refusal(call, *args):
    """The message of the ValueError that the call must raise."""
    try:
        call(*args)
    except ValueError as error:
        return str(error)
    raise AssertionError("accepted: " + repr(args))


def test_points():
    assert [point_name(p) for p in (0, 8, 9, 22, 44)] == ["a1", "i1", "a2", "e3", "i5"]
    for p in range(45):
        assert parse_point(point_name(p)) == p


def test_points_refused():
    for text in ("", "e", "e33", "E3", "e0", "e6", "j1", "33", "ee", " e3", "é3"):
        assert "a1 to i5" in refusal(parse_point, text), text


def test_positions():
    p = Position()
    assert format_position(p) == START_TEXT
    for text in (
        "9/9/9/9/9 W",
        "9/9/4W4/9/9 B",
        "W7B/9/9/9/B7W B",
        "BBBBBBBBB/BBBB1BBBB/BWBWWBWBW/WWWW1WWWW/WWWWWWWWW B",
        "1W1B1W1B1/9/9/9/9 W",
    ):
        parse_position(text, p)
        assert format_position(p) == text
        board = Position()
        rows, turn = text.encode().split(b" ")
        assert read_position(rows, turn, board) and format_position(board) == text, "the board reads alike"
    assert p.turn == WHITE and p.board[parse_point("b5")] == WHITE and p.board[parse_point("d5")] == BLACK


def test_positions_refused():
    p = Position()
    for text in (
        "",
        "W",
        START_TEXT[:-2],
        START_TEXT[:-1],
        START_TEXT[:-1] + "w",
        START_TEXT + " ",
        " " + START_TEXT,
        START_TEXT.replace(" ", "  "),
        "9/9/9/9 W",
        "9/9/9/9/9/9 W",
        "9/9/9/9/8 W",
        "9/9/9/9/W9 W",
        "9/9/9/9/99 W",
        "9/9/9/9/WWWWWWWWWW W",
        "9/9/9/9/9W W",
        "9/9/9/9/0W8 W",
        "9/9/9/9/w8 W",
        "9/9/9/9/.8 W",
        "9/9//9/9 W",
        "9/9/9/9/9 W W",
    ):
        assert refusal(parse_position, text, p), text
        fields = text.encode().split(b" ")
        fields.append(b"")
        assert len(fields) > 3 or not read_position(fields[0], fields[1], p), text
        assert format_position(p) == START_TEXT, "a refused text changes nothing"


def test_moves():
    assert parse_steps("e3-e4") == [(22, 31, PAIKA)]
    assert parse_steps("e2-e3A") == [(13, 22, APPROACH)]
    assert parse_steps("d3-e3W-e4A-d4A") == [(21, 22, WITHDRAWAL), (22, 31, APPROACH), (31, 30, APPROACH)]


def test_moves_refused():
    for text in (
        "",
        "e3",
        "e3-",
        "-e4",
        "e3e4",
        "e3-e5",  # not adjacent
        "d3-e4",  # d3 is weak
        "e3-e4-e5",  # no paika in a chain
        "e3-e4A-d4",
        "e3-e4-d4A",
        "e3-e4X",
        "e3-e4a",
        "e3-e4AA",
        "e3-e4A-",
        "e3 - e4",
        "e3-e4 ",
        "e3-e3A",
    ):
        assert refusal(parse_steps, text), text


def test_play_move():
    p = Position()
    assert format_move(p) == ""
    play_move(p, "d3-e3W")
    assert format_move(p) == "d3-e3W"
    assert p.turn == WHITE and p.steps == 1
    p.end_turn()
    assert format_position(p) == "BBBBBBBBB/BBBBBBBBB/BW2WBWBW/WWWWWWWWW/WWWWWWWWW B"
    assert format_move(p) == ""


def test_play_move_refuses_and_changes_nothing():
    p = Position()
    for text in ("a1-a2", "d3-e3", "e2-e3W", "e4-e3A", "d3-e3A-e4A", "nonsense"):
        assert refusal(play_move, p, text), text
        assert format_position(p) == START_TEXT and p.steps == 0
    assert "e3-d3W" in refusal(play_move, p, "d3-e3A-d3W"), "the step that is wrong is named"


def test_play_move_goes_on_with_a_move_in_progress():
    p = Position()
    parse_position("9/9/1B7/3B5/W1B6 W", p)
    play_move(p, "a1-b1A")
    assert refusal(play_move, p, "b1-b2A-c2W")
    assert format_move(p) == "a1-b1A", "only the steps of the refused text are taken back"
    play_move(p, "b1-b2A-c2A")
    assert format_move(p) == "a1-b1A-b2A-c2A"


def played(position, text):
    """What the board's reader makes of a move (``parsing.Steps``): whether it is legal."""
    steps = Steps(position, text.encode())
    while not steps.is_over:
        steps.go()
    return steps.is_legal


def test_the_board_reads_moves_alike():
    texts = [
        "d3-e3A",
        "d3-e3W",
        "d3-e3A-e4A",
        "d3-e3A-d3W",
        "d3-e3A-f4W",
        "d3-e3",
        "a1-a2",
        "e2-e3W",
        "e2-e3A",
    ]
    texts += [
        "",
        "d",
        "d3",
        "d3-",
        "d3-e",
        "d3-e3a",
        "d3-e3AA",
        "d3-e3A-",
        "d3 e3A",
        "d3-e3A e4A",
        "d3-j3A",
        "D3-e3A",
    ]
    texts += ["d3-e3-e4", "nonsense", "-e3A", "d3--e3A", "e3-d3A"]
    for text in texts:
        mine, board = Position(), Position()
        try:
            play_move(mine, text)
            legal = True
        except ValueError:
            legal = False
        assert played(board, text) == legal, text
        assert format_move(board) == format_move(mine) and format_position(board) == format_position(mine)
    quiet = Position()
    parse_position("9/9/9/9/W7B W", quiet)
    assert played(quiet, "a1-b2") and format_move(quiet) == "a1-b2"
    assert not played(quiet, "b2-c2") and format_move(quiet) == "a1-b2", "only its own steps are taken back"


def test_pictures():
    flags = bytearray(45)
    flags[parse_point("a5")] = 1
    flags[parse_point("i1")] = 2
    text = picture(flags, ".xy")
    assert text == "x......../........./........./........./........y"
    assert parse_picture(text, ".xy") == flags
    for wrong in ("", "x", text[:-1], text + ".", text.replace("/", "."), text.replace("x", "z")):
        assert refusal(parse_picture, wrong, ".xy"), wrong


def test_messages_are_one_line():
    p = Position()
    for message in (
        refusal(parse_point, "z9"),
        refusal(notation.parse_steps, "e3-z9"),
        refusal(parse_position, "9/9/9/9/8 W", p),
        refusal(play_move, p, "a1-a2"),
    ):
        assert "\n" not in message and len(message) > 10
