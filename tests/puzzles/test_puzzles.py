"""Puzzles: what is one, how it is proven, graded and kept, and searches that are interrupted."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from lakabe.engine.endings import open_tables
from lakabe.engine.lines import parse_move
from lakabe.engine.standing import START, Standing
from lakabe.engine.tables.ask import ranked
from lakabe.errors import InputError
from lakabe.games.pgn import Score, format_score, parse_scores
from lakabe.help.puzzles.find import Finder
from lakabe.help.puzzles.games import places, self_play
from lakabe.help.puzzles.grade import Facts, grade
from lakabe.help.puzzles.proof import Holder
from lakabe.help.puzzles.puzzle import ESTIMATED, PROVEN, Puzzle, key_of, parse
from lakabe.help.puzzles.search import Count, search
from lakabe.help.puzzles.shelf import Shelf
from lakabe.help.puzzles.words import as_score, reason, task

ENDING = "2B4B1/9/1W7/9/W8 W"
"""Four stones, so the tables know all of its moves: b3-b4 alone wins."""
GAME = Score(
    "5B1B1/6B1W/W8/5WB2/5W3 B",
    ("g4-h4A-g3A", "f1-g1", "g3-f3", "g1-h1", "f3-e3", "a3-a2", "g2-h2", "a2-a1", "h2-h3W"),
)
"""Begins with a puzzle of seven stones."""
QUICK = 5_000


@pytest.fixture(scope="module")
def finder() -> Iterator[Finder]:
    with pytest.MonkeyPatch.context() as patch:
        from lakabe.engine.tables import store

        patch.setenv(store.VARIABLE, str(store.package_directory()))
        yield Finder(20_000)


def of_tables(position: str) -> list[str]:
    """The winning moves, as the endgame tables have them."""
    tables = open_tables()
    assert tables is not None
    standing = Standing.of(position)
    return [text for text, value in ranked(tables, standing.own, standing.enemy) if value.result == "win"]


def test_the_tables_agree_that_one_move_wins(finder: Finder) -> None:
    found = finder.look(ENDING, "a test")
    assert found is not None
    assert found.single == PROVEN
    assert of_tables(ENDING) == [found.solution[0]] == ["b3-b4"]


def test_what_the_tables_have_is_a_puzzle_where_they_say_so(finder: Finder) -> None:
    # Every position with the same stones and one black stone elsewhere.
    agreed = 0
    for n in range(1, 10):
        position = f"{''.join(['B' if i == n - 1 else '1' for i in range(9)])}/8B/1W7/9/W8 W".replace(
            "1" * 9, "9"
        )
        wins = of_tables(position)
        found = finder.look(position, "")
        standing = Standing.of(position)
        if len(wins) != 1 or len(standing.results()) == 1:
            assert found is None, position
        elif found is not None:
            agreed += 1
            results = [
                parse_move(standing.own, standing.enemy, text) for text in (wins[0], found.solution[0])
            ]
            assert results[0] == results[1]
    assert agreed >= 1


def test_more_stones_are_proven_by_searching_down_to_the_tables(finder: Finder) -> None:
    found = finder.look(GAME.start, "a test")
    assert found is not None and found.single == PROVEN
    assert found.solution[0] == "g4-h4A-g3A"
    standing = Standing.of(GAME.start)
    assert len(standing.results()) == found.facts.others + 1 == 3
    for text in found.solution:
        standing.play_text(text)  # all of it is legal


@pytest.mark.parametrize(
    "position",
    [
        START,
        "9/9/4W4/4B4/9 W",  # all moves win, or none
        "B8/9/9/9/8W W",  # a draw
        "4B4/4W4/9/9/9 B",  # one legal move alone
    ],
)
def test_what_is_no_puzzle(finder: Finder, position: str) -> None:
    assert finder.look(position, "") is None


def test_where_others_are_only_believed_not_to_win() -> None:
    position = "3W1BBBB/9/6B1B/7W1/WW7 W"
    assert Finder(QUICK).look(position, "") is None
    found = Finder(QUICK, estimates=True).look(position, "")
    assert found is not None and found.single == ESTIMATED
    assert "as far as an estimate can tell" in reason(found)


def test_a_proof_that_a_side_holds_is_never_given_to_one_that_loses() -> None:
    tables = open_tables()
    assert tables is not None
    holder = Holder(tables, 2_000)
    blind = Holder(None, 2_000)
    seen = set()
    for position in (ENDING, "3B3B1/9/8W/9/7W1 B", "B8/4B4/9/9/3W5 W", "8B/9/4W4/9/W8 B", "9/3W5/9/4B4/W8 B"):
        standing = Standing.of(position)
        pairs = [(after[1], after[0]) for after in standing.results()]
        for own, enemy in [*pairs, (standing.own, standing.enemy)]:
            value = tables.value(own, enemy)
            assert value is not None
            seen.add(value.result)
            assert holder.holds(own, enemy) == (value.result != "loss")
            assert not (blind.holds(own, enemy) and value.result != "win"), "a draw comes from tables alone"
    assert seen == {"win", "draw", "loss"}


def test_mirror_images_and_exchanged_colours_are_one_puzzle() -> None:
    same = [
        "2B4B1/9/1W7/9/W8 W",
        "1B4B2/9/7W1/9/8W W",
        "W8/9/1W7/9/2B4B1 W",
        "8W/9/7W1/9/1B4B2 W",
        "2W4W1/9/1B7/9/B8 B",
    ]
    assert len({key_of(position) for position in same}) == 1
    assert key_of("2B4B1/9/1W7/9/W8 B") != key_of(same[0])


@pytest.mark.parametrize(
    ("facts", "wanted"),
    [
        (Facts(1, 1, 0, False, False), 1),
        (Facts(3, 1, 1, False, False), 1),
        (Facts(3, 2, 1, False, False), 2),
        (Facts(9, 5, 0, False, False), 3),
        (Facts(9, 5, 1, False, False), 4),
        (Facts(9, 5, 1, True, False), 4),
        (Facts(19, 5, 1, True, True), 5),
        (Facts(99, 50, 9, True, True), 5),
    ],
)
def test_grades(facts: Facts, wanted: int) -> None:
    assert grade(facts) == wanted


def puzzle(position: str = ENDING, *moves: str) -> Puzzle:
    return Puzzle(position, moves or ("b3-b4",), PROVEN, Facts(29, 6, 0, False, True), "game 3, ply 4")


def test_a_puzzle_is_a_line_of_text() -> None:
    one = puzzle(ENDING, "b3-b4", "c5-c4", "b4-a4W")
    assert parse(str(one)) == one
    assert task(one) == "hard: White to move, one move wins"
    (score,) = parse_scores(format_score(as_score("7", one, {})))
    assert (score.start, score.moves, score.result) == (one.position, one.solution, "1-0")


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("", "line 3: this is no puzzle"),
        (ENDING, "no puzzle"),
        (str(puzzle()).replace("b3-b4", "b3-b5"), "line 3: "),
        (str(puzzle()).replace("proven", "sure"), "no puzzle"),
        (str(puzzle()).replace("W8 W", "W9 W"), "line 3: "),
    ],
)
def test_a_line_that_is_none(line: str, wrong: str) -> None:
    with pytest.raises(InputError) as caught:
        parse(line, 3)
    assert wrong in str(caught.value)


def test_the_shelf_keeps_each_puzzle_once(alone: Path) -> None:
    shelf = Shelf()
    whole = puzzle(ENDING, "b3-b4", "c5-c4", "b4-a4W")
    standing = Standing.of(ENDING)
    for text in whole.solution[:2]:
        standing.play_text(text)
    end = puzzle(standing.text(), "b4-a4W")
    mirrored = puzzle("1B4B2/9/7W1/9/8W W", "h3-h4")
    assert [shelf.put(one.position, one) for one in (whole, mirrored, end, whole)] == [
        True,
        False,
        False,
        False,
    ]
    shelf.put(START, None)
    again = Shelf()
    assert again.puzzles == [whole]
    assert again.looked(START) and again.looked(end.position)
    assert not Shelf(how="otherwise").looked(START)
    assert again.find("1") == whole
    with pytest.raises(InputError, match="no puzzle 2"):
        again.find("2")


def test_a_line_that_was_cut_off_is_done_again(alone: Path) -> None:
    shelf = Shelf()
    shelf.put(ENDING, puzzle())
    for name in ("puzzles.txt", "looked.txt"):
        file = alone / name
        file.write_bytes(file.read_bytes() + b"2B4B1/9/1W")
    again = Shelf()
    assert again.puzzles == [puzzle()]
    other = puzzle("3B3B1/9/1W7/9/W8 W", "b3-b4")
    assert again.put(other.position, other)
    assert Shelf().puzzles == [puzzle(), other]
    assert Shelf().looked(other.position)


class Interrupted(Finder):
    """Is stopped by Ctrl-C when it is to look at its so many-th position."""

    def __init__(self, inner: Finder, after: int) -> None:
        self._inner = inner
        self._left = after

    def look(self, position: str, source: str) -> Puzzle | None:
        if not self._left:
            raise KeyboardInterrupt
        self._left -= 1
        return self._inner.look(position, source)


def run(shelf: Shelf, finder: Finder, score: Score = GAME) -> tuple[Count, list[str], list[str]]:
    said: list[str] = []
    trouble: list[str] = []
    count = search(
        [("game 3", score)], lambda: finder, shelf, lambda n, one: said.append(f"{n} {one}"),
        lambda count: None, trouble.append,
    )  # fmt: skip
    return count, said, trouble


def test_a_search_goes_on_where_it_was(finder: Finder, tmp_path: Path) -> None:
    whole = Shelf(tmp_path / "whole")
    count, said, trouble = run(whole, finder)
    assert count == Count(1, len(GAME.moves) + 1, len(whole.puzzles)) and not trouble
    assert said[0] == f"1 {whole.puzzles[0]}" and said[0].endswith("from game 3, ply 1")
    for after in range(len(GAME.moves) + 1):
        folder = tmp_path / str(after)
        with pytest.raises(KeyboardInterrupt):
            run(Shelf(folder), Interrupted(finder, after))
        run(Shelf(folder), finder)
        assert Shelf(folder).puzzles == whole.puzzles, after
    assert run(Shelf(tmp_path / "whole"), Interrupted(finder, 0))[0].found == 0, "nothing is left to look at"


def test_a_game_with_a_move_that_is_not_legal_is_left_from_there(finder: Finder, tmp_path: Path) -> None:
    count, _, trouble = run(Shelf(tmp_path / "x"), finder, Score(GAME.start, (GAME.moves[0], "a1-a2")))
    assert count.positions == 2
    (line,) = trouble
    assert line.startswith("left out: game 3, from a move on that is not legal: ")


def test_self_play_is_the_same_for_a_seed() -> None:
    first = list(self_play(2, 5))
    assert first == list(self_play(2, 5)) != list(self_play(2, 6))
    assert [name for name, _ in first] == ["self-play 5/1", "self-play 5/2"]
    for name, score in first:
        assert len(list(places(name, score))) == len(score.moves) + 1 > 10
