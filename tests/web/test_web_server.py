"""The server over real sockets, with what is behind it faked: files, exports, everything that is refused."""

from __future__ import annotations

import asyncio
import gzip
import http.client
import json
import logging
import re
import socket
from collections.abc import Iterator
from email.message import Message
from importlib import resources
from pathlib import Path

import pytest
from sites import SECONDS, Site, export, flood, heard
from websockets.exceptions import ConnectionClosed, InvalidStatus

from fanorona.lights import painter
from lakabe.errors import PortError, UsageError
from lakabe.help.level import SAID
from lakabe.lessons import words
from lakabe.web import app
from lakabe.web.requests import LONGEST
from lakabe.web.security import Links
from lakabe.web.server import address, listen

STATIC = Path(str(resources.files("lakabe.web") / "static"))
TOKEN = "only-for-tests"
WATCH = "only-to-watch"


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    made = Site()
    yield made
    made.close()


@pytest.fixture(scope="module")
def guarded() -> Iterator[Site]:
    made = Site(Links(TOKEN, WATCH))
    yield made
    made.close()


def test_every_file_of_the_page_is_served(site: Site) -> None:
    for file in STATIC.iterdir():
        path = "/" if file.name == "index.html" else f"/static/{file.name}"
        status, headers, body = site.get(path)
        content = file.read_bytes()
        if file.suffix == ".html":
            # The texts for the scripts are put in, and the levels of the computer.
            text = re.sub(rb'<script id="texts".*?</script>', b"", body)
            before, _, after = content.partition(b"<!-- the levels -->")
            assert text.startswith(before) and text.endswith(after), path
            levels = len(SAID) if path == "/" else 0
            assert text.count(b"data-said=") - content.count(b"data-said=") == levels
            content = body
        assert (status, body) == (200, content), path
        assert headers["content-type"] == app.TYPES[file.suffix]
        assert "default-src 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"


def test_the_page_needs_nothing_from_elsewhere() -> None:
    for file in STATIC.iterdir():
        text = file.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
        assert not re.search(r"https?://|//[a-z]+\.[a-z]+/|@import|url\((?!#)", text), file.name
        assert not re.search(r"\son[a-z]+=|\sstyle=|javascript:", text), (
            f"{file.name} has what its policy forbids"
        )


def test_its_modules_are_small() -> None:
    for file in STATIC.glob("*.js"):
        assert len(file.read_text(encoding="utf-8").splitlines()) < 300, file.name


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py",
        "/static/..%2fapp.py",
        "/static/%2e%2e/app.py",
        "/static/....//app.py",
        "/static/..\\app.py",
        "/static//etc/passwd",
        "/static/",
        "/static",
        "/static/nothing.js",
        "/static/index.html/",
        "//etc/passwd",
        "/../../etc/passwd",
        "/etc/passwd",
        "/games/../app.py",
        "/games/..%2f..%2fapp.pgn",
        "/games/1",
        "/games/-1.pgn",
        "/games/1.5.pgn",
        "/games/1%00.pgn",
        "/games/x.pgn",
        "/games/2.pgn",
        "/games/99999999999999999999999999.pgn",
        f"/games/{2**63}.pgn",
        f"/games/{'9' * 5000}.pgn",
        "/games/\u0661.pgn".encode().decode("latin-1"),
        "/ws",
        "/index.html%00",
        "/%ff%fe",
    ],
)
def test_no_path_leads_anywhere_else(site: Site, path: str) -> None:
    host = f"127.0.0.1:{site.port}"
    answer = site.raw(f"GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
    assert answer.startswith((b"HTTP/1.1 404", b"HTTP/1.1 400")), answer[:80]
    assert b"import" not in answer
    assert b"root:" not in answer


def test_a_game_is_exported(site: Site) -> None:
    status, headers, body = site.get("/games/1.pgn")
    assert (status, body.decode()) == (200, export(1))
    assert headers["content-disposition"] == 'attachment; filename="lakabe-1.pgn"'
    status, _, body = site.get("/games/2.pgn")
    assert status == 404
    assert b"there is no game 2" in body


def test_nothing_can_be_posted(site: Site) -> None:
    assert site.get("/", "POST")[0] == 403
    assert site.get("/", "POST", Origin="http://evil.example")[0] == 403
    assert site.get("/", "POST", Origin=f"http://127.0.0.1:{site.port}")[0] == 405


def test_a_rebound_name_is_refused_and_logged(site: Site, caplog: pytest.LogCaptureFixture) -> None:
    status, _, body = site.get("/", Host="evil.example")
    assert status == 403
    assert b"Refused: the Host is not this server." in body
    assert "the Host is not this server" in caplog.text


@pytest.mark.parametrize(
    "data",
    [
        b"\x00\xff\xfe\r\n\r\n",
        b"GET\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        b"GET / HTTP/1.1\r\nX: " + b"y" * 100_000 + b"\r\n\r\n",
        b"POST / HTTP/1.1\r\nContent-Length: -5\r\n\r\n",
    ],
)
def test_what_is_no_request_is_answered_and_forgotten(site: Site, data: bytes) -> None:
    assert re.match(rb"HTTP/1.1 4\d\d ", site.raw(data)), data[:30]
    assert site.get("/")[0] == 200


def test_a_page_gets_the_state_and_moves_stones(site: Site) -> None:
    with site.live() as page:
        assert heard(page, "state")["hand"] is None
        page.send('{"type": "lift", "point": "d3"}')
        assert heard(page, "state")["hand"] == {"colour": "W", "origin": "d3"}
    with site.live() as page:
        assert heard(page, "state")["others"] == [], "put back when its page was closed"


@pytest.mark.parametrize("origin", [None, "http://evil.example", "null", "http://127.0.0.1:1"])
def test_foreign_pages_get_no_connection(
    site: Site, origin: str | None, caplog: pytest.LogCaptureFixture
) -> None:
    with pytest.raises(InvalidStatus) as refused, site.live(origin=origin):
        pass
    assert refused.value.response.status_code == 403
    assert "the Origin is not this server's page" in caplog.text


def test_unsound_messages_are_refused_logged_and_survived(
    site: Site, caplog: pytest.LogCaptureFixture
) -> None:
    with site.live() as page:
        heard(page, "state")
        for message in (
            "{",
            "[]",
            "[" * 4000,
            '{"type": "lift", "point": "z9"}',
            "x" * (LONGEST + 1),
            b"\x00\x01",
        ):
            page.send(message)
            assert heard(page, "notice")["text"].startswith("Refused: ")
        page.send('{"type": "lift", "point": "d3"}')
        while (state := heard(page, "state"))["seen"] < 7:
            pass
        assert state["hand"] is not None
    refusals = [record for record in caplog.records if "refused a message" in record.getMessage()]
    assert len(refusals) == 6
    assert all(record.levelno == logging.WARNING for record in refusals)


def test_a_message_beyond_all_measure_ends_its_connection_alone(
    site: Site, caplog: pytest.LogCaptureFixture
) -> None:
    with site.live() as other, site.live() as page:
        heard(page, "state")
        heard(other, "state")
        with pytest.raises(ConnectionClosed) as closed:
            flood(page, "x" * (app.LONGEST_FRAME + 1), 1)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1009
        other.send('{"type": "lift", "point": "d3"}')
        while heard(other, "state")["hand"] is None:
            pass
    assert "refused a message of page" in caplog.text


def test_who_floods_is_refused_and_then_dropped(site: Site) -> None:
    with site.live() as page:
        with pytest.raises(ConnectionClosed) as closed:
            flood(page, '{"type": "lift", "point": "e3"}', 2000)
        assert closed.value.rcvd is not None
        assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (1008, "too many unsound messages")
    assert site.get("/")[0] == 200


def test_there_is_room_for_many_pages_but_not_for_any_number(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app, "MOST_CLIENTS", 2)
    with site.live() as one, site.live() as two:
        heard(one, "state")
        heard(two, "state")
        with site.live() as three, pytest.raises(ConnectionClosed) as closed:
            three.recv(timeout=SECONDS)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1013


def test_without_the_token_there_is_nothing(guarded: Site) -> None:
    for path in ("/", "/static/main.js", "/games/1.pgn", "/?token=wrong"):
        status, _, body = guarded.get(path)
        assert status == 403
        assert TOKEN.encode() not in body
    with pytest.raises(InvalidStatus) as refused, guarded.live():
        pass
    assert refused.value.response.status_code == 403


def test_with_the_token_there_is_everything(guarded: Site) -> None:
    status, headers, _ = guarded.get(f"/?token={TOKEN}")
    assert (status, headers["location"]) == (303, "/")
    cookie = headers["set-cookie"].split(";")[0]
    assert guarded.get("/", Cookie=cookie)[0] == 200
    with guarded.live(additional_headers={"Cookie": cookie}) as page:
        heard(page, "state")
    stranger = {"additional_headers": {"Cookie": cookie}, "origin": "http://evil.example"}
    with pytest.raises(InvalidStatus), guarded.live(**stranger):
        pass


def test_a_port_in_use_is_one_clear_error() -> None:
    with listen("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(PortError, match=rf"port {port} is in use \(.*--http-port 0"):
            listen("127.0.0.1", port)


@pytest.mark.parametrize("host", ["no such host", "192.0.2.1", "", "x" * 300])
def test_an_address_of_another_computer_is_one_clear_error(host: str) -> None:
    with pytest.raises(UsageError, match="is not an address of this computer"):
        listen(host, 0)


@pytest.mark.parametrize(
    ("host", "token", "shown"),
    [
        ("127.0.0.1", None, "http://127.0.0.1:8321/"),
        ("localhost", None, "http://localhost:8321/"),
        ("::1", None, "http://[::1]:8321/"),
        ("[::1]", None, "http://[::1]:8321/"),
        ("192.168.1.5", "abc", "http://192.168.1.5:8321/?token=abc"),
    ],
)
def test_the_address_can_be_typed_into_a_browser(host: str, token: str | None, shown: str) -> None:
    assert address(host, 8321, token) == shown


def test_the_address_for_all_networks_names_this_computer() -> None:
    shown = address("0.0.0.0", 8321, "abc")
    assert re.fullmatch(r"http://[^/]+:8321/\?token=abc", shown)
    assert "0.0.0.0" not in shown


def test_the_page_knows_every_light_of_the_firmware() -> None:
    roles = set(painter.LETTERS.decode()) - {"."}
    named = {name[6:] for name in words.page("en") if name.startswith("light.")}
    coloured = set(re.findall(r'\[data-role="(.)"\]', (STATIC / "board.css").read_text()))
    assert named == roles
    assert coloured == roles


@pytest.mark.parametrize(("headers", "code", "title"), [
    ({}, "en", "How to play · Lakabe"),
    ({"Accept-Language": "de, fr-CA;q=0.8, mg;q=0.9"}, "mg", "Ahoana no filalaovana · Lakabe"),
    ({"Accept-Language": "fr;q=0, *;q=x"}, "en", "How to play · Lakabe"),
    ({"Accept-Language": "mg", "Cookie": "lakabe-language=fr"}, "fr", "Comment jouer · Lakabe"),
    ({"Accept-Language": "fr", "Cookie": "lakabe-language=xx"}, "fr", "Comment jouer · Lakabe"),
    ({"Cookie": "lakabe-language=" + 9000 * "a"}, "en", "How to play · Lakabe"),
    ({"Cookie": "a=b; ]["}, "en", "How to play · Lakabe"),
])  # fmt: skip
def test_a_page_comes_in_the_language_of_its_reader(
    site: Site, headers: dict[str, str], code: str, title: str
) -> None:
    status, answer, body = site.get("/static/howto.html", **headers)
    text = body.decode()
    assert status == 200
    assert f'<html lang="{code}">' in text and f"<title>{title}</title>" in text
    assert answer["vary"] == "Accept-Encoding, Accept-Language, Cookie"
    found = re.search(r'<script id="texts" type="application/json">(.*?)</script>', text)
    assert found is not None
    texts = json.loads(found[1])
    assert texts["language"] == code
    assert ("Light or dark" in texts["texts"]) == (code != "en")
    assert "{side} to move." not in texts["texts"], "no script says that"


def test_files_are_compressed_and_asked_for_once(site: Site) -> None:
    def ask(**headers: str) -> tuple[int, Message, bytes]:
        wire = http.client.HTTPConnection("127.0.0.1", site.port, timeout=SECONDS)
        wire.request("GET", "/static/page.css", headers={"Accept-Encoding": "", **headers})
        answer = wire.getresponse()
        content = answer.read()
        wire.close()
        return answer.status, answer.headers, content

    _, headers, plain = ask()
    assert headers["Content-Encoding"] is None
    _, headers, packed = ask(**{"Accept-Encoding": "gzip, br"})
    assert headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed) == plain
    assert len(packed) < len(plain) / 2
    status, _, content = ask(**{"If-None-Match": headers["ETag"]})
    assert (status, content) == (304, b"")


def test_nothing_is_held_back_before_it_is_sent() -> None:
    async def held_back() -> bool:
        with listen("127.0.0.1", 0) as listener:
            listener.setblocking(False)
            loop = asyncio.get_running_loop()
            with socket.create_connection(listener.getsockname()):
                wire, _ = await loop.sock_accept(listener)
                transport, _ = await loop.connect_accepted_socket(asyncio.Protocol, wire)
                kept = transport.get_extra_info("socket")
                nodelay = kept.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
                transport.abort()
                return not nodelay

    assert not asyncio.run(held_back())
