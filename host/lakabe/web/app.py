"""The page's server: the files of the page, finished games as text, and one WebSocket per page."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from importlib import resources
from time import monotonic
from typing import Any, Protocol, TypeVar

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from lakabe.errors import ArchiveError, LakabeError
from lakabe.lessons import words
from lakabe.web import requests
from lakabe.web.hub import Client, Hub
from lakabe.web.security import Guard

log = logging.getLogger(__name__)

MOST_CLIENTS = 32
LONGEST_FRAME = 4 * requests.LONGEST
"""Bytes of a WebSocket message beyond which the server closes the connection without reading on."""
RATE, BURST = 60.0, 120.0
"""Messages a second that a page may send in the long run, and at once. Quick hands send about ten."""
TOO_LONG = 1009
"""What a connection is closed with that brought a message beyond `LONGEST_FRAME` (RFC 6455, 7.4.1)."""
MOST_FAULTS = 20
"""Unsound messages after which a connection is closed."""
SEND_TIMEOUT_S = 10.0
_NUMBER = re.compile("[0-9]{1,9}")
"""Of a game; the path of a request may have thousands of digits."""

TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}

Export = Callable[[int], str]
"""The N3 text of a game by its number; LakabeError when there is none."""


class Analyses(Protocol):
    """Analyses of games by their numbers; LakabeError where there are none."""

    def data(self, number: int) -> dict[str, Any]:
        """What is known so far (``lakabe.analysis.page``); the rest follows while somebody asks."""

    def text(self, number: int) -> str:
        """The annotated N3 text, when all is known."""


def create_app(
    hub: Hub,
    export: Export,
    port: int,
    token: str | None = None,
    analyses: Analyses | None = None,
    openings: Callable[[], list[dict[str, Any]]] | None = None,
    host: str = "127.0.0.1",
) -> ASGIApp:
    """The application; ``port``, ``token`` and ``host`` are those of `Guard`.

    ``openings`` tells how the openings have done (``lakabe.openings.as_data``).
    """

    async def game(request: Request) -> Response:
        return await _download(export, request, "lakabe-{}.pgn")

    async def annotated(request: Request) -> Response:
        assert analyses is not None
        return await _download(analyses.text, request, "lakabe-{}-annotated.pgn")

    async def analysis(request: Request) -> Response:
        assert analyses is not None
        data = await _about(analyses.data, request)
        if isinstance(data, Response):
            return data
        return JSONResponse(data, headers={"Cache-Control": "no-store"})

    async def records(request: Request) -> Response:
        assert openings is not None
        try:
            data = await asyncio.to_thread(openings)
        except LakabeError as error:
            return PlainTextResponse(f"{error}\n", status_code=503)
        return JSONResponse(data, headers={"Cache-Control": "no-store"})

    def texts(request: Request) -> Response:
        return JSONResponse(words.page(), headers={"Cache-Control": "no-cache"})

    async def live(socket: WebSocket) -> None:
        await _live(hub, socket)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        hub.start(asyncio.get_running_loop())
        yield

    routes: list[BaseRoute] = [
        *_files(),
        Route("/games/{number}.pgn", game),
        Route("/texts.json", texts),
        WebSocketRoute("/ws", live),
    ]
    if analyses is not None:
        routes.append(Route("/games/{number}/analysis.json", analysis))
        routes.append(Route("/games/{number}/annotated.pgn", annotated))
    if openings is not None:
        routes.append(Route("/openings.json", records))
    return Guard(Starlette(routes=routes, lifespan=lifespan), port, token, host)


T = TypeVar("T")


async def _about(tell: Callable[[int], T], request: Request) -> T | Response:
    """What ``tell`` says of the game of a request, or the answer that there is none."""
    number = request.path_params["number"]
    if not _NUMBER.fullmatch(number):
        return PlainTextResponse("There is no such game.\n", status_code=404)
    try:
        return await asyncio.to_thread(tell, int(number))
    except ArchiveError as error:
        return PlainTextResponse(f"{error}\n", status_code=503)
    except LakabeError as error:
        return PlainTextResponse(f"{error}\n", status_code=404)


async def _download(tell: Callable[[int], str], request: Request, name: str) -> Response:
    text = await _about(tell, request)
    if isinstance(text, Response):
        return text
    file = name.format(request.path_params["number"])
    headers = {"Content-Disposition": f'attachment; filename="{file}"', "Cache-Control": "no-store"}
    return Response(text, media_type="application/x-chess-pgn; charset=utf-8", headers=headers)


def _files() -> list[Route]:
    """One route per file of the page, each read now: no path from a client ever reaches the file system."""
    routes = []
    for file in resources.files("lakabe.web").joinpath("static").iterdir():
        media_type = TYPES.get(file.name[file.name.rfind(".") :])
        if media_type is None:
            continue
        path = "/" if file.name == "index.html" else f"/static/{file.name}"
        routes.append(Route(path, _file(file.read_bytes(), media_type)))
    return routes


def _file(content: bytes, media_type: str) -> Callable[[Request], Response]:
    def serve(request: Request) -> Response:
        return Response(content, media_type=media_type, headers={"Cache-Control": "no-cache"})

    return serve


async def _live(hub: Hub, socket: WebSocket) -> None:
    await socket.accept()
    if len(hub) >= MOST_CLIENTS:
        log.warning("refused a page: %d are connected", MOST_CLIENTS)
        await socket.close(1013, "too many pages are connected")
        return
    client = hub.join()
    sending = asyncio.create_task(_send(hub, client, socket))
    try:
        await _receive(hub, client, socket)
    except WebSocketDisconnect:
        pass
    finally:
        sending.cancel()
        hub.leave(client)


async def _send(hub: Hub, client: Client, socket: WebSocket) -> None:
    try:
        while True:
            await client.ready.wait()
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
            request = requests.read(text)
        except requests.Refused as refused:
            faults += 1
            log.warning("refused a message of page %d: %s", client.id, refused)
            if faults > MOST_FAULTS:
                await socket.close(1008, "too many unsound messages")
                return
            hub.refuse(client, str(refused))
        else:
            hub.handle(client, request)
