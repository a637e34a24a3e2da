"""Small files of the board on a real littlefs: wherever the power fails, one of them is there, old or new."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest import mock

import littlefs

FIRMWARE = Path(__file__).parents[2] / "firmware"
LAYOUT: dict[str, Any] = {"block_size": 4096, "read_size": 32, "prog_size": 256, "cache_size": 1024}
BLOCKS = 32
OLD, NEW = b"paika\napproach", b"paika\napproach\nwithdrawal"


class Flash(littlefs.UserContext):  # type: ignore[misc]
    """Memory that remembers what a power cut would have left, within each write or erasure and after it."""

    def __init__(self, memory: bytes = b"") -> None:
        super().__init__(BLOCKS * 4096)
        self.cuts: list[bytes] = []
        if memory:
            self.buffer[:] = memory

    def prog(self, cfg: Any, block: int, off: int, data: bytes) -> int:
        super().prog(cfg, block, off, data[: len(data) // 2])
        self.cuts.append(bytes(self.buffer))
        done = super().prog(cfg, block, off, data)
        self.cuts.append(bytes(self.buffer))
        return int(done)

    def erase(self, cfg: Any, block: int) -> int:
        done = super().erase(cfg, block)
        self.cuts.append(bytes(self.buffer))
        return int(done)


def mounted(flash: Flash, new: bool = False) -> littlefs.LittleFS:
    fs = littlefs.LittleFS(context=flash, block_count=BLOCKS, mount=False, **LAYOUT)
    if new:
        fs.format()
    fs.mount()
    return fs


def opener(fs: littlefs.LittleFS) -> Any:
    def opened(name: str, mode: str) -> Any:
        return fs.open(name, mode)

    return opened


def notes(fs: littlefs.LittleFS) -> Any:
    """The firmware's ``Notes`` on a file system."""
    module = ModuleType("os")
    module.__dict__["rename"] = fs.rename
    spec = importlib.util.spec_from_file_location("notes", FIRMWARE / "notes.py")
    assert spec and spec.loader
    made = importlib.util.module_from_spec(spec)
    with mock.patch.dict("sys.modules", {"os": module}):
        spec.loader.exec_module(made)
    made.__dict__["open"] = opener(fs)
    made.__dict__["OSError"] = (OSError, littlefs.LittleFSError)  # what MicroPython raises for either
    return made.Notes()


def test_what_is_written_is_read_again() -> None:
    flash = Flash()
    fs = mounted(flash, new=True)
    assert notes(fs).read("lessons") == b""
    assert notes(fs).write("lessons", OLD)
    assert notes(fs).write("lessons", NEW)
    assert notes(mounted(Flash(bytes(flash.buffer)))).read("lessons") == NEW
    assert fs.listdir("/") == ["lessons"]


def test_wherever_the_power_fails_the_old_or_the_new_one_is_there() -> None:
    flash = Flash()
    keeper = notes(mounted(flash, new=True))
    keeper.write("lessons", OLD)
    flash.cuts.clear()
    assert keeper.write("lessons", NEW)
    seen = []
    for memory in flash.cuts:
        again = notes(mounted(Flash(memory)))
        seen.append(again.read("lessons"))
        assert again.write("lessons", NEW) and again.read("lessons") == NEW
    assert seen[0] == OLD and seen[-1] == NEW and set(seen) == {OLD, NEW}
    assert len(seen) > 5


def test_a_full_flash_is_told_and_the_old_one_stays() -> None:
    keeper = notes(mounted(Flash(), new=True))
    keeper.write("lessons", OLD)
    assert not keeper.write("lessons", NEW * 10000)
    assert keeper.read("lessons") == OLD
    assert keeper.write("lessons", NEW)
