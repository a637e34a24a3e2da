"""Nothing is created on the heap by building, sending, acknowledging and reading lines.

MicroPython only: under `micropython.heap_lock` any allocation raises MemoryError.
"""

import json

import heap
from support import vector

from fanorona.wire.outbox import Outbox
from fanorona.wire.protocol import BOARD_LEAD, HOST_LEAD, MAX_NUMBER, Decoder


def fill(outbox, count):
    for number in range(count):
        outbox.begin(b"move", MAX_NUMBER)
        outbox.put(b"1f6a09c3")
        outbox.put_char(45)
        outbox.add_number(number)
        outbox.put_number(MAX_NUMBER)
        outbox.put_number(-1)
        outbox.put_point(number % 46)
        outbox.put_char(45)
        outbox.add_point(22)
        outbox.space()
        outbox.add(b"x")
        outbox.put(b"")
        if number % 7 == 3:
            outbox.put(LONG)
        outbox.end()


LONG = b"x" * 200
BUFFER = bytearray(64)


def send(outbox, decoder):
    """Sends everything and reads it; how many lines arrived whole."""
    lines = 0
    while outbox.pending():
        count = outbox.take(BUFFER, 64)
        for i in range(count):
            if decoder.feed(BUFFER[i]) == 1:
                lines += 1
                decoder.number(0)
                decoder.point(6)
                decoder.is_word(2, b"move")
                decoder.length(3)
                decoder.start(3)
    return lines


def test_the_outbox():
    outbox = Outbox(2048, 32)
    decoder = Decoder(BOARD_LEAD)
    for count in (1, 5, 100):
        heap.under_lock(fill, outbox, count)
        assert heap.under_lock(send, outbox, decoder) > 0
        assert heap.under_lock(outbox.rewind, outbox.oldest)
        heap.under_lock(outbox.take, BUFFER, 30)
        assert heap.under_lock(outbox.rewind, outbox.oldest)
        assert heap.under_lock(outbox.room) < 2048
        assert heap.under_lock(send, outbox, decoder) > 0
        heap.under_lock(outbox.ack, outbox.next - 1)
        assert not heap.under_lock(outbox.rewind, 0)


def feed(decoder, data):
    count = 0
    for byte in data:
        if decoder.feed(byte):
            count += 1
            for field in range(decoder.count):
                decoder.number(field)
                decoder.point(field)
                decoder.is_word(field, b"hello")
    return count


def test_the_decoder():
    frames = json.loads(vector("frames.json"))
    for side, lead, keep_text in (("board", BOARD_LEAD, True), ("host", HOST_LEAD, False)):
        for case in frames[side]:
            data = bytes([ord(c) for c in case["bytes"]])
            decoder = Decoder(lead, keep_text)
            count = heap.under_lock(feed, decoder, data)
            assert count == len(case["outcomes"]), case["name"]
