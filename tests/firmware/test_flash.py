"""The journal's sectors, over a flash that only clears bits when it is programmed."""

from __future__ import annotations

from types import ModuleType

import pytest
from fake_pico import Pico

SECTOR = 4096
PAGE = 256
COUNT = 6


class Flash:
    """``rp2.Flash``, of a part that holds ``memory``."""

    memory = bytearray()

    def __init__(self, start: int, len: int) -> None:  # noqa: A002 - as it is called there
        assert (start, len) == (0, COUNT * SECTOR)

    def readblocks(self, block: int, buffer: bytearray, offset: int = 0) -> None:
        at = block * SECTOR + offset
        buffer[:] = self.memory[at : at + len(buffer)]

    def writeblocks(self, block: int, buffer: bytearray, offset: int) -> None:
        assert offset % PAGE == 0 and len(buffer) == PAGE
        for i, byte in enumerate(buffer):
            self.memory[block * SECTOR + offset + i] &= byte

    def ioctl(self, operation: int, argument: int) -> int:
        assert operation == 6
        self.memory[argument * SECTOR : (argument + 1) * SECTOR] = b"\xff" * SECTOR
        return 0


@pytest.fixture
def flash() -> ModuleType:
    Flash.memory = bytearray(i * 167 >> 3 & 255 for i in range(COUNT * SECTOR))
    rp2 = ModuleType("rp2")
    rp2.__dict__["Flash"] = Flash
    return Pico().load("flash", rp2=rp2)


def test_a_sector_is_owned_once_it_has_been_erased(flash: ModuleType) -> None:
    sectors = flash.Sectors(COUNT)
    assert sectors.count == COUNT
    assert not any(sectors.owns(sector) for sector in range(COUNT))
    before = bytes(Flash.memory)
    sectors.erase(2, bytearray(PAGE))
    assert [sectors.owns(sector) for sector in range(COUNT)] == [sector == 2 for sector in range(COUNT)]
    assert (
        Flash.memory[: 2 * SECTOR] + Flash.memory[3 * SECTOR :] == before[: 2 * SECTOR] + before[3 * SECTOR :]
    )
    assert set(Flash.memory[2 * SECTOR + 8 : 3 * SECTOR]) == {0xFF}


def test_a_mark_is_of_its_sector_alone(flash: ModuleType) -> None:
    sectors = flash.Sectors(COUNT)
    for sector in range(COUNT):
        sectors.erase(sector, bytearray(PAGE))
    marks = {bytes(Flash.memory[at : at + 8]) for at in range(0, COUNT * SECTOR, SECTOR)}
    assert len(marks) == COUNT
    Flash.memory[:SECTOR] = Flash.memory[SECTOR : 2 * SECTOR]
    assert not sectors.owns(0)


@pytest.mark.parametrize("at", range(8))
def test_a_mark_cut_off_is_none(flash: ModuleType, at: int) -> None:
    """The power fails between erasing and marking, or while the mark is programmed."""
    sectors = flash.Sectors(COUNT)
    sectors.erase(1, bytearray(PAGE))
    Flash.memory[SECTOR + at : SECTOR + 8] = b"\xff" * (8 - at)
    assert not sectors.owns(1)


def test_what_is_programmed_is_read(flash: ModuleType) -> None:
    sectors = flash.Sectors(COUNT)
    sectors.erase(3, bytearray(PAGE))
    page = bytearray(range(256))
    sectors.program(3, 5, page)
    found = bytearray(20)
    sectors.read(3, 5 * PAGE + 7, found)
    assert found == page[7:27] and sectors.owns(3)
