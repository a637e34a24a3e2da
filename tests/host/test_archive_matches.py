"""Matches in the archive."""

from __future__ import annotations

from pathlib import Path

import pytest
from aging import make_older

from lakabe.archive import Archive, MatchGame
from lakabe.errors import ArchiveError, InputError, UsageError

SERIAL = "e6614103e7396b2c"
BOOT = "1f6a09c3"
START = "BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW W"


def begun(archive: Archive) -> int:
    """A match of a board that is known."""
    with archive.writing() as writer:
        writer.board(SERIAL, "0.1.0", "1.3", BOOT)
        return writer.match("session3", 2, "Club evening", ("Ada", "Bela"))


def test_a_match_and_its_games(place: str) -> None:
    with Archive(place, clock=lambda: "2026-01-01T10:00:00Z") as archive:
        number = begun(archive)
        with archive.writing() as writer:
            writer.match_game(number, 1, SERIAL, f"{BOOT}-1")
            writer.match_game(number, 2, SERIAL, f"{BOOT}-2")
            game = writer.game(SERIAL, f"{BOOT}-1", 1, START)
            writer.move(game, 1, "d3-e3A")
            writer.finish(game, None, "1-0", "host")
        match = archive.match(number)
        assert (match.kind, match.options, match.event) == ("session3", 2, "Club evening")
        assert (match.players, match.started, match.ended) == (
            ("Ada", "Bela"), "2026-01-01T10:00:00Z", None,
        )  # fmt: skip
        assert match.games == (
            MatchGame(1, SERIAL, f"{BOOT}-1", game, "1-0", "host"),
            MatchGame(2, SERIAL, f"{BOOT}-2"),
        )
        assert archive.matches() == [match]


def test_a_game_in_the_place_of_another(place: str) -> None:
    with Archive(place) as archive:
        number = begun(archive)
        for name in ("-1", "-2"):
            with archive.writing() as writer:
                writer.match_game(number, 1, SERIAL, BOOT + name)
        assert [game.name for game in archive.match(number).games] == [f"{BOOT}-2"]


def test_no_game_belongs_to_two_matches(place: str) -> None:
    with Archive(place) as archive:
        first, second = begun(archive), begun(archive)
        with archive.writing() as writer:
            writer.match_game(first, 1, SERIAL, f"{BOOT}-1")
        with pytest.raises(ArchiveError), archive.writing() as writer:
            writer.match_game(second, 1, SERIAL, f"{BOOT}-1")
        assert archive.match(second).games == ()


def test_the_newest_of_several_records_of_a_game_counts(place: str) -> None:
    with Archive(place) as archive:
        number = begun(archive)
        with archive.writing() as writer:
            writer.match_game(number, 1, SERIAL, f"{BOOT}-1")
            old = writer.game(SERIAL, f"{BOOT}-1", 1, START)
            writer.move(old, 1, "d3-e3A")
            writer.finish(old, None, "*", "abandoned")
            new = writer.branch(old, 1)
            writer.finish(new, None, "0-1", "host")
        (game,) = archive.match(number).games
        assert (game.game, game.result) == (new, "0-1")


def test_closed_and_opened_again(place: str) -> None:
    with Archive(place, clock=lambda: "2026-01-01T10:00:00Z") as archive:
        number = begun(archive)
        with archive.writing() as writer:
            writer.close_match(number)
        assert archive.match(number).ended == "2026-01-01T10:00:00Z"
        with archive.writing() as writer:
            writer.close_match(number, False)
        assert archive.match(number).ended is None


def test_a_game_that_counts_is_not_deleted_before_its_match(place: str) -> None:
    with Archive(place) as archive:
        number = begun(archive)
        with archive.writing() as writer:
            writer.match_game(number, 1, SERIAL, f"{BOOT}-1")
            game = writer.game(SERIAL, f"{BOOT}-1", 1, START)
            other = writer.add({}, START, [], "*")
        with (
            pytest.raises(UsageError, match=f"game {game} counts in match {number}"),
            archive.writing() as writer,
        ):
            writer.delete(game)
        with archive.writing() as writer:
            assert other is not None
            writer.delete(other)
            writer.delete_match(number)
            writer.delete(game)
        assert archive.games() == [] and archive.matches() == []


def test_no_such_match(place: str) -> None:
    with Archive(place) as archive:
        with pytest.raises(InputError, match="no match 7"):
            archive.match(7)
        for change in ("close_match", "delete_match"):
            with pytest.raises(InputError, match="no match 7"), archive.writing() as writer:
                getattr(writer, change)(7)


def test_an_archive_from_before_matches_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    with Archive(str(path)) as archive, archive.writing() as writer:
        writer.board(SERIAL, "0.1.0", "1.2", BOOT)
        game = writer.game(SERIAL, f"{BOOT}-1", 1, START)
        writer.move(game, 1, "d3-e3A")
    make_older(path, 2, "match_games", "matches")
    with Archive(str(path)) as archive:
        assert archive.game(game).texts() == ["d3-e3A"]
        number = begun(archive)
    with Archive(str(path)) as archive:
        assert archive.match(number).players == ("Ada", "Bela")


def test_an_archive_from_before_boards_ran_matches_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    with Archive(str(path)) as archive:
        number = begun(archive)
    make_older(path, 3, "own_matches")
    with Archive(str(path)) as archive:
        assert archive.match(number).board == "" and archive.own_match(SERIAL, f"{BOOT}-9") is None


def test_draws_that_do_not_count_are_kept_with_the_match(place: str) -> None:
    with Archive(place) as archive:
        with archive.writing() as writer:
            number = writer.match("single", 0, "", ("Ada", "Bela"), frozenset({"fifty"}))
        assert archive.match(number).without == {"fifty"}
        assert archive.match(begun(archive)).without == frozenset()
        with archive.writing() as writer:
            writer.delete_match(number)
        assert [match.number for match in archive.matches()] == [number + 1]


def test_an_archive_from_before_hints_were_kept_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    with Archive(str(path)) as archive:
        number = begun(archive)
    make_older(path, 4, "hints", "match_without")
    with Archive(str(path)) as archive, archive.writing() as writer:
        writer.hint(SERIAL, f"{BOOT}-1", 3)
        writer.hint(SERIAL, f"{BOOT}-1", 3)
    with Archive(str(path)) as archive:
        assert archive.hints(SERIAL, f"{BOOT}-1") == [3]
        assert (archive.match(number).games, archive.match(number).without) == ((), frozenset())


def test_a_match_that_a_board_runs_by_itself(place: str) -> None:
    with Archive(place) as archive:
        number = begun(archive)
        with archive.writing() as writer:
            writer.own_match(SERIAL, f"{BOOT}-57000", number)
            writer.match_players(number, ("Rasoa", "Rakoto"))
        assert archive.own_match(SERIAL, f"{BOOT}-57000") == number
        assert archive.own_match("another", f"{BOOT}-57000") is None
        assert archive.match(number).board == SERIAL and archive.match(number).players == ("Rasoa", "Rakoto")
        with archive.writing() as writer:
            writer.delete_match(number)
        assert archive.own_match(SERIAL, f"{BOOT}-57000") is None
