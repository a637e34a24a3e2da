"""A link made again: to the same board, to one that was restarted, or to one that was silent for a while."""

from __future__ import annotations

from fake_board import FakeBoard
from linking import BOOT, HELLO, exchange, line, linked, said

from lakabe.board.events import Event, Hello, Lift, Place, Tick
from lakabe.board.link import Link


def test_coming_back_to_the_same_board() -> None:
    one = linked()
    one.receive(line("2 1 lift d3") + line("3 1 place d3"), 0.0)
    one.ack(2)
    said(one)
    one.receive(b"@4 1 ti", 0.0)
    one.connect()
    assert one.hello is None
    assert said(one) == ["hello 1.7 lakabe 1f6a09c3 2"]
    data = line("3 1 place d3") + line("4 1 tick") + line("5 1 " + HELLO.replace("- 1 1", "- 1 5"))
    found = one.receive(data, 1.0)
    assert [type(event) for event in found] == [Hello, Tick]
    assert said(one) == ["ack 2"]
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
    assert said(one) == ["ack 1", "hello 1.7 lakabe 00c0ffee 0"]
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
    assert said(one) == ["hello 1.7 lakabe 1f6a09c3 1"]
    found = one.receive(line("5 80 " + HELLO.replace(BOOT, "00c0ffee").replace("- 1 1", "- 1 5")), 0.0)
    assert [type(event) for event in found] == [Hello]
    assert said(one) == ["resend 1"]
    lines = line("1 10 " + HELLO.replace(BOOT, "00c0ffee")) + line("2 50 lift e3")
    assert one.receive(lines, 0.0) == [Lift(2, 50, "e3"), Place(3, 60, "e3"), Lift(4, 70, "a1")]


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


def test_an_answer_to_an_earlier_hello_is_not_the_answer() -> None:
    """The later hello was lost, and a board that ticks would never say what is missing."""
    one = Link("lakabe")
    one.connect()
    said(one)
    one.connect()
    assert said(one) == ["hello 1.7 lakabe"]
    one.receive(line("1 1 " + HELLO) + line("2 1 ok 1") + line("3 1 tick"), 0.0)
    said(one)
    asked = []
    for second in range(20):
        one.receive(line(f"{one.last_seq + 1} 1 tick"), float(second))
        one.tick(float(second))
        asked += [second for word in said(one) if word.startswith("hello")]
        if second == 8:
            one.receive(line(f"{one.last_seq + 1} 1 ok {one.hello_id}"), float(second))
    assert asked == [5]
