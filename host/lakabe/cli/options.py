"""Options that several commands share."""

from __future__ import annotations

from typing import Annotated

import typer

from lakabe.errors import UsageError
from lakabe.games import names
from lakabe.games.draws import FIFTY, REPETITION, Without
from lakabe.games.names import NOBODY, Names
from lakabe.help.command import program
from lakabe.help.level import LEVELS, SAID

ArchiveOption = Annotated[
    str | None,
    typer.Option(
        "--archive",
        metavar="URL",
        help="SQLite file, or PostgreSQL as postgresql://ada@server/games. Left out: $LAKABE_ARCHIVE, else "
        "games.db in the data directory.",
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
        help="Ask this program instead of our engine, in the protocol of `lakabe docs engine`; "
        "about ordinary games, for Dimy, Telo and the first phase of a vela are our own engines'.",
    ),
]

HintsOption = Annotated[
    int | None,
    typer.Option(
        "--hints",
        metavar="N",
        min=0,
        help="Hints a game for each player, by menu or by the coach of level 4. Left out: any number.",
    ),
]

NoHintsOption = Annotated[bool, typer.Option("--no-hints", help="Give no hints, and coach nobody.")]

LanguageOption = Annotated[
    str,
    typer.Option(
        "--language",
        metavar="CODE",
        help="Language: en, fr or mg. Left out: the environment's, and on the page the browser's.",
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

LevelOption = Annotated[
    str | None,
    typer.Option(
        "--level",
        metavar="N[,N]",
        help="How much the lights help, 0 to 4: both, or White and Black. Left out: as the board has it.",
    ),
]

PlayersOption = Annotated[
    str | None,
    typer.Option(
        "--players",
        metavar="NAME,NAME",
        help="Who plays: White and Black, in a new match those of its first game. With --against: your name.",
    ),
]

ClockOption = Annotated[
    str | None,
    typer.Option(
        "--clock",
        metavar="MINUTES[+SECONDS]|none",
        help="Clocks: so many minutes for each side, and seconds that each move adds, as 10, 0.5 or 5+3. "
        "Left out: none; in a match, those of its last game. none: none there, either.",
    ),
]

NoRepetitionOption = Annotated[
    bool, typer.Option("--no-repetition", help="The same position for the third time is no draw (R11).")
]

NoFiftyOption = Annotated[
    bool, typer.Option("--no-fifty", help="Fifty moves each without a capture are no draw (R11).")
]

AgainstOption = Annotated[
    int | None,
    typer.Option(
        min=1,
        max=len(LEVELS),
        metavar="LEVEL",
        help=f"Play against the computer: from 1, the weakest, to {len(LEVELS)}. Lights show its moves. "
        f"Level 1 {SAID[0]}; level {len(LEVELS)} {SAID[-1]}.",
    ),
]

BlackOption = Annotated[bool, typer.Option("--black", help="With --against: you play Black.")]


def check_partners(against: int | None, black: bool) -> None:
    """UsageError where --black is given without the option that it is about."""
    if black and against is None:
        raise UsageError("--black is for a game against the computer", "name a level with --against")


def named(
    players: str | None, against: int | None, black: bool, match: str | None, engine: str | None
) -> Names:
    """Who plays the games to come, as far as these options say so; a match names its players. UsageError."""
    if match is not None:
        return NOBODY
    if against is None:
        return NOBODY if players is None else Names(*names.pair(players))
    if players is not None and "," in players:
        raise UsageError("the computer has a name", "give yours alone with --players")
    own, other = names.cleaned(players or ""), names.computer(against, program(engine))
    return Names(other, own) if black else Names(own, other)


def check_hints(hints: int | None, no_hints: bool) -> None:
    """UsageError where hints are counted that nobody gives."""
    if hints is not None and no_hints:
        raise UsageError("there are no hints for --hints to count", "leave --hints or --no-hints out")


def without(no_repetition: bool, no_fifty: bool) -> Without:
    """The draws of R11 that these options switch off."""
    chosen = {REPETITION: no_repetition, FIFTY: no_fifty}
    return frozenset(word for word, is_off in chosen.items() if is_off)
