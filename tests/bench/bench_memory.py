"""Heap and flash of the firmware, module by module and as a board has it (memory.py says how)."""

from __future__ import annotations

import memory


def run() -> list[tuple[str, float, str]]:
    modules = memory.modules()
    rows: list[tuple[str, float, str]] = []
    for name, (heap, flash) in modules.items():
        rows += [(f"{name}: heap", heap, "bytes"), (f"{name}: .mpy", flash, "bytes")]
    rows.append(("all modules, separate: heap", sum(heap for heap, _ in modules.values()), "bytes"))
    rows.append(("all modules, separate: .mpy", sum(flash for _, flash in modules.values()), "bytes"))
    files = memory.flashed()
    bytecode = memory.size(files)
    rows += [
        (f"joined, bytecode: {name.rpartition('_')[0] or name}", len(files[name]), "bytes") for name in files
    ]
    rows.append(("joined, bytecode: all .mpy", bytecode, "bytes"))
    rows.append(
        (
            f"joined, bytecode: of {memory.FLASH_LIMIT // 1024} KiB of flash",
            _share(bytecode, memory.FLASH_LIMIT),
            "%",
        )
    )
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


def _share(size: int, limit: int) -> float:
    return 100 * size / limit
