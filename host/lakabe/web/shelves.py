"""The routes of the pages beside the board: games, openings and puzzles of the archive, for who may play."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from lakabe.errors import ArchiveError, LakabeError
from lakabe.language.saying import into
from lakabe.web.threads import Threads

MOST_MOVES = 60
"""Moves that a request may name."""
_NUMBER = re.compile("[0-9]{1,9}")
_KEY = re.compile("(first-)?[0-9]{1,9}")
_MOVE = re.compile("[a-i][1-5](-[a-i][1-5][AW]?){1,20}")


class Puzzles(Protocol):
    """Puzzles by their keys (``lakabe.web.puzzles``); InputError where there are none."""

    def listed(self) -> list[dict[str, Any]]:
        """All of them."""

    def shown(self, key: str, moves: Sequence[str]) -> dict[str, Any]:
        """One after these moves."""

    def played(self, key: str, moves: Sequence[str]) -> dict[str, Any]:
        """One after these moves, the last of which is judged and answered."""

    def solution(self, key: str) -> dict[str, Any]:
        """The whole line."""


class Shelves(Protocol):
    """What the archive has to show (``lakabe.web.library``); LakabeError where it has not."""

    def games(self, page: int) -> dict[str, Any]:
        """A page of the list."""

    def matches(self) -> list[dict[str, Any]]:
        """The matches that can be gone on with."""

    def replay(self, number: int) -> dict[str, Any]:
        """A game, move by move."""

    def tree(self, moves: Sequence[str]) -> dict[str, Any]:
        """How games went on."""

    @property
    def puzzles(self) -> Puzzles:
        """Its puzzles."""


def routes(threads: Threads, shelves: Shelves, reads: Callable[[HTTPConnection], str]) -> list[Route]:
    """The routes; each answers JSON, or a line of text and the status that says what is wrong.

    ``reads`` tells the language of whoever asks.
    """

    async def answer(request: Request, tell: Callable[..., Any], *arguments: object) -> Response:
        return await _answer(threads, reads(request), tell, *arguments)

    async def games(request: Request) -> Response:
        page = request.query_params.get("page", "1")
        if not _NUMBER.fullmatch(page) or not int(page):
            return _none()
        return await answer(request, shelves.games, int(page))

    async def matches(request: Request) -> Response:
        return await answer(request, shelves.matches)

    async def replay(request: Request) -> Response:
        number = request.path_params["number"]
        return await answer(request, shelves.replay, int(number)) if _NUMBER.fullmatch(number) else _none()

    async def tree(request: Request) -> Response:
        moves = _moves(request)
        return _none() if moves is None else await answer(request, shelves.tree, moves)

    async def puzzles(request: Request) -> Response:
        return await answer(request, lambda: shelves.puzzles.listed())

    async def puzzle(request: Request) -> Response:
        key, moves = request.path_params["key"], _moves(request)
        if not _KEY.fullmatch(key) or moves is None:
            return _none()
        if request.query_params.get("solution"):
            return await answer(request, lambda: shelves.puzzles.solution(key))
        if moves and len(moves) % 2:
            return await answer(request, lambda: shelves.puzzles.played(key, moves))
        return await answer(request, lambda: shelves.puzzles.shown(key, moves))

    return [
        Route("/games.json", games),
        Route("/matches.json", matches),
        Route("/games/{number}/replay.json", replay),
        Route("/openings/tree.json", tree),
        Route("/puzzles.json", puzzles),
        Route("/puzzles/{key}.json", puzzle),
    ]


def _moves(request: Request) -> list[str] | None:
    """The moves (N1) that a request names, None where these are none."""
    moves = request.query_params.get("moves", "").split()
    sound = len(moves) <= MOST_MOVES and all(_MOVE.fullmatch(text) for text in moves)
    return moves if sound else None


def _none() -> Response:
    return PlainTextResponse("There is no such page.\n", status_code=404)


async def _answer(threads: Threads, code: str, tell: Callable[..., Any], *arguments: object) -> Response:
    try:
        data = await threads.run(tell, *arguments)
    except ArchiveError as error:
        return PlainTextResponse(f"{error.said.into(code)}\n", status_code=503)
    except LakabeError as error:
        return PlainTextResponse(f"{error.said.into(code)}\n", status_code=404)
    return JSONResponse(into(data, code), headers={"Cache-Control": "no-store"})
