"""The log that `make pico-story ARGS=--write` keeps is that of the present story. No emulator."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from typing import Any

import pytest

from fanorona.wire import protocol
from pico import story
from pico.commands import SWITCH, Done
from pico.releases import NEW, OLD
from pico.rig import Frame, Line, config

PARTS = re.split(r"^# (.*)\n", story.LOG.read_text(), flags=re.MULTILINE)
TOLD = dict(zip(PARTS[1::2], PARTS[2::2], strict=True))
STARTED = re.compile(r"^  the firmware (\S+) has started; [1-9]\d* points are lit$", re.MULTILINE)

CUT_FILES = re.compile(r"^The power fails while /\S+ is copied\.$", re.MULTILINE)


class BriefRig:
    """A rig on which all is well at once."""

    def __init__(self, *_: object, **__: object) -> None:
        self.hello = protocol.encode(
            protocol.BOARD_LEAD, f"1 172 hello 1.4 {NEW} e661410300000001 00000000 raw 1 1".encode()
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
    """Headings, commands and power cuts of a story, the rooms without their hashes."""
    told = re.findall(r"^(?:# |\$ |The |Once ).*", text, re.MULTILINE)
    return [re.sub(r"(room_\w+)_[0-9a-f]{8}\b", r"\1", line) for line in told]


def done(code: int) -> Callable[..., Done]:
    return lambda *_, **__: subprocess.CompletedProcess([], code, "", "")


def test_the_log_is_that_of_the_story(monkeypatch: pytest.MonkeyPatch) -> None:
    operations = TOLD[story.OPERATIONS].count("The power fails ")

    def flash_cut(_rig: object, _port: str, said: bytes, after: int, _part: float) -> Done:
        return done(4 if said != SWITCH or after + 1 < operations else 0)()

    monkeypatch.setattr(story, "PicoRig", BriefRig)
    monkeypatch.setattr(story, "wait_for_journal", lambda *_: None)
    monkeypatch.setattr(story, "earlier_firmware", lambda *_: {})
    monkeypatch.setattr(story, "command", done(0))
    monkeypatch.setattr(story, "record", done(0))
    monkeypatch.setattr(story, "flash_cut", flash_cut)
    told: list[str] = []
    story.tell(told.append)
    assert outline("\n".join(told)) == outline(story.LOG.read_text()), "run: make pico-story ARGS=--write"


def test_the_log_names_nothing_of_one_run() -> None:
    assert not re.search(r"/tmp|/dev/|/home|\b20\d\d[-.]\d\d|\d\d:\d\d", story.LOG.read_text())


def test_the_story_is_about_the_present_firmware() -> None:
    assert config().FIRMWARE_VERSION == NEW
    assert set(STARTED.findall(TOLD[story.BARE])) == {NEW}


def test_a_whole_game_is_kept() -> None:
    moves = [re.findall(r"^  move BOOT-1 (\d+) ", TOLD[part], re.M) for part in (story.GAME, story.REST)]
    assert [len(found) for found in moves] == [story.HALF, 2 * story.HALF], (
        "the board tells the first ones again"
    )
    assert "(no-stone), kept as game 1\n" in TOLD[story.REST]


def test_an_upgrade_copies_what_has_changed() -> None:
    others = len(CUT_FILES.findall(TOLD[story.FILES])) - 1
    assert f"\n  0 copied, 0 removed, {others + 1} unchanged\n" in TOLD[story.AGAIN]
    assert f"\n  1 copied, 0 removed, {others} unchanged\n" in TOLD[story.UPGRADE]
    assert STARTED.findall(TOLD[story.UPGRADE]) == [story.NEXT]


def test_whatever_fails_the_board_starts_with_one_of_both() -> None:
    at_files = STARTED.findall(TOLD[story.FILES])
    assert at_files == [OLD] * len(CUT_FILES.findall(TOLD[story.FILES])) + [NEW]
    *started, over = STARTED.findall(TOLD[story.OPERATIONS])
    failed, again = started[::2], started[1::2]
    assert set(failed) == {OLD, NEW}
    assert failed == sorted(failed), "never back"
    assert again == [NEW] * len(failed)
    assert over == NEW
