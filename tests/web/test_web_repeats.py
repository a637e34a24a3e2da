"""A log that counts what it says again and again."""

from __future__ import annotations

import io
import logging
from collections.abc import Iterator

import pytest

from lakabe.web.repeats import SHOWN, WINDOW_S, Repeats


class Said:
    def __init__(self) -> None:
        self.now = 0.0
        self.text = io.StringIO()
        handler = logging.StreamHandler(self.text)
        self.repeats = Repeats(handler, lambda: self.now)
        handler.addFilter(self.repeats)
        self.log = logging.getLogger("tests.repeats")
        self.log.propagate = False
        self.log.addHandler(handler)

    def lines(self) -> list[str]:
        return self.text.getvalue().splitlines()


@pytest.fixture
def said() -> Iterator[Said]:
    made = Said()
    yield made
    made.log.handlers.clear()


def test_the_first_are_shown_and_the_others_counted(said: Said) -> None:
    for number in range(216):
        said.log.warning("refused %d", number)
    assert said.lines() == [f"refused {number}" for number in range(SHOWN)]
    said.now = WINDOW_S
    said.repeats.tell()
    assert said.lines()[SHOWN:] == ["refused 215 ... 213 more like this"]
    said.log.warning("refused %d", 216)
    assert said.lines()[-1] == "refused 216"


def test_other_messages_are_shown(said: Said) -> None:
    for number in range(20):
        said.log.warning("refused %d", number)
    said.log.warning("another")
    assert said.lines()[-1] == "another"
    said.now = WINDOW_S
    said.log.warning("a third")
    assert said.lines()[-2:] == ["refused 19 ... 17 more like this", "a third"]


def test_no_notice_is_taken_for_another(said: Said) -> None:
    for number in range(20):
        said.log.warning("%s", f"not in the archive: game {number}")
    assert len(said.lines()) == 20


def test_at_the_end_the_rest_is_told(said: Said) -> None:
    for number in range(SHOWN + 2):
        said.log.warning("100%% of %s", number)
    said.repeats.finish()
    said.repeats.finish()
    assert said.lines()[SHOWN:] == [f"100% of {SHOWN + 1} ... 2 more like this"]
