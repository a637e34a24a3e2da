"""``python -m tools.perft``: how many sequences of complete moves there are."""

from __future__ import annotations

from typing import Annotated

import typer

from lakabe.errors import InputError
from tools import command

DEEPEST = 99
"""Within what a position can take back; long before that the count would take years."""


def perft(
    depth: Annotated[int, typer.Argument(min=0, max=DEEPEST, help="Number of moves to look ahead.")],
    position: Annotated[
        list[str] | None, typer.Argument(help="In N2, as 9/9/4W4/4B4/9 W. Left out: the start.")
    ] = None,
    divide: Annotated[bool, typer.Option("--divide", help="Count below each first move as well.")] = False,
) -> None:
    """Count the sequences of DEPTH complete moves from a position (R12); the last line is the count alone."""
    from fanorona.rules import moves, notation, rules

    board = rules.Position()
    if position:
        try:
            notation.parse_position(" ".join(position), board)
        except ValueError as error:
            raise InputError(str(error), "see N2 in docs/rules.md") from error
    if not divide or depth == 0:
        print(moves.perft(board, depth))
        return
    total = 0
    found = moves.first_move(board)
    while found:
        move = notation.format_move(board)
        board.end_turn()
        count = moves.perft(board, depth - 1)
        board.back_turn()
        print(f"{move}: {count}", flush=True)
        total += count
        found = moves.next_move(board)
    print(total)


if __name__ == "__main__":
    command.main(perft)
