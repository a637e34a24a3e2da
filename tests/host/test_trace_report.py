"""A board that contradicts the rules or itself is found out; what it says twice is told once."""

from __future__ import annotations

from dataclasses import replace

import pytest

from lakabe.board.events import (
    Ask,
    Event,
    GameStarted,
    Hello,
    Move,
    PositionIs,
    Result,
    Setup,
    State,
    Takeback,
    Text,
)
from lakabe.errors import BoardFault
from lakabe.virtual import Run
from lakabe.virtual.report import Record, records

BOOT = "0123abcd"
GAME = f"{BOOT}-1"
BOARD = "BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW"
AFTER = "BBBBBBBBB/BBBBBBBBB/BWB1W1WBW/WWWWWWWWW/WWWWWWWWW"
HELLO = Hello(1, 0, 1, 0, "0.1.0", "e66", BOOT, (), 1, 1)
BEGUN = GameStarted(2, 0, GAME, 1, BOARD, "W")
FIRST = Move(3, 5, GAME, 1, "d3-e3A", 22, 21)
FIRST_BACK = Takeback(5, 11, GAME, 1)
REPLY = Move(4, 9, GAME, 2, "f4-f3A", 20, 21)
SECOND = Move(4, 9, GAME, 2, "f4-f3", 22, 21)


def report(*events: Event, final: tuple[Event, ...] = ()) -> list[Record]:
    run = Run([(event.ms, event) for event in events], list(final), "", 100, 1, 0)
    return list(records(run))


def test_a_game_is_followed() -> None:
    result = Result(5, 7, GAME, "1-0", "host")
    found = report(HELLO, BEGUN, FIRST, result, final=(PositionIs(6, 8, AFTER, "B"),))
    assert [record["event"] for record in found] == ["hello", "game", "move", "result", "end"]
    assert found[2]["position"] == f"{AFTER} B"
    assert found[-1] == {
        "t_ms": 100,
        "event": "end",
        "game": GAME,
        "ply": 1,
        "position": f"{AFTER} B",
        "result": "1-0",
    }


VELA = GameStarted(2, 0, GAME, 1, "1BBBB4/9/1B7/9/W1B5W", "W", "vela")
BEGINS = Move(3, 5, GAME, 1, "a1-b1A", 2, 5, second=True)
AFTER_IT = Move(4, 9, GAME, 2, "b3-b2A", 1, 5, second=True)


def test_the_second_phase_of_a_vela_begins_once() -> None:
    found = report(VELA, BEGINS, AFTER_IT, Takeback(5, 11, GAME, 1), BEGINS)
    assert [(record["event"], record.get("second")) for record in found] == [
        ("game", None), ("move", True), ("move", None), ("takeback", None), ("move", True), ("end", None),
    ]  # fmt: skip


@pytest.mark.parametrize("events", [
    (VELA, replace(BEGINS, second=False)),
    (VELA, BEGINS, replace(AFTER_IT, second=False)),
    (BEGUN, replace(FIRST, second=True)),
    (replace(VELA, board="1BBBB4/9/1B7/9/W1BB4W"), replace(BEGINS, black=6)),
])  # fmt: skip
def test_a_board_that_errs_about_the_second_phase_is_found_out(events: tuple[Event, ...]) -> None:
    with pytest.raises(BoardFault, match="second phase"):
        report(*events)


def test_moves_are_taken_back_and_corrected() -> None:
    other = replace(FIRST, move="e2-e3A", black=20)
    found = report(BEGUN, FIRST, REPLY, other, FIRST_BACK, FIRST_BACK, FIRST)
    told = [(record["event"], record.get("ply"), record.get("move")) for record in found]
    assert told == [
        ("game", 1, None),
        ("move", 1, "d3-e3A"),
        ("move", 2, "f4-f3A"),
        ("move", 1, "e2-e3A"),
        ("takeback", 1, None),
        ("move", 1, "d3-e3A"),
        ("end", 1, None),
    ]
    assert found[-1]["position"] == f"{AFTER} B" and found[4]["position"] == f"{BOARD} W"


@pytest.mark.parametrize(
    ("events", "word"),
    [
        ((FIRST,), "has not begun"),
        ((BEGUN, replace(FIRST, game=f"{BOOT}-2")), "has not begun"),
        ((BEGUN, replace(FIRST, move="d3-e3")), "illegal"),
        ((BEGUN, replace(FIRST, move="a1-a2")), "illegal"),
        ((BEGUN, replace(FIRST, ply=2)), "ply 2 after ply 0"),
        ((BEGUN, FIRST, replace(FIRST, ply=3)), "ply 3 after ply 1"),
        ((BEGUN, FIRST, replace(FIRST, ply=0)), "ply 0 after ply 1"),
        ((FIRST_BACK,), "not played"),
        ((BEGUN, replace(FIRST_BACK, ply=2)), "not played"),
        ((BEGUN, FIRST, replace(FIRST_BACK, ply=0)), "not played"),
        ((BEGUN, replace(FIRST, white=21)), "21 and 21"),
        ((BEGUN, replace(FIRST, black=22)), "22 and 22"),
        ((replace(BEGUN, board="9/9/9"),), "impossible"),
        ((BEGUN, FIRST, PositionIs(4, 6, BOARD, "W")), "believes"),
        ((BEGUN, FIRST, PositionIs(4, 6, AFTER, "W")), "believes"),
    ],
)
def test_contradictions_are_faults(events: tuple[Event, ...], word: str) -> None:
    with pytest.raises(BoardFault, match=word):
        report(HELLO, *events)


def test_the_last_word_counts_too() -> None:
    with pytest.raises(BoardFault, match="believes"):
        report(HELLO, BEGUN, FIRST, final=(PositionIs(4, 6, BOARD, "W"),))


def test_snapshots_are_told_once() -> None:
    state = State(7, 6, "play", 3)
    found = report(HELLO, state, BEGUN, FIRST, replace(HELLO, seq=6), state, BEGUN, FIRST, state)
    assert [record["event"] for record in found] == ["hello", "state", "game", "move", "end"]


def test_a_restart_begins_anew() -> None:
    other = "ffffffff"
    again = replace(HELLO, boot=other)
    resumed = GameStarted(2, 50, f"{other}-1", 2, AFTER, "B")
    reply = replace(SECOND, game=f"{other}-1", move="f4-f3A", black=21)
    found = report(HELLO, State(2, 0, "setup", 3), BEGUN, FIRST, again, State(2, 0, "setup", 3), resumed)
    assert [r["event"] for r in found] == ["hello", "state", "game", "move", "hello", "state", "game", "end"]
    assert (found[-1]["game"], found[-1]["ply"]) == (f"{other}-1", 1)
    with pytest.raises(BoardFault):
        report(HELLO, BEGUN, FIRST, again, resumed, replace(reply, ply=1))


def test_points_are_in_reading_order_and_by_what_to_do() -> None:
    picture = "+......../.-......./......?../........./........+"
    (found, _) = report(Ask(1, 0, "wrong", picture))
    assert found["points"] == ["a5", "b4", "g3", "i1"]
    assert (found["put"], found["remove"], found["touch"]) == (["a5", "i1"], ["b4"], ["g3"])
    (found, _) = report(Setup(1, 0, "/".join(["." * 9] * 5)))
    assert found["points"] == []


def test_damaged_lines_are_no_news() -> None:
    found = report(Text(0, 0, "boot: hello", ""), Text(0, 0, "1 0 hel", "format"))
    assert [record["event"] for record in found] == ["text", "end"]
