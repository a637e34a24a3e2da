"""The whole sessions in `firmware/PROTOCOL.md`, line by line what a board says and answers."""

from __future__ import annotations

from pathlib import Path

from fanorona.rules import rules
from fanorona.rules.notation import parse_point
from fanorona.session import Session
from fanorona.wire.protocol import HOST_LEAD, encode

ROOT = Path(__file__).parents[2]
DOCUMENT = ROOT / "firmware" / "PROTOCOL.md"


class Desk:
    """A board, what happens to it at which ms, and all that passes over its cable."""

    def __init__(self) -> None:
        self.session = Session(b"0.1.0+88f54df5", b"e6614103e7396b2c", b"1f6a09c3")
        self.raw = bytearray(colour != rules.EMPTY for colour in rules.START)
        self.now = 12
        self.lines: list[str] = []
        self.id = 0
        self.is_plugged_in = True
        self.session.step(self.raw, 0, self.now)
        self.until(13)

    def until(self, ms: int) -> None:
        """Let time pass up to ``ms``."""
        while self.now < ms:
            due = self.session.idle_ms(self.now)
            self.now = ms if due < 0 else min(ms, self.now + max(1, due))
            self.session.step(self.raw, 0, self.now)
            self.read()
        self.read()

    def read(self) -> None:
        chunk = bytearray(8192)
        said = bytes(chunk[: self.session.outbox.take(chunk, len(chunk))]).decode()
        if self.is_plugged_in:
            self.lines += said.splitlines()

    def say(self, ms: int, *words: str) -> None:
        """The host says something at ``ms``, and the board gets round to all that follows from it."""
        self.until(ms)
        self.id += 1
        line = encode(HOST_LEAD, f"{self.id} {' '.join(words)}".encode())
        self.lines.append(line.decode().rstrip())
        self.session.receive(bytearray(line), len(line))
        self.until(ms + 40)

    def lift(self, ms: int, point: str) -> None:
        self.change(ms, point, 0)

    def place(self, ms: int, point: str) -> None:
        self.change(ms, point, 1)

    def change(self, ms: int, point: str, closed: int) -> None:
        self.until(ms)
        self.raw[parse_point(point)] = closed
        self.session.step(self.raw, 0, self.now)
        self.until(ms + 20)


def transcript() -> list[str]:
    """The sessions of the document, acted out."""
    desk = Desk()
    desk.say(1034, "hello", "1.7", "lakabe")
    desk.say(1080, "ack", "12")
    desk.lift(3085, "d3")
    desk.place(3485, "e3")
    desk.lift(3885, "f3")
    desk.say(3910, "ack", "16")
    desk.lift(4495, "f4")
    desk.say(4520, "resend", "17")
    desk.say(4570, "ack", "18")
    desk.is_plugged_in = False
    for ms, point, change in ((4895, "f3", desk.place), (5295, "f2", desk.lift), (5695, "f1", desk.lift)):
        change(ms, point)
    desk.until(41207)
    desk.is_plugged_in = True
    desk.say(41207, "hello", "1.7", "lakabe", "1f6a09c3", "18")
    desk.say(41300, "ack", str(desk.session.outbox.next - 1))
    desk.say(44200, "end", "1/2-1/2")
    desk.say(44300, "ack", str(desk.session.outbox.next - 1))
    desk.say(44350, "bye")
    desk.say(70000, "hello", "2.0", "lakabe")
    return desk.lines


def documented(text: str) -> list[str]:
    """The lines of the section, but for the damaged ones in blocks marked ``text``."""
    section = text.split("\n## Whole sessions\n")[1].split("\n## ")[0]
    found: list[str] = []
    fence: str | None = None
    for line in section.splitlines():
        if line.startswith("```"):
            fence = line[3:] if fence is None else None
        elif fence == "":
            found.append(line)
    return found


def test_the_sessions_are_what_a_board_says() -> None:
    assert documented(DOCUMENT.read_text(encoding="utf-8")) == transcript()


def test_a_line_that_no_board_says_is_found() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    assert documented(text.replace("d3-e3A 22 21", "d3-e3A 21 21")) != transcript()
