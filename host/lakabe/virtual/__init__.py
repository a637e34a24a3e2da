"""The virtual board: the unmodified firmware on the real MicroPython, behind simulated hardware."""

from __future__ import annotations

from lakabe.virtual.board import VirtualBoard
from lakabe.virtual.playback import FirmwareFault, Run, replay, run_traces
from lakabe.virtual.trace import Trace, TraceError, TraceEvent

__all__ = [
    "FirmwareFault",
    "Run",
    "Trace",
    "TraceError",
    "TraceEvent",
    "VirtualBoard",
    "replay",
    "run_traces",
]
