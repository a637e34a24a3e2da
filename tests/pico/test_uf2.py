"""Building the base and packing releases: what is tried in which order, and what is said. No network."""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import tarfile
from collections.abc import Callable
from pathlib import Path

import pytest

from lakabe.board import bases, uf2
from lakabe.board.image import CHIPS, PLACE
from lakabe.errors import SetupError
from pico import image
from tools import base, store

DATA = bytes(range(256)) * 3
GOOD = uf2.pack({0: DATA[:512], 0x1000: DATA[512:]}, "pico")


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "lakabe"


def refuse(reason: str) -> Callable[..., bytes]:
    def refused(*_: object) -> bytes:
        raise store.Unavailable(reason)

    return refused


def test_packed_blocks_carry_the_program() -> None:
    assert len(GOOD) == 3 * uf2.BLOCK
    assert uf2.unpack(GOOD, "pico") == {0: DATA[:256], 256: DATA[256:512], 0x1000: DATA[512:]}
    for wrong in (GOOD[:-1], b"", b"<html>".ljust(uf2.BLOCK), GOOD[:28] + b"\0\0\0\0" + GOOD[32:]):
        with pytest.raises(ValueError, match="no UF2 file"):
            uf2.unpack(wrong, "pico")
    with pytest.raises(ValueError, match="no UF2 file for a pico2"):
        uf2.unpack(GOOD, "pico2")


def test_a_base_is_built_once(monkeypatch: pytest.MonkeyPatch, cache: Path) -> None:
    said: list[str] = []
    monkeypatch.setattr(base, "build", lambda chip, say: chip.encode() * 100)
    assert base.obtain("pico", said.append) == b"pico" * 100
    assert base.obtain("pico2", said.append) == b"pico2" * 100
    assert said == [f"building the base for a {chip} (some minutes, once)" for chip in CHIPS]
    monkeypatch.setattr(base, "build", refuse("built twice"))
    assert base.obtain("pico", said.append) == b"pico" * 100
    assert sorted(path.name for path in cache.iterdir()) == [
        f"base-{chip}-{base.recipe()}.bin" for chip in CHIPS
    ]


def test_a_base_of_another_recipe_is_built_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(base, "build", lambda *_: b"old")
    base.obtain("pico", lambda _: None)
    monkeypatch.setattr(base, "recipe", lambda: "87654321")
    monkeypatch.setattr(base, "build", lambda *_: b"new")
    assert base.obtain("pico", lambda _: None) == b"new"


def test_the_reason_why_not_is_said_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(base, "build", refuse("no compiler (on Debian: apt install it)"))
    assert base.main() == SetupError.exit_code
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "the base cannot be built: no compiler (on Debian: apt install it)" in said


def test_releases_hold_base_and_image(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(base, "build", lambda chip, say: f"the base of a {chip}".encode())
    monkeypatch.setattr(base.image, "build", lambda tree, run, architecture: architecture.encode())
    monkeypatch.setattr(base, "REPOSITORY", tmp_path)
    monkeypatch.setattr(base, "RELEASES", tmp_path / "build")
    monkeypatch.setattr(bases, "FOLDER", tmp_path / "bases")
    assert base.main() == 0
    for chip, architecture in CHIPS.items():
        pages = uf2.unpack((tmp_path / "build" / f"lakabe-{chip}.uf2").read_bytes(), chip)
        assert pages[0].startswith(f"the base of a {chip}".encode())
        assert pages[PLACE].rstrip(b"\xff") == architecture.encode()
        assert bases.find(chip) == f"the base of a {chip}".encode()
        assert bases.recipe(chip) == base.recipe()
    assert "build/lakabe-pico2.uf2, 1,024 bytes" in capsys.readouterr().out


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
    assert base.mirrors() == ["http://one.example/debian"]
    Done.stdout = ""
    with pytest.raises(store.Unavailable, match="no Debian mirror"):
        base.mirrors()


def test_the_next_of_several_versions_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(base, "mirrors", lambda: ["http://mirror/debian"])
    old, new = base.Package("p/old+1.tar", "1", ""), base.Package("p/new.tar", "2", "")

    def download(url: str, checksum: str) -> bytes:
        if "old" in url:
            raise store.Unavailable(f"{url} is gone")
        return checksum.encode()

    monkeypatch.setattr(store, "download", download)
    assert base.fetch((old, new)) == (new, b"2")
    with pytest.raises(store.Unavailable, match=r"http://mirror/debian/pool/main/p/old%2B1\.tar is gone"):
        base.fetch((old,))


def test_missing_tools_are_named_to_users_and_installed_by_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(base, "_tools_work", lambda: False)
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    with pytest.raises(store.Unavailable, match=r"sudo apt install gcc-arm-none-eabi .* cmake make\)$"):
        base.ensure_tools(print)
    asked = []
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(base, "_run", lambda command, environment=None: asked.append(command[4]))
    with pytest.raises(store.Unavailable, match="does not work"):
        base.ensure_tools(print)
    assert asked == ["update", "install"]


def test_sources_are_unpacked_in_their_place(tmp_path: Path) -> None:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:xz") as archive:
        entry = tarfile.TarInfo("thing-1.0/readme")
        entry.size = 4
        archive.addfile(entry, io.BytesIO(b"text"))
    target = tmp_path / "thing"
    target.mkdir()
    base.unpack("t/thing_1.0.orig.tar.xz", packed.getvalue(), target)
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


@pytest.mark.pico
@pytest.mark.parametrize("chip", CHIPS)
def test_the_base_is_built_to_the_same_bytes_twice(chip: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The one that is kept may be of another machine or folder."""
    monkeypatch.undo()
    assert base.build(chip, lambda _: None) == base.obtain(chip)
