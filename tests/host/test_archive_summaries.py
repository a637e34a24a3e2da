"""What is kept beside each game for lists and statistics is what a recount gives, whatever was written."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lakabe import cli
from lakabe.archive import TAKEN_BACK, Archive, Move, Writer
from lakabe.errors import ArchiveConflict, InputError
from lakabe.games import pgn

TEXTS = ("d3-e3A", "e2-e3A", "f2-e3A", "a1-a2")
TAGS = ({}, {"White": "Soa"}, {"Black": " LITA "}, {"Variant": "telo"}, {"Corrects": "1"}, {"Corrects": "x"})

Change = Callable[[Writer, int, int, int], object]
CHANGES: list[Change] = [
    lambda writer, game, ply, n: writer.game("E66", f"x-{n}", 1, pgn.START, TAGS[n]),
    lambda writer, game, ply, n: writer.game("E66", f"x-{n}", 3),
    lambda writer, game, ply, n: writer.add(TAGS[n], pgn.START, [Move(1, TEXTS[n % 4])], pgn.RESULTS[n % 4]),
    lambda writer, game, ply, n: writer.move(game, ply, TEXTS[n % 4]),
    lambda writer, game, ply, n: writer.move(game, ply, TEXTS[n % 4]),
    lambda writer, game, ply, n: writer.move(game, ply, TEXTS[n % 4]),
    lambda writer, game, ply, n: writer.undo(game, ply, TAKEN_BACK),
    lambda writer, game, ply, n: writer.finish(game, None, pgn.RESULTS[n % 4], "host"),
    lambda writer, game, ply, n: writer.reopen(game, TAKEN_BACK),
    lambda writer, game, ply, n: writer.begins(game, ply, pgn.START, TAGS[n]),
    lambda writer, game, ply, n: writer.branch(game, ply),
    lambda writer, game, ply, n: writer.tag(game, TAGS[n]),
    lambda writer, game, ply, n: writer.delete(game),
]
change = st.tuples(
    st.sampled_from(CHANGES), st.integers(1, 4), st.integers(1, 4), st.integers(0, len(TAGS) - 1)
)


def change_it(kept: Archive, transactions: list[list[tuple[Change, int, int, int]]]) -> None:
    """Make these changes to two games and others; after each transaction a recount gives what is kept."""
    with kept.writing() as writer:
        writer.board("E66", "", "", "")
        for n in range(2):
            game = writer.game("E66", f"x-{n}", 1, pgn.START, TAGS[n])
            for ply in range(1, 4):
                writer.move(game, ply, TEXTS[n])
    for changes in transactions:
        with suppress(ArchiveConflict, InputError), kept.writing() as writer:
            for make, game, ply, n in changes:
                make(writer, game, ply, n)
        assert kept.wrong_summaries() == []
    assert kept.page(99, damaged=[]) == kept.games(damaged=[])


@given(st.lists(st.lists(change, min_size=1, max_size=4), max_size=12))
@settings(max_examples=60)
def test_no_order_of_changes_makes_them_wrong(transactions: list[list[tuple[Change, int, int, int]]]) -> None:
    with tempfile.TemporaryDirectory() as folder, Archive(str(Path(folder) / "games.db")) as kept:
        change_it(kept, transactions)


def test_in_any_database(place: str) -> None:
    rng = random.Random(1)
    with Archive(place) as kept:
        change_it(
            kept,
            [
                [(rng.choice(CHANGES), rng.randint(1, 9), rng.randint(1, 4), rng.randrange(len(TAGS)))]
                for _ in range(60)
            ],
        )
        assert kept.count() > 3


def test_a_change_that_is_not_noted_is_found(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    with archive.writing() as writer:
        number = writer.add({}, pgn.START, [], "*")
        writer.board("E66", "", "", "")
        other = writer.game("E66", "x", 1, pgn.START)
    monkeypatch.setattr(Writer, "close", lambda _: None)
    with archive.writing() as writer:
        writer.move(other, 1, "d3-e3A")
    assert archive.wrong_summaries() == [other]
    with archive.writing() as writer:
        assert number is not None
        writer.tag(number, {"White": "Soa"})
    assert archive.wrong_summaries() == [number, other]


def many(archive: Archive, count: int) -> None:
    with archive.writing() as writer:
        for n in range(count):
            writer.add({"Round": str(n)}, pgn.START, [Move(1, "d3-e3A")], "1-0")


def test_pages_of_the_list(elsewhere: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Archive() as kept:
        many(kept, 120)

    def listed(*arguments: str) -> tuple[list[int], str]:
        assert cli.run(["games", *arguments]) == 0
        lines = capsys.readouterr().out.splitlines()
        return [int(line.split()[0]) for line in lines if "import" in line], lines[-1].strip()

    for arguments in ((), ("list",), ("--page", "1")):
        numbers, said = listed(*arguments)
        assert numbers == list(range(71, 121))
        assert said.startswith("71 to 120 of 120 games. `lakabe games --page 2` lists those before, ")
    assert listed("list", "--page", "3") == (
        list(range(1, 21)), "1 to 20 of 120 games. `lakabe games --all` all of them.",
    )  # fmt: skip
    assert listed("--all")[0] == list(range(1, 121))
    assert cli.run(["games", "--page", "4"]) == 2
    assert "give --page 1 to 3" in capsys.readouterr().err


def test_games_are_read_a_few_at_a_time(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lakabe.archive.store.TOGETHER", 7)
    many(archive, 20)
    reading = archive.each()
    seen = [next(reading).number]
    with archive.writing() as writer:  # nothing is locked meanwhile
        writer.delete(20)
    seen += [game.number for game in reading]
    assert seen == list(range(1, 20))
    assert [len(game.moves) for game in archive.games()] == [1] * 19
    newest = archive.newest()
    assert newest is not None and newest.number == 19 and archive.count() == 19
