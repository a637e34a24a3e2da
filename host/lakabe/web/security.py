"""Who may talk to the page: the Host and Origin of requests, a token away from loopback, headers on answers.

Anything on this computer, and any web page in its browser, can reach a port on loopback. So a request has to
name this server as its Host (a rebound DNS name does not), and whatever can change something has to come from
a page of this server (Origin). On any other address a random token is needed as well: one to play, or another
one to watch, with which requests go to an application that can do no more.
"""

from __future__ import annotations

import hmac
import ipaddress
import logging
import re
import secrets
from collections.abc import Iterable
from dataclasses import dataclass, field
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qsl, urlencode

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse, RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from lakabe.web.limits import Peer, Rate, Room, network

log = logging.getLogger(__name__)

COOKIE = "lakabe_token"
LOOPBACK_NAMES = ("localhost", "127.0.0.1", "[::1]")
SAFE_METHODS = ("GET", "HEAD")
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
WITHOUT = "the token is missing or wrong; open the address that lakabe printed"
OFFERED = re.compile(rb"token(?:_[0-9]+)?=([A-Za-z0-9_-]+)")
"""A token in the header of a request, as its address or a cookie has it."""
TOO_OFTEN = "too many requests from this address"
WATCHING_RATE, WATCHING_BURST = 100.0, 400.0
"""Requests a second with the token to watch from one address, on average and at once; a page takes 40."""


def is_loopback(host: str) -> bool:
    """Whether a server that listens on ``host`` can be reached from this computer alone."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def as_host(host: str) -> str:
    """An address as browsers write it in the Host and in addresses of pages."""
    name = host.strip("[]").lower()
    try:
        name = str(ipaddress.ip_address(name))
    except ValueError:
        pass  # a name
    return f"[{name}]" if ":" in name else name


def new_token() -> str:
    """A token that nobody guesses: 32 random bytes as 43 characters that need no escaping in an address."""
    return secrets.token_urlsafe(32)


@dataclass(frozen=True)
class Links:
    """The tokens of a page that other computers can reach: one lets play, and the other one watch."""

    play: str = field(default_factory=new_token)
    watch: str = field(default_factory=new_token)

    def found(self, offered: Iterable[bytes]) -> str:
        """The first of these that is one of the two tokens, or nothing."""
        for value in offered:
            for token in (self.play, self.watch):
                if hmac.compare_digest(value, token.encode()):
                    return token
        return ""


class Guard:
    """ASGI middleware that lets requests through from this server's page, with a token if there are any.

    ``port`` is the port that the browser sees, ``host`` what is listened on. ``links`` None means loopback,
    where the Host has to be a loopback name or ``host``, with that port. With tokens any Host will do: the
    cookie that carries one is bound to it. ``app`` answers who may play, and ``watching`` who may watch, None
    where nobody may.
    """

    def __init__(
        self,
        app: ASGIApp,
        port: int,
        links: Links | None = None,
        watching: ASGIApp | None = None,
        host: str = LOOPBACK_NAMES[0],
    ) -> None:
        self.room = Room()
        """Where connections are counted; those whose requests are let through are held."""
        self._rate = Rate(WATCHING_RATE, WATCHING_BURST)
        self._app = app
        self._watching = watching
        self._links = links
        # Cookies are shared by all ports of a host: another lakabe beside this one has its own.
        self._cookie = f"{COOKIE}_{port}"
        names = {*LOOPBACK_NAMES, as_host(host)}
        self._hosts = {f"{name}:{port}" for name in names}
        if port == 80:
            self._hosts.update(names)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or answer it here."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        token = self._token(scope, headers)
        app = self._watching if self._watches(token) else self._app
        reason = self._refusal(scope, headers, token)
        if reason is not None or app is None:
            log.warning("refused %r from %s: %s", scope["path"], _peer(scope), reason or WITHOUT)
            await _refuse(scope, receive, send, reason or WITHOUT)
        elif self._links is not None and (rest := self._without_token(scope)) is not None:
            await self._welcome(scope, receive, send, rest, token)
        else:
            with self.room.holding(scope):
                await app(scope, receive, _with_headers(send))

    def _refusal(self, scope: Scope, headers: Headers, token: str) -> str | None:
        host = headers.get("host", "")
        if self._links is None and host.lower() not in self._hosts:
            return "the Host is not this server"
        if scope["type"] == "websocket" or scope["method"] not in SAFE_METHODS:
            scheme = {"ws": "http", "wss": "https"}.get(scope["scheme"], scope["scheme"])
            if not host or headers.get("origin", "").lower() != f"{scheme}://{host}".lower():
                return "the Origin is not this server's page"
        if self._links is not None and not token:
            return WITHOUT
        if self._watches(token) and not self._rate.take(network(_peer(scope))):
            return TOO_OFTEN
        return None

    def _watches(self, token: str) -> bool:
        return self._links is not None and token == self._links.watch

    def refuse_at_once(self, header: bytes, peer: Peer) -> bytes | None:
        """The answer to a request that has no token where one is needed, found without much ado, or None."""
        if self._links is None:
            return None
        token = self._links.found(OFFERED.findall(header))
        if not token:
            log.warning("refused a request from %s: %s", peer[0], WITHOUT)
            return _answer("403 Forbidden", WITHOUT)
        if self._watches(token) and not self._rate.take(network(peer[0])):
            log.warning("refused a request from %s: %s", peer[0], TOO_OFTEN)
            return _answer("429 Too Many Requests", TOO_OFTEN)
        return None

    def _token(self, scope: Scope, headers: Headers) -> str:
        """The token that is offered, in the address or else in a cookie; nothing where it is none of ours."""
        if self._links is None:
            return ""
        offered = [value for key, value in _query(scope) if key == "token"]
        cookies: SimpleCookie = SimpleCookie()
        try:
            cookies.load(headers.get("cookie", ""))
        except CookieError:
            cookies = SimpleCookie()
        if self._cookie in cookies:
            offered.append(cookies[self._cookie].value)
        return self._links.found(value.encode("utf-8", "replace") for value in offered)

    def _without_token(self, scope: Scope) -> str | None:
        """For a page asked for with the token: its address without, so that it stays out of the history."""
        if scope["type"] != "http" or scope["method"] not in SAFE_METHODS:
            return None
        query = _query(scope)
        rest = [(key, value) for key, value in query if key != "token"]
        if len(rest) == len(query):
            return None
        # One leading slash only: "//name/" would send the browser to another server.
        path = "/" + str(scope["path"]).lstrip("/\\")
        return path + ("?" + urlencode(rest) if rest else "")

    async def _welcome(self, scope: Scope, receive: Receive, send: Send, rest: str, token: str) -> None:
        response = RedirectResponse(rest, status_code=303)
        secure = scope["scheme"] == "https"
        response.set_cookie(self._cookie, token, httponly=True, samesite="strict", secure=secure)
        await response(scope, receive, _with_headers(send))


def _answer(status: str, reason: str) -> bytes:
    """A refusal, ready to be sent."""
    said = f"Refused: {reason}.\n"
    headers = {"Connection": "close", "Content-Type": "text/plain; charset=utf-8", **HEADERS}
    lines = [f"{name}: {value}" for name, value in headers.items()]
    return "\r\n".join([f"HTTP/1.1 {status}", f"Content-Length: {len(said)}", *lines, "", said]).encode()


def _query(scope: Scope) -> list[tuple[str, str]]:
    try:
        return parse_qsl(scope["query_string"].decode("ascii"), keep_blank_values=True, max_num_fields=16)
    except ValueError:
        return []


def _peer(scope: Scope) -> str:
    client = scope.get("client")
    return str(client[0]) if client else "unknown"


async def _refuse(scope: Scope, receive: Receive, send: Send, reason: str) -> None:
    if scope["type"] == "websocket":
        # Closed before it was accepted: the server answers the handshake with 403.
        await send({"type": "websocket.close", "code": 1008, "reason": reason})
    else:
        refusal = PlainTextResponse(f"Refused: {reason}.\n", status_code=403, headers={"Connection": "close"})
        await refusal(scope, receive, _with_headers(send))


def _with_headers(send: Send) -> Send:
    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return send_with_headers
