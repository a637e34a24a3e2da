"""The host's end of the protocol: what it understands, says, and makes of silence, second by second."""

from __future__ import annotations

import dataclasses
import itertools
import json
from pathlib import Path
from typing import Any

import pytest
from linking import BOOT, HELLO, line, linked, said

from lakabe.board import events, link, messages
from lakabe.board.events import Event, Hello, Lift, Ok, Place, Silent, Unanswered
from lakabe.board.link import Link
from lakabe.errors import ProtocolError, UsageError

FRAMES = json.loads((Path(__file__).parents[1] / "vectors" / "frames.json").read_text(encoding="utf-8"))


def plain(found: list[Event]) -> list[list[Any]]:
    """Each event's name and what its line says: its fields, but for what this host knows besides."""

    def listed(value: Any) -> Any:
        return [listed(one) for one in value] if isinstance(value, tuple) else value

    return [
        [type(event).__name__]
        + [listed(getattr(event, one.name)) for one in dataclasses.fields(event) if one.compare]
        for event in found
    ]


@pytest.mark.parametrize("case", FRAMES["board"], ids=[case["name"] for case in FRAMES["board"]])
def test_vectors(case: dict[str, Any]) -> None:
    one = linked()
    found = one.receive(case["bytes"].encode("latin-1"), 0.0)
    assert plain(found) == case["events"]


@pytest.mark.parametrize("chunk", [1, 2, 3, 7, 64])
def test_vectors_in_pieces(chunk: int) -> None:
    for case in FRAMES["board"]:
        one = linked()
        data = case["bytes"].encode("latin-1")
        found: list[Event] = []
        for start in range(0, len(data), chunk):
            found += one.receive(data[start : start + chunk], 0.0)
        assert plain(found) == case["events"], case["name"]


def test_every_message_has_a_vector() -> None:
    bodies = [
        outcome.split(" ")[3]
        for case in FRAMES["board"]
        for outcome in case["outcomes"]
        if outcome.count(" ") >= 3 and outcome.startswith("line ")
    ]
    assert set(bodies) >= messages.BOARD_MESSAGES
    commands = [case["outcomes"][-1].split(" ")[2] for case in FRAMES["host"]]
    assert set(commands) == set(messages.COMMANDS)


def test_every_event_has_a_vector() -> None:
    seen = {event[0] for case in FRAMES["board"] for event in case["events"]}
    made_by_the_link = {"Hello", "Lost", "Silent", "Unanswered"}
    kinds = {
        kind.__name__ for kind in vars(events).values() if isinstance(kind, type) and issubclass(kind, Event)
    }
    assert seen | made_by_the_link | {"Event"} == kinds


def test_hello_is_said_first() -> None:
    one = Link("lakabe")
    one.connect()
    assert said(one) == ["hello 1.7 lakabe"]
    assert said(one) == []
    one = linked()
    one.connect()
    assert said(one) == ["hello 1.7 lakabe 1f6a09c3 1"]


def test_commands_are_numbered_from_where_it_was_told_to() -> None:
    one = Link("lakabe", 9999)
    one.connect()
    assert one.outgoing().startswith(b"$9999 hello ")
    assert one.hello_id == 9999
    one.connect()
    assert one.outgoing().startswith(b"$1 hello ")
    assert one.hello_id == 1


def test_what_hello_says() -> None:
    one = Link("lakabe")
    one.connect()
    body = "1 1034 hello 1.7 0.1.0 e6614103e7396b2c 1f6a09c3 lights,raw 1 1"
    assert one.receive(line(body), 0.0) == [
        Hello(1, 1034, 1, 7, "0.1.0", "e6614103e7396b2c", BOOT, ("lights", "raw"), 1, 1, "")
    ]
    assert one.hello is not None and one.hello.boot == BOOT


def test_nothing_is_delivered_before_hello() -> None:
    """Then what led up to it in a row is, and nothing has to be asked for."""
    one = Link("lakabe")
    one.connect()
    said(one)
    assert one.receive(line("4 900 tick") + line("7 1000 lift d3") + line("8 1000 place d3"), 0.0) == []
    assert said(one) == []
    found = one.receive(line("9 1000 " + HELLO.replace("- 1 1", "- 1 9")), 0.0)
    assert [type(event) for event in found] == [Hello, Lift, Place]
    assert not any(word.startswith("resend") for word in said(one))


def test_what_was_damaged_before_hello_is_asked_for() -> None:
    one = Link("lakabe")
    one.connect()
    said(one)
    one.receive(line("7 1000 lift d3").replace(b"d3", b"d4") + line("8 1000 place d3"), 0.0)
    found = one.receive(line("9 1000 " + HELLO.replace("- 1 1", "- 7 9")), 0.0)
    assert [type(event) for event in found] == [Hello]
    assert said(one)[0] == "resend 7"
    assert one.receive(line("7 1000 lift d3"), 0.0) == [Lift(7, 1000, "d3"), Place(8, 1000, "d3")]


@pytest.mark.parametrize("theirs", ["2.0", "0.9", "10.3", "x.y", "1", "1.0.0"])
def test_another_major_version_is_refused(theirs: str) -> None:
    one = Link("lakabe")
    one.connect()
    with pytest.raises(ProtocolError, match=f"protocol {theirs} and this program 1.7") as caught:
        one.receive(line(f"1 1000 hello {theirs} whatever it means then"), 0.0)
    assert caught.value.fix
    assert one.hello is None


def test_fix_for_each_direction() -> None:
    for theirs, fix in (("2.0", "update this program"), ("0.9", "lakabe flash")):
        one = Link("lakabe")
        one.connect()
        with pytest.raises(ProtocolError) as caught:
            one.receive(line(f"1 1000 hello {theirs}"), 0.0)
        assert fix in caught.value.fix


@pytest.mark.parametrize("detail", [" 2.0", ""])
def test_a_board_that_refuses_the_version(detail: str) -> None:
    one = Link("lakabe")
    one.connect()
    with pytest.raises(ProtocolError, match="the board speaks protocol"):
        one.receive(line("5 1000 no 1 version" + detail), 0.0)


def test_a_newer_minor_version_warns() -> None:
    one = Link("lakabe")
    one.connect()
    (hello,) = one.receive(line("1 1000 " + HELLO.replace("1.7", "1.8", 1)), 0.0)
    assert isinstance(hello, Hello)
    assert "1.8" in hello.warning
    assert linked().hello == dataclasses.replace(hello, minor=7, warning="")


def test_a_hello_that_makes_no_sense_is_passed_over() -> None:
    one = Link("lakabe")
    one.connect()
    for rest in ("", " 0.1.0", " 0.1.0 serial NOTHEX00 - 1 1", " 0.1.0 serial 1f6a09c3 - x 1"):
        assert one.receive(line(f"1 1000 hello 1.7{rest}"), 0.0) == []
    assert one.hello is None


def test_hello_again_and_then_an_error_that_names_a_fix() -> None:
    one = Link("lakabe")
    one.connect()
    times = []
    now = 0.0
    while now < 10.0:
        one.tick(now)
        if said(one):
            times.append(now)
        now += 0.25
    assert times == [0.0, 2.0, 4.0, 6.0, 8.0]
    with pytest.raises(ProtocolError, match="said hello 5 times") as caught:
        one.tick(now)
    assert "lakabe flash" in caught.value.fix
    one.tick(now)  # whoever goes on all the same waits as long again
    assert one.receive(line("1 1000 " + HELLO), now) != []


def test_silence() -> None:
    one = linked()
    found = []
    now = 0.0
    while now <= 12.0:
        found += one.tick(now)
        now += 0.5
    assert found == []
    (silent,) = one.tick(12.5)
    assert silent == Silent(1, 1000, 12.5)
    assert one.hello is None
    assert "hello 1.7 lakabe 1f6a09c3 1" in said(one)
    for second in range(13, 23):
        assert one.tick(float(second)) == []
        one.outgoing()
    with pytest.raises(ProtocolError):
        one.tick(23.0)


def test_ticks_keep_silence_away_and_nothing_else_does() -> None:
    one = linked()
    seq = 1
    for second in range(40):
        seq += 1
        name = "tick" if second % 5 == 0 else "lift d3"
        one.receive(line(f"{seq} 1 {name}"), float(second))
        assert one.tick(float(second)) == []
    found: list[Event] = []
    for second in range(40, 50):
        seq += 1
        one.receive(line(f"{seq} 1 lift d3"), float(second))
        found += one.tick(float(second))
    assert [type(event) for event in found] == [Silent]


def test_commands_are_numbered_and_answered() -> None:
    one = linked()
    said(one)
    first = one.command("new")
    second = one.command("set", "level", 4)
    assert said(one) == ["new", "set level 4"]
    assert second == first + 1
    assert one.receive(line(f"2 1 ok {first}") + line(f"3 1 no {second} range"), 0.0) == [
        Ok(2, 1, first),
        events.No(3, 1, second, "range", ""),
    ]
    third = one.command("new", "dimy")
    answers = one.receive(line(f"4 1 ok {third}") + line("5 1 ok 77"), 0.0)
    assert [answer.command for answer in answers if isinstance(answer, Ok)] == [("new", "dimy"), ()]
    for second_ in range(10):
        assert one.tick(float(second_)) == []


def test_an_unanswered_command_is_told() -> None:
    one = linked()
    identity = one.command("new")
    found = [event for second in range(8) for event in one.tick(float(second))]
    assert found == [Unanswered(1, 1000, identity, "new")]


def test_a_command_whose_answer_was_cut_off_is_told() -> None:
    one = linked()
    identity = one.command("new")
    one.connect()
    one.receive(line("2 1 " + HELLO.replace("- 1 1", "- 1 2")), 0.0)
    found = [event for second in range(8) for event in one.tick(float(second))]
    assert Unanswered(2, 1, identity, "new") in found


def test_command_numbers_go_round() -> None:
    one = linked()
    numbers = [one.command("version") for _ in range(10050)]
    assert max(numbers) == 9999 and min(numbers) == 1
    assert all(b == a % 9999 + 1 for a, b in itertools.pairwise(numbers))


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("jump", ()),
        ("new", ("mirrored", "x")),
        ("set", ("level",)),
        ("get", ("a b",)),
        ("get", ("",)),
        ("get", ("a\nb",)),
        ("get", ("\x03",)),
        ("get", ("$1",)),
        ("get", ("a@b",)),
        ("get", ("\u00e9",)),
        ("get", ("x" * 200,)),
    ],
)
def test_commands_that_cannot_be_sent(name: str, arguments: tuple[str, ...]) -> None:
    one = linked()
    said(one)
    with pytest.raises(UsageError):
        one.command(name, *arguments)
    assert said(one) == []


def test_intervals_fit_the_boards() -> None:
    """Two ticks may be lost before a board counts as silent; a host speaks before it counts as gone."""
    assert 2 * 5 < link.SILENCE_S < 15
    assert 3 * link.KEEP_S < 15
