"""Whether the record of a game or match makes sense: a disk or another program may have spoilt any value."""

from __future__ import annotations

import functools
import json
import re
import reprlib
from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from fanorona.rules import notation
from fanorona.rules.match import KINDS, Match
from lakabe.errors import ArchiveDamage, InputError
from lakabe.games import draws, variants

if TYPE_CHECKING:
    from fanorona.rules.rules import Position
    from lakabe.games.records import Game

RESULTS = (None, "1-0", "0-1", "1/2-1/2", "*")
LARGEST = 2**31 - 1
"""The largest number that every database has room for."""

MOST_DIGITS = 20
"""More than any number has; Python does not read thousands of them."""

_TEXTS = ("start", "reason", "started", "comment")
_MAYBE_TEXTS = ("board", "name", "result", "ended")
_KINDS = [word.decode() for word in KINDS]
_MOVE = re.compile(r"--[1-9WB/]+|[a-i][1-5](?:-[a-i][1-5]|(?:-[a-i][1-5][AW])+)?")


def check(row: Any, moves: Sequence[Any]) -> None:
    """ArchiveDamage where the row of a game, or one of its moves, makes no sense; legal they need not be."""
    what = _wrong(row) or next((_wrong_move(move) for move in moves if _wrong_move(move)), "")
    if what:
        raise damage(row.number, what)


def check_undone(game: int, rows: Sequence[Any]) -> None:
    """ArchiveDamage where something that does not stand any more in a game makes no sense."""
    for row in rows:
        if not _is_ply(row.ply):
            raise damage(game, f"{reprlib.repr(row.ply)} is no number of a move")
        if not isinstance(row.text, str) or not isinstance(row.why, str):
            raise damage(game, f"what was undone at its move {row.ply} is no text")


def check_match(row: Any, games: Sequence[Any], own: object, without: Sequence[object]) -> None:
    """ArchiveDamage where the row of a match, or of one of its games, makes no sense.

    ``own``: the board that runs it, None without one; ``without``: the draws that do not count.
    """
    what = _wrong_match(row, own, without)
    for game in games:
        if not _is_ply(game.place) or not isinstance(game.board, str) or not isinstance(game.name, str):
            what = what or "one of its games has no place, board or name"
        elif game.number is not None and (game.result not in RESULTS or not isinstance(game.reason, str)):
            raise damage(game.number, "its result, or the reason of it, is none")
    if what:
        raise ArchiveDamage(
            f"the record of match {row.number} makes no sense: {what}",
            f"`lakabe matches delete {row.number}` removes it; its games stay",
        )


def replay(game: Game, most: int | None = None) -> Position:
    """Return the position after the moves of a game, or after its first ``most``.

    ArchiveDamage where one of them is not legal.
    """
    texts = game.texts() if game.start else []
    position = variants.load(game.variant, game.start or variants.start_of(game.variant))
    for ply, text in enumerate(texts[:most], game.first_ply):
        try:
            notation.play_move(position, text)
        except ValueError as error:
            raise damage(game.number, f"its move {ply} is not legal: {error}") from error
        position.end_turn()
        position.forget()
    return position


def damage(number: int, what: str) -> ArchiveDamage:
    """Game ``number`` makes no sense, and why."""
    return ArchiveDamage(
        f"the record of game {number} makes no sense: {what}", f"`lakabe games delete {number}` removes it"
    )


def several(damaged: Sequence[ArchiveDamage]) -> ArchiveDamage:
    """Of several games or matches that make no sense, the first in full."""
    if len(damaged) == 1:
        return damaged[0]
    return ArchiveDamage(f"{damaged[0].message}; so do {len(damaged) - 1} more", damaged[0].fix)


def tags_of(text: str) -> object:
    """What a text of tags says; None, which no tags are, where it is no JSON."""
    try:
        return json.loads(text)
    except (ValueError, TypeError, RecursionError):
        return None


def text_of(data: bytes) -> str | bytes:
    """A text as SQLite has it; bytes that are none stay bytes."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data


def _wrong(row: Any) -> str:
    for name in _TEXTS:
        if not isinstance(getattr(row, name), str):
            return f"its {name} is no text"
    for name in _MAYBE_TEXTS:
        if not isinstance(getattr(row, name), str | None):
            return f"its {name} is no text"
    if not _is_ply(row.first_ply) or not (
        row.plies is None or (isinstance(row.plies, int) and 0 <= row.plies <= LARGEST)
    ):
        return "the number of its first or last move is none that a move can have"
    tags = row.tags
    if not isinstance(tags, dict) or not all(isinstance(value, str) for value in tags.values()):
        return "its tags are no names with texts"
    if row.result not in RESULTS:
        return f"{reprlib.repr(row.result)} is no result"
    try:
        _check_start(variants.of(tags), row.start)
    except InputError as error:
        return error.message
    except ValueError as error:
        return str(error)
    return _wrong_time(row.started)


def _wrong_match(row: Any, own: object, without: Sequence[object]) -> str:
    for name in ("event", "first", "second", "started"):
        if not isinstance(getattr(row, name), str):
            return f"its {name} is no text"
    if not isinstance(row.ended, str | None) or not isinstance(own, str | None):
        return "its end, or its board, is no text"
    if row.kind not in _KINDS:
        return f"{reprlib.repr(row.kind)} is no kind of match"
    if any(word not in draws.WORDS for word in without):
        return "a draw that does not count in it is none"
    try:
        Match(_KINDS.index(row.kind), row.options)
    except (ValueError, TypeError):
        return f"{reprlib.repr(row.options)} are no options of a match"
    return _wrong_time(row.started) or (_wrong_time(row.ended) if row.ended is not None else "")


def _wrong_time(text: str) -> str:
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return f"{reprlib.repr(text)} is no time of day"
    return ""


def _wrong_move(move: Any) -> str:
    if not _is_ply(move.ply):
        return f"{reprlib.repr(move.ply)} is no number of a move"
    if not isinstance(move.comment, str):
        return f"the comment on its move {move.ply} is no text"
    if not isinstance(move.text, str) or not _MOVE.fullmatch(move.text):
        return f"{reprlib.repr(move.text)} is no move"
    if move.left is not None and not (isinstance(move.left, int) and 0 <= move.left <= LARGEST):
        return f"{reprlib.repr(move.left)} is no time left after its move {move.ply}"
    return ""


def _is_ply(value: object) -> bool:
    return isinstance(value, int) and 0 < value <= LARGEST


@functools.lru_cache(maxsize=64)
def _check_start(variant: str, start: str) -> None:
    if start:
        variants.load(variant, start)
