"""Games as text (N3): written, read back the same, and refused with the line that is wrong."""

from __future__ import annotations

import random
from collections.abc import Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import legal
from fanorona.rules import notation
from fanorona.rules.rules import Position
from lakabe.archive import Game, Move
from lakabe.errors import InputError
from lakabe.games import ending
from lakabe.games.pgn import RESULTS, START, Score, format_score, format_scores, from_archive, parse_scores

SHORT = """\
[Event "Club evening"]
[Site "?"]
[Date "2026.01.02"]
[Round "3"]
[White "Rakoto"]
[Black "Soa"]
[Result "*"]
[Variant "Fanoron-Tsivy"]
[Opening "O4 Kobaka fohy"]

{played fast} 1. d3-e3A {the short one} 1... d4-d3A 2. e3-d4A-c5W *
"""


def playout(seed: int, plies: int, start: str = START) -> tuple[str, ...]:
    """A random legal game, at most ``plies`` moves."""
    rng = random.Random(seed)
    position = Position()
    notation.parse_position(start, position)
    moves: list[str] = []
    for _ in range(plies):
        choices = legal.texts(position)
        if not choices:
            break
        moves.append(rng.choice(choices))
        notation.play_move(position, moves[-1])
        position.end_turn()
        position.forget()
    return tuple(moves)


line = st.text(st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"]), max_size=30).map(
    lambda text: " ".join(text.split())
)
remark = line.map(lambda text: " ".join(text.replace("{", "").replace("}", "").split())).filter(bool)
names = st.sampled_from(["Event", "Site", "Date", "Round", "White", "Black", "Annotator", "Time_Control"])


@st.composite
def scores(draw: st.DrawFn) -> Score:
    turn = draw(st.sampled_from("WB"))
    start = START[:-1] + turn
    moves = playout(draw(st.integers(0, 2**32)), draw(st.integers(0, 60)), start)
    comments = draw(st.dictionaries(st.integers(-1, len(moves) - 1), remark, max_size=4))
    decided = ending.decided(after(start, moves))
    result = draw(st.sampled_from((decided, "*") if decided else RESULTS))
    return Score(start, moves, result, draw(st.dictionaries(names, line, max_size=4)), comments)


def after(start: str, moves: Iterable[str]) -> Position:
    """The position after these moves."""
    position = Position()
    notation.parse_position(start, position)
    for move in moves:
        notation.play_move(position, move)
        position.end_turn()
        position.forget()
    return position


def known(score: Score) -> Score:
    """The score with the tags that writing adds."""
    unknown = {"Event": "?", "Site": "?", "Date": "????.??.??", "Round": "-", "White": "?", "Black": "?"}
    tags = {**unknown, "Variant": "Fanoron-Tsivy", **score.tags}
    return Score(score.start, score.moves, score.result, tags, score.comments)


@given(st.lists(scores(), max_size=3))
@settings(max_examples=60, deadline=None)
def test_what_is_written_is_read_back(games: list[Score]) -> None:
    text = format_scores(games)
    assert parse_scores(text) == [known(game) for game in games]
    assert format_scores(parse_scores(text)) == text


@given(st.lists(scores(), min_size=1, max_size=2), st.randoms(use_true_random=False))
@settings(max_examples=60, deadline=None)
def test_a_damaged_text_is_read_or_refused_with_a_line(games: list[Score], rng: random.Random) -> None:
    text = format_scores(games)
    place = rng.randrange(len(text))
    text = (
        text[:place] + rng.choice(["", "{", "}", "\n", '"', "9.", " x "]) + text[place + rng.randrange(3) :]
    )
    try:
        parse_scores(text)
    except InputError as error:
        number = error.number
    else:
        return
    assert number is not None
    assert 1 <= number <= len(text.splitlines())


def test_lines_are_not_long() -> None:
    text = format_score(Score(moves=playout(5, 80)))
    assert max(map(len, text.splitlines())) <= 80


def test_black_may_begin() -> None:
    score = Score(START[:-1] + "B", playout(1, 3, START[:-1] + "B"))
    text = format_score(score)
    assert f'[Position "{score.start}"]' in text
    assert f"1... {score.moves[0]} 2. {score.moves[1]} {score.moves[2]} *" in text


def first_chain() -> str:
    """A well-formed game of three moves, the first of them the opening O4."""
    for seed in range(10000):
        moves = playout(seed, 3)
        if moves[0] == "d3-e3A":
            return SHORT.replace("d4-d3A", moves[1]).replace("e3-d4A-c5W", moves[2])
    raise AssertionError


def test_a_game_by_hand() -> None:
    text = first_chain()
    (score,) = parse_scores(text)
    assert score.moves[0] == "d3-e3A"
    assert score.comments == {-1: "played fast", 0: "the short one"}
    assert score.tags["White"] == "Rakoto"
    assert format_score(score) == text


@pytest.mark.parametrize(
    ("old", "new", "number"),
    [
        ('[White "Rakoto"]', "[White Rakoto]", 5),
        ('[Round "3"]', '[White "x"]', 5),
        ('[Result "*"]', '[Result "2-0"]', 7),
        ('[Result "*"]', '[Result "1-0"]', 11),
        ('"Fanoron-Tsivy"', '"Fanoron-Ocho"', 8),
        ('[Opening "O4 Kobaka fohy"]', '[Position "9/9/9 W"]', 9),
        ("1. ", "", 11),
        ("1. ", "2. ", 11),
        ("1. ", "1. 1. ", 11),
        ("1. d3-e3A", "1. {so} d3-e3A", 11),
        ("d3-e3A", "d3-e3", 11),
        ("d3-e3A", "d3-e3W-e3A", 11),
        ("d3-e3A", "z3-e3A", 11),
        ("the short one}", "the short one", 11),
        (" *", "", 11),
        (" *", " * more", 11),
        (" *", " 2... *", 11),
    ],
)
def test_what_is_wrong_is_named_with_its_line(old: str, new: str, number: int) -> None:
    text = first_chain()
    assert old in text
    with pytest.raises(InputError) as caught:
        parse_scores(text.replace(old, new, 1))
    assert caught.value.number == number
    assert caught.value.exit_code == 2


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ('[Position "9/9/9/9/1BW6 B"]\n\n1... b1-a1W {}\n', "0-1"),
        ('[Position "9/9/B8/B1B6/WBB6 B"]\n\n1... c2-b2 {}\n', "0-1"),
        ('[Position "9/9/9/9/W1B6 W"]\n\n1. a1-b1A {}\n', "1-0"),
    ],
)
def test_the_result_is_that_by_the_rules_where_they_have_ended_the_game(text: str, right: str) -> None:
    for result in RESULTS:
        if result in (right, "*"):
            assert parse_scores(text.format(result))[0].result == result
            continue
        with pytest.raises(InputError, match=f"wins by the rules, the game ends {result}") as caught:
            parse_scores(text.format(result))
        assert caught.value.number == 3 and caught.value.fix == f"write {right}"


def test_a_second_game_is_counted_from_the_top() -> None:
    text = first_chain()
    with pytest.raises(InputError, match="line 23"):
        parse_scores(text + "\n" + text.replace("d3-e3A", "d3-e4A"))


def test_from_the_archive() -> None:
    game = Game(
        7, "E66", "x-1", 1, START, None, "", "2026-01-02T03:04:05Z", None, {"White": "Rakoto"},
        "so", (Move(1, "d3-e3A", "why"), Move(3, "a1-a2")),
    )  # fmt: skip
    score = from_archive(game)
    assert score.moves == ("d3-e3A",)
    assert score.result == "*"
    assert score.tags == {"Date": "2026.01.02", "Site": "board E66", "White": "Rakoto"}
    assert score.comments == {-1: "so", 0: "why the record has a gap here"}


def test_tags_are_not_needed_where_the_result_is_there() -> None:
    first, second = parse_scores("1. e2-e3A *\n\n1. d3-e3A\n1-0\n")
    assert (first.moves, first.result, dict(first.tags)) == (("e2-e3A",), "*", {})
    assert (second.moves, second.result) == (("d3-e3A",), "1-0")
    with pytest.raises(InputError, match="without a result"):
        parse_scores("1. e2-e3A\n")


def test_nothing_is_no_game() -> None:
    assert parse_scores("") == []
    assert parse_scores("\n\n") == []
