"""Records that make no sense: named by the number of their game, and in the way of no other one."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from playing import random_moves
from postgres import Cluster

from lakabe import cli
from lakabe.archive import Archive, Move
from lakabe.errors import ArchiveDamage, ArchiveError, InputError
from lakabe.web.analyses import GameAnalyses

START = "BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW W"
MOVES = random_moves(2, 1)


@pytest.fixture
def three(elsewhere: Path) -> Path:
    """An archive with three games."""
    with Archive() as archive, archive.writing() as writer:
        for name in ("Ada", "Bela", "Cleo"):
            writer.add({"White": name}, START, [Move(1, MOVES[0]), Move(2, MOVES[1])], "1-0")
    return elsewhere / "games.db"


def spoil(path: Path, statement: str, *values: object) -> None:
    with sqlite3.connect(path) as raw:
        raw.execute(statement, values)
    raw.close()


SPOILT: list[tuple[str, object]] = [
    ("UPDATE games SET tags = ? WHERE number = 2", "{nonsense"),
    ("UPDATE games SET tags = ? WHERE number = 2", "[1, 2]"),
    ("UPDATE games SET tags = ? WHERE number = 2", '{"White": 5}'),
    ("UPDATE games SET tags = ? WHERE number = 2", '{"White": null}'),
    ("UPDATE games SET tags = ? WHERE number = 2", '{"Variant": "draughts"}'),
    ("UPDATE games SET tags = ? WHERE number = 2", "[" * 100_000),
    ("UPDATE games SET tags = ? WHERE number = 2", b"\xff\x00"),
    ("UPDATE games SET start = ? WHERE number = 2", "nonsense"),
    ("UPDATE games SET start = ? WHERE number = 2", b"\xff\xfe"),
    ("UPDATE games SET start = CAST(? AS TEXT) WHERE number = 2", b"\xff\xfe"),
    ("UPDATE games SET result = ? WHERE number = 2", "5-0"),
    ("UPDATE games SET result = ? WHERE number = 2", b"1-0"),
    ("UPDATE games SET started = ? WHERE number = 2", "yesterday"),
    ("UPDATE games SET started = ? WHERE number = 2", b"\x00"),
    ("UPDATE games SET first_ply = ? WHERE number = 2", "one"),
    ("UPDATE games SET first_ply = ? WHERE number = 2", 2**40),
    ("UPDATE games SET plies = ? WHERE number = 2", -7),
    ("UPDATE games SET comment = ? WHERE number = 2", b"\xff"),
    ("UPDATE games SET reason = ? WHERE number = 2", b"\xff"),
    ("UPDATE games SET board = ? WHERE number = 2", b"\xff"),
    ("UPDATE moves SET text = ? WHERE game = 2 AND ply = 2", "xyzzy"),
    ("UPDATE moves SET text = ? WHERE game = 2 AND ply = 2", ""),
    ("UPDATE moves SET text = ? WHERE game = 2 AND ply = 2", b"\xff\xff"),
    ("UPDATE moves SET text = CAST(? AS TEXT) WHERE game = 2 AND ply = 2", b"\xff\xff"),
    ("UPDATE moves SET comment = ? WHERE game = 2 AND ply = 2", b"\xff"),
    ("UPDATE moves SET ply = ? WHERE game = 2 AND ply = 2", -1),
]


@pytest.mark.parametrize(("statement", "value"), SPOILT)
def test_it_is_one_line_with_the_number_and_the_others_remain(
    three: Path, capsys: pytest.CaptureFixture[str], statement: str, value: object
) -> None:
    spoil(three, statement, value)

    def run(*words: str) -> tuple[int, str, str]:
        code = cli.run(words)
        said = capsys.readouterr()
        return code, said.out, said.err

    for command in (["show", "2"], ["export", "2"]):
        code, _, err = run("games", *command)
        assert code == 6 and err.startswith("lakabe: the record of game 2 makes no sense: ")
        assert err.count("\n") == 1
    for words in (["games"], ["games", "export", "--all"]):
        code, out, err = run(*words)
        assert code == 6 and "game 2 makes no sense" in err and err.count("\n") == 1
        assert "Ada" in out and "Cleo" in out and "Bela" not in out
    assert run("openings")[0] == 0, "it reads no games"
    for number, player in ((1, "Ada"), (3, "Cleo")):
        code, out, err = run("games", "show", str(number))
        assert code == 0 and player in out, err
    with Archive() as archive, pytest.raises(ArchiveDamage, match="game 2 makes no sense"):
        archive.check()
    code, _, err = run("analyse", "2")
    assert code == 6 and "game 2 makes no sense" in err
    assert run("games", "delete", "2", "--yes")[0] == 0
    assert run("games")[0] == 0
    with Archive() as archive:
        assert archive.wrong_summaries() == []


UNDONE = "INSERT INTO undone (game, ply, text, comment, why, at, undone_at) VALUES (2, ?, ?, '', ?, '', '')"


@pytest.mark.parametrize(
    "values", [(2, b"\xff", "x"), (2, "d3-e3A", b"\xff"), (-3, "d3-e3A", "x"), ("a", "", "")]
)
def test_what_was_undone(three: Path, capsys: pytest.CaptureFixture[str], values: tuple[object, ...]) -> None:
    spoil(three, UNDONE, *values)
    with Archive() as archive, pytest.raises(ArchiveDamage, match="game 2 makes no sense"):
        archive.check()
    assert cli.run(["games", "show", "2"]) == 6
    err = capsys.readouterr().err
    assert err.startswith("lakabe: the record of game 2 makes no sense: ") and err.count("\n") == 1
    assert cli.run(["games", "show", "1"]) == 0
    assert cli.run(["games", "delete", "2", "--yes"]) == 0


def test_why_it_was_undone_steers_no_terminal(three: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spoil(three, UNDONE, 2, "d3-e3A", "\x1b[2Jgone")
    assert cli.run(["games", "show", "2"]) == 0
    out = capsys.readouterr().out
    assert "( [2Jgone)" in out and "\x1b[2J" not in out


MATCH = [
    ("UPDATE matches SET kind = ? WHERE number = 2", "zz"),
    ("UPDATE matches SET kind = ? WHERE number = 2", b"\xff"),
    ("UPDATE matches SET options = ? WHERE number = 2", 99),
    ("UPDATE matches SET options = ? WHERE number = 2", "many"),
    ("UPDATE matches SET event = ? WHERE number = 2", b"\xff"),
    ("UPDATE matches SET first = ? WHERE number = 2", b"\xff"),
    ("UPDATE matches SET started = ? WHERE number = 2", "never"),
    ("UPDATE matches SET ended = ? WHERE number = 2", b"\xff"),
    ("UPDATE matches SET ended = ? WHERE number = 2", "never"),
    ("INSERT INTO match_games (match, place, board, name) VALUES (2, 1, 'b', ?)", b"\xff"),
    ("INSERT INTO match_without (match, draw) VALUES (2, ?)", "chess"),
    ("INSERT INTO own_matches (match, board, name) VALUES (2, ?, 'm')", b"\xff"),
]


@pytest.mark.parametrize(("statement", "value"), MATCH)
def test_a_match(three: Path, capsys: pytest.CaptureFixture[str], statement: str, value: object) -> None:
    with Archive() as archive, archive.writing() as writer:
        for name in ("Ada", "Bela", "Cleo"):
            writer.match("session3", 0, "", (name, "Dana"))
    spoil(three, statement, value)
    with Archive() as archive, pytest.raises(ArchiveDamage, match="match 2 makes no sense"):
        archive.check()
    for words in (["matches"], ["matches", "show", "2"], ["matches", "export", "2"], ["matches", "end", "2"]):
        assert cli.run(words) == 6
        said = capsys.readouterr()
        assert said.err.startswith("lakabe: the record of match 2 makes no sense: ")
        assert said.err.count("\n") == 1
        if words == ["matches"]:
            assert "Ada" in said.out and "Cleo" in said.out and "Bela" not in said.out
    assert cli.run(["matches", "show", "3"]) == 0
    assert cli.run(["matches", "delete", "2", "--yes"]) == 0
    assert cli.run(["matches"]) == 0


def test_a_game_of_a_match(three: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Archive() as archive, archive.writing() as writer:
        writer.board("b", "1", "1.5", "boot")
        writer.match_game(writer.match("session3", 0, "", ("Ada", "Bela")), 1, "b", "g")
    spoil(three, "UPDATE games SET board = 'b', name = 'g', reason = ? WHERE number = 2", b"\xff")
    assert cli.run(["matches", "show", "1"]) == 6
    assert "the record of game 2 makes no sense: " in capsys.readouterr().err


ILLEGAL = ["games show 2", "games correct 2 3 d3-e3A", "analyse 2", "hint 2", "puzzles find 2"]


def test_summaries_that_do_not_fit_are_put_right(three: Path) -> None:
    spoil(three, "UPDATE summaries SET white = 'Zoe' WHERE game = 2")
    with Archive() as archive:
        with pytest.raises(ArchiveError, match="wrong of 1 game, the first is game 2"):
            archive.check()
        assert archive.wrong_summaries() == []
        archive.check()


SAID = [
    ("UPDATE games SET tags = '[1, 2]' WHERE number = 2", "its tags are no names with texts"),
    ("UPDATE games SET started = 'yesterday' WHERE number = 2", "'yesterday' is no time of day"),
    ("UPDATE games SET plies = -7 WHERE number = 2", "the number of its first or last move is none"),
    ("UPDATE moves SET ply = -3 WHERE game = 2 AND ply = 2", "-3 is no number of a move"),
    ("UPDATE moves SET comment = x'ff' WHERE game = 2 AND ply = 2", "the comment on its move 2 is no text"),
]


@pytest.mark.parametrize(("statement", "what"), SAID)
def test_it_says_what_is_wrong(three: Path, statement: str, what: str) -> None:
    spoil(three, statement)
    with Archive() as archive, pytest.raises(ArchiveDamage, match=f"game 2 makes no sense: {what}"):
        archive.game(2)


def test_a_move_that_is_not_legal(three: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spoil(three, "UPDATE moves SET text = 'a1-a2' WHERE game = 2 AND ply = 2")
    for command in ILLEGAL:
        assert cli.run(command.split(" ")) == 6, command
        assert "game 2 makes no sense: its move 2 is not legal: " in capsys.readouterr().err
    assert cli.run(["games", "show", "2", "--ply", "1"]) == 0
    assert cli.run(["games", "correct", "2", "2", MOVES[1]]) == 0, "it is mended so"
    with Archive() as archive:
        assert archive.game(2).texts() == [MOVES[0], "a1-a2"], "it is kept as it was told"
        assert archive.game(4).texts() == [MOVES[0], MOVES[1]]


def test_the_newest_game_has_a_move_that_is_not_legal(
    three: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spoil(three, "UPDATE games SET result = NULL WHERE number = 3")
    spoil(three, "UPDATE moves SET text = 'a1-a2' WHERE game = 3 AND ply = 2")
    assert cli.run(["hint"]) == 6
    assert "game 3 makes no sense: its move 2 is not legal: " in capsys.readouterr().err


def test_the_page_analyses_no_move_that_is_not_legal(three: Path) -> None:
    spoil(three, "UPDATE moves SET text = 'a1-a2' WHERE game = 2 AND ply = 2")
    with Archive() as archive:
        analyses = GameAnalyses(archive, None)
        for ask in (analyses.data, analyses.text):
            with pytest.raises(ArchiveDamage, match="game 2 makes no sense: its move 2 is not legal"):
                ask(2)


def test_what_postgresql_lets_in(cluster: Cluster) -> None:
    where = cluster.new()
    with Archive(where) as archive:
        with archive.writing() as writer:
            numbers = [writer.add({}, START, [Move(1, "d3-e3A")], "1-0") for _ in range(3)]
        with archive._database.writing() as connection:
            connection.exec_driver_sql("UPDATE games SET tags = '[5]' WHERE number = 1")
            connection.exec_driver_sql("UPDATE moves SET text = 'xyzzy' WHERE game = 2")
        for number in numbers[:2]:
            with pytest.raises(ArchiveDamage, match=f"game {number} makes no sense"):
                archive.game(number or 0)
        damaged: list[ArchiveDamage] = []
        assert [game.number for game in archive.games(damaged=damaged)] == [3]
        assert len(damaged) == 2


HUGE = [2**31, 2**63 - 1, 2**63, 2**64, 10**30]


@pytest.mark.parametrize("number", HUGE)
def test_numbers_beyond_all_games(place: str, number: int, capsys: pytest.CaptureFixture[str]) -> None:
    with Archive(place) as archive:
        with pytest.raises(InputError, match=f"there is no game {number}"):
            archive.game(number)
        with pytest.raises(InputError, match=f"there is no match {number}"):
            archive.match(number)
        for change in ("delete", "close_match", "delete_match"):
            with pytest.raises(InputError, match=f"no (game|match) {number}"), archive.writing() as writer:
                getattr(writer, change)(number)


COMMANDS = [
    "games show {}", "games export {}", "games delete --yes {}", "games correct {} 1 d3-e3A", "analyse {}",
    "hint {}", "matches show {}", "matches export {}", "matches delete {}", "matches end {}",
    "matches players {} Ada,Bela", "matches resume {}", "puzzles find {}",
    "play --match {} --http-port 0 --no-open",
]  # fmt: skip


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_says_that_there_is_none(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    for number in (2**63, "9" * 5000):
        code = cli.run(command.format(number).split(" "))
        err = capsys.readouterr().err
        assert code == 2 and err.count("\n") == 1, err
        assert "there is no" in err or "exceeded maximum size" in err
