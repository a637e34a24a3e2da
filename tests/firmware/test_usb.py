from __future__ import annotations

from fake_pico import Pico
from hypothesis import given
from hypothesis import strategies as st

ROOM = st.integers(0, 70)


def load(pico: Pico, send_bytes: int = 32):
    return pico.load("usb").Usb(send_bytes)


@given(data=st.binary(max_size=300), rooms=st.lists(ROOM, max_size=40), size=st.integers(1, 64))
def test_sends_every_byte_once_and_never_waits(data, rooms, size):
    # The stand-in for standard output raises when a write would wait for room.
    pico = Pico()
    usb = load(pico, size)
    rest = data

    def turn():
        nonlocal rest
        if not usb.pending():
            part, rest = rest[:size], rest[size:]
            usb.chunk[: len(part)] = part
            usb.queue(len(part))
        usb.send(False)

    for room in rooms:
        pico.room = room
        before = len(pico.outbox)
        turn()
        assert len(pico.outbox) - before <= min(room, size)
        assert data == bytes(pico.outbox) + bytes(usb.chunk[usb._begin : usb._end]) + rest
    pico.room = 1 << 20
    while rest or usb.pending():
        turn()
    assert pico.outbox == data


@given(parts=st.lists(st.binary(max_size=100), max_size=20), size=st.integers(1, 64))
def test_receives_every_byte_once_and_never_waits(parts, size):
    pico = Pico()
    usb = load(pico)
    buffer = bytearray(size)
    received = b""
    for part in parts:
        pico.inbox += part
        waiting = len(pico.inbox)
        count = usb.receive(buffer)
        assert count == min(waiting, size)
        received += buffer[:count]
    while pico.inbox:
        received += buffer[: usb.receive(buffer)]
    assert received == b"".join(parts)
    assert usb.receive(buffer) == 0


def test_a_host_that_does_not_read_stops_nothing():
    pico = Pico()
    usb = load(pico)
    usb.chunk[:5] = b"hello"
    usb.queue(5)
    pico.room = 2
    for _ in range(1000):
        usb.send(False)
    assert pico.outbox == b"he"
    assert usb.pending() == 3
    pico.room = 100
    usb.send(False)
    assert pico.outbox == b"hello"
    assert usb.pending() == 0


def test_a_chunk_for_which_there_is_room_goes_out_at_once():
    pico = Pico()
    usb = load(pico)
    usb.chunk[:5] = b"hello"
    usb.queue(5)
    usb.send(True)
    assert bytes(pico.outbox) == b"hello" and pico.writes == 1 and not usb.pending()
    usb.send(True)
    assert pico.writes == 1


def test_what_is_left_of_a_chunk_goes_out_byte_by_byte():
    pico = Pico()
    usb = load(pico)
    usb.chunk[:5] = b"hello"
    usb.queue(5)
    pico.room = 2
    usb.send(False)
    pico.room = 3
    usb.send(True)
    assert bytes(pico.outbox) == b"hello" and not usb.pending()
