"""The board's lines: built, kept, dropped, sent again (PROTOCOL.md). Runs on CPython and on MicroPython."""

import json

from support import vector

from fanorona.rules.geometry import NONE
from fanorona.wire.outbox import BOARD_LEAD, MAX_LINE, Outbox
from fanorona.wire.protocol import BAD_FORMAT, LINE, MAX_NUMBER, NOTHING, Decoder, encode


def drain(outbox, size=64):
    """Everything that waits, in pieces of at most ``size``."""
    buffer = bytearray(size)
    out = b""
    while True:
        count = outbox.take(buffer, size)
        if not count:
            assert outbox.pending() == 0
            return out
        out += bytes(buffer[:count])


def take(outbox, size):
    buffer = bytearray(size)
    return bytes(buffer[: outbox.take(buffer, size)])


def write(outbox, word=b"x", now=0):
    outbox.begin(b"glow", now)
    outbox.put(word)
    return outbox.end()


def line(number, word=b"x"):
    return encode(BOARD_LEAD, str(number).encode() + b" 0 glow " + word)


def numbers(data):
    """The numbers of the sound lines in ``data``."""
    decoder = Decoder(BOARD_LEAD)
    found = []
    for byte in data:
        if decoder.feed(byte) == LINE:
            found.append(decoder.number(0))
    return found


def test_lines_of_the_vectors():
    """Word by word, the outbox writes the very bytes of the vectors."""
    count = 0
    for case in json.loads(vector("frames.json"))["board"]:
        if len(case["outcomes"]) != 1 or not case["outcomes"][0].startswith("line 2 "):
            continue
        words = case["outcomes"][0].split(" ")[1:]
        data = bytes([ord(c) for c in case["bytes"]])
        if len(words) < 3 or len(data) > MAX_LINE or not case["bytes"].startswith("@2 "):
            continue
        if not case["bytes"].endswith("\r\n") or data != encode(BOARD_LEAD, " ".join(words).encode()):
            continue
        outbox = Outbox(1024, 64)
        write(outbox)
        drain(outbox)
        outbox.begin(words[2].encode(), int(words[1]))
        for word in words[3:]:
            outbox.put(word.encode())
        assert outbox.end() == 2
        assert drain(outbox, 7) == data, case["name"]
        count += 1
    assert count > 50


def test_fields_of_every_kind():
    outbox = Outbox(512, 16)
    outbox.begin(b"move", 70950)
    outbox.put(b"1f6a09c3")
    outbox.put_char(45)
    outbox.add_number(4)
    outbox.put_number(0)
    outbox.put_point(21)
    outbox.put_char(45)
    outbox.add_point(22)
    outbox.add(b"A")
    outbox.space()
    outbox.add(b"xyz")
    outbox.put_number(-1)
    outbox.put_point(NONE)
    outbox.put(b"")
    assert outbox.end() == 1
    assert drain(outbox) == encode(BOARD_LEAD, b"1 70950 move 1f6a09c3-4 0 d3-e3A xyz - - -")


def test_numbers():
    for number in (0, 1, 9, 10, 11, 99, 100, 101, 12345, 65535, 99999999, 1000000000, MAX_NUMBER):
        outbox = Outbox(512, 16)
        outbox.begin(b"n", number)
        outbox.put_number(number)
        outbox.end()
        text = str(number).encode()
        assert drain(outbox) == encode(BOARD_LEAD, b"1 " + text + b" n " + text), number


def test_points():
    outbox = Outbox(512, 16)
    for p in range(45):
        outbox.begin(b"p", 0)
        outbox.put_point(p)
        outbox.end()
        assert drain(outbox).split(b" ")[3][:2] == bytes([97 + p % 9, 49 + p // 9])


def test_nothing_is_sent_before_the_end():
    outbox = Outbox(512, 16)
    write(outbox)
    outbox.begin(b"half", 0)
    outbox.put(b"done")
    assert drain(outbox) == line(1)
    assert outbox.pending() == 0
    outbox.begin(b"glow", 0)  # the half line is forgotten, its number is not used up
    outbox.put(b"x")
    assert outbox.end() == 2
    assert drain(outbox) == line(2)


def test_the_longest_line():
    outbox = Outbox(512, 16)
    assert write(outbox, b"x" * 183) == 1  # 9 bytes before it, 192 in all
    assert len(drain(outbox)) == MAX_LINE
    assert write(outbox, b"x" * 184) == 0
    assert outbox.refused == 1
    assert write(outbox, b"y") == 2
    assert drain(outbox) == line(2, b"y")


def test_lines_too_long_in_every_way():
    def bytes_one_by_one(outbox):
        for _ in range(300):
            outbox.put_char(120)

    def numbers_to_no_end(outbox):
        for _ in range(30):
            outbox.put_number(1000000)

    def points(outbox):
        for _ in range(70):
            outbox.put_point(3)

    def one_long_word(outbox):
        outbox.put(b"x" * 5000)

    def long_then_short(outbox):
        outbox.put(b"x" * 5000)
        outbox.put(b"x")
        outbox.put_number(3)
        outbox.put_char(3)

    for fill in (bytes_one_by_one, numbers_to_no_end, points, one_long_word, long_then_short):
        outbox = Outbox(512, 16)
        first = write(outbox)
        outbox.begin(b"long", 0)
        fill(outbox)
        assert outbox.end() == 0 and outbox.refused == 1
        assert write(outbox) == first + 1
        assert drain(outbox) == line(1) + line(2)


def test_putting_without_a_line():
    """Nothing is begun: nothing happens, least of all to the lines held."""
    outbox = Outbox(512, 16)
    for _ in range(14):
        write(outbox)

    def put_everything():
        outbox.put(b"xxxx" * 30)
        outbox.put_number(12345)
        outbox.put_point(1)
        outbox.put_char(64)
        outbox.add(b"yyyy")
        outbox.space()
        assert outbox.end() == 0

    put_everything()
    wanted = b""
    for number in range(1, 15):
        wanted += line(number)
    assert drain(outbox) == wanted
    put_everything()
    assert outbox.rewind(1)
    assert drain(outbox) == wanted
    assert outbox.refused == 0


def test_sending_again():
    outbox = Outbox(1024, 16)
    for _ in range(4):
        write(outbox)
    everything = line(1) + line(2) + line(3) + line(4)
    assert drain(outbox) == everything
    assert outbox.rewind(3)
    assert drain(outbox) == line(3) + line(4)
    assert outbox.rewind(1)
    assert drain(outbox) == everything
    assert outbox.rewind(5)  # the next one: nothing to do
    assert drain(outbox) == b""
    for number in (0, -1, 6, 100):
        assert not outbox.rewind(number), number
    assert drain(outbox) == b""


def test_sending_again_passes_over_nothing_unsent():
    outbox = Outbox(1024, 16)
    for _ in range(4):
        write(outbox)
    take(outbox, len(line(1)))
    assert outbox.rewind(3) and outbox.rewind(5)
    assert drain(outbox) == line(2) + line(3) + line(4)


def test_sending_again_from_the_middle_of_a_line():
    for number in (1, 2):
        outbox = Outbox(1024, 16)
        for _ in range(3):
            write(outbox)
        sent = take(outbox, len(line(1)) + 5)
        assert outbox.rewind(number)
        assert outbox.pending() == 1 + (3 - number + 1) * len(line(1))
        sent += drain(outbox)
        again = line(1) + line(2) + line(3) if number == 1 else line(2) + line(3)
        assert sent == line(1) + line(2)[:5] + b"\n" + again


def test_a_stump_is_never_a_line():
    whole = line(1) + line(2)
    for cut in range(1, len(line(1))):
        outbox = Outbox(1024, 16)
        write(outbox)
        write(outbox)
        sent = take(outbox, cut)
        outbox.rewind(1)
        sent += drain(outbox, 1)
        assert sent == whole[:cut] + b"\n" + whole
        expected = [1, 1, 2] if cut >= len(line(1)) - 2 else [1, 2]
        assert numbers(sent) == expected, cut


def test_acknowledging():
    outbox = Outbox(1024, 16)
    assert (outbox.oldest, outbox.next, outbox.acked) == (1, 1, 0)
    for _ in range(4):
        write(outbox)
    for number, acked in ((-1, 0), (0, 0), (2, 2), (1, 2), (5, 2), (1000, 2), (4, 4)):
        outbox.ack(number)
        assert outbox.acked == acked, number
    assert outbox.oldest == 1  # kept as long as there is room
    assert outbox.rewind(1)


def test_the_oldest_go_first():
    outbox = Outbox(512, 64)
    for number in range(1, 101):
        assert write(outbox) == number
        assert outbox.next == number + 1
    assert outbox.oldest > 1
    held = drain(outbox)
    assert numbers(held) == list(range(outbox.oldest, 101))
    assert 150 < len(held) <= 512 - MAX_LINE + len(line(100))
    assert not outbox.rewind(outbox.oldest - 1)
    assert outbox.rewind(outbox.oldest)
    assert drain(outbox) == held


def test_as_many_lines_as_there_are_places():
    outbox = Outbox(4096, 8)
    for number in range(1, 21):
        write(outbox)
        assert outbox.oldest == max(1, number - 7)
    assert numbers(drain(outbox)) == list(range(13, 21))


def test_sent_lines_go_several_at_a_time():
    outbox = Outbox(1024, 64)
    dropped = []
    for _ in range(200):
        oldest = outbox.oldest
        write(outbox)
        drain(outbox)
        dropped.append(outbox.oldest - oldest)
    steady = dropped[100:]
    assert sum(steady) > 80
    assert max(steady) >= 128 // len(line(100))
    assert steady.count(0) > 60


def test_asking_for_the_oldest_comes_to_an_end():
    """Each answer is a line too. It must not push out what was asked for for ever."""
    outbox = Outbox(1024, 64)
    for _ in range(200):
        write(outbox)
    drain(outbox)
    for _ in range(3):
        wanted = outbox.oldest
        write(outbox, b"an-answer")
        write(outbox, b"another-answer")
        if outbox.rewind(wanted):
            return
        drain(outbox)
    raise AssertionError("never")


def test_the_line_being_sent_is_dropped():
    """The stump is closed, what follows begins at the beginning of a line."""
    for cut in range(1, len(line(1)) - 2):
        outbox = Outbox(512, 2)
        write(outbox)
        write(outbox)
        sent = take(outbox, cut)
        write(outbox, b"y")
        assert outbox.oldest == 2
        sent += drain(outbox)
        assert sent == line(1)[:cut] + b"\n" + line(2) + line(3, b"y")


def test_everything_is_dropped_while_a_line_is_being_sent():
    outbox = Outbox(512, 64)
    write(outbox, b"x" * 100)
    take(outbox, 50)
    for _ in range(30):
        write(outbox, b"y" * 150)
    found = []
    decoder = Decoder(BOARD_LEAD)
    for byte in b"@1 0 glow xxxxx" + drain(outbox):
        outcome = decoder.feed(byte)
        if outcome != NOTHING:
            found.append(outcome)
    assert found == [BAD_FORMAT, LINE, LINE]


def test_a_line_that_would_fill_the_ring_to_the_last_byte():
    """A full ring would look like an empty one."""
    outbox = Outbox(512, 16)
    words = (b"x" * 139, b"y" * 139, b"z" * 183)
    for word in words:
        write(outbox, word)
    assert len(line(1, words[0])) == 156 and len(line(3, words[2])) == MAX_LINE
    assert outbox.oldest == 2
    wanted = line(2, words[1]) + line(3, words[2])
    assert drain(outbox) == wanted
    assert outbox.rewind(2)
    assert drain(outbox) == wanted


def test_room():
    """While there is room for a line, no unsent line is dropped; and there is room when all is sent."""
    for size, lines in ((512, 64), (1024, 8), (2048, 128)):
        outbox = Outbox(size, lines)
        most = 0
        for number in range(1, 200):
            unsent = outbox.next - 1
            while outbox.room() >= MAX_LINE:
                write(outbox, b"z" * (number % 50 + 1))
                unsent += 1
                assert outbox.next - 1 == unsent
            assert outbox.oldest <= most + 1, number
            sent = numbers(drain(outbox))
            assert sent == list(range(most + 1, unsent + 1)), number
            most = unsent
            assert outbox.room() == size - 1
            outbox.ack(most)


def test_room_counts_the_line_under_way():
    outbox = Outbox(512, 16)
    write(outbox)
    size = len(line(1))
    assert outbox.room() == 511 - size
    take(outbox, size - 1)
    assert outbox.room() == 511 - size
    take(outbox, 1)
    assert outbox.room() == 511


def test_taking_piece_by_piece():
    for piece in (1, 2, 3, 5, 17, 64, 200):
        outbox = Outbox(512, 16)
        wanted = b""
        got = b""
        for number in range(1, 60):
            write(outbox)
            wanted += line(number)
            if number % 3 == 0:
                got += drain(outbox, piece)
        got += drain(outbox, piece)
        assert got == wanted, piece


def test_taking_nothing():
    outbox = Outbox(512, 16)
    buffer = bytearray(8)
    assert outbox.take(buffer, 8) == 0
    write(outbox)
    assert outbox.take(buffer, 0) == 0 and outbox.take(buffer, -1) == 0
    assert outbox.pending() == len(line(1))


def test_sizes_that_cannot_be():
    for size, lines in ((256, 16), (1000, 16), (131072, 16), (512, 0), (512, 1), (512, 12), (0, 2)):
        try:
            Outbox(size, lines)
        except ValueError:
            continue
        raise AssertionError((size, lines))
