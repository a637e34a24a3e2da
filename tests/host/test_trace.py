"""The trace format: what is read, what is refused and on which line, and that writing is its inverse."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lakabe.virtual.trace import (
    BUTTONS,
    FULL,
    Trace,
    TraceError,
    TraceEvent,
    closed_points,
    format_time,
    parse,
    parse_words,
    picture,
    point_number,
)

HEAD = f"lakabe-trace 1\nstart {FULL}\n"


def test_reads_every_kind_of_line() -> None:
    text = (
        HEAD
        + "0 d3 0\n# a comment\n\n1.5 e3 1 # another\n1.500\tbutton turn 1\r\n"
        + "1.501 power 0\n2 level 4\n2 end\n  # after the end\n"
    )
    assert parse(text) == Trace(
        FULL,
        (
            TraceEvent(0, "contact", "d3", 0),
            TraceEvent(1500, "contact", "e3", 1),
            TraceEvent(1500, "button", "turn", 1),
            TraceEvent(1501, "power", "", 0),
            TraceEvent(2000, "level", "", 4),
        ),
        2000,
    )


def test_repeating_a_state_is_allowed() -> None:
    assert len(parse(HEAD + "1 d3 1\n1 d3 1\n1 end\n").events) == 2


@pytest.mark.parametrize(
    ("text", "number", "word"),
    [
        ("", 1, "lakabe-trace 1"),
        ("lakabe-trace 2\n", 1, "lakabe-trace 1"),
        ("\nlakabe-trace 1\n", 1, "lakabe-trace 1"),
        ("# first\nlakabe-trace 1\n", 1, "lakabe-trace 1"),
        ("lakabe-trace 1\n5 end\n", 2, "start"),
        ("lakabe-trace 1\nstart xxxxxxxxx\n", 2, "start"),
        (f"lakabe-trace 1\nstart {FULL}/xxxxxxxxx\n5 end\n", 2, "start"),
        (f"lakabe-trace 1\nstart {FULL.replace('.', 'o')}\n5 end\n", 2, "start"),
        (HEAD, 2, "end"),
        (HEAD + "5 d3 0\n", 3, "end"),
        (HEAD + "5 d3 0\n\n4 d3 1\n5 end\n", 5, "before"),
        (HEAD + "5 d3 0\n4.999 end\n", 4, "before"),
        (HEAD + "inf d3 0\n5 end\n", 3, "time"),
        (HEAD + "nan d3 0\n5 end\n", 3, "time"),
        (HEAD + "1e3 d3 0\n5 end\n", 3, "time"),
        (HEAD + "-1 d3 0\n5 end\n", 3, "time"),
        (HEAD + "+1 d3 0\n5 end\n", 3, "time"),
        (HEAD + "1.2345 d3 0\n5 end\n", 3, "time"),
        (HEAD + "1. d3 0\n5 end\n", 3, "time"),
        (HEAD + ".5 d3 0\n5 end\n", 3, "time"),
        (HEAD + "1,5 d3 0\n5 end\n", 3, "time"),
        (HEAD + "٣ d3 0\n5 end\n", 3, "time"),
        (HEAD + "9999999999999 d3 0\n", 3, "far"),
        (HEAD + "d3 0\n5 end\n", 3, "time"),
        (HEAD + "1 j3 0\n5 end\n", 3, "j3"),
        (HEAD + "1 d6 0\n5 end\n", 3, "d6"),
        (HEAD + "1 D3 0\n5 end\n", 3, "D3"),
        (HEAD + "1 d3 2\n5 end\n", 3, "neither 0 nor 1"),
        (HEAD + "1 d3 01\n5 end\n", 3, "neither 0 nor 1"),
        (HEAD + "1 d3\n5 end\n", 3, "no event"),
        (HEAD + "1\n5 end\n", 3, "no event"),
        (HEAD + "1 d3 0 0\n5 end\n", 3, "no event"),
        (HEAD + "1 lift d3\n5 end\n", 3, "lift"),
        (HEAD + "1 button stop 1\n5 end\n", 3, "stop"),
        (HEAD + "1 button turn\n5 end\n", 3, "too few or too many"),
        (HEAD + "1 button turn 2\n5 end\n", 3, "neither 0 nor 1"),
        (HEAD + "1 power on\n5 end\n", 3, "neither 0 nor 1"),
        (HEAD + "1 level 5\n5 end\n", 3, "level"),
        (HEAD + "1 level -1\n5 end\n", 3, "level"),
        (HEAD + "1 level green 1\n5 end\n", 3, "no side"),
        (HEAD + "1 level white 5\n5 end\n", 3, "level"),
        (HEAD + "1 level\n5 end\n", 3, "too few or too many"),
        (HEAD + "1 new chess\n5 end\n", 3, "there are vela, "),
        (HEAD + "1 new vela now\n5 end\n", 3, "too few or too many"),
        (HEAD + "1 load 9/9/9/9/9\n5 end\n", 3, "too few or too many"),
        (HEAD + "1 load 9/9/9/9/8 W\n5 end\n", 3, "no position"),
        (HEAD + "1 load W8/9/9/9/9 W dimy\n5 end\n", 3, "no position"),
        (HEAD + "1 load W8/9/9/9/9 W chess\n5 end\n", 3, "no variant is called"),
        (HEAD + "1 result 2-0\n5 end\n", 3, "no result: 1-0"),
        (HEAD + "1 result\n5 end\n", 3, "too few or too many"),
        (HEAD + "1 end now\n", 3, "too few or too many"),
        (HEAD + "5 end\n5 end\n", 4, "follow"),
        (HEAD + "5 end\n\n6 d3 0\n", 5, "follow"),
        (HEAD + f"1 {'x' * 5000} 1\n5 end\n", 3, "..."),
    ],
)
def test_names_the_line_of_what_is_wrong(text: str, number: int, word: str) -> None:
    with pytest.raises(TraceError) as caught:
        parse(text)
    line = caught.value.line()
    assert caught.value.number == number
    assert f"line {number}: " in line
    assert word in line
    assert "\n" not in line
    assert len(line) < 200
    assert caught.value.exit_code == 2


@given(st.text(alphabet=st.sampled_from("lakbetrcs1 start\nx./#d3 0.5end\r\t"), max_size=200))
def test_any_text_is_read_or_refused(text: str) -> None:
    for candidate in (text, HEAD + text):
        try:
            trace = parse(candidate)
        except TraceError:
            continue
        assert parse(trace.format()) == trace


NAMES = [column + row for row in "12345" for column in "abcdefghi"]
WORDS = st.one_of(
    st.tuples(st.just("contact"), st.sampled_from(NAMES), st.integers(0, 1)),
    st.tuples(st.just("button"), st.sampled_from(BUTTONS), st.integers(0, 1)),
    st.tuples(st.just("power"), st.just(""), st.integers(0, 1)),
    st.tuples(st.just("level"), st.sampled_from(["", "white", "black"]), st.integers(0, 4)),
    st.tuples(st.just("new"), st.sampled_from(["", "vela", "vela-creditor", "dimy", "telo"]), st.just(1)),
    st.tuples(st.just("load"), st.sampled_from(["9/4W4/9/9/B8 W", "9/9/4W4/5B3/9 B telo"]), st.just(1)),
)
TIMES = st.integers(0, 10**15)


@st.composite
def traces(draw: st.DrawFn) -> Trace:
    closed = draw(st.sets(st.integers(0, 44)))
    what = draw(st.lists(WORDS, max_size=20))
    times = sorted(draw(st.lists(TIMES, min_size=len(what) + 1, max_size=len(what) + 1)))
    events = [TraceEvent(us, *words) for us, words in zip(times, what, strict=False)]
    return Trace(picture(closed), tuple(events), times[-1])


@given(traces())
def test_reading_is_the_inverse_of_writing(trace: Trace) -> None:
    assert parse(trace.format()) == trace
    for event in trace.events:
        assert parse_words(event.words(), event.us) == event


@given(st.sets(st.integers(0, 44)))
def test_pictures_and_points(closed: set[int]) -> None:
    assert set(closed_points(picture(closed))) == closed


def test_a_picture_is_in_reading_order() -> None:
    assert picture([point_number("a5")]) == "x......../........./........./........./........."
    assert picture([point_number("i1")]) == "........./........./........./........./........x"


@pytest.mark.parametrize(
    ("us", "text"), [(0, "0"), (1000, "1"), (1, "0.001"), (1500, "1.5"), (10010, "10.01")]
)
def test_times_have_no_more_decimals_than_they_need(us: int, text: str) -> None:
    assert format_time(us) == text
