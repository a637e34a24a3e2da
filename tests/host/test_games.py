"""`lakabe games`: listed, shown, exported, imported, deleted."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from playing import START, random_moves

import legal
from fanorona.rules import notation, rules
from lakabe import cli
from lakabe.archive import TAKEN_BACK, Archive, Move
from lakabe.games.pgn import Score, format_scores, parse_scores

MOVES = tuple(random_moves(20, 70))


@pytest.fixture
def kept(elsewhere: Path) -> int:
    """An archive with one finished game of a board; its number."""
    with Archive() as archive, archive.writing() as writer:
        writer.board("E66", "0.1.0", "1.0", "0a0b0c0d")
        number = writer.game("E66", "0a0b0c0d-1", 1, START)
        for ply, move in enumerate(MOVES, 1):
            writer.move(number, ply, move)
        writer.finish(number, len(MOVES), "1-0", "host")
        writer.tag(number, {"White": "Ra[bold]koto\x1b[2J"})
    return number


@pytest.fixture(autouse=True)
def wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")


def run(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> str:
    capsys.readouterr()
    assert cli.run(["games", *arguments]) == code
    captured = capsys.readouterr()
    if code:
        assert captured.err.startswith("lakabe: ")
        assert captured.err.count("\n") == 1
        return captured.err
    assert captured.err == ""
    return captured.out


def test_no_games(capsys: pytest.CaptureFixture[str]) -> None:
    assert "No games yet" in run(capsys)


def test_the_list(kept: int, capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys)
    assert "Ra[bold]koto" in out
    assert "\x1b" not in out, "control characters of a name never reach the terminal"
    assert "1-0" in out
    assert "board E66" in out
    assert run(capsys, "list") == out


def test_a_narrow_list_has_a_line_for_each_game(
    kept: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    names = {"White": "Rakotomalala Andrianampoinimerina", "Black": "Lakabe, level 3"}
    with Archive() as archive, archive.writing() as writer:
        writer.add(names, START, [Move(1, "d3-e3A"), Move(2, "d4-d3A"), Move(3, "e1-d2A")], "*")
    monkeypatch.setenv("COLUMNS", "80")
    first, second = (line.rstrip() for line in run(capsys).splitlines() if line.strip()[:1].isdigit())
    assert "1-0" in first and "board" not in first
    assert re.fullmatch(r" *2 +Rakotomalala.*… +Lakabe, level.* +O4 +2 +broken off", second)
    monkeypatch.setenv("COLUMNS", "160")
    assert names["White"] in run(capsys) and "board E66" in run(capsys)


def test_what_does_not_stand_any_more_is_shown(kept: int, capsys: pytest.CaptureFixture[str]) -> None:
    with Archive() as archive, archive.writing() as writer:
        writer.undo(kept, 20, TAKEN_BACK)
    out = run(capsys, "show", str(kept))
    assert out.endswith(f"any more:\n  10... {MOVES[19]} (taken back)\n  11. 1-0 host (taken back)\n")
    assert MOVES[19] not in run(capsys, "export", str(kept)).split()


def test_show(kept: int, capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, "show", str(kept))
    assert f"Game {kept}" in out
    assert "─" in out
    (score,) = parse_scores(out[out.index("[Event") :])
    assert score.moves == MOVES
    assert score.tags["Termination"] == "resigned" and "\nWhite wins: resigned.\n" in out
    early = run(capsys, "show", str(kept), "--ply", "0")
    assert START in early
    assert "20 moves" in run(capsys, "show", str(kept), "--ply", "21", code=2)
    assert "no game 9" in run(capsys, "show", "9", code=2)


def test_export_and_import(kept: int, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    text = run(capsys, "export", str(kept))
    assert run(capsys, "export", "--all") == text
    file = tmp_path / "games.txt"
    assert run(capsys, "export", "--all", "-o", str(file)) == ""
    assert file.read_text() == text
    (before,) = parse_scores(text)
    other = str(tmp_path / "other.db")
    assert run(capsys, "import", str(file), "--archive", other) == "Game 1 added.\n"
    assert run(capsys, "import", str(file), "--archive", other) == "1 was there already.\n"
    assert run(capsys, "--archive", other, "export", "1") == text
    assert before.moves == MOVES


def test_strict_import_is_all_or_nothing(
    elsewhere: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = format_scores([Score(moves=MOVES), Score(moves=MOVES[:3], result="0-1")])
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(f"{text}\n[Bad]\n".encode())))
    assert "line" in run(capsys, "import", "-", "--strict", code=2)
    assert "No games yet" in run(capsys)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    assert run(capsys, "import", "-") == "Game 1 added.\nGame 2 added.\n"


def test_files_that_cannot_be(kept: int, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    run(capsys, "import", str(tmp_path / "none"), code=2)
    (tmp_path / "latin").write_bytes(b"\xe9")
    assert "UTF-8" in run(capsys, "import", "--strict", str(tmp_path / "latin"), code=2)
    (tmp_path / "empty").write_text("\n")
    assert "no game in" in run(capsys, "import", str(tmp_path / "empty"), code=2)
    run(capsys, "export", "--all", "-o", str(tmp_path / "no" / "where"), code=2)
    run(capsys, "export", code=2)
    run(capsys, "export", "1", "--all", code=2)


def test_delete_asks_first(
    kept: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for answer, told in (("n\n", "Nothing was deleted"), ("\n", "Nothing was deleted")):
        monkeypatch.setattr("sys.stdin", io.StringIO(answer))
        assert told in run(capsys, "delete", str(kept))
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert "--yes" in run(capsys, "delete", str(kept), code=2)
    monkeypatch.setattr("sys.stdin", io.StringIO("y\n"))
    assert "deleted" in run(capsys, "delete", str(kept))
    assert "no game" in run(capsys, "delete", str(kept), "--yes", code=2)
    assert "No games yet" in run(capsys)


def test_a_damaged_archive_is_one_line(elsewhere: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (elsewhere / "games.db").write_bytes(b"this is no database" * 100)
    assert "damaged" in run(capsys, code=6)


def test_a_corrected_version_names_the_original(kept: int, capsys: pytest.CaptureFixture[str]) -> None:
    other = other_move(MOVES[:10], MOVES[10])
    out = run(capsys, "correct", str(kept), "11", other, "--result", "1/2-1/2")
    assert out == f"Game {kept + 1} is game {kept} with other moves from 6. on.\n"
    with Archive() as archive:
        made, original = archive.game(kept + 1), archive.game(kept)
    assert original.texts() == list(MOVES) and original.result == "1-0"
    assert made.texts() == [*MOVES[:10], other] and (made.result, made.reason) == ("1/2-1/2", "corrected")
    assert made.tags["Corrects"] == str(kept) and made.tags["White"] == original.tags["White"]
    assert f"of game {kept}" in run(capsys)
    assert f"Corrected as game {kept + 1}." in run(capsys, "show", str(kept))
    (score,) = parse_scores(run(capsys, "export", str(kept + 1)))
    assert "Termination" not in score.tags, "nobody knows why this one ended"
    assert score.tags["Corrects"] == str(kept) and score.moves == tuple(made.texts())


def test_the_rest_follows_a_correction_where_it_is_legal(
    kept: int, capsys: pytest.CaptureFixture[str]
) -> None:
    run(capsys, "correct", str(kept), "11", MOVES[10], "--rest")
    with Archive() as archive:
        made = archive.game(kept + 1)
    assert made.texts() == list(MOVES) and made.result == "1-0"


def test_corrections_that_cannot_be(kept: int, capsys: pytest.CaptureFixture[str]) -> None:
    for arguments, said in (
        (("22", "e3-e4"), "has no move 22"),
        (("0", "e3-e4"), "has no move 0"),
        (("3", "a1-a1"), "move 3"),
        (("3", MOVES[3]), "move 3"),
        (("3", MOVES[2], "--result", "2-0"), "no result"),
    ):
        assert said in run(capsys, "correct", str(kept), *arguments, code=2)
    with Archive() as archive:
        assert len(archive.games()) == 1


def test_a_correction_that_ends_the_game(elsewhere: Path, capsys: pytest.CaptureFixture[str]) -> None:
    start = "9/9/3WB4/9/9 W"
    with Archive() as archive, archive.writing() as writer:
        number = writer.add({}, start, [Move(1, "d3-d2")], "*")
    assert "end the game 1-0" in run(capsys, "correct", str(number), "1", "d3-c3W", "--result", "0-1", code=2)
    run(capsys, "correct", str(number), "1", "d3-c3W")
    with Archive() as archive:
        assert archive.games()[-1].result == "1-0"


def other_move(before: tuple[str, ...], move: str) -> str:
    """Another legal move than ``move`` after those before."""
    position = rules.Position()
    position.start()
    for text in before:
        notation.play_move(position, text)
        position.end_turn()
        position.forget()
    return next(text for text in legal.texts(position) if text != move)
