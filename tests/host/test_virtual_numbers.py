"""Several virtual boards of one person, each with its own serial number."""

from __future__ import annotations

from pathlib import Path

import pytest

from lakabe.archive import Archive
from lakabe.errors import UsageError
from lakabe.virtual import numbers
from lakabe.virtual.numbers import claim
from lakabe.virtual.playback import board_options, number_of
from lakabe.web.play import Play

START = "BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW W"


def test_the_lowest_free_number() -> None:
    with claim() as first, claim() as second:
        assert (first.number, second.number) == (0, 1)
        first.release()
        with claim() as third:
            assert third.number == 0


def test_a_preferred_number_where_it_is_free() -> None:
    with claim([7, 3]) as first, claim([7, 3]) as second, claim([7, 3]) as third:
        assert (first.number, second.number, third.number) == (7, 3, 0)


def test_no_number_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(numbers, "NUMBERS", range(1))
    with claim(), pytest.raises(UsageError, match="1 virtual boards are running"):
        claim()


def test_without_a_place_for_locks_the_first_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", "/proc/nowhere")
    with claim([4]) as first, claim([4]) as second:
        assert (first.number, second.number) == (4, 4)


def test_a_number_makes_a_serial_number() -> None:
    serials = {str(board_options(None, number=number)["serial_number"]) for number in numbers.NUMBERS}
    assert len(serials) == 256
    assert {number_of(serial) for serial in serials} == set(numbers.NUMBERS)
    assert all(len(serial) == 16 for serial in serials)
    assert number_of("e6614103e7396b2c") is None
    assert number_of("") is None


def test_two_plays_at_once_do_not_share_a_game(tmp_path: Path) -> None:
    with Archive(str(tmp_path / "games.db")) as archive:
        with archive.writing() as writer:
            for number in (2, 5):
                serial = str(board_options(None, number=number)["serial_number"])
                writer.board(serial, "0.1.0", "1.0", "aaaaaaaa")
                game = writer.game(serial, f"aaaaaaaa-{number}", 1, START)
                writer.move(game, 1, "d3-e3A")
        plays = [Play(archive) for _ in range(3)]
        fresh = Play(archive, fresh=True)
        try:
            assert [play.resumed.name if play.resumed else None for play in (*plays, fresh)] == [
                "aaaaaaaa-5",
                "aaaaaaaa-2",
                None,
                None,
            ]
        finally:
            for play in (*plays, fresh):
                play.__exit__(None, None, None)
