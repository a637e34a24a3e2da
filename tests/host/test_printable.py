"""Text of others steers no terminal, wherever it was kept: on its way out of the archive it is made safe."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest

from lakabe import cli
from lakabe.archive import TAKEN_BACK, Archive, Move, reading
from lakabe.errors import InputError
from lakabe.games import pgn
from lakabe.matches.standing import Standing, as_data
from lakabe.printable import one_line, printable

NASTY = "\x1b[2J\x07\x00\x7f\x9b31m\x85\r\t\u2028\u2029\u200e\u200f\u061c\u202a\u202e\u2066\u2069"
"""Each kind of character that steers a terminal, breaks a line or turns text round."""
KIND = "Ra\u200dko\u00a0to ♟"
"""A joiner, a space that does not break, and a picture do no harm."""


def safe(text: str) -> bool:
    return not any(c in NASTY and c not in "[2J31m" for c in text.replace("\n", ""))


def nasty(name: str) -> str:
    return f"{NASTY}{name}{NASTY}"


def test_every_control_character_becomes_a_space() -> None:
    for code in range(0x110000):
        bad = unicodedata.category(chr(code)) in ("Cc", "Cs", "Zl", "Zp") or unicodedata.bidirectional(
            chr(code)
        ) in ("LRE", "RLE", "PDF", "LRO", "RLO", "LRI", "RLI", "FSI", "PDI")
        bad = bad or code in (0x200E, 0x200F, 0x61C)
        assert printable(chr(code)) == (" " if bad else chr(code)), hex(code)
    assert printable(KIND) == KIND
    assert one_line(f" a{NASTY}b ") == "a [2J 31m b"


@pytest.fixture
def kept(elsewhere: Path) -> str:
    """An archive as an earlier version may have left it; its file."""
    tags = {"White": nasty("Soa"), "Black": nasty("Lita"), "Date": nasty("2026"), nasty("Tag"): nasty("x")}
    moves = [Move(1, "d3-e3A", nasty("why")), Move(2, "d4-d3A", nasty("not"))]
    with Archive() as archive, archive.writing() as writer:
        writer.add(tags, pgn.START, moves, "1-0", nasty("before"))
        writer.add(tags | {"Corrects": nasty("1")}, pgn.START, moves, "1-0")
        serial = nasty("E66").replace("\x00", "")
        writer.board(serial, "", "", "")
        match = writer.match("session3", 0, nasty("Evening"), (nasty("Soa"), nasty("Lita")))
        game = writer.game(serial, "x-1", 1, pgn.START, tags, nasty("c"))
        writer.match_game(match, 1, serial, "x-1")
        writer.move(game, 1, "d3-e3A")
        writer.move(game, 2, nasty("move"))
        writer.undo(game, 2, TAKEN_BACK)
        writer.finish(game, 1, "1-0", nasty("host"))
        bad = writer.game(serial, nasty("x-2"), 1, pgn.START, tags)
        writer.move(bad, 1, nasty("move"))
    return str(elsewhere / "games.db")


COMMANDS = (
    "games", "games list --all", "games show 1", "games show 2", "games show 3", "games export --all",
    "games export 1 3 4", "openings", "openings --player Soa", "matches", "matches show 1",
    "matches export 1", "matches resume 9", "games correct 1 1 d3-e3W", "games delete 1 --yes",
)  # fmt: skip


@pytest.mark.parametrize("command", COMMANDS)
def test_no_command_prints_it(kept: str, command: str, capsys: pytest.CaptureFixture[str]) -> None:
    cli.run(command.split())
    said = capsys.readouterr()
    assert safe(said.out) and safe(said.err)
    assert said.out or said.err


def test_the_check_finds_it(
    kept: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "printable", str)
    cli.run(["games"])
    assert not safe(capsys.readouterr().out)


def test_a_move_that_is_none_is_refused_in_one_safe_line(
    kept: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(["games", "show", "4"]) != 0
    said = capsys.readouterr().err
    assert safe(said) and said.startswith("lakabe: ") and said.count("\n") == 1


def test_files_and_the_page_are_given_none(kept: str, tmp_path: Path) -> None:
    file = tmp_path / "games.pgn"
    assert cli.run(["games", "export", "1", "2", "3", "-o", str(file)]) == 0
    assert safe(file.read_text(encoding="utf-8"))
    with Archive() as archive:
        data = "".join(_texts(as_data(Standing(archive.match(1)))))
        records = [archive.game(1), archive.page(9, damaged=[]), list(archive.each(damaged=[]))]
    assert safe(data)
    assert all(word in data for word in ("Evening", "Soa", "Lita"))
    assert "why" in str(records)
    assert safe("".join(_texts(records)))


def _texts(found: object) -> list[str]:
    """Every text in records of the archive, but for names by which boards and games are looked up."""
    if isinstance(found, str):
        return [found]
    if isinstance(found, dict):
        return [text for pair in found.items() for one in pair for text in _texts(one)]
    if isinstance(found, list | tuple):
        return [text for one in found for text in _texts(one)]
    fields = getattr(found, "__dict__", {})
    return [text for name, one in fields.items() if name not in ("board", "name") for text in _texts(one)]


@pytest.mark.parametrize("place", ['[White "{}"]\n\n1. d3-e3A *', "{{{}}} 1. d3-e3A *", "1. d3-e3A {{{}}} *"])
def test_what_is_imported_is_kept_without_it(
    place: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "games.pgn"
    file.write_text(place.format(f"a{NASTY}b".replace("\r", "").replace("\u2028", "")), encoding="utf-8")
    code = cli.run(["games", "import", str(file)])
    assert code == 0
    assert safe(capsys.readouterr().err)
    with Archive() as archive:
        (score,) = [pgn.from_archive(game) for game in archive.each()]
    if place.startswith("["):
        assert safe(score.tags["White"])
    else:
        assert list(score.comments.values()) == ["a [2J 31m b"]


def test_a_tag_is_kept_without_it() -> None:
    (score,) = pgn.parse_scores(f'[White "a\x1b[2J\u202e{KIND}"]\n\n1. d3-e3A *')
    assert dict(score.tags) == {"White": f"a [2J {KIND}"}


def test_many_lines_of_comment_are_read_in_one_go(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[int] = []
    pattern = pgn._TOKEN

    class Counting:
        def finditer(self, line: str) -> object:
            looked.append(len(line))
            return pattern.finditer(line)

    monkeypatch.setattr(pgn, "_TOKEN", Counting())
    lines = "\n".join(["some words"] * 300)
    (score,) = pgn.parse_scores(f"1. d3-e3A {{so\n{lines}}} {{and}} *")
    assert score.comments == {0: f"so {' '.join(['some words'] * 300)} and"}
    with pytest.raises(InputError, match="line 301: a comment is not closed"):
        pgn.parse_scores(f"1. d3-e3A {{so\n{lines}\n")
    assert sum(looked) < 100, "no line of a comment is looked at again"
