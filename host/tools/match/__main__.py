"""``python -m tools.match``: two engines against each other, until enough is known."""

from __future__ import annotations

import json
import re
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lakabe.errors import InputError, UsageError
from tools import command

if TYPE_CHECKING:
    from tools.match.games import Played, Tally

ELSEWHERE = "name another file"


def match(
    first: Annotated[str, typer.Argument(help="Command of the first engine; 'lakabe engine' is ours.")],
    second: Annotated[str, typer.Argument(help="Command of the second engine.")],
    games: Annotated[int, typer.Option(min=2, help="How many games at most, two an opening.")] = 120,
    movetime: Annotated[int, typer.Option(min=1, help="Milliseconds a move.")] = 300,
    movetime2: Annotated[
        int, typer.Option(min=0, help="Milliseconds a move for the second engine, where it has others.")
    ] = 0,
    nodes: Annotated[int, typer.Option(min=0, help="Nodes a move, instead of a time.")] = 0,
    seed: Annotated[int, typer.Option(help="Of the random openings.")] = 1,
    quiet: Annotated[int, typer.Option(min=1, help="Moves without a capture that make a draw.")] = 60,
    sprt: Annotated[
        str, typer.Option(help="ELO0,ELO1: stop when it is known which of the two the difference is.")
    ] = "",
    option1: Annotated[list[str] | None, typer.Option(help="NAME=VALUE for the first engine.")] = None,
    option2: Annotated[list[str] | None, typer.Option(help="NAME=VALUE for the second engine.")] = None,
    out: Annotated[
        Path | None, typer.Option(help="Keep the games here, a JSON object a line; go on where it ends.")
    ] = None,
) -> None:
    """Play paired games from random openings of four moves; the last line is the first engine's result."""
    from lakabe import growing
    from lakabe.engine.client import EngineClient
    from lakabe.engine.first_moves import openings
    from tools.match import games as matches

    bounds = _bounds(sprt)
    tally = matches.Tally()
    kept: list[Played] = _kept(out, seed) if out is not None else []
    for game in kept:
        tally = tally.add(game)
    if nodes and movetime2:
        raise UsageError("--nodes and --movetime2 exclude each other; name one of them")
    rules = matches.Rules(
        f"nodes {nodes}" if nodes else f"movetime {movetime}",
        600.0 if nodes else max(movetime, movetime2) / 1000,
        quiet,
        f"movetime {movetime2}" if movetime2 else "",
    )

    def each(game: matches.Played) -> bool:
        nonlocal tally
        tally = tally.add(game)
        if out is not None:
            growing.add(out, json.dumps(asdict(game)), ELSEWHERE)
        print(_line(tally), flush=True)
        return bounds is None or matches.verdict(tally.log_likelihood_ratio(*bounds)) is None

    with EngineClient(first, _options(option1)) as a, EngineClient(second, _options(option2)) as b:
        limits = f"{rules.limit} against {rules.second}" if rules.second else rules.limit
        print(f"{a.name} against {b.name}, {limits}", file=sys.stderr)
        matches.play_match((a, b), rules, openings(seed), games, each, len(kept))
    if bounds is not None:
        ratio = tally.log_likelihood_ratio(*bounds)
        print(f"{matches.verdict(ratio) or 'undecided'} (log-likelihood ratio {ratio:.2f})")
    print(_line(tally))


def _kept(out: Path, seed: int) -> list[Played]:
    """The games of a file, none where there is none. What follows the last whole line was cut off."""
    from lakabe import growing
    from lakabe.engine.first_moves import openings
    from tools.match import games as matches

    lines = growing.read(out, ELSEWHERE)
    # A first game that was cut off begins so; whatever else has no line break is somebody's.
    if not lines and out.exists() and out.read_bytes()[:1] not in (b"", b"{"):
        raise InputError(f"{out} has no games of a match", ELSEWHERE, 1)
    kept: list[Played] = []
    drawn = openings(seed)
    for number, line in enumerate(lines, 1):
        try:
            fields = json.loads(line)
            fields |= {name: tuple(fields[name]) for name in ("opening", "moves")}
            game = matches.Played(**fields)
        except (ValueError, TypeError, KeyError) as error:
            raise InputError(f"{out} has no games of a match", ELSEWHERE, number) from error
        opening = next(drawn) if number % 2 else kept[-1].opening
        if (game.opening, game.white) != (opening, 1 - number % 2):
            raise InputError(
                f"{out} has games of a match from other openings", "name another file, or its --seed", number
            )
        kept.append(game)
    return kept


def _line(tally: Tally) -> str:
    return (
        f"{tally.games} games: +{tally.wins} ={tally.draws} -{tally.losses}, "
        f"{100 * tally.score:.1f} ± {100 * tally.error:.1f} %, {tally.elo():+.0f} Elo"
    )


def _bounds(text: str) -> tuple[float, float] | None:
    if not text:
        return None
    found = re.fullmatch(r"(-?\d+),(-?\d+)", text)
    if not found or int(found[1]) >= int(found[2]):
        raise UsageError(f"--sprt wants two numbers, the smaller first, as 0,30, not '{text}'")
    return float(found[1]), float(found[2])


def _options(texts: list[str] | None) -> dict[str, str]:
    options = {}
    for text in texts or []:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise UsageError(f"an option is NAME=VALUE, not '{text}'")
        options[name] = value
    return options


if __name__ == "__main__":
    command.main(match)
