"""An archive of version 5, which had no summaries of games, is brought up to date whole or not at all."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import pytest

from lakabe import cli
from lakabe.archive import Archive, Game, Move, store
from lakabe.archive.schema import VERSION
from lakabe.errors import ArchiveError
from lakabe.games import pgn
from lakabe.games.openings import opening_of

DUMP = Path(__file__).parents[1] / "vectors" / "archive_5.sql"
"""Games of a board (one corrected, one in play, one with a gap), a match, imported games, a deleted one."""
SHOWN = [  # number, game, opening, moves
    (1, "tsivy", "O4", 2), (2, "tsivy", "O4", 2), (3, "tsivy", "O2", 2), (4, "tsivy", "", 2),
    (5, "tsivy", "O5", 1), (6, "telo", "", 0), (7, "tsivy", "", 1), (8, "tsivy", "O5", 1),
]  # fmt: skip


@pytest.fixture
def old(elsewhere: Path) -> Path:
    file = elsewhere / "games.db"
    with sqlite3.connect(file) as made:
        made.executescript(DUMP.read_text(encoding="utf-8"))
    made.close()
    return file


def _short(game: Game) -> tuple[int, str, str, int]:
    return game.number, game.variant, (opening_of(game) or "")[:2], len(game.moves)


def asked(file: Path, question: str) -> list[Any]:
    asking = sqlite3.connect(file)
    found = asking.execute(question).fetchall()
    asking.close()
    return found


def test_it_is_migrated_and_has_all_of_its_games(old: Path) -> None:
    before = asked(old, "SELECT * FROM games") + asked(old, "SELECT * FROM moves")
    for _ in range(2):
        with Archive(str(old)) as kept:
            assert [_short(game) for game in kept.page(50)] == SHOWN
            assert kept.corrections(1) == [8]
            assert kept.wrong_summaries() == []
            assert [game.number for game in kept.each()] == [number for number, *_ in SHOWN]
        assert asked(old, "SELECT value FROM meta WHERE key = 'version'") == [(str(VERSION),)]
    assert asked(old, "SELECT * FROM games") + asked(old, "SELECT * FROM moves") == before


def test_where_that_is_cut_off_it_is_as_it_was(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def cut_off(*_: object) -> None:
        raise ArchiveError("cut off")

    before = sorted(asked(old, "SELECT name, sql FROM sqlite_master"))
    with monkeypatch.context() as patched:
        patched.setattr(store, "summarise_all", cut_off)
        with pytest.raises(ArchiveError, match="cut off"):
            Archive(str(old))
    assert sorted(asked(old, "SELECT name, sql FROM sqlite_master")) == before
    assert asked(old, "SELECT value FROM meta WHERE key = 'version'") == [("5",)]
    with Archive(str(old)) as kept:
        assert kept.wrong_summaries() == []


def test_in_any_database(place: str) -> None:
    with Archive(place) as kept:
        with kept.writing() as writer:
            for n in range(5):
                writer.add({"White": str(n)}, pgn.START, [Move(1, "d3-e3A")], "1-0")
        before = kept.tally()
        with kept._database.writing() as connection:
            connection.exec_driver_sql("DROP TABLE summaries")
            connection.exec_driver_sql("UPDATE meta SET value = '5' WHERE key = 'version'")
    with Archive(place) as kept:
        assert kept.wrong_summaries() == []
        assert kept.tally() == before and before[0].games == 5


def test_commands_show_the_games_of_an_old_archive(old: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["openings"]) == 0
    out = capsys.readouterr().out
    # Games 2, 5, 7 and 8 count: 1 is corrected, 3 and 4 are in play, 6 is no ordinary game.
    assert out.split("all")[1].split()[:4] == ["4", "2", "0", "2"]
    assert cli.run(["games", "show", "1"]) == 0
    assert "Corrected as game 8." in capsys.readouterr().out
