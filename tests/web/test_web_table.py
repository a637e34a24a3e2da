"""The stones on the virtual board: nothing is lost, and the contacts follow them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from page_fakes import FakeBoard

from lakabe.web.table import COLOURS, POINTS, READING, START, STONES, HandError, Table


def make() -> tuple[Table, FakeBoard]:
    board = FakeBoard()
    return Table(board.contact), board


def test_the_start_position_is_laid_out() -> None:
    table, board = make()
    assert table.picture() == START
    assert len(board.closed()) == 44
    assert "e3" not in board.closed()
    assert table.tray() == {"W": 0, "B": 0}


def test_points_are_named_in_both_orders() -> None:
    assert POINTS[0] == "a1"
    assert POINTS[22] == "e3"
    assert POINTS[44] == "i5"
    assert READING[0] == "a5"
    assert READING[-1] == "i1"


def test_a_stone_goes_from_point_to_point() -> None:
    table, board = make()
    table.lift(1, "d3")
    assert board.log[-1] == ("d3", False)
    assert table.hand(1) is not None
    table.place(1, "e3")
    assert board.log[-1] == ("e3", True)
    assert table.picture()[READING.index("e3")] == "W"
    assert table.hand(1) is None


def test_a_hand_holds_one_stone() -> None:
    table, board = make()
    table.lift(1, "d3")
    before = list(board.log)
    for attempt in (lambda: table.lift(1, "f3"), lambda: table.discard(1, "f3"), lambda: table.take(1, "W")):
        with pytest.raises(HandError, match="in your hand"):
            attempt()
    assert board.log == before


def test_two_clients_have_two_hands() -> None:
    table, _ = make()
    table.lift(1, "d3")
    table.lift(2, "f3")
    assert {owner: hand.colour for owner, hand in table.hands().items()} == {1: "W", 2: "B"}
    with pytest.raises(HandError, match="no stone on d3"):
        table.lift(3, "d3")


def test_an_empty_point_and_an_empty_hand_give_nothing() -> None:
    table, _ = make()
    with pytest.raises(HandError, match="no stone on e3"):
        table.lift(1, "e3")
    for attempt in (lambda: table.place(1, "e3"), lambda: table.to_tray(1), lambda: table.put_back(1)):
        with pytest.raises(HandError, match="no stone in your hand"):
            attempt()


def test_two_stones_do_not_share_a_point() -> None:
    table, board = make()
    table.lift(1, "d3")
    before = list(board.log)
    with pytest.raises(HandError, match="stone on f3 already"):
        table.place(1, "f3")
    assert table.hand(1) is not None
    assert board.log == before


def test_captured_stones_go_to_the_tray_and_come_back() -> None:
    table, board = make()
    table.discard(1, "f3")
    assert table.tray() == {"W": 0, "B": 1}
    table.take(1, "B")
    assert table.tray() == {"W": 0, "B": 0}
    table.place(1, "f3")
    assert table.picture() == START
    assert board.log[-2:] == [("f3", False), ("f3", True)]
    with pytest.raises(HandError, match="no white stone in the tray"):
        table.take(1, "W")


def test_who_leaves_puts_the_stone_back() -> None:
    table, _ = make()
    table.lift(1, "d3")
    table.leave(1)
    table.leave(1)
    assert table.picture() == START


def test_a_stone_whose_place_is_taken_goes_to_the_tray() -> None:
    table, _ = make()
    table.lift(1, "d3")
    table.lift(2, "f3")
    table.place(2, "d3")
    table.put_back(1)
    assert table.tray() == {"W": 1, "B": 0}


def test_a_stone_from_the_tray_goes_back_there() -> None:
    table, _ = make()
    table.discard(1, "d3")
    table.take(1, "W")
    table.put_back(1)
    assert table.tray() == {"W": 1, "B": 0}


def test_laying_out_moves_only_what_differs_and_empties_hands() -> None:
    table, board = make()
    table.lift(1, "d3")
    table.place(1, "e3")
    table.lift(1, "a1")
    board.log.clear()
    table.set_up(START)
    assert table.hands() == {}
    assert board.log == [("a1", True), ("d3", True), ("e3", False)]


def test_a_picture_needs_no_more_stones_than_there_are() -> None:
    with pytest.raises(ValueError, match="23 white stones"):
        Table(lambda point, closed: None, "W" * 23 + "." * 22)


ACTIONS = st.one_of(
    st.tuples(st.sampled_from(["lift", "place", "discard"]), st.integers(1, 3), st.sampled_from(POINTS)),
    st.tuples(st.just("take"), st.integers(1, 3), st.sampled_from(COLOURS)),
    st.tuples(st.sampled_from(["to_tray", "put_back", "leave"]), st.integers(1, 3)),
)


@given(st.lists(ACTIONS, max_size=60))
def test_no_stone_is_ever_lost_and_contacts_match(actions: list[tuple[str, ...]]) -> None:
    table, board = make()
    for name, *arguments in actions:
        try:
            getattr(table, name)(*arguments)
        except HandError:
            pass
    held = [hand.colour for hand in table.hands().values()]
    for colour in COLOURS:
        on_board = table.picture().count(colour)
        assert on_board + table.tray()[colour] + held.count(colour) == STONES
    occupied = {point for point, letter in zip(READING, table.picture(), strict=True) if letter != "."}
    assert occupied == board.closed()
