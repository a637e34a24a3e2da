"""``lakabe matches``: sessions and championships, kept in the archive and played on any board."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from lakabe.cli import tables
from lakabe.cli.asking import YesOption, confirmed, may_delete
from lakabe.cli.options import (
    ArchiveOption,
    ClockOption,
    EngineOption,
    HintsOption,
    LanguageOption,
    LevelOption,
    NoFiftyOption,
    NoHintsOption,
    NoRepetitionOption,
    PlayersOption,
    PortOption,
    without,
)
from lakabe.cli.output import OutputOption, write
from lakabe.cli.speaking import tell, told
from lakabe.errors import ArchiveDamage, UsageError
from lakabe.games import draws
from lakabe.language.saying import say

app = typer.Typer(invoke_without_command=True)

NumberArgument = Annotated[int, typer.Argument(metavar="ID", help="The number that `lakabe matches` lists.")]


@app.callback()
def matches(context: typer.Context, archive: ArchiveOption = None) -> None:
    """List the matches; or begin, resume, show, export, end and delete them."""
    context.obj = archive
    if context.invoked_subcommand is None:
        list_matches(context)


@app.command("list")
def list_matches(context: typer.Context, archive: ArchiveOption = None) -> None:
    """List the matches, oldest first."""
    from rich.console import Console

    from lakabe.archive import Archive
    from lakabe.archive.damage import several
    from lakabe.matches.report import listing
    from lakabe.matches.standing import Standing

    damaged: list[ArchiveDamage] = []
    with Archive(archive or context.obj, make=False) as kept:
        found = [Standing(record) for record in kept.matches(damaged)]
    if found:
        tables.show(Console(), listing(found, told))
    elif not damaged:
        tell(say("No matches yet. `lakabe play --match session3` begins one."))
    if damaged:
        raise several(damaged)


@app.command()
def begin(
    context: typer.Context,
    kind: Annotated[str, typer.Argument(help="single, session3, session5 or championship (M1 to M3).")],
    players: PlayersOption = None,
    event: Annotated[str, typer.Option(metavar="TEXT", help="What its games are called (Event).")] = "",
    creditor_first: Annotated[
        bool, typer.Option("--creditor-first", help="In a vela the creditor has White (V1).")
    ] = False,
    draw_lifts: Annotated[
        bool, typer.Option("--draw-lifts", help="A drawn vela lifts the debt (V7).")
    ] = False,
    one_vela: Annotated[
        bool, typer.Option("--one-vela", help="One vela for each decisive game, whatever comes of it (M9).")
    ] = False,
    no_repetition: NoRepetitionOption = False,
    no_fifty: NoFiftyOption = False,
    archive: ArchiveOption = None,
) -> None:
    """Prepare a match; `lakabe matches resume` then plays it."""
    from fanorona.rules.match import CREDITOR_FIRST, DRAW_LIFTS, ONE_VELA
    from lakabe.archive import Archive
    from lakabe.matches import begin as beginning

    options = creditor_first * CREDITOR_FIRST + draw_lifts * DRAW_LIFTS + one_vela * ONE_VELA
    with Archive(archive or context.obj) as kept:
        off = without(no_repetition, no_fifty)
        standing = beginning.begin(kept, kind, players, event, options, off)
    number = standing.record.number
    tell(say("Match {number}: {said}", number=number, said=standing.said()))
    if off:
        tell(draws.said(off))
    tell(say("`lakabe matches resume {number}` plays it.", number=number))


@app.command()
def show(context: typer.Context, number: NumberArgument, archive: ArchiveOption = None) -> None:
    """Show how a match stands, its games, and what is played next."""
    from rich.console import Console

    from lakabe.archive import Archive
    from lakabe.games import pgn
    from lakabe.matches.report import crosstable, games
    from lakabe.matches.standing import Standing

    with Archive(archive or context.obj, make=False) as kept:
        standing = Standing(kept.match(number))
        played = [one.game.game for one in standing.rounds if one.is_vela and one.game is not None]
        velas = {game: pgn.from_archive(kept.game(game)) for game in played if game is not None}
    console = Console(highlight=False)
    title, points = crosstable(standing, told)
    console.print(title)
    tables.show(console, points)
    if standing.rounds:
        tables.show(console, games(standing, velas, told))
    tell(standing.said())
    if standing.record.without:
        tell(draws.said(standing.record.without))


@app.command()
def resume(
    context: typer.Context,
    number: NumberArgument,
    port: PortOption = None,
    page: Annotated[
        bool | None,
        typer.Option(
            "--page/--no-page",
            help="Show the page. Left out: where the last game was on a virtual board, or there is none yet.",
        ),
    ] = None,
    level: LevelOption = None,
    hints: HintsOption = None,
    no_hints: NoHintsOption = False,
    engine: EngineOption = None,
    clock: ClockOption = None,
    language: LanguageOption = "",
    archive: ArchiveOption = None,
) -> None:
    """Go on with a match: the board is told what to set up. Ctrl-C ends it; nothing is lost."""
    from lakabe.archive import Archive
    from lakabe.cli.play import play
    from lakabe.cli.record import record
    from lakabe.virtual.playback import number_of

    where = archive or context.obj
    if page is None:
        with Archive(where, make=False) as kept:
            games = kept.match(number).games
        page = port is None and (not games or number_of(games[-1].board) is not None)
    shared: Any = {
        "match": str(number),
        "level": level,
        "hints": hints,
        "no_hints": no_hints,
        "engine": engine,
        "clock": clock,
        "language": language,
    }
    if page:
        play(where, port=port, **shared)
    else:
        record([port] if port is not None else None, where, **shared)


@app.command()
def export(
    context: typer.Context,
    number: NumberArgument,
    output: OutputOption = None,
    archive: ArchiveOption = None,
) -> None:
    """Write the games of a match as text (N4): their tags tell its kind and options, points and debts.

    `lakabe games import` takes the games with their tags; they are then no match of the archive.
    """
    from lakabe.archive import Archive
    from lakabe.games import pgn
    from lakabe.matches.export import scores

    with Archive(archive or context.obj, make=False) as kept:
        write(pgn.format_each(scores(kept.match(number), kept.game)), output)


@app.command()
def players(
    context: typer.Context,
    number: NumberArgument,
    names: Annotated[
        str, typer.Argument(metavar="NAME,NAME", help="The one with White first, and the other.")
    ],
    archive: ArchiveOption = None,
) -> None:
    """Name the players of a match, such as one that a board has run by itself, and of its games."""
    from lakabe.archive import Archive
    from lakabe.matches.begin import players_of
    from lakabe.matches.standing import Standing

    with Archive(archive or context.obj, make=False) as kept:
        kept.match(number)  # there is one
        with kept.writing() as writer:
            writer.match_players(number, players_of(names))
        standing = Standing(kept.match(number))
        with kept.writing() as writer:
            for one in standing.begun():
                if one.game is not None and one.game.game is not None:
                    writer.tag(one.game.game, standing.tags(one))
        tell(standing.said())


@app.command()
def end(
    context: typer.Context, number: NumberArgument, yes: YesOption = False, archive: ArchiveOption = None
) -> None:
    """End a match before its time, as the players have agreed (M8). Its standing remains."""
    from lakabe.archive import Archive
    from lakabe.matches.standing import Standing

    with Archive(archive or context.obj, make=False) as kept:
        standing = Standing(kept.match(number))
        if standing.next is None:
            raise UsageError(f"match {number} is over", f"`lakabe matches show {number}` shows it")
        if not yes and not confirmed(
            told(say("End match {number}? {said}", number=number, said=standing.said()))
        ):
            tell(say("The match goes on."))
            return
        with kept.writing() as writer:
            writer.close_match(number)
        tell(Standing(kept.match(number)).said())


@app.command()
def delete(
    context: typer.Context, number: NumberArgument, yes: YesOption = False, archive: ArchiveOption = None
) -> None:
    """Forget a match. Its games stay in the archive."""
    from lakabe.archive import Archive
    from lakabe.matches.standing import Standing

    with Archive(archive or context.obj, make=False) as kept:
        if not may_delete(
            lambda: told(
                say("Delete match {number}? {said}", number=number, said=Standing(kept.match(number)).said())
            ),
            yes,
        ):
            return
        with kept.writing() as writer:
            writer.delete_match(number)
    tell(say("Match {number} deleted; its games stay.", number=number))
