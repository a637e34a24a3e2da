"""Flashing, with a fake mpremote whose board is a folder and a flash: the board's scripts really run."""

from __future__ import annotations

import builtins
import contextlib
import io
import zlib
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from lakabe import cli
from lakabe.board import bases, flash, image, programs, sources, uf2
from lakabe.board.events import Hello
from lakabe.board.flash import Board, Drive
from lakabe.board.programs import Outcome
from lakabe.errors import BoardFault, LakabeError, NoBoardError, PortError, SetupError
from lakabe.virtual.tools import firmware_tree

PORT = "/dev/ttyACM0"
SECTOR = 4096
OURS = "Lakabe on a Raspberry Pi Pico with RP2040"


def some_image(size: int, seed: int) -> bytes:
    data = b"\xd2\xcd\x31" + bytes(i * seed >> 4 & 255 for i in range(size))
    return data + zlib.crc32(data).to_bytes(4, "little")


OLD, NEW = some_image(30_001, 97), some_image(33_333, 167)


class PowerCut(Exception):
    """In the middle of an installation."""


class Part(bytearray):
    """The image's part of the flash. ``left``: operations until the power is cut."""

    left = 10**9

    def ioctl(self, operation: int, sector: int) -> int:
        assert operation == 6
        self._count()
        self[sector * SECTOR : (sector + 1) * SECTOR] = b"\xff" * SECTOR
        return 0

    def writeblocks(self, sector: int, data: bytes, offset: int | None = None) -> None:
        if offset is None:
            self.ioctl(6, sector)
        self._count()
        for i, byte in enumerate(data):
            self[sector * SECTOR + (offset or 0) + i] &= byte

    def _count(self) -> None:
        if not self.left:
            raise PowerCut
        self.left -= 1


class FakePico:
    """Plays mpremote. ``fail`` names a subcommand that fails, with what mpremote says then."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.calls: list[list[str]] = []
        self.fail: tuple[str, str] | None = None
        self.damage = False
        self.machine = OURS
        self.modules: dict[str, object] = {
            "lakabe_base": SimpleNamespace(RECIPE="12345678"),
            "config": SimpleNamespace(FIRMWARE_VERSION="0.0.9"),
            "stamp": SimpleNamespace(SOURCES="aaaaaaaa"),
        }
        self.part = Part(b"\xff" * 16 * SECTOR)
        self.part[: len(OLD)] = OLD

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
            self.path(target[1:]).write_bytes(data[:-1] + b"!" if self.damage else data)
            return Outcome(0, "", "")
        assert rest in (["reset"], ["bootloader"])
        return Outcome(0, "", "")

    def path(self, name: str) -> Path:
        return self.root / name.lstrip("/")

    def did(self) -> list[str]:
        return [call[0] for call in self.calls]

    def _exec(self, script: str) -> Outcome:
        modules = {
            "os": SimpleNamespace(
                listdir=lambda: [path.name for path in self.root.iterdir()],
                stat=lambda name: tuple(self.path(name).stat()),
                remove=lambda name: self.path(name).unlink(),
            ),
            "sys": SimpleNamespace(implementation=SimpleNamespace(_machine=self.machine)),
            "vfs": SimpleNamespace(umount=lambda name: None, rom_ioctl=lambda *_: self.part),
            **dict.fromkeys(("lakabe_base", "config", "stamp")),
            **self.modules,
        }

        def fake_import(name: str, *rest: Any) -> Any:
            if name in modules:
                if modules[name] is None:
                    raise ImportError(name)
                return modules[name]
            return __import__(name, *rest)

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
    root = tmp_path / "pico"
    root.mkdir()
    return FakePico(root)


@pytest.fixture
def based(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """An installation that has bases."""
    folder = tmp_path / "bases"
    folder.mkdir()
    for chip in image.CHIPS:
        (folder / f"{chip}.bin").write_bytes(b"base" * 100)
        (folder / f"{chip}.recipe").write_text("12345678\n")
    monkeypatch.setattr(bases, "FOLDER", folder)
    return folder


# The board


def test_what_is_on_a_board(pico: FakePico) -> None:
    assert flash.survey(PORT, pico) == Board("pico", "12345678", "0.0.9+aaaaaaaa", has_games=False)
    pico.machine = "Lakabe on a Raspberry Pi Pico 2 with RP2350"
    del pico.modules["stamp"]
    assert flash.survey(PORT, pico) == Board("pico2", "12345678", "", has_games=False)


def test_an_early_board_has_games_to_lose(pico: FakePico) -> None:
    pico.machine = "Raspberry Pi Pico with RP2040"
    pico.modules = {}
    assert flash.survey(PORT, pico) == Board("pico", "", "", has_games=False)
    (pico.root / "journal").mkdir()
    assert flash.survey(PORT, pico) == Board("pico", "", "", has_games=True)


def test_another_board_is_refused(pico: FakePico) -> None:
    pico.machine = "Generic ESP32 module with ESP32"
    with pytest.raises(BoardFault, match="no Raspberry Pi Pico"):
        flash.survey(PORT, pico)


def test_an_answer_without_sense_is_refused() -> None:
    with pytest.raises(BoardFault, match="no sensible answer"):
        flash.survey(PORT, lambda _: Outcome(0, "LAKABE[1", ""))


def test_an_image_is_enough_for_a_board_with_the_base(based: Path) -> None:
    assert flash.fits(Board("pico", "12345678", "", has_games=False))
    assert not flash.fits(Board("pico", "87654321", "", has_games=False))
    assert not flash.fits(Board("pico", "", "", has_games=False))


def test_where_no_base_is_here_that_of_the_board_will_do(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(bases, "FOLDER", tmp_path / "none")
    assert flash.fits(Board("pico", "87654321", "", has_games=False))
    assert not flash.fits(Board("pico", "", "", has_games=False))
    with pytest.raises(SetupError, match="no base for a pico"):
        flash.release("pico", NEW)


# The image over the serial port


def test_an_image_comes_to_its_place(pico: FakePico) -> None:
    said: list[str] = []
    flash.install(NEW, PORT, pico, said.append)
    assert pico.part[: len(NEW)] == NEW
    assert pico.did() == ["fs", "exec", "reset"]
    assert not pico.path(flash.FILE).exists()
    assert said[0] == f"copying the firmware, {len(NEW):,} bytes"


def test_an_image_that_arrives_damaged_changes_nothing(pico: FakePico) -> None:
    pico.damage = True
    with pytest.raises(BoardFault, match="arrived damaged"):
        flash.install(NEW, PORT, pico, lambda _: None)
    assert pico.part[: len(OLD)] == OLD
    assert not pico.path(flash.FILE).exists()


@pytest.mark.parametrize("sectors", [1, 2, 9])
def test_a_power_cut_leaves_the_old_the_new_or_no_firmware(tmp_path: Path, sectors: int) -> None:
    new = some_image(sectors * SECTOR - 100, 167)
    seen = set()
    for operations in range(100):
        root = tmp_path / str(operations)
        root.mkdir()
        pico = FakePico(root)
        pico.part.left = operations
        try:
            flash.install(new, PORT, pico, lambda _: None)
        except PowerCut:
            if pico.part[: len(OLD)] == OLD:
                seen.add("old")
            else:
                assert pico.part[:3] == b"\xff" * 3, f"after {operations} operations there is a head"
                seen.add("none")
        else:
            assert pico.part[: len(new)] == new
            seen.add("new")
            break
    assert seen == {"old", "none", "new"}


@pytest.mark.parametrize(
    ("what", "says", "error"),
    [
        ("fs cp", "mpremote: failed to access /dev/ttyACM0 (it may be in use)", PortError),
        ("fs cp", "OSError: [Errno 28] ENOSPC", BoardFault),
        ("exec", "serial.serialutil.SerialException: Input/output error", PortError),
        ("reset", "Permission denied", PortError),
        ("reset", "No module named mpremote", SetupError),
    ],
)
def test_failures_of_mpremote(pico: FakePico, what: str, says: str, error: type[LakabeError]) -> None:
    pico.fail = (what, says)
    with pytest.raises(error):
        flash.install(NEW, PORT, pico, lambda _: None)


# The boot loader


def boot_loader(folder: Path, name: str) -> Path:
    folder.mkdir()
    (folder / flash.INFO).write_text(f"UF2 Bootloader v3.0\nModel: Raspberry Pi\nBoard-ID: {name}\n")
    return folder


def test_drives_of_boot_loaders_are_found(tmp_path: Path) -> None:
    one, two = boot_loader(tmp_path / "1", "RPI-RP2"), boot_loader(tmp_path / "2", "RP2350")
    (tmp_path / "stick").mkdir()
    other = boot_loader(tmp_path / "3", "nRF52840-feather")
    assert flash.drives([one, two, tmp_path / "stick", tmp_path / "none", other]) == [
        Drive(one, "pico"),
        Drive(two, "pico2"),
    ]


def test_a_drive_is_waited_for(tmp_path: Path) -> None:
    found: list[Drive] = []
    looks: list[float] = []

    def pause(seconds: float) -> None:
        looks.append(seconds)
        if len(looks) == 3:
            found.append(Drive(tmp_path, "pico"))

    assert flash.wait_for_drive("pico", lambda: found, pause) == Drive(tmp_path, "pico")
    with pytest.raises(BoardFault, match="does not appear"):
        flash.wait_for_drive("pico2", lambda: found, lambda _: None)


def test_a_release_is_base_and_image(based: Path) -> None:
    pages = uf2.unpack(flash.release("pico2", NEW), "pico2")
    whole = b"".join(pages[at] for at in sorted(pages) if at >= image.PLACE)
    assert min(at for at in pages if at >= image.PLACE) == image.PLACE
    assert whole[: len(NEW)] == NEW
    assert b"".join(pages[at] for at in sorted(pages) if at < image.PLACE)[:400] == b"base" * 100


def test_a_uf2_of_another_chip_is_told() -> None:
    data = uf2.pack({0: b"1234"}, "pico")
    with pytest.raises(ValueError, match="pico2"):
        uf2.unpack(data, "pico2")
    with pytest.raises(ValueError, match="no UF2"):
        uf2.unpack(data[:-1], "pico")


def test_a_drive_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(PortError, match="cannot be written"):
        flash.write(Drive(tmp_path / "gone", "pico"), b"1")


def test_the_answer_is_waited_for() -> None:
    hello = Hello(1, 0, 1, 5, "0.1.0+aaaaaaaa", "E66", "0b", (), 1, 2)
    answers = iter([PortError("gone", ""), NoBoardError("none", ""), hello])
    now = [0.0]

    def ask(port: str) -> Hello:
        answer = next(answers)
        if isinstance(answer, LakabeError):
            raise answer
        return answer

    def pause(seconds: float) -> None:
        now[0] += seconds

    assert flash.wait_for_hello(PORT, ask, lambda: now[0], pause) == hello

    def mute(port: str) -> Hello:
        raise PortError("gone", "")

    with pytest.raises(BoardFault, match="does not answer"):
        flash.wait_for_hello(PORT, mute, lambda: now[0], pause)


# The command


@pytest.fixture
def command(pico: FakePico, based: Path, monkeypatch: pytest.MonkeyPatch) -> FakePico:
    """`lakabe flash` on that board; no drive is mounted, and the board answers at once."""
    monkeypatch.setattr(programs, "run_module", pico)
    monkeypatch.setattr(image, "build", lambda *_: NEW)
    monkeypatch.setattr(flash, "drives", list)
    hello = Hello(1, 0, 1, 5, sources.version(firmware_tree()), "E66", "0b", (), 1, 2)
    monkeypatch.setattr(flash, "wait_for_hello", lambda port: hello)
    return pico


def test_the_command_says_the_versions_before_and_after(
    command: FakePico, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(["flash", "--port", PORT]) == 0
    version = sources.version(firmware_tree())
    assert capsys.readouterr().out.splitlines()[-1] == f"firmware {version}, before 0.0.9+aaaaaaaa"
    assert command.part[: len(NEW)] == NEW


def test_what_is_there_already_is_not_copied(command: FakePico, capsys: pytest.CaptureFixture[str]) -> None:
    version, digest = sources.version(firmware_tree()).split("+")
    command.modules["config"] = SimpleNamespace(FIRMWARE_VERSION=version)
    command.modules["stamp"] = SimpleNamespace(SOURCES=digest)
    assert cli.run(["flash", "--port", PORT]) == 0
    assert command.did() == ["exec", "reset"]
    assert "already" in capsys.readouterr().out


def test_games_of_an_early_board_are_not_lost_without_a_word(
    command: FakePico, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command.modules = {}
    (command.root / "journal").mkdir()
    assert cli.run(["flash", "--port", PORT]) == BoardFault.exit_code
    assert "lakabe games fetch" in capsys.readouterr().err
    assert command.did() == ["exec", "reset"]
    drive = Drive(boot_loader(tmp_path / "drive", "RPI-RP2"), "pico")
    monkeypatch.setattr(flash, "wait_for_drive", lambda chip: drive)
    assert cli.run(["flash", "--port", PORT, "--forget"]) == 0
    assert command.did()[-2:] == ["exec", "bootloader"]
    assert uf2.unpack((drive.folder / "lakabe.uf2").read_bytes(), "pico")[image.PLACE][:3] == NEW[:3]


def test_a_new_pico_in_its_boot_loader_comes_first(
    command: FakePico, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    drive = Drive(boot_loader(tmp_path / "drive", "RP2350"), "pico2")
    monkeypatch.setattr(flash, "drives", lambda: [drive])
    assert cli.run(["flash"]) == 0
    assert uf2.unpack((drive.folder / "lakabe.uf2").read_bytes(), "pico2")
    assert not command.calls
    monkeypatch.setattr(flash, "drives", lambda: [drive, drive])
    assert cli.run(["flash"]) == NoBoardError.exit_code
    assert "several boards" in capsys.readouterr().err


def test_a_uf2_as_a_file(command: FakePico, tmp_path: Path) -> None:
    file = tmp_path / "new" / "lakabe.uf2"
    assert cli.run(["flash", "--uf2", str(file), "--chip", "pico2"]) == 0
    assert uf2.unpack(file.read_bytes(), "pico2")
    assert cli.run(["flash", "--uf2", str(file), "--chip", "pico3"]) == 2
    assert cli.run(["flash", "--chip", "pico"]) == 2
    assert cli.run(["flash", "--port", PORT, "--uf2", str(file)]) == 2
