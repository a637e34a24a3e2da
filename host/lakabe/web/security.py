"""Who may talk to the page: the Host and Origin of requests, a token away from loopback, headers on answers.

Anything on this computer, and any web page in its browser, can reach a port on loopback. So a request has to
name this server as its Host (a rebound DNS name does not), and whatever can change something has to come from
a page of this server (Origin). On any other address a random token is needed as well.
"""

from __future__ import annotations

import hmac
import ipaddress
import logging
import secrets
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qsl, urlencode

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse, RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

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


class Guard:
    """ASGI middleware that lets requests through from this server's page, with the token if there is one.

    ``port`` is the port that the browser sees. ``token`` None means loopback, where the Host has to be a
    loopback name or ``host``, the address listened on, with that port. With a token any Host will do: the
    cookie that carries it is bound to it.
    """

    def __init__(self, app: ASGIApp, port: int, token: str | None = None, host: str = "127.0.0.1") -> None:
        self._app = app
        self._token = token
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
        reason = self._refusal(scope, headers)
        if reason is not None:
            log.warning("refused %r from %s: %s", scope["path"], _peer(scope), reason)
            await _refuse(scope, receive, send, reason)
        elif self._token is not None and (rest := self._without_token(scope)) is not None:
            await self._welcome(scope, receive, send, rest)
        else:
            await self._app(scope, receive, _with_headers(send))

    def _refusal(self, scope: Scope, headers: Headers) -> str | None:
        host = headers.get("host", "")
        if self._token is None and host.lower() not in self._hosts:
            return "the Host is not this server"
        if scope["type"] == "websocket" or scope["method"] not in SAFE_METHODS:
            scheme = {"ws": "http", "wss": "https"}.get(scope["scheme"], scope["scheme"])
            if not host or headers.get("origin", "").lower() != f"{scheme}://{host}".lower():
                return "the Origin is not this server's page"
        if self._token is not None and not self._has_token(scope, headers):
            return "the token is missing or wrong; open the address that lakabe printed"
        return None

    def _has_token(self, scope: Scope, headers: Headers) -> bool:
        offered = [value for key, value in _query(scope) if key == "token"]
        cookies: SimpleCookie = SimpleCookie()
        try:
            cookies.load(headers.get("cookie", ""))
        except CookieError:
            cookies = SimpleCookie()
        if self._cookie in cookies:
            offered.append(cookies[self._cookie].value)
        token = (self._token or "").encode()
        return any(hmac.compare_digest(value.encode("utf-8", "replace"), token) for value in offered)

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

    async def _welcome(self, scope: Scope, receive: Receive, send: Send, rest: str) -> None:
        response = RedirectResponse(rest, status_code=303)
        secure = scope["scheme"] == "https"
        response.set_cookie(self._cookie, self._token or "", httponly=True, samesite="strict", secure=secure)
        await response(scope, receive, _with_headers(send))


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
        await PlainTextResponse(f"Refused: {reason}.\n", status_code=403)(scope, receive, _with_headers(send))


def _with_headers(send: Send) -> Send:
    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return send_with_headers
