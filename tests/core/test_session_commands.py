"""What the device obeys, what it answers, and what takes it several turns."""

from board import Board

from fanorona.rules import notation, rules
from fanorona.rules.moves import first_move
from fanorona.wire.protocol import HOST_LEAD, encode

START = "BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW W"
CHAIN = "BBBBBBBBB/BB1BB1BBB/BWB2BWBW/WW2WWWWW/WW1WWWWWW W"
LONG_MOVE = "g3-f4A-e3W-d3A-d2W-c3A-c4A-b4A-c5W-d5W"  # from there


def test_settings():
    board = Board()
    board.say("get level")
    assert board.said("set") == ["level 3"]
    for name, value in (("level", 0), ("power", 500), ("brightness", 9), ("repetition", 0), ("fifty", 0)):
        board.say("set " + name + " " + str(value))
        board.say("get " + name)
        assert board.said("set")[-2:] == [name + " " + str(value)] * 2
    assert (board.session.power_ma, board.session.brightness) == (500, 9)
    for wrong in (
        "set level 5",
        "set power 1",
        "set brightness 0",
        "set fifty 2",
        "set colour 1",
        "set level x",
    ):
        board.say(wrong)
        assert board.said("no")[-1] == "1 argument", wrong
    board.say("get colour")
    assert board.said("no")[-1] == "1 unknown"


def test_commands_are_answered_and_nonsense_is_refused_by_name():
    board = Board()
    board.say("version")
    assert board.said("version") == ["0.1.0 1.7"] and board.said("ok") == ["1"]
    for text, reason in (
        ("dance", "unknown"),
        ("play 1 e2-e3A", "nothing-loaded"),
        ("go", "nothing-loaded"),
        ("load - 9/9/9/9 W", "position"),
        ("load - nonsense", "position"),
        ("load", "position"),
        ("hint e2-e4", "illegal"),
        ("hint \x7e", "illegal"),
        ("end 2-0", "argument"),
        ("watch stars 1", "argument"),
        ("watch lights 2", "argument"),
        ("hello 2.0 other", "version 1.7"),
        ("hello", "version 1.7"),
        ("load " + "0" * 60 + "-1 " + START, "argument"),
        ("load 0123abcx-1 " + START, "argument"),
        ("load 0123abcd- " + START, "argument"),
        ("load 0123abcd-x " + START, "argument"),
        ("resend 0", "argument"),
        ("resend 999", "argument"),
    ):
        board.say(text)
        assert board.said("no")[-1] == "1 " + reason, text
    assert board.said("state")[-1] == "play 3"


def test_what_another_host_has_laid_ready_does_not_begin():
    board = Board()
    board.say("load - 9/9/3W1B3/9/9 W")
    board.say("hello 1.7 other")
    board.say("go")
    assert board.said("no")[-1] == "1 nothing-loaded" and board.said("state")[-1] == "play 3"


def test_bytes_that_are_no_command_are_named():
    board = Board()
    for data, reason in (
        (b"$1 new*0000\n", "checksum"),
        (b"$1 new\n", "format"),
        (b"$" + b"x" * 300 + b"\n", "length"),
    ):
        board.session.receive(bytearray(data), len(data))
        board.wait(100)
        assert board.said("bad")[-1] == reason
    for _ in range(20):
        board.session.receive(bytearray(b"$1 new\n"), 7)
        board.wait(1)
    assert len(board.said("bad")) == 4
    board.session.receive(bytearray(b"\x00\xffhello\n"), 8)
    board.wait(1)
    assert len(board.said("bad")) == 4


def test_what_could_not_be_read_is_told_when_hands_rest():
    board = Board()
    board.lift("d3")
    board.session.receive(bytearray(b"$1 new\n"), 7)
    for _ in range(4):
        board.session.receive(bytearray(b"$1 new*0000\n"), 12)
        board.wait(60)
    assert board.said("lift") == ["d3"] and board.said("bad") == []
    board.wait(100)
    assert board.said("bad") == ["checksum"]
    assert board.session.idle_ms(board.now) != 0


def test_load_play_go_resumes_a_game():
    board = Board()
    board.say("load feedc0de-7 " + START)
    board.say("play 1 e2-e3A")
    board.say("play 3 e2-e3A")
    assert board.said("no")[-1] == "1 ply"
    board.say("play 2 e3-e4A")
    assert board.said("no")[-1] == "1 illegal"
    board.say("go")
    assert board.said("result") == ["0123abcd-1 * abandoned 0"]
    assert board.said("setup")[-1].count("+") == 1 and board.said("setup")[-1].count("-") == 3
    board.lift("e5 e4 e2")
    board.place("e3")
    assert board.said("game")[-1] == "feedc0de-7 1 " + START
    board.say("hello 1.0 test")
    board.say("load feedc0de-8 " + START)
    board.say("play 1 e2-e3A")
    board.lines = []
    board.say("go")
    board.wait(50)
    assert board.said("game") == ["feedc0de-8 1 " + START] and board.moves() == ["e2-e3A"]
    position = rules.Position()
    position.copy(board.session.game.position)
    assert position.turn == rules.BLACK and board.session.game.ply == 1
    first_move(position)
    reply = notation.format_move(position)
    board.say("hint " + reply)
    assert board.said("ok")


def begin(board, command):
    """The host has sent a command; what it takes several turns to do is begun."""
    data = encode(HOST_LEAD, command.encode())
    board.session.receive(bytearray(data), len(data))
    assert not board.session.listens()
    assert board.session.idle_ms(board.now) == 0


def test_a_hint_lights_a_long_move_in_several_turns():
    board = Board(CHAIN)
    before = bytes(board.session.game.position.board)
    begin(board, "7 hint " + LONG_MOVE)
    turns = 0
    while not board.session.listens():
        board.step()
        turns += 1
    assert turns > len(LONG_MOVE.split("-")) // 2
    board.wait(1)
    assert board.said("ok")[-1] == "7"
    lit = board.lights()
    path = [step[:2] for step in LONG_MOVE.split("-")]
    assert [lit.get(name) for name in path] == ["h"] + ["j"] * (len(path) - 1)
    assert all(lit[name] == "g" for name in lit if name not in path) and len(lit) > len(path)
    assert bytes(board.session.game.position.board) == before
    board.say("hint " + LONG_MOVE[:-1] + "A")
    assert board.said("no")[-1] == "1 illegal" and not board.lights()


def test_a_hint_comes_too_late_when_a_stone_is_lifted_meanwhile():
    board = Board(CHAIN)
    begin(board, "7 hint " + LONG_MOVE)
    board.lift("g3")
    assert board.said("lift") == ["g3"] and board.said("no") == ["7 busy"]
    assert "h" not in board.lights().values()


def test_the_host_takes_the_last_move_back():
    board = Board()
    board.move("e2", "e3", "e4", "e5")
    assert board.moves() == ["e2-e3A"] and board.session.game.ply == 1
    board.say("takeback 2")
    assert board.said("no") == ["1 ply"]
    board.say("takeback 1")
    assert board.said("takeback")[-1] == "0123abcd-1 1" and board.session.game.ply == 0
    board.lift("e3")
    board.place("e2 e4 e5")
    board.wait(400)
    assert board.said("state")[-1] == "play 3", "the same game goes on"
    board.move("d3", "e3", "f3")
    assert board.moves()[-1] == "d3-e3A"
    board.say("end 1-0")
    board.say("takeback 1")
    assert board.said("no")[-1] == "1 no-game"


def test_a_command_waits_for_the_one_before_it():
    board = Board()
    board.say("load - " + CHAIN)
    begin(board, "7 play 1 " + LONG_MOVE)
    board.say("version")
    assert [line for line in board.lines if line[:2] == "ok"][-2:] == ["ok 7", "ok 1"]
    board.say("go")
    assert board.session.game.ply == 1
    board.say("load - " + CHAIN)
    begin(board, "8 play 1 " + LONG_MOVE[:-1] + "W-d4A")
    board.wait(1)
    assert board.said("no")[-1] == "8 illegal"


def test_loading_a_finished_position_is_refused():
    board = Board()
    board.say("load - 9/9/9/9/B8 W")
    board.say("go")
    assert board.said("no")[-1] == "1 over"
    assert board.session.game.position.stones[1] == 22


def test_the_host_ends_a_game():
    board = Board()
    board.say("end 0-1")
    assert board.said("result") == ["0123abcd-1 0-1 host 0"]
    assert board.said("state")[-1] == "over 3"
    board.say("end 0-1")
    assert board.said("no")[-1] == "1 no-game"
    board.lift("a1")
    board.place("a1")
    assert board.said("game")[-1] == "0123abcd-2 1 " + START


def test_a_game_that_is_taken_up_by_name_tells_how_far_it_goes():
    board = Board()
    board.say("load feedc0de-8 " + START)
    board.say("play 1 e2-e3A")
    board.lines = []
    board.say("go")
    board.raw[notation.parse_point("e2")] = board.raw[notation.parse_point("e4")] = 0
    board.raw[notation.parse_point("e5")] = 0
    board.place("e3")
    assert board.said("game") == ["feedc0de-8 1 " + START]
    assert board.said("takeback") == ["feedc0de-8 2"]


def test_a_game_with_an_irregular_move_is_taken_up():
    """What both players let stand (P10), and a move from there."""
    board = Board()
    for command in ("load 1f6a09c3-4 B8/9/3W1B3/9/8B W", "play 1 --B8/9/5B3/3W5/8B", "play 2 f3-f2", "go"):
        board.say(command)
    board.wait(10)
    assert board.said("no") == []
    assert board.session.game.ply == 2
    assert notation.format_position(board.session.game.position) == "B8/9/9/3W1B3/8B W"
    board.say("load - B8/9/3W1B3/9/8B W")
    board.say("play 1 --B8/9/5B3/3W5/8BB")
    assert board.lines[-1] == "no 1 illegal"
