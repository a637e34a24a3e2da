"""The opening book: its file, positions that are alike, building it, and the one that is there."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from lakabe import cli
from lakabe.engine import benchmark, lines
from lakabe.engine.book.entries import Book, Entry, Settings, Way, before, key_of, open_book, read, row, turn
from lakabe.engine.standing import START, Standing
from lakabe.engine.state import WIN
from lakabe.errors import InputError, SetupError, UsageError
from tools import command
from tools.book import build as building
from tools.book.__main__ import build as build_command

SETTINGS = Settings(3000, 2, "77")
OPENINGS = ("e2-e3A", "f2-e3A", "d2-e3A", "d3-e3A", "d3-e3W")


def some_standing(seed: int) -> Standing:
    rng = random.Random(seed)
    standing = Standing.of()
    for _ in range(rng.randrange(8)):
        standing.play(rng.choice(sorted(standing.results())))
    return standing


def turned_round(text: str, turned: int) -> str:
    """A position in N2, with its board turned."""
    board, _, mover = text.partition(" ")
    rows = board.split("/")
    if turned & 1:
        rows = [line[::-1] for line in rows]
    if turned & 2:
        rows.reverse()
    return f"{'/'.join(rows)} {mover}"


@pytest.mark.parametrize("seed", range(12))
def test_positions_that_are_alike_are_one_and_their_moves_are_legal_on_each(seed: int) -> None:
    text = some_standing(seed).text()
    key, _ = key_of(text)
    standing = Standing.of(f"{key} W")
    after = min(standing.results())
    standing.play(after)
    book = Book(SETTINGS)
    at = Standing.of(f"{key} W")
    move = lines.format_move(at.own, at.enemy, after)
    book.keep(key, Entry(5, 99, 2, (Way(12, 12, (move,)),)))
    exchanged = text.translate(str.maketrans("WB", "BW"))
    for turned in range(4):
        for other in (turned_round(text, turned), turned_round(exchanged, turned)):
            assert key_of(other)[0] == key
            standing = Standing.of(other)
            found = book.look_up(standing)
            assert found is not None and (found.depth, found.nodes, found.steady) == (5, 99, 2)
            standing.play_text(found.ways[0].moves[0])
            assert key_of(standing.text())[0] == key_of(_after(key, move))[0]


def _after(key: str, move: str) -> str:
    standing = Standing.of(f"{key} W")
    standing.play_text(move)
    return standing.text()


def test_a_move_is_turned_with_its_captures() -> None:
    assert [turn("a1-b2A-c3W", way) for way in range(4)] == [
        "a1-b2A-c3W", "i1-h2A-g3W", "a5-b4A-c3W", "i5-h4A-g3W",
    ]  # fmt: skip


def test_a_position_that_may_have_been_there_before_is_not_in_the_book() -> None:
    book = open_book()
    standing = Standing.of()
    assert book.look_up(standing) is not None
    standing.quiet = 4
    assert book.look_up(standing) is None


def test_a_book_is_read_as_it_was_written(tmp_path: Path) -> None:
    book = Book(SETTINGS)
    ways = (Way(20, -3, ("d3-e3A", "d4-d3A")), Way(WIN - 9, WIN - 7, ("d3-e3W",)))
    entry = Entry(13, 3000, 4, ways)
    book.keep(key_of(START)[0], entry)
    book.write(tmp_path / "book.txt")
    again = open_book(tmp_path / "book.txt")
    assert again.settings == SETTINGS and len(again) == 1
    assert again.entry(key_of(START)[0]) == entry
    assert [str(way.score) for way in entry.ways] == ["cp 20", "win 9"]


@pytest.mark.parametrize(
    "text", ["", "nothing\n", "[]\n", '{"format": 2}\n', '{"format": 1, "x": 2}\n', '{"format": 1}\nx\n']
)
def test_what_is_no_book_is_named(tmp_path: Path, text: str) -> None:
    file = tmp_path / "book.txt"
    file.write_text(text)
    with pytest.raises(InputError, match="is no opening book"):
        open_book(file)


def test_a_broken_installation_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lakabe.engine.book.entries.FILE", "none.txt")
    with pytest.raises(SetupError, match="cannot be read"):
        open_book()


def test_what_a_killed_build_has_left_is_not_searched_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, killed = tmp_path / "whole.txt", tmp_path / "killed.txt"
    building.build(whole, 2000, 2, 4, 6)

    class KilledError(Exception):
        pass

    def watch(done: int, _: Entry) -> None:
        if done == 3:
            raise KilledError

    with pytest.raises(KilledError):
        building.build(killed, 2000, 2, 4, 6, watch)
    killed.write_text(killed.read_text() + "BBBB/cut off in the mid")
    searched = []
    examine = building.examine

    def counted(*arguments: object) -> Entry | None:
        searched.append(arguments[1])
        return examine(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(building, "examine", counted)
    building.build(killed, 2000, 2, 4, 6)
    assert len(searched) == 3
    assert killed.read_text() == whole.read_text()


def test_a_book_of_other_settings_is_not_mixed(tmp_path: Path) -> None:
    file = tmp_path / "book.txt"
    Book(SETTINGS).write(file)
    with pytest.raises(UsageError, match="other settings"):
        building.build(file, 2000, 2, 4, 6)


@pytest.mark.parametrize(("value", "best"), [(-25, "d3-e3A"), (4, "e2-e3A")])
def test_a_way_is_worth_what_the_position_after_it_is(
    value: int, best: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = key_of(START)[0]
    book = Book(SETTINGS)
    book.keep(key, Entry(5, 1, 3, (Way(30, 30, ("d3-e3A",)), Way(10, 10, ("e2-e3A",)))))
    book.keep("child", Entry(5, 1, 3, (Way(value, value, ("a1-b2A",)),)))

    def after(at: str, move: str) -> tuple[str, int]:
        return ("child", 1) if (at, move) == (key, "d3-e3A") else ("none", 0)

    monkeypatch.setattr(building, "_key_after", after)
    building.back_up(book)
    found = book.entry(key)
    assert found.ways[0].moves[0] == best and found.revised == (best == "e2-e3A")
    assert Way(-value, 30, ("d3-e3A", "i1-h2A")) in found.ways


def test_a_proof_is_a_ply_longer_before_it() -> None:
    assert (before(25), before(WIN - 6), before(6 - WIN)) == (-25, 7 - WIN, WIN - 7)


def test_every_move_of_the_book_is_legal_and_what_it_says_holds_together() -> None:
    book = open_book()
    assert book.settings is not None and len(book) >= 50
    seen = 0
    for key in book:
        entry = book.entry(key)
        assert key_of(f"{key} W")[0] == key and row(key, entry) == row(key, book.entry(key))
        assert 1 <= entry.steady <= entry.depth
        assert [way.value for way in entry.ways] == sorted((way.value for way in entry.ways), reverse=True)
        for way in entry.ways:
            standing = Standing.of(f"{key} W")
            for move in way.moves:
                standing.play_text(move)
            after = key_of(_after(key, way.moves[0]))[0]
            if after in book:
                assert way.value == before(book.entry(after).ways[0].value)
                seen += 1
            else:
                assert way.value == way.searched
    assert seen >= 20


def test_the_book_is_of_this_engine_so_that_it_can_be_added_to() -> None:
    assert open_book().settings.engine == benchmark.signature().split()[0]


def test_the_book_has_all_first_moves_and_the_answers() -> None:
    book = open_book()
    start = book.look_up(Standing.of())
    assert start is not None and sorted(way.moves[0] for way in start.ways) == sorted(OPENINGS)
    for move in OPENINGS:
        standing = Standing.of()
        standing.play_text(move)
        assert book.look_up(standing) is not None, move


def test_the_command_builds_and_tells(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "book.txt"
    assert command.run(build_command, [str(file), "--positions", "2", "--nodes", "1500", "--ways", "2"]) == 0
    assert "2 positions" in capsys.readouterr().out and len(open_book(file)) == 2
    assert cli.run(["book"]) == 0
    assert f"{len(open_book())} positions" in capsys.readouterr().out
    assert command.run(build_command, [str(file), "--nodes", "2000"]) == 2
    assert "other settings" in capsys.readouterr().err


def test_a_line_that_was_cut_off_is_left_out() -> None:
    whole = f'{{"format": 1}}\n{row("a", Entry(1, 1, 1, (Way(1, 1, ("b",)),)))}\n'
    assert len(read(whole)) == 1
    assert len(read(whole[:-1])) == 0
