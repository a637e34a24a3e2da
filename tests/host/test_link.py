"""The host's end of the protocol, second by second."""

from __future__ import annotations

import dataclasses
import itertools
import json
from pathlib import Path
from typing import Any

import pytest
from fake_board import FakeBoard

from fanorona.protocol import BOARD_LEAD, encode
from lakabe import events, link, messages
from lakabe.errors import ProtocolError, UsageError
from lakabe.events import Event, Hello, Lift, Lost, Ok, Silent, Text, Tick, Unanswered
from lakabe.link import Link

FRAMES = json.loads((Path(__file__).parents[1] / "vectors" / "frames.json").read_text(encoding="utf-8"))
BOOT = "1f6a09c3"
HELLO = "hello 1.3 0.1.0 e6614103e7396b2c 1f6a09c3 - 1 1"


def line(body: str) -> bytes:
    return encode(BOARD_LEAD, body.encode())


def plain(found: list[Event]) -> list[list[Any]]:
    def listed(value: Any) -> Any:
        return [listed(one) for one in value] if isinstance(value, tuple) else value

    return [[type(event).__name__, *listed(dataclasses.astuple(event))] for event in found]


def said(one: Link) -> list[str]:
    """The commands in what the link sends, without number and checksum."""
    lines = one.outgoing().decode().splitlines()
    assert all(text.startswith("$") and text[-5] == "*" for text in lines)
    return [text[1:-5].split(" ", 1)[1] for text in lines]


def linked(hello: str = HELLO, seq: int = 1) -> Link:
    one = Link("lakabe")
    one.connect()
    said(one)
    found = one.receive(line(f"{seq} 1000 {hello}"), 0.0)
    assert isinstance(found[0], Hello)
    said(one)
    return one


def exchange(one: Link, board: FakeBoard, now: float) -> list[Event]:
    """Carries bytes both ways until both are silent."""
    found: list[Event] = []
    while True:
        out = one.outgoing()
        board.receive(out)
        data = board.sent()
        found += one.receive(data, now)
        if not out and not data:
            return found


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
    assert said(one) == ["hello 1.3 lakabe"]
    assert said(one) == []
    one = linked()
    one.connect()
    assert said(one) == ["hello 1.3 lakabe 1f6a09c3 1"]


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
    body = "1 1034 hello 1.3 0.1.0 e6614103e7396b2c 1f6a09c3 lights,raw 1 1"
    assert one.receive(line(body), 0.0) == [
        Hello(1, 1034, 1, 3, "0.1.0", "e6614103e7396b2c", BOOT, ("lights", "raw"), 1, 1, "")
    ]
    assert one.hello is not None and one.hello.boot == BOOT


def test_nothing_is_delivered_before_hello() -> None:
    one = Link("lakabe")
    one.connect()
    said(one)
    assert one.receive(line("7 1000 lift d3") + line("8 1000 place d3"), 0.0) == []
    assert said(one) == []
    found = one.receive(line("9 1000 " + HELLO.replace("- 1 1", "- 1 9")), 0.0)
    assert [type(event) for event in found] == [Hello]
    assert said(one) == ["resend 1"]


@pytest.mark.parametrize("theirs", ["2.0", "0.9", "10.3", "x.y", "1", "1.0.0"])
def test_another_major_version_is_refused(theirs: str) -> None:
    one = Link("lakabe")
    one.connect()
    with pytest.raises(ProtocolError, match=f"protocol {theirs} and this program 1.3") as caught:
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
    (hello,) = one.receive(line("1 1000 " + HELLO.replace("1.3", "1.7", 1)), 0.0)
    assert isinstance(hello, Hello)
    assert "1.7" in hello.warning
    assert linked().hello == dataclasses.replace(hello, minor=3, warning="")


def test_a_hello_that_makes_no_sense_is_passed_over() -> None:
    one = Link("lakabe")
    one.connect()
    for rest in ("", " 0.1.0", " 0.1.0 serial NOTHEX00 - 1 1", " 0.1.0 serial 1f6a09c3 - x 1"):
        assert one.receive(line(f"1 1000 hello 1.3{rest}"), 0.0) == []
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


def test_in_order_and_never_twice() -> None:
    one = linked()
    assert one.receive(line("2 1000 lift d3"), 0.0) == [Lift(2, 1000, "d3")]
    assert one.receive(line("2 1000 lift d3"), 0.0) == []
    assert one.last_seq == 2


def test_a_gap_is_asked_for_once() -> None:
    one = linked()
    for seq in (3, 4, 5):
        assert one.receive(line(f"{seq} 1000 tick"), 0.0) == []
    assert said(one) == ["resend 2"]
    found = one.receive(b"".join(line(f"{seq} 1000 tick") for seq in (2, 3, 4, 5)), 0.1)
    assert found == [Tick(seq, 1000) for seq in (2, 3, 4, 5)]
    assert said(one) == ["ack 1"]  # again, as lines came again
    for second in range(10):
        one.tick(float(second))
        assert "resend 6" not in said(one)


def test_lines_beyond_a_gap_are_delivered_when_it_is_filled() -> None:
    one = linked()
    assert one.receive(line("3 1000 lift d3") + line("5 1000 lift e3"), 0.0) == []
    assert said(one) == ["resend 2"]
    assert one.receive(line("2 1000 tick"), 0.0) == [Tick(2, 1000), Lift(3, 1000, "d3")]
    assert one.receive(line("3 1000 lift d3"), 0.0) == []
    assert one.receive(line("4 1000 tick"), 0.0) == [Tick(4, 1000), Lift(5, 1000, "e3")]
    assert one.last_seq == 5


def test_the_rest_of_a_gap_is_asked_for_when_it_does_not_come() -> None:
    one = linked()
    one.receive(line("3 1000 tick") + line("5 1000 tick"), 0.0)
    assert said(one) == ["resend 2"]
    one.receive(line("2 1000 tick"), 0.0)
    asked = []
    for quarter in range(1, 12):
        one.tick(quarter / 4)
        asked += [(quarter / 4, word) for word in said(one)]
    assert asked == [(1.25, "resend 4"), (2.25, "resend 4")]


def test_a_flood_beyond_a_gap() -> None:
    """What is kept has a limit; what was not kept comes again."""
    one = linked()
    for seq in range(3, 2000):
        assert one.receive(line(f"{seq} 1000 tick"), 0.0) == []
    seen = len(one.receive(line("2 1000 tick"), 0.0))
    assert 1000 < seen < 1100
    for seq in range(3, 2000):
        seen += len(one.receive(line(f"{seq} 1000 tick"), 0.0))
    assert seen == 1998 and one.last_seq == 1999


def test_a_gap_is_asked_for_again_when_the_answer_was_damaged() -> None:
    one = linked()
    one.receive(line("3 1000 tick") + line("4 1000 tick"), 0.0)
    assert said(one) == ["resend 2"]
    one.receive(line("3 1000 tick"), 0.0)
    assert said(one) == ["resend 2"]


def test_a_gap_is_asked_for_again_when_nothing_comes() -> None:
    one = linked()
    one.receive(line("3 1000 tick"), 0.0)
    assert said(one) == ["resend 2"]
    asked = []
    for quarter in range(1, 12):
        one.tick(quarter / 4)
        asked += [quarter / 4 for _ in said(one)]
    assert asked == [1.25, 2.25]


def test_a_damaged_line_is_asked_for() -> None:
    one = linked()
    (text,) = one.receive(line("2 1000 lift d3").replace(b"d3", b"d4"), 0.0)
    assert isinstance(text, Text) and text.damage == "checksum"
    assert said(one) == ["resend 2"]


def test_acknowledging() -> None:
    one = Link("lakabe")
    one.connect()
    said(one)
    one.receive(line("1 1000 " + HELLO), 0.0)
    assert said(one) == ["ack 1"]  # hello, which is nobody's to keep
    one.receive(line("2 1 tick") + line("3 1 tick") + line("4 1 tick"), 0.0)
    assert said(one) == []
    one.ack(2)
    one.ack(3)
    assert said(one) == ["ack 3"]
    one.ack(2)
    assert said(one) == []
    one.ack(1000)  # never more than was delivered
    assert said(one) == ["ack 4"]


def test_a_repeated_line_is_acknowledged_again() -> None:
    one = linked()
    one.receive(line("2 1 tick"), 0.0)
    one.ack(2)
    assert said(one) == ["ack 2"]
    one.receive(line("2 1 tick"), 0.0)
    assert said(one) == ["ack 2"]


def test_lines_of_the_link_alone_are_acknowledged_with_those_before_them() -> None:
    one = linked()
    said(one)
    one.receive(line("2 1 lift d3") + line("3 1 " + HELLO) + line("4 1 lost 1 1") + line("5 1 place d3"), 0.0)
    assert one.last_seq == 5
    assert said(one) == []
    one.ack(2)
    assert said(one) == ["ack 4"]


def test_a_link_says_something_now_and_then() -> None:
    """The board takes a host that has said nothing for 15 s for gone."""
    one = linked()
    spoken = []
    for second in range(12):
        one.tick(float(second))
        if said(one):
            spoken.append(second)
    assert all(later - earlier <= 5 for earlier, later in itertools.pairwise(spoken))
    assert len(spoken) >= 2 and spoken[0] <= 5


def test_lost_on_coming_back() -> None:
    one = linked()
    for seq in range(2, 11):
        one.receive(line(f"{seq} 1000 tick"), 0.0)
    one.ack(10)
    one.connect()
    assert said(one) == ["hello 1.3 lakabe 1f6a09c3 10"]
    found = one.receive(line("30 1000 " + HELLO.replace("- 1 1", "- 21 30")), 0.0)
    assert isinstance(found[0], Hello)
    assert found[1] == Lost(20, 1000, 11, 20)
    assert said(one) == ["resend 21", "ack 10"]
    one.ack(20)
    assert said(one) == ["ack 20"]


def test_lost_in_answer_to_resend() -> None:
    one = linked()
    one.receive(line("9 1000 tick"), 0.0)
    assert said(one)[0] == "resend 2"
    assert one.receive(line("10 1000 lost 2 7"), 0.0) == [Lost(7, 1000, 2, 7)]
    found = one.receive(line("8 1000 tick") + line("9 1000 tick") + line("10 1000 lost 2 7"), 0.0)
    assert found == [Tick(8, 1000), Tick(9, 1000)]
    assert one.last_seq == 10


@pytest.mark.parametrize("span", ["5 7", "1 1", "2 1", "2 20", "2 10"])
def test_lost_lines_that_make_no_sense(span: str) -> None:
    one = linked()
    assert one.receive(line(f"10 1000 lost {span}"), 0.0) == []
    assert one.last_seq == 1


def test_coming_back_to_the_same_board() -> None:
    one = linked()
    one.receive(line("2 1 lift d3") + line("3 1 place d3"), 0.0)
    one.ack(2)
    said(one)
    one.receive(b"@4 1 ti", 0.0)
    one.connect()
    assert one.hello is None
    assert said(one) == ["hello 1.3 lakabe 1f6a09c3 2"]
    data = line("3 1 place d3") + line("4 1 tick") + line("5 1 " + HELLO.replace("- 1 1", "- 1 5"))
    found = one.receive(data, 1.0)
    assert [type(event) for event in found] == [Hello]
    assert said(one)[0] == "resend 4"
    assert one.receive(line("4 1 tick") + line("5 1 " + HELLO.replace("- 1 1", "- 1 5")), 1.0) == [Tick(4, 1)]
    assert one.last_seq == 5


def test_a_restarted_board() -> None:
    """Its lines count from 1 again, and it has to be told anew who is there."""
    one = linked()
    one.receive(line("2 1 tick") + line("3 1 tick"), 0.0)
    one.ack(3)
    said(one)
    data = line("1 20 " + HELLO.replace(BOOT, "00c0ffee")) + line("2 30 lift d3")
    found = one.receive(data, 1.0)
    assert [type(event) for event in found] == [Hello, Lift]
    assert said(one) == ["ack 1", "hello 1.3 lakabe 00c0ffee 0"]
    assert one.receive(line("3 40 " + HELLO.replace(BOOT, "00c0ffee").replace("- 1 1", "- 1 3")), 1.0) == []
    assert one.last_seq == 3


def test_a_restarted_board_gets_no_acknowledgement_of_its_former_life() -> None:
    one = linked()
    one.receive(line("2 1 tick") + line("3 1 " + HELLO), 0.0)  # 3 goes with 2, which is never kept
    hello = HELLO.replace(BOOT, "00c0ffee")
    one.receive(line("1 20 " + hello) + line("2 30 lift d3") + line("3 40 place d3"), 1.0)
    said(one)
    one.ack(2)
    assert said(one) == ["ack 2"]


def test_a_restarted_board_does_not_inherit_lines_beyond_a_gap() -> None:
    one = linked()
    one.receive(line("3 1 lift a1"), 0.0)
    hello = HELLO.replace(BOOT, "00c0ffee")
    found = one.receive(line("1 20 " + hello) + line("2 30 lift d3") + line("3 40 place d3"), 1.0)
    assert [type(event).__name__ for event in found] == ["Hello", "Lift", "Place"]


def test_a_gap_filled_before_anything_was_sent_is_not_asked_for() -> None:
    one = linked()
    assert len(one.receive(line("3 1 tick") + line("2 1 tick"), 0.0)) == 2
    assert said(one) == []


def test_an_older_hello_of_the_same_board_changes_nothing() -> None:
    one = linked(HELLO.replace("- 1 1", "- 1 2"), seq=2)
    assert one.receive(line("1 12 " + HELLO), 0.0) == []
    assert one.hello is not None and one.hello.seq == 2
    assert one.last_seq == 2


def test_a_restarted_board_whose_hello_was_lost() -> None:
    """The same numbers with other lines under them: nothing is taken until a hello has come."""
    one = linked()
    one.receive(line("2 100 lift d3") + line("3 200 place d3"), 0.0)
    said(one)
    assert one.receive(line("2 50 lift e3") + line("3 60 place e3") + line("4 70 lift a1"), 0.0) == []
    assert said(one) == ["hello 1.3 lakabe 1f6a09c3 1"]
    found = one.receive(line("5 80 " + HELLO.replace(BOOT, "00c0ffee").replace("- 1 1", "- 1 5")), 0.0)
    assert [type(event) for event in found] == [Hello]
    assert said(one) == ["resend 1"]
    lines = line("1 10 " + HELLO.replace(BOOT, "00c0ffee")) + line("2 50 lift e3")
    assert one.receive(lines, 0.0) == [Lift(2, 50, "e3")]


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
    assert "hello 1.3 lakabe 1f6a09c3 1" in said(one)
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


def test_a_board_that_comes_back_after_silence_is_greeted_as_new() -> None:
    """Its owner may have to ask again for what it watches."""
    board = FakeBoard()
    one = Link("lakabe")
    one.connect()
    first = exchange(one, board, 0.0)
    assert isinstance(first[0], Hello)
    board.answers = False
    seen: list[Event] = []
    for second in range(1, 16):
        seen += one.tick(float(second))
        seen += exchange(one, board, float(second))
    board.answers = True
    for second in range(16, 20):
        seen += one.tick(float(second))
        seen += exchange(one, board, float(second))
    kinds = [type(event).__name__ for event in seen]
    assert kinds.count("Silent") == 1 and kinds.count("Hello") == 1
    assert kinds.index("Silent") < kinds.index("Hello")


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
    for second_ in range(10):
        assert one.tick(float(second_)) == []


def test_an_unanswered_command_is_told() -> None:
    one = linked()
    identity = one.command("new")
    found = [event for second in range(8) for event in one.tick(float(second))]
    assert found == [Unanswered(1, 1000, identity, "new")]


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
