"""Who is let in: Host, Origin and token, tried on the guard alone."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from lakabe.web.security import COOKIE, HEADERS, Guard, Links, is_loopback, new_token

PORT = 8321
TOKEN, WATCH = "secret-token", "to-watch"
LINKS = Links(TOKEN, WATCH)


async def inner(scope: Any, receive: Any, send: Any) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.accept"})
    else:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"inside"})


async def watched(scope: Any, receive: Any, send: Any) -> None:
    await send({"type": "http.response.start", "status": 299, "headers": []})
    await send({"type": "http.response.body", "body": b"watched"})


def ask(
    headers: dict[str, str],
    *,
    kind: str = "http",
    method: str = "GET",
    path: str = "/",
    query: str = "",
    links: Links | None = None,
    host: str = "127.0.0.1",
) -> list[dict[str, Any]]:
    scope = {
        "type": kind,
        "scheme": "ws" if kind == "websocket" else "http",
        "method": method,
        "path": path,
        "query_string": query.encode(),
        "headers": [(name.lower().encode(), value.encode("latin-1")) for name, value in headers.items()],
        "client": ("127.0.0.1", 50000),
    }
    sent: list[dict[str, Any]] = []

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any:
        raise AssertionError("the guard reads nothing")

    asyncio.run(Guard(inner, PORT, links, watched, host)(scope, receive, send))
    return sent


def status(sent: list[dict[str, Any]]) -> int:
    if sent[0]["type"] == "websocket.close":
        return 403
    return 101 if sent[0]["type"] == "websocket.accept" else int(sent[0]["status"])


@pytest.mark.parametrize("host", ["127.0.0.1:8321", "localhost:8321", "LOCALHOST:8321", "[::1]:8321"])
def test_this_computer_s_names_are_let_in(host: str) -> None:
    assert status(ask({"Host": host})) == 200
    assert status(ask({"Host": host, "Origin": f"http://{host}"}, kind="websocket")) == 101


@pytest.mark.parametrize(
    "host",
    [
        "",
        "evil.example",
        "evil.example:8321",
        "127.0.0.1",
        "127.0.0.1:80",
        "localhost.evil.example:8321",
        "0",
    ],
)
def test_other_hosts_are_not(host: str) -> None:
    assert status(ask({"Host": host})) == 403
    assert status(ask({"Host": host, "Origin": f"http://{host}"}, kind="websocket")) == 403


def test_no_host_at_all_is_refused() -> None:
    assert status(ask({})) == 403
    assert status(ask({}, kind="websocket", links=LINKS, query=f"token={TOKEN}")) == 403


@pytest.mark.parametrize(
    "origin",
    [
        None,
        "",
        "null",
        "http://evil.example",
        "http://127.0.0.1:9999",
        "http://127.0.0.1",
        "https://127.0.0.1:8321",
        "http://localhost:8321",
        "http://127.0.0.1:8321.evil.example",
        "127.0.0.1:8321",
    ],
)
def test_a_foreign_page_may_not_act(origin: str | None) -> None:
    headers = {"Host": "127.0.0.1:8321", **({} if origin is None else {"Origin": origin})}
    assert status(ask(headers, kind="websocket")) == 403
    for method in ("POST", "PUT", "DELETE", "OPTIONS"):
        assert status(ask(headers, method=method)) == 403


def test_its_own_page_may() -> None:
    headers = {"Host": "127.0.0.1:8321", "Origin": "http://127.0.0.1:8321"}
    assert status(ask(headers, method="POST")) == 200


def test_without_the_token_nobody_comes_in() -> None:
    headers = {"Host": "192.168.1.5:8321", "Origin": "http://192.168.1.5:8321"}
    for query in (
        "",
        "token=",
        "token=wrong",
        f"token={TOKEN}x",
        f"tokens={TOKEN}",
        "token=%ff%00é",
        "a=1&" * 40,
    ):
        assert status(ask(headers, links=LINKS, query=query.encode("ascii", "ignore").decode())) == 403
        assert status(ask(headers, links=LINKS, kind="websocket", query=query.replace("é", ""))) == 403
    for cookie in (f"{COOKIE}_8321=wrong", f"{COOKIE}_8321", f"{COOKIE}_9999={TOKEN}", "\xff=;;;", ""):
        assert status(ask({**headers, "Cookie": cookie}, links=LINKS)) == 403


def test_the_token_becomes_a_cookie_and_leaves_the_address() -> None:
    sent = ask({"Host": "192.168.1.5:8321"}, links=LINKS, path="/games/1.pgn", query=f"a=b&token={TOKEN}")
    assert status(sent) == 303
    headers = {name.decode().lower(): value.decode() for name, value in sent[0]["headers"]}
    assert headers["location"] == "/games/1.pgn?a=b"
    cookie = headers["set-cookie"]
    assert cookie.startswith(f"{COOKIE}_8321={TOKEN};")
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    allowed = {"Host": "192.168.1.5:8321", "Cookie": f"other=1; {COOKIE}_8321={TOKEN}"}
    assert status(ask(allowed, links=LINKS)) == 200
    assert status(ask({**allowed, "Origin": "http://192.168.1.5:8321"}, links=LINKS, kind="websocket")) == 101


def test_the_token_to_watch_leads_to_another_application() -> None:
    headers = {"Host": "192.168.1.5:8321", "Origin": "http://192.168.1.5:8321"}
    sent = ask(headers, links=LINKS, query=f"token={WATCH}")
    given = {name.decode().lower(): value.decode() for name, value in sent[0]["headers"]}
    assert given["set-cookie"].startswith(f"{COOKIE}_8321={WATCH};")
    for method in ("GET", "POST"):
        watches = {**headers, "Cookie": f"{COOKIE}_8321={WATCH}"}
        assert status(ask(watches, links=LINKS, method=method)) == 299
        assert status(ask({**headers, "Cookie": f"{COOKIE}_8321={TOKEN}"}, links=LINKS, method=method)) == 200
    foreign = {**headers, "Origin": "http://evil.example", "Cookie": f"{COOKIE}_8321={WATCH}"}
    assert status(ask(foreign, links=LINKS, kind="websocket")) == 403


@pytest.mark.parametrize(
    ("listening", "named"),
    [
        ("127.0.0.2", "127.0.0.2"),
        ("127.8.9.10", "127.8.9.10"),
        ("::1", "[::1]"),
        ("0:0:0:0:0:0:0:1", "[::1]"),
    ],
)
def test_the_address_listened_on_is_let_in_and_no_other(listening: str, named: str) -> None:
    host = f"{named}:{PORT}"
    assert status(ask({"Host": host}, host=listening)) == 200
    assert status(ask({"Host": host, "Origin": f"http://{host}"}, kind="websocket", host=listening)) == 101
    for other in ("127.0.0.3:8321", "127.0.0.2:80", "127.0.0.2.evil.example:8321", "evil.example:8321"):
        assert status(ask({"Host": other}, host=listening)) == 403


def test_the_token_does_not_replace_the_origin() -> None:
    headers = {
        "Host": "192.168.1.5:8321",
        "Origin": "http://evil.example",
        "Cookie": f"{COOKIE}_8321={TOKEN}",
    }
    assert status(ask(headers, links=LINKS, kind="websocket")) == 403


@pytest.mark.parametrize("path", ["//evil.example/", "/\\evil.example/", "\\\\evil.example"])
def test_the_token_does_not_lead_elsewhere(path: str) -> None:
    sent = ask({"Host": "192.168.1.5:8321"}, links=LINKS, path=path, query=f"token={TOKEN}")
    headers = {name.decode().lower(): value.decode() for name, value in sent[0]["headers"]}
    assert headers["location"] == "/evil.example" or headers["location"] == "/evil.example/"


def test_every_answer_has_the_headers() -> None:
    for sent in (ask({"Host": "127.0.0.1:8321"}), ask({"Host": "evil.example"})):
        headers = {name.decode().lower(): value.decode() for name, value in sent[0]["headers"]}
        for name, value in HEADERS.items():
            assert headers[name.lower()] == value


def test_loopback_is_told_from_the_rest() -> None:
    for host in ("localhost", "127.0.0.1", "127.8.9.1", "::1", "[::1]"):
        assert is_loopback(host), host
    for host in ("0.0.0.0", "::", "192.168.1.5", "example.org", "", "127.0.0.1.example.org"):
        assert not is_loopback(host), host


def test_tokens_are_long_and_new() -> None:
    assert new_token() != new_token()
    assert len(new_token()) >= 43
