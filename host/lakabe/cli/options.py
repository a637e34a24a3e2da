"""Options that several commands share."""

from __future__ import annotations

from typing import Annotated

import typer

from lakabe.levels.level import LEVELS

ArchiveOption = Annotated[
    str | None,
    typer.Option(
        "--archive",
        metavar="URL",
        help="Database URL or SQLite file. Left out: $LAKABE_ARCHIVE, else games.db in the data directory.",
    ),
]

PortOption = Annotated[
    str | None,
    typer.Option("--port", metavar="URL", help="Serial device or URL of a board. Left out: found by USB."),
]

EngineOption = Annotated[
    str | None,
    typer.Option(
        "--engine",
        metavar="CMD",
        help="Ask this program instead of our engine, in the protocol of host/lakabe/engine/README.md.",
    ),
]

HintsOption = Annotated[
    bool,
    typer.Option("--hints/--no-hints", help="Whether the board's menu button gives a hint."),
]

LanguageOption = Annotated[
    str,
    typer.Option(
        "--language",
        metavar="CODE",
        help="Language of the lessons' texts, as fr. Left out: that of the environment, else English.",
    ),
]

MatchOption = Annotated[
    str | None,
    typer.Option(
        "--match",
        metavar="MATCH",
        help="Play a match: single, session3, session5 or championship begins one, a number goes on with it.",
    ),
]

PlayersOption = Annotated[
    str | None,
    typer.Option(
        "--players", metavar="NAME,NAME", help="Who plays a new match; the first has White in its first game."
    ),
]

AgainstOption = Annotated[
    int | None,
    typer.Option(
        min=1,
        max=len(LEVELS),
        metavar="LEVEL",
        help=f"Play against the computer: from 1, the weakest, to {len(LEVELS)}. Lights show its moves.",
    ),
]

BlackOption = Annotated[bool, typer.Option("--black", help="With --against: you play Black.")]
