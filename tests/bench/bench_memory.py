"""Heap and flash of the firmware, module by module and as a board has it (memory.py says how)."""

from __future__ import annotations

import memory

from lakabe.joining import rooms


def run() -> list[tuple[str, float, str]]:
    modules = memory.modules()
    rows: list[tuple[str, float, str]] = []
    for name, (heap, flash) in modules.items():
        rows += [(f"{name}: heap", heap, "bytes"), (f"{name}: .mpy", flash, "bytes")]
    rows.append(("all modules, separate: heap", sum(heap for heap, _ in modules.values()), "bytes"))
    rows.append(("all modules, separate: .mpy", sum(flash for _, flash in modules.values()), "bytes"))
    files = memory.flashed()
    rows += [(f"joined, bytecode: {_plain(name)}", len(data), "bytes") for name, data in files.items()]
    ordinary = memory.size(memory.ordinary(files))
    rows.append(("joined, bytecode: all .mpy of the ordinary game", ordinary, "bytes"))
    flash = f"joined, bytecode: the same of {memory.FLASH_LIMIT // 1024} KiB of flash"
    rows.append((flash, _share(ordinary, memory.FLASH_LIMIT), "%"))
    rows.append(("joined, bytecode: all .mpy", memory.size(files), "bytes"))
    rows.append(
        ("joined, with machine code, as flashed: .mpy", memory.size(memory.flashed(native=True)), "bytes")
    )
    played = memory.limited(memory.game())
    rows.append(("joined, bytecode: heap when started, session and all", played.used, "bytes"))
    rows.append(
        (
            f"joined, bytecode: of {memory.HEAP_LIMIT // 1024} KiB of heap",
            _share(played.used, memory.blocks(memory.HEAP_LIMIT)),
            "%",
        )
    )
    rows.append(
        (
            f"a whole game of {len(played.moves)} moves in that heap: beyond it",
            max(played.grown, -played.free),
            "bytes",
        )
    )
    return rows


def _plain(name: str) -> str:
    """The name of a file without the hash in it."""
    return f"{name.rpartition('_')[0]}.mpy" if name.startswith(rooms.PREFIX) else name


def _share(size: int, limit: int) -> float:
    return 100 * size / limit
