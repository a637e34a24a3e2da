"""Whatever bytes come, in whatever order things are called: framing, outbox and link keep their promises."""

from __future__ import annotations

from hypothesis import example, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from fanorona.wire.outbox import Outbox
from fanorona.wire.protocol import (
    BAD_CHECKSUM,
    BAD_FORMAT,
    BOARD_LEAD,
    HOST_LEAD,
    LINE,
    MAX_LINE,
    NOTHING,
    TEXT,
    TOO_LONG,
    Decoder,
    encode,
)
from lakabe.board.events import Hello, Lost, Text
from lakabe.board.link import Link
from lakabe.errors import ProtocolError

LEADS = st.sampled_from([BOARD_LEAD, HOST_LEAD])
WORD = st.text(alphabet=[chr(c) for c in range(33, 127) if chr(c) not in "@$"], min_size=1, max_size=30)
BODY = st.builds(
    lambda number, words: " ".join([str(number), *words]).encode(),
    st.integers(0, 2**30 - 1),
    st.lists(WORD, min_size=1, max_size=5),
)
# Bytes like those on the line are likelier than others.
NOISE = st.lists(
    st.binary(max_size=20) | st.sampled_from([b"@", b"$", b"*", b"\r", b"\n", b" ", b"@1 2 tick*0000\r\n"])
).map(b"".join)
OUTCOMES = {NOTHING, LINE, BAD_CHECKSUM, TOO_LONG, BAD_FORMAT, TEXT}


def feed(decoder: Decoder, data: bytes) -> list[int]:
    return [outcome for byte in data if (outcome := decoder.feed(byte)) != NOTHING]


@given(lead=LEADS, noise=st.one_of(st.binary(max_size=1000), NOISE), keep_text=st.booleans())
def test_any_bytes_decode(lead: int, noise: bytes, keep_text: bool) -> None:
    decoder = Decoder(lead, keep_text)
    for byte in noise:
        outcome = decoder.feed(byte)
        assert outcome in OUTCOMES
        assert (decoder.count > 0) == (outcome == LINE)
        assert outcome != TEXT or keep_text
        for field in range(-1, decoder.count + 1):
            decoder.number(field)
            decoder.point(field)
            decoder.text(field)
            decoder.is_word(field, b"x")
        if outcome == LINE:
            body = b" ".join(decoder.text(i) for i in range(decoder.count))
            assert encode(lead, body).startswith(bytes([lead]) + decoder.line())


@given(lead=LEADS, noise=NOISE, body=BODY, between=st.sampled_from([b"", b"\n", b"\r\n", b">>> "]))
def test_garbage_before_a_line_does_it_no_harm(lead: int, noise: bytes, body: bytes, between: bytes) -> None:
    decoder = Decoder(lead)
    assert feed(decoder, noise + between + encode(lead, body))[-1:] == [LINE]
    assert decoder.line().startswith(body)


@given(lead=LEADS, body=BODY)
def test_what_is_encoded_is_decoded(lead: int, body: bytes) -> None:
    decoder = Decoder(lead)
    line = encode(lead, body)
    assert len(line) <= MAX_LINE
    assert feed(decoder, line) == [LINE]
    assert [decoder.text(i) for i in range(decoder.count)] == body.split(b" ")
    assert decoder.number(0) == int(body.split(b" ")[0])


@given(body=st.binary(max_size=250))
@example(b"1 x")
def test_encode_takes_what_the_decoder_takes(body: bytes) -> None:
    try:
        line = encode(BOARD_LEAD, body)
    except ValueError:
        return
    number = body.split(b" ")[0]
    numbered = number.isdigit() and int(number) < 2**30
    assert feed(Decoder(BOARD_LEAD), line) == [LINE if numbered else BAD_FORMAT]


@given(body=BODY, data=st.data())
def test_a_flipped_bit_is_noticed(body: bytes, data: st.DataObject) -> None:
    line = bytearray(encode(BOARD_LEAD, body))
    place = data.draw(st.integers(0, len(line) - 3))
    line[place] ^= 1 << data.draw(st.integers(0, 7))
    assert LINE not in feed(Decoder(BOARD_LEAD), bytes(line))


@given(noise=st.one_of(st.binary(max_size=1000), NOISE))
def test_any_bytes_go_through_a_link(noise: bytes) -> None:
    link = Link("lakabe")
    link.connect()
    link.receive(noise, 0.0)
    link.receive(encode(BOARD_LEAD, b"1 1 hello 1.0 f s 1f6a09c3 - 1 1"), 0.0)
    link.receive(noise, 0.0)
    link.receive(encode(BOARD_LEAD, b"2 1 tick"), 0.0)
    assert link.last_seq == 2


LINES = st.one_of(
    st.builds("{} 1 lift d3".format, st.integers(0, 12)),
    st.builds("{} 1 lost {} {}".format, st.integers(1, 12), st.integers(0, 12), st.integers(0, 12)),
    st.builds(
        "{} 1 hello 1.0 f s {} - {} {}".format,
        st.integers(1, 12),
        st.sampled_from(["1f6a09c3", "00c0ffee"]),
        st.integers(1, 12),
        st.integers(1, 12),
    ),
    st.builds("{} 1 {}".format, st.integers(0, 12), WORD),
)


@given(lines=st.lists(LINES, max_size=40), acks=st.lists(st.integers(-1, 50), min_size=40, max_size=40))
def test_sound_lines_in_any_order(lines: list[str], acks: list[int]) -> None:
    """Numbers go up within one boot, nothing undelivered is acknowledged, and nothing raises."""
    link = Link("lakabe")
    link.connect()
    last = 0
    for number, (line, ack) in enumerate(zip(lines, acks, strict=False)):
        try:
            body = encode(BOARD_LEAD, line.encode())
        except ValueError:
            continue
        try:
            found = link.receive(body, number / 10)
        except ProtocolError:
            assert "hello" in line or "version" in line
            return
        for event in found:
            if isinstance(event, Hello):
                last = 0
            elif not isinstance(event, Text):
                assert event.seq > last or isinstance(event, Lost)
                assert event.seq <= link.last_seq
                last = event.seq
        link.ack(ack)
        link.tick(number / 10)
        for out in link.outgoing().decode().splitlines():
            words = out[1:-5].split(" ")
            if words[1] == "ack":
                assert int(words[2]) <= link.last_seq
            if words[1] == "resend":
                assert int(words[2]) == link.last_seq + 1


class OutboxModel(RuleBasedStateMachine):
    """The outbox against a list of lines and a place in it."""

    @initialize(size=st.sampled_from([512, 1024, 2048]), lines=st.sampled_from([2, 4, 16, 64]))
    def start(self, size: int, lines: int) -> None:
        self.outbox = Outbox(size, lines)
        self.size = size
        self.places = lines
        self.held: list[bytes] = []
        self.oldest = 1
        self.acked = 0
        self.line = 0  # index in `held` of the line being sent
        self.done = 0  # bytes of it sent
        self.stump = False
        self.words: list[bytes] | None = None

    def lacks_room(self, free: int, places: int) -> bool:
        return self.size - sum(map(len, self.held)) <= free or len(self.held) >= places

    def drop(self) -> None:
        if self.line == 0:
            self.stump |= self.done > 0
            self.done = 0
        else:
            self.line -= 1
        del self.held[0]
        self.oldest += 1

    @rule(now=st.integers(0, 2**30 - 1))
    def begin(self, now: int) -> None:
        full = self.lacks_room(MAX_LINE, self.places)
        while self.lacks_room(MAX_LINE, self.places):
            self.drop()
        while (
            full and self.line and self.lacks_room(MAX_LINE + self.size // 8, self.places - self.places // 8)
        ):
            self.drop()
        self.outbox.begin(b"glow", now)
        self.words = [str(self.oldest + len(self.held)).encode(), str(now).encode(), b"glow"]

    @rule(word=WORD, times=st.sampled_from([1, 1, 1, 20]))
    def put(self, word: str, times: int) -> None:
        self.outbox.put(word.encode() * times)
        if self.words is not None:
            self.words.append(word.encode() * times)

    @rule(number=st.integers(-3, 2**30 - 1))
    def put_number(self, number: int) -> None:
        self.outbox.put_number(number)
        if self.words is not None:
            self.words.append(str(number).encode() if number >= 0 else b"-")

    @rule()
    def end(self) -> None:
        number = self.outbox.end()
        if self.words is None:
            assert number == 0
            return
        body = b" ".join(self.words)
        self.words = None
        if len(body) > MAX_LINE - 8:
            assert number == 0
            return
        decoder = Decoder(BOARD_LEAD)
        line = b"@" + body + b"*" + _digits(body) + b"\r\n"
        assert len(body.split(b" ")) > 16 or feed(decoder, line) == [LINE]
        self.held.append(line)
        assert number == self.oldest + len(self.held) - 1

    @rule(size=st.integers(-1, 300))
    def take(self, size: int) -> None:
        buffer = bytearray(max(size, 0))
        count = self.outbox.take(buffer, size)
        wanted = (b"\n" if self.stump else b"") + b"".join(self.held[self.line :])[self.done :]
        wanted = wanted[: max(size, 0)]
        assert bytes(buffer[:count]) == wanted
        if wanted and self.stump:
            wanted = wanted[1:]
            self.stump = False
        self.done += len(wanted)
        while self.line < len(self.held) and self.done >= len(self.held[self.line]):
            self.done -= len(self.held[self.line])
            self.line += 1

    @rule(back=st.integers(-3, 70))
    def ack(self, back: int) -> None:
        number = self.oldest + len(self.held) - back
        self.outbox.ack(number)
        if self.acked < number < self.oldest + len(self.held):
            self.acked = number

    @rule(back=st.integers(-2, 70))
    def rewind(self, back: int) -> None:
        following = self.oldest + len(self.held)
        number = following - back
        held = self.oldest <= number <= following
        assert self.outbox.rewind(number) == held
        if held and number < following:
            index = number - self.oldest
            if index < self.line or (index == self.line and self.done):
                self.stump |= self.done > 0
                self.line = index
                self.done = 0

    @invariant()
    def agrees(self) -> None:
        if not hasattr(self, "held"):
            return
        unsent = self.held[self.line :]
        assert self.outbox.oldest == self.oldest
        assert self.outbox.next == self.oldest + len(self.held)
        assert self.outbox.acked == self.acked
        assert self.outbox.pending() == self.stump + sum(map(len, unsent)) - self.done
        room = 0 if len(unsent) >= self.places else self.size - 1 - sum(map(len, unsent))
        assert self.outbox.room() == room


def _digits(body: bytes) -> bytes:
    """Fletcher-16, reduced at every step."""
    first = second = 0
    for byte in body:
        first = (first + byte) % 255
        second = (second + first) % 255
    return f"{second:02x}{first:02x}".encode()


TestOutboxModel = OutboxModel.TestCase
TestOutboxModel.settings = settings(max_examples=60, stateful_step_count=60, deadline=None)
