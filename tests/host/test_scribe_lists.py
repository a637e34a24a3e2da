"""Lists of moves that a board tells from the first on: believed when they are whole, and not before."""

from __future__ import annotations

from dataclasses import replace

import pytest
from playing import START, long_game
from test_scribe import NAME, game_of, hello

from lakabe.archive import CORRECTED, Archive
from lakabe.board import events
from lakabe.board.events import Event
from lakabe.board.scribe import Scribe

MOVES = long_game(8, 200)
OTHER = next(moves for seed in range(300, 400) if (moves := long_game(8, seed))[0] != MOVES[0])


class Told:
    """A scribe that has kept the game of MOVES, and what a board tells it then, line by line."""

    def __init__(self, minor: int = 5, moves: list[str] = MOVES) -> None:
        self.archive = Archive("sqlite://", patience=0)
        self.scribe = Scribe(self.archive)
        self._seq = 200
        self.scribe.keep([replace(hello(), minor=minor), *game_of(moves)])

    def tell(self, *lines: Event) -> None:
        """Each a batch of its own."""
        for event in lines:
            self._seq += 1
            self.scribe.keep([replace(event, seq=self._seq)])

    def begin(self, moves: list[str], last: int) -> None:
        """A snapshot that has got as far as the move of ply ``last``."""
        lines = [event for event in game_of(moves) if isinstance(event, events.Move)]
        self.tell(events.State(0, 0, "play", 3), events.GameStarted(0, 0, NAME, 1, *START.split(" ")))
        self.tell(*lines[:last])

    def kept(self) -> tuple[list[str], str | None]:
        (game,) = self.archive.games()
        return game.texts(), game.result

    def is_whole(self) -> bool:
        return not self.archive.lacking("E66", {NAME: None})


def takeback(ply: int) -> events.Takeback:
    return events.Takeback(0, 0, NAME, ply)


def result(plies: int | None, score: str = "*") -> events.Result:
    return events.Result(0, 0, NAME, score, "abandoned", plies)


@pytest.mark.parametrize("last", range(9))
@pytest.mark.parametrize("minor", [4, 5])
def test_a_game_given_up_while_its_moves_are_told_keeps_them(last: int, minor: int) -> None:
    told = Told(minor)
    told.begin(MOVES, last)
    told.tell(result(8 if minor == 5 else None))
    assert told.kept() == (MOVES, "*") and told.is_whole()
    assert told.archive.undone(1) == []


@pytest.mark.parametrize("last", range(8))
def test_a_host_that_has_heard_a_part_knows_that_it_lacks_moves(last: int) -> None:
    told = Told(moves=MOVES[:last])
    told.begin(MOVES, last)
    told.tell(result(8, "1-0"))
    assert told.kept() == (MOVES[:last], "1-0")
    assert not told.is_whole() and told.scribe.take_lack() and not told.scribe.take_lack()


@pytest.mark.parametrize("minor", [4, 5])
def test_what_is_told_in_set_up_is_no_game(minor: int) -> None:
    """Boards of older firmware tell the last game's name and an empty list there."""
    told = Told(minor)
    told.tell(result(8, "1-0"), events.State(0, 0, "over", 3), events.State(0, 0, "setup", 3))
    told.tell(events.GameStarted(0, 0, NAME, 1, *START.split(" ")), takeback(1))
    assert told.kept() == (MOVES, "1-0") and told.archive.undone(1) == []


@pytest.mark.parametrize("last", range(1, 8))
def test_other_moves_replace_nothing_before_their_list_is_whole(last: int) -> None:
    told = Told()
    told.begin(OTHER, last)
    assert told.kept() == (MOVES, None)
    told.tell(*[event for event in game_of(OTHER) if isinstance(event, events.Move)][last:])
    assert told.kept() == (MOVES, None)
    told.tell(takeback(9))
    assert told.kept() == (OTHER, None)
    assert [(one.text, one.why) for one in told.archive.undone(1)] == [(move, CORRECTED) for move in MOVES]
    assert told.scribe.playing is not None and told.scribe.playing.ply == 9


@pytest.mark.parametrize(
    "end",
    [takeback(3), events.Lost(0, 0, 1, 2), events.GameStarted(0, 0, "0a0b0c0d-2", 1, *START.split(" "))],
)
def test_a_list_that_is_broken_off_replaces_nothing(end: Event) -> None:
    told = Told()
    told.begin(OTHER, 5)
    told.tell(end)
    assert told.kept() == (MOVES, None)
    told.begin(OTHER, 8)
    told.tell(takeback(9))
    assert told.kept() == (OTHER, None)


def test_a_result_within_a_list_of_other_moves_has_the_game_fetched() -> None:
    told = Told()
    told.begin(OTHER, 5)
    told.tell(result(8, "1-0"))
    assert told.kept() == (MOVES, "1-0") and not told.is_whole()


def test_a_move_made_while_the_list_is_told_is_kept_at_once() -> None:
    told = Told(moves=MOVES[:3])
    told.begin(MOVES, 2)
    lines = [event for event in game_of(MOVES) if isinstance(event, events.Move)]
    told.tell(lines[7])
    assert not told.scribe.take_wish(), "those before it are still to be told"
    told.tell(*lines[2:], takeback(9))
    assert told.kept() == (MOVES, None)
    assert told.scribe.playing is not None and told.scribe.playing.ply == 9
    assert told.scribe.playing.position is not None


def test_games_of_which_moves_were_put_aside_are_fetched_once_more() -> None:
    """What older versions have lost of a game, its board may still have."""
    told = Told()
    with told.archive.writing() as writer:
        writer.undo(1, 4, CORRECTED)
        writer.finish(1, 3, "*", "abandoned")
    assert not told.is_whole()
    with told.archive.writing() as writer:
        writer.need_not_fetch("E66", NAME)
    assert told.is_whole()


def test_a_game_without_moves_is_not_whole() -> None:
    told = Told(moves=[])
    told.tell(result(0, "1-0"))
    assert told.kept() == ([], "1-0") and not told.is_whole()


def test_a_game_that_goes_on_after_all_has_no_result() -> None:
    """As when a host gives a board its game back in the moment in which the board goes on by itself."""
    told = Told()
    told.tell(events.State(0, 0, "play", 3), result(8), events.State(0, 0, "over", 3))
    assert told.kept() == (MOVES, "*")
    told.begin(MOVES, 8)
    told.tell(takeback(9))
    assert told.kept() == (MOVES, None)
    told.tell(events.State(0, 0, "over", 3), result(8, "1-0"))
    told.tell(events.State(0, 0, "over", 3), events.GameStarted(0, 0, NAME, 1, *START.split(" ")))
    told.tell(*[event for event in game_of(MOVES) if isinstance(event, events.Move)], takeback(9))
    assert told.kept() == (MOVES, "1-0")


@pytest.mark.parametrize("ply", [8, 9])
def test_an_end_is_withdrawn_outside_of_any_list(ply: int) -> None:
    """The last move is another one, or there is none; the result goes even where no move does."""
    told = Told(minor=6)
    told.tell(result(8, "1-0"), events.State(0, 0, "over", 3))
    assert told.kept() == (MOVES, "1-0")
    told.tell(events.State(0, 0, "play", 3), takeback(ply))
    assert told.kept() == (MOVES[: ply - 1], None)
    last = [event for event in game_of(MOVES) if isinstance(event, events.Move)][-1]
    told.tell(last, result(8, "0-1"), events.State(0, 0, "over", 3))
    assert told.kept() == (MOVES, "0-1") and told.is_whole()
    assert "1-0 abandoned" in [one.text for one in told.archive.undone(1)]


def test_lost_lines_have_the_board_asked_for_all_that_it_has() -> None:
    told = Told()
    told.tell(events.Lost(0, 0, 1, 2))
    assert told.scribe.take_wish() and told.scribe.take_lack()


def test_a_game_whose_beginning_is_missing_is_lacking() -> None:
    told = Told()
    move = game_of(MOVES)[-1]
    assert isinstance(move, events.Move)
    told.tell(replace(move, game="0a0b0c0d-2"), replace(result(8, "1-0"), game="0a0b0c0d-2"))
    assert told.scribe.take_lack()
