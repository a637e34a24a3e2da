"""``python -m tools.tables``: check endgame tables, and solve smaller boards with some."""

from __future__ import annotations

from typing import Annotated

import typer

from lakabe.cli.tablebase import DirectoryOption, progress_bar
from lakabe.errors import InputError
from tools import command

app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)


@app.command()
def verify(
    whole: Annotated[bool, typer.Option("--whole", help="Every position of every layer.")] = False,
    sample: Annotated[
        int | None, typer.Option(min=1, help="Positions to draw from each layer that is not checked whole.")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Draws other positions.")] = 1,
    directory: DirectoryOption = None,
) -> None:
    """Check the files' digests, and that values agree with those of the positions that moves lead to."""
    from lakabe.engine.bitboard import format_n2
    from lakabe.engine.tables.store import default_directory, read_contents
    from tools.tables.verify import SAMPLE
    from tools.tables.verify import verify as verify_tables

    place = directory or default_directory()
    if not read_contents(place).pairs:
        raise InputError(f"there are no tables in {place}", "build them with `lakabe tablebase build`")
    with progress_bar() as progress:
        bar = progress.add_task("", total=1)
        faults = verify_tables(
            place,
            lambda what, part: progress.update(bar, completed=part, description=what),
            sample or SAMPLE, whole, seed,
        )  # fmt: skip
    for fault in faults:
        example = f", for example {format_n2(fault.own, fault.enemy, 1)}" if fault.own else ""
        print(f"{fault.where}: {fault.what}{example}")
    if faults:
        raise InputError(f"the tables in {place} are wrong", "delete them and build them again")
    print(f"The tables in {place} are right, as far as they were looked at.")


@app.command()
def solve(
    name: Annotated[str, typer.Argument(metavar="COLUMNSxROWS", help="3x3, 3x5, 5x3, 3x7, 7x3 or 5x5.")],
    stones: Annotated[int, typer.Option(min=2, max=14, help="Tables of so many stones for it.")] = 6,
    limit: Annotated[int, typer.Option(min=1, help="Positions to search at most.")] = 10**9,
    directory: DirectoryOption = None,
) -> None:
    """Prove who wins a smaller board from its start: with its own tables, and a search down to them."""
    from lakabe.engine.tables.build import build as build_tables
    from lakabe.engine.tables.runner import Processes
    from lakabe.engine.tables.small import small
    from lakabe.engine.tables.solve import solve as solve_board
    from lakabe.engine.tables.store import Tables, home_directory

    board = small(name)
    stones = min(stones, board.board.size - 1)
    place = (directory or home_directory()) / "boards" / name
    with Processes(1) as here, progress_bar() as progress:
        bar = progress.add_task("", total=None)
        build_tables(
            place, stones, here,
            lambda pair, doing, part: progress.update(bar, description=f"{pair}: {doing}"), board.board,
        )  # fmt: skip
        found = solve_board(
            board, Tables(place, board.board, stones + 1), limit,
            lambda asked, depth, nodes: progress.update(bar, description=f"{asked} in {depth}?"),
        )  # fmt: skip
    winner = {"win": "White wins", "loss": "Black wins", "draw": "a draw"}[found.result]
    proof = f"proven {found.depth} plies deep with {found.nodes:,} positions searched"
    if not found.depth:
        proof = f"after {found.distance} moves of both, as its tables have it"
    print(f"{name}: {winner}, {proof}.")


if __name__ == "__main__":
    command.main(app)
