"""What must hold in any match whatever, found by Hypothesis."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from core.test_match import follow
from fanorona.rules.game import ABANDONED, BLACK_WINS, DRAWN, UNFINISHED, WHITE_WINS
from fanorona.rules.match import CHAMPIONSHIP, KINDS, NOBODY, SINGLE, SIZE, Match

KIND = st.integers(0, len(KINDS) - 1)
OPTIONS = st.integers(0, 7)
RESULT = st.sampled_from([WHITE_WINS, BLACK_WINS, DRAWN])


@given(KIND, OPTIONS, st.lists(RESULT, max_size=80))
def test_as_the_course_says(kind: int, options: int, results: list[int]) -> None:
    follow(kind, options, results)


@given(st.integers(1, len(KINDS) - 1), OPTIONS, st.lists(RESULT, max_size=80))
def test_the_state_is_all_there_is(kind: int, options: int, results: list[int]) -> None:
    through, anew = Match(kind, options), Match()
    for result in results:
        assert anew.load(bytes(through.state))
        through.take(result)
        anew.take(result)
        assert anew.state == through.state
        anew = Match(SINGLE)


@given(OPTIONS, st.lists(RESULT, max_size=50))
def test_each_player_has_each_opening_with_both_colours(options: int, results: list[int]) -> None:
    match, seen = Match(CHAMPIONSHIP, options), set()
    for result in results:
        if match.is_over():
            break
        if match.debtor() == NOBODY:
            seen.add((match.opening(), match.white()))
        match.take(result)
    is_next = match.debtor() == NOBODY and not match.is_over()
    if is_next:
        seen.add((match.opening(), match.white()))
    assert len(seen) == match.played() + is_next


@given(st.binary(min_size=SIZE, max_size=SIZE) | st.lists(st.integers(0, 3), min_size=SIZE, max_size=SIZE))
def test_whatever_was_kept_can_be_gone_on_with_or_is_refused(data: bytes | list[int]) -> None:
    match = Match()
    if not match.load(bytes(data)):
        assert match.state == Match().state
        return
    for n in range(40):
        if match.is_over():
            break
        assert match.white() in (0, 1) and 0 <= match.opening() <= 5
        match.take((WHITE_WINS, BLACK_WINS, DRAWN, ABANDONED, UNFINISHED)[n % 5])
        assert Match().load(bytes(match.state))
