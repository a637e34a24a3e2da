"""The folder with finished tables: two files a layer and a list of them, and the answers they give.

``O-E.dtw.npy`` has a byte a position of the layer with O own and E enemy stones (``values``), ``O-E.wdl.npy``
two bits, four positions a byte, the lowest bits first. Both are plain NumPy files that are mapped, not read.
``tables.json`` names the pairs that are complete, with the digest and the figures of each layer.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import tarfile
import tempfile
from dataclasses import asdict, dataclass, field
from math import comb
from pathlib import Path
from typing import Any

import numpy as np

from lakabe.engine.bitboard import popcount
from lakabe.engine.jit import Array, kernel
from lakabe.engine.tables.index import STRIDE, WHOLE, Board, View, index, locate
from lakabe.engine.tables.layout import pairs
from lakabe.engine.tables.memory import byte_at
from lakabe.engine.tables.resolve import stored
from lakabe.engine.tables.values import DRAW, LOSS, WIN, Value, value_of
from lakabe.errors import InputError
from lakabe.places import cache_folder, data_folder

VARIABLE = "LAKABE_TABLES"
LIST = "tables.json"
VERSION = 1
"""Of the files; tables of another version are built anew."""

BEYOND = -1
"""What ``wdl`` says of a position that is in no table."""


class TablesError(InputError):
    """Tables that cannot be read or used; building them anew is the way out."""


def home_directory() -> Path:
    """Where tables are built if no place is named: ``$LAKABE_TABLES``, else in the user's data directory."""
    return data_folder(VARIABLE, "tables")


def package_directory() -> Path:
    """Where the small tables are that come with the package. A wheel has them packed: unpack them once."""
    data = Path(__file__).parent / "data"
    packed = data.with_suffix(".tar.xz")
    folder = cache_folder("lakabe-tables") if packed.is_file() else None
    if folder is None:
        return data
    unpacked = folder / digest(packed)[:16]
    if not unpacked.is_dir():
        with tempfile.TemporaryDirectory(dir=folder) as name, tarfile.open(packed) as archive:
            archive.extractall(name, filter="data")
            # Another process may have been quicker.
            with contextlib.suppress(OSError):
                Path(name, data.name).rename(unpacked)
    return unpacked


def default_directory() -> Path:
    """Which tables are used: those in ``home_directory()``, or where there are none those of the package."""
    home, package = home_directory(), package_directory()
    return package if not (home / LIST).exists() and (package / LIST).exists() else home


@dataclass
class LayerFacts:
    """What is known of a finished layer. Counts are of its numbers, where mirror images are mostly one."""

    positions: int
    wins: int
    draws: int
    losses: int
    longest: int
    """The longest distance."""
    dtw: str
    """SHA-256 of the file of bytes."""
    wdl: str
    """SHA-256 of the compact file."""


@dataclass
class PairFacts:
    """What is known of a finished pair."""

    seconds: float
    """How long it took."""
    workers: int
    """On how many processes at most."""
    layers: dict[str, LayerFacts]


@dataclass
class Contents:
    """What a folder has: the list file, as objects."""

    board: str = WHOLE.name
    version: int = VERSION
    pairs: dict[str, PairFacts] = field(default_factory=dict)

    def complete(self) -> int:
        """The largest number of stones such that all pairs with so many or fewer are there; 0 for none."""
        stones = 0
        while all(str(pair) in self.pairs for pair in pairs(stones + 1)):
            stones += 1
        return stones if self.pairs else 0


def read_contents(directory: Path, board: Board = WHOLE) -> Contents:
    """What is in a folder; empty where there is no list yet, or one of another version. TablesError."""
    path = directory / LIST
    try:
        raw = json.loads(path.read_text(encoding="utf-8"))
        if raw["version"] != VERSION:
            return Contents(board.name)
        found = Contents(raw["board"], raw["version"])
        for name, pair in raw["pairs"].items():
            layers = {key: LayerFacts(**facts) for key, facts in pair["layers"].items()}
            found.pairs[name] = PairFacts(pair["seconds"], pair["workers"], layers)
    except FileNotFoundError:
        return Contents(board.name)
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise TablesError(f"{path} cannot be read: {error}", "delete the folder and build anew") from error
    if found.board != board.name:
        raise TablesError(f"{directory} has tables of the board {found.board}", "name another folder")
    return found


def write_contents(directory: Path, contents: Contents) -> None:
    """Replace the list, in one step."""
    new = directory / f"{LIST}.new"
    with new.open("w", encoding="utf-8") as file:
        json.dump(asdict(contents), file, indent=1)
        file.flush()
        os.fsync(file.fileno())
    new.replace(directory / LIST)


def layer_path(directory: Path, own: int, enemy: int, kind: str) -> Path:
    """The file of a layer; ``kind`` is ``dtw`` or ``wdl``."""
    return directory / f"{own}-{enemy}.{kind}.npy"


def digest(path: Path) -> str:
    """SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


@kernel
def pack(values: Array, out: Array, counts: Array) -> None:
    """Write two bits a position into ``out`` and add to ``counts``: wins, draws, losses, longest distance."""
    out[:] = 0
    for i in range(values.shape[0]):
        code = values[i]
        bits = DRAW
        if code < 254:
            bits = WIN if code & 1 else LOSS
            counts[3] = max(counts[3], code)
        counts[0 if bits == WIN else 1 if bits == DRAW else 2] += 1
        out[i >> 2] |= bits << ((i & 3) << 1)


def open_layer(path: Path, size: int) -> Array:
    """A mapped file of ``size`` bytes. TablesError where it is missing or of another size."""
    try:
        found: Any = np.load(path, mmap_mode="r")
    except (OSError, ValueError, EOFError) as error:
        raise TablesError(f"{path} cannot be read: {error}", "build the tables again") from error
    if found.shape != (size,) or found.dtype != np.uint8:
        raise TablesError(f"{path} is not complete", "build the tables again")
    return found


class Tables:
    """Finished tables, mapped: what they say of positions.

    ``stones`` is up to how many stones all positions are known. ``view`` goes to kernels (``wdl``). It holds
    addresses of this object's files: keep the object as long as the view is in use.
    """

    def __init__(self, directory: Path, board: Board = WHOLE, below: int = STRIDE) -> None:
        """Open the layers of ``directory`` with fewer than ``below`` stones. TablesError."""
        contents = read_contents(directory, board)
        self.board = board
        self.stones = min(contents.complete(), below - 1)
        self._maps: list[Array] = []
        self.distances = True
        """Whether the files of distances are there for all of them."""
        bytes_at = np.zeros(STRIDE * STRIDE, np.int64)
        bits_at = np.zeros(STRIDE * STRIDE, np.int64)
        few = max(1, self.stones // 2)
        tables = index(board, few)
        for pair in pairs(self.stones):
            size = len(tables.blocks[pair.few]) * comb(board.size - pair.few, pair.many)
            for own, enemy in pair.layers:
                at = own * STRIDE + enemy
                bits_at[at] = self._map(layer_path(directory, own, enemy, "wdl"), -(-size // 4))
                path = layer_path(directory, own, enemy, "dtw")
                if path.exists():
                    bytes_at[at] = self._map(path, size)
                else:
                    self.distances = False
        self.view: View = tables.view._replace(bytes_at=bytes_at, bits_at=bits_at)

    def _map(self, path: Path, size: int) -> int:
        mapped = open_layer(path, size)
        self._maps.append(mapped)
        return int(mapped.ctypes.data)

    def value(self, own: int, enemy: int) -> Value | None:
        """The value of a position for the side to move, None where it has too many stones."""
        if (own | enemy).bit_count() > self.stones:
            return None
        if not own:
            return Value("loss", 0)
        if not enemy:
            return Value("win", 1)
        if self.view.bytes_at[own.bit_count() * STRIDE + enemy.bit_count()]:
            return value_of(int(stored(self.view, own, enemy)))
        known = wdl(self.view, own, enemy)
        return Value("win" if known == WIN else "draw" if known == DRAW else "loss")


@kernel
def wdl(view: View, own: int, enemy: int) -> int:
    """Kernels: DRAW, WIN or LOSS for the side to move, or BEYOND where no table has the position."""
    if own == 0:
        return LOSS
    a = popcount(own)
    b = popcount(enemy)
    if a >= STRIDE or b >= STRIDE:
        return BEYOND
    at = view.bits_at[a * STRIDE + b]
    if at == 0:
        return BEYOND
    i = locate(view, own, enemy)
    return (byte_at(at + (i >> 2)) >> ((i & 3) << 1)) & 3
