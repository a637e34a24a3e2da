"""Closing several things at once, and waiting for them for a limited time."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable


def close_all(closers: Iterable[Callable[[], object]], seconds: float) -> None:
    """Call all of them, each on a thread of its own; one that takes longer is left to itself."""
    threads = [threading.Thread(target=close, name="closing", daemon=True) for close in closers]
    for thread in threads:
        thread.start()
    end = time.monotonic() + seconds
    for thread in threads:
        thread.join(max(0.0, end - time.monotonic()))
