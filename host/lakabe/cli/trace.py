"""``lakabe trace``: what the firmware makes of a reed trace."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from lakabe.errors import InputError


def trace(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A reed trace; - reads standard input.")],
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object for each event.")] = False,
    leds: Annotated[bool, typer.Option("--leds", help="Also every changed light frame.")] = False,
) -> None:
    """Run the firmware over a reed trace in virtual time.

    Prints each committed move and how each game ended, then the final position
    and the result. A frame of lights is 45 role letters, row 5 to row 1 and each
    from a to i; `lakabe docs traces` lists the letters and the JSON events.
    """
    from lakabe.virtual import FirmwareFault, run_traces
    from lakabe.virtual.report import records
    from lakabe.virtual.trace import parse

    parsed = parse(_read(file))
    try:
        for run in run_traces([parsed], lights=leds):
            for record in records(run):
                if as_json:
                    print(json.dumps(record))
                else:
                    _print(record)
    except FirmwareFault as fault:
        print(fault.traceback, file=sys.stderr)
        raise


def _print(record: dict[str, Any]) -> None:
    from lakabe.games import ending

    match record["event"]:
        case "move":
            print(f"{record['ply']}. {record['move']}{_second(record)}")
        case "irregular":
            print(f"{record['ply']}. -- {{irregular: {record['position']}}}{_second(record)}")
        case "result":
            print(ending.said(record["result"], ending.termination(record["result"], record["reason"])))
        case "lights":
            print(record["lights"])
        case "end":
            print(record["position"])
            print(record["result"])


def _second(record: dict[str, Any]) -> str:
    from lakabe.games import pgn

    return f" {{{pgn.SECOND}}}" if record.get("second") else ""


def _read(file: Path) -> str:
    try:
        data = sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
    except OSError as error:
        raise InputError(f"cannot read {file}: {error.strerror}", "name a file that exists") from error
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        number = data[: error.start].count(b"\n") + 1
        raise InputError("this is not text in UTF-8", "a trace is plain text", number) from error
