"""Lines that come out of order, damaged, twice or never: each is delivered once, in order, or called lost."""

from __future__ import annotations

import itertools

import pytest
from linking import HELLO, line, linked, said

from lakabe.board.events import Hello, Lift, Lost, Text, Tick
from lakabe.board.link import IN_VAIN, Link


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
    one.receive(line("2 1000 tick") + line("6 1000 ok 2"), 0.0)
    assert said(one) == ["resend 5"]


def test_a_stretch_that_begins_anew_is_not_asked_for_again() -> None:
    """However often it does: the answer to what was asked for is still to come."""
    one = linked()
    one.receive(line("3 1000 tick") + line("4 1000 tick"), 0.0)
    assert said(one) == ["resend 2"]
    for _ in range(3):
        one.receive(line("3 1000 tick") + line("4 1000 tick"), 0.0)
        assert said(one) == []


def test_an_answer_that_brings_nothing_is_not_asked_for_at_once() -> None:
    one = linked()
    one.receive(line("3 1000 tick"), 0.0)
    assert said(one) == ["resend 2"]
    one.receive(line("4 1000 ok 2"), 0.0)
    assert said(one) == []


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
    assert said(one) == ["hello 1.7 lakabe 1f6a09c3 10"]
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


def test_an_answer_to_hello_among_lost_lines_is_none() -> None:
    """It came, but the board could not send again what belongs before it: hello is said again."""
    one = linked()
    one.receive(line(f"5 1000 ok {one.hello_id}"), 0.0)
    assert said(one) == ["resend 2"]
    assert one.receive(line("9 1000 lost 2 8"), 0.1) == [Lost(8, 1000, 2, 8)]
    greeted = []
    for second in range(11):
        one.tick(second)
        if any(word.startswith("hello ") for word in said(one)):
            greeted.append(second)
            one.receive(line(f"10 1000 ok {one.hello_id}"), second)
    assert greeted == [5]


@pytest.mark.parametrize("span", ["5 7", "1 1", "2 1", "2 20", "2 10"])
def test_lost_lines_that_make_no_sense(span: str) -> None:
    one = linked()
    assert one.receive(line(f"10 1000 lost {span}"), 0.0) == []
    assert one.last_seq == 1


def test_a_gap_filled_before_anything_was_sent_is_not_asked_for() -> None:
    one = linked()
    assert len(one.receive(line("3 1 tick") + line("2 1 tick"), 0.0)) == 2
    assert said(one) == []


def test_a_line_that_never_makes_sense_is_given_up() -> None:
    """A board whose line nobody can read answers every request, and would be asked for ever."""
    one = linked()
    wrong = line("2 1000 tick").replace(b" 1000", b"  1000")
    later = [line(f"{seq} 1000 tick") for seq in range(3, 6)]
    found = one.receive(wrong + b"".join(later), 0.0)
    last = 5
    for second in range(1, 9):
        for word in said(one):
            if word.startswith("resend"):
                last += 1
                found += one.receive(wrong + line(f"{last} 1000 ok {one._asked}"), float(second))
        found += one.tick(float(second))
        found += one.tick(second + 0.5)
    (lost,) = [event for event in found if isinstance(event, Lost)]
    assert (lost.first, lost.last) == (2, 2)
    assert one.last_seq == last and last == 5 + IN_VAIN
