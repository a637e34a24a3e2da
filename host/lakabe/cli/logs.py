"""The log of commands that run until they are told to end."""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from lakabe.web.repeats import Repeats


@contextmanager
def counted_log() -> Iterator[Repeats]:
    """Within, warnings go to standard error, and what repeats is counted."""
    handler = logging.StreamHandler(sys.stderr)
    repeats = Repeats(handler)
    handler.addFilter(repeats)
    logging.basicConfig(level=logging.WARNING, format="lakabe: %(message)s", handlers=[handler])
    try:
        yield repeats
    finally:
        repeats.finish()
