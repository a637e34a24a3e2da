"""The coach: which destinations it lights for whom, when it warns, and how it counts."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from coaching import CHAIN, GAME, QUIET, Table, known, wait_until

from lakabe.board import events
from lakabe.engine.bitboard import capturers
from lakabe.errors import EngineError
from lakabe.help.allowance import Allowance
from lakabe.help.destinations import begun, destinations, replayed, results
from lakabe.help.question import Question
from lakabe.help.worth import Worth

# What it says


def test_the_better_destinations_of_a_lifted_stone_are_told(table: Callable[..., Table]) -> None:
    one = table()
    one.begin()
    known(one, a5_a4=50, a5_b4=40, a5_b5=-200)
    one.lift("a5")
    assert one.told() == ("a5", "a4", "b4")
    one.place("a5")
    assert one.restored == 1, "a hint that was shown before comes again"
    one.lift("a5")
    assert one.told() == ("a5", "a4", "b4")


def test_a_stone_that_was_lifted_before_it_was_known_is_told_of_then(table: Callable[..., Table]) -> None:
    one = table()
    one.begin()
    assert one.told() == ("-",)
    one.lift("a5")
    one.asked()
    one.worth(depth=1, done=False, a5_a4=-90, a5_b4=0, a5_b5=0)
    one.worth(depth=3, done=False, a5_a4=0, a5_b4=-90, a5_b5=0)
    assert one.told() == ("a5", "a4", "b5"), "what is not deep enough is not said"
    one.worth(depth=4, done=False, a5_a4=0, a5_b4=-90, a5_b5=0)
    one.worth(depth=5, done=False, a5_a4=0, a5_b4=-90, a5_b5=-90)
    assert one.told() == ("a5", "a4"), "the same is not said twice"


def test_moves_are_compared_at_the_last_depth_to_which_all_were_searched(table: Callable[..., Table]) -> None:
    one = table()
    one.begin()
    assert one.told() == ("-",)
    one.lift("a5")
    one.asked()
    one.worth(depth=2, done=False, a5_a4=0, a5_b4=-90, a5_b5=-90)
    one.worth(depth=3, a5_a4=0, a5_b4=50, a5_b5=-90)  # when time was over, of two depths
    assert one.told() == ("a5", "a4")


def test_where_all_its_destinations_are_worse_another_stone_is_better(table: Callable[..., Table]) -> None:
    one = table("W8/9/9/9/W7B W")
    one.begin()
    known(one, a5_a4=-300, a5_b5=-300, a5_b4=-300, a1_b1=0, a1_b2=0, a1_a2=0)
    one.lift("a5")
    assert one.told() == ("a5", "-")
    one.place("a5")
    one.lift("a1")
    assert one.told() == ("a1", "a2", "b1", "b2")


@pytest.mark.parametrize(
    ("levels", "minor", "sides"), [((3, 4), 4, "WB"), ((4, 4), 3, "WB"), ((4, 4), 4, "B")]
)
def test_who_is_not_coached_is_told_nothing(
    table: Callable[..., Table], levels: tuple[int, int], minor: int, sides: str
) -> None:
    one = table(sides=sides)
    one.begin(*levels, minor=minor)
    one.lift("a5")
    assert one.silent() and one.source.asked.empty()


def test_either_side_can_be_coached_and_the_level_can_change(table: Callable[..., Table]) -> None:
    one = table()
    one.begin(3, 4)
    one.move("a5-a4")
    assert one.asked() == 3
    one.worth(i1_h1=0, i1_h2=0, i1_i2=-300)
    wait_until(lambda: one.coach._known is not None)
    one.lift("i1")
    assert one.told() == ("i1", "h1", "h2")
    one.place("i1")
    one.see(events.State(8, 0, "play", 3, 1))
    one.lift("i1")
    assert one.silent()


def test_a_move_that_goes_on_ends_the_thought(table: Callable[..., Table]) -> None:
    one = table()
    one.begin(4, 3)
    assert one.told() == ("-",)
    one.asked()
    board, turn = QUIET.split(" ")
    one.see(events.GameStarted(8, 0, "0a0b0c0d-2", 1, board, turn))
    assert one.source.stopped.is_set()
    one.worth(a5_a4=0, a5_b4=0, a5_b5=-900)  # of what was to stop
    assert one.told() == ("-",)
    one.asked()
    one.lift("a5")
    one.worth(a5_a4=-900, a5_b4=0, a5_b5=0)
    assert one.told() == ("a5", "b4", "b5")


# Warnings


def test_a_blunder_is_warned_of_when_it_stands(table: Callable[..., Table]) -> None:
    one = table()
    one.begin()
    known(one, a5_a4=0, a5_b4=0, a5_b5=-300)
    one.lift("a5")
    assert one.told() == ("a5", "a4", "b4")
    one.place("b5")
    one.move("a5-b5")
    assert one.told() == ("blunder", "b5") and one.coach.warning
    one.lift("i1")
    assert not one.coach.warning and one.silent()


def test_no_warning_of_what_is_only_worse(table: Callable[..., Table]) -> None:
    one = table()
    one.begin()
    known(one, a5_a4=0, a5_b4=0, a5_b5=-60)
    one.move("a5-b5")
    assert one.silent() and not one.coach.warning


def test_no_warning_of_a_move_that_looks_good_beside_a_proven_win(table: Callable[..., Table]) -> None:
    """A search that proves one move has looked at the others only so far; most of them win, too."""
    win = Worth("win", plies=21)
    one = table()
    one.begin()
    known(one, a5_a4=win, a5_b4=130, a5_b5=20)
    one.lift("a5")
    assert one.told() == ("a5", "a4", "b4"), "but not where the win is given away"
    one.move("a5-b4")
    assert one.silent() and not one.coach.warning


def test_a_quick_move_is_warned_of_as_soon_as_it_is_known(table: Callable[..., Table]) -> None:
    one = table()
    one.begin()
    assert one.told() == ("-",)
    one.asked()
    one.move("a5-b5")
    assert one.silent()
    one.worth(a5_a4=0, a5_b4=0, a5_b5=-300)
    assert one.told() == ("blunder", "b5")


def test_no_warning_once_there_is_a_reply(table: Callable[..., Table]) -> None:
    one = table()
    one.begin()
    assert one.told() == ("-",)
    one.asked()
    one.move("a5-b5")
    one.lift("i1")
    assert one.source.stopped.is_set()
    one.worth(a5_a4=0, a5_b4=0, a5_b5=-300)
    one.move("i1-i2")
    assert one.asked() == 3
    assert one.silent(), "the next turn, and nothing of the last"


def test_a_chain_that_blunders_however_it_goes_on(table: Callable[..., Table]) -> None:
    one = table(CHAIN)
    one.begin()
    legal = all_moves(CHAIN)
    first = [move for move in legal if move.startswith("a1-b1A")]
    assert len(legal) > len(first) > 1
    known(one, **{move.replace("-", "_"): -400 if move in first else 0 for move in legal})
    one.lift("a1")
    assert one.told()[0] == "a1"
    one.place("b1")
    one.step("a1-b1A")
    assert one.told() == ("blunder", "b1"), "before the captured stone has come off"
    one.lift("b1")
    assert one.told() == ("-",)


def test_a_chain_that_had_better_go_on(table: Callable[..., Table]) -> None:
    one = table(CHAIN)
    one.begin()
    known(one, **{m.replace("-", "_"): -400 if m == "a1-b1A" else 0 for m in all_moves(CHAIN)})
    one.lift("a1")
    one.told()
    one.place("b1")
    one.step("a1-b1A")
    assert one.silent(), "it may go on"
    one.lift("c1")
    assert one.told()[:2] == ("blunder", "b1")
    one.lift("b1")
    assert one.told() == ("-",)
    assert one.told()[0] == "b1"


def test_what_is_put_back_is_warned_of_no_longer(table: Callable[..., Table]) -> None:
    one = table(CHAIN)
    one.begin()
    legal = all_moves(CHAIN)
    known(one, **{m.replace("-", "_"): -400 if m.startswith("a1-b1A") else 0 for m in legal})
    one.place("b1")
    one.step("a1-b1A")
    assert one.told() == ("blunder", "b1")
    one.step("")
    assert one.told() == ("-",)


def test_a_snapshot_in_the_middle_of_a_turn_takes_nothing_away(table: Callable[..., Table]) -> None:
    """A host that greets a slow board twice is told everything twice, perhaps with a stone in a hand."""
    one = table()
    one.begin()
    known(one, a5_a4=0, a5_b4=0, a5_b5=-200)
    one.lift("a5")
    assert one.told() == ("a5", "a4", "b4")
    one.begin()
    one.see(events.Takeback(4, 0, GAME, 1), events.Reeds(5, 0, f"{'.' * 9}/" * 4 + "." * 8 + "x"))
    assert one.silent() and one.source.asked.empty(), "the board still shows it"
    one.place("a5")
    one.lift("a5")
    assert one.told() == ("a5", "a4", "b4")


def test_a_snapshot_after_a_step_shows_what_is_off(table: Callable[..., Table]) -> None:
    one = table(CHAIN)
    one.begin()
    assert one.told() == ("-",)
    reeds = f"{'.' * 9}/" * 4 + ".x....x.x"  # b1, g1 and i1; c1 has been taken off
    one.see(events.Step(6, 0, GAME, 1, "a1-b1A"), events.Reeds(7, 0, reeds))
    one.asked()
    one.worth(**{m.replace("-", "_"): -400 if m == "a1-b1A" else 0 for m in all_moves(CHAIN)})
    assert one.told()[:2] == ("blunder", "b1")


# Counting


def test_no_more_hints_than_are_allowed(table: Callable[..., Table]) -> None:
    one = table(most=1)
    one.begin(4, 4)
    known(one, a5_a4=0, a5_b4=0, a5_b5=-300)
    for _ in range(2):
        one.lift("a5")
        assert one.told() == ("a5", "a4", "b4"), "one turn is one hint"
        one.place("a5")
    one.move("a5-b5")
    assert one.told() == ("blunder", "b5"), "and so is what is said of it"
    one.asked()
    one.worth(i1_h1=0, i1_h2=0, i1_i2=-300)
    wait_until(lambda: one.coach._known is not None)
    one.lift("i1")
    assert one.told() == ("i1", "h1", "h2"), "Black has its own"
    one.move("i1-h1")
    one.asked()
    one.worth(b5_a5=0, b5_b4=-500, b5_c5=0)
    wait_until(lambda: one.coach._known is not None)
    for _ in range(2):
        one.lift("b5")
        assert one.told() == ("none",)
        one.place("b5")
    assert one.troubles == ["White has had the one hint of this game"]
    one.move("b5-b4")
    assert one.silent(), "no warning either"
    board, turn = QUIET.split(" ")
    one.question = Question(QUIET)
    one.see(events.GameStarted(9, 0, "0a0b0c0d-2", 1, board, turn))
    assert one.allowance.spend(), "another game"


def test_that_all_is_as_good_is_no_hint_where_they_are_counted(table: Callable[..., Table]) -> None:
    for most, said in ((1, ()), (None, ("a5", "a4", "b4", "b5"))):
        one = table(most=most)
        one.begin()
        known(one, a5_a4=0, a5_b4=5, a5_b5=-5)
        one.lift("a5")
        assert (one.told() if said else one.silent()) == (said or True)
        one.allowance.most = 0
        assert not one.allowance.spend(), "nor does it count"


def test_counting_follows_whoever_begins() -> None:
    one = Allowance(2)
    board, _ = QUIET.split(" ")
    one.see(events.GameStarted(1, 0, GAME, 7, board, "B"))
    assert (one.side, one.ply) == ("B", 7)
    one.see(events.Move(2, 0, GAME, 7, "i1-i2", 1, 1))
    assert one.side == "W" and one.spend() and one.spend()
    one.see(events.Move(3, 0, GAME, 8, "a5-a4", 1, 1))
    one.see(events.Move(4, 0, "ffffffff-1", 9, "i1-i2", 1, 1))
    assert one.side == "B"
    one.see(events.Takeback(5, 0, GAME, 8))
    assert one.side == "W" and one.spend()
    assert not Allowance(0).spend() and Allowance(0).used_up() == "no hints in this game"
    one.see(events.GameStarted(6, 0, GAME, 7, board, "B"))
    assert one.spend(10) and not one.spend(12), "the same game goes on"


def test_a_snapshot_told_again_takes_no_hint_of_another_off_the_board(table: Callable[..., Table]) -> None:
    one = table()
    one.begin()
    known(one, a5_a4=0, a5_b4=0, a5_b5=-300)
    one.begin()
    assert one.silent() and one.source.asked.empty()
    one.move("a5-a4")
    one.see(events.Takeback(8, 0, GAME, 1))
    assert one.told() == ("-",), "a turn that begins anew is one"


# Trouble


def test_an_engine_that_fails_is_said_once(table: Callable[..., Table]) -> None:
    one = table()
    one.begin()
    one.asked()
    one.source.answers.put(EngineError("the engine 'x' has ended", "try it"))
    wait_until(lambda: bool(one.troubles))
    assert one.troubles == ["the engine 'x' has ended (try it)"]


def test_a_board_that_is_not_there_is_no_reason_to_fail(table: Callable[..., Table]) -> None:
    one = table()
    one.begin()
    known(one, a5_a4=0, a5_b4=0, a5_b5=-300)
    one.unplugged = True
    one.lift("a5")
    one.unplugged = False
    one.place("a5")
    one.lift("a5")
    assert one.told() == ("a5", "a4", "b4")


# Where a stone may go


def all_moves(position: str) -> list[str]:
    """One move for each result, as the engine gives them."""
    from lakabe.engine import lines

    standing = Question(position).standing()
    return [lines.format_move(standing.own, standing.enemy, after) for after in standing.results()]


@pytest.mark.parametrize(
    "position",
    [CHAIN, QUIET, "BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW W", "9/1B1B1B3/3W5/1B1B1B3/9 W"],
)
def test_destinations_lead_to_all_results_and_to_no_others(position: str) -> None:
    standing = Question(position).standing()
    quiet = not capturers(standing.own, standing.enemy)
    found = set()
    for p in range(45):
        if standing.own >> p & 1:
            way = begun(standing.own, standing.enemy, p)
            for ends in destinations(standing.own, standing.enemy, way, quiet).values():
                found |= ends
    assert found == set(standing.results())


def test_a_move_is_followed_as_far_as_it_has_got() -> None:
    standing = Question(CHAIN).standing()
    way = replayed(standing.own, standing.enemy, "a1-b1A")
    assert way is not None and way.result in results(way)
    assert replayed(standing.own, standing.enemy, "a1-b1W") is None
    assert replayed(*Question(QUIET).standing().results()[0], "a4-a5") is None
