"""What the firmware needs of memory, on the wasm interpreter, whose objects are as large as on a Pico.

The firmware is compiled as for a board. A ``main.py`` of the tests' own stands before it, so that nothing
of it is changed.
"""

from __future__ import annotations

import json
import random
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import hands
import reference
from lakabe import building
from lakabe.board import events
from lakabe.joining import rooms
from lakabe.native import NATIVE
from lakabe.programs import run_module
from lakabe.virtual import run_traces
from lakabe.virtual.tools import firmware_tree
from lakabe.virtual.trace import Trace, parse
from pico import image
from pico.bench.modules import import_order

HEAP_LIMIT = 96 * 1024
"""Bytes of heap, MicroPython's own tables included, in which the whole firmware has to run."""
FLASH_LIMIT = 64 * 1024
"""Bytes of flash that all of the firmware may take that serves the ordinary game."""
BEYOND = ("choices", "lessons", "match", "matching", "menu", "scores", "telo", "vela")
"""The rooms that serve other games, matches of several, and lessons."""
BOARD = building.BOARD.lstrip("/")
"""The name of that file; all others are rooms."""
ROOMY = 1 << 20
"""Bytes of heap in which nothing has to be saved."""
SPLIT = 128 << 20
"""What this build of the interpreter adds to `gc.mem_free`: by so much it could enlarge its heap."""

# The virtual board imports config first. What its stand-ins leave behind goes when that is over: this build
# collects garbage only when a call from outside has come back. The one for the flash opens a file for each
# sector when that is read first; a Pico has no such files.
CONFIG = """
import gc
import rp2
for sector in range(rp2.BLOCKS):
    rp2._file(sector)
gc.collect()
"""

# One module a turn, each weighed when the garbage of its import has gone.
WEIGH = """
import gc
import json

import hardware

ORDER = ()
LOADED = []  # name, bytes in use before
_place = [-1]

def turn():
    hardware.ends[1] = hardware.ends[0]  # nobody listens to the host here
    gc.collect()
    if _place[0] >= 0:
        LOADED.append(gc.mem_alloc())
        if len(LOADED) <= len(ORDER):
            __import__(ORDER[len(LOADED) - 1])
        elif len(LOADED) == len(ORDER) + 1:
            print(json.dumps(LOADED))
    _place[0] += 1

def idle():
    return 1
"""

# The firmware as on a board. Its garbage of importing goes when the import has come back, and that of the
# first turn, which imports a room to look for a game in the journal, after that turn; from then on a ballast
# leaves it so much of the heap as it may have. Prints what the firmware takes without the stand-ins, what is
# left, and by how many bytes the heap had to grow.
LIMITED = f"""
import gc

SPLIT = {SPLIT}
LIMIT = 0
stand_ins = gc.mem_alloc()
import board
idle = lambda: 10  # ms; a board has no such thing
gc.collect()
ballast = None
turns = 0
size = 0
grown = 0

def load(piece, left):
    global ballast
    while gc.mem_free() - SPLIT - left > piece + 64:
        ballast = (ballast, bytearray(piece))  # a list would move as it grows

def turn():
    global turns, size, grown
    turns += 1
    if turns == 2:
        used = gc.mem_alloc() - stand_ins
        size = gc.mem_alloc() + gc.mem_free()
        print("used", used)
        print("free", LIMIT - used)
        if used < LIMIT:
            load(4096, LIMIT - used + 65536)  # large pieces where there is room for them
            load(64, LIMIT - used)  # and small ones in the gaps that the import has left
    board.turn()
    now = gc.mem_alloc() + gc.mem_free() - size
    if size and now > grown:
        grown = now
        print("grown", now)
    if turns == 1 or gc.mem_free() - SPLIT < 2048:
        gc.collect()
"""


@dataclass(frozen=True)
class Limited:
    """A game in a heap in which the firmware has no more than a limit.

    used: bytes in use after its first turn. free: what was left then, below 0 where the limit is too low even
    for that; nothing is limited then. grown: bytes by which the heap had to become larger, 0 where the
    limit held. moves: as told to the host.
    """

    used: int
    free: int
    grown: int
    moves: list[str]


def firmware_in(folder: Path, files: Mapping[str, bytes], main: str) -> Path:
    """A folder that the virtual board takes for the firmware's."""
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    config = (firmware_tree() / "config.py").read_text(encoding="utf-8")
    (folder / "config.py").write_text(config + CONFIG, encoding="utf-8")
    (folder / "main.py").write_text(main, encoding="utf-8")
    return folder


def flashed(native: bool = False) -> dict[str, bytes]:
    """The compiled files of the firmware as `lakabe flash` makes them, with or without its machine code."""
    files = building.build(firmware_tree(), run_module, native=NATIVE if native else ())
    return {path.lstrip("/"): data for path, data in files.items() if path != building.MAIN}


def ordinary(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Of the compiled files those that serve the ordinary game."""
    beyond = tuple(f"{rooms.PREFIX}{name}_" for name in BEYOND)
    return {name: data for name, data in files.items() if not name.startswith(beyond)}


def size(files: Mapping[str, bytes]) -> int:
    """Bytes of all of them."""
    return sum(len(data) for data in files.values())


def modules() -> dict[str, tuple[int, int]]:
    """By module: bytes of heap that importing it takes, without what it imports; bytes of its own .mpy."""
    order = import_order()
    sources = {name.removeprefix("lib/").replace("/", "."): name for name in image.modules()}
    files = {f"{sources[name]}.mpy": image.compiled(image.modules()[sources[name]], False) for name in order}
    sizes = {name: len(files[f"{sources[name]}.mpy"]) for name in order}
    files["lib/fanorona/__init__.mpy"] = image.compiled(image.modules()["lib/fanorona/__init__"], False)
    with tempfile.TemporaryDirectory() as folder:
        main = WEIGH.replace("ORDER = ()", f"ORDER = {tuple(order)!r}")
        tree = firmware_in(Path(folder), files, main)
        (run,) = run_traces(
            [Trace(reference.picture(frozenset()), (), 200_000)], every_ms=True, heap=ROOMY, firmware=tree
        )
    weights = json.loads(run.printed)
    return {
        name: (after - before, sizes[name])
        for name, before, after in zip(order, weights, weights[1:], strict=False)
    }


def game(seed: int = 1) -> Trace:
    """A whole game by plain hands."""
    rng = random.Random(seed)
    played = reference.random_game(rng).played
    return parse(hands.perform([move.text for move in played], hands.Habits(rng)).text)


def beginning(events: int) -> Trace:
    """So many events of that game."""
    trace = game()
    return replace(trace, events=trace.events[:events], end_us=trace.events[events].us)


def blocks(heap: int) -> int:
    """Bytes for objects in a heap of so many: MicroPython has a table of two bits for each block of 16."""
    return heap * 64 // 65


def limited(trace: Trace, limit: int = HEAP_LIMIT) -> Limited:
    """Plays a trace on the joined bytecode, in a heap of `limit` bytes, MicroPython's own tables included."""
    with tempfile.TemporaryDirectory() as folder:
        main = LIMITED.replace("LIMIT = 0", f"LIMIT = {blocks(limit)}")
        tree = firmware_in(Path(folder), flashed(), main)
        (run,) = run_traces([trace], heap=ROOMY, firmware=tree)
    figures = {words[0]: int(words[1]) for line in run.printed.splitlines() if (words := line.split())}
    moves = [event.move for _, event in run.events if isinstance(event, events.Move)]
    return Limited(figures["used"], figures["free"], figures.get("grown", 0), moves)
