"""``lakabe play`` as a process: what it prints, how it ends, and what keeps it from starting."""

from __future__ import annotations

import os
import re
import signal
import sqlite3
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from lakabe import cli
from lakabe.archive import Archive
from lakabe.board import events
from lakabe.cli.play import has_display
from lakabe.errors import ArchiveError, BoardFault
from lakabe.web.play import Play
from lakabe.web.server import listen

SECONDS = 30
Starter = Callable[..., "subprocess.Popen[str]"]


@pytest.fixture
def start(archive_file: str) -> Iterator[Starter]:
    """Starts the command; whatever still runs at the end is killed."""
    started: list[subprocess.Popen[str]] = []

    def start_one(*arguments: str) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "lakabe", "play", "--archive", archive_file, "--no-open", *arguments]
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
        )
        started.append(process)
        return process

    yield start_one
    for process in started:
        process.kill()
        process.communicate()


def printed(process: subprocess.Popen[str]) -> list[str]:
    """The lines up to the one about its end."""
    assert process.stdout is not None
    lines = [process.stdout.readline()]
    while lines[-1] != "Ctrl-C ends it.\n":
        assert lines[-1], lines
        lines.append(process.stdout.readline())
    return lines[:-1]


def printed_address(process: subprocess.Popen[str]) -> str:
    (line,) = printed(process)
    found = re.fullmatch(r"The board is at (http://\S+)\n", line)
    assert found, line
    return found.group(1)


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_it_prints_its_address_and_ends_cleanly(start: Starter, how: signal.Signals) -> None:
    process = start("--http-port", "0")
    with urllib.request.urlopen(printed_address(process), timeout=SECONDS) as page:
        assert b"<title>Lakabe</title>" in page.read()
    os.killpg(process.pid, how)  # as a terminal does: the interpreter of the board is in the group, too
    out, err = process.communicate(timeout=SECONDS)
    assert (process.returncode, out, err) == (0, "", "")


def test_for_the_network_there_is_a_token_in_the_address(start: Starter) -> None:
    process = start("--http-port", "0", "--host", "0.0.0.0")
    first, about, last = printed(process)
    playing = re.fullmatch(r"The board is at http://[^/]+:(\d+)/\?token=([\w-]{43})\n", first)
    watching = re.fullmatch(r"Give this one to those who only watch: (http://\S+\?token=[\w-]{43})\n", last)
    assert playing and watching
    assert about.startswith("Whoever has this address plays: ")
    port, token = playing.groups()
    assert token not in watching[1]
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=SECONDS)
    assert refused.value.code == 403
    refused.value.close()
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
    with opener.open(f"http://127.0.0.1:{port}/?token={token}", timeout=SECONDS) as page:
        assert page.url == f"http://127.0.0.1:{port}/"
        assert b"<title>Lakabe</title>" in (played := page.read())
    path = watching[1].partition("/?")[2]
    with opener.open(f"http://127.0.0.1:{port}/?{path}", timeout=SECONDS) as page:
        watched = page.read()
    marked = b"<body data-watching>"
    assert (marked in played, marked in watched, b"<body>" in watched) == (False, True, False)


def test_another_address_of_loopback_is_served_without_a_token(start: Starter) -> None:
    address = printed_address(start("--http-port", "0", "--host", "127.0.0.2"))
    assert address.startswith("http://127.0.0.2:") and "token" not in address
    with urllib.request.urlopen(address, timeout=SECONDS) as page:
        assert b"<title>Lakabe</title>" in page.read()


def fails(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    code = cli.run(["play", "--no-open", *arguments])
    captured = capsys.readouterr()
    assert captured.out == ""
    assert re.fullmatch(r"lakabe: .+ \(.+\)\n", captured.err), captured.err
    return code, captured.err


def test_a_port_in_use_is_said_in_one_line(archive_file: str, capsys: pytest.CaptureFixture[str]) -> None:
    with listen("127.0.0.1", 0) as taken:
        port = str(taken.getsockname()[1])
        code, said = fails(capsys, "--archive", archive_file, "--http-port", port)
    assert code == 4
    assert f"port {port} is in use" in said
    assert "--http-port 0" in said


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["--http-port", "65536"], 2),
        (["--http-port", "x"], 2),
        (["--level", "5"], 2),
        (["--level", "3,"], 2),
        (["--level", "1,2,3"], 2),
        (["--host", "no.such.host.invalid"], 2),
        (["--port", "/dev/nothing", "--new"], 2),
        (["--archive", "/proc/nowhere/games.db"], 6),
    ],
)
def test_wrong_options_are_said_in_one_line(
    arguments: list[str], code: int, archive_file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert fails(capsys, "--archive", archive_file, *arguments)[0] == code


def test_a_board_that_is_not_there_ends_it(start: Starter, tmp_path: Path) -> None:
    process = start("--http-port", "0", "--port", str(tmp_path / "nothing"))
    _, err = process.communicate(timeout=SECONDS)
    assert process.returncode == 4
    assert re.fullmatch(r"lakabe: .*nothing cannot be opened: .+ \(.+\)\n", err)


def test_a_virtual_board_that_stops_ends_it(archive_file: str) -> None:
    failures: list[BaseException] = []

    def serve(play: Play) -> None:
        try:
            play.run()
        except BoardFault as fault:
            failures.append(fault)

    with Archive(archive_file) as archive, Play(archive) as play:
        thread = threading.Thread(target=serve, args=(play,))
        thread.start()
        assert play.board is not None
        assert play.board._process is not None
        play.board._process.kill()
        thread.join(SECONDS)
        assert not thread.is_alive()
    assert [type(failure) for failure in failures] == [BoardFault]


def test_an_archive_that_is_away_is_said_on_the_page_and_at_the_end(archive_file: str) -> None:
    said, lifted = threading.Event(), threading.Event()

    def tell(event: events.Event) -> None:
        if isinstance(event, events.Lift):
            lifted.set()

    def heard(why: str) -> None:
        if "locked" in why:
            said.set()

    with Archive(archive_file, patience=0) as archive:
        holder = sqlite3.connect(archive_file)
        holder.execute("BEGIN IMMEDIATE")
        lost = pytest.raises(ArchiveError, match=r"locked by another program: .* not kept")
        with lost, Play(archive) as play:
            play.hub.unwritten = heard  # type: ignore[method-assign]
            play.hub.event = tell  # type: ignore[method-assign]
            assert said.wait(SECONDS)
            assert play.board is not None
            play.board.contact("a1", False)
            assert lifted.wait(SECONDS), "the page is told of contacts all the same"
        holder.close()


def test_a_browser_is_opened_only_where_it_has_a_window(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    assert not has_display()
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    assert has_display()
    monkeypatch.delenv("WAYLAND_DISPLAY")
    monkeypatch.setenv("DISPLAY", ":0")
    assert has_display()
