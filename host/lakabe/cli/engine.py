"""``lakabe engine``: the engine for other programs, in a text protocol like UCI."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Annotated

import typer

from lakabe.cli.streams import OutputError


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

    failed: list[BaseException] = []

    def write(line: str) -> None:
        """Called by the thread that thinks, too, which must not end by a failure."""
        if failed:
            return
        try:
            print(line, flush=True)
        except (BrokenPipeError, OutputError) as error:
            failed.append(error)

    def commands() -> Iterator[str]:
        for line in sys.stdin:
            if failed:  # nobody hears the answers
                return
            yield line

    protocol.Protocol(write).serve(commands())
    if failed:
        raise failed[0]
