"""Tables, and boards, that fit the terminal: in a narrow one they become lists and small boards."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from lakabe.cli.speaking import told
from lakabe.games import drawing
from lakabe.language.saying import say

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from fanorona.rules.rules import Position

_PAD = 3
"""What separates two columns, at most."""
_GAP = 2
"""The same where each row has one line."""
KEY = say("○ White   ● Black")


def show(console: Console, table: Table) -> None:
    """Print a table; where it had to cut words, a list of what its rows say, a column a line."""
    if _least(table) <= console.width:
        console.print(table)
        return
    heads = [column.header for column in table.columns]
    if table.title:
        console.print(table.title)
    for cells in zip(*(column.cells for column in table.columns), strict=True):
        _list(console, heads, cells)
    if table.show_footer:
        _list(console, heads, [column.footer for column in table.columns])


def _least(table: Table) -> int:
    """How wide a table is with no word cut. Rich would take as long to measure it as to print it."""
    texts = [[column.header, column.footer, *column.cells] for column in table.columns]
    return sum(
        _PAD + max(len(word) for text in column for word in (str(text).split() or [""])) for column in texts
    )


def in_lines(table: Table, width: int) -> bool:
    """Whether a table has a line for each row in a terminal of this ``width``."""
    return width >= sum(
        _GAP + max(len(str(text)) for text in [column.header, *column.cells]) for column in table.columns
    )


def board(console: Console, position: Position, marked: Collection[str] = ()) -> None:
    """Print a board, without its lines where they had to be broken, and what its signs mean."""
    drawn = drawing.board(position, marked, console.width >= drawing.WIDTH)
    console.print(drawn, highlight=False)
    key = f"{told(KEY):^{max(map(len, drawn.plain.splitlines()))}}".rstrip()
    console.print(key, style="dim", highlight=False)


def _list(console: Console, heads: Collection[object], cells: Collection[object]) -> None:
    console.print()
    for head, cell in zip(heads, cells, strict=True):
        if cell != "":
            console.print(f"{head}: {cell}" if head else cell, soft_wrap=False)
