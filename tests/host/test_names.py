"""Names of players: in the records of games, in texts that are imported again, and on the command line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from playing import START
from recording import Bench, players, unplug

from lakabe import cli
from lakabe.archive import Archive, Move, recognition
from lakabe.board.events import Event
from lakabe.board.seats import Seats
from lakabe.cli.options import named
from lakabe.errors import UsageError
from lakabe.games import names, pgn
from lakabe.games.names import NOBODY, Names

ADA, BELA = Names("Ada", "Bela"), Names("Bela", "Ada")
DAY = "2026.01.02"


def run(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> str:
    capsys.readouterr()
    assert cli.run(["games", *arguments]) == code
    captured = capsys.readouterr()
    return captured.err if code else captured.out


@pytest.fixture
def kept(elsewhere: Path) -> int:
    """A game of a board whose players nobody has named; its number."""
    with Archive(clock=lambda: "2026-01-02T12:00:00Z") as archive, archive.writing() as writer:
        writer.board("E66", "0.1.0", "1.0", "0a0b0c0d")
        number = writer.game("E66", "0a0b0c0d-1", 1, START)
        writer.move(number, 1, "d3-e3A")
        writer.move(number, 2, "d4-d3A")
        writer.finish(number, 2, "1-0", "host")
    return number


def white_and_black(number: int) -> Names:
    with Archive() as archive:
        return names.of(archive.game(number).tags)


# Given later


def test_a_game_is_named_later(kept: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "name", "1", " Ada  Lovelace ", "-") == (
        "Game 1: White is Ada Lovelace, Black is not named.\n"
    )
    assert run(capsys, "name", "1", "-", "Rakoto") == "Game 1: White is Ada Lovelace, Black is Rakoto.\n"
    for command in (("show", "1"), ("export", "1")):
        out = run(capsys, *command)
        assert '[White "Ada Lovelace"]' in out and '[Black "Rakoto"]' in out
    assert "Rakoto" in run(capsys)
    assert "too long" in run(capsys, "name", "1", "x" * 41, "-", code=2)
    assert "no game 7" in run(capsys, "name", "7", "Ada", "-", code=2)


def test_a_match_names_its_games(kept: int, capsys: pytest.CaptureFixture[str]) -> None:
    with Archive() as archive, archive.writing() as writer:
        match = writer.match("single", 0, "", ("Ada", "Bela"))
        writer.match_game(match, 1, "E66", "0a0b0c0d-1")
    said = run(capsys, "name", "1", "Zoe", "-", code=2)
    assert "counts in match 1" in said and "lakabe matches players 1" in said
    assert white_and_black(1) == NOBODY


# Imported


def exported(capsys: pytest.CaptureFixture[str], **changes: str) -> str:
    """The text of game 1 with other values of some tags, or other texts in place of moves."""
    text = run(capsys, "export", "1")
    for name, value in changes.items():
        lines = [f'[{name} "{value}"]' if line.startswith(f"[{name} ") else line for line in text.split("\n")]
        text = "\n".join(lines)
    return text


def imported(capsys: pytest.CaptureFixture[str], text: str, tmp_path: Path) -> str:
    file = tmp_path / "games.pgn"
    file.write_text(text)
    return run(capsys, "import", str(file))


def test_a_text_with_names_put_in_names_the_game(
    kept: int, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert imported(capsys, exported(capsys), tmp_path) == "1 was there already.\n"
    text = exported(capsys, White="Ada")
    assert imported(capsys, text, tmp_path) == "Game 1 got names of players.\n"
    text = text.replace('Black "?"', 'Black "Bela"')
    assert imported(capsys, text, tmp_path) == "Game 1 got names of players.\n"
    assert white_and_black(1) == ADA
    for again in (text, exported(capsys), exported(capsys, White="?", Black="?")):
        assert imported(capsys, again, tmp_path) == "1 was there already.\n"
    with Archive() as archive:
        assert archive.count() == 1 and archive.tally("ada") != []


def other_texts(text: str) -> Mapping[str, str]:
    """Texts that say something else, too, by what it is."""
    return {
        "another name": text.replace("Ada", "Zoe"),
        "another day": text.replace(DAY, "2026.01.03"),
        "no day": text.replace(DAY, "????.??.??"),
        "another event": text.replace('Event "?"', 'Event "Cup"'),
        "another end": text.replace('[Result "1-0"]', '[Result "0-1"]').replace(" 1-0", " 0-1"),
        "another move": text.replace("d4-d3A", "e4-e5"),
        "a comment": text.replace("d4-d3A", "d4-d3A {why?}"),
    }


OTHERS = ["another name", "another day", "no day", "another event", "another end", "a comment"]


@pytest.mark.parametrize("what", OTHERS)
def test_whatever_else_a_text_says_is_not_lost(
    kept: int, what: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    run(capsys, "name", "1", "Ada", "-")
    text = other_texts(exported(capsys, White="Ada", Black="Bela"))[what]
    assert imported(capsys, text, tmp_path) == "Game 2 added.\n"
    assert white_and_black(1) == Names("Ada", "")
    assert run(capsys, "export", "2") == text


@pytest.mark.parametrize(("place", "what"), [("_others", "another event"), ("names.of", "another name")])
def test_a_rule_that_forgets_something_is_found(
    kept: int,
    place: str,
    what: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    planted = {"_others": lambda tags: {}, "names.of": lambda tags: Names("", "Bela")}[place]
    monkeypatch.setattr(f"{recognition.__name__}.{place}", planted)
    with pytest.raises(AssertionError, match="added"):
        test_whatever_else_a_text_says_is_not_lost(kept, what, capsys, tmp_path)


def test_of_two_games_alike_neither_is_named(
    kept: int, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    with Archive() as archive, archive.writing() as writer:
        tags = pgn.from_archive(archive.game(1)).tags
        moves = [Move(1, "d3-e3A"), Move(2, "d4-d3A")]
        writer.add(tags, START, moves, "1-0")
    assert imported(capsys, exported(capsys, White="Ada"), tmp_path) == "Game 3 added.\n"


# While they are played


class Listening(list[Event]):
    """What a recorder shows, also to who names the players."""

    def __init__(self, bench: Bench, chosen: Names) -> None:
        self.shown: list[Names] = []
        self.seats = Seats(
            bench.archive, chosen, lambda: bench.recorder.playing, self.shown.append,
            lambda: bench.recorder.caught_up,
        )  # fmt: skip

    def append(self, event: Event) -> None:
        super().append(event)
        self.seats.see(event)


def test_games_get_the_names_that_are_chosen_when_they_begin(bench: Bench) -> None:
    bench.seen = listening = Listening(bench, ADA)

    def begin() -> Iterator[None]:
        yield from players(bench.board, ["d3-e3A", "d4-d3A"])()
        listening.seats.chosen = BELA
        bench.board.play("f2-f3A")
        yield
        bench.board.session.new_game()
        bench.board.wait(30)
        bench.board.stand(START)
        bench.board.wait(60)
        yield
        bench.board.play("d3-e3A")
        yield

    bench.run(begin)
    first, second = bench.archive.games()
    assert (names.of(first.tags), names.of(second.tags)) == (ADA, BELA)
    assert listening.shown == [ADA, BELA]


def test_a_game_that_is_taken_up_again_keeps_its_names(bench: Bench) -> None:
    bench.seen = Listening(bench, Names("Ada", ""))
    bench.run(players(bench.board, ["d3-e3A"]))
    bench.seen = Listening(bench, Names("Zoe", "Lakabe, level 3"))
    bench.run(players(bench.board, ["d4-d3A"]))
    (game,) = bench.archive.games()
    assert names.of(game.tags) == Names("Ada", "Lakabe, level 3")


def test_a_game_that_is_over_is_not_named_by_who_comes_after_it(bench: Bench) -> None:
    def over() -> Iterator[None]:
        yield
        yield from players(bench.board, ["d3-e3A"])()
        bench.board.agree(0)
        yield

    bench.run(over)
    bench.seen = Listening(bench, ADA)
    bench.run(players(bench.board, []))
    (game,) = bench.archive.games()
    assert (game.result, names.of(game.tags)) == ("1/2-1/2", NOBODY)


def test_players_are_named_before_the_first_move_and_in_mid_game(bench: Bench) -> None:
    bench.seen = listening = Listening(bench, NOBODY)

    def begin() -> Iterator[None]:
        yield
        listening.seats.rename(Names("", "Bela"))
        bench.board.play("d3-e3A")
        yield
        listening.seats.rename(Names("Ada", ""))
        unplug()

    bench.run(begin, players(bench.board, ["d4-d3A"]))
    (game,) = bench.archive.games()
    assert names.of(game.tags) == ADA and listening.shown[-1] == ADA


# On the command line


def test_who_plays_is_said_by_options() -> None:
    assert named("Ada,Bela", None, False, None, None) == ADA
    assert named(None, None, False, None, None) == named("Ada,Bela", None, False, "single", None) == NOBODY
    assert named("Ada", 3, False, None, None) == Names("Ada", "Lakabe, level 3")
    assert named(None, 2, True, None, "'/usr/bin/other.sh' --fast") == Names("other, level 2", "")
    for players_said, against in (("Ada", None), ("Ada,Ada", None), ("Ada,Bela", 3)):
        with pytest.raises(UsageError):
            named(players_said, against, False, None, None)
