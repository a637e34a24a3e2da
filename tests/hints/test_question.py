"""What a hint is asked for, on a board that plays on where R11 would have ended the game."""

from __future__ import annotations

from lakabe.engine.standing import Course
from lakabe.help.question import Question

TO_AND_FRO = ("a5-a4", "i2-i1", "a4-a5", "i1-i2")
START = "BB7/9/9/8W/9 B"


def test_a_third_repetition_does_not_end_a_game_that_goes_on() -> None:
    twice = Question(START, TO_AND_FRO)
    assert twice.going_on() is twice, "R11 may still end it"
    thrice = Question(START, TO_AND_FRO * 2)
    assert thrice.standing().over() == "draw"
    assert thrice.going_on() == Question(START, TO_AND_FRO * 2, draws=False)
    assert thrice.going_on().standing().over() is None
    assert thrice.going_on().going_on() == thrice.going_on()


def test_stones_that_have_changed_places_are_another_position() -> None:
    """Of two sets of points that stand again, the other side may have the first and be to move (R11)."""
    course = Course(1, 2)
    for moves in range(1, 13):
        free = 7 & ~(course.own | course.enemy)
        assert not course.drawn()
        course.play((free, course.enemy))
        if moves % 3 == 0:
            assert (course.own, course.enemy) == (1, 2), "every second time it is White's turn"
    assert course.quiet == 12 and course.drawn()
    assert (course.times(1, 2), course.times(1, 2, plies=1)) == (3, 2)
