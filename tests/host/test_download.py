"""Finished games that wait in the board's journal: fetched once, whatever happens on the way."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from playing import START, BoardServer, PlayedBoard, random_moves
from recording import Bench
from remembering import RememberingBoard

from core.sectors import Sectors
from lakabe import cli
from lakabe.archive import CORRECTED, TAKEN_BACK, Archive, Undone
from lakabe.board import events
from lakabe.board.download import TRIES, Download, Fetched, keep
from lakabe.board.events import Event

SERIAL = "e66038b713"


GAMES = [random_moves(12, seed) for seed in (31, 32, 33, 34)]


def played(count: int = len(GAMES)) -> RememberingBoard:
    """A board on which nobody was there for these games, switched on anew."""
    board = RememberingBoard(Sectors(24))
    for moves in GAMES[:count]:
        board.play_game(moves)
    board.restart(b"feedc0de")
    return board


def connected(board: PlayedBoard) -> Iterator[None]:
    yield from [None] * 30


def recorded(archive: Archive) -> list[tuple[str | None, list[str], str | None]]:
    return [(game.name, game.texts(), game.result) for game in archive.games() if game.result]


WANTED = [(f"0123abcd-{number}", moves, "*") for number, moves in enumerate(GAMES, 1)]


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    with Archive(str(tmp_path / "games.db"), patience=0) as archive:
        yield archive


def test_games_that_nobody_recorded_are_fetched_once(archive: Archive) -> None:
    board = played()
    bench = Bench(archive, board)
    bench.run(lambda: connected(board))
    assert recorded(archive) == WANTED
    assert bench.recorder.fetched == [1, 2, 3, 4]
    assert sum("board's memory" in notice for notice in bench.notices) == 4
    assert archive.game(1).tags["Date"] == "????.??.??"
    bench.run(lambda: connected(board))
    assert recorded(archive) == WANTED and bench.recorder.fetched == []


class Listener(list[Event]):
    """Events that were seen, each of which is also told to somebody."""

    def __init__(self, tell: Callable[[Event], None]) -> None:
        super().__init__()
        self._tell = tell

    def append(self, event: Event) -> None:
        super().append(event)
        self._tell(event)


@pytest.mark.parametrize("command", [("games",), ("fetch", "0123abcd-1", 0)])
@pytest.mark.parametrize("place", range(0, 8, 2))
def test_a_download_that_another_request_ends_is_made_again(
    archive: Archive, command: tuple[str | int, ...], place: int
) -> None:
    board = played(2)
    bench = Bench(archive, board)
    told = iter(range(place, -1, -1))

    def asked_meanwhile(event: Event) -> None:
        if isinstance(event, events.Kept | events.Past | events.Played) and next(told, None) == 0:
            bench.recorder.send(str(command[0]), *command[1:])

    bench.seen = Listener(asked_meanwhile)
    bench.run(lambda: connected(board))
    assert bench.recorder.settled
    assert recorded(archive) == WANTED[:2]


def test_the_game_in_play_is_recorded_beside(archive: Archive) -> None:
    board = played()
    bench = Bench(archive, board)

    def script() -> Iterator[None]:
        for move in GAMES[0]:
            board.play(move)
            yield

    bench.run(script)
    live = [game for game in archive.games() if game.result is None]
    assert [game.texts() for game in live] == [GAMES[0]]
    assert sorted(recorded(archive)) == WANTED
    unfinished = archive.unfinished(SERIAL)
    assert unfinished is not None and unfinished.number == live[0].number, "whatever was fetched after it"


def test_a_game_deleted_here_is_not_fetched_again(archive: Archive) -> None:
    board = played(2)
    bench = Bench(archive, board)
    bench.run(lambda: connected(board))
    with archive.writing() as writer:
        writer.delete(1)
    bench.run(lambda: connected(board))
    assert recorded(archive) == WANTED[1:2]


def test_a_board_without_the_feature_is_not_asked(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fanorona.wire.reports.FEATURES", b"lights,raw")
    board = played(1)
    bench = Bench(archive, board)
    bench.run(lambda: connected(board))
    assert recorded(archive) == [] and bench.recorder.fetched == []
    assert bench.of(events.Kept) == []


def test_fetching_by_hand(elsewhere: Path, capsys: pytest.CaptureFixture[str]) -> None:
    server = BoardServer(played(2), lambda: None)
    try:
        for told in ("2 games fetched.\n", "No games fetched.\n"):
            assert cli.run(["games", "fetch", "--port", server.url]) == 0
            assert capsys.readouterr().out.endswith(told)
    finally:
        server.close()
    with Archive() as archive:
        assert recorded(archive) == WANTED[:2]


NAME = "0123abcd-1"
TOLD = [
    events.Past(1, 0, NAME, 1, *START.split(" ")),
    events.Played(2, 0, NAME, 1, ("d3-e3A", "f4-f3A", "e2-f2A")),
    events.Played(3, 0, NAME, 2, ("f5-f4",)),
    events.Ended(4, 0, NAME, 2, "1-0", "host"),
]


def asked() -> Download:
    download = Download(lambda names, _: list(names))
    assert download.begin() == ("games",)
    assert download.see(events.Kept(1, 0, NAME, 16)) == (None, None)
    assert download.see(events.Kept(1, 0, NAME, 80)) == (None, None)
    assert download.see(events.Kept(1, 0, "", 0)) == (None, ("fetch", NAME, 80))
    return download


def test_what_was_taken_back_is_put_aside(archive: Archive) -> None:
    download = asked()
    found = [download.see(event) for event in TOLD]
    assert found[:3] == [(None, None)] * 3
    game, command = found[3]
    assert command is None and download.done and game is not None
    assert game.moves == ["d3-e3A", "f5-f4"]
    with archive.writing() as writer:
        writer.board(SERIAL, "0.1.0", "1.2", "feedc0de")
        number = keep(writer, SERIAL, game)
        assert number is not None and keep(writer, SERIAL, game) is None, "it is here just so"
    assert archive.undone(number) == [Undone(2, "f4-f3A", TAKEN_BACK), Undone(3, "e2-f2A", TAKEN_BACK)]
    assert recorded(archive) == [(NAME, ["d3-e3A", "f5-f4"], "1-0")]


def test_a_game_that_went_on_after_it_was_fetched_is_fetched_again(archive: Archive) -> None:
    """It was given up, fetched, and taken up again while no computer was there: it has two ends."""
    with archive.writing() as writer:
        writer.board(SERIAL, "0.1.0", "1.2", "feedc0de")
        keep(writer, SERIAL, Fetched(NAME, 1, START, ["d3-e3A"], result="*", reason="abandoned"))
    download = Download(functools.partial(archive.lacking, SERIAL))
    download.begin()
    for place in (16, 80):
        download.see(events.Kept(1, 0, NAME, place))
    assert download.see(events.Kept(1, 0, "", 0)) == (None, ("fetch", NAME, 80))
    game, _ = [download.see(event) for event in TOLD][-1]
    assert game is not None
    with archive.writing() as writer:
        keep(writer, SERIAL, game)
    assert recorded(archive) == [(NAME, ["d3-e3A", "f5-f4"], "1-0")]
    number = archive.games()[0].number
    with archive.writing() as writer:
        writer.delete(number)
    assert archive.lacking(SERIAL, {NAME: None}, {NAME}) == [], "it was deleted here"


def test_the_board_knows_better_what_was_played(archive: Archive) -> None:
    """A power cut took the second move, another was played unheard, and the game had the same end."""
    end = (2, "1-0", "host")
    with archive.writing() as writer:
        writer.board(SERIAL, "0.1.0", "1.6", "feedc0de")
        number = writer.game(SERIAL, NAME, 1, START)
        for ply, text in enumerate(("d3-e3A", "f4-f3A"), 1):
            writer.move(number, ply, text)
        writer.finish(number, 2, "1-0", "host")
    assert archive.lacking(SERIAL, {NAME: None}) == [], "a board that tells no ends"
    assert archive.lacking(SERIAL, {NAME: end}) == [NAME]
    fetched = Fetched(NAME, 1, START, ["d3-e3A", "f5-f4"], result="1-0", reason="host")
    with archive.writing() as writer:
        assert keep(writer, SERIAL, fetched) == number
    assert recorded(archive) == [(NAME, ["d3-e3A", "f5-f4"], "1-0")]
    assert Undone(2, "f4-f3A", CORRECTED) in archive.undone(number)
    assert archive.lacking(SERIAL, {NAME: end}) == []


@given(losses=st.lists(st.sets(st.integers(0, 3), min_size=1), max_size=TRIES))
@settings(max_examples=60, deadline=None)
def test_a_request_of_which_lines_were_lost_is_made_again(losses: list[set[int]]) -> None:
    """The link says of lines that they are lost, where it goes on."""
    download = asked()
    for lost in [*losses, set[int]()]:
        commands = []
        for number, event in enumerate(TOLD):
            game, command = download.see(events.Lost(1, 0, 1, 1) if number in lost else event)
            if command is not None:
                commands.append(command)
                break  # the board begins anew
        assert commands == ([("fetch", NAME, 80)] if lost else [])
    assert game is not None and game.moves == ["d3-e3A", "f5-f4"] and download.done


def test_a_game_with_a_line_that_makes_no_sense_is_asked_for_again() -> None:
    """Such a line is passed over: here the one that says which move was made instead of the second."""
    download = asked()
    for event in (*TOLD[:2], events.Played(4, 0, NAME, 5, ("c1-d2",))):
        assert download.see(event) == (None, None)
    assert download.see(TOLD[3]) == (None, ("fetch", NAME, 80))


def test_it_does_not_ask_for_ever() -> None:
    download = asked()
    for _ in range(TRIES):
        assert download.again() == ("fetch", NAME, 80)
    assert download.again() is None and download.done


def test_keep_opens_a_game_that_ended_otherwise(archive: Archive) -> None:
    fetched = Fetched(NAME, 1, START, ["d3-e3A"], [], "1-0", "host")
    with archive.writing() as writer:
        writer.board(SERIAL, "0.1.0", "1.2", "feedc0de")
        number = writer.game(SERIAL, NAME, 1, START)
        writer.move(number, 1, "d3-e3W")
        writer.move(number, 2, "f5-f4")
        writer.finish(number, 2, "*", "abandoned")
        assert keep(writer, SERIAL, fetched) == number
    assert recorded(archive) == [(NAME, ["d3-e3A"], "1-0")]
    assert {one.text for one in archive.undone(number)} == {"d3-e3W", "f5-f4", "* abandoned"}


def test_a_game_of_which_the_board_has_but_the_end_is_fetched_once(archive: Archive) -> None:
    """Of its first moves neither knows all, so what each has is kept beside the other."""
    with archive.writing() as writer:
        writer.board(SERIAL, "0.1.0", "1.2", "feedc0de")
        number = writer.game(SERIAL, NAME, 1, START)
        writer.move(number, 1, "d3-e3A")
        writer.move(number, 9, "f5-f4")
        writer.finish(number, 9, "1-0", "host")
    assert archive.lacking(SERIAL, {NAME: None}) == [NAME]
    later = Fetched(NAME, 9, START, ["d3-e3A"], [], "1-0", "host")
    with archive.writing() as writer:
        assert keep(writer, SERIAL, later) != number
    assert recorded(archive) == [(NAME, ["d3-e3A"], "1-0")] * 2
    assert archive.lacking(SERIAL, {NAME: None}) == []


def test_moves_before_those_that_the_board_has_stay_as_they_are(archive: Archive) -> None:
    with archive.writing() as writer:
        writer.board(SERIAL, "0.1.0", "1.2", "feedc0de")
        number = writer.game(SERIAL, NAME)
        writer.move(number, 5, "f5-f4")
        writer.finish(number, 5, "1-0", "host")
    assert archive.lacking(SERIAL, {NAME: None}) == [NAME]
    with archive.writing() as writer:
        other = keep(writer, SERIAL, Fetched(NAME, 9, START, ["d3-e3A"], [], "1-0", "host"))
    assert (archive.game(number).first_ply, archive.game(other).first_ply) == (1, 9)
    assert archive.lacking(SERIAL, {NAME: None}) == []
