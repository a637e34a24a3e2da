"""What the firmware takes of a Pico's memory stays within bounds."""

from __future__ import annotations

import pytest

from bench import memory

FLASH_WITH_ROOMS = 76 * 1024
pytestmark = pytest.mark.usefixtures("joined_once")


def test_all_that_the_ordinary_game_has_takes_less_than_64_kib_of_flash():
    files = memory.flashed()
    assert memory.size(memory.ordinary(files)) < memory.FLASH_LIMIT
    assert memory.size(files) < FLASH_WITH_ROOMS


def test_every_room_beyond_the_ordinary_game_is_there():
    files = memory.flashed()
    assert len(files) - len(memory.ordinary(files)) == len(memory.BEYOND)


def test_the_firmware_runs_in_a_bounded_heap():
    played = memory.limited(memory.beginning(30))
    assert len(played.moves) > 3
    assert played.free > 0
    assert played.grown == 0


def test_a_heap_that_grows_is_found(monkeypatch):
    leak = "board.turn()\n    leak.append(bytes(100))"
    monkeypatch.setattr(memory, "LIMITED", "leak = []\n" + memory.LIMITED.replace("board.turn()", leak))
    assert memory.limited(memory.beginning(30), memory.HEAP_LIMIT + 4096).grown > 0


def test_a_heap_that_is_too_small_is_found():
    played = memory.limited(memory.beginning(30), 64 * 1024)
    assert played.free < 0
