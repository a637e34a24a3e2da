"""How positions are examined."""

from __future__ import annotations

from dataclasses import dataclass

from lakabe import __version__

NODES = 200_000
"""For each position, where nothing else is asked for."""


@dataclass(frozen=True)
class Settings:
    """How each position is examined: so many nodes or seconds, by our engine or by that of a command."""

    nodes: int | None = None
    seconds: float | None = None
    command: str | None = None

    @property
    def engine(self) -> str:
        """Who says it, for the record."""
        return self.command or f"Lakabe {__version__}"
