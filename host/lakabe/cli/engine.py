"""``lakabe engine``: the engine for other programs, in a text protocol like UCI."""

from __future__ import annotations

import sys
from typing import Annotated

import typer


def engine(
    bench: Annotated[
        bool,
        typer.Option("--bench", help="Search some positions to a fixed depth, print the nodes, and end."),
    ] = False,
) -> None:
    """Answer commands on standard input: uci, position, go, stop, quit.

    `lakabe docs engine` describes them.
    """
    from lakabe.engine import benchmark, protocol
    from lakabe.engine.warm import prepare

    prepare()

    if bench:
        print(benchmark.signature())
        return

    def write(line: str) -> None:
        print(line, flush=True)

    protocol.Protocol(write).serve(sys.stdin)
