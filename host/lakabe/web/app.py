"""The page's server: the files of the page, finished games as text, and one WebSocket per page."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import logging
import re
from collections import Counter
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from functools import cache
from importlib import resources
from time import monotonic
from typing import Any, Protocol, TypeVar

from starlette.applications import Starlette
from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from lakabe.errors import ArchiveError, LakabeError, SetupError
from lakabe.language import catalogues
from lakabe.language.catalogues import SOURCE
from lakabe.language.saying import into, say
from lakabe.web import manual, readers, requests, shelves
from lakabe.web.clients import Client
from lakabe.web.hub import Hub
from lakabe.web.limits import network
from lakabe.web.security import LOOPBACK_NAMES, Guard, Links
from lakabe.web.threads import Threads

log = logging.getLogger(__name__)

MOST_CLIENTS = 32
"""Pages that play."""
MOST_WATCHING = 64
"""Pages that only watch."""
MOST_WATCHING_FROM_ONE = 16
"""Those of one address (``lakabe.web.limits.network``)."""
LONGEST_FRAME = 4 * requests.LONGEST
"""Bytes of a WebSocket message beyond which the server closes the connection without reading on."""
RATE, BURST = 60.0, 120.0
"""Messages a second that a page may send in the long run, and at once. Quick hands send about ten."""
TOO_LONG = 1009
"""What a connection is closed with that brought a message beyond `LONGEST_FRAME` (RFC 6455, 7.4.1)."""
MOST_FAULTS = 20
"""Unsound messages after which a connection is closed."""
SEND_TIMEOUT_S = 10.0
BEAT_S = 2.0
"""After so many seconds of silence a page gets a sign of life; it takes longer ones for a lost network."""
BEAT = '{"type":"beat"}'
_NUMBER = re.compile("[0-9]{1,9}")
"""Of a game; the path of a request may have thousands of digits."""

BESIDE = ("analysis.html", "archive.html", "openings.html", "puzzles.html")
"""Pages that show what the archive has; they are for who may play."""

TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
}

Export = Callable[[int], str]
"""The N3 text of a game by its number; LakabeError when there is none."""


class Analyses(Protocol):
    """Analyses of games by their numbers; LakabeError where there are none."""

    def data(self, number: int) -> dict[str, Any]:
        """What is known so far (``lakabe.help.analysis.page``); the rest follows while somebody asks."""

    def text(self, number: int) -> str:
        """The annotated N3 text, when all is known."""


def create_app(
    hub: Hub,
    export: Export,
    port: int,
    links: Links | None = None,
    analyses: Analyses | None = None,
    openings: Callable[[], list[dict[str, Any]]] | None = None,
    positions: Callable[[int], dict[str, Any]] | None = None,
    host: str = LOOPBACK_NAMES[0],
    program: str = "",
    library: shelves.Shelves | None = None,
    language: str = "",
) -> Guard:
    """The application; ``port``, ``links`` and ``host`` are those of `Guard`.

    ``program``: what another engine than ours is called that plays for the computer.

    ``openings`` tells how the openings have done (``lakabe.games.openings.as_data``). ``positions`` tells
    what stood in a game: the number of its first move, and pictures in reading order from before it on.
    ``library`` is for the pages of games, openings and puzzles. ``language`` is what whoever has chosen
    none on a page reads; empty leaves it to their browsers.
    """

    def reads(connection: HTTPConnection) -> str:
        return readers.language_of(connection, language)

    threads = Threads()
    players: Counter[str] = Counter()  # pages by address
    watchers: Counter[str] = Counter()

    async def game(request: Request) -> Response:
        return await _download(threads, export, request, "lakabe-{}.pgn")

    async def game_on_board(request: Request) -> Response:
        is_shown = hub.number is not None and request.path_params["number"] == str(hub.number)
        return await game(request) if is_shown else refused(request)

    async def annotated(request: Request) -> Response:
        assert analyses is not None
        return await _download(threads, analyses.text, request, "lakabe-{}-annotated.pgn")

    async def analysis(request: Request) -> Response:
        assert analyses is not None
        data = await _about(threads, analyses.data, request, reads(request))
        if isinstance(data, Response):
            return data
        return _json(into(data, reads(request)))

    async def records(request: Request) -> Response:
        assert openings is not None
        try:
            data = await threads.run(openings)
        except LakabeError as error:
            return PlainTextResponse(f"{error}\n", status_code=503)
        return _json(into(data, reads(request)))

    async def past(request: Request) -> Response:
        assert positions is not None
        data = await _about(threads, positions, request, SOURCE)
        return data if isinstance(data, Response) else _json(data)

    async def past_on_board(request: Request) -> Response:
        is_shown = hub.number is not None and request.path_params["number"] == str(hub.number)
        return await past(request) if is_shown else refused(request)

    async def live(socket: WebSocket) -> None:
        await _live(hub, socket, players, True, reads(socket))

    async def watch(socket: WebSocket) -> None:
        await _live(hub, socket, watchers, False, reads(socket))

    def refused(request: Request) -> Response:
        return PlainTextResponse("Refused: this address is for watching.\n", status_code=403)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        hub.start(asyncio.get_running_loop())
        yield

    routes: list[BaseRoute] = [
        *_files(reads, program), Route("/games/{number}.pgn", game), WebSocketRoute("/ws", live),
        *_manual(),
    ]  # fmt: skip
    # All that whoever only watches may have. Nothing here changes anything, or has an engine think.
    watching: list[BaseRoute] = [
        *_files(reads, watching=True), Route("/games/{number}.pgn", game_on_board),
        WebSocketRoute("/ws", watch), *_manual(), Route("/{rest:path}", refused),
    ]  # fmt: skip
    if positions is not None:
        routes.append(Route("/games/{number}/positions.json", past))
        watching.insert(0, Route("/games/{number}/positions.json", past_on_board))
    if analyses is not None:
        routes.append(Route("/games/{number}/analysis.json", analysis))
        routes.append(Route("/games/{number}/annotated.pgn", annotated))
    if openings is not None:
        routes.append(Route("/openings.json", records))
    if library is not None:
        routes += shelves.routes(threads, library, reads)
    app = Starlette(routes=routes, lifespan=lifespan)
    return Guard(app, port, links, Starlette(routes=watching), host)


T = TypeVar("T")


def _json(data: Any) -> Response:
    return JSONResponse(data, headers={"Cache-Control": "no-store"})


async def _about(threads: Threads, tell: Callable[[int], T], request: Request, code: str) -> T | Response:
    """What ``tell`` says of the game of a request, or the answer that there is none, in a language."""
    number = request.path_params["number"]
    if not _NUMBER.fullmatch(number):
        return PlainTextResponse(f"{into(say('There is no such game.'), code)}\n", status_code=404)
    try:
        return await threads.run(tell, int(number))
    except ArchiveError as error:
        return PlainTextResponse(f"{error.said.into(code)}\n", status_code=503)
    except LakabeError as error:
        return PlainTextResponse(f"{error.said.into(code)}\n", status_code=404)


async def _download(threads: Threads, tell: Callable[[int], str], request: Request, name: str) -> Response:
    text = await _about(threads, tell, request, SOURCE)
    if isinstance(text, Response):
        return text
    file = name.format(request.path_params["number"])
    headers = {"Content-Disposition": f'attachment; filename="{file}"', "Cache-Control": "no-store"}
    return Response(text, media_type="application/x-chess-pgn; charset=utf-8", headers=headers)


def _files(reads: Callable[[HTTPConnection], str], program: str = "", watching: bool = False) -> list[Route]:
    """One route per file of the page, each read now: no path from a client ever reaches the file system.

    HTML comes in the language that a client ``reads``.

    A page that is for ``watching`` shows nothing that acts (static/watching.js, page.css), and none of the
    pages beside the board.
    """
    routes = []
    for file in resources.files("lakabe.web").joinpath("static").iterdir():
        media_type = TYPES.get(file.name[file.name.rfind(".") :])
        if media_type is None or (watching and file.name in BESIDE):
            continue
        content, path = file.read_bytes(), f"/static/{file.name}"
        if file.name == "index.html":
            path = "/"
            content = content.replace(b"<body>", b"<body data-watching>") if watching else content
        if media_type == TYPES[".html"]:
            pages = {
                code: _file(readers.page(content.decode(), code, program).encode(), media_type)
                for code in catalogues.languages()
            }
            routes.append(Route(path, _page(pages, reads)))
        else:
            routes.append(Route(path, _file(content, media_type)))
    return routes


def _page(
    pages: Mapping[str, Callable[[Request], Response]], reads: Callable[[HTTPConnection], str]
) -> Callable[[Request], Response]:
    """A page in the language of whoever asks."""

    def serve(request: Request) -> Response:
        answer = pages[reads(request)](request)
        answer.headers["Vary"] = "Accept-Encoding, Accept-Language, Cookie"
        return answer

    return serve


def _file(content: bytes, media_type: str) -> Callable[[Request], Response]:
    """A file, compressed once for browsers that take it so, and sent again only when it has changed."""
    packed = gzip.compress(content, mtime=0)
    tag = f'"{hashlib.sha256(content).hexdigest()[:16]}"'
    always = {"Cache-Control": "no-cache", "ETag": tag, "Vary": "Accept-Encoding"}

    def serve(request: Request) -> Response:
        if request.headers.get("if-none-match") == tag:
            return Response(status_code=304, headers=always)
        if "gzip" in request.headers.get("accept-encoding", ""):
            return Response(packed, media_type=media_type, headers={**always, "Content-Encoding": "gzip"})
        return Response(content, media_type=media_type, headers=always)

    return serve


def _manual() -> list[Route]:
    """The player's manual and its pictures; each is made when it is first asked for, or missed."""

    def route(address: str, path: str, make: Callable[[str], bytes]) -> Route:
        @cache
        def made() -> Callable[[Request], Response]:
            return _file(make(path), TYPES.get(address[address.rfind(".") :], TYPES[".html"]))

        def serve(request: Request) -> Response:
            try:
                return made()(request)
            except SetupError as error:
                return PlainTextResponse(f"{error}\n", status_code=503)

        return Route(address, serve)

    return [
        *(route(address, path, manual.page) for path, address in manual.PAGES.items()),
        *(route(address, path, manual.picture) for path, address in manual.FILES.items()),
    ]


async def _live(hub: Hub, socket: WebSocket, pages: Counter[str], may_play: bool, code: str) -> None:
    """Serve a page in a language; ``pages`` counts those of its kind by address."""
    await socket.accept()
    where = network(socket.client.host) if socket.client else ""
    most = MOST_CLIENTS if may_play else MOST_WATCHING
    if pages.total() >= most or (not may_play and pages[where] >= MOST_WATCHING_FROM_ONE):
        log.warning("refused a page: too many are connected")
        await socket.close(1013, "too many pages are connected")
        return
    client = hub.join(may_play, code)
    pages[where] += 1
    sending = asyncio.create_task(_send(hub, client, socket))
    try:
        await _receive(hub, client, socket)
    except WebSocketDisconnect:
        pass
    finally:
        sending.cancel()
        hub.leave(client)
        pages[where] -= 1


async def _send(hub: Hub, client: Client, socket: WebSocket) -> None:
    try:
        while True:
            try:
                await asyncio.wait_for(client.ready.wait(), BEAT_S)
            except TimeoutError:
                await asyncio.wait_for(socket.send_text(BEAT), SEND_TIMEOUT_S)
                continue
            for text in hub.fetch(client):
                await asyncio.wait_for(socket.send_text(text), SEND_TIMEOUT_S)
    except TimeoutError:
        log.warning("a page takes nothing any more; it is dropped")
        await socket.close(1013)
    except (WebSocketDisconnect, RuntimeError):
        pass  # it left while something was on its way; the receiving side has noticed


async def _receive(hub: Hub, client: Client, socket: WebSocket) -> None:
    allowance, last, faults = BURST, monotonic(), 0
    while socket.application_state is WebSocketState.CONNECTED:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            if message.get("code") == TOO_LONG:
                log.warning(
                    "refused a message of page %d: it is longer than %d bytes", client.id, LONGEST_FRAME
                )
            return
        now = monotonic()
        allowance = min(BURST, allowance + RATE * (now - last)) - 1
        last = now
        try:
            if allowance < 0:
                raise requests.Refused("too many messages at once")
            text = message.get("text")
            if text is None:
                raise requests.Refused("the message is not text")
            hub.handle(client, requests.read(text))
        except requests.Refused as refused:
            faults += 1
            log.warning("refused a message of page %d: %s", client.id, refused)
            if faults > MOST_FAULTS:
                await socket.close(1008, "too many unsound messages")
                return
            hub.refuse(client, str(refused))
