"""``lakabe hint``: the best move in a position, and why."""

from __future__ import annotations

import re
from time import process_time
from typing import TYPE_CHECKING, Annotated

import typer

from lakabe.cli.options import ArchiveOption, EngineOption
from lakabe.cli.speaking import fitted, told
from lakabe.errors import UsageError
from lakabe.games.sides import COLOURS
from lakabe.language.saying import join, say, sentence

if TYPE_CHECKING:
    from lakabe.help.hint import Choice, Hint

ANSWER_S = 0.8
"""Of processor time, so that the answer is there within a second; thinking gets what starting has left."""
LEAST_S = 0.1
MEMORY_MB = 8
"""For what is found in so short a time; more would take time to be laid out."""


def hint(
    what: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[POSITION|GAME]",
            help="A position (N2), as 9/9/4W4/4B4/9 W; the number of a game in the archive; or a file with "
            "one (N3). Left out: the newest game where it is unfinished, else the start.",
        ),
    ] = None,
    ply: Annotated[
        int | None, typer.Option(min=0, help="After how many moves of the game. Left out: the end.")
    ] = None,
    time: Annotated[
        float | None,
        typer.Option(
            "--time",
            min=0.01,
            max=3600,
            metavar="SECONDS",
            help="How long to think, where the opening book does not know more. Left out: so long that the "
            "answer is there within a second.",
        ),
    ] = None,
    game: Annotated[
        str | None,
        typer.Option(
            "--game",
            metavar="GAME",
            help="Of a position: which game it is, vela, vela-creditor, dimy or telo.",
        ),
    ] = None,
    engine: EngineOption = None,
    archive: ArchiveOption = None,
) -> None:
    """The best move, what it is worth and why, and what else there is; and a mistake that was just made."""
    from rich.console import Console

    from lakabe.cli import tables
    from lakabe.cli.named import question
    from lakabe.engine.warm import prepare
    from lakabe.games.variants import NAMES, ORDINARY, WORDS, load

    if game is not None and game not in WORDS:
        raise UsageError(f"there is no game {game!r}", f"give one of {', '.join(WORDS)}")
    asked = question(what or [], archive, ply, game).riatra()
    if asked.variant != ORDINARY and engine is not None:
        raise UsageError(f"--engine cannot be asked about {NAMES[asked.variant]}", "leave it out")
    asked.check()  # what is wrong with it is said before an engine starts
    if engine is None:
        prepare()
    from lakabe.help import words
    from lakabe.help.hint import give
    from lakabe.help.source import Effort, open_source

    if asked.variant != ORDINARY:
        from lakabe.help import others

        found = others.give(asked, _left() if time is None else time)
    else:
        memory = {} if time is not None else {"memory_mb": MEMORY_MB}
        source = open_source(engine, **memory)
        try:
            found = give(source, asked, Effort(_left() if time is None else time))
        finally:
            source.close()
    position = load(asked.variant, found.position)
    console = Console(highlight=False, markup=False, soft_wrap=True)
    tables.board(console, position, re.findall(r"[a-i][1-5]", found.best.move))
    print(found.position)
    if found.mistake is not None:
        console.print(fitted(f"\n{told(words.mistake(found.mistake, found.turn))}"), style="yellow")
    best = say("{side}'s best move is {move}.", side=COLOURS[found.turn], move=found.best.move)
    console.print(f"\n{told(best)}", style="bold")
    _describe(found, found.best)
    for choice in found.choices[1:]:
        instead = say("Instead: {move}", move=choice.move)
        console.print(f"\n{told(instead)}", style="bold")
        _describe(found, choice)


def _left() -> float:
    """How many seconds to think, so that the answer is there within one."""
    return max(LEAST_S, ANSWER_S - process_time())


def _describe(found: Hint, choice: Choice) -> None:
    from lakabe.help import words

    print(fitted(f"  {told(sentence(words.evaluation(choice.worth, found.turn)))}"))
    why = words.reasons(choice, found.legal, found.turn)
    if why:
        print(fitted(f"  {told(join(why))}"))
    expected = say("Expected: {moves}", moves=" ".join(choice.line))
    print(fitted(f"  {told(expected)}"))
