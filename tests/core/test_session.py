"""The whole device minus hardware: how it begins, and what it says."""

from board import MENU, Board

from fanorona.rules.geometry import POINTS

START = "BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW W"
MIRRORED = "BBBBBBBBB/BBBBBBBBB/WBWB1WBWB/WWWWWWWWW/WWWWWWWWW W"


def test_power_up_on_a_set_board():
    board = Board()
    names = [line.split(" ")[0] for line in board.lines]
    assert names == ["hello", "state", "game", "takeback"]
    assert board.said("state") == ["play 3"]
    hello = board.said("hello")[0].split(" ")
    assert hello[:4] == ["1.7", "0.1.0", "e66038b713", "0123abcd"]


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
    board.move("d3", "e3", "f3")
    board.set_up_anew()
    assert board.said("wish") == ["hint"]
    assert board.said("result") == ["0123abcd-1 * abandoned 1"]
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
    assert board.session.idle_ms(board.now) == -1


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
    board.move("d3", "e3", "f3")
    board.wait(3000)
    assert board.moves().count("d3-e3A") >= 1 and board.said("ask") == []
    board.wait(2500)
    assert len(board.said("tick")) >= 1


def test_the_mirrored_start_shows_the_colours_of_row_3():
    board = Board()
    board.say("new mirrored")
    board.wait(50)
    assert board.said("result") == ["0123abcd-1 * abandoned 0"]
    assert board.said("game")[-1] == "0123abcd-2 1 " + MIRRORED
    assert board.lit("i") == "a3 c3 f3 h3" and board.lit("k") == "b3 d3 g3 i3"
    board.lift("e2")
    assert board.lit("i") == "" and board.lit("l") == "e2"
    board.place("e2")
    assert board.lit("i") == "a3 c3 f3 h3"
    board.move("d2", "e3", "f4", "g5")
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


def test_steps_are_told_as_far_as_they_are_sure():
    board = Board("9/9/9/9/BBW1BB2B W")
    board.lift("c1")
    board.place("d1")
    assert board.said("step") == [], "approach or withdrawal is not chosen yet"
    board.lift("e1")
    assert board.said("step") == ["0123abcd-2 1 c1-d1A"]
    board.place("e1")
    board.lift("d1")
    board.place("c1")
    assert board.said("step") == ["0123abcd-2 1 c1-d1A", "0123abcd-2 1 -"]
