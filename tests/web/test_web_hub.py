"""What pages share, without a server: clients, hands, buttons, commands."""

from __future__ import annotations

import asyncio
import json
import threading
from dataclasses import replace
from typing import Any

import pytest
from hubs import Room
from page_fakes import FakeBoard, FakeSender

from lakabe.board import events
from lakabe.errors import PortError
from lakabe.games.names import Names
from lakabe.web.choice import Choice
from lakabe.web.clients import NOTICES
from lakabe.web.hub import Hub
from lakabe.web.table import MIRRORED, READING, START

BOARD = "BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW"
HELLO = events.Hello(1, 0, 1, 4, "0.1.0", "e660", "0a0b0c0d", (), 1, 2)
PLAY = events.State(2, 0, "play", 3)
BEGIN = events.GameStarted(3, 0, "0a0b0c0d-1", 1, BOARD, "W")
FIRST = events.Move(4, 0, "0a0b0c0d-1", 1, "d3-e3A", 22, 21)


@pytest.fixture
def room() -> Any:
    made = Room()
    yield made
    made.loop.close()


def test_who_joins_gets_everything_once(room: Room) -> None:
    client = room.hub.join()
    assert client.ready.is_set()
    state = room.state(client)
    assert state["stones"] == START
    assert state["hands"] is True
    assert state["seen"] == 0
    assert room.fetch(client) == []
    assert not client.ready.is_set()


def test_every_page_sees_a_lifted_stone_and_one_has_it(room: Room) -> None:
    one, two = room.hub.join(), room.hub.join()
    room.ask(one, "lift", point="d3")
    mine, theirs = room.state(one), room.state(two)
    assert mine["hand"] == {"colour": "W", "origin": "d3"}
    assert mine["others"] == []
    assert theirs["hand"] is None
    assert theirs["others"] == [{"colour": "W", "origin": "d3", "itself": False}]
    assert (mine["seen"], theirs["seen"]) == (1, 0)
    assert mine["stones"][READING.index("d3")] == "."


def test_hands_do_all_that_hands_do(room: Room) -> None:
    client = room.hub.join()
    room.ask(client, "discard", point="f3")
    room.ask(client, "take", colour="B")
    room.ask(client, "back")
    room.ask(client, "lift", point="d3")
    room.ask(client, "tray")
    room.ask(client, "take", colour="W")
    room.ask(client, "place", point="e3")
    assert room.notices(client) == []
    room.ask(client, "tray")
    state = room.state(client)
    assert state["tray"] == {"W": 0, "B": 1}
    assert state["stones"][READING.index("e3")] == "W"


def test_what_hands_cannot_do_is_said_to_their_owner(room: Room) -> None:
    one, two = room.hub.join(), room.hub.join()
    room.ask(one, "place", point="e3")
    assert room.notices(one) == ["There is no stone in your hand."]
    assert room.notices(two) == []


def test_a_message_that_is_refused_is_counted_and_answered(room: Room) -> None:
    client = room.hub.join()
    room.fetch(client)
    room.hub.refuse(client, "the message is not JSON")
    state, notice = room.fetch(client)
    assert state["seen"] == 1
    assert notice == {"type": "notice", "text": "Refused: the message is not JSON."}


def test_notices_do_not_pile_up(room: Room) -> None:
    client = room.hub.join()
    for n in range(100):
        room.hub.say(client, str(n))
    assert room.notices(client) == [str(n) for n in range(100 - NOTICES, 100)]


def test_who_leaves_lets_go_of_everything(room: Room) -> None:
    one, two = room.hub.join(), room.hub.join()
    room.ask(one, "lift", point="d3")
    room.ask(one, "button", name="turn", down=True)
    room.hub.leave(one)
    assert len(room.hub) == 1
    assert room.board.log[-1] == ("d3", True)
    room.hear(events.Button(2, 0, "turn", True))
    assert room.board.log[-1] == ("turn", False)
    assert room.state(two)["stones"] == START


def test_a_broken_board_does_not_keep_a_page_from_leaving(room: Room) -> None:
    client = room.hub.join()
    room.ask(client, "lift", point="d3")
    room.board.broken = True
    room.hub.leave(client)
    assert len(room.hub) == 0


def test_a_broken_board_is_reported(room: Room) -> None:
    client = room.hub.join()
    room.board.broken = True
    room.ask(client, "lift", point="d3")
    assert room.notices(client) == ["That did not work: the virtual board has stopped"]


def test_a_button_is_down_while_anybody_holds_it(room: Room) -> None:
    one, two = room.hub.join(), room.hub.join()
    room.board.log.clear()
    for client, down in ((one, True), (two, True), (one, True), (one, False), (two, False), (two, False)):
        room.ask(client, "button", name="menu", down=down)
    room.hear(events.Button(2, 0, "menu", True), events.Button(3, 0, "menu", False))
    assert room.board.log == [("menu", True), ("menu", False)]


def test_a_stone_left_over_from_a_capture_is_to_go_into_the_tray(room: Room) -> None:
    one, two = room.hub.join(), room.hub.join()
    room.hear(HELLO, PLAY, BEGIN)
    room.ask(one, "lift", point="d3")
    assert room.state(one)["status"]["text"] == "White to move."
    room.ask(one, "place", point="e3")
    room.ask(one, "lift", point="f3")
    assert room.state(one)["status"]["text"] == "White to move.", "the board has not told of it yet"
    room.hear(FIRST)
    told = "Black to move. Put the black stone in your hand into the tray."
    assert room.state(one)["status"]["text"] == told
    assert room.state(two)["status"]["text"] == "Black to move."
    room.hub.leave(one)
    state = room.state(two)
    assert state["tray"] == {"W": 0, "B": 1}
    assert state["stones"][READING.index("f3")] == "."


def test_commands_reach_the_board(room: Room) -> None:
    client = room.hub.join()
    room.hear(HELLO)
    room.ask(client, "level", value=2, side="W")
    room.ask(client, "end", result="0-1")
    room.ask(client, "new")
    assert room.sent.commands == [("set", "level", 2, "W"), ("end", "0-1"), ("new",)]


def test_a_board_with_one_level_is_told_of_it_for_both(room: Room) -> None:
    client = room.hub.join()
    room.hear(replace(HELLO, minor=3))
    room.ask(client, "level", value=2, side="B")
    assert room.sent.commands == [("set", "level", 2)]


def test_a_command_without_a_board_is_reported(room: Room) -> None:
    client = room.hub.join()
    room.sent.failures.append(PortError("the board is not connected", "wait for it"))
    room.ask(client, "new")
    assert room.notices(client) == ["That did not work: the board is not connected (wait for it)"]
    room.ask(client, "discard", point="f3")
    room.hear(events.State(2, 0, "setup", 3))
    assert room.state(client)["tray"]["B"] == 1, "nothing was asked for, so nothing is laid out"


def test_refusals_of_one_s_own_commands_are_said(room: Room) -> None:
    client = room.hub.join()
    room.ask(client, "level", value=2, side="W")
    room.hear(events.No(2, 0, 1, "busy", "now"), events.No(3, 0, 77, "not-mine", ""))
    assert room.notices(client) == ["The board refuses that: busy now."]
    room.ask(client, "level", value=2, side="W")
    room.hear(events.Unanswered(4, 0, 2, "set"))
    assert room.notices(client) == ["The board has not answered. Try again."]


def test_a_mirrored_game_lays_out_its_own_stones_once(room: Room) -> None:
    client = room.hub.join()
    room.hub.choose = lambda choice: choice.game
    room.ask(client, "begin", **Choice(game="mirrored").data())
    assert room.sent.commands == [("new", "mirrored")]
    room.hear(events.State(3, 0, "setup", 3))
    assert room.state(client)["stones"] == MIRRORED != START
    room.ask(client, "new")
    room.hear(events.State(4, 0, "setup", 3))
    assert room.state(client)["stones"] == START


def test_a_new_game_lays_out_the_stones_when_the_board_is_ready(room: Room) -> None:
    client = room.hub.join()
    room.ask(client, "discard", point="f3")
    room.ask(client, "lift", point="d3")
    room.ask(client, "new")
    assert room.state(client)["stones"] != START
    room.hear(events.Ok(2, 0, 1))
    assert room.state(client)["stones"] != START
    room.hear(events.State(3, 0, "setup", 3))
    state = room.state(client)
    assert state["stones"] == START
    assert state["hand"] is None
    room.ask(client, "discard", point="f3")
    room.hear(events.State(3, 0, "setup", 3))
    assert room.state(client)["tray"]["B"] == 1, "laid out once only"


def test_menu_held_for_a_new_game_lays_out_the_stones_too(room: Room) -> None:
    client = room.hub.join()
    room.ask(client, "discard", point="f3")
    room.hear(events.State(2, 0, "setup", 3))
    assert room.state(client)["tray"]["B"] == 1, "a board that restarted leaves the stones to the players"
    room.ask(client, "button", name="menu", down=True)
    room.hear(events.State(3, 0, "play", 3))
    assert room.state(client)["tray"]["B"] == 1
    room.hear(events.State(4, 0, "setup", 3))
    assert room.state(client)["stones"] == START


def test_a_game_that_was_given_up_goes_on_with_its_stones(room: Room) -> None:
    client = room.hub.join()
    room.ask(client, "resume")
    assert room.sent.commands == [], "none was given up"
    room.hear(HELLO, events.State(2, 0, "play", 3), BEGIN, FIRST)
    room.ask(client, "new")
    room.hear(events.Result(9, 0, BEGIN.game, "*", "abandoned"), events.State(10, 0, "setup", 3))
    state = room.state(client)
    assert state["stones"] == START and state["givenUp"]
    room.ask(client, "resume")
    assert room.sent.commands[-1] == ("resume",)
    room.hear(events.Ok(11, 0, 2))
    stones = room.state(client)["stones"]
    assert [stones[READING.index(point)] for point in ("d3", "e3", "f3")] == [".", "W", "."]
    room.hear(events.State(12, 0, "play", 3), replace(BEGIN, seq=13))
    assert not room.state(client)["givenUp"]


def test_what_the_board_asks_is_said_and_turn_lays_out_the_stones(room: Room) -> None:
    client = room.hub.join()
    room.ask(client, "discard", point="f3")
    room.hear(
        events.State(2, 0, "play", 3), events.Button(3, 0, "turn", True), events.Button(4, 0, "turn", False)
    )
    room.hear(events.State(5, 0, "setup", 3), events.State(6, 0, "play", 3))
    assert room.state(client)["tray"]["B"] == 1, "nothing was asked"
    room.hear(events.Lights(7, 0, "I" * 22 + "K" * 22 + "."))
    assert room.state(client)["status"]["text"].startswith("A new game? Press turn.")
    room.hear(events.Button(8, 0, "turn", True), events.State(9, 0, "over", 3))
    assert room.state(client)["tray"]["B"] == 1
    room.hear(events.State(10, 0, "setup", 3))
    assert room.state(client)["stones"] == START


def test_a_refused_new_game_leaves_the_stones(room: Room) -> None:
    client = room.hub.join()
    room.ask(client, "discard", point="f3")
    room.ask(client, "new")
    room.hear(events.No(2, 0, 1, "busy", ""), events.State(3, 0, "play", 3))
    assert room.state(client)["tray"]["B"] == 1


def test_a_wish_for_a_hint_is_answered_honestly(room: Room) -> None:
    client = room.hub.join()
    room.hear(events.Wish(2, 0, "hint"))
    assert room.notices(client) == ["The players ask for a hint; there is nobody to give one."]


def test_the_archive_s_number_comes_with_the_game() -> None:
    room = Room(kept=lambda game: (12, [(1, "d3-e3A")], "O4 Kobaka fohy") if game == "0a0b0c0d-1" else None)
    client = room.hub.join()
    room.hear(HELLO, BEGIN)
    assert room.state(client)["game"]["number"] == 12
    assert room.sent.commands == [("snapshot",)], "the board may know moves that were not heard here"
    room.hear(BEGIN)
    assert room.sent.commands == [("snapshot",)], "asked for once"
    room.hear(FIRST)
    assert [move["text"] for move in room.state(client)["game"]["moves"]] == ["d3-e3A"]
    room.loop.close()


def test_a_snapshot_that_cannot_be_asked_for_is_done_without() -> None:
    room = Room(kept=lambda game: (12, [(1, "d3-e3A")], "O4 Kobaka fohy"))
    room.sent.failures.append(PortError("gone"))
    room.hear(HELLO, BEGIN)
    assert room.sent.commands == []
    room.loop.close()


def test_a_real_board_is_only_watched() -> None:
    room = Room(virtual=False)
    client = room.hub.join()
    room.hear(HELLO, events.Reeds(2, 0, "x......../........./........./........./........."))
    state = room.state(client)
    assert state["hands"] is False
    assert state["stones"] == "B" + "." * 44
    for name, fields in (("lift", {"point": "a5"}), ("button", {"name": "turn", "down": True})):
        room.ask(client, name, **fields)
        assert room.notices(client) == ["The stones and buttons are on the real board."]
    room.ask(client, "new")
    assert room.sent.commands == [("new",)]
    room.loop.close()


def test_frames_from_another_thread_are_coalesced(room: Room) -> None:
    client = room.hub.join()
    room.fetch(client)

    def flicker() -> None:
        for n in range(200):
            room.hub.frame(bytes([n]) * 135)

    thread = threading.Thread(target=flicker)
    thread.start()
    thread.join()
    room.settle()
    assert room.fetch(client) == [{"type": "pixels", "rgb": "c7" * 135}]
    assert room.fetch(client) == []
    assert room.fetch(room.hub.join())[-1]["type"] == "pixels", "who comes later gets the newest frame"


def test_what_happened_before_the_loop_is_not_lost() -> None:
    hub = Hub(FakeSender(), lambda game: None, FakeBoard())
    hub.event(HELLO)
    hub.event(BEGIN)
    loop = asyncio.new_event_loop()
    hub.start(loop)
    state = json.loads(hub.fetch(hub.join())[0])
    assert state["game"]["id"] == "0a0b0c0d-1"
    loop.close()
    hub.event(FIRST)
    hub.frame(bytes(135))


def test_a_lost_link_is_shown(room: Room) -> None:
    client = room.hub.join()
    room.hear(HELLO)
    assert room.state(client)["linked"] is True
    room.hub.linked(False)
    room.settle()
    assert room.state(client)["linked"] is False


def test_an_archive_that_cannot_be_written_is_shown(room: Room) -> None:
    client = room.hub.join()
    room.hear(HELLO)
    room.hub.unwritten("no space is left for the archive")
    room.settle()
    assert room.state(client)["status"] == {
        "text": "The recording waits, and so does this page: no space is left for the archive.",
        "tone": "ask",
    }
    room.hub.unwritten("")
    room.settle()
    assert "recording" not in room.state(client)["status"]["text"]


MATCH = {"players": ["Ada", "Bela"], "white": 1, "variant": "vela", "over": False}


def test_the_standing_of_a_match(room: Room) -> None:
    client = room.hub.join()
    assert room.state(client)["match"] is None
    room.hub.standing(MATCH)
    room.settle()
    state = room.state(client)
    assert state["match"] == MATCH and state["names"] == {"W": "Bela", "B": "Ada"}
    room.hub.standing({**MATCH, "white": None})
    room.settle()
    assert room.state(client)["names"] == {"W": "", "B": ""}


def test_players_are_named(room: Room) -> None:
    client = room.hub.join()
    given: list[Names] = []
    room.hub.rename = given.append
    room.ask(client, "names", white=" Ada ", black="")
    assert given == [Names("Ada", "")]
    room.hub.named(Names("Ada", "Lakabe, level 3"))
    room.settle()
    assert room.state(client)["names"] == {"W": "Ada", "B": "Lakabe, level 3"}
    room.hub.standing(MATCH)
    room.settle()
    room.ask(client, "names", white="Zoe", black="")
    assert room.notices(client) == ["The players of a match have their names already."] and len(given) == 1


def test_in_a_match_a_new_game_is_its_next_one(room: Room) -> None:
    client = room.hub.join()
    room.hub.standing(MATCH)
    room.settle()
    room.ask(client, "new")
    room.hub.standing({**MATCH, "variant": "tsivy"})
    room.settle()
    room.ask(client, "new")
    room.hub.standing({**MATCH, "variant": None, "over": True})
    room.settle()
    room.ask(client, "new")
    assert room.sent.commands == [("new", "vela"), ("new",), ("new",)]


def test_the_next_game_of_a_match_is_laid_out(room: Room) -> None:
    client = room.hub.join()
    room.hear(HELLO, PLAY, BEGIN)
    room.ask(client, "discard", point="a1")
    room.hub.lay_out("vela")
    room.settle()
    assert room.sent.commands == [("new", "vela")]
    room.hear(events.State(5, 0, "setup", 3))
    assert room.state(client)["stones"] == START


def test_stones_are_laid_out_for_the_new_game_and_not_for_the_end_of_the_old_one(room: Room) -> None:
    client = room.hub.join()
    room.hear(HELLO, PLAY, BEGIN)
    room.ask(client, "discard", point="a1")
    room.ask(client, "new")
    room.hear(events.State(5, 0, "over", 3))
    assert room.state(client)["stones"] != START
    room.hear(events.State(6, 0, "setup", 3))
    assert room.state(client)["stones"] == START


def test_a_match_without_a_board_waits(room: Room) -> None:
    room.sent.failures.append(PortError("the board is not connected"))
    room.hub.lay_out("tsivy")
    room.settle()
    assert room.sent.commands == []


def test_in_a_lesson_a_stone_goes_before_the_board_has_shown_the_lights_of_its_next_stage(room: Room) -> None:
    room.hub.attendant.on = True
    client = room.hub.join()
    tried = "W8/9/9/2B6/1W7"
    back = events.Lesson(3, 0, 31, "squeeze", "back", tried, "W", "")
    wrong = events.Lights(4, 0, "n........r".ljust(45, "."))
    room.hear(HELLO, PLAY, back, wrong)
    room.ask(client, "restore")
    room.hear(replace(back, seq=5, stage="move"))  # the lights of this come a moment later
    room.board.log.clear()
    room.ask(client, "touch", point="a5")
    assert room.board.log == [("a5", False)]
    assert room.notices(client) == []
