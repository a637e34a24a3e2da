"""Which version of an engine examines positions: what its answers depend on besides how long it thinks."""

from __future__ import annotations

import functools
import hashlib
from pathlib import Path

from lakabe.engine import jit, think
from lakabe.engine.book import entries
from lakabe.engine.evaluate import load_weights
from lakabe.engine.tables.store import default_directory, read_contents
from lakabe.help.analysis.settings import Settings


def version_of(settings: Settings) -> dict[str, str | int]:
    """Our engine's search, weights, opening book and endgame tables; of another program nothing, for it tells
    no such thing.

    TablesError where the tables cannot be read.
    """
    if settings.command is not None:
        return {}
    return {**_own(), "tables": read_contents(default_directory()).complete()}


@functools.cache
def _own() -> dict[str, str]:
    weights = hashlib.sha256(load_weights().tobytes()).hexdigest()[:16]
    book = hashlib.sha256(entries.text_of().encode()).hexdigest()[:16]
    return {"search": jit.digest(Path(think.__file__)), "weights": weights, "book": book}
