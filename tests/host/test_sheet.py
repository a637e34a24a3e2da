"""`lakabe doctor --points --output`: what a board tells, in the sheet of the first board."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playing import MENU, BoardServer, PlayedBoard

from fanorona.rules import notation
from lakabe import checkup, cli, documents, sheet
from lakabe.board import events
from lakabe.board.sources import version
from lakabe.errors import BoardFault, NoBoardError, UsageError
from lakabe.virtual.tools import firmware_tree

EMPTY = documents.file("hardware/first-article.md").read_text(encoding="utf-8")


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkup, "check_virtual", lambda: "Node v0")
    monkeypatch.setattr(checkup, "check_flashing", lambda: "installed")


def hands_over(board: PlayedBoard, leave_at: str = "", dead: str = "", flickers: str = "") -> Iterator[None]:
    """Hands that follow the lights."""
    for point in sheet.ALL_POINTS:
        at = notation.parse_point(point)
        if point == leave_at:
            board.hold(MENU, 1700)
            yield
        elif point in dead.split():
            board.press()
        else:
            if point == flickers:  # a weak magnet
                for closed in (False, True) * 4:
                    board.reeds[at] = closed
                    board.wait(5)
            for closed in (not board.reeds[at], bool(board.reeds[at])):
                board.put(at, closed)
                board.wait(40)
        yield


@pytest.fixture
def serve() -> Iterator[Callable[..., BoardServer]]:
    servers: list[BoardServer] = []

    def begin(board: PlayedBoard, **hands: str) -> BoardServer:
        script = hands_over(board, **hands)

        def act() -> None:
            if b" test try " in server.said:
                next(script, None)

        server = BoardServer(board, act)
        servers.append(server)
        return server

    yield begin
    for server in servers:
        server.close()


def rows_of(text: str, corner: str) -> dict[str, list[str]]:
    """What stands in the boxes of a board of the sheet, by row."""
    lines = text.split(f"| {corner} |")[1].splitlines()[2:7]
    return {line[2]: [cell.strip() for cell in line.split("|")[2:-1]] for line in lines}


def changed(before: str, after: str) -> list[str]:
    """The lines of a sheet that are not as they were."""
    pairs = zip(before.splitlines(), after.splitlines(), strict=True)
    return [new for old, new in pairs if old != new]


def test_the_sheet_is_filled_in(
    serve: Callable[..., BoardServer], elsewhere: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    board = PlayedBoard()
    server = serve(board, dead="c3 e3", flickers="d2")
    file = elsewhere / "sheet.md"
    mine = EMPTY.replace("| darkest side | right |  |", "| darkest side | right | behind |")
    assert mine != EMPTY
    file.write_bytes(mine.replace("\n", "\r\n").encode())
    assert cli.run(["doctor", "--points", "--port", server.url, "-o", str(file)]) == BoardFault.exit_code
    written = file.read_bytes().decode()
    assert written.count("\r\n") == written.count("\n"), "lines end as they did"
    written = written.replace("\r\n", "\n")
    assert f"| {sheet.BOARD} | e66038b713, {version(firmware_tree())}, 1." in written
    assert f"| {sheet.POWER} | 365 | {board.session.power_ma} |" in written
    results = rows_of(written, sheet.RESULT)
    assert results["3"] == ["y", "y", "n", "y", "n", "y", "y", "y", "y"]
    assert results["2"] == ["y", "y", "y", "c", *"yyyyy"]
    assert all(results[row] == ["y"] * 9 for row in "145")
    bounces = rows_of(written, sheet.BOUNCE)
    assert int(bounces["2"][3].split("/")[1]) >= 4, "it flickered"
    assert bounces["3"][4] == "", "a contact that has not closed tells nothing"
    assert bounces["1"] == ["0/0"] * 9
    assert len(changed(mine, written)) == 2 + 2 * 5, "nothing else is touched"
    out = capsys.readouterr().out
    assert "45 of 45 tried" in out
    assert "      3 y y n y n y y y y" in out.splitlines()


def test_a_test_that_is_left_fills_in_what_was_tried(
    serve: Callable[..., BoardServer], capsys: pytest.CaptureFixture[str], elsewhere: Path
) -> None:
    server = serve(PlayedBoard(), leave_at="d1", dead="b1")
    file = elsewhere / "sheet.md"
    assert cli.run(["doctor", "--points", "--port", server.url, "-o", str(file)]) == BoardFault.exit_code
    assert "self-test: it was left at d1" in capsys.readouterr().out
    results = rows_of(file.read_text(encoding="utf-8"), sheet.RESULT)
    assert results.pop("1") == ["y", "n", "y", *[""] * 6]
    assert {cell for row in results.values() for cell in row} == {""}


def test_a_test_that_is_left_at_its_last_point_is_not_passed(
    serve: Callable[..., BoardServer], capsys: pytest.CaptureFixture[str]
) -> None:
    server = serve(PlayedBoard(), leave_at="i5", dead="b1")
    assert cli.run(["doctor", "--points", "--port", server.url]) == BoardFault.exit_code
    lines = capsys.readouterr().out.splitlines()
    assert "      5 y y y y y y y y ." in lines and "      1 y n y y y y y y y" in lines


def test_a_game_under_way_writes_nothing(
    serve: Callable[..., BoardServer], elsewhere: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    board = PlayedBoard()
    board.play("d3-e3A")
    server = serve(board)
    file = elsewhere / "sheet.md"
    assert cli.run(["doctor", "--points", "--port", server.url, "-o", str(file)]) == BoardFault.exit_code
    assert "sheet: not written, for no point was tried" in capsys.readouterr().out
    assert list(file.parent.glob("sheet*")) == []


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        ("-o sheet.md", UsageError.exit_code, "--output is for the test of the points"),
        ("--points --no-board", UsageError.exit_code, "--points tries the contacts of a board"),
        ("--points -o nowhere/sheet.md", UsageError.exit_code, "nowhere/sheet.md cannot be written"),
        ("--points -o other.md", UsageError.exit_code, "other.md is not the sheet of this version"),
        ("--points -o old.md", UsageError.exit_code, "old.md is not the sheet of this version"),
        ("--points -o latin.md", UsageError.exit_code, "latin.md is not the sheet of this version"),
        ("--points -o s.md --port a --port b", UsageError.exit_code, "a sheet is for one board"),
        ("--points -o s.md", NoBoardError.exit_code, "none is plugged in"),
    ],
)
def test_what_makes_no_sense_is_said_before_the_test(
    words: str,
    code: int,
    says: str,
    elsewhere: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("lakabe.board.ports.find_boards", list)
    monkeypatch.chdir(elsewhere)
    texts = {"other.md": b"# Shopping\n", "latin.md": b"\xe9\n"}
    texts["old.md"] = EMPTY.replace(f"| {sheet.BOUNCE} |", "|  |").encode()
    for name, text in texts.items():
        Path(name).write_bytes(text)
    assert cli.run(["doctor", *words.split()]) == code
    said = capsys.readouterr()
    assert says in said.err and said.err.count("\n") == 1 and said.out == ""
    assert {file.name for file in Path().glob("*.md")} == set(texts)
    assert all(Path(name).read_bytes() == text for name, text in texts.items())


def test_results_follow_what_the_board_says() -> None:
    told = sheet.Told()
    told.see(events.Test(1, 0, "try", "h5"))  # of a test that had begun without us
    for point in ("a1", "b1", "c1"):
        told.see(events.Test(1, 0, "try", point))
        told.see(events.Lift(1, 0, point))
        if point != "b1":
            told.see(events.Place(1, 0, point))
    told.see(events.Test(1, 0, "try", "d1"))
    assert told.results == {"a1": "y", "b1": "n", "c1": "y"}
    told.see(events.Blind(2, 0, "chatters", "/".join([*["........."] * 4, "xx......."])))
    assert told.results == {"a1": "c", "b1": "n", "c1": "y"}
    told.see(events.Test(3, 0, "dead", "2"))
    assert {told.results[point] for point in sheet.points_of("2")} == {"n"}
    told.see(events.Test(3, 0, "done", ""))
    assert told.lit == "d1" and "d1" not in told.results
