"""``lakabe book``: say what the opening book has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lakabe.cli.speaking import fitted

if TYPE_CHECKING:
    from lakabe.engine.book.entries import Book


def book() -> None:
    """Say what the opening book that comes with the engine has."""
    from lakabe.engine.book.entries import open_book

    say(open_book())


def say(found: Book) -> None:
    """Print how many positions a book has, and how they were searched."""
    if found.settings is None or not len(found):
        print("The book is empty.")
        return
    depths = sorted(found.entry(key).depth for key in found)
    made = found.settings
    line = (
        f"{len(found)} positions, symmetric ones counted once. Each was searched with {made.nodes:,} nodes "
        f"for the best {made.ways} moves by engine {made.engine}, to depth {depths[0]} to {depths[-1]}, "
        f"{depths[len(depths) // 2]} in the middle."
    )
    print(fitted(line))
