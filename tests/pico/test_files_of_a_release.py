"""What `make uf2` builds, byte by byte: no emulator runs a Pico 2, so its file is held to the Pico's."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import pytest

from lakabe.board import image
from lakabe.board.native import NATIVE
from lakabe.board.programs import Outcome, run_module
from pico.image import JOURNAL
from tools import base

pytestmark = pytest.mark.pico

FLASH = 0x10000000
FAMILIES = {"pico": 0xE48BFF56, "pico2": 0xE48BFF59}
"""As the data sheets have them; not those of ``lakabe.board.uf2``, which is judged."""
SECOND_STAGE = 256
BLOCK_BEGINS, BLOCK_ENDS = 0xFFFFDED3, 0xAB123579
"""Around what an RP2350's boot ROM looks for in the first 4 KiB (data sheet, 5.9)."""
ARM_PROGRAM = 0x1021
"""In its first item: a program, for the Arm cores in secure state, of an RP2350."""


Made = dict[str, tuple[bytes, dict[str, bytes]]]


@pytest.fixture(scope="module")
def made() -> Made:
    """The file for each chip, and what mpy-cross has made of each module for it."""
    files: Made = {}
    with pytest.MonkeyPatch.context() as patch:
        for chip in image.CHIPS:
            modules: dict[str, bytes] = {}
            patch.setattr(base, "run_module", partial(compiled, modules))
            files[chip] = base.release(chip), modules
    return files


def compiled(modules: dict[str, bytes], command: Sequence[str]) -> Outcome:
    """Have mpy-cross compile a module, and note what it has made."""
    done = run_module(command)
    modules[command[command.index("-s") + 1]] = Path(command[-2]).read_bytes()
    return done


def flash(file: bytes) -> bytes:
    """The flash after its boot loader has had a file, as far as it goes."""
    memory = bytearray(b"\xff" * JOURNAL)
    for block in struct.iter_unpack("<8I476sI", file):
        at = block[3] - FLASH
        memory[at : at + 256] = block[8][:256]
    return bytes(memory)


@pytest.mark.parametrize("chip", image.CHIPS)
def test_every_block_is_for_this_chip_and_in_its_order(made: Made, chip: str) -> None:
    blocks = list(struct.iter_unpack("<8I476sI", made[chip][0]))
    addresses = [block[3] - FLASH for block in blocks]
    assert {(*block[:3], block[4], *block[6:8], block[9]) for block in blocks} == {
        (0x0A324655, 0x9E5D5157, 0x2000, 256, len(blocks), FAMILIES[chip], 0x0AB16F30)
    }
    assert [block[5] for block in blocks] == list(range(len(blocks)))
    assert not any(any(block[8][256:]) for block in blocks)
    assert addresses == sorted(set(addresses)) and not any(at % 256 for at in addresses)
    assert addresses[0] == 0 and image.PLACE in addresses
    assert addresses[-1] < JOURNAL, "games and settings would be lost"


@pytest.mark.parametrize("chip", image.CHIPS)
def test_the_boot_rom_knows_the_base(made: Made, chip: str) -> None:
    memory = flash(made[chip][0])
    if chip == "pico":
        assert checksum_of_stage(memory[: SECOND_STAGE - 4]) == memory[SECOND_STAGE - 4 : SECOND_STAGE]
        vectors = SECOND_STAGE
    else:
        begins = memory.index(struct.pack("<I", BLOCK_BEGINS), 0, 4096)
        ends = memory.index(struct.pack("<I", BLOCK_ENDS), begins, 4096)
        kind, size, flags = struct.unpack_from("<BBH", memory, begins + 4)
        assert (kind, size, flags) == (0x42, 1, ARM_PROGRAM)
        assert begins < ends
        vectors = 0
    stack, reset = struct.unpack_from("<II", memory, vectors)
    assert 0x20000000 < stack <= 0x20082000
    assert reset % 2 == 1 and FLASH < reset < FLASH + image.PLACE


def checksum_of_stage(data: bytes) -> bytes:
    """The checksum of an RP2040's second stage: the CRC-32 of the polynomial, no bit turned around."""
    total = 0xFFFFFFFF
    for byte in data:
        total ^= byte << 24
        for _ in range(8):
            total = (total << 1 ^ (0x04C11DB7 if total >> 31 else 0)) & 0xFFFFFFFF
    return struct.pack("<I", total)


@pytest.mark.parametrize("chip", image.CHIPS)
def test_the_image_is_whole_and_has_all_modules(made: Made, chip: str) -> None:
    file, modules = made[chip]
    memory = flash(file)[image.PLACE :].rstrip(b"\xff")
    packed = image.pack({f"{name[:-3]}.mpy": data for name, data in modules.items()})
    assert memory == packed.rstrip(b"\xff")
    assert zlib.crc32(packed[:-4]).to_bytes(4, "little") == packed[-4:]
    assert len(modules) > 50 and all(data in memory for data in modules.values())


def test_both_chips_get_the_same_modules(made: Made) -> None:
    """Byte for byte, but for functions of machine code."""
    pico, pico2 = made["pico"][1], made["pico2"][1]
    assert pico.keys() == pico2.keys()
    machine = {function.split(".")[0] for function in NATIVE}
    other = {Path(name).stem for name in pico if pico[name] != pico2[name]}
    assert other == machine
    # The third byte of a module names the processor that its machine code is for.
    assert {data[2] >> 2 & 15 for data in pico.values()} == {0, 4}
    assert {data[2] >> 2 & 15 for data in pico2.values()} == {0, 6}
