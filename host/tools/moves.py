"""``python -m tools.moves``: the complete moves of positions, for other programs."""

from __future__ import annotations

import json
import sys
from typing import Any

from lakabe.errors import InputError
from tools import command


def moves() -> None:
    """Read positions (N2) from standard input, one a line, and print one JSON object a line for each.

    The object has the position, and its moves: each with its N1 text, the points it empties of enemy stones,
    and the position after it. Empty lines are passed over.
    """
    for number, line in enumerate(sys.stdin, 1):
        text = line.strip()
        if not text:
            continue
        try:
            found = list_moves(text)
        except ValueError as error:
            sys.stdout.flush()
            raise InputError(str(error), "see N2 in docs/rules.md", number) from error
        print(json.dumps(found))
    sys.stdout.flush()


def list_moves(text: str) -> dict[str, Any]:
    """The object printed for a position (N2), moves as the generator finds them; ValueError if unreadable."""
    from fanorona.rules import notation, rules
    from fanorona.rules.moves import first_move, next_move

    position = rules.Position()
    notation.parse_position(text, position)
    after = rules.Position()
    before = bytes(position.board)
    found: list[dict[str, Any]] = []
    more = first_move(position)
    while more:
        move = notation.format_move(position)
        board = position.board
        enemy = 3 - position.turn
        captures = [notation.point_name(p) for p in range(45) if before[p] == enemy and board[p] != enemy]
        after.load(board, enemy)
        found.append({"move": move, "captures": captures, "position": notation.format_position(after)})
        more = next_move(position)
    return {"position": notation.format_position(position), "moves": found}


if __name__ == "__main__":
    command.main(moves)
