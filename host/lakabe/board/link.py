"""The host's end of the protocol: bytes in, events out, and what to send back.

A ``Link`` does no input or output, never sleeps and starts no thread: its owner carries bytes between it and
a transport and tells it the time. It sees to greetings, versions, order, gaps, acknowledgement and silence
(``firmware/PROTOCOL.md``).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from fanorona.wire import protocol
from lakabe.board import messages
from lakabe.board.events import Event, Hello, Lost, No, Ok, Silent, Text, Tick, Unanswered
from lakabe.errors import ProtocolError, UsageError

HELLO_S = 2.0
"""Seconds after which a hello without answer is said again."""
HELLO_TRIES = 5
RESEND_S = 1.0
"""Seconds after which a request to send again is repeated when nothing came of it."""
SILENCE_S = 12.0
"""A linked board says ``tick`` every 5 s. Without one for so long it is not linked, whatever else it says."""
KEEP_S = 4.0
"""A host silent for 15 s is gone to the board; after so long the last acknowledgement is repeated."""
ANSWER_S = 5.0
"""Seconds after which a command counts as unanswered."""

IN_VAIN = 3
"""So often a board may answer a request without a line that makes sense; then that line counts as lost."""

_DAMAGE = {protocol.BAD_CHECKSUM: "checksum", protocol.TOO_LONG: "length", protocol.BAD_FORMAT: "format"}
_REMEMBERED = 512
_EARLY = 1024
IDS = 9999
"""Commands are numbered from 1 up to this, and then from 1 again."""


class Link:
    """One board's line, across any number of connections.

    ``name``: what this host calls itself, a word. ``first_id``: the number of its first command; a board that
    sends again what it said to another host also sends that host's answers, which these numbers tell apart.
    ``hello``: the board's last hello, None while no board is linked. ``hello_id``: the number of this host's
    last hello; what comes after the Ok to it is news. ``last_seq``: the last line delivered.
    """

    def __init__(self, name: str, first_id: int = 1) -> None:
        self.hello: Hello | None = None
        self.hello_id = 0
        self.last_seq = 0
        self._name = name
        self._boot: str | None = None
        self._acked = 0
        self._ack_sent = 0
        self._ack_again = False
        self._unstored: set[int] = set()  # lines delivered that concern the link alone: acknowledged unasked
        self._digests: dict[
            int, tuple[int, bytes]
        ] = {}  # the last lines delivered, to tell copies from a restart
        self._early: dict[int, Event] = {}  # lines beyond a gap
        self._unheard: list[tuple[Event, bytes]] = []  # the latest lines in a row before the board's hello
        self._is_clean = True  # all that has come on this connection was heard, and sound
        self._ms = 0
        self._decoder = protocol.Decoder(protocol.BOARD_LEAD, True)
        self._out = bytearray()
        self._id = first_id - 1
        self._waiting: dict[int, tuple[tuple[str, ...], float | None]] = {}
        self._greeting = False  # a hello of ours is out
        self._greeted_at: float | None = None
        self._tries = 0
        self._is_met = False  # the latest hello of ours was answered
        self._resend = False  # to be said next
        self._asked = 0  # the number of the resend that is under way, 0 for none
        self._wanted = 0  # the first line that it asks for
        self._in_vain = (
            0  # how often that line was asked for, and the board had answered, and it did not come
        )
        self._asked_at: float | None = None
        self._alive_at: float | None = None  # the board's last sign of life
        self._said = False
        self._said_at: float | None = None

    # What the owner calls

    def connect(self) -> None:
        """A transport has just been opened: forget what was under way on the last one and say hello."""
        self._decoder = protocol.Decoder(protocol.BOARD_LEAD, True)
        self._out.clear()
        self._is_clean = True
        self._unlink()

    def receive(self, data: bytes, now: float) -> list[Event]:
        """Take bytes from the board at ``now``; the events that they complete.

        ``now`` is in seconds, of any clock that never goes back. ProtocolError where the board speaks another
        major version.
        """
        found: list[Event] = []
        decoder = self._decoder
        for byte in data:
            outcome = decoder.feed(byte)
            if outcome == protocol.NOTHING:
                continue
            if outcome == protocol.LINE:
                self._line(decoder, now, found)
                continue
            damage = _DAMAGE.get(outcome, "")
            text = decoder.line().decode("ascii", "backslashreplace")
            if text or damage:
                found.append(Text(self.last_seq, self._ms, text, damage))
            if damage:
                self._is_clean = False
                if self.hello is not None:
                    self._ask()
        return found

    def command(self, name: str, *arguments: str | int) -> int:
        """Queue a command; its id, which an Ok, No or Unanswered will carry. UsageError where it is none."""
        limits = messages.COMMANDS.get(name)
        if limits is None or not limits[0] <= len(arguments) <= limits[1]:
            raise UsageError(f"a board has no command {name!r} with {len(arguments)} arguments")
        identity = self._say(name, *arguments)
        self._waiting[identity] = ((name, *map(str, arguments)), None)
        return identity

    def ack(self, seq: int) -> None:
        """Everything up to ``seq`` is kept for good. What was not delivered yet is never acknowledged."""
        self._acked = max(self._acked, min(seq, self.last_seq))
        self._extend_ack()

    def tick(self, now: float) -> list[Event]:
        """Let time pass; call this a few times a second. ProtocolError where no board answers."""
        found: list[Event] = []
        if self._greeting:
            self._repeat_greeting(now)
        elif not self._is_met and self._is_late(now):
            self._greet()  # what was taken for the answer was one to an earlier hello
            self._greeting = False
        elif self._alive_at is not None and now - self._alive_at > SILENCE_S:
            found.append(Silent(self.last_seq, self._ms, now - self._alive_at))
            self._is_clean = False
            self._unlink()
        if self._said or self._said_at is None:
            self._said = False
            self._said_at = now
        elif now - self._said_at >= KEEP_S:
            self._ack_again = True
        if self._asked:
            if self._asked_at is None:
                self._asked_at = now
            elif now - self._asked_at >= RESEND_S:
                self._asked = 0
                if self._in_vain >= IN_VAIN:
                    self._skip(min(self._early, default=self.last_seq + 2) - 1, self._ms, found)
                else:
                    self._ask()
                self._asked_at = now
        for identity, (command, since) in list(self._waiting.items()):
            if since is None:
                self._waiting[identity] = (command, now)
            elif now - since >= ANSWER_S:
                del self._waiting[identity]
                found.append(Unanswered(self.last_seq, self._ms, identity, command[0]))
        return found

    def outgoing(self) -> bytes:
        """The bytes to send now; they count as sent. Acknowledgements go first, so that a ``bye`` is last."""
        queued = bytes(self._out)
        self._out.clear()
        if self.hello is not None:
            if self._resend:
                self._wanted = self.last_seq + 1
                self._asked = self._say("resend", self._wanted)
            if self._acked > self._ack_sent or self._ack_again:
                self._say("ack", self._acked)
                self._ack_sent = self._acked
        self._resend = False
        self._ack_again = False
        out = bytes(self._out) + queued
        self._out.clear()
        return out

    # Inside

    def _say(self, name: str, *arguments: str | int) -> int:
        self._id = self._id % IDS + 1
        self._said = True
        words = [str(self._id), name, *(str(argument) for argument in arguments)]
        try:
            if any(" " in word for word in words):
                raise ValueError("an argument has a space in it")
            self._out += protocol.encode(protocol.HOST_LEAD, " ".join(words).encode("ascii"))
        except ValueError as error:
            raise UsageError(f"{name!r} cannot be sent to a board: {error}") from None
        return self._id

    def _greet(self) -> None:
        version = f"{protocol.MAJOR}.{protocol.MINOR}"
        kept: tuple[str | int, ...] = () if self._boot is None else (self._boot, self._acked)
        self.hello_id = self._say("hello", version, self._name, *kept)
        self._greeting = True
        self._is_met = False
        self._greeted_at = None

    def _unlink(self) -> None:
        """Take nothing from the board before its next hello; what it says till then is asked for again."""
        self.hello = None
        self._asked = 0
        self._unheard.clear()
        self._ack_sent = 0
        self._alive_at = None
        self._tries = 0
        self._greet()

    def _is_late(self, now: float) -> bool:
        """Whether the answer to a hello is overdue, though the board is heard."""
        if self._greeted_at is None:
            self._greeted_at = now
        return now - self._greeted_at >= ANSWER_S

    def _repeat_greeting(self, now: float) -> None:
        if self._greeted_at is None:
            self._greeted_at = now
        elif now - self._greeted_at >= HELLO_S:
            self._tries += 1
            if self._tries >= HELLO_TRIES:
                self._tries = 0
                raise ProtocolError(
                    f"no Lakabe board answers; said hello {HELLO_TRIES} times",
                    "see that this is the board's port, restart the board, or put the firmware on it"
                    " with `lakabe flash`",
                )
            self._greet()
            self._greeted_at = now

    def _line(self, decoder: protocol.Decoder, now: float, found: list[Event]) -> None:
        seq = decoder.number(0)
        ms = decoder.number(1)
        if decoder.count < 3 or ms < 0 or seq < 1:
            found.append(Text(self.last_seq, self._ms, decoder.line().decode("ascii"), "format"))
            return
        name, *fields = [decoder.text(field).decode("ascii") for field in range(2, decoder.count)]
        self._check_version(name, fields)
        event = messages.read(seq, ms, name, fields)
        digest = decoder.line()[-4:]
        if isinstance(event, Hello):
            self._meet(event, now, found)
        elif self.hello is None:
            self._overhear(event, digest)
            return
        self._sequence(event, digest, now, found)

    def _check_version(self, name: str, fields: Sequence[str]) -> None:
        """Only the version field of a hello means the same in every version, so it is read by itself."""
        if name == "hello" and fields:
            theirs = fields[0]
        elif name == "no" and self.hello is None and fields[1:2] == ["version"]:
            theirs = fields[2] if len(fields) > 2 else "?"
        else:
            return
        try:
            major = messages.version(theirs)[0]
        except ValueError:
            major = -1
        if major != protocol.MAJOR:
            self.hello = None
            raise ProtocolError(
                f"the board speaks protocol {theirs} and this program {protocol.MAJOR}.{protocol.MINOR}",
                "update this program" if major > protocol.MAJOR else "update the board with `lakabe flash`",
            )

    def _overhear(self, event: Event, digest: bytes) -> None:
        """A line before the board's hello: with those in a row before it, it is the hello's board's."""
        if self._unheard:
            last, _ = self._unheard[-1]
            if event.seq != last.seq + 1 or len(self._unheard) >= _EARLY:
                self._unheard.clear()
        self._unheard.append((event, digest))

    def _meet(self, event: Hello, now: float, found: list[Event]) -> None:
        """Take the board's hello, and before it what has led up to it."""
        self._overhear(event, b"")
        before, self._unheard = self._unheard[:-1], []
        first = before[0][0].seq if before and self._is_clean else event.oldest
        self._hello(event, first, now, found)
        for earlier, digest in before:
            self._sequence(earlier, digest, now, found)

    def _hello(self, event: Hello, first: int, now: float, found: list[Event]) -> None:
        """``first``: the line with which a board that was not known begins."""
        known = self.hello
        restarted = event.boot != self._boot
        if event.minor > protocol.MINOR:
            warning = (
                f"the board speaks protocol {event.major}.{event.minor}, newer than {protocol.MAJOR}."
                f"{protocol.MINOR} here; what is new in it is passed over"
            )
            event = dataclasses.replace(event, warning=warning)
        if known is None or restarted:
            found.append(event)
        if known is None or restarted or event.seq > known.seq:
            self.hello = event
        if restarted:
            self._boot = event.boot
            self.last_seq = self._acked = max(first, event.oldest) - 1
            self._ack_sent = 0
            self._unstored.clear()
            self._digests.clear()
            self._early.clear()
            self._asked = 0
        elif event.oldest > self.last_seq + 1:
            self._skip(event.oldest - 1, event.ms, found)
        self._greeting = False
        self._tries = 0
        self._alive_at = now
        if known is not None and restarted:  # it has forgotten this host
            self._greet()

    def _skip(self, last: int, ms: int, found: list[Event]) -> None:
        """Lines up to ``last`` are gone."""
        found.append(Lost(last, ms, self.last_seq + 1, last))
        self.last_seq = last
        self._in_vain = 0
        self._ms = ms
        for seq in [seq for seq in self._early if seq <= last]:
            if self._answers_hello(self._early.pop(seq)):
                self._is_met = False  # nobody has heard it
        self._digests = {seq: known for seq, known in self._digests.items() if seq > last - _REMEMBERED}
        self._catch_up(found)

    def _answers_hello(self, event: Event) -> bool:
        """Whether it is the answer to the latest hello of ours."""
        return isinstance(event, Ok | No) and event.id == self.hello_id

    def _sequence(self, event: Event, digest: bytes, now: float, found: list[Event]) -> None:
        known = self._digests.get(event.seq)
        if known is not None and known != (event.ms, digest):
            self._is_clean = False
            self._unlink()  # another line under that number: the board restarted and its hello was lost
            return
        if event.seq <= self.last_seq:
            self._ack_again = True
            return
        self._digests[event.seq] = (event.ms, digest)
        if self._answers_hello(event):
            self._is_met = True
        if isinstance(event, Ok | No) and event.id == self._asked:
            if self.last_seq >= self._wanted:
                self._asked = (
                    0  # the rest may be asked for at once; where nothing has come, only after a while
                )
            else:
                self._in_vain += 1
        if isinstance(event, Tick):
            self._alive_at = now
        if isinstance(event, Lost) and event.first <= self.last_seq + 1 <= event.last < event.seq:
            self._skip(event.last, event.ms, found)
        if event.seq > self.last_seq + 1:
            if len(self._early) < _EARLY:
                self._early[event.seq] = event
            self._ask()
        elif event.seq == self.last_seq + 1:
            self._deliver(event, found)
            self._catch_up(found)

    def _catch_up(self, found: list[Event]) -> None:
        """Deliver what came early, as far as it follows on. The rest is on its way as a rule."""
        while self.last_seq + 1 in self._early:
            self._deliver(self._early.pop(self.last_seq + 1), found)
        if not self._early:
            self._asked = 0
            self._resend = False

    def _deliver(self, event: Event, found: list[Event]) -> None:
        self.last_seq = event.seq
        self._in_vain = 0
        self._ms = event.ms
        self._digests.pop(event.seq - _REMEMBERED, None)
        if isinstance(event, Hello | Lost):
            self._unstored.add(event.seq)
            self._extend_ack()
            return
        if isinstance(event, Ok | No):
            command, _ = self._waiting.pop(event.id, ((), None))
            if isinstance(event, Ok):
                event = dataclasses.replace(event, command=command)
        found.append(event)

    def _ask(self) -> None:
        """Ask for what is missing, unless that was done and the board has not answered yet."""
        if not self._asked and not self._resend:
            self._resend = True
            self._asked_at = None

    def _extend_ack(self) -> None:
        self._unstored = {seq for seq in self._unstored if seq > self._acked}
        while self._acked + 1 in self._unstored:
            self._acked += 1
            self._unstored.remove(self._acked)
