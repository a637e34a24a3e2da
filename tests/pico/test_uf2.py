"""Getting MicroPython for the emulated Pico: what is tried in which order, and what is said. No network."""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import tarfile
from collections.abc import Callable
from pathlib import Path

import pytest

from lakabe.errors import SetupError
from pico import build, image, store, uf2

GOOD = uf2.pack(bytes(range(256)) * 3)


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.delenv("LAKABE_UF2", raising=False)
    return tmp_path / "lakabe"


def refuse(reason: str) -> Callable[..., bytes]:
    def refused(*_: object) -> bytes:
        raise store.Unavailable(reason)

    return refused


def test_packed_blocks_carry_the_program() -> None:
    assert len(GOOD) == 3 * 512
    assert uf2.is_for_pico(GOOD)
    assert b"".join(GOOD[at + 32 : at + 288] for at in (0, 512, 1024)) == bytes(range(256)) * 3
    assert not uf2.is_for_pico(GOOD[:-1])
    assert not uf2.is_for_pico(b"")
    other_chip = GOOD[:28] + b"\0\0\0\0" + GOOD[32:]
    assert not uf2.is_for_pico(other_chip)


def test_a_named_file_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "mine.uf2"
    file.write_bytes(GOOD)
    monkeypatch.setenv("LAKABE_UF2", str(file))
    assert uf2.obtain() == file
    file.write_bytes(b"<html>")
    with pytest.raises(SetupError, match=r"is no UF2 file for a Pico \(correct or unset LAKABE_UF2\)"):
        uf2.obtain()


def test_the_official_file_is_kept(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def download(url: str, checksum: str) -> bytes:
        asked.append((url, checksum))
        return GOOD

    monkeypatch.setattr(store, "download", download)
    first = uf2.obtain()
    assert first.parent == cache
    assert uf2.obtain() == first
    assert asked == [(uf2.OFFICIAL, uf2.OFFICIAL_CHECKSUM)]


def test_without_it_one_is_built_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(store, "download", refuse("the file cannot be fetched: no network"))
    monkeypatch.setattr(build, "firmware", lambda say: bytes(300))
    file = uf2.obtain()
    assert uf2.is_for_pico(file.read_bytes())
    monkeypatch.setattr(build, "firmware", refuse("built twice"))
    assert uf2.obtain() == file
    assert "the file cannot be fetched: no network; building" in capsys.readouterr().out


def test_every_reason_why_not_is_said_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(store, "download", refuse("no network"))
    monkeypatch.setattr(build, "firmware", refuse("no compiler (on Debian: apt install it)"))
    assert uf2.main() == SetupError.exit_code
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "no network; no compiler (on Debian: apt install it)" in said
    assert "name it in LAKABE_UF2" in said


def test_a_download_has_to_be_the_right_file(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"something")
    assert store.download(file.as_uri(), store.sha256(b"something")) == b"something"
    with pytest.raises(store.Unavailable, match="file is not the file it should be"):
        store.download(file.as_uri(), store.sha256(b"else"))
    with pytest.raises(store.Unavailable, match="gone cannot be fetched"):
        store.download((tmp_path / "gone").as_uri(), "")


def test_mirrors_are_those_of_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    listed = (
        "'http://one.example/debian/dists/stable/InRelease' a 0 \n"
        "'http://one.example/debian/dists/stable-updates/InRelease' b 0 \n"
        "'http://one.example/debian-security/dists/stable-security/InRelease' c 0 \n"
        "'https://other.example/apt/dists/cloud/InRelease' d 0 \n"
    )

    class Done:
        stdout = listed

    monkeypatch.setattr(subprocess, "run", lambda *_, **__: Done)
    assert build.mirrors() == ["http://one.example/debian"]
    Done.stdout = ""
    with pytest.raises(store.Unavailable, match="no Debian mirror"):
        build.mirrors()


def test_the_next_of_several_versions_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build, "mirrors", lambda: ["http://mirror/debian"])
    old, new = build.Package("p/old+1.tar", "1", ""), build.Package("p/new.tar", "2", "")

    def download(url: str, checksum: str) -> bytes:
        if "old" in url:
            raise store.Unavailable(f"{url} is gone")
        return checksum.encode()

    monkeypatch.setattr(store, "download", download)
    assert build.fetch((old, new)) == (new, b"2")
    with pytest.raises(store.Unavailable, match=r"http://mirror/debian/pool/main/p/old%2B1\.tar is gone"):
        build.fetch((old,))


def test_missing_tools_are_named_to_users_and_installed_by_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build, "_tools_work", lambda: False)
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    with pytest.raises(store.Unavailable, match=r"sudo apt install gcc-arm-none-eabi .* cmake make\)$"):
        build.ensure_tools(print)
    asked = []
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(build, "_run", lambda command, environment=None: asked.append(command[4]))
    with pytest.raises(store.Unavailable, match="does not work"):
        build.ensure_tools(print)
    assert asked == ["update", "install"]


def test_sources_are_unpacked_in_their_place(tmp_path: Path) -> None:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:xz") as archive:
        entry = tarfile.TarInfo("thing-1.0/readme")
        entry.size = 4
        archive.addfile(entry, io.BytesIO(b"text"))
    target = tmp_path / "thing"
    target.mkdir()
    build.unpack("t/thing_1.0.orig.tar.xz", packed.getvalue(), target)
    assert (target / "readme").read_text() == "text"
    assert [path.name for path in tmp_path.iterdir()] == ["thing"]


def test_a_file_is_there_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store.write(tmp_path / "file", b"one")

    def crash(self: Path, target: Path) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", crash)
    with pytest.raises(KeyboardInterrupt):
        store.write(tmp_path / "file", b"two")
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"file": b"one"}


def test_a_file_system_holds_what_was_put_there() -> None:
    files = {"main.py": b"print()\n", "lib/a/b.mpy": bytes(5000), "empty": b""}
    assert image.files_in(image.filesystem(files)) == files


def test_modules_are_compiled_but_main() -> None:
    # The third byte of an .mpy holds the kind of machine code: none, or that of the RP2040.
    for kind, code in ((image.FLASHED, 4), (image.BYTECODE, 0), (image.NATIVE, 4)):
        files = image.firmware(kind)
        rooms = {name for name in files if name.startswith("room_")}
        assert rooms and set(files) == {"board.mpy", "main.py", *rooms}
        assert files["board.mpy"][2] >> 2 == code
    files = image.firmware(image.SEPARATE)
    assert sorted(name.rsplit(".")[0] for name in files) == sorted(image.modules())
    assert files.pop("main.py") == (image.FIRMWARE / "main.py").read_bytes()
    assert {(name[-4:], data[2] >> 2) for name, data in files.items()} == {(".mpy", 0)}
