"""The outbox never counts too few bytes under way; that the board never waits for USB rests on it."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from fanorona.wire.outbox import Outbox
from fanorona.wire.protocol import BOARD_LEAD, LINE, Decoder

SIZE = 2048


class Cable:
    """A buffer of any size to a host that reads when it likes and acknowledges what it has read."""

    def __init__(self, outbox: Outbox) -> None:
        self.outbox = outbox
        self.under_way = bytearray()
        self.decoder = Decoder(BOARD_LEAD)
        self.read = 0

    def send(self, size: int) -> None:
        chunk = bytearray(size)
        self.under_way += chunk[: self.outbox.take(chunk, size)]

    def receive(self, size: int) -> None:
        for byte in bytes(self.under_way[:size]):
            if self.decoder.feed(byte) == LINE:
                number = self.decoder.number(0)
                if number == self.read + 1:
                    self.read = number
        del self.under_way[:size]


def play(seed: int, acts: int, rewinds: float) -> tuple[int, int]:
    """Random doings; how often something was under way, and how often it was known to fit 256 bytes."""
    draw = random.Random(seed)
    outbox = Outbox(SIZE, 64)
    cable = Cable(outbox)
    busy = known = 0
    for now in range(acts):
        act = draw.random()
        if act < 0.3:
            outbox.begin(b"lift", now)
            outbox.put_point(draw.randrange(45))
            outbox.end()
        elif act < 0.6:
            cable.send(draw.randint(1, 64))
        elif act < 0.8:
            cable.receive(draw.randint(1, 90))
        elif act < 1 - rewinds:
            outbox.ack(cable.read)
        elif outbox.rewind(outbox.acked + 1):
            cable.read = min(cable.read, outbox.acked)
        assert outbox.in_flight() >= min(len(cable.under_way), SIZE)
        busy += bool(cable.under_way)
        known += outbox.in_flight() <= 256
    return busy, known


@given(st.integers(0, 2**32))
def test_never_too_few(seed: int) -> None:
    play(seed, 400, 0.03)


def test_and_mostly_known() -> None:
    busy, known = play(7, 5000, 0)
    assert busy > 1000 and known > 2500


def test_nothing_is_known_before_the_first_acknowledgement_after_a_rewind() -> None:
    outbox = Outbox(512, 16)
    buffer = bytearray(200)
    for _ in range(3):
        outbox.begin(b"tick", 0)
        outbox.end()
    assert outbox.in_flight() == 512
    taken = outbox.take(buffer, 200)
    outbox.ack(1)
    assert outbox.in_flight() == taken * 2 // 3
    outbox.rewind(2)
    outbox.ack(3)
    assert outbox.in_flight() == 512
    outbox.begin(b"tick", 0)
    outbox.end()
    outbox.take(buffer, 200)
    outbox.ack(4)
    assert outbox.in_flight() == 0
