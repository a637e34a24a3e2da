"""`lakabe openings`, and openings named elsewhere: which games count, and what is reckoned from them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from lakabe import cli
from lakabe.archive import Archive, Game, Move
from lakabe.games import openings, pgn
from lakabe.games.openings import OTHER, Record, Wanted, statistics

MIRRORED = "BBBBBBBBB/BBBBBBBBB/WBWB1WBWB/WWWWWWWWW/WWWWWWWWW W"
FIRST = {name.split()[0]: text for text, name in pgn.OPENINGS.items()}
"""White's first move by O1 to O5."""


def game(number: int, *moves: str, result: str | None = "1-0", start: str = pgn.START, **tags: str) -> Game:
    return Game(
        number, None, None, 1, start, result, "", "", None, tags,
        moves=tuple(Move(ply, text) for ply, text in enumerate(moves, 1)),
    )  # fmt: skip


@pytest.fixture
def kept(place: str) -> Iterator[Archive]:
    with Archive(place) as archive:
        yield archive


def by_name(kept: Archive, games: list[Game], wanted: Wanted | None = None) -> dict[str, Record]:
    """The statistics of an archive to which these games are added; each gets the number that it has."""
    with kept.writing() as writer:
        for one in games:
            if one.result is None:
                writer.board("E66", "", "", "")
                assert writer.game("E66", "x", 1, one.start, one.tags) == one.number
            else:
                assert writer.add(one.tags, one.start, one.moves, one.result) == one.number
    assert kept.wrong_summaries() == []
    wanted = wanted or Wanted()
    counted = kept.tally(wanted.either, wanted.white, wanted.black)
    return {record.name: record for record in statistics(counted)}


def test_every_opening_has_its_own_name() -> None:
    for name, text in FIRST.items():
        assert (openings.opening_of(game(1, text)) or "").startswith(name)


@pytest.mark.parametrize(
    "other",
    [
        game(1),
        game(1, "f3-e3A", start=MIRRORED),
        game(1, "d3-e3A", start=MIRRORED),
        game(1, "d3-e3A", start=""),
        game(1, "d3-e3A", Variant="Vela"),
        replace(game(1), moves=(Move(2, "d3-e3A"),)),
    ],
)
def test_what_is_none_of_the_five(other: Game) -> None:
    assert openings.opening_of(other) is None


def test_games_are_counted_by_opening_and_result(kept: Archive) -> None:
    games = [
        game(1, FIRST["O1"], "a", "b"),
        game(2, FIRST["O1"], "a", result="0-1"),
        game(3, FIRST["O1"], result="1/2-1/2"),
        game(4, FIRST["O5"], "a"),
        game(5, FIRST["O5"], result="*"),
        game(6, FIRST["O5"], result=None),
        game(7, start=MIRRORED),
        game(8, FIRST["O2"], Variant="Vela"),
    ]
    found = by_name(kept, games)
    assert list(found) == [*pgn.OPENINGS.values(), OTHER, "all"]
    assert found["O1 Vakiloha"] == Record("O1 Vakiloha", 1, 1, 1, 4)
    assert found["O1 Vakiloha"].length == 4 / 3
    assert found["O5 Kobaka lava"] == Record("O5 Kobaka lava", 1, 0, 0, 1)
    assert found[OTHER] == Record(OTHER, 1)
    assert found["O2 Lehavanana"].games == 0, "a vela is no ordinary game"
    assert found["all"] == Record("all", 3, 1, 1, 5)


def test_a_corrected_game_counts_once(kept: Archive) -> None:
    games = [game(1, FIRST["O1"]), game(2, FIRST["O3"], result="0-1", Corrects="1")]
    found = by_name(kept, games)
    assert found["all"] == Record("all", 0, 0, 1, 1)
    assert found["O3 Lehavia"].games == 1
    with kept.writing() as writer:
        writer.delete(2)
    assert by_name(kept, [])["all"] == Record("all", 1, 0, 0, 1), "the original counts again"


def test_players(kept: Archive) -> None:
    games = [
        game(1, FIRST["O1"], White="Rakoto", Black="Soa"),
        game(2, FIRST["O1"], White="soa", Black="RAKOTO  "),
        game(3, FIRST["O1"], White="Lita", Black="Soa"),
        game(4, FIRST["O1"]),
    ]
    by_name(kept, games)
    for wanted, count in [
        (Wanted(), 4),
        (Wanted(either="Rakoto"), 2),
        (Wanted(white="rakoto"), 1),
        (Wanted(black="Soa"), 2),
        (Wanted(either="Rakoto", black="Soa"), 1),
        (Wanted(either="Rak"), 0),
    ]:
        assert by_name(kept, [], wanted)["all"].games == count, wanted


def test_the_interval_is_wilson_s() -> None:
    # Wilson (1927) for 8 of 10, as in any table of it: 0.4902 to 0.9433.
    low, high = Record("", white=8, black=2).interval or (0, 0)
    assert (round(low, 4), round(high, 4)) == (0.4902, 0.9433)
    assert Record("", white=7, draws=2, black=1).interval == (low, high)
    alone = Record("", white=1).interval
    assert alone is not None and alone[1] == 1 and 0.2 < alone[0] < 0.21
    empty = Record("")
    assert (empty.interval, empty.score, empty.length) == (None, None, None)


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    capsys.readouterr()
    assert cli.run(["openings", *arguments]) == 0
    said = capsys.readouterr()
    assert said.err == ""
    return said.out


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    (empty,) = run(capsys).splitlines()
    assert empty.startswith("No finished games yet.")
    with Archive() as kept, kept.writing() as writer:
        for n, result in enumerate(("1-0", "1-0", "0-1", "1/2-1/2")):
            moves = [Move(ply, text) for ply, text in enumerate(("d3-e3A", "d4-d3A")[: 1 + n % 2], 1)]
            writer.add({"White": "Soa", "Black": f"Black {n}"}, pgn.START, moves, result)
    lines = {line.strip().split("  ")[0]: line.split() for line in run(capsys).splitlines()}
    assert lines["O4 Kobaka fohy"][3:] == ["4", "2", "1", "1", "62.5", "%", "22", "to", "91", "1.0"]
    assert lines["O1 Vakiloha"][2:] == ["0", "0", "0", "0"]
    assert OTHER not in lines
    assert lines["all"][1] == "4"
    assert " 1  " in run(capsys, "--player", "black 2").split("all")[1]
    (nobody,) = run(capsys, "--white", "Black 2").splitlines()
    assert nobody.startswith("No finished games of these players.")


def test_the_list_of_games_names_them(capsys: pytest.CaptureFixture[str]) -> None:
    with Archive() as kept, kept.writing() as writer:
        writer.add({}, pgn.START, [Move(1, "d3-e3W")], "*")
    assert cli.run(["games"]) == 0
    assert "O5" in capsys.readouterr().out
