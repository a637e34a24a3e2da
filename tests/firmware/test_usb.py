from __future__ import annotations

from fake_pico import Pico
from hypothesis import given
from hypothesis import strategies as st

ROOM = st.integers(0, 70)


def load(pico: Pico):
    return pico.load("usb").Usb()


@given(data=st.binary(max_size=300), rooms=st.lists(ROOM, max_size=40), size=st.integers(1, 64))
def test_sends_every_byte_once_and_never_waits(data, rooms, size):
    # The stand-in for standard output raises when a write would wait for room.
    pico = Pico()
    usb = load(pico)
    buffer = bytearray(data)
    at = 0
    for room in [*rooms, 1 << 20]:
        pico.room = room
        while True:
            sent = usb.send(buffer, at, min(size, len(data) - at), False)
            assert sent <= room
            at += sent
            assert data[:at] == pico.outbox
            if room < 1 << 20 or not sent:
                break
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
    pico.room = 2
    assert usb.send(bytearray(b"hello"), 0, 5, False) == 2
    for _ in range(1000):
        assert usb.send(bytearray(b"hello"), 2, 3, False) == 0
    assert pico.outbox == b"he"
    pico.room = 100
    assert usb.send(bytearray(b"hello"), 2, 3, False) == 3
    assert pico.outbox == b"hello"


def test_bytes_for_which_there_is_room_go_out_at_once():
    pico = Pico()
    usb = load(pico)
    assert usb.send(bytearray(b"say hello now"), 4, 5, True) == 5
    assert bytes(pico.outbox) == b"hello" and pico.writes == 1


def test_a_host_is_asleep_when_no_frame_begins_for_three_ms():
    pico = Pico()
    usb = load(pico)

    def awake():
        usb.look(pico.clock_ms & 0x3FFFFFFF)
        return usb.awake(pico.clock_ms & 0x3FFFFFFF)

    for pico.clock_ms in (5, 6, 9, 0x3FFFFFFF, 0x40000000, 0x40000001):
        assert awake()
    pico.asleep = True
    pico.registers[0x50110048] = 77
    seen = []
    for _ in range(6):
        pico.clock_ms += 1
        seen.append(awake())
    assert seen == [True, True, True, False, False, False]
    pico.asleep = False
    assert awake()
