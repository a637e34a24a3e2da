"""The log that `make pico-story ARGS=--write` keeps is that of the present story. No emulator."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from typing import Any

import pytest

from fanorona.wire import protocol
from lakabe.errors import PortError
from pico import story
from pico.commands import Done
from pico.releases import NUMBER, OLD_NUMBER
from pico.rig import Frame, Line

PARTS = re.split(r"^# (.*)\n", story.LOG.read_text(), flags=re.MULTILINE)
TOLD = dict(zip(PARTS[1::2], PARTS[2::2], strict=True))
STARTED = re.compile(r"^  the firmware (\S+) has started; [1-9]\d* points are lit$", re.MULTILINE)


class BriefRig:
    """A rig on which all is well at once."""

    def __init__(self, *_: object, **__: object) -> None:
        self.hello = protocol.encode(
            protocol.BOARD_LEAD,
            f"1 172 hello 1.7 {NUMBER}+01234567 e661410300000001 00000000 raw".encode(),
        )

    def __enter__(self) -> BriefRig:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def live(self) -> str:
        return "/dev/pts/1"

    def log(self, _: int = 0) -> list[dict[str, Any]]:
        return [{"kind": "power", "t": 0}]

    def lines(self, _: int = 0) -> list[Line]:
        return [Line(1.0, self.hello.decode().rstrip())]

    def frames(self, _: int = 0) -> list[Frame]:
        return [Frame(1.0, 2.0, bytes([1] * 135), True, True, {}, [])]

    def ignore(self, *_: object) -> None:
        pass

    place = wait_line = open = ignore


def outline(text: str) -> list[str]:
    """Headings, commands and power cuts of a story."""
    return re.findall(r"^(?:# |\$ |The ).*", text, re.MULTILINE)


def done(code: int) -> Callable[..., Done]:
    return lambda *_, **__: subprocess.CompletedProcess([], code, "", "")


def test_the_log_is_that_of_the_story(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(story, "PicoRig", BriefRig)
    monkeypatch.setattr(story, "fail", lambda one: one.say("The board is asked for its version:"))
    monkeypatch.setattr(story, "earlier_firmware", lambda: (b"", ""))
    monkeypatch.setattr(story, "command", done(0))
    monkeypatch.setattr(story, "record", done(0))
    monkeypatch.setattr(story, "flash_cut", done(PortError.exit_code))
    told: list[str] = []
    story.tell(told.append)
    assert outline("\n".join(told)) == outline(story.LOG.read_text()), "run: make pico-story ARGS=--write"


def test_the_log_names_nothing_of_one_run() -> None:
    assert not re.search(r"/tmp|/dev/|/home|\b20\d\d[-.]\d\d|\d\d:\d\d", story.LOG.read_text())


def test_the_story_is_about_the_present_firmware() -> None:
    assert set(STARTED.findall(TOLD[story.BARE])) == {f"{NUMBER}+SOURCES"}


def test_a_whole_game_is_kept() -> None:
    moves = [re.findall(r"^  move BOOT-1 (\d+) ", TOLD[part], re.M) for part in (story.GAME, story.REST)]
    assert [len(found) for found in moves] == [story.HALF, 2 * story.HALF], (
        "the board tells the first ones again"
    )
    assert "(no-stone), kept as game 1\n" in TOLD[story.REST]


def test_flashing_tells_the_versions_before_and_after() -> None:
    assert f"\n  the board has firmware {NUMBER}+SOURCES already\n" in TOLD[story.AGAIN]
    assert f"\n  firmware {story.NEXT}+SOURCES, before {NUMBER}+SOURCES\n" in TOLD[story.UPGRADE]
    assert STARTED.findall(TOLD[story.UPGRADE]) == [f"{story.NEXT}+SOURCES"]


def test_a_traceback_names_file_and_line() -> None:
    place = r'^    File "fanorona/wire/commands.py", line \d+, in _version$'
    assert re.search(place, TOLD[story.FAULT], re.MULTILINE)


def test_whatever_fails_the_board_has_the_old_firmware_or_none() -> None:
    cuts = len(story.COPIED)
    assert STARTED.findall(TOLD[story.COPYING]) == [f"{OLD_NUMBER}+SOURCES"] * cuts
    installing = TOLD[story.INSTALLING]
    assert installing.count("there is no whole firmware: one point is red") == len(story.INSTALLED)
    assert STARTED.findall(installing) == [f"{NUMBER}+SOURCES"]
