"""The whole device minus hardware: what it says, what it obeys, when it is due."""

from board import MENU, Board

from fanorona import notation, rules
from fanorona.game import Game
from fanorona.geometry import POINTS
from fanorona.moves import first_move
from fanorona.protocol import HOST_LEAD, encode
from fanorona.session import Session
from fanorona.tracker import CHANGED, REVISED, TAKEN_BACK

START = "BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW W"
PAIKA = "W8/9/9/9/8B W"
CHAIN = "BBBBBBBBB/BB1BB1BBB/BWB2BWBW/WW2WWWWW/WW1WWWWWW W"
LONG_MOVE = "g3-f4A-e3W-d3A-d2W-c3A-c4A-b4A-c5W-d5W"  # from there


def move(board, frm, to, *taken):
    board.lift(frm)
    board.place(to)
    for name in taken:
        board.lift(name)


def test_power_up_on_a_set_board():
    board = Board()
    names = [line.split(" ")[0] for line in board.lines]
    assert names == ["hello", "state", "game"]
    assert board.said("state") == ["play 3"]
    hello = board.said("hello")[0].split(" ")
    assert hello[:4] == ["1.3", "0.1.0", "e66038b713", "0123abcd"]


def test_power_up_on_an_empty_board_leads_through_the_set_up():
    board = Board(empty=True)
    assert board.said("state")[-1] == "setup 3"
    assert board.said("setup")[-1] == "+++++++++/+++++++++/++++.++++/+++++++++/+++++++++"
    board.place("e3")
    assert board.said("setup")[-1] == "+++++++++/+++++++++/++++-++++/+++++++++/+++++++++"
    board.lift("e3")
    for p in range(POINTS):
        board.raw[p] = p != 22
    board.wait(100)
    assert board.said("state")[-1] == "play 3"
    assert board.said("game") == ["0123abcd-1 1 " + START]


def test_contacts_and_buttons_are_reported():
    board = Board()
    board.lift("a1")
    board.place("a1")
    board.press()
    assert board.said("lift") == ["a1"] and board.said("place") == ["a1"]
    assert board.said("button") == ["turn 1", "turn 0"]


def test_raw_contacts_only_while_watched():
    board = Board()
    board.lift("a1")
    board.place("a1")
    assert board.said("raw") == []
    board.say("watch raw 1")
    board.lift("a1", 1)
    board.place("a1", 1)
    board.wait(20)
    assert board.said("raw") == ["a1 0", "a1 1"]
    assert len(board.said("lift")) == 1
    board.say("watch raw 0")
    board.lift("a1")
    assert len(board.said("raw")) == 2


def test_menu_short_asks_for_a_hint_and_very_long_gives_the_game_up():
    board = Board()
    board.press(MENU, 200)
    assert board.said("wish") == ["hint"]
    move(board, "d3", "e3", "f3")
    board.press(MENU, 4100)
    assert board.said("wish") == ["hint"]
    assert board.said("result") == ["0123abcd-1 * abandoned"]
    assert board.said("state")[-1] == "setup 3"
    board.lift("e3")
    board.place("d3 f3")
    assert board.said("game")[-1] == "0123abcd-2 1 " + START


def test_lights_while_watched():
    board = Board()
    board.say("watch lights 1")
    assert board.said("lights") == ["." * 45]
    board.lift("e2")
    assert len(board.said("lights")) == 2
    assert board.said("lights")[-1][31] == "l"
    board.say("watch lights 0")
    board.place("e2")
    assert len(board.said("lights")) == 2


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
    assert board.said("version") == ["0.1.0 1.3"] and board.said("ok") == ["1"]
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
        ("hello 2.0 other", "version 1.2"),
        ("hello", "version 1.2"),
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


def test_load_play_go_resumes_a_game():
    board = Board()
    board.say("load feedc0de-7 " + START)
    board.say("play 1 e2-e3A")
    board.say("play 3 e2-e3A")
    assert board.said("no")[-1] == "1 ply"
    board.say("play 2 e3-e4A")
    assert board.said("no")[-1] == "1 illegal"
    board.say("go")
    assert board.said("result") == ["0123abcd-1 * abandoned"]
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


CHAIN = "BBBBBBBBB/BB1BB1BBB/BWB2BWBW/WW2WWWWW/WW1WWWWWW W"
LONG_MOVE = "g3-f4A-e3W-d3A-d2W-c3A-c4A-b4A-c5W-d5W"


def begin(board, command):
    """The host has sent a command; what it takes several turns to do is begun."""
    data = encode(HOST_LEAD, command.encode())
    board.session.receive(bytearray(data), len(data))
    assert not board.session.listens()
    assert board.session.due(board.now) == 0


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
    assert board.said("result") == ["0123abcd-1 0-1 host"]
    assert board.said("state")[-1] == "over 3"
    board.say("end 0-1")
    assert board.said("no")[-1] == "1 no-game"
    board.lift("a1")
    board.place("a1")
    assert board.said("game")[-1] == "0123abcd-2 1 " + START


def test_hello_brings_a_snapshot():
    board = Board()
    move(board, "d3", "e3", "f3")
    board.lift("a5")
    board.lines = []
    board.say("hello 1.0 test")
    board.wait(50)
    after = board.lines[[line.split(" ")[0] for line in board.lines].index("ok") :]
    assert after[1:] == [
        "state play 3",
        "game 0123abcd-1 1 " + START,
        "move 0123abcd-1 1 d3-e3A 22 21",
        "takeback 0123abcd-1 2",
        "position BBBBBBBBB/BBBBBBBBB/BWB1W1WBW/WWWWWWWWW/WWWWWWWWW B",
        "reeds .xxxxxxxx/xxxxxxxxx/xxx.x.xxx/xxxxxxxxx/xxxxxxxxx",
        "ask wrong +......../........./........./........./.........",
        "synced",
    ]


def undo(board, ply, events):
    """What the tracker does when the game goes back to ``ply`` moves, and what it says of it."""
    game = board.session.game
    earlier = Game()
    cursor = 0
    while earlier.ply < ply:
        game.record.replay(cursor, earlier.position)
        earlier.commit()
        cursor = game.record.after(cursor)
    game.adopt(earlier)
    for p in range(POINTS):
        board.raw[p] = game.position.board[p] != rules.EMPTY
    board.session.tracker.begin(board.raw)
    board.session._follow(events | CHANGED)
    board.lines = []
    board.wait(100)


def two_plies(board):
    move(board, "d3", "e3", "f3")
    move(board, "f4", "f3", "f2", "f1")


def test_moves_taken_back_are_told():
    board = Board()
    two_plies(board)
    undo(board, 1, TAKEN_BACK)
    assert board.said("takeback") == ["0123abcd-1 2"] and board.said("move") == []
    move(board, "f4", "f3", "f2", "f1")
    assert board.said("move") == ["0123abcd-1 2 f4-f3A 20 21"]


def test_a_move_that_is_being_corrected_is_told_when_it_is_made():
    board = Board()
    two_plies(board)
    undo(board, 1, REVISED)
    assert board.said("takeback") == [] and board.said("move") == []
    board.say("snapshot")
    board.wait(100)
    assert board.said("takeback") == ["0123abcd-1 2"] and board.moves() == ["d3-e3A"]


def test_a_snapshot_begins_anew_when_moves_are_taken_back():
    board = Board()
    two_plies(board)
    board.lines = []
    board.session.reports.begin_snapshot(3)
    while not board.said("move"):
        board.step()
    undo(board, 0, TAKEN_BACK)
    told = [line.split(" ")[0] for line in board.lines if line[:4] not in ("lift", "plac")]
    assert told == ["takeback", "game", "takeback", "position", "reeds", "synced"]


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


def test_a_linked_board_gives_signs_of_life_until_the_host_is_gone():
    board = Board()
    board.say("hello 1.0 test")
    for ticks in range(1, 4):
        board.wait(2500)
        board.ack()
        board.wait(2600)
        board.ack()
        assert len(board.said("tick")) == ticks
    board.wait(60000)
    ended = len(board.said("tick"))
    board.wait(60000)
    assert len(board.said("tick")) == ended
    assert board.session.due(board.now) == -1


def test_unacknowledged_lines_are_sent_again():
    board = Board()
    board.say("hello 1.0 test")
    board.wait(100)
    sent = len(board.lines)
    board.wait(2100)
    again = board.session.outbox.next - 1
    assert len(board.lines) == sent + again
    board.ack()
    board.wait(2100)
    assert len(board.lines) == sent + again


def test_the_clock_wraps_without_notice():
    board = Board(start_ms=(1 << 30) - 1000)
    board.say("hello 1.0 test")
    move(board, "d3", "e3", "f3")
    board.wait(3000)
    assert board.moves().count("d3-e3A") >= 1 and board.said("ask") == []
    board.wait(2500)
    assert len(board.said("tick")) >= 1


def test_due_skips_only_steps_that_change_nothing():
    """Stepping every ms says the same as stepping when due."""
    said = []
    for every in (True, False):
        board = Board()
        board.say("hello 1.0 test")
        board.say("watch lights 1")
        if every:
            board.session.due = lambda now: 1
        move(board, "e2", "e3")
        board.lift("a1")
        board.wait(1300)
        board.place("a1")
        board.lift("e4 e5")
        board.press(MENU, 1700)
        board.say("test")
        board.wait(6000)
        said.append(board.lines)
    assert said[0] == said[1]


def steps(board, count):
    """The lines of each of so many steps, a ms apart."""
    found = []
    for _ in range(count):
        said = len(board.lines)
        board.now += 1
        board.step()
        found.append([line.split(" ")[0] for line in board.lines[said:]])
    return found


def test_light_before_words_and_a_line_a_step():
    board = Board()
    move(board, "e2", "e3", "e4")
    board.raw[40] = 0
    seen = steps(board, 6)
    assert seen == [[], [], [], ["lift"], [], ["move"]]
    assert board.lit("f") == "e2" and board.lit("t") == "e3"
    board.raw[40] = 1
    steps(board, 2)
    assert not board.lit("r")
    steps(board, 1)
    assert board.lit("r") == "e5"


def test_the_first_lights_come_before_the_first_line():
    session = Session(b"0.1.0", b"e66038b713", b"0123abcd")
    session.step(bytearray(POINTS), 0, 0)
    assert sum(1 for role in session.roles if role) == 44 and session.outbox.next == 1
    assert session.due(0) == 0


def test_of_changes_at_once_each_is_told_in_full_before_the_next_is_taken():
    board = Board()
    board.lift("e2")
    board.place("e3")
    board.raw[31] = board.raw[40] = 0
    assert steps(board, 10) == [[], [], [], ["lift"], [], [], ["lift"], [], ["move"], []]
    board.say("new")
    board.lines = []
    for p in range(POINTS):
        board.raw[p] = 0
    board.wait(1000)
    names = [line.split(" ")[0] for line in board.lines]
    assert names.count("lift") == 42 and len(set(board.said("lift"))) == 42
    assert names.count("setup") == 1 and names[-1] == "setup"


def test_a_command_is_work_enough_for_a_turn():
    board = Board()
    board.say("watch lights 1")
    board.raw[13] = 0
    steps(board, 2)
    data = encode(HOST_LEAD, b"7 set level 4")
    board.session.receive(bytearray(data), len(data))
    assert steps(board, 5) == [["set"], [], ["lift"], ["ok"], ["lights"]]


def test_no_step_says_more_than_one_thing():
    """Whatever happens but a command, and raw changes of several contacts."""
    board = Board()
    board.say("hello 1.0 test")
    board.say("watch lights 1")
    lines = 0
    board.wait(100)
    for names in ("d3", "e3", "f3", "f4 f3", "f1 a1", "f2", "a1 a2", "i5 i5"):
        for name in names.split(" "):
            p = notation.parse_point(name)
            board.raw[p] = 1 - board.raw[p]
        for _ in range(1300):
            number = board.session.outbox.next
            steps(board, 1)
            assert board.session.outbox.next - number <= 1
            lines += board.session.outbox.next - number
    assert lines > 20


MIRRORED = "BBBBBBBBB/BBBBBBBBB/WBWB1WBWB/WWWWWWWWW/WWWWWWWWW W"


def test_the_mirrored_start_shows_the_colours_of_row_3():
    board = Board()
    board.say("new mirrored")
    board.wait(50)
    assert board.said("result") == ["0123abcd-1 * abandoned"]
    assert board.said("game")[-1] == "0123abcd-2 1 " + MIRRORED
    assert board.lit("i") == "a3 c3 f3 h3" and board.lit("k") == "b3 d3 g3 i3"
    board.lift("e2")
    assert board.lit("i") == "" and board.lit("l") == "e2"
    board.place("e2")
    assert board.lit("i") == "a3 c3 f3 h3"
    move(board, "d2", "e3", "f4", "g5")
    assert board.moves() == ["d2-e3A"]
    assert board.lit("i") == "" and board.lit("k") == ""


def test_only_the_mirrored_start_does():
    board = Board()
    assert board.lights() == {}
    board.say("new")
    board.wait(50)
    assert board.lights() == {}
    board.say("new sideways")
    assert board.said("no")[-1] == "1 argument"
