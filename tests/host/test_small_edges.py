"""The command line where little is there: narrow terminals, no port, no game, nobody to answer, no base."""

from __future__ import annotations

import errno
import io
import os
import re
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from rich.console import Console
from starting import ROOT

from fanorona.rules.rules import Position
from lakabe import cli
from lakabe.archive import Archive, Move
from lakabe.board import bases, uf2
from lakabe.cli import tables
from lakabe.cli.speaking import fitted
from lakabe.engine import warm
from lakabe.games import pgn, variants
from lakabe.games.said import day, moment, plural
from lakabe.language.chosen import LOCALE, language
from lakabe.matches import begin

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """One command: its code, what it prints, and what it complains of."""

    def run(line: str, columns: int = 80) -> tuple[int, str, str]:
        monkeypatch.setenv("COLUMNS", str(columns))
        code = cli.run(line.split())
        said = capsys.readouterr()
        return code, said.out, said.err

    return run


@pytest.fixture
def kept(elsewhere: Path) -> None:
    tags = {"White": "Rasoanirina", "Black": "Rakotomalala", "Date": "2026.01.02"}
    with Archive() as archive:
        with archive.writing() as writer:
            writer.add(tags, pgn.START, [Move(1, "d3-e3A")], "1-0")
            writer.add({"Date": "2026.??.??"}, pgn.START, [], "*")
        begin.begin(archive, "session3", "Rasoanirina,Rakotomalala", "", 0, frozenset())


@pytest.mark.parametrize("columns", [20, 40])
@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("games", ["ID: 1", "Started: 2026-01-02", "White: Rasoanirina", "Moves: 1", "ID: 2"]),
        ("matches", ["ID: 1", "Points: 0 : 0", "Games: 0"]),
        ("openings", ["Games: 1", "1-0: 1"]),
        ("tablebase list", ["own-enemy: 1-1", "positions: 660"]),
    ],
)
def test_a_narrow_terminal_gets_a_list(
    run: Run, kept: None, line: str, wanted: list[str], columns: int
) -> None:
    code, out, _ = run(line, columns)
    assert code == 0
    assert "…" not in out
    assert not [one for one in wanted if one not in out.splitlines()]
    assert max(map(len, out.splitlines())) <= columns


def test_a_wide_one_gets_a_table(run: Run, kept: None) -> None:
    _, out, _ = run("games")
    assert "ID:" not in out and " ID  Started " in out


@pytest.mark.parametrize(
    ("columns", "lines", "width"), [(20, 7, 19), (36, 7, 19), (37, 11, 37), (80, 11, 37)]
)
def test_a_board_is_never_broken(columns: int, lines: int, width: int) -> None:
    position: Position = variants.load("tsivy", pgn.START)
    console = Console(width=columns, record=True, file=io.StringIO())
    tables.board(console, position)
    shown = console.export_text().splitlines()
    assert (len(shown), max(map(len, shown))) == (lines, width)


@pytest.mark.parametrize("columns", [20, 40, 80])
@pytest.mark.parametrize("line", ["--help", "games --help", "play --help"])
def test_a_narrow_help_names_every_option(run: Run, line: str, columns: int) -> None:
    _, out, _ = run(line, columns)
    assert "--help" in out
    assert "--archive" in out or "play" not in line


@pytest.mark.parametrize(
    "url",
    ["socket://", "socket://127.0.0.1", "socket://127.0.0.1:", "socket://h:x", "socket://h:0",
     "socket://h:99999", "rfc2217://127.0.0.1"],
)  # fmt: skip
@pytest.mark.parametrize(
    "line", ["games fetch --port", "boards", "record --port", "play --no-open --http-port 0 --port"]
)
def test_an_address_without_a_port_is_named(run: Run, line: str, url: str) -> None:
    code, out, err = run(f"{line} {url}")
    assert code == 4
    assert err == f"lakabe: {url} names no port (give one from 1 to 65535, as in socket://127.0.0.1:7000)\n"
    assert "http" not in out


def test_the_page_of_a_board_that_is_not_there_has_no_address(run: Run) -> None:
    code, out, err = run("play --port /dev/nowhere --no-open --http-port 0")
    assert (code, out) == (4, "")
    assert err.startswith("lakabe: /dev/nowhere cannot be opened: no such file")


@pytest.fixture
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, object]]:
    """What commands are given; whoever compiles the engine ends with "it compiles"."""

    def compiles(*_: object) -> None:
        raise AssertionError("it compiles")

    monkeypatch.setattr(warm, "prepare", compiles)
    (tmp_path / "empty").touch()
    (tmp_path / "kept").write_text("a trace")
    with socket.create_server(("127.0.0.1", 0)) as taken, socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))  # nobody listens there
        yield {
            "board": f"socket://127.0.0.1:{taken.getsockname()[1]}",
            "silent": f"socket://127.0.0.1:{silent.getsockname()[1]}",
            "busy": taken.getsockname()[1],
            "folder": tmp_path,
        }


PAGE = "play --no-open --http-port 0"


@pytest.mark.parametrize(
    ("line", "code", "told"),
    [
        ("record --port /dev/nowhere", 4, "/dev/nowhere cannot be opened"),
        ("record --port {board} --port {silent}", 4, "cannot be opened: connection refused"),
        ("record --port {board} --match 7", 2, "there is no match 7"),
        ("record --port {board} --trace-out {folder}/kept", 2, "is there already"),
        ("record --port {board} --archive {folder}/empty", 6, "is an empty file"),
        ("record --port {board} --against 1 --no-hints --archive {folder}/empty", 6, "is an empty file"),
        (f"{PAGE} --port /dev/nowhere", 4, "/dev/nowhere cannot be opened"),
        (f"{PAGE} --port {{silent}}", 4, "cannot be opened: connection refused"),
        ("play --no-open --http-port {busy}", 4, "port {busy} is in use"),
        (f"{PAGE} --match 7", 2, "there is no match 7"),
        (f"{PAGE} --archive {{folder}}/empty", 6, "is an empty file"),
        ("hint 77", 2, "there is no game 77"),
        ("hint --ply 1", 2, "there is none"),
        ("hint 9/9/9/BB7/WB7 W", 2, "White has no move left: the game is over"),
        ("hint --game telo 9/9/3WWW3/3BB4/9 B", 2, "the game is over"),
        ("analyse 77", 2, "there is no game 77"),
        ("puzzles find 77", 2, "there is no game 77"),
        ("record --port {board}", 1, "it compiles"),
        ("record --port {board} --no-hints --against 1", 1, "it compiles"),
        (PAGE, 1, "it compiles"),
        (f"{PAGE} --port {{board}}", 1, "it compiles"),
        ("hint", 1, "it compiles"),
        ("hint --game dimy", 1, "it compiles"),
        ("puzzles find --self-play 1", 1, "it compiles"),
    ],
)
def test_what_is_wrong_is_told_before_the_engine_is_compiled(
    run: Run, places: dict[str, object], line: str, code: int, told: str
) -> None:
    found, out, err = run(line.format(**places))
    assert (found, out) == (code, "")
    assert told.format(**places) in err


@pytest.mark.parametrize(
    ("line", "code"), [("record --port {board}", 0), ("record --port {board} --once", 130), (PAGE, 0)]
)
def test_a_signal_while_the_engine_is_compiled_begins_nothing(
    run: Run, places: dict[str, object], line: str, code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(warm, "prepare", lambda caught: caught.append(signal.SIGINT))
    assert run(line.format(**places)) == (code, "", "")


@pytest.mark.parametrize(
    "line", ["record --port {silent}", f"{PAGE} --port {{silent}}", "play --no-open --http-port {busy}"]
)
def test_no_match_is_begun_where_nothing_can_be_played(
    run: Run, kept: None, places: dict[str, object], line: str
) -> None:
    assert run(f"{line} --match single".format(**places))[0] == 4
    with Archive() as archive:
        assert len(archive.matches()) == 1


@pytest.mark.parametrize("line", ["hint --ply 0", "hint --ply 3", "hint --ply 1 --game vela"])
def test_no_game_has_no_plies(run: Run, line: str) -> None:
    code, _, err = run(line)
    assert (code, err.count("\n")) == (2, 1)
    assert "--ply goes back in a game, and there is none" in err


@pytest.mark.parametrize(
    "line", ["tablebase list --directory {}", "tablebase --directory {} list", "tablebase --directory {}"]
)
def test_tables_are_listed_by_name_or_without(run: Run, line: str, tmp_path: Path) -> None:
    code, out, _ = run(line.format(tmp_path))
    assert (code, out) == (0, f"No tables in {tmp_path}. `lakabe tablebase build` builds them.\n")


@pytest.mark.parametrize("what", ["end", "delete"])
@pytest.mark.parametrize(("answer", "code"), [("y", 0), ("n", 0), ("", 0), (None, 2)])
def test_a_match_is_ended_or_deleted_when_somebody_says_so(
    run: Run, kept: None, what: str, answer: str | None, code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def reply(question: str) -> str:
        asked.append(question)
        if answer is None:
            raise EOFError
        return answer

    monkeypatch.setattr("builtins.input", reply)
    assert run(f"matches {what} 1")[0] == code
    assert "1" in asked[0] and asked[0].endswith("[y/N] ")
    with Archive() as archive:
        matches = archive.matches()
        is_done = not matches or matches[0].ended is not None
    assert is_done == (answer == "y")


def test_a_match_is_deleted_without_asking(run: Run, kept: None) -> None:
    assert run("matches end 1 --yes")[:2] == (0, "The match was ended: drawn, 0 : 0.\n")
    assert run("matches delete 1 -y")[:2] == (0, "Match 1 deleted; its games stay.\n")


@pytest.mark.parametrize("place", ["{}/new/folder/x.uf2", "{}", "{}/file/x.uf2"])
@pytest.mark.parametrize("is_based", [False, True])
def test_flash_looks_before_it_compiles(
    run: Run, place: str, is_based: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def compiles(*_: object) -> bytes:
        raise AssertionError("it compiles")

    monkeypatch.setattr("lakabe.board.image.build", compiles)
    monkeypatch.setattr(bases, "FOLDER", tmp_path)
    (tmp_path / "file").touch()
    if is_based:
        (tmp_path / "pico.bin").write_bytes(b"base")
    code, out, err = run(f"flash --uf2 {place.format(tmp_path)}")
    if is_based and "new" in place:
        assert (code, "it compiles" in err) == (1, True)
    else:
        assert (code, out) == (2 if is_based else 7, "")
        assert ("cannot be written" if is_based else "no base for a pico") in err
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize("fails", [False, True])
def test_flash_leaves_a_whole_file_or_nothing(
    run: Run, fails: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        if fails:
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("lakabe.board.image.build", lambda *_: b"image")
    monkeypatch.setattr(bases, "FOLDER", tmp_path)
    monkeypatch.setattr(os, "fsync", full)
    (tmp_path / "pico.bin").write_bytes(b"base")
    there = tmp_path / "new" / "folder" / "x.uf2"
    code, _, err = run(f"flash --uf2 {there}")
    if fails:
        assert (code, "no space left" in err.lower()) == (2, True)
        assert not (tmp_path / "new").exists()
    else:
        assert code == 0
        assert uf2.unpack(there.read_bytes(), "pico")


@pytest.mark.parametrize(
    ("environment", "code"),
    [
        ({"LANG": "fr_FR.UTF-8", "LC_CTYPE": "C.UTF-8"}, "fr"),
        ({"LANG": "fr_FR.UTF-8", "LC_CTYPE": "en_US.UTF-8", "LC_MESSAGES": ""}, "fr"),
        ({"LANG": "fr_FR.UTF-8", "LC_MESSAGES": "en_GB"}, "en"),
        ({"LANG": "en_GB", "LC_MESSAGES": "fr_CA@euro"}, "fr"),
        ({"LANG": "fr_FR", "LC_MESSAGES": "fr_FR", "LC_ALL": "C.UTF-8"}, "en"),
        ({"LANG": "en_GB", "LANGUAGE": "de:fr:en"}, "fr"),
        ({"LC_CTYPE": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "nonsense_/"}, "en"),
        ({}, "en"),
    ],
)
def test_the_language_is_that_of_messages(
    environment: dict[str, str], code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LANGUAGE", "LC_CTYPE", *LOCALE):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert language() == code


@pytest.mark.parametrize(
    ("date", "said"),
    [("2026.01.02", "2026-01-02"), ("2026.01.??", "2026-01"), ("2026.??.??", "2026"), ("????.??.??", ""),
     ("", ""), ("next week", "next week")],
)  # fmt: skip
def test_dates_have_one_form(date: str, said: str) -> None:
    assert day(date) == said
    assert moment("2026-01-02T03:04:05Z")[10] == " "


def test_the_page_about_edges_has_documented_codes() -> None:
    whole = (ROOT / "docs" / "command-line.md").read_text(encoding="utf-8")
    codes, page = whole.split("## At its edges")
    known = set(re.findall(r"^\| ([0-9]+) \| ", codes, re.MULTILINE))
    rows = [line for line in page.splitlines() if line.startswith("| ") and not line.startswith("| where")]
    told = [set(re.findall("[0-9]+", row.rstrip(" |").rsplit("|", 1)[1])) for row in rows]
    assert len(rows) > 30 and all(told)
    assert set().union(*told) <= known
    assert {"0", "2", "4", "6", "7", "9", "141"} <= set().union(*told)


def test_one_is_one() -> None:
    assert [plural(n, "move") for n in (0, 1, 2, 2000)] == ["0 moves", "1 move", "2 moves", "2,000 moves"]
    assert plural(0, "game", "no") == "no games"


def test_the_question_names_one_move_and_no_unknown_date(
    run: Run, kept: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    monkeypatch.setattr("builtins.input", lambda question: asked.append(question) or "n")
    assert run("games delete 1")[0] == run("games delete 2")[0] == 0
    assert asked == [
        "Delete game 1 of 2026-01-02 with 1 move? [y/N] ", "Delete game 2 of 2026 with 0 moves? [y/N] ",
    ]  # fmt: skip


SENTENCE = "A mistake; better was d3-e3A-e4W (White is slightly better)."


def test_no_word_is_broken_where_a_terminal_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    assert fitted(SENTENCE) == SENTENCE, "what goes to no terminal stays a line"
    terminal = io.StringIO()
    monkeypatch.setattr(terminal, "isatty", lambda: True)
    lines = fitted(f"  {SENTENCE}\n\n  short", stream=terminal).split("\n")
    assert lines[0] == "  A mistake; better was d3-e3A-e4W"
    assert lines[1:] == ["  (White is slightly better).", "", "  short"]
    hung = fitted(f"   1. d3-e3A     {SENTENCE}", hang=7, stream=terminal).split("\n")
    assert hung[0].startswith("   1. d3-e3A     A") and max(map(len, hung)) <= 40
    assert all(line.startswith(" " * 7) for line in hung[1:])
    assert " ".join(" ".join(hung).split()).endswith(SENTENCE)


def test_what_commands_say_fits_a_terminal(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "dumb")  # no colours
    for line in ("hint", "book"):
        code, out, _ = run(line)
        assert code == 0
        assert max(map(len, out.splitlines())) <= 80, line
        _, wide, _ = run(line, columns=1000)
        assert len(wide.splitlines()) < len(out.splitlines()), f"{line}: nothing was too long"
