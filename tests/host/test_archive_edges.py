"""Archives that are not there, cannot be written, are empty files, or lie where nothing can be locked."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
import stat
from pathlib import Path

import pytest

from lakabe import cli
from lakabe.archive import Archive, Move, database, trouble
from lakabe.cli import named
from lakabe.errors import ArchiveBusy, ArchiveError
from lakabe.games import pgn

READING = (
    "games", "games list --all", "games export --all", "matches", "openings", "doctor --no-board",
)  # fmt: skip
OF_ONE = (
    "games show 1", "games export 1", "games delete 1 --yes", "games correct 1 1 d3-e3A", "hint 1",
    "analyse 1", "matches show 1", "matches export 1", "matches end 1", "matches delete 1",
    "analyse --all", "matches players 1 A,B",
)  # fmt: skip
WRITING = ("games import GAMES", "matches begin session3", "games delete 1 --yes", "games correct 1 1 d3-e3W")


def make(file: Path) -> None:
    with Archive(str(file)) as archive, archive.writing() as writer:
        writer.add({"White": "Soa"}, pgn.START, [Move(1, "d3-e3A")], "1-0")


@pytest.fixture
def unwritable(elsewhere: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An archive that this process may not write; who runs the tests may be root, who always may."""
    file = elsewhere / "games.db"
    make(file)
    monkeypatch.setattr(database, "_is_writable", lambda path: False)
    return file


CODES = {**dict.fromkeys(READING, 0), **dict.fromkeys(OF_ONE, 2)}


@pytest.mark.parametrize(("words", "code"), CODES.items())
def test_who_reads_makes_no_archive(
    words: str, code: int, elsewhere: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(words.split()) == code
    assert not list(elsewhere.glob("games.db*"))
    assert capsys.readouterr().err.count("\n") == bool(code)


def test_a_hint_makes_no_archive(elsewhere: Path) -> None:
    assert named.question([], None, None).moves == ()
    assert not list(elsewhere.iterdir())


def test_nothing_is_written_to_what_is_not_there(elsewhere: Path) -> None:
    with Archive(make=False) as archive:
        assert archive.is_missing
        assert archive.count() == 0
        with pytest.raises(ArchiveError, match="there is no archive"), archive.writing():
            pass
    assert not list(elsewhere.iterdir())


@pytest.mark.parametrize("words", ["games", "games show 1", "games export --all", "matches", "openings"])
def test_what_cannot_be_written_is_read(
    words: str, unwritable: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = unwritable.read_bytes()
    assert cli.run(words.split()) == 0
    assert "Soa" in capsys.readouterr().out or words in ("matches", "openings")
    assert unwritable.read_bytes() == before
    assert [file.name for file in unwritable.parent.iterdir()] == ["games.db"]


def test_what_cannot_be_written_is_read_while_another_writes(unwritable: Path) -> None:
    with Archive() as writing, writing.writing() as writer:
        writer.add({}, pgn.START, [], "*")
        with Archive(make=False) as reading:
            assert reading.count() == 1
    with Archive() as writing, Archive(make=False) as reading:
        assert writing.count() == reading.count() == 2


@pytest.mark.parametrize("words", ["games delete 1 --yes", "games correct 1 1 d3-e3W"])
def test_what_cannot_be_written_stays_as_it_is(
    words: str, unwritable: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(words.split()) == 6
    assert "cannot be written" in capsys.readouterr().err
    with Archive(make=False) as archive:
        assert archive.count() == 1


def test_one_that_was_not_closed_is_named(unwritable: Path) -> None:
    unwritable.with_name("games.db-wal").write_bytes(b"x")
    with pytest.raises(ArchiveError, match="was not closed") as caught:
        Archive(make=False)
    assert "copy it" in caught.value.fix


def test_an_old_one_that_cannot_be_written_is_named(unwritable: Path) -> None:
    connection = sqlite3.connect(unwritable)
    connection.execute("UPDATE meta SET value = '5' WHERE key = 'version'")
    connection.commit()
    connection.close()
    with pytest.raises(ArchiveError, match="is an old one"):
        Archive(make=False)


@pytest.mark.parametrize("words", [*READING, *WRITING])
def test_an_empty_file_is_left_alone(
    words: str,
    elsewhere: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(database, "FILLED_S", 0)
    (tmp_path / "GAMES").write_text("1. d3-e3A *\n")
    file = elsewhere / "games.db"
    file.touch(0o644)
    code = cli.run(words.replace("GAMES", str(tmp_path / "GAMES")).split())
    said = capsys.readouterr()
    assert code == 6
    assert "is an empty file" in (said.out if words.startswith("doctor") else said.err)
    assert (file.stat().st_size, stat.S_IMODE(file.stat().st_mode)) == (0, 0o644)
    assert list(elsewhere.glob("games.db*")) == [file]


def test_an_empty_file_that_cannot_be_written_is_the_same(unwritable: Path) -> None:
    unwritable.write_text("")
    with pytest.raises(ArchiveError, match="is an empty file"):
        Archive(make=False, patience=0)


def test_one_that_is_just_being_made_is_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "games.db"
    file.touch()
    made = tmp_path / "made.db"
    make(made)

    class Pause:
        def wait(self, _: float) -> None:
            shutil.copy(made, file)

    monkeypatch.setattr("threading.Event", Pause)
    with Archive(str(file)) as archive:
        assert archive.count() == 1


def test_one_that_cannot_be_filled_leaves_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise ArchiveBusy("no space is left")

    monkeypatch.setattr(database.Database, "connected", full)
    with pytest.raises(ArchiveBusy):
        Archive(str(tmp_path / "games.db"))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("number", "kind", "told"),
    [
        (errno.ENOLCK, ArchiveError, "cannot lock files"),
        (errno.EOPNOTSUPP, ArchiveError, "cannot lock files"),
        (errno.EAGAIN, ArchiveBusy, "locked by another program"),
        (0, ArchiveBusy, "locked by another program"),
    ],
)
@pytest.mark.parametrize("code", [sqlite3.SQLITE_BUSY, sqlite3.SQLITE_IOERR_LOCK])
def test_a_disk_without_locks_is_named(
    number: int,
    kind: type[ArchiveError],
    told: str,
    code: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def lock(*_: object) -> None:
        if number:
            raise OSError(number, os.strerror(number))

    monkeypatch.setattr("fcntl.lockf", lock)
    error = sqlite3.OperationalError("database is locked")
    error.sqlite_errorcode = code
    found = trouble.explain(error, "games.db", folder=tmp_path)
    assert type(found) is kind
    assert told in found.message
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_tried_is_not_blamed(tmp_path: Path) -> None:
    assert not trouble.lacks_locks(tmp_path / "nowhere")
