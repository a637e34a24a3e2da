"""``lakabe games``: the recorded games."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lakabe.archive.tracking import tracked
from lakabe.cli import reading, tables
from lakabe.cli.asking import YesOption, may_delete
from lakabe.cli.options import ArchiveOption, PortOption
from lakabe.cli.output import OutputOption, write
from lakabe.cli.speaking import tell, told
from lakabe.errors import ArchiveDamage, UsageError
from lakabe.games.said import day, moment
from lakabe.games.said import plural as counted
from lakabe.language.saying import Text, join, plural, say
from lakabe.printable import printable

if TYPE_CHECKING:
    from rich.table import Table

    from lakabe.archive import Game, NewGame
    from lakabe.games.pgn import Score

app = typer.Typer(invoke_without_command=True)

_RESULTS = {None: say("in play"), "*": say("broken off")}

NumberArgument = Annotated[int, typer.Argument(metavar="ID", help="The number that `lakabe games` lists.")]


PAGE = 50
"""How many games a page of the list has."""
FITTING = ((40, True), (24, True), (24, False), (18, False), (14, False), (8, False))
"""Letters of a name and whether the source is listed, in the order in which narrower lists are tried.

Where none fits a line, nothing is left out."""
TOGETHER = 200
"""How many games are added to the archive at once."""

PageOption = Annotated[
    int, typer.Option("--page", min=1, metavar="N", help=f"1: the newest {PAGE} games; 2: those before.")
]
EveryOption = Annotated[bool, typer.Option("--all", help="All games, page after page, oldest first.")]


@app.callback()
def games(
    context: typer.Context, page: PageOption = 1, every: EveryOption = False, archive: ArchiveOption = None
) -> None:
    """List the recorded games; or show, correct, export, import, fetch and delete them."""
    context.obj = archive
    if context.invoked_subcommand is None:
        list_games(context, page, every)


@app.command("list")
def list_games(
    context: typer.Context, page: PageOption = 1, every: EveryOption = False, archive: ArchiveOption = None
) -> None:
    """List the newest games, oldest first."""
    from lakabe.archive import Archive
    from lakabe.archive.damage import several

    damaged: list[ArchiveDamage] = []
    with Archive(archive or context.obj, make=False) as kept:
        count = kept.count()
        last = max(1, -(-count // PAGE))
        if page > last:
            raise UsageError(f"there is no page {page} of games", f"give --page 1 to {last}")
        if not count:
            tell(say("No games yet. `lakabe play` or `lakabe record` records some."))
            return
        for chosen in range(last, 0, -1) if every else (page,):
            _print_table(kept.page(PAGE, (chosen - 1) * PAGE, damaged))
    if not every and last > 1:
        until = count - (page - 1) * PAGE
        shown = say(
            "{first} to {last} of {count} games.",
            first=max(1, until - PAGE + 1),
            last=until,
            count=f"{count:,}",
        )
        more = say("`lakabe games --all` all of them.")
        if page < last:
            more = say(
                "`lakabe games --page {page}` lists those before, `lakabe games --all` all of them.",
                page=page + 1,
            )
        tell(join([shown, more]))
    if damaged:
        raise several(damaged)


def _print_table(found: Sequence[Game]) -> None:
    from rich.console import Console

    console = Console()
    made = (_table(found, letters, sourced) for letters, sourced in FITTING)
    fitting = next((table for table in made if tables.in_lines(table, console.width)), None)
    tables.show(console, fitting or _table(found, *FITTING[0]))


def _table(found: Sequence[Game], letters: int, sourced: bool) -> Table:
    """A line a game, with so many ``letters`` of each name."""
    from rich import box
    from rich.markup import escape
    from rich.table import Table

    table = Table(box=box.SIMPLE, collapse_padding=True, pad_edge=False)
    heads = ["ID", say("Started"), say("White"), say("Black"), say("Game"), say("Moves"), say("Result")]
    for head in [*heads, *([say("From")] if sourced else [])]:
        table.add_column(told(head), justify="right" if head in ("ID", "Moves") else "left")
    for game in found:
        names = (_cut(game.tags.get(tag, ""), letters) for tag in ("White", "Black"))
        table.add_row(
            str(game.number), escape(_when(game)), *map(escape, names), _game_name(game),
            str((game.first_ply + len(game.moves)) // 2),
            told(_RESULTS.get(game.result, game.result or "")),
            *([escape(told(_source(game)))] if sourced else []),
        )  # fmt: skip
    return table


def _cut(text: str, letters: int) -> str:
    return text if len(text) <= letters else f"{text[: letters - 1].rstrip()}…"


@app.command()
def show(
    context: typer.Context,
    number: NumberArgument,
    archive: ArchiveOption = None,
    ply: Annotated[int | None, typer.Option(min=0, help="After how many moves. Left out: the end.")] = None,
) -> None:
    """Show one game: its last position and its moves."""
    from rich.console import Console

    from fanorona.rules import notation
    from lakabe.archive import Archive
    from lakabe.archive.damage import replay
    from lakabe.games import ending, pgn, variants

    with Archive(archive or context.obj, make=False) as kept:
        game = kept.game(number)
        undone = kept.undone(number)
        corrected = kept.corrections(number)
    score = pgn.from_archive(game)
    if ply is not None and ply > len(score.moves):
        raise UsageError(
            f"game {number} has {counted(len(score.moves), 'move')}", f"give --ply 0 to {len(score.moves)}"
        )
    shown = score.moves if ply is None else score.moves[:ply]
    position = replay(game, len(shown))
    last = re.findall(r"[a-i][1-5]", shown[-1]) if shown else []
    console = Console()
    what = "" if score.variant == variants.ORDINARY else variants.NAMES[score.variant]
    where = say("board {serial}", serial=printable(game.board)) if game.board else say("imported")
    head = [say("Game {number}", number=number), what, _when(game) or say("date unknown"), where]
    console.print(told(join(head, ", ")), markup=False)
    tables.board(console, position, last)
    print(notation.format_position(position))
    tell(ending.said(game.result, score.tags.get(ending.TAG, "")))
    for move in pgn.second_moves(score, game.first_ply):
        tell(say("The ordinary rules hold after {move} (V6).", move=move))
    print()
    print(pgn.format_score(score), end="")
    for version in corrected:
        print()
        tell(say("Corrected as game {number}.", number=version))
    if undone:
        print()
        tell(say("Does not stand any more:"))
    for one in undone:
        print(f"  {pgn.move_number(one.ply)} {one.text} ({one.why})")


@app.command()
def correct(
    context: typer.Context,
    number: NumberArgument,
    ply: Annotated[
        int, typer.Argument(metavar="PLY", help="The first move to change: 1 is White's first, 2 Black's.")
    ],
    moves: Annotated[list[str], typer.Argument(metavar="MOVE...", help="The moves from there on (N1).")],
    rest: Annotated[
        bool, typer.Option("--rest", help="Let the original's moves after these follow.")
    ] = False,
    result: Annotated[
        str | None, typer.Option(metavar="RESULT", help="How it ended. Left out: as the original did.")
    ] = None,
    archive: ArchiveOption = None,
) -> None:
    """Keep another version of a game, with other moves from one on. The original stays as it is."""
    from lakabe.archive import Archive, correction
    from lakabe.games import pgn

    if result is not None and result not in pgn.RESULTS:
        raise UsageError(f"{result!r} is no result", f"give one of {', '.join(pgn.RESULTS)}")
    with Archive(archive or context.obj, make=False) as kept:
        made = correction.correct(kept, number, ply, moves, rest, result)
    tell(
        say(
            "Game {made} is game {number} with other moves from {ply} on.",
            made=made,
            number=number,
            ply=pgn.move_number(ply),
        )
    )


@app.command()
def name(
    context: typer.Context,
    number: NumberArgument,
    white: Annotated[str, typer.Argument(metavar="WHITE", help="Who had White; - leaves it as it is.")],
    black: Annotated[str, typer.Argument(metavar="BLACK", help="Who had Black; - leaves it as it is.")],
    archive: ArchiveOption = None,
) -> None:
    """Name the players of a game. `lakabe matches players` does so for a match and its games."""
    from lakabe.archive import Archive
    from lakabe.games import names

    given = names.Names(*("" if one == "-" else names.cleaned(one) for one in (white, black)))
    with Archive(archive or context.obj, make=False) as kept:
        game = kept.game(number)
        match = kept.match_of(game.board or "", game.name or "")
        if match is not None:
            fix = f"`lakabe matches players {match}` names its players"
            raise UsageError(f"game {number} counts in match {match}", fix)
        with kept.writing() as writer:
            writer.name(number, given)
        now = names.of(kept.game(number).tags)
    white, black = (name or say("not named") for name in (now.white, now.black))
    tell(say("Game {number}: White is {white}, Black is {black}.", number=number, white=white, black=black))


@app.command()
def export(
    context: typer.Context,
    numbers: Annotated[
        list[int] | None, typer.Argument(metavar="ID...", help="Numbers of the games.")
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="All games.")] = False,
    output: OutputOption = None,
    archive: ArchiveOption = None,
) -> None:
    """Write games as text (N3)."""
    from lakabe.archive import Archive
    from lakabe.archive.damage import several
    from lakabe.games import pgn

    if bool(numbers) == every:
        raise UsageError("either numbers of games or --all are needed", "`lakabe games` lists the numbers")
    with Archive(archive or context.obj, make=False) as kept:
        damaged: list[ArchiveDamage] = []
        found = kept.each(damaged=damaged) if every else [kept.game(number) for number in numbers or []]
        write(pgn.format_each(pgn.from_archive(game) for game in found), output)
    if damaged:
        raise several(damaged)


@app.command("import")
def import_games(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="Games as text (N3); - reads standard input.")],
    strict: Annotated[
        bool, typer.Option("--strict", help="All games or none, exactly as N3 has it, in UTF-8.")
    ] = False,
    archive: ArchiveOption = None,
) -> None:
    """Add games from a text (N3), also where others have written it. Known ones are not doubled.

    A game of the archive into whose text only names of players were put gets these names. Games that make no
    sense are named with their lines and left out; the exit code is 2 then. Variations and marks as !? or $1
    become comments.
    """
    with tracked("reading games") as told:
        found = reading.games(file, strict, told)
    added, named = _add(found.scores, archive or context.obj) if found.scores else ([], [])
    if len(added) > PAGE:
        tell(
            say(
                "{count} games added, {first} to {last}.",
                count=f"{len(added):,}",
                first=added[0],
                last=added[-1],
            )
        )
    else:
        for number in added:
            tell(say("Game {number} added.", number=number))
    if len(named) > PAGE:
        tell(say("{count} games got names of players.", count=f"{len(named):,}"))
    else:
        for number in named:
            tell(say("Game {number} got names of players.", number=number))
    known = len(found.scores) - len(added) - len(named)
    if known:
        tell(plural("{count} was there already.", "{count} were there already.", known))
    reading.report(found)


def _add(scores: Sequence[Score], archive: str | None) -> tuple[list[int], list[int]]:
    """Add games to the archive, but for those that are there.

    The numbers of those that are new, and of those that got names of players.
    """
    from lakabe.archive import Archive
    from lakabe.games import pgn

    # Reckoned before the archive is locked.
    digests = [hashlib.sha256(pgn.format_score(score).encode()).hexdigest() for score in scores]
    added: list[int] = []
    named: list[int] = []
    with Archive(archive) as kept, tracked("adding games") as told, kept.writing() as writer:
        for n in range(0, len(scores), TOGETHER):
            told(n, len(scores))
            others = []
            for score, digest in zip(scores[n : n + TOGETHER], digests[n : n + TOGETHER], strict=True):
                new = _new(score, digest)
                there = writer.recognise(new)
                if there is None:
                    others.append(new)
                elif there.added:
                    named.append(there.game)
            added += [number for number in writer.add_all(others) if number is not None]
    return added, named


@app.command()
def fetch(context: typer.Context, port: PortOption = None, archive: ArchiveOption = None) -> None:
    """Take finished games that were not recorded here out of the board's memory.

    `lakabe record` and `lakabe play` do the same whenever a board is connected.
    """
    import threading
    from functools import partial

    from lakabe.archive import Archive
    from lakabe.board.recorder import Recorder
    from lakabe.board.transport import open_transport
    from lakabe.cli.record import find
    from lakabe.cli.signals import ending

    urls = [port] if port is not None else find()
    if len(urls) > 1:
        raise UsageError("there are several boards", "choose one with --port")
    wake = threading.Event()
    with Archive(archive or context.obj) as kept, ending(wake.set) as caught:
        opener = partial(open_transport, urls[0])

        def look(_: object) -> None:
            if recorder.fetched is not None:
                wake.set()

        recorder = Recorder(opener, kept, listener=look, notice=tell)
        recorder.start(wake.set)
        wake.wait()
        recorder.stop()
        recorder.join()
    if recorder.error is not None:
        raise recorder.error
    if caught:
        raise typer.Exit(128 + caught[0])
    count = len(recorder.fetched or [])
    tell(
        plural("{count} game fetched.", "{count} games fetched.", count)
        if count
        else say("No games fetched.")
    )


@app.command()
def delete(
    context: typer.Context,
    number: NumberArgument,
    yes: YesOption = False,
    archive: ArchiveOption = None,
) -> None:
    """Delete one game, with its moves and raw events."""
    from lakabe.archive import Archive

    with Archive(archive or context.obj, make=False) as kept:
        if not may_delete(lambda: _asked(kept.game(number)), yes):
            return
        with kept.writing() as writer:
            writer.delete(number)
    tell(say("Game {number} deleted.", number=number))


def _new(score: Score, digest: str) -> NewGame:
    from lakabe.archive import Move, NewGame

    moves = tuple(Move(ply + 1, move, score.comments.get(ply, "")) for ply, move in enumerate(score.moves))
    return NewGame(score.tags, score.start, moves, score.result, score.comments.get(-1, ""), digest)


def _game_name(game: Game) -> str:
    """Its variant; of an ordinary game the opening."""
    from lakabe.games.openings import opening_of
    from lakabe.games.variants import ORDINARY

    return (opening_of(game) or "")[:2] if game.variant == ORDINARY else game.variant


def _source(game: Game) -> Text:
    if game.board:
        return say("board {serial}", serial=printable(game.board))
    original = game.tags.get("Corrects")
    return say("of game {number}", number=original) if original else say("import")


def _asked(game: Game) -> str:
    """The question before a game is deleted."""
    moves = plural("{count} move", "{count} moves", len(game.moves))
    if date := _when(game):
        return told(
            say("Delete game {number} of {date} with {moves}?", number=game.number, date=date, moves=moves)
        )
    return told(say("Delete game {number} with {moves}?", number=game.number, moves=moves))


def _when(game: Game) -> str:
    """The date the players gave, else the local time at which a board's record began; empty: unknown."""
    if "Date" in game.tags or game.board is None:
        return day(game.tags.get("Date", ""))
    return moment(game.started)
