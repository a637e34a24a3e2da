"""``lakabe flash``: copies the firmware to a board on USB."""

from __future__ import annotations

from lakabe.cli.options import PortOption


def flash(port: PortOption = None) -> None:
    """Compile the firmware, copy what has changed to the board, verify it and restart the board.

    Needs a Pico with MicroPython on it. A copy that is broken off leaves the board as it was.
    """
    from lakabe import flashing
    from lakabe.ports import find_boards, only_board
    from lakabe.virtual.tools import firmware_tree

    url = port or only_board(find_boards()).url
    files = flashing.build(firmware_tree(), flashing.run_module)
    report = flashing.flash(files, url, flashing.run_module, print)
    print(f"{len(report.copied)} copied, {len(report.removed)} removed, {len(report.same)} unchanged")
