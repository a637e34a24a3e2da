"""The journal's sectors inside a real littlefs: neither harms the other."""

from __future__ import annotations

from pathlib import PurePosixPath
from types import ModuleType
from typing import Any
from unittest import mock

import pytest
from fake_pico import Pico
from littlefs import LittleFS, LittleFSError

BLOCK = 4096
PAGE = 256
WANTED = 6


LAYOUT: dict[str, Any] = {"block_size": BLOCK, "read_size": 32, "prog_size": PAGE, "cache_size": 1024}


class Flash:
    """``rp2.Flash`` over the memory of a littlefs."""

    def __init__(self, memory: bytearray) -> None:
        self.memory = memory
        self.erased: list[int] = []

    def readblocks(self, block: int, buffer: bytearray, offset: int = 0) -> None:
        at = block * BLOCK + offset
        buffer[:] = self.memory[at : at + len(buffer)]

    def writeblocks(self, block: int, buffer: bytearray, offset: int) -> None:
        assert offset % PAGE == 0
        assert len(buffer) == PAGE
        for i, byte in enumerate(buffer):
            self.memory[block * BLOCK + offset + i] &= byte

    def ioctl(self, operation: int, argument: int) -> int:
        if operation == 6:
            self.memory[argument * BLOCK : (argument + 1) * BLOCK] = b"\xff" * BLOCK
            self.erased.append(argument)
        return {4: len(self.memory) // BLOCK, 5: BLOCK}.get(operation, 0)


class Board:
    """A flash with a file system, and the firmware's ``flash.py`` on it as after a start."""

    def __init__(self, blocks: int = 128) -> None:
        self.fs = LittleFS(block_count=blocks, **LAYOUT)
        self.flash = Flash(self.fs.context.buffer)
        self.modules: dict[str, ModuleType] = {}
        for name, contents in (
            ("rp2", {"Flash": lambda: self.flash}),
            ("os", {"urandom": self._random, "statvfs": self._statvfs, "mkdir": self.fs.mkdir,
                    "listdir": lambda: self.fs.listdir("/")}),
        ):  # fmt: skip
            module = ModuleType(name)
            module.__dict__.update(contents)
            self.modules[name] = module
        self.boots = 0

    def _random(self, size: int) -> bytes:
        self.boots += 1
        return bytes([self.boots] * size)

    def _statvfs(self, path: str) -> tuple[int, ...]:
        free = self.fs.block_count - self.fs.used_block_count
        return (BLOCK, BLOCK, self.fs.block_count, free, free)

    def _open(self, name: str, mode: str) -> Any:
        try:
            return self.fs.open(str(PurePosixPath("/") / name), mode)
        except LittleFSError as error:
            raise OSError(error.code, name) from None

    def start(self) -> Any:
        """The sectors after a start; ``open`` has been called."""
        with mock.patch.dict("sys.modules", self.modules):
            module = Pico().load("flash", **self.modules)
            self.making = Pico().load("making", **self.modules, flash=module)
        module.open = self.making.open = self._open
        sectors = module.Sectors(WANTED)
        sectors.open()
        return sectors

    def work(self, sectors: Any, rest: bool = True) -> int:
        """Works until the sectors are ready or in trouble; how many steps that took."""
        for step in range(100):
            if sectors.ready or sectors.trouble:
                return step
            with mock.patch.dict("sys.modules", making=self.making):
                sectors.work(rest)
        raise AssertionError("never ready")


@pytest.fixture
def board() -> Board:
    return Board()


def filled(number: int) -> bytearray:
    return bytearray([number] * PAGE)


def test_nothing_is_made_without_rest(board: Board) -> None:
    sectors = board.start()
    for _ in range(20):
        sectors.work(False)
    assert (sectors.count, sectors.ready, sectors.trouble) == (0, False, b"")
    assert "journal" not in board.fs.listdir("/")


def test_made_once_and_found_again(board: Board) -> None:
    sectors = board.start()
    board.work(sectors)
    assert sectors.count == WANTED
    for sector in range(WANTED):
        sectors.program(sector, 3, filled(sector))
    again = board.start()
    assert again.count == WANTED
    assert not again.ready, "not before every file has proved its block"
    assert board.work(again, rest=False) == WANTED
    page = bytearray(PAGE)
    for sector in range(WANTED):
        again.read(sector, 3 * PAGE, page)
        assert page == filled(sector)
        assert again.owns(sector)


def test_the_file_system_takes_no_notice(board: Board) -> None:
    with board.fs.open("/kept", "wb") as file:
        file.write(bytes(range(256)) * 100)
    sectors = board.start()
    board.work(sectors)
    for round_ in range(5):
        for sector in range(WANTED):
            sectors.erase(sector, bytearray(PAGE))
            for page in range(1, 16):
                sectors.program(sector, page, filled(round_))
        with board.fs.open(f"/file{round_}", "wb") as file:
            file.write(bytes([round_]) * 20_000)
        if round_ > 1:
            board.fs.remove(f"/file{round_ - 2}")
    fresh = LittleFS(block_count=128, mount=False, **LAYOUT)
    fresh.context.buffer = board.fs.context.buffer
    fresh.mount()
    with fresh.open("/kept", "rb") as file:
        assert file.read() == bytes(range(256)) * 100
    for round_ in (3, 4):
        with fresh.open(f"/file{round_}", "rb") as file:
            assert file.read() == bytes([round_]) * 20_000
    with fresh.open("/journal/02", "rb") as file:
        data = file.read()
    assert len(data) == BLOCK
    assert data[PAGE:] == bytes([4]) * (BLOCK - PAGE)
    page = bytearray(PAGE)
    for sector in range(WANTED):
        sectors.read(sector, PAGE, page)
        assert page == filled(4)


def test_an_erase_that_was_cut_is_marked_again(board: Board) -> None:
    sectors = board.start()
    board.work(sectors)
    block = sectors._blocks[2]
    board.flash.ioctl(6, block)
    again = board.start()
    assert not again.owns(2)
    board.work(again, rest=False)
    assert again.owns(2)


def test_files_that_came_back_elsewhere_are_made_anew(board: Board) -> None:
    sectors = board.start()
    board.work(sectors)
    before = list(sectors._blocks)
    with board.fs.open("/journal/04", "rb") as file:
        data = file.read()
    board.fs.remove("/journal/04")
    with board.fs.open("/stranger", "wb") as file:
        file.write(b"\xff" * 60_000)
    with board.fs.open("/journal/04", "wb") as file:
        file.write(data[:3] + b"x" + data[4:])
    again = board.start()
    assert again.count == WANTED
    for _ in range(WANTED):
        again.work(False)
    assert not again.ready
    board.work(again)
    assert again.ready
    assert list(again._blocks) != before
    for sector in range(WANTED):
        again.erase(sector, bytearray(PAGE))
    with board.fs.open("/stranger", "rb") as file:
        assert file.read() == b"\xff" * 60_000


@pytest.mark.parametrize("name", ["/journal/00", "/journal/map"])
def test_a_file_that_was_deleted(board: Board, name: str) -> None:
    sectors = board.start()
    board.work(sectors)
    board.fs.remove(name)
    again = board.start()
    board.work(again)
    assert again.ready
    assert again.count == WANTED


def test_a_map_that_makes_no_sense(board: Board) -> None:
    sectors = board.start()
    board.work(sectors)
    for text in (b"", b"LKJ", b"LKJ\x06abcd" + b"\xff" * 12, b"LKJ\x05abcd" + bytes(12)):
        with board.fs.open("/journal/map", "wb") as file:
            file.write(text)
        assert board.start().count == 0


def test_no_room() -> None:
    board = Board(blocks=64 + WANTED)
    sectors = board.start()
    board.work(sectors)
    assert sectors.trouble == b"full"
    assert not sectors.ready
