"""Games and positions as they are named on the command line."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from lakabe.errors import InputError, UsageError
from lakabe.games import draws, pgn, wild
from lakabe.games.said import plural
from lakabe.games.variants import ORDINARY, start_of

if TYPE_CHECKING:
    from lakabe.archive import Game
    from lakabe.help.question import Question


def question(
    words: Sequence[str], archive: str | None, ply: int | None, variant: str | None = None
) -> Question:
    """What a hint is asked for: a position (N2), a game's number in the archive, or a file with one (N3).

    Without words it is the newest game of the archive if it is unfinished, otherwise the start. ``ply``:
    after how many moves, None is the end. ``variant``: of a position, or of the start (``games.variants``).
    InputError, UsageError.
    """
    text = " ".join(words)
    is_position = "/" in text and not Path(text).exists()
    found = None
    if is_position:
        if ply is not None:
            raise UsageError("a position has no moves to go back", "leave --ply out, or name a game")
    elif variant is not None and words:
        raise UsageError("a game says itself which one it is", "leave --game out, or name a position")
    elif variant is None:
        found = game(text, archive) if words else _newest(archive)
    if ply is not None and found is None:
        raise _no_game()
    if ply is not None and found is not None and ply > len(found.moves):
        raise UsageError(
            f"the game has {plural(len(found.moves), 'move')}", f"give --ply 0 to {len(found.moves)}"
        )
    # What reads an engine's modules comes last: the first time, that takes seconds.
    from lakabe.help.question import Question

    if found is None:
        variant = variant or ORDINARY
        return Question(text if is_position else start_of(variant), variant=variant)
    counts = draws.repetition_counts(found.tags)
    return Question(found.start, found.moves[:ply], counts, found.variant)


def _no_game() -> UsageError:
    return UsageError(
        "--ply goes back in a game, and there is none", "name one, as `lakabe games` lists them"
    )


def game(text: str, archive: str | None) -> pgn.Score:
    """A game by its number in the archive, or from a file with one game (N3); - is standard input."""
    if text.isascii() and text.isdecimal():
        from lakabe.archive import Archive
        from lakabe.archive.damage import MOST_DIGITS

        with Archive(archive, make=False) as kept:
            return _sound(kept.game(int(text[:MOST_DIGITS])))
    try:
        data = sys.stdin.buffer.read() if text == "-" else Path(text).read_bytes()
    except OSError as error:
        raise InputError(
            f"{text!r} is no position, no number of a game, and no file: {error.strerror}",
            "see N2 in `lakabe docs rules`; `lakabe games` lists the numbers",
        ) from error
    found = wild.read(data)
    if found.wrong:
        raise found.wrong[0].error
    scores = found.scores
    if len(scores) != 1:
        raise InputError(
            f"{text} has {plural(len(scores), 'game', 'no')}",
            "one is needed; `lakabe games import` keeps more",
        )
    return scores[0]


def _newest(archive: str | None) -> pgn.Score | None:
    """The newest game of the archive, where it is unfinished."""
    from lakabe.archive import Archive

    with Archive(archive, make=False) as kept:
        game = kept.newest()
    return None if game is None or game.result is not None else _sound(game)


def _sound(game: Game) -> pgn.Score:
    """A game of the archive; ArchiveDamage where one of its moves is not legal."""
    from lakabe.archive.damage import replay

    replay(game)
    return pgn.from_archive(game)
