"""The archive: durable, idempotent, never overwriting, and clear about its failures."""

from __future__ import annotations

import multiprocessing
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from aging import make_older

from lakabe.archive import CORRECTED, TAKEN_BACK, Archive, Contact, Move, Undone
from lakabe.errors import ArchiveBusy, ArchiveConflict, ArchiveError, InputError

START = "BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW W"


@pytest.fixture
def archive(place: str) -> Iterator[Archive]:
    with Archive(place, clock=lambda: "2026-01-02T03:04:05Z") as opened:
        yield opened


def begin(archive: Archive, name: str = "0a0b0c0d-1", moves: tuple[str, ...] = ()) -> int:
    with archive.writing() as writer:
        writer.board("E66", "0.1.0", "1.0", "0a0b0c0d")
        game = writer.game("E66", name, 1, START)
        for ply, text in enumerate(moves, 1):
            assert writer.move(game, ply, text)
    return game


def test_it_is_made_with_its_directory(tmp_path: Path) -> None:
    with Archive(str(tmp_path / "a" / "b" / "games.db")) as archive:
        assert archive.games() == []
    assert (tmp_path / "a" / "b" / "games.db").exists()


def test_pragmas(tmp_path: Path) -> None:
    with Archive(str(tmp_path / "games.db")) as archive, archive._database.connected() as connection:
        ask = lambda name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()  # noqa: E731
        assert [ask("journal_mode"), ask("synchronous"), ask("foreign_keys")] == ["wal", 2, 1]


def test_a_game_is_kept(archive: Archive, place: str) -> None:
    number = begin(archive, moves=("d3-e3A", "f5-f4"))
    with Archive(place) as again:
        game = again.game(number)
    assert (game.board, game.name, game.first_ply, game.start) == ("E66", "0a0b0c0d-1", 1, START)
    assert game.moves == (Move(1, "d3-e3A"), Move(2, "f5-f4"))
    assert game.result is None
    assert game.ended is None
    assert game.complete()


def test_the_same_again_is_nothing_and_another_is_a_conflict(archive: Archive) -> None:
    number = begin(archive, moves=("d3-e3A",))
    with archive.writing() as writer:
        assert not writer.move(number, 1, "d3-e3A")
    with pytest.raises(ArchiveConflict), archive.writing() as writer:  # noqa: PT012
        writer.move(number, 2, "f5-f4")
        writer.move(number, 1, "d3-e3W")
    assert archive.game(number).texts() == ["d3-e3A"], "a transaction that failed leaves nothing"


def test_gaps_are_kept_and_filled(archive: Archive) -> None:
    number = begin(archive, moves=("d3-e3A",))
    with archive.writing() as writer:
        assert writer.move(number, 3, "c2-d3")
    game = archive.game(number)
    assert game.texts() == ["d3-e3A"]
    assert not game.complete()
    with archive.writing() as writer:
        assert writer.move(number, 2, "f5-f4")
    assert archive.game(number).texts() == ["d3-e3A", "f5-f4", "c2-d3"]


def test_a_finished_game_takes_no_more(archive: Archive) -> None:
    number = begin(archive, moves=("d3-e3A",))
    with archive.writing() as writer:
        assert writer.finish(number, 1, "1-0", "host")
        assert not writer.finish(number, 1, "1-0", "host")
    game = archive.game(number)
    assert (game.result, game.reason, game.ended) == ("1-0", "host", "2026-01-02T03:04:05Z")
    with pytest.raises(ArchiveConflict), archive.writing() as writer:
        writer.move(number, 2, "f5-f4")
    with pytest.raises(ArchiveConflict), archive.writing() as writer:
        writer.finish(number, 1, "0-1", "host")
    with archive.writing() as writer:
        assert not writer.move(number, 1, "d3-e3A"), "a move sent again after the end is still nothing"


def test_a_result_before_the_last_move_is_a_conflict(archive: Archive) -> None:
    number = begin(archive, moves=("d3-e3A", "f5-f4"))
    with pytest.raises(ArchiveConflict), archive.writing() as writer:
        writer.finish(number, 1, "1-0", "host")


def test_what_is_undone_is_put_aside(archive: Archive) -> None:
    number = begin(archive, moves=("d3-e3A", "f5-f4", "c2-d3"))
    with archive.writing() as writer:
        writer.finish(number, 3, "1-0", "host")
    with archive.writing() as writer:
        assert not writer.undo(number, 4, TAKEN_BACK)
        assert writer.undo(number, 2, TAKEN_BACK)
        assert not writer.undo(number, 2, TAKEN_BACK)
        writer.move(number, 2, "e5-e4")
    game = archive.game(number)
    assert (game.texts(), game.result, game.ended) == (["d3-e3A", "e5-e4"], None, None)
    assert archive.undone(number) == [
        Undone(2, "f5-f4", TAKEN_BACK),
        Undone(3, "c2-d3", TAKEN_BACK),
        Undone(4, "1-0 host", TAKEN_BACK),
    ]
    with archive.writing() as writer:
        writer.delete(number)
    assert archive.undone(number) == []


def test_a_branch_leaves_the_old_game_alone(archive: Archive) -> None:
    old = begin(archive, moves=("d3-e3A", "f5-f4"))
    with archive.writing() as writer:
        other = writer.branch(old, 1)
        writer.move(other, 2, "e5-e4")
        assert [game.number for game in writer.named("E66", "0a0b0c0d-1")] == [other, old]
        assert writer.named("E66", "none") == []
    assert archive.game(old).texts() == ["d3-e3A", "f5-f4"]
    assert archive.game(other).texts() == ["d3-e3A", "e5-e4"]


def test_an_unknown_start_is_filled_in_once(archive: Archive) -> None:
    with archive.writing() as writer:
        writer.board("E66", "0.1.0", "1.0", "0a0b0c0d")
        number = writer.game("E66", "x-1")
    with archive.writing() as writer:
        writer.begins(number, 1, START)
        writer.begins(number, 1, START)
    with pytest.raises(ArchiveConflict), archive.writing() as writer:
        writer.begins(number, 1, START.replace("W W", "W B"))


def test_what_a_board_has_had_kept(archive: Archive) -> None:
    assert archive.boards() == []
    with archive.writing() as writer:
        assert writer.board("E66", "0.1.0", "1.0", "aaaaaaaa") == 0
        writer.keep("E66", "aaaaaaaa", 41)
    assert archive.boards() == ["E66"]
    with archive.writing() as writer:
        assert writer.board("E66", "0.1.1", "1.0", "aaaaaaaa") == 41
        assert writer.board("E66", "0.1.1", "1.0", "bbbbbbbb") == 0


def test_unfinished_is_the_newest_game_or_none(archive: Archive) -> None:
    assert archive.unfinished("E66") is None
    first = begin(archive)
    second = begin(archive, "0a0b0c0d-2")
    game = archive.unfinished("E66")
    assert game is not None
    assert game.number == second
    with archive.writing() as writer:
        writer.finish(second, 0, "*", "abandoned")
    assert archive.unfinished("E66") is None
    assert archive.game(first).result is None


def test_contacts_lie_beside_the_game_and_go_with_it(archive: Archive) -> None:
    number = begin(archive)
    lift = [Contact(5, 100, "raw", "d3", 0), Contact(6, 105, "lift", "d3", 0)]
    events = [*lift, Contact(9, 400, "button", "turn", 1)]
    with archive.writing() as writer:
        writer.contacts("E66", "0a0b0c0d", None, [Contact(4, 90, "raw", "c3", 0), events[0]])
        writer.adopt("E66", "0a0b0c0d", 5, number)
        writer.contacts("E66", "0a0b0c0d", number, events[1:])
        writer.contacts("E66", "0a0b0c0d", None, [])
    assert archive.contacts(number) == events
    with archive.writing() as writer:
        writer.delete(number)
    assert archive.contacts(number) == []
    assert archive.games() == []
    with pytest.raises(InputError):
        archive.game(number)
    assert begin(archive) > number, "numbers are never used twice"


def test_deleting_what_is_not_there(archive: Archive) -> None:
    with pytest.raises(InputError, match="no game 7"), archive.writing() as writer:
        writer.delete(7)


def test_imports_are_not_doubled(archive: Archive) -> None:
    with archive.writing() as writer:
        number = writer.add({"White": "A"}, START, [Move(1, "d3-e3A", "why not")], "1-0", "so", digest="d")
        assert writer.add({"White": "A"}, START, [], "1-0", digest="d") is None
    assert number is not None
    game = archive.game(number)
    assert (game.tags["White"], game.moves[0].comment, game.comment) == ("A", "why not", "so")
    with archive.writing() as writer:
        writer.tag(number, {"Black": "B"})
    assert archive.game(number).tags == {"White": "A", "Black": "B"}


def test_games_of_one_board(archive: Archive) -> None:
    first = begin(archive, moves=("d3-e3A",))
    with archive.writing() as writer:
        writer.board("F77", "0.1.0", "1.0", "cccccccc")
        other = writer.game("F77", "cccccccc-1", 1, START)
        writer.move(other, 1, "d3-e3W")
    assert [game.number for game in archive.games()] == [first, other]
    (only,) = archive.games("F77")
    assert only.texts() == ["d3-e3W"]


def write_games(where: str, board: str, count: int) -> None:
    with Archive(where, patience=60) as archive:
        with archive.writing() as writer:
            writer.board(board, "0.1.0", "1.0", "0a0b0c0d")
            game = writer.game(board, "g", 1, START)
        for ply in range(1, count + 1):
            with archive.writing() as writer:
                writer.move(game, ply, "a1-b1")


def test_several_threads_at_once(place: str) -> None:
    threads = [threading.Thread(target=write_games, args=(place, f"B{i}", 20)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with Archive(place) as archive:
        assert [len(game.moves) for game in archive.games()] == [20] * 4


def test_several_processes_at_once(place: str) -> None:
    spawn = multiprocessing.get_context("spawn")
    processes = [spawn.Process(target=write_games, args=(place, f"B{i}", 15)) for i in range(2)]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    assert [process.exitcode for process in processes] == [0, 0]
    with Archive(place) as archive:
        assert sorted(len(game.moves) for game in archive.games()) == [15, 15]


def test_locked(tmp_path: Path) -> None:
    where = str(tmp_path / "games.db")
    with Archive(where, patience=0) as archive:
        number = begin(archive)
        holder = sqlite3.connect(where)
        holder.execute("BEGIN IMMEDIATE")
        with pytest.raises(ArchiveBusy, match="locked"), archive.writing() as writer:
            writer.move(number, 1, "d3-e3A")
        assert archive.game(number).moves == (), "reading goes on"
        holder.rollback()
        holder.close()
        with archive.writing() as writer:
            writer.move(number, 1, "d3-e3A")


def test_no_space_left(tmp_path: Path) -> None:
    with Archive(str(tmp_path / "games.db")) as archive:
        number = begin(archive)
        with archive._database.connected() as connection:
            pages = connection.exec_driver_sql("PRAGMA page_count").scalar()
        with archive._database.connected() as connection:
            connection.exec_driver_sql(f"PRAGMA max_page_count={pages}")
        with pytest.raises(ArchiveBusy, match="no space"), archive.writing() as writer:  # noqa: PT012
            for ply in range(1, 2000):
                writer.move(number, ply, "d3-e3A" * 20)
        assert archive.game(number).moves == ()


@pytest.mark.parametrize("content", [b"not a database, but long enough to be looked at" * 4, b"\0" * 2000])
def test_corrupt_from_the_first_byte(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "games.db"
    path.write_bytes(content)
    with pytest.raises(ArchiveError, match="damaged") as caught:
        Archive(str(path))
    assert "\n" not in caught.value.line()
    assert path.read_bytes() == content, "what is damaged is left as it is"


def test_corrupt_inside(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    with Archive(str(path)) as archive:
        begin(archive, moves=tuple(f"m{n}" for n in range(1, 400)))
    holder = sqlite3.connect(path)
    holder.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    holder.close()
    data = bytearray(path.read_bytes())
    for page in range(4096, len(data), 4096):
        data[page : page + 64] = b"\xff" * 64
    path.write_bytes(data)
    with pytest.raises(ArchiveError), Archive(str(path)) as archive:
        archive.check()


def test_a_file_of_another_program(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE recipes (name TEXT)")
    other.commit()
    other.close()
    with pytest.raises(ArchiveError, match="something else"):
        Archive(str(path))


def test_an_archive_of_the_first_schema_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    with Archive(str(path)) as archive:
        number = begin(archive, moves=("d3-e3A",))
    make_older(path, 1, "undone")
    with Archive(str(path)) as archive:
        assert archive.undone(number) == []
    with Archive(str(path)) as archive, archive.writing() as writer:
        writer.undo(number, 1, CORRECTED)
        assert writer.read(number).texts() == []


def test_a_newer_schema(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    Archive(str(path)).close()
    newer = sqlite3.connect(path)
    newer.execute("UPDATE meta SET value = '99' WHERE key = 'version'")
    newer.commit()
    newer.close()
    with pytest.raises(ArchiveError, match="schema 99"):
        Archive(str(path))


def test_check_of_a_sound_archive(archive: Archive) -> None:
    begin(archive)
    archive.check()
    archive.check()
