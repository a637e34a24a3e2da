"""Framing, and reading whatever comes down the wire (PROTOCOL.md). Runs on CPython and on MicroPython."""

import json

from support import vector

from fanorona.rules.geometry import NONE
from fanorona.wire.protocol import (
    BAD_CHECKSUM,
    BAD_FORMAT,
    BOARD_LEAD,
    HOST_LEAD,
    LINE,
    MAX_FIELDS,
    MAX_LINE,
    MAX_NUMBER,
    NOTHING,
    TEXT,
    TOO_LONG,
    Decoder,
    checksum,
    checksum_text,
    encode,
)

FRAMES = json.loads(vector("frames.json"))
NAMES = {LINE: "line", BAD_CHECKSUM: "checksum", TOO_LONG: "length", BAD_FORMAT: "format", TEXT: "text"}


def raw(text):
    """The bytes of a vector, in which each character stands for one byte."""
    return bytes([ord(c) for c in text])


def shown(data):
    return "".join([chr(byte) for byte in data])


def outcomes(decoder, data):
    """What the decoder makes of ``data``, in the words of the vectors."""
    found = []
    for byte in data:
        code = decoder.feed(byte)
        if code == LINE:
            found.append("line " + " ".join([shown(decoder.text(i)) for i in range(decoder.count)]))
        elif code == TEXT:
            found.append("text " + shown(decoder.line()))
        elif code != NOTHING:
            found.append(NAMES[code])
    return found


def test_checksums_known_from_elsewhere():
    for text, digits in FRAMES["checksums"]:
        assert checksum_text(raw(text)) == raw(digits), text
        assert checksum(raw(text)) == int(digits, 16), text
    assert checksum(b"") == 0


def test_board_vectors():
    assert len(FRAMES["board"]) > 90
    for case in FRAMES["board"]:
        found = outcomes(Decoder(BOARD_LEAD, True), raw(case["bytes"]))
        assert found == case["outcomes"], (case["name"], found)


def test_board_vectors_without_text():
    for case in FRAMES["board"]:
        found = outcomes(Decoder(BOARD_LEAD), raw(case["bytes"]))
        wanted = [outcome for outcome in case["outcomes"] if not outcome.startswith("text ")]
        assert found == wanted, (case["name"], found)


def test_host_vectors():
    assert len(FRAMES["host"]) > 35
    for case in FRAMES["host"]:
        found = outcomes(Decoder(HOST_LEAD), raw(case["bytes"]))
        assert found == case["outcomes"], (case["name"], found)


def test_all_vectors_in_one_stream():
    """Nothing that came before, be it broken off in the middle, changes what a line is."""
    for side, lead in (("board", BOARD_LEAD), ("host", HOST_LEAD)):
        decoder = Decoder(lead)
        for case in FRAMES[side]:
            found = outcomes(decoder, raw(case["bytes"]))
            wanted = [outcome for outcome in case["outcomes"] if not outcome.startswith("text ")]
            assert found[len(found) - len(wanted) :] == wanted, (case["name"], found)


def plain(case, lead, end):
    """The body of a vector that is one line exactly as ``encode`` writes it, else empty."""
    if len(case["outcomes"]) != 1 or not case["outcomes"][0].startswith("line "):
        return b""
    body = case["outcomes"][0][5:]
    size = 1 + len(body) + 5 + len(end)
    return raw(body) if case["bytes"][0] == chr(lead) and len(case["bytes"]) == size else b""


def test_encode_gives_the_vectors():
    for side, lead, end, least in (("board", BOARD_LEAD, "\r\n", 50), ("host", HOST_LEAD, "\n", 22)):
        count = 0
        for case in FRAMES[side]:
            body = plain(case, lead, end)
            if body:
                count += 1
                assert encode(lead, body) == raw(case["bytes"]), case["name"]
        assert count >= least, (side, count)


def test_encode_refuses_what_could_not_be_read():
    bodies = (
        b"",
        b"x",
        b"1 a ",
        b" 1 a",
        b"1  a",
        b"1 a\n",
        b"1 a\r",
        b"1 a\t",
        b"1 a\x7f",
        b"1 \xe9",
        b"1 a@b",
        b"1 a$b",
        b"1" + b" a" * 16,
        b"1 " + b"x" * 191,
    )
    for body in bodies:
        try:
            encode(BOARD_LEAD, body)
        except ValueError:
            continue
        raise AssertionError(body)
    assert len(encode(BOARD_LEAD, b"1 " + b"x" * 190)) == MAX_LINE


def test_every_single_changed_byte_is_noticed():
    line = encode(BOARD_LEAD, b"7 70950 move 1f6a09c3-4 1 d3-e3A 22 21")
    tick = encode(BOARD_LEAD, b"8 75000 tick")
    for place in range(len(line) - 2):
        for byte in (0, 10, 13, 32, 42, 48, 64, 97, 255, line[place] ^ 1, line[place] ^ 32):
            if byte == line[place]:
                continue
            decoder = Decoder(BOARD_LEAD)
            found = outcomes(decoder, line[:place] + bytes([byte]) + line[place + 1 :] + tick)
            assert found[-1] == "line 8 75000 tick", (place, byte, found)
            assert len([one for one in found if one.startswith("line ")]) == 1, (place, byte, found)


def test_every_cut_is_noticed():
    """A line that ends anywhere, followed by the end of a line or by another one, is not taken for a line."""
    line = encode(BOARD_LEAD, b"7 90000 result 1f6a09c3-4 * abandoned")
    tick = encode(BOARD_LEAD, b"8 75000 tick")
    for cut in range(1, len(line) - 2):
        for between in (b"", b"\n", b"\r\n", b">>> "):
            found = outcomes(Decoder(BOARD_LEAD), line[:cut] + between + tick)
            assert [one for one in found if one.startswith("line ")] == ["line 8 75000 tick"], (cut, found)


def read(body):
    decoder = Decoder(BOARD_LEAD)
    found = NOTHING
    for byte in encode(BOARD_LEAD, body):
        found = decoder.feed(byte)
    assert found == LINE
    return decoder


def test_fields():
    decoder = read(b"12 345 move d3 -")
    assert decoder.count == 5
    assert [decoder.text(i) for i in range(5)] == [b"12", b"345", b"move", b"d3", b"-"]
    assert [decoder.length(i) for i in range(5)] == [2, 3, 4, 2, 1]
    assert [decoder.start(i) for i in range(5)] == [0, 3, 7, 12, 15]
    assert decoder.is_word(2, b"move") and decoder.is_word(4, b"-")
    for word in (b"mov", b"moved", b"mave", b"", b"ove"):
        assert not decoder.is_word(2, word), word


def test_fields_that_are_not_there():
    for decoder in (read(b"12 345 tick"), Decoder(BOARD_LEAD)):
        for field in (-1, 3, 4, MAX_FIELDS, MAX_FIELDS + 1, 1000):
            assert decoder.text(field) == b""
            assert decoder.length(field) == 0 and decoder.start(field) == 0
            assert decoder.number(field) == -1 and decoder.point(field) == NONE
            assert not decoder.is_word(field, b"tick") and not decoder.is_word(field, b"")


def test_no_fields_after_a_bad_line():
    decoder = read(b"12 345 tick")
    for byte in b"@12 345 tick*0000\r\n":
        decoder.feed(byte)
    assert decoder.count == 0 and decoder.number(0) == -1


def test_numbers():
    cases = (
        (b"0", 0),
        (b"7", 7),
        (b"007", 7),
        (b"1073741823", MAX_NUMBER),
        (b"1073741824", -1),
        (b"1073741830", -1),
        (b"2000000000", -1),
        (b"99999999999999999999999", -1),
        (b"-1", -1),
        (b"-", -1),
        (b"+1", -1),
        (b"1.0", -1),
        (b"1a", -1),
        (b"/", -1),
        (b":", -1),
    )
    for text, value in cases:
        assert read(b"1 1 " + text).number(2) == value, text


def test_points():
    for p in range(45):
        name = bytes([97 + p % 9, 49 + p // 9])
        assert read(b"1 1 " + name).point(2) == p, name
    for text in (b"j1", b"a0", b"a6", b"`1", b"A1", b"a", b"a11", b"-", b"1a"):
        assert read(b"1 1 " + text).point(2) == NONE, text
