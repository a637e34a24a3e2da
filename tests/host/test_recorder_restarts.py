"""Recording across restarts of the host and of the board."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from playing import START, PlayedBoard, random_moves
from recording import Bench, players, unplug

from fanorona.hands.tracker import SETUP
from lakabe.archive import Archive


def test_a_new_host_goes_on_with_the_game(bench: Bench, archive: Archive) -> None:
    moves = random_moves(12, 20)
    bench.run(players(bench.board, moves[:5]))
    contacts = len(archive.contacts(1))
    other = Bench(archive, bench.board)
    other.run(players(bench.board, moves[5:]))
    (game,) = archive.games()
    assert game.texts() == moves
    rows = archive.contacts(game.number)
    assert len(rows) > contacts
    assert len({row.seq for row in rows}) == len(rows), "lines sent again are not kept twice"
    assert other.notices == []


def test_a_new_host_with_an_empty_archive_gets_the_whole_game(bench: Bench, tmp_path: Path) -> None:
    moves = random_moves(9, 21)
    with Archive(str(tmp_path / "first.db")) as first:
        Bench(first, bench.board).run(players(bench.board, moves[:7]))
    bench.run(players(bench.board, moves[7:]))
    (game,) = bench.archive.games()
    assert game.texts() == moves
    assert game.complete()
    assert bench.notices == []


def test_a_board_that_restarts_gets_its_game_back(bench: Bench, archive: Archive) -> None:
    moves = random_moves(16, 22)

    def power_cut() -> Iterator[None]:
        for move in moves[:9]:
            bench.board.play(move)
            yield
        bench.board.restart(b"fedc4321")
        unplug()

    def rest() -> Iterator[None]:
        yield
        yield
        for move in moves[9:]:
            bench.board.play(move)
            yield

    bench.run(power_cut, rest)
    (game,) = archive.games()
    assert game.name == "0123abcd-1"
    assert game.texts() == moves
    assert bench.notices == [
        "the cable was pulled; trying again",
        "the board has its game 1 back and goes on with it",
    ]


def test_a_restart_without_a_pulled_cable(bench: Bench, archive: Archive) -> None:
    moves = random_moves(8, 23)

    def script() -> Iterator[None]:
        for move in moves[:4]:
            bench.board.play(move)
            yield
        bench.board.restart(b"fedc4321")
        yield from [None] * 6
        for move in moves[4:]:
            bench.board.play(move)
            yield

    bench.run(script)
    (game,) = archive.games()
    assert game.texts() == moves


def test_stones_put_right_after_a_restart_bring_the_game_back(bench: Bench, archive: Archive) -> None:
    moves = random_moves(8, 24)

    def script() -> Iterator[None]:
        for move in moves[:5]:
            bench.board.play(move)
            yield
        bench.board.reeds[0] ^= 1
        bench.board.restart(b"fedc4321")
        yield from [None] * 4
        assert bench.board.session.tracker.phase == SETUP
        bench.board.put(0, not bench.board.reeds[0])
        yield from [None] * 4
        for move in moves[5:]:
            bench.board.play(move)
            yield

    bench.run(script)
    (game,) = archive.games()
    assert game.texts() == moves


def test_a_restart_with_the_stones_at_the_start_begins_another_game(bench: Bench, archive: Archive) -> None:
    def script() -> Iterator[None]:
        bench.board.play("d3-e3A")
        yield
        bench.board.stand(START)
        bench.board.restart(b"fedc4321")
        yield from [None] * 4
        bench.board.play("e2-e3A")
        yield

    bench.run(script)
    assert [(game.name, game.texts()) for game in archive.games()] == [
        ("0123abcd-1", ["d3-e3A"]),
        ("fedc4321-1", ["e2-e3A"]),
    ]


def test_a_boot_id_that_comes_again_loses_nothing(bench: Bench, archive: Archive) -> None:
    bench.run(players(bench.board, ["d3-e3A"]))
    board = PlayedBoard()
    board.wait(50)
    other = Bench(archive, board)
    other.run(players(board, ["e2-e3A"]))
    assert [(game.name, game.texts()) for game in archive.games()] == [("0123abcd-1", ["e2-e3A"])]
    assert [move.text for move in archive.undone(1)] == ["d3-e3A"]
