"""What clicks mean, and why some mean nothing: plans for hands, without a board."""

from __future__ import annotations

import pytest

from fanorona.rules import notation
from lakabe.board import events
from lakabe.games import variants
from lakabe.web import carrying
from lakabe.web.manners import Act, Manners
from lakabe.web.table import READING, Hand, HandError
from lakabe.web.view import View

START = "BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW W"


ONE_POINT = "a stone goes one point along a line."


def manners(position: str = START, variant: str = "tsivy") -> Manners:
    made = Manners()
    made.begin(variants.load(variant, position))
    return made


def plan(who: Manners, *clicks: str) -> list[str]:
    """The acts of some clicks, as short words; the stone in the hand is followed."""
    hand: Hand | None = None
    done: list[str] = []
    for point in clicks:
        for act in who.touch(point, hand):
            done.append(f"{act.kind} {act.what}".strip())
            if act.kind in ("lift", "take"):
                hand = Hand("W", act.what if act.kind == "lift" else None)
            elif act.kind == "place":
                hand = None
    return done


def words(acts: list[Act]) -> str:
    return ", ".join(f"{act.kind} {act.what}".strip() for act in acts)


def test_a_capture_takes_its_stones_off_the_nearest_first() -> None:
    assert plan(manners(), "e2", "e3") == ["lift e2", "place e3", "off e4", "off e5"]


def test_a_choice_is_made_by_a_stone_of_one_line() -> None:
    assert plan(manners(), "d3", "e3", "c3") == ["lift d3", "place e3", "off c3"]
    with pytest.raises(HandError, match="By approach or by withdrawal"):
        plan(manners(), "d3", "e3", "a5")


def test_a_stone_that_may_go_on_is_lifted_again() -> None:
    who = manners("9/9/1B1B5/1W7/9 W")
    assert plan(who, "b2", "b1")[:3] == ["lift b2", "place b1", "off b3"]


def test_the_chosen_stone_is_put_down_by_a_second_click_and_another_one_taken_by_a_click() -> None:
    assert plan(manners(), "d3", "d3") == ["lift d3", "place d3"]
    assert plan(manners(), "d3", "e2") == ["lift d3", "place d3", "lift e2"]


def test_an_open_move_is_ended_by_its_stone_or_by_the_reply() -> None:
    who = manners()
    for move in ("d3-e3A", "d4-d3A"):
        notation.play_move(who.position, move)
        who.position.end_turn()
        who.position.forget()
    first = plan(who, "e1", "d2")
    assert first[-1] == "lift d2", "it may go on"
    assert words(who.touch("d2", Hand("W", "d2"))) == "place d2, turn"
    assert words(who.touch("c4", Hand("W", "d2"))) == "place d2, lift c4"
    assert who.position.turn == 2


@pytest.mark.parametrize(
    ("clicks", "reason"),
    [
        (["a1"], "White must capture: d2, e2, f2 or d3 can."),
        (["b5"], "It is White's turn, and b5 is not White's."),
        (["e3"], "White must capture: d2, e2, f2 or d3 can."),
        (["e2", "e5"], "There is a stone on e5 already."),
        (["e2", "e2", "a5"], "It is White's turn, and a5 is not White's."),
    ],
)
def test_refusals_name_the_rule(clicks: list[str], reason: str) -> None:
    with pytest.raises(HandError) as refused:
        plan(manners(), *clicks)
    assert str(refused.value) == reason


@pytest.mark.parametrize(
    ("position", "clicks", "reason"),
    [
        ("9/9/4W4/9/8B W", ["e3", "g3"], f"No line leads from e3 straight to g3: {ONE_POINT}"),
        ("9/9/B1W6/9/9 W", ["c3", "c4"], "White must capture, and c3 to c4 takes nothing. It may go to b3."),
        ("9/9/9/BB7/WB7 W", ["a1"], "a1 cannot move: every point beside it along a line is taken."),
        ("4B4/4B4/9/4W4/9 W", ["e2", "e3", "e2"], "This stone has been on e2 already in this move."),
    ],
)  # fmt: skip
def test_refusals_of_steps(position: str, clicks: list[str], reason: str) -> None:
    who = manners(position)
    if len(clicks) == 3:  # a capture, and then on without one
        notation.play_move(who.position, f"{clicks[0]}-{clicks[1]}A")
        with pytest.raises(HandError) as refused:
            who.touch(clicks[2], Hand("W", clicks[1]))
    else:
        with pytest.raises(HandError) as refused:
            plan(who, *clicks)
    assert str(refused.value) == reason


def test_a_stone_of_telo_is_placed_with_one_click() -> None:
    who = manners("9/9/9/9/9 W", "telo")
    assert plan(who, "e3") == ["take W", "place e3"]
    with pytest.raises(HandError, match="choose an empty point"):
        plan(manners("9/9/4W4/9/9 B", "telo"), "e3")


def test_the_creditor_of_a_vela_must_leave_a_capture() -> None:
    who = manners(START, "vela")
    assert plan(who, "e2", "e3") == ["lift e2", "place e3", "off e4"], "the debtor takes the nearest"


def test_a_whole_move_goes_on_from_a_step_that_waits_for_its_line() -> None:
    stood = dict(zip(READING, "BBBBBBBBBBBBBBBBBBBWB.WBWBWWWWWWWWWWWWWWWWWWW", strict=True))
    for move, acts in (("d3-e3W", "off c3"), ("d3-e3A", "off f3"), ("d2-e3A", "")):
        who = manners()
        who.find_choice(stood)
        assert words(who.whole(move)) == acts


def test_a_whole_move_ends_with_turn_where_it_could_go_on() -> None:
    who = manners()
    assert words(who.whole("d3-e3W")) == "lift d3, place e3, off c3"
    who = manners()
    for move in ("d3-e3A", "d4-d3A"):
        notation.play_move(who.position, move)
        who.position.end_turn()
        who.position.forget()
    assert words(who.whole("e1-d2A")).endswith(", turn")


def test_it_agrees_with_a_board_that_is_as_far() -> None:
    who = manners()
    plan(who, "e2", "e3")
    assert who.agrees(variants.load("tsivy", START))
    assert not who.agrees(variants.load("tsivy", "9/9/4W4/9/8B W"))


def test_what_is_left_of_a_move_is_told_step_by_step() -> None:
    position = variants.load("tsivy", START)
    notation.play_move(position, "e2-e3A")
    position.end_turn()
    position.forget()
    left = carrying.left_of(position, "", "f4-e5W-e4A")
    assert left == {"path": ["f4", "e5", "e4"], "takes": [["g3", "h2", "i1"], ["e3"]]}
    assert carrying.told(left) == "f4 to e5, taking g3, h2 and i1; then to e4, taking e3."
    assert carrying.left_of(position, "f4-e5W", "f4-e5W-e4A") == {"path": ["e5", "e4"], "takes": [["e3"]]}
    assert carrying.left_of(position, "f4-e5W-e4A", "f4-e5W-e4A") is None
    assert carrying.left_of(position, "f4-e4W", "f4-e5W-e4A") is None


def test_a_hint_is_drawn_where_nothing_is_to_be_carried_out() -> None:
    view = View()
    board, turn = START.split()
    view.apply(events.State(1, 0, "play", 3))
    view.apply(events.GameStarted(2, 0, "0a0b0c0d-1", 1, board, turn))
    assert carrying.to_show(view, None, True) == {"shown": None}
    shown = carrying.to_show(view, None, True, "d3-e3W")
    assert shown == {"shown": {"path": ["d3", "e3"], "takes": [["c3"]]}}
    assert carrying.to_show(view, None, True, "f4-e5W") == {"shown": None}, "it is of another position"
    told = carrying.to_show(view, ("Lakabe", "e2-e3A"), True, "d3-e3W")
    assert told["shown"]["path"] == ["e2", "e3"]
    view.apply(events.Silent(0, 0, 5.0))
    assert carrying.to_show(view, None, True, "d3-e3W") == {"shown": None}


def test_a_step_that_hands_have_made_waits_for_its_choice() -> None:
    letters = "BBBBBBBBB/BBBBBBBBB/BWB.WBWBW/WWWWWWWWW/WWWWWWWWW".replace("/", "")
    who = manners()
    who.find_choice(dict(zip(READING, letters, strict=True)))
    assert who.choice is not None
    assert plan(who, "c3") == ["off c3"]
    other = manners()
    other.find_choice(
        dict(zip(READING, letters.replace("WWWWWWWWWWWWWWWWWW", "WWWWWWWWWWWWWWWWW."), strict=True))
    )
    assert other.choice is None, "two stones have gone"
