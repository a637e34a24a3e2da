"""``lakabe boards``: the boards that are connected."""

from __future__ import annotations

from typing import Annotated

import typer

from lakabe.errors import LakabeError, NoBoardError
from lakabe.printable import printable


def boards(
    url: Annotated[
        list[str] | None, typer.Argument(metavar="URL...", help="Ask these, too, whether a board is there.")
    ] = None,
) -> None:
    """List the boards on USB, and what each says of itself."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    from lakabe.board.ports import ask_hello, find_boards
    from lakabe.cli import tables

    found = {board.url: board.serial for board in find_boards()}
    found |= {address: "" for address in url or [] if address not in found}
    if not found:
        raise NoBoardError(
            "no board is plugged in",
            "plug it in with a data cable; on a new Pico hold BOOTSEL meanwhile, then `lakabe flash`",
        )
    table = Table(box=box.SIMPLE)
    for name in ("Port", "Serial number", "Firmware", "Protocol", "Remark"):
        table.add_column(name, no_wrap=name == "Port")
    failed: LakabeError | None = None
    answered = False
    for address, serial in found.items():
        try:
            hello = ask_hello(address)
        except LakabeError as error:
            table.add_row(printable(address), serial, "-", "-", error.message)
            failed = failed or error
        else:
            said = (address, hello.serial, hello.firmware, f"{hello.major}.{hello.minor}", hello.warning)
            table.add_row(*map(printable, said))
            answered = True
    tables.show(Console(highlight=False, markup=False), table)
    if failed is not None and not answered:
        raise failed
