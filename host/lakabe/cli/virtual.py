"""``lakabe virtual``: the virtual board for other programs."""

from __future__ import annotations

import contextlib
import sys
import threading
from typing import Annotated

import typer

from lakabe.cli.logs import counted_log
from lakabe.cli.signals import ending


def virtual(
    set_up: Annotated[
        bool, typer.Option("--set-up", help="Begin with the stones of the start position in place.")
    ] = False,
    pty: Annotated[
        bool, typer.Option("--pty", help="Offer it as a serial device and print its path.")
    ] = False,
    seed: Annotated[
        int | None, typer.Option("--seed", min=0, max=2**32 - 1, help="Make what is random repeatable.")
    ] = None,
) -> None:
    """Offer a virtual board in real time until Ctrl-C; prints the address of its serial port.

    A program that connects says hello first, as `lakabe record` does; with --pty it need not.

    Standard input takes the events of a trace without their times, one a line: d3 0, d3 1, button turn 1,
    power 0, level 2, new vela; and the start line of a trace, which puts all stones as it shows them. The
    board starts empty, or with --set-up ready to play. Each of several boards has a serial number of its own.
    """
    from lakabe.errors import LakabeError
    from lakabe.virtual import FirmwareFault, VirtualBoard
    from lakabe.virtual.numbers import claim
    from lakabe.virtual.terminal import TerminalDevice
    from lakabe.virtual.trace import FULL, closed_points, parse_start, parse_words

    stopped = threading.Event()
    started: list[VirtualBoard] = []

    def kill() -> None:
        for one in started:
            one.kill()

    def put(start: str) -> None:
        closed = closed_points(start)
        board.contacts([point in closed for point in range(45)])

    def obey() -> None:
        for line in sys.stdin:
            words = line.split("#", 1)[0].strip()
            if words and not stopped.is_set():
                try:
                    if words.split()[0] == "start":
                        put(parse_start(words))
                    else:
                        board.apply(parse_words(words))
                except LakabeError as error:
                    print(error.line(), file=sys.stderr, flush=True)

    with contextlib.ExitStack() as stack:
        stack.enter_context(counted_log())
        stack.enter_context(ending(stopped.set, force=kill))
        number = stack.enter_context(claim()).number
        board = VirtualBoard(
            seed=seed, number=number, on_text=sys.stderr.write, on_fault=lambda _: stopped.set()
        )
        started.append(board)
        stack.enter_context(board)
        if set_up:
            put(FULL)
        if pty:
            print(stack.enter_context(TerminalDevice(board.url, board.key)).path, flush=True)
        else:
            print(board.url, flush=True)
        threading.Thread(target=obey, name="events", daemon=True).start()
        stopped.wait()
    if board.fault is not None:
        if isinstance(board.fault, FirmwareFault):
            print(board.fault.traceback, file=sys.stderr)
        raise board.fault
