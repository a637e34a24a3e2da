"""Looking for puzzles in many games."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from lakabe.engine.endings import open_tables
from lakabe.errors import InputError
from lakabe.games.pgn import Score
from lakabe.games.variants import NAMES, ORDINARY
from lakabe.help.puzzles.find import Finder
from lakabe.help.puzzles.games import places
from lakabe.help.puzzles.puzzle import Puzzle
from lakabe.help.puzzles.settings import METHOD
from lakabe.help.puzzles.shelf import Shelf


class Count(NamedTuple):
    """How far a search has come."""

    games: int
    positions: int
    found: int


def way_of_looking(nodes: int, estimates: bool) -> str:
    """What the answer for a position depends on, besides the position. TablesError for unreadable tables."""
    tables = open_tables()
    return f"{METHOD} {nodes} {estimates:d} {tables.stones if tables else 0}"


def search(
    games: Iterable[tuple[str, Score]],
    finder: Callable[[], Finder],
    shelf: Shelf,
    found: Callable[[int, Puzzle], None],
    progress: Callable[[Count], None],
    trouble: Callable[[str], None],
) -> Count:
    """Look at every position of games that was not looked at; wherever it ends, what was found is kept.

    ``finder`` is called when it is first needed. ``found`` gets a new puzzle and its number, ``trouble`` a
    line about a game that is left out because it has a move that is not legal.
    """
    looker: Finder | None = None
    count = Count(0, 0, 0)
    for name, score in games:
        if score.variant != ORDINARY:
            trouble(f"left out: {name}, for it is {NAMES[score.variant]}")
            continue
        try:
            for place in places(name, score):
                if not shelf.looked(place.position):
                    looker = looker or finder()
                    puzzle = looker.look(place.position, str(place))
                    if shelf.put(place.position, puzzle):
                        found(len(shelf.puzzles), shelf.puzzles[-1])
                        count = count._replace(found=count.found + 1)
                count = count._replace(positions=count.positions + 1)
                progress(count)
        except (ValueError, InputError) as error:
            trouble(f"left out: {name}, from a move on that is not legal: {error}")
        count = count._replace(games=count.games + 1)
        progress(count)
    return count
