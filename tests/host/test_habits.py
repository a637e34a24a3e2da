"""Simulated hands that correct, knock and interrupt: it has one meaning and is counted."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest

import reference
from hands import correcting
from hands.acts import Act
from hands.habitual import NAMES
from hands.plan import Plan
from hands.player import PLAIN
from hands.ply import Ply
from hands.stories import Record, ends
from hands.umpire import Turn
from reference import point
from soak.excerpt import Excerpt
from soak.play import play, play_on
from soak.tally import Tally, table

PAIKAS = "8B/9/9/9/W8 W"
LINES = "9/9/3B1B3/4W4/9 W"
GAMES = 40


def acts(text: str) -> list[Act]:
    """`a1-` a stone rises, `a2+` one is set down."""
    return [Act(100, point(word[:2]), "W" if word[2] == "+" else "") for word in text.split()]


def read(position: str, text: str) -> set[tuple[str, ...]]:
    """The courses of moves that these touches can mean, each by the positions they lead to."""
    turn = Turn(reference.parse_position(position))
    found = ends(turn, Record(turn.occupied, acts(text)))
    return {tuple(reference.format_position(there) for there in course) for course in found}


@pytest.mark.parametrize(
    ("text", "course"),
    [
        ("", ()),
        ("a1- a1+", ()),
        ("a1- a2+ a2- b2+", ("8B/9/9/1W7/9 B",)),
        ("a1- i5- a2+ h5+", ("8B/9/9/W8/9 B", "7B1/9/9/W8/9 W")),
    ],
)
def test_touches_of_one_meaning_have_one_story(text: str, course: tuple[str, ...]) -> None:
    assert read(PAIKAS, text) == {course}


def test_no_stone_lands_before_it_has_risen() -> None:
    assert read(PAIKAS, "a2+ a1-") == set()


def test_stones_that_may_have_changed_places_have_two_stories() -> None:
    """Either has risen, and either point is the next one of either."""
    assert len(read("9/9/9/9/W1B6 W", "a1- c1- b1+ b2+")) != 1


@pytest.mark.parametrize("habit", [correcting.corrected_paika, correcting.both_in_the_air])
def test_habits_of_quiet_positions_begin_with_a_legal_move(habit: correcting.Composing) -> None:
    turn = Turn(reference.parse_position("6BBB/9/9/9/WWW6 W"))
    deed = habit(turn, PLAIN, random.Random(1))
    assert deed is not None
    assert deed.moves[0] in turn.moves


@pytest.mark.slow
def test_every_habit_acts_in_some_game() -> None:
    counts: Counter[str] = Counter()
    for n in range(GAMES):
        for outcome in play_on(replace(Plan.number(3, n).with_habits(frozenset(NAMES)), cap=40)):
            counts += outcome.counts
    idle = [name for name in NAMES if not counts[f"{name}: acted"]]
    assert not idle
    assert all(name in table(counts) for name in NAMES)


def test_a_sitting_with_habits_is_the_same_again() -> None:
    plan = replace(Plan.number(3, 4).with_habits(frozenset(NAMES)), cap=12)
    assert play(plan, keeps_trace=True) == play(plan, keeps_trace=True)


def test_what_goes_wrong_is_due_to_the_habit_that_acted_in_that_ply() -> None:
    class Sitting:
        class eyes:  # noqa: N801
            @staticmethod
            def see(letters: str) -> bool:
                return True

    counts: Counter[str] = Counter()
    tally = Tally(counts)
    tally.take(Ply(1, [frozenset({"a1-a2"})], "", habit=NAMES[0]), has_asked=False)
    tally.take(Ply(2, [frozenset({"i5-i4"})], "", habit=NAMES[1]), has_asked=True)
    assert tally.blame("ply 1: a1-b2, not a1-a2", Sitting()) == NAMES[0]  # type: ignore[arg-type]
    assert tally.blame("only 1 moves, not 2", Sitting()) == NAMES[1]  # type: ignore[arg-type]
    assert counts[f"{NAMES[1]}: asks"] == counts[f"{NAMES[0]}: blocked"] == 1


def test_an_excerpt_is_wrong_where_something_else_is_recorded() -> None:
    events = [(1_000_000, "e2", False), (1_400_000, "e3", True), (1_900_000, "e4", False)]
    events += [(2_000_000, "a1", False), (2_200_000, "a1", True), (2_400_000, "e5", False)]
    start = reference.parse_position(reference.START)
    right = Excerpt(start, [(us, point(p), on) for us, p, on in events], [frozenset({"e2-e3A"})])
    assert right.recorded() == ["e2-e3A"]
    assert right.is_clear() and not right.is_wrong()
    wrong = right._replace(expected=[frozenset({"d2-e3A"})])
    assert wrong.is_wrong() and not wrong.is_clear()
    assert "# expect: e2-e3A\n" in right.trace("")


def test_an_excerpt_is_shortened_to_what_it_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a board that records nothing, what has nothing to do with the move goes."""
    monkeypatch.setattr(Excerpt, "recorded", lambda excerpt: [])
    start = reference.parse_position(PAIKAS)
    names = [("a1", False), ("i5", False), ("i5", True), ("a2", True)]
    events = [(1_000_000 * n, point(p), on) for n, (p, on) in enumerate(names, 1)]
    found = Excerpt(start, events, [frozenset({"a1-a2"})]).shorter()
    assert [p for _, p, _ in found.events] == [point("a1"), point("a2")]
