"""Games that a command reads from a file or from standard input, and what is said about them."""

from __future__ import annotations

import sys
from pathlib import Path

from lakabe.errors import InputError
from lakabe.games import pgn, wild
from lakabe.games.said import plural

MOST = 20
"""Games that are left out and named one by one."""


def games(file: Path, strict: bool = False, told: pgn.Told | None = None) -> wild.Found:
    """The games of a file; - is standard input.

    InputError where there is none, or, being ``strict``, where one is wrong.
    """
    data = data_of(file)
    found = wild.Found(pgn.parse_scores(text_of(data, file), told)) if strict else wild.read(data, told)
    if not found.scores and not found.wrong:
        where = "what was read" if str(file) == "-" else str(file)
        raise InputError(f"there is no game in {where}", "see N3 in `lakabe docs rules`")
    return found


def data_of(file: Path) -> bytes:
    """What is in a file; - is standard input. InputError."""
    try:
        return sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
    except OSError as error:
        raise InputError(f"{file} cannot be read: {error.strerror}", "check the name") from error


def text_of(data: bytes, file: Path) -> str:
    """Data as text in UTF-8. InputError."""
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise InputError(f"{file} is not UTF-8 text", "save it as UTF-8") from error


def report(found: wild.Found) -> None:
    """Say what was read otherwise than it stands there. InputError where games are left out."""
    if found.variations:
        became = "became a comment" if found.variations == 1 else "became comments"
        print(f"{plural(found.variations, 'variation')} {became}.")
    if found.latin:
        print(f"{plural(found.latin, 'line')} read as Latin-1.")
    if found.skipped:
        print(f"{plural(found.skipped, 'line')} with % left out.")
    for wrong in found.wrong[:MOST]:
        print(f"game {wrong.game}, {wrong.error.message}", file=sys.stderr)
    if len(found.wrong) > MOST:
        print(f"... and {len(found.wrong) - MOST} more", file=sys.stderr)
    if found.wrong:
        whole = len(found.wrong) + len(found.scores)
        raise InputError(
            f"{len(found.wrong)} of {plural(whole, 'game')} left out",
            "mend what is named above, import it again",
        )
