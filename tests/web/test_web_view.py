"""From events to what the page shows."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from lakabe.board import events
from lakabe.web import words
from lakabe.web.table import READING, START
from lakabe.web.view import View

BOARD = "BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW"
NONE = "/".join(["." * 9] * 5)
HELLO = events.Hello(1, 0, 1, 4, "0.1.0", "e660", "0a0b0c0d", (), 1, 2)
PLAY = events.State(2, 0, "play", 3)
BEGIN = events.GameStarted(3, 0, "0a0b0c0d-1", 1, BOARD, "W")
FIRST = events.Move(4, 0, "0a0b0c0d-1", 1, "d3-e3A", 22, 21)
SECOND = events.Move(5, 0, "0a0b0c0d-1", 2, "d4-d3A", 20, 21)


def view(*heard: events.Event) -> View:
    made = View()
    for event in heard:
        made.apply(event)
    return made


def game(shown: View) -> dict[str, Any]:
    found = shown.public()["game"]
    assert isinstance(found, dict)
    return found


def marks(**points: str) -> str:
    """A picture with the given marks: ``marks(d3="+")``."""
    flat = "".join(points.get(name, ".") for name in READING)
    return "/".join(flat[i : i + 9] for i in range(0, 45, 9))


def lights(**points: str) -> events.Lights:
    return events.Lights(9, 0, marks(**points).replace("/", ""))


def status(*heard: events.Event) -> str:
    return str(view(HELLO, *heard).public()["status"]["text"])


def test_nothing_is_known_at_first() -> None:
    shown = View().public()
    assert shown["game"] is None
    assert not shown["linked"]
    assert shown["status"] == {"text": "Waiting for the board…", "tone": "wait"}


def test_a_game_is_followed() -> None:
    shown = view(HELLO, PLAY, BEGIN, FIRST)
    assert game(shown)["moves"] == [{"ply": 1, "text": "d3-e3A", "white": 22, "black": 21}]
    assert game(shown)["turn"] == "B"
    assert shown.public()["captured"] == {"W": 0, "B": 1}
    shown.apply(SECOND)
    assert game(shown)["turn"] == "W"
    assert shown.public()["captured"] == {"W": 2, "B": 1}


def test_a_snapshot_changes_nothing() -> None:
    heard = [HELLO, PLAY, BEGIN, FIRST, SECOND]
    once = view(*heard).public()
    twice = view(*heard, PLAY, BEGIN, FIRST, SECOND, events.Synced(9, 0)).public()
    assert once == twice


def test_a_move_that_differs_replaces_what_followed() -> None:
    other = events.Move(9, 0, "0a0b0c0d-1", 1, "e2-e3A", 22, 20)
    shown = view(HELLO, PLAY, BEGIN, FIRST, SECOND, other)
    assert [move["text"] for move in game(shown)["moves"]] == ["e2-e3A"]
    assert game(shown)["turn"] == "B"


def test_a_move_of_another_game_is_not_taken_for_this_one_s() -> None:
    shown = view(HELLO, PLAY, BEGIN, events.Move(9, 0, "ffffffff-1", 1, "e2-e3A", 22, 20))
    assert game(shown)["moves"] == []


def test_the_next_game_begins_empty() -> None:
    again = events.GameStarted(9, 0, "0a0b0c0d-2", 1, BOARD, "W")
    shown = view(HELLO, PLAY, BEGIN, FIRST, events.Result(8, 0, "0a0b0c0d-1", "*", "abandoned"), again)
    assert game(shown) == {
        "id": "0a0b0c0d-2",
        "variant": "tsivy",
        "number": None,
        "turn": "W",
        "opening": None,
        "moves": [],
        "step": None,
        "result": None,
    }


def test_a_resumed_game_has_its_earlier_moves_from_the_archive() -> None:
    board = "BBBBBBBBB/BBBBBBBBB/BWB1W1WBW/WWWWWWWWW/WWWWWWWWW"
    shown = view(HELLO, PLAY, events.GameStarted(3, 0, "0a0b0c0d-1", 2, board, "B"))
    shown.recorded(7, [(1, "d3-e3A")], "O4 Kobaka fohy")
    shown.apply(SECOND)
    assert game(shown)["number"] == 7
    assert [(move["ply"], move["text"]) for move in game(shown)["moves"]] == [(1, "d3-e3A"), (2, "d4-d3A")]
    assert game(shown)["turn"] == "W"
    assert game(shown)["opening"] == "O4 Kobaka fohy"
    assert not shown.lacks([(1, "d3-e3A"), (2, "d4-d3A")])
    assert shown.lacks([(3, "e3-f3W")])
    shown.apply(events.Takeback(5, 0, "0a0b0c0d-1", 1))
    assert game(shown)["opening"] is None, "no first move stands"


def test_a_position_that_is_none_is_passed_over() -> None:
    shown = view(HELLO, PLAY, BEGIN, events.PositionIs(9, 0, "99/9/9/9/9", "W"))
    assert game(shown)["turn"] == "W"


def test_the_position_of_a_snapshot_counts() -> None:
    shown = view(HELLO, PLAY, BEGIN, events.PositionIs(9, 0, "9/9/4W4/9/B8", "B"))
    assert shown.public()["captured"] == {"W": 21, "B": 21}
    assert game(shown)["turn"] == "B"


def test_the_step_in_progress_comes_and_goes() -> None:
    step = events.Step(9, 0, "0a0b0c0d-1", 1, "d3-e3A")
    shown = view(HELLO, PLAY, BEGIN, step)
    assert game(shown)["step"] == "d3-e3A"
    shown.apply(events.Step(9, 0, "0a0b0c0d-1", 1, ""))
    assert game(shown)["step"] is None
    shown.apply(step)
    shown.apply(FIRST)
    assert game(shown)["step"] is None


def test_the_levels_follow_the_board() -> None:
    shown = view(HELLO, PLAY)
    assert shown.public()["levels"] == {"W": 3, "B": 3}
    shown.apply(events.Setting(9, 0, "level", 1))
    shown.apply(events.Setting(9, 0, "power", 500))
    assert shown.public()["levels"] == {"W": 1, "B": 1}
    shown.apply(events.State(10, 0, "play", 0, 2))
    assert shown.public()["levels"] == {"W": 0, "B": 2}


def test_a_silent_board_is_not_linked_until_it_speaks() -> None:
    shown = view(HELLO, PLAY, BEGIN, events.Silent(9, 0, 12.0))
    assert shown.public()["status"] == {"text": "The board does not answer. Trying again…", "tone": "wait"}
    shown.apply(events.Tick(10, 0))
    assert shown.public()["status"]["text"] == "White to move."


def test_a_real_board_s_stones_are_known_by_the_game() -> None:
    reeds = events.Reeds(3, 0, "xxxxxxxxx/xxxxxxxxx/xxxx.xxxx/xxxxxxxxx/xxxxxxxxx")
    shown = view(HELLO, PLAY, BEGIN, reeds)
    assert shown.stones() == START
    shown.apply(events.Lift(4, 0, "d3"))
    assert shown.stones()[READING.index("d3")] == "."
    shown.apply(events.Place(5, 0, "e3"))
    assert shown.stones()[READING.index("e3")] == "?"
    shown.apply(events.Step(6, 0, "0a0b0c0d-1", 1, "d3-e3A"))
    assert shown.stones()[READING.index("e3")] == "W"
    assert shown.stones()[READING.index("f3")] == "?"


def test_a_real_board_s_stones_are_known_while_they_are_composed() -> None:
    shown = view(HELLO, events.State(2, 0, "setup", 3), events.Compose(3, 0, "9/9/9/9/WB7", "B", ""))
    shown.apply(events.Reeds(4, 0, "........./........./........./........./xxx......"))
    assert shown.stones() == "." * 36 + "WB?" + "." * 6
    shown.apply(events.Setup(5, 0, NONE))
    assert shown.stones() == "." * 36 + "???" + "." * 6


def test_a_stone_is_left_over_when_the_game_has_no_place_for_it() -> None:
    shown = view(HELLO, PLAY, BEGIN)
    assert shown.left_over("W", None, 22), "one stone too many is in the air"
    assert not shown.left_over("W", "d3", 21)
    assert not shown.left_over("B", "f3", 21)
    shown.apply(events.Step(4, 0, "0a0b0c0d-1", 1, "d3-e3A"))
    assert shown.left_over("B", "f3", 21)
    assert not shown.left_over("W", "e3", 21), "the step may be taken back"
    assert not shown.left_over("B", "a5", 21), "it has to go back first"
    shown.apply(FIRST)
    assert shown.left_over("B", "f3", 21)
    shown.apply(events.State(9, 0, "setup", 3))
    assert not shown.left_over("B", "f3", 21)


def test_in_set_up_nobody_knows_the_colours() -> None:
    reeds = events.Reeds(3, 0, "x......../........./........./........./.........")
    assert view(HELLO, events.State(2, 0, "setup", 3), reeds).stones() == "?" + "." * 44


@pytest.mark.parametrize(
    ("heard", "text"),
    [
        ([PLAY, BEGIN], "White to move."),
        ([PLAY, BEGIN, FIRST], "Black to move."),
        ([PLAY, BEGIN, events.Step(4, 0, "0a0b0c0d-1", 1, "d3-e3A")], "White is moving."),
        ([PLAY, BEGIN, lights(f3="x")], "Take off the lit stone."),
        ([PLAY, BEGIN, lights(f3="x", e5="x")], "Take off the 2 lit stones."),
        (
            [PLAY, BEGIN, lights(f3="A", c3="W")],
            "Approach or withdrawal? Take off the first stone of the line you choose.",
        ),
        ([PLAY, BEGIN, lights(f3="A", c3="W", d3="l")], "White is moving."),
        ([PLAY, BEGIN, lights(e3="o")], "White may go on, or end the move with turn."),
        (
            [PLAY, BEGIN, events.Ask(4, 0, "wrong", marks(c3="+", d4="-"))],
            "The board does not match the game: put a stone on c3, take a stone off d4.",
        ),
        (
            [PLAY, BEGIN, events.Ask(4, 0, "doubt", marks(c3="?", d4="?"))],
            "Which stone moved? Touch d4 or c3.",
        ),
        (
            [PLAY, BEGIN, events.Ask(4, 0, "wrong", "+" * 9 + NONE[9:])],
            "The board does not match the game: put 9 stones.",
        ),
        ([PLAY, BEGIN, events.Ask(4, 0, "wrong", NONE)], "The board does not match the game."),
        (
            [PLAY, BEGIN, events.Ask(4, 0, "doubt", marks(a1="?"))],
            "Which stone moved? Touch a1.",
        ),
        (
            [PLAY, BEGIN, events.Ask(4, 0, "doubt", marks(a1="?", c3="-"))],
            "The board does not match the game: take a stone off c3, touch a1.",
        ),
        ([PLAY, BEGIN, lights(a1="n")], "The board does not match the game: put a stone on a1."),
        ([PLAY, BEGIN, events.Ask(4, 0, "wrong", marks(c3="+")), events.Restored(5, 0)], "White to move."),
        (
            [events.State(2, 0, "setup", 3), events.Setup(3, 0, NONE)],
            "Place the stones. The lights show where.",
        ),
        (
            [events.State(2, 0, "setup", 3), events.Setup(3, 0, marks(c3="+", d4="-"))],
            "Place the stones: 1 stone missing on c3, 1 too many on d4.",
        ),
        (
            [events.State(2, 0, "setup", 3), events.Setup(3, 0, "+" * 9 + NONE[9:])],
            "Place the stones: 9 stones missing.",
        ),
        (
            [events.State(2, 0, "setup", 3), events.Test(3, 0, "try", "a1")],
            "Testing contacts: put a stone on a1 and lift it, or lift the one there and put it back."
            " If nothing happens, press turn.",
        ),
        (
            [
                events.Test(3, 0, "try", "i5"),
                events.Test(4, 0, "dead", "c"),
                events.Test(5, 0, "chatters", "e3"),
            ],
            "Contacts: column c does not close, e3 chatters. Press turn.",
        ),
        (
            [events.Test(3, 0, "try", "i5"), events.Test(4, 0, "done", "")],
            "All contacts are well. Press turn.",
        ),
        (
            [
                events.State(2, 0, "setup", 3),
                events.Test(3, 0, "try", "a1"),
                events.Test(4, 0, "done", ""),
                events.Setup(5, 0, "+" * 9 + NONE[9:]),
            ],
            "Place the stones: 9 stones missing.",
        ),
        (
            [events.State(2, 0, "setup", 3), events.Compose(3, 0, "9/9/9/9/9", "W", "")],
            "Composing a position: leave only white stones, then press turn.",
        ),
        (
            [events.State(2, 0, "setup", 3), events.Compose(3, 0, "9/9/9/9/W8", "B", "")],
            "Composing a position: add the black stones, then press turn (White begins) or menu (Black).",
        ),
        (
            [events.State(2, 0, "setup", 3), events.Compose(3, 0, "9/9/9/9/W8", "B", "no-black")],
            "This cannot be played: there is no black stone.",
        ),
        (
            [events.State(2, 0, "setup", 3), events.Compose(3, 0, "9/9/9/9/W8", "B", ""), PLAY, BEGIN],
            "White to move.",
        ),
        (
            [
                PLAY,
                BEGIN,
                events.Result(4, 0, "0a0b0c0d-1", "0-1", "no-move"),
                events.State(5, 0, "over", 3),
            ],
            "Black wins: White cannot move.",
        ),
        ([events.State(5, 0, "over", 3)], "Waiting for the board…"),
    ],
)
def test_the_status_says_what_to_do(heard: list[events.Event], text: str) -> None:
    assert status(*heard) == text


def blind(what: str, **points: str) -> events.Blind:
    return events.Blind(3, 0, what, marks(**points))


@pytest.mark.parametrize(
    ("heard", "left_out", "text"),
    [
        ([], [], ""),
        ([blind("left", d2="x")], ["d2"], "Without the contact of d2: turn ends a move there."),
        (
            [blind("left", d2="x", e4="x")],
            ["e4", "d2"],
            "Without the contacts of e4 and d2: turn ends a move there.",
        ),
        ([blind("chatters", f1="x")], [], "The contact of f1 chatters."),
        (
            [blind("left", d2="x"), blind("chatters", f1="x", g1="x")],
            ["d2"],
            "Without the contact of d2: turn ends a move there. The contacts of f1 and g1 chatter.",
        ),
        (
            [blind("left", d2="x"), blind("many", a1="x")],
            ["d2"],
            "Without the contact of d2: turn ends a move there.",
        ),
        ([blind("left", d2="x"), blind("left")], [], ""),
        ([blind("left", d2="x"), blind("chatters", f1="x"), HELLO], [], ""),
    ],
)
@pytest.mark.parametrize("before", [[events.State(2, 0, "setup", 3)], [PLAY, BEGIN]])
def test_contacts_that_do_not_count_are_named(
    before: list[events.Event], heard: list[events.Event], left_out: list[str], text: str
) -> None:
    shown = view(HELLO, *before, *heard)
    assert shown.public()["contacts"] == {"leftOut": left_out, "text": text}
    assert "contact" not in shown.public()["status"]["text"]


def test_with_a_contact_left_out_a_move_is_due_all_the_same() -> None:
    assert view(HELLO, PLAY, BEGIN, blind("left", d2="x")).is_calm


@pytest.mark.parametrize(
    ("score", "reason", "text"),
    [
        ("1-0", "no-stone", "White wins: Black has no stone left."),
        ("0-1", "no-move", "Black wins: White cannot move."),
        ("1-0", "host", "White wins: Black resigned."),
        ("0-1", "resigned", "Black wins: White resigned."),
        ("1-0", "something-new", "White wins."),
        ("1/2-1/2", "repetition", "A draw: the same position stood for the third time."),
        ("1/2-1/2", "fifty", "A draw: fifty moves each without a capture."),
        ("1/2-1/2", "host", "A draw: the players agreed."),
        ("1/2-1/2", "agreed", "A draw: the players agreed."),
        ("1/2-1/2", "something-new", "A draw."),
        ("*", "abandoned", "The game was broken off."),
    ],
)
def test_results_in_words(score: str, reason: str, text: str) -> None:
    assert words.result(score, reason) == text


def test_moves_taken_back_leave_the_page() -> None:
    back = events.Takeback(6, 0, "0a0b0c0d-1", 2)
    shown = view(HELLO, PLAY, BEGIN, FIRST, SECOND, back)
    assert [move["ply"] for move in game(shown)["moves"]] == [1]
    assert game(shown)["turn"] == "B" and shown.public()["captured"] == {"W": 0, "B": 1}
    shown.apply(events.Takeback(7, 0, "0a0b0c0d-1", 1))
    assert game(shown)["moves"] == [] and game(shown)["turn"] == "W"


def test_a_result_goes_with_the_move_that_is_taken_back() -> None:
    end = events.Result(6, 0, "0a0b0c0d-1", "1-0", "host")
    shown = view(HELLO, PLAY, BEGIN, FIRST, SECOND, end, events.Takeback(7, 0, "0a0b0c0d-1", 3))
    assert game(shown)["result"] == {"score": "1-0"}
    shown.apply(events.Takeback(8, 0, "0a0b0c0d-1", 2))
    assert game(shown)["result"] is None


def test_a_game_that_was_given_up_may_go_on_until_another_has_a_move() -> None:
    name, other = "0a0b0c0d-1", "0a0b0c0d-2"
    up = events.Result(6, 0, name, "*", "abandoned")
    shown = view(HELLO, PLAY, BEGIN, FIRST, events.Result(5, 0, name, "1-0", "host"))
    assert shown.given_up == "" and not shown.public()["givenUp"]
    shown = view(HELLO, PLAY, BEGIN, up)
    assert shown.given_up == "", "it had no move"
    shown = view(HELLO, PLAY, BEGIN, FIRST, up)
    assert shown.given_up.count("W") == 22 and shown.given_up.count("B") == 21
    shown.apply(replace(BEGIN, seq=7, game=other))
    assert shown.public()["givenUp"]
    shown.apply(replace(FIRST, seq=8, game=other))
    assert not shown.public()["givenUp"]


def test_an_end_that_is_withdrawn_leaves_the_page() -> None:
    end = events.Result(6, 0, "0a0b0c0d-1", "1-0", "host")
    over = events.State(7, 0, "over", 3)
    shown = view(HELLO, PLAY, BEGIN, FIRST, SECOND, end, over)
    assert shown.public()["status"]["tone"] == "over"
    shown.apply(events.State(8, 0, "play", 3))
    shown.apply(events.Takeback(9, 0, "0a0b0c0d-1", 3))
    assert game(shown)["result"] is None and len(game(shown)["moves"]) == 2
    assert shown.public()["status"] == {"text": "White to move.", "tone": "calm"}


def test_a_corrected_move_replaces_what_followed() -> None:
    other = events.Move(6, 0, "0a0b0c0d-1", 1, "d3-e3W", 22, 21)
    shown = view(HELLO, PLAY, BEGIN, FIRST, SECOND, other)
    assert [move["text"] for move in game(shown)["moves"]] == ["d3-e3W"]
