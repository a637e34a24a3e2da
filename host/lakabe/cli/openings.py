"""``lakabe openings``: how the five openings have done in the archive."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from lakabe.cli import tables
from lakabe.cli.options import ArchiveOption
from lakabe.cli.speaking import tell, told
from lakabe.language.saying import Text, say

if TYPE_CHECKING:
    from lakabe.games.openings import Record, Wanted


def openings(
    player: Annotated[
        str, typer.Option(metavar="NAME", help="Only games of this player, of either colour.")
    ] = "",
    white: Annotated[
        str, typer.Option(metavar="NAME", help="Only games in which this player has White.")
    ] = "",
    black: Annotated[
        str, typer.Option(metavar="NAME", help="Only games in which this player has Black.")
    ] = "",
    archive: ArchiveOption = None,
) -> None:
    """How O1 to O5 have done: games, results, White's score with its 95 % interval, moves of a game.

    Ordinary games with a result count; of a game that was corrected, the new versions alone.
    """
    from rich import box
    from rich.console import Console
    from rich.table import Table

    from lakabe.archive import Archive
    from lakabe.games.openings import OTHER, Wanted, statistics

    wanted = Wanted(player, white, black)
    with Archive(archive, make=False) as kept:
        *each, whole = statistics(kept.tally(wanted.either, wanted.white, wanted.black))
    if not whole.games:
        tell(_nothing(wanted))
        return
    table = Table(box=box.SIMPLE, show_footer=True)
    names = (
        *(told(say("Opening")), told(say("Games")), "1-0", "1/2", "0-1"),
        *(told(say("White's score")), "95 %", told(say("Moves"))),
    )
    for name, total in zip(names, _row(whole), strict=True):
        table.add_column(name, total, justify="left" if name == names[0] else "right")
    for record in each:
        if record.games or record.name != OTHER:
            table.add_row(*_row(record))
    tables.show(Console(highlight=False, markup=False), table)


def _row(record: Record) -> tuple[str, ...]:
    counts = (str(record.games), str(record.white), str(record.draws), str(record.black))
    score, interval, length = record.score, record.interval, record.length
    if score is None or interval is None or length is None:
        return (told(record.name), *counts, "", "", "")
    low, high = (f"{100 * end:.0f}" for end in interval)
    ninety = say("{low} to {high}", low=low, high=high)
    return (
        told(record.name), *counts, f"{100 * score:.1f} %", told(ninety), f"{length:.1f}"
    )  # fmt: skip


def _nothing(wanted: Wanted) -> Text:
    if not (wanted.either or wanted.white or wanted.black):
        return say("No finished games yet. `lakabe play` or `lakabe record` records some.")
    return say("No finished games of these players. `lakabe games` lists who has played.")
