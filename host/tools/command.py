"""The command lines of the tools: they end as ``lakabe`` does, with one line and an exit code."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import NoReturn

import typer

from lakabe.cli import answer


def run(tool: typer.Typer | Callable[..., object], arguments: Sequence[str]) -> int:
    """Run one command line of a tool, which is a function with Typer's annotations or a Typer app."""
    if isinstance(tool, typer.Typer):
        app = tool
    else:
        app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
        app.command()(tool)
    return answer(app, arguments, "python -m tools")


def main(tool: typer.Typer | Callable[..., object]) -> NoReturn:
    """What a tool does when Python runs it."""
    sys.exit(run(tool, sys.argv[1:]))
