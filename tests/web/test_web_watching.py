"""What may be done with the link to watch: every route and every kind of message, tried on a served page."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

import pytest
from sites import SECONDS, Site, flood, heard
from test_web_requests import SOUND
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from lakabe.errors import InputError
from lakabe.web import app, requests
from lakabe.web.limits import Rate
from lakabe.web.security import COOKIE, Links
from lakabe.web.shelves import Puzzles
from lakabe.web.table import START

LINKS = Links("to-play", "to-watch")
MAY_READ = [
    "/",
    "/static/main.js",
    "/static/page.css",
    "/static/icon.svg",
    "/games/1.pgn",
    "/games/1/positions.json",
]
MAY_NOT = [
    "/games/1/analysis.json",
    "/games/1/annotated.pgn",
    "/openings.json",
    "/static/analysis.html",
    "/static/archive.html",
    "/static/openings.html",
    "/static/puzzles.html",
    "/games.json",
    "/games/1/replay.json",
    "/openings/tree.json",
    "/matches.json",
    "/puzzles.json",
    "/puzzles/1.json",
    "/nothing",
    "/games/1",
    "/games/2.pgn",
    "/games/2/positions.json",
    "/games/01.pgn",
    "/games/None.pgn",
]


class Asked:
    """Counts what players may ask for."""

    def __init__(self) -> None:
        self.count = 0

    def data(self, number: int) -> dict[str, object]:
        self.count += 1
        return {}

    def text(self, number: int) -> str:
        self.count += 1
        return ""

    def games(self, page: int) -> dict[str, object]:
        self.count += 1
        return {}

    def replay(self, number: int) -> dict[str, object]:
        self.count += 1
        return {}

    def tree(self, moves: Sequence[str]) -> dict[str, object]:
        self.count += 1
        return {}

    @property
    def puzzles(self) -> Puzzles:
        self.count += 1
        raise InputError("there are none")

    def openings(self) -> list[dict[str, object]]:
        self.count += 1
        return []


@pytest.fixture
def asked() -> Asked:
    return Asked()


@pytest.fixture
def site(asked: Asked) -> Iterator[Site]:
    made = Site(
        LINKS, analyses=asked, openings=asked.openings, positions=lambda n: {"first": 1, "positions": []},
        library=asked,
    )  # fmt: skip
    made.hub._view.recorded(1, [], "")
    yield made
    made.close()


def cookie(site: Site, token: str) -> str:
    return f"{COOKIE}_{site.port}={token}"


def live(site: Site, token: str) -> ClientConnection:
    return site.live(additional_headers={"Cookie": cookie(site, token)})


@pytest.mark.parametrize("path", MAY_READ)
def test_what_is_looked_at_may_be_read(site: Site, path: str) -> None:
    assert site.get(path, Cookie=cookie(site, "to-watch"))[0] == 200
    assert site.get(path, "POST", Cookie=cookie(site, "to-watch"))[0] == 403


@pytest.mark.parametrize("path", MAY_NOT)
def test_nothing_else_may(site: Site, asked: Asked, path: str) -> None:
    for method in ("GET", "HEAD", "POST", "PUT", "DELETE"):
        assert site.get(path, method, Cookie=cookie(site, "to-watch"))[0] == 403
    status, _, body = site.get(f"{path}?token=to-watch")
    assert status == 303 and body == b"", "and then the cookie counts"
    assert asked.count == 0


def test_no_game_is_had_while_none_is_on_the_board(site: Site) -> None:
    site.hub._view.number = None
    for number in (1, 2, None):
        assert site.get(f"/games/{number}.pgn", Cookie=cookie(site, "to-watch"))[0] == 403
    assert site.get("/games/1.pgn", Cookie=cookie(site, "to-play"))[0] == 200


def test_every_route_is_one_or_the_other(site: Site) -> None:
    played, watched = site.guard._app, site.guard._watching
    paths = {route.path for route in played.routes}  # type: ignore[attr-defined]
    allowed = {route.path for route in watched.routes} - {"/{rest:path}"}  # type: ignore[union-attr]
    assert allowed <= paths
    assert paths - allowed == {
        "/games/{number}/analysis.json",
        "/games/{number}/annotated.pgn",
        "/openings.json",
        "/static/analysis.html",
        "/static/archive.html",
        "/static/openings.html",
        "/static/puzzles.html",
        "/games.json",
        "/games/{number}/replay.json",
        "/openings/tree.json",
        "/matches.json",
        "/puzzles.json",
        "/puzzles/{key}.json",
    }


def test_who_plays_may_do_all_of_it(site: Site, asked: Asked) -> None:
    for path in MAY_READ + MAY_NOT[:4]:
        assert site.get(path, Cookie=cookie(site, "to-play"))[0] == 200, path
    assert asked.count == 3


@pytest.mark.parametrize("message", SOUND, ids=lambda message: str(message["type"]))
def test_no_message_is_obeyed(site: Site, message: dict[str, object]) -> None:
    with live(site, "to-watch") as page:
        before = heard(page, "state")
        assert (before["hands"], before["hints"], before["stones"]) == (False, False, START)
        contacts = len(site.board.log)
        page.send(json.dumps(message))
        assert heard(page, "notice")["text"] == "Refused: this page only watches."
        assert site.board.log[contacts:] == []
        assert site.sender.commands == []


def test_every_kind_of_message_is_tried() -> None:
    assert {str(message["type"]) for message in SOUND} == set(requests.TYPES)
    assert frozenset() == requests.WATCHING


def test_who_watches_sees_what_players_do(site: Site) -> None:
    with live(site, "to-play") as player, live(site, "to-watch") as page:
        heard(page, "state")
        assert heard(player, "state")["hands"] is True
        player.send('{"type": "lift", "point": "d3"}')
        while not (state := heard(page, "state"))["others"]:
            pass
        assert state["others"] == [{"colour": "W", "origin": "d3", "itself": False}]


def test_who_tries_again_and_again_is_dropped(site: Site) -> None:
    with live(site, "to-watch") as page, pytest.raises(ConnectionClosed) as closed:
        flood(page, '{"type": "new"}', app.MOST_FAULTS + 1)
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 1008


def test_who_watches_may_not_ask_too_often(site: Site) -> None:
    site.guard._rate = Rate(0, 6)
    asked = [site.get("/", Cookie=cookie(site, "to-watch")) for _ in range(4)]
    assert [status for status, _, _ in asked] == [200, 200, 200, 429], "each asks at the door and inside"
    assert asked[3][2] == b"Refused: too many requests from this address.\n"
    assert site.get("/", Cookie=cookie(site, "to-play"))[0] == 200
    site.guard._rate = Rate(0, 3)
    said = f"GET / HTTP/1.1\r\nHost: a\r\nCookie: {cookie(site, 'to-watch')}\r\n\r\n".encode()
    answers = site.raw(said * 4)
    assert answers.count(b"HTTP/1.1 200 ") == 2
    assert answers.count(b"HTTP/1.1 403 ") == 1


def test_the_link_opened_last_counts(site: Site) -> None:
    for first, last, marked in (("to-play", "to-watch", True), ("to-watch", "to-play", False)):
        status, headers, _ = site.get(f"/?token={last}", Cookie=cookie(site, first))
        assert status == 303
        body = site.get("/", Cookie=headers["set-cookie"].split(";")[0])[2]
        assert (b"<body data-watching>" in body) is marked


def test_those_who_watch_keep_no_player_out(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "MOST_WATCHING", 3)
    monkeypatch.setattr(app, "MOST_WATCHING_FROM_ONE", 2)
    with live(site, "to-watch") as one, live(site, "to-watch") as two:
        heard(one, "state")
        heard(two, "state")
        with live(site, "to-watch") as three, pytest.raises(ConnectionClosed) as closed:
            three.recv(timeout=SECONDS)
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 1013
        with live(site, "to-play") as player:
            heard(player, "state")
    while len(site.hub):
        pass
    with live(site, "to-watch") as page:
        heard(page, "state")
