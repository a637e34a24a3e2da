"""How many hints a player may have of a game, also where it is taken up again."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from lakabe.archive import Archive
from lakabe.board import events
from lakabe.engine.standing import START
from lakabe.help.allowance import Allowance

SERIAL = "e6614103e7396b2c"
HELLO = events.Hello(1, 0, 1, 4, "0.1.0", SERIAL, "0a0b0c0d", (), 1, 2)
GAME = "0a0b0c0d-1"


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    with Archive(str(tmp_path / "games.db"), patience=0) as kept:
        with kept.writing() as writer:
            writer.board(SERIAL, "0.1.0", "1.4", "0a0b0c0d")
        yield kept


def begin(allowance: Allowance, game: str = GAME) -> None:
    board, turn = START.split(" ")
    allowance.see(events.GameStarted(3, 0, game, 1, board, turn))


def at_board(archive: Archive, most: int | None, serial: str = SERIAL) -> Allowance:
    made = Allowance(most, archive)
    made.see(events.Hello(1, 0, 1, 4, "0.1.0", serial, "0a0b0c0d", (), 1, 2))
    begin(made)
    return made


def test_what_was_taken_counts_after_a_restart(archive: Archive) -> None:
    before = at_board(archive, 2)
    assert before.spend(1) and before.spend(2) and before.spend(3)
    before.keep()
    again = at_board(archive, 2)
    assert again.spend(3), "that hint may be shown again"
    assert not again.spend(5), "White has had two"
    assert again.spend(4), "Black has had one"
    assert not again.spend(6)


def test_a_hint_is_kept_with_the_next_event(archive: Archive) -> None:
    one = at_board(archive, None)
    assert one.spend()
    assert archive.hints(SERIAL, GAME) == [], "nothing waits for the archive when a hint is asked for"
    one.see(events.Ok(4, 0, 1))
    assert archive.hints(SERIAL, GAME) == [1]


def test_without_a_limit_hints_count_for_a_later_one(archive: Archive) -> None:
    before = at_board(archive, None)
    assert before.spend(1) and before.spend(3) and before.spend(1)
    before.keep()
    assert archive.hints(SERIAL, GAME) == [1, 3]
    assert not at_board(archive, 2).spend(5)


def test_another_game_and_another_board_have_hints_of_their_own(archive: Archive) -> None:
    before = at_board(archive, 1)
    assert before.spend()
    begin(before, "0a0b0c0d-2")
    assert before.spend()
    begin(before)
    assert not before.spend(3), "the first game is taken up again"
    with archive.writing() as writer:
        writer.board("e66999", "0.1.0", "1.4", "0a0b0c0d")
    assert at_board(archive, 1, "e66999").spend()


def test_an_archive_that_is_busy_gets_them_later(archive: Archive, tmp_path: Path) -> None:
    one = at_board(archive, 1)
    holder = sqlite3.connect(tmp_path / "games.db")
    holder.execute("BEGIN IMMEDIATE")
    assert one.spend()
    one.keep()
    assert not one.spend(3), "it counts all the same"
    holder.rollback()
    holder.close()
    assert archive.hints(SERIAL, GAME) == []
    one.see(events.Ok(4, 0, 1))
    assert archive.hints(SERIAL, GAME) == [1]


def test_outside_a_game_nothing_is_kept(archive: Archive) -> None:
    one = Allowance(1, archive)
    one.see(HELLO)
    assert one.spend()
    one.keep()
    assert archive.hints(SERIAL, "") == []


def test_they_are_deleted_with_the_last_record_of_their_game(archive: Archive) -> None:
    with archive.writing() as writer:
        first = writer.game(SERIAL, GAME, 1, START)
        second = writer.branch(first, 0)
        writer.hint(SERIAL, GAME, 1)
    with archive.writing() as writer:
        writer.delete(first)
    assert archive.hints(SERIAL, GAME) == [1], "another record of it is there"
    with archive.writing() as writer:
        writer.delete(second)
    assert archive.hints(SERIAL, GAME) == []
