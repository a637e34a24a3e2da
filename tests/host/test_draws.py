"""Games without the draws of R11: on a board, over restarts, and what is made of their records."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playing import START, PlayedBoard
from recording import Bench, unplug

from fanorona.rules import notation, rules
from fanorona.rules.game import Game
from lakabe.archive import Archive
from lakabe.archive.correction import correct
from lakabe.board import events
from lakabe.board.events import Event
from lakabe.board.revival import Revival, commands
from lakabe.board.without import Draws
from lakabe.games import draws, pgn
from lakabe.games.draws import FIFTY, NONE, REPETITION, Without
from lakabe.help.advisor import question_of
from lakabe.help.analysis.examine import Examined, close_sources, examine
from lakabe.help.analysis.run import call
from lakabe.help.analysis.settings import Settings
from lakabe.help.worth import Worth

NO_REPETITION = frozenset({REPETITION})
NEITHER = frozenset({REPETITION, FIFTY})
POSITION = "BB7/9/9/8W/9 B"
TO_AND_FRO = ["a5-a4", "i2-i1", "a4-a5", "i1-i2"]
"""Played twice, they lead to the position for the third time."""

Script = Callable[[], Iterator[None]]


class Listening(list[Event]):
    """What a recorder shows, also to who settles the draws."""

    def __init__(self, bench: Bench, without: Without) -> None:
        self.draws = Draws(
            bench.archive, without, lambda: bench.recorder.playing, lambda *words: bench.recorder.send(*words)
        )

    def append(self, event: Event) -> None:
        super().append(event)
        self.draws.see(event)


def record(bench: Bench, without: Without, *scripts: Script) -> Draws:
    """Record such games over one connection after the other."""
    listening = Listening(bench, without)
    bench.seen = listening
    bench.run(*scripts)
    return listening.draws


def compose(board: PlayedBoard, text: str = POSITION) -> None:
    """A game begins from a position of few stones."""
    position = rules.Position(rules.MOVE_LOG)
    notation.parse_position(text, position)
    board.session.load_game(Game(position), b"")
    board.wait(30)
    board.stand(text)
    board.wait(60)


def going_to_and_fro(board: PlayedBoard, times: int, begin: bool = True) -> Script:
    def script() -> Iterator[None]:
        if begin:
            compose(board)
            yield
        for move in TO_AND_FRO * times:
            board.play(move)
            yield

    return script


def only_game(archive: Archive) -> pgn.Score:
    (game,) = archive.games()
    return pgn.from_archive(game)


def settings(board: PlayedBoard) -> tuple[bool, bool]:
    return board.session.game.repetition, board.session.game.fifty


def test_where_nothing_is_chosen_the_third_time_is_a_draw(bench: Bench) -> None:
    record(bench, NONE, going_to_and_fro(bench.board, 2))
    score = only_game(bench.archive)
    assert score.result == "1/2-1/2" and draws.TAG not in score.tags


def test_without_repetition_the_game_goes_on_and_its_record_says_so(bench: Bench) -> None:
    record(bench, NO_REPETITION, going_to_and_fro(bench.board, 3))
    score = only_game(bench.archive)
    assert (score.result, len(score.moves), score.tags[draws.TAG]) == ("*", 12, "repetition")
    (read,) = pgn.parse_scores(pgn.format_score(score))
    assert (read.moves, read.tags[draws.TAG]) == (score.moves, "repetition")
    assert [event.result for event in bench.of(events.Result)] == ["*"], "of the game set up before"


@pytest.mark.parametrize("without", [NONE, frozenset({FIFTY}), NEITHER])
def test_fifty_moves_each(bench: Bench, without: Without) -> None:
    def script() -> Iterator[None]:
        compose(bench.board)
        yield
        bench.board.session.game.quiet = 99
        bench.board.play("a5-a4")
        yield

    record(bench, without, script)
    assert only_game(bench.archive).result == ("1/2-1/2" if without == NONE else "*")


def test_every_game_of_the_recording_does_without_also_on_another_connection(bench: Bench) -> None:
    board = bench.board
    found = []

    def begin() -> Iterator[None]:
        for _ in range(2):
            board.play("d3-e3A")
            yield
            board.session.new_game()
            board.wait(30)
            board.stand(START)
            board.wait(60)
            yield
            found.append(settings(board))
        unplug()

    def restarted() -> Iterator[None]:
        board.restart(b"4567abcd")
        yield
        yield
        found.append(settings(board))

    record(bench, NEITHER, begin, restarted)
    assert found == [(False, False)] * 3


def test_taken_up_again_a_game_does_without_what_its_record_says(bench: Bench) -> None:
    """The board has lost its power, and no journal: it is given a game that it would have ended."""
    board = bench.board
    record(bench, NO_REPETITION, going_to_and_fro(board, 3))
    board.restart(b"4567abcd")
    record(bench, NONE, going_to_and_fro(board, 1, begin=False))
    assert any("has its game 1 back" in notice for notice in bench.notices), bench.notices
    score = only_game(bench.archive)
    assert (score.result, len(score.moves), score.tags[draws.TAG]) == ("*", 16, "repetition")
    assert settings(board) == (False, True)


def test_another_match_board_is_told_before_it_is_given_the_game(archive: Archive) -> None:
    with archive.writing() as writer:
        writer.board("E66", "0.1.0", "1.4", "0a0b0c0d")
        number = writer.game("E66", "0a0b0c0d-1", 1, START, draws.tags(NEITHER))
        writer.move(number, 1, "d3-e3A")
    told = [("set", "repetition", 0), ("set", "fifty", 0)]
    assert commands(archive.game(number), "-", "tsivy")[:2] == told
    with archive.writing() as writer:
        writer.tag(number, {draws.TAG: ""})
    assert commands(archive.game(number), "-", "tsivy")[0][0] == "load"
    assert Revival(archive.game(number)).number == number


def test_a_later_game_of_a_later_recording_is_as_others(bench: Bench) -> None:
    board = bench.board
    record(bench, NEITHER, going_to_and_fro(board, 1))
    assert settings(board) == (False, False)

    def another() -> Iterator[None]:
        yield
        assert settings(board) == (False, False), "the game under way is left as it is"
        board.session.new_game()
        board.wait(30)
        board.stand(START)
        board.wait(60)
        yield

    record(bench, NONE, another)
    assert settings(board) == (True, True)


@pytest.mark.parametrize("under_way", [False, True])
def test_left_alone_between_games_a_board_counts_them_again(bench: Bench, under_way: bool) -> None:
    board = bench.board

    def script() -> Iterator[None]:
        yield
        assert settings(board) == (False, False)
        if under_way:
            board.play("d3-e3A")
            yield
        listening = bench.seen
        assert isinstance(listening, Listening)
        listening.draws.close()
        yield

    record(bench, NEITHER, script)
    assert settings(board) == ((False, False) if under_way else (True, True))


def test_words_of_the_record() -> None:
    assert draws.of({}) == NONE and draws.tags(NONE) == {} and draws.said(NONE) == ""
    assert draws.of({draws.TAG: "fifty, other repetition"}) == NEITHER
    assert draws.tags(NEITHER) == {draws.TAG: "repetition fifty"}
    assert draws.said(NEITHER).count("no draw") == 2


# What is made of a record that goes on past the third time


def past_it(archive: Archive, without: Without, result: str) -> int:
    moves = TO_AND_FRO * 2
    with archive.writing() as writer:
        writer.board("E66", "0.1.0", "1.4", "0a0b0c0d")
        number = writer.game("E66", "0a0b0c0d-1", 1, POSITION, draws.tags(without))
        for ply, move in enumerate(moves, 1):
            writer.move(number, ply, move)
        writer.finish(number, len(moves), result, "host")
    return number


@pytest.mark.parametrize(
    ("without", "result", "is_draw"),
    [
        (NONE, "1/2-1/2", True),
        (NO_REPETITION, "1-0", False),
        (NO_REPETITION, "1/2-1/2", False),  # by agreement
        (frozenset({FIFTY}), "1-0", False),
        (frozenset({FIFTY}), "1/2-1/2", True),
    ],
)
def test_an_analysis_takes_the_last_position_for_what_it_was(
    archive: Archive, without: Without, result: str, is_draw: bool
) -> None:
    score = pgn.from_archive(archive.game(past_it(archive, without, result)))
    last = call(score, len(score.moves), Settings(nodes=500))
    try:
        worth = Examined.of(examine(*last)).worth
    finally:
        close_sources()
    assert (worth == Worth("draw")) == is_draw
    assert call(score, 3, Settings(nodes=500))[4] == (without != NO_REPETITION)


def test_a_hint_minds_repetition_only_where_it_counts(bench: Bench) -> None:
    for without in (NONE, NO_REPETITION):
        bench.board = PlayedBoard(b"%08x" % len(without))
        record(bench, without, going_to_and_fro(bench.board, 1))
        asked = question_of(bench.recorder.playing, bench.archive)
        assert asked is not None and asked.draws == (without == NONE) and len(asked.moves) == 4


def test_its_record_can_be_corrected(archive: Archive) -> None:
    number = past_it(archive, NO_REPETITION, "1-0")
    other = correct(archive, number, 8, ["i1-i2", "b5-b4"])
    assert draws.of(archive.game(other).tags) == NO_REPETITION
