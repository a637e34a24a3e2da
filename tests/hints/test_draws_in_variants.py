"""R11 in the hints for the smaller games (S) and the second phase of a vela (V6) after moves to and fro."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from coaching import Table, wait_until

from lakabe import cli
from lakabe.archive import Archive, Move
from lakabe.board.scribe import Playing
from lakabe.errors import InputError
from lakabe.games.variants import ORDINARY
from lakabe.help import hint as ordinary
from lakabe.help import others
from lakabe.help.advisor import question_of
from lakabe.help.hint import Hint
from lakabe.help.question import Question
from lakabe.help.source import Effort, Ours
from lakabe.help.worth import Worth

pytestmark = pytest.mark.usefixtures("no_tables")


@dataclass(frozen=True)
class Planted:
    """A game in which ``best`` would win, did not the position that it leads to stand for the third time."""

    variant: str
    start: str
    moves: tuple[str, ...]
    best: str
    plies: int
    """To the win."""

    def question(self, draws: bool = True) -> Question:
        return Question(self.start, self.moves, draws, self.variant)


_LOOP = ("e1-d1", "d4-d5", "d1-e1")
_VELA_LOOP = ("i2-i1", "d2-e3", "i1-i2")
DIMY = Planted("dimy", "9/3WW4/9/9/4B4 B", (*_LOOP, "d5-d4", *_LOOP), "d5-d4", 5)
VELA = Planted(
    "vela",
    "B1W3B2/5B3/2B4B1/8W/2B6 W",  # c5-c4 takes the sixth stone of the creditor
    ("c5-c4A", "c1-d2", *_VELA_LOOP, "e3-d2", *_VELA_LOOP),
    "e3-d2",
    7,
)
_TELO_LOOP = ("e3-e4", "d3-d4", "e4-e3")
TELO = Planted("telo", "9/9/3WBW3/3WBB3/9 B", (*_TELO_LOOP, "d4-d3", *_TELO_LOOP), "d4-d3", 3)
ALL = pytest.mark.parametrize("game", [DIMY, VELA, TELO], ids=["dimy", "vela", "telo"])


def asked(question: Question) -> Hint:
    """As on the command line and on a board, but with the same effort each time."""
    question = question.riatra()
    if question.variant != ORDINARY:
        return others.give(question, 1.0)
    return ordinary.give(Ours(), question, Effort(nodes=30_000), look_back=False)


@ALL
def test_a_win_that_would_stand_for_the_third_time_is_none(game: Planted) -> None:
    off = asked(game.question(draws=False))
    assert (off.best.move, off.best.worth) == (game.best, Worth("win", plies=game.plies))
    on = asked(game.question())
    assert on.best.move != game.best
    assert on.best.worth is not None and on.best.worth.share > 0.9
    once = asked(replace(game, moves=game.moves[:-4]).question())
    assert once.best.move == game.best, "it has stood only once"


@ALL
def test_after_it_the_game_is_a_draw_unless_the_board_goes_on(game: Planted) -> None:
    over = replace(game, moves=(*game.moves, game.best)).question()
    with pytest.raises(InputError, match="the game is a draw by R11"):
        asked(over)
    goes_on = over.riatra().going_on()
    assert not goes_on.draws and asked(goes_on).turn == over.now()[-1]
    before = game.question().riatra()
    assert before.going_on() is before


def test_the_second_phase_has_the_moves_made_in_it() -> None:
    question = VELA.question()
    second = question.riatra()
    assert second == Question("B5B2/2W2B3/7B1/8W/2B6 B", VELA.moves[1:])
    assert second.now() == question.now()
    assert replace(VELA, moves=VELA.moves[:1]).question(draws=False).riatra() == Question(
        second.start, draws=False
    )
    first = replace(VELA, moves=()).question()
    assert first.riatra() is first


def test_an_irregular_move_may_lead_back_into_the_first_phase() -> None:
    """P10; another then begins the second phase anew."""
    back = replace(VELA, moves=(*VELA.moves, f"--{VELA.start[:-2]}")).question()
    assert back.riatra() is back
    again = back.after(["c5-c4A"])
    assert again.riatra() == Question("B5B2/2W2B3/7B1/8W/2B6 B")


@ALL
def test_counting_begins_anew_with_an_irregular_move(game: Planted) -> None:
    board, turn = game.question().now().split()
    other = "W" if turn == "B" else "B"
    stands = f"--{board}"  # the same position, but the other side is to move
    question = replace(game, moves=(*game.moves, stands)).question()
    assert question.now() == f"{board} {other}"
    assert question.riatra().course().quiet == 0 and question.riatra().course().past == []


def test_what_a_course_counts() -> None:
    course = DIMY.question(draws=False).course()
    assert (course.quiet, len(course.past), course.draws) == (7, 7, False)
    assert Question("9/9/3B1W3/9/9 W", ("f3-e3A",), variant="dimy").course().quiet == 0
    telo = Question("9/3B1B3/3W1W3/3W5/9 B", ("e2", "d2-e3"), variant="telo").course()
    assert telo.quiet == 1, "a stone that is placed does not come back"


# On a board, and in its record


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    with Archive(str(tmp_path / "games.db")) as kept:
        yield kept


def recorded(archive: Archive, game: Planted, without: str = "") -> int:
    tags = {"Variant": game.variant} | ({"Without": without} if without else {})
    with archive.writing() as writer:
        made = writer.add(tags, game.start, [Move(n, text) for n, text in enumerate(game.moves, 1)], "*")
    assert made is not None
    return made


@ALL
def test_the_question_of_a_board_has_its_moves_and_its_draws(archive: Archive, game: Planted) -> None:
    now = game.question().now()
    for without in ("", "repetition"):
        number = recorded(archive, game, without)
        board = Playing("0a0b0c0d-1", number, len(game.moves) + 1, now, 0, 1, game.start, game.variant)
        assert question_of(board, archive) == game.question(draws=not without).riatra()
        assert question_of(replace(board, position=None), archive) == question_of(board, archive)
        other = "9/9/4B4/3W5/9 W"
        lost = question_of(replace(board, position=other), archive)
        assert lost is not None and lost.now() == other and lost.moves == () and lost.draws == (not without)


@ALL
def test_the_command_knows_the_game(
    tmp_path: Path, archive: Archive, game: Planted, capsys: pytest.CaptureFixture[str]
) -> None:
    for without, wins in (("", False), ("repetition", True)):
        number = recorded(archive, game, without)
        place = ["--archive", str(tmp_path / "games.db"), "--time", "1"]
        assert cli.run(["hint", str(number), *place]) == 0
        assert (f"best move is {game.best}." in capsys.readouterr().out) == wins


@pytest.mark.parametrize("game", [DIMY, TELO], ids=["dimy", "telo"])
def test_the_coach_knows_it(table: Callable[..., Table], game: Planted) -> None:
    """The destination that would win is worse than others, as long as draws count."""
    for draws in (True, False):
        one = table(game.question().now())
        one.question = game.question(draws)
        one.begin()
        assert one.told() == ("-",)
        wait_until(lambda one=one: one.coach._known is not None and one.coach._known.sure)  # type: ignore[misc]
        assert one.coach._known is not None
        stone, point = game.best.split("-")
        way = one.coach._known.way(stone)
        assert way is not None
        lost = one.coach._known.loss(one.coach._known.destinations(way)[point])
        assert lost is not None and (lost > 20) == draws


def test_the_coach_counts_no_draws_where_the_board_has_gone_on(table: Callable[..., Table]) -> None:
    over = replace(DIMY, moves=(*DIMY.moves, DIMY.best)).question()
    one = table(over.now())
    one.question = over
    one.begin(4, 4)
    assert one.told() == ("-",)
    wait_until(lambda: one.coach._known is not None and one.coach._known.sure)
    assert one.coach._known is not None
    worths = list(one.coach._known.worths.values())
    assert worths and all(worth.kind == "loss" for worth in worths)
