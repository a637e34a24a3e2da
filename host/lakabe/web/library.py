"""What the pages beside the board show of the archive: its games, how openings went on, and its puzzles."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from lakabe.archive import Archive, Continuation, Game
from lakabe.errors import InputError, LakabeError
from lakabe.games import ending, pgn, stood, variants
from lakabe.games.said import day, moment
from lakabe.language.saying import Text, say
from lakabe.matches.standing import Standing

if TYPE_CHECKING:
    from lakabe.web.puzzles import PuzzlePage

PAGE = 50
"""Games on a page of the list."""


class Library:
    """Reads one archive. Any thread may call; the engine for puzzles is loaded when it is first needed."""

    def __init__(self, archive: Archive, analyses: bool) -> None:
        """``analyses``: whether there is somebody to analyse games."""
        self._archive = archive
        self._analyses = analyses
        self._lock = threading.Lock()
        self._puzzles: PuzzlePage | None = None

    def games(self, page: int) -> dict[str, Any]:
        """The games of a page of the list, the newest first; page 1 has the newest ones. InputError."""
        count = self._archive.count()
        pages = max(1, -(-count // PAGE))
        if page > pages:
            raise InputError(
                say("there is no page {page} of games", page=page), say("there are {count}", count=pages)
            )
        found = self._archive.page(PAGE, (page - 1) * PAGE, damaged=[])
        return {"page": page, "pages": pages, "games": [self._entry(game) for game in reversed(found)]}

    def matches(self) -> list[dict[str, Any]]:
        """Those that are not over, the newest first: ``number``, ``text`` to choose by, what is next."""
        found = [Standing(record) for record in self._archive.matches(damaged=[]) if record.ended is None]
        return [
            {
                "number": one.record.number,
                "text": say(
                    "{number}: {first} {score} {second}, {match}",
                    number=one.record.number, first=one.players[0], score=one.score(), second=one.players[1],
                    match=one.title,
                ),
                "said": one.said(),
            }
            for one in reversed(found)
            if one.next is not None
        ]  # fmt: skip

    def replay(self, number: int) -> dict[str, Any]:
        """A game move by move, in the shape of an analysis in which nothing is examined. LakabeError."""
        game = self._archive.game(number)
        return stood.as_data(pgn.from_archive(game)) | {"said": _ended(game)}

    def tree(self, moves: Sequence[str]) -> dict[str, Any]:
        """How the games went on that began with ``moves`` (N1), and the position then. InputError."""
        *_, last = stood.stood(pgn.Score(pgn.START, tuple(moves)))
        return {
            "moves": list(moves),
            "stones": last["stones"],
            "opening": pgn.opening(pgn.START, moves, variants.ORDINARY),
            "next": _together(self._archive.continuations(moves)),
        }

    @property
    def puzzles(self) -> PuzzlePage:
        """The puzzles of the archive."""
        from lakabe.web.puzzles import PuzzlePage

        with self._lock:
            if self._puzzles is None:
                path = self._archive.path
                self._puzzles = PuzzlePage(None if path is None else str(path))
            return self._puzzles

    def _entry(self, game: Game) -> dict[str, Any]:
        try:
            variant = game.variant
        except LakabeError:
            variant = ""  # of a later program
        ordinary = variant == variants.ORDINARY
        return {
            "number": game.number,
            "date": moment(game.started) if game.board else day(game.tags.get("Date", "")),
            "white": game.tags.get("White", ""),
            "black": game.tags.get("Black", ""),
            "game": "" if ordinary else variants.NAMES.get(variant, game.tags.get(variants.TAG, "")),
            "moves": (game.first_ply + len(game.moves)) // 2,
            "result": game.result or "",
            "said": _ended(game),
            "replay": variant != "" and game.complete() and bool(game.moves),
            "analysis": self._analyses and ordinary and game.complete() and bool(game.moves),
        }


def _ended(game: Game) -> Text:
    why = game.tags.get(ending.TAG, "") or ending.termination(game.result, game.reason)
    return ending.said(game.result, why)


def _together(found: Sequence[Continuation]) -> list[dict[str, Any]]:
    """Continuations by their moves, the most played first."""
    by_move: dict[str, dict[str, Any]] = {}
    for one in found:
        row = by_move.setdefault(
            one.text, {"text": one.text, "games": 0, "1-0": 0, "1/2-1/2": 0, "0-1": 0, "number": one.number}
        )
        row["games"] += one.games
        row[one.result] += one.games
        row["number"] = min(row["number"], one.number)
    for row in by_move.values():
        row["score"] = (row["1-0"] + row["1/2-1/2"] / 2) / row["games"]
    return sorted(by_move.values(), key=lambda row: (-row["games"], row["text"]))
