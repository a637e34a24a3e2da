"""A board reduced to its end of the protocol: the real outbox and decoder, and the answers a link needs."""

from __future__ import annotations

from fanorona.wire.outbox import Outbox
from fanorona.wire.protocol import HOST_LEAD, LINE, NOTHING, Decoder

RESEND_S = 2.0
TICK_S = 5.0


class FakeBoard:
    """``tick`` moves its clock ``now`` (seconds). Without ``answers`` it hears nothing: it hangs."""

    def __init__(
        self, boot: str = "1f6a09c3", version: str = "1.0", size: int = 8192, lines: int = 256
    ) -> None:
        self.boot = boot
        self.version = version
        self.outbox = Outbox(size, lines)
        self.answers = True
        self.linked = False
        self.now = 0.0
        self.heard: list[str] = []
        self._decoder = Decoder(HOST_LEAD)
        self._told_at = 0.0
        self._acked = 0
        self._acked_at = 0.0
        self.hello()

    def say(self, name: str, *words: str | int) -> int:
        """Write a line; its number."""
        self.outbox.begin(name.encode(), int(self.now * 1000))
        for word in words:
            self.outbox.put(str(word).encode())
        return self.outbox.end()

    def hello(self) -> int:
        outbox = self.outbox
        return self.say(
            "hello",
            self.version,
            "0.1.0",
            "e6614103e7396b2c",
            self.boot,
            "lights,raw",
            outbox.oldest,
            outbox.next,
        )

    def sent(self, limit: int = 1 << 20) -> bytes:
        """The bytes that leave the board now."""
        buffer = bytearray(min(limit, self.outbox.pending()))
        count = self.outbox.take(buffer, len(buffer))
        return bytes(buffer[:count])

    def receive(self, data: bytes) -> None:
        if not self.answers:
            return
        decoder = self._decoder
        for byte in data:
            found = decoder.feed(byte)
            if found == LINE:
                self._obey(decoder)
            elif found != NOTHING:
                self.say("bad", "format")

    def tick(self, now: float) -> None:
        self.now = now
        outbox = self.outbox
        if outbox.acked > self._acked or outbox.acked >= outbox.next - 1:
            self._acked = outbox.acked
            self._acked_at = now
        if not self.linked:
            return
        if now - self._told_at >= TICK_S:
            self._told_at = now
            self.say("tick")
        if now - self._acked_at >= RESEND_S:
            self._acked_at = now
            outbox.rewind(max(outbox.acked + 1, outbox.oldest))

    def _obey(self, decoder: Decoder) -> None:
        identity, name, *words = [decoder.text(i).decode() for i in range(decoder.count)]
        self.heard.append(" ".join([name, *words]))
        if name == "ack":
            self.outbox.ack(int(words[0]))
        elif name == "resend":
            self._resend(int(words[0]))
            self.say("ok", identity)
        elif name == "hello":
            if words[0].split(".")[0] != self.version.split(".")[0]:
                self.say("no", identity, "version", self.version)
                return
            if words[2:3] == [self.boot]:
                self.outbox.ack(int(words[3]))
                self._resend(int(words[3]) + 1)
            else:
                self._resend(self.outbox.oldest)
            self.hello()
            self.linked = True
            self._told_at = self._acked_at = self.now
            self.say("synced")
        else:
            self.say("ok", identity)

    def _resend(self, number: int) -> None:
        if not self.outbox.rewind(number) and 0 < number < self.outbox.oldest:
            self.say("lost", number, self.outbox.oldest - 1)
            self.outbox.rewind(self.outbox.oldest)
