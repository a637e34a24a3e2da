"""Databases of both kinds: where they are, who makes them, and what happens when they go away."""

from __future__ import annotations

import multiprocessing
import os
import shutil
import sqlite3
import stat
from collections import namedtuple
from pathlib import Path

import pytest

from lakabe.archive import Archive, Move, database, resolve
from lakabe.archive.place import name_of
from lakabe.errors import ArchiveBusy, ArchiveError

START = "BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW W"


def add(archive: Archive, comment: str = "", **tags: str) -> int:
    with archive.writing() as writer:
        number = writer.add(tags, START, [Move(1, "d3-e3A", comment)], "1-0", comment)
    assert number is not None
    return number


def test_place(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def path(where: str | None = None) -> str | None:
        url = resolve(where)
        assert url.drivername == "sqlite"
        return url.database

    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.delenv("LAKABE_ARCHIVE", raising=False)
    assert path() == f"{tmp_path}/lakabe/games.db"
    monkeypatch.setenv("LAKABE_ARCHIVE", "/elsewhere/g.db")
    assert path() == "/elsewhere/g.db"
    assert path("sqlite:////a b/50%?c#d") == "/a b/50%?c#d"
    assert path("./x://y") == f"{Path.cwd()}/x:/y"
    monkeypatch.delenv("LAKABE_ARCHIVE")
    monkeypatch.setenv("XDG_DATA_HOME", "relative")
    assert path() == f"{Path.home()}/.local/share/lakabe/games.db"


@pytest.mark.parametrize("scheme", ["postgres", "postgresql", "postgresql+psycopg"])
def test_the_address_of_a_server(scheme: str) -> None:
    url = resolve(f"{scheme}://ada:{'secret'}@db:7/games?sslmode=require")
    assert (url.drivername, url.password, url.query["sslmode"]) == ("postgresql+psycopg", "secret", "require")
    assert name_of(url) == "postgresql://ada@db:7/games"


@pytest.mark.parametrize("name", ["a?b.db", "a%20b.db", "a%b.db", "a#b.db", "a b.db", "ü.db", ":memory:"])
def test_paths_are_just_paths(tmp_path: Path, name: str) -> None:
    for number, path in enumerate((tmp_path / name, tmp_path / name.replace("b", "c"), tmp_path / "a"), 1):
        with Archive(str(path)) as archive:
            add(archive, White=str(number))
            assert path.is_file()
            assert archive.path == path
    with Archive(str(tmp_path / name)) as archive:
        assert archive.games()[0].tags == {"White": "1"}


def test_a_new_archive_is_for_its_owner_alone(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        with Archive(str(tmp_path / "games.db")) as archive:
            add(archive)
            modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in tmp_path.iterdir()}
    finally:
        os.umask(before)
    assert modes == {"games.db": 0o600, "games.db-wal": 0o600, "games.db-shm": 0o600}


WRONG = [
    "oracle://ada:hush@x/y",
    "mysql+pymysql://ada:hush@x/y",
    "postgresql+psycopg2://ada:hush@x/y",
    "sqlite+nodriver:///hush",
    "nonsense://",
    "postgresql://",
    "postgresql://ada:hush@host",
    "postgresql://ada:hu@sh@host/games",
    "postgresql://ada:hush",
    "postgresql://host:hush/games",
]


@pytest.mark.parametrize("where", WRONG)
def test_addresses_that_are_none(where: str) -> None:
    with pytest.raises(ArchiveError) as caught:
        Archive(where)
    assert caught.value.fix and caught.value.exit_code == 6
    assert "hu" not in caught.value.line().replace("such as", "")


def test_a_password_that_is_not_quoted() -> None:
    with pytest.raises(ArchiveError, match="more than one @"):
        Archive("postgresql://ada:hu@sh@host/games")


def test_places_that_cannot_be(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    for where in (file / "games.db", file / "under" / "games.db", tmp_path):
        with pytest.raises(ArchiveError) as caught:
            Archive(str(where))
        assert caught.value.fix and caught.value.exit_code == 6


def make(where: str, ready: multiprocessing.synchronize.Barrier) -> None:
    ready.wait(60)
    with Archive(where, patience=60) as archive:
        add(archive)


def test_five_commands_at_once_make_one_archive(place: str) -> None:
    spawn = multiprocessing.get_context("spawn")
    ready = spawn.Barrier(5)
    processes = [spawn.Process(target=make, args=(place, ready)) for _ in range(5)]
    for process in processes:
        process.start()
    for process in processes:
        process.join(60)
    assert [process.exitcode for process in processes] == [0] * 5
    with Archive(place) as archive:
        assert len(archive.games()) == 5


def test_texts_of_any_length(place: str) -> None:
    long = "long " * 20_000
    with Archive(place) as archive:
        number = add(archive, long, White=long, **{"T" * 5000: "x"})
        game = archive.game(number)
        assert (game.comment, game.moves[0].comment, game.tags["White"]) == (long, long, long)
        with archive.writing() as writer:
            writer.board("S" * 500, "V" * 500, "9" * 500, "B" * 500)
            writer.match("K" * 100, 0, long, (long, long))
            made = writer.game("S" * 500, "G" * 500, 1, START)
            writer.move(made, 1, "d3" + "-e3A" * 50)
            writer.finish(made, 1, "1-0", "R" * 500)
        assert archive.game(made).reason == "R" * 500


# An SQLite file that goes away


@pytest.mark.parametrize("how", ["deleted", "moved", "directory", "replaced"])
def test_a_file_that_goes_away_is_made_anew(
    tmp_path: Path, how: str, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "there" / "games.db"
    with Archive(str(path)) as archive:
        add(archive, White="old")
        before = archive.epoch()
        assert archive.epoch() == before
        if how == "deleted":
            path.unlink()
        elif how == "moved":
            path.rename(tmp_path / "moved.db")
        elif how == "directory":
            shutil.rmtree(path.parent)
        else:
            Archive(str(tmp_path / "other.db")).close()
            (tmp_path / "other.db").rename(path)
        with pytest.raises(ArchiveBusy, match="another file"):
            add(archive, White="lost?")
        assert archive.epoch() == before + 1
        is_replaced = how == "replaced"
        assert ("is another one now" in caplog.text) == is_replaced
        assert (f"the file {path} is gone; recording goes on in a new one" in caplog.text) != is_replaced
        add(archive, White="new")
        assert [game.tags["White"] for game in archive.games()] == ["new"]
    if how == "moved":
        with Archive(str(tmp_path / "moved.db")) as archive:
            assert [game.tags["White"] for game in archive.games()] == ["old"]
    with Archive(str(path)) as archive:
        assert [game.tags["White"] for game in archive.games()] == ["new"]
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_file_that_goes_away_during_a_transaction(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    with Archive(str(path)) as archive:
        with pytest.raises(ArchiveBusy, match="taken away"), archive.writing() as writer:  # noqa: PT012
            writer.add({}, START, [], "*")
            path.unlink()
        assert archive.games() == []


def test_a_place_that_cannot_be_made_again_is_tried_again(tmp_path: Path) -> None:
    folder = tmp_path / "there"
    with Archive(str(folder / "games.db")) as archive:
        shutil.rmtree(folder)
        folder.write_text("in the way")
        for _ in range(2):
            with pytest.raises(ArchiveError, match="no directory"):
                archive.games()
        folder.unlink()
        assert archive.games() == []


# What doctor sees


def test_a_full_disk_is_seen_by_the_check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = namedtuple("usage", "total used free")
    with Archive(str(tmp_path / "games.db")) as archive:
        archive.check()
        monkeypatch.setattr(database.shutil, "disk_usage", lambda path: usage(1 << 30, 1 << 30, 5 << 10))
        with pytest.raises(ArchiveError, match=r"little space is left .* 5 KiB are free"):
            archive.check()


def test_the_check_writes(tmp_path: Path) -> None:
    with Archive(str(tmp_path / "games.db"), patience=0) as archive:
        with archive._database.connected() as connection:
            connection.exec_driver_sql("PRAGMA query_only=ON")
        with pytest.raises(ArchiveError, match=r"cannot be written.*permissions of the file"):
            archive.check()
        with archive._database.connected() as connection:
            connection.exec_driver_sql("PRAGMA query_only=OFF")
        holder = sqlite3.connect(tmp_path / "games.db")
        holder.execute("BEGIN IMMEDIATE")
        with pytest.raises(ArchiveBusy, match="locked"):
            archive.check()
        holder.close()
        archive.check()
