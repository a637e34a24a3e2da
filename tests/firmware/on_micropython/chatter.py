# A host that talks to the virtual board while its heap is locked: once it is made, nothing here creates
# anything either. Runs on MicroPython.

from powered import hardware

from fanorona.wire.protocol import HOST_LEAD, encode

TALK = (
    b"snapshot",
    b"version",
    b"games",
    b"resend 1",
    b"resend 99999",
    b"get level",
    b"get power",
    b"get brightness",
    b"get repetition",
    b"get nonsense",
    b"set level 1",
    b"set level 4",
    b"set level 3",
    b"set power 20",
    b"set power 365",
    b"set brightness 90",
    b"set brightness 255",
    b"set fifty 2",
    b"set colour 1",
    b"watch lights 1",
    b"watch lights 0",
    b"watch raw 1",
    b"watch raw 0",
    b"watch stars 1",
    b"hint -",
    b"go",
    b"play 1 e2-e3A",
    b"end 2-0",
    b"hello 2.0 other",
    b"hello",
    b"dance",
)
JUNK = (
    b"$1 new*0000\n",
    b"$1 new\n",
    b"$" + b"x" * 300 + b"\n",
    b"\x00\xff\x80hello\r\n$$$\n",
)
KEPT = (b"game", b"move", b"irregular", b"takeback", b"result", b"ask", b"restored")
ACK_MS = 250  # between two acknowledgements
BRISK_MS = 2048  # between two things it says on average; doubled each time as long as no hand stirs, up to
CALM_MS = 40_000
LEAVES = 60  # of so many things it says, one is that it goes away for a while
AWAY_MS = 40_000

_ACK = b"$1 ack "
_HEX = b"0123456789abcdef"
_TAIL = 6  # bytes from the star on: four digits and a carriage return follow
_SHORTEST = 12
_NEWLINE = 10
_SPACE = 32
_AT = 64
_STAR = 42
_ZERO = 48


class Chatter:
    """Acknowledges what the board says, keeps what it says of the game, and talks at random.

    said: how many lines it has sent. heard: lines of the board, each counted once. lost: how many of its
    numbers never came. A `leaver` hangs up, or stops reading, now and then for longer than the board can
    keep lines. One who is `lenient` wants no level but 0.
    """

    def __init__(self, seed, leaver, room, lenient):
        self.said = 0
        self.heard = 0
        self.lost = 0
        self.kept = 0  # bytes of `book` in use: the lines about the game, without their number and time
        self.book = bytearray(room)
        self.due = 0
        self._pause = BRISK_MS
        self._leaver = leaver
        self._seed = seed
        self._back = -1
        talk = [b"set level 0" if lenient and text[:9] == b"set level" else text for text in TALK]
        self._lines = [bytearray(encode(HOST_LEAD, b"7 " + text)) for text in talk]
        self._lines += [bytearray(text) for text in JUNK]
        self._hello = bytearray(encode(HOST_LEAD, b"2 hello 1.0 test"))
        self._bye = bytearray(encode(HOST_LEAD, b"3 bye"))
        self._line = bytearray(512)
        self._size = 0
        self._last = 0
        self._acked = 0
        self._acked_at = 0
        self._ack = bytearray(32)
        self._digits = bytearray(12)

    def come(self):
        """Opens the port and says hello."""
        hardware.connected[0] = 1
        hardware.ends[3] = hardware.ends[2]
        self._size = 0
        self._say(self._hello, len(self._hello))

    def stir(self):
        """A contact has changed."""
        self._pause = BRISK_MS

    def turn(self, now):
        """What it does between two turns of the board."""
        if self._back >= 0:
            if now < self._back:
                return
            self._back = -1
            self.come()
        self._listen()
        if self._last != self._acked and now - self._acked_at >= ACK_MS:
            self._acked_at = now
            self._acknowledge()
        if now < self.due:
            return
        self.due = now + self._random(256) * (self._pause >> 7)
        if self._pause < CALM_MS:
            self._pause *= 2
        if self._leaver and not self._random(LEAVES):
            self._leave(now)
        else:
            line = self._lines[self._random(len(self._lines))]
            self._say(line, len(line))

    def _leave(self, now):
        how = self._random(3)
        if how == 0:
            self._say(self._bye, len(self._bye))
        if how == 1:
            hardware.connected[0] = 0
        self._back = self.due = now + self._random(256) * (AWAY_MS >> 8)

    def _random(self, n):
        """Below n, which is at most 16,383: no number may become too large for a small int."""
        self._seed = (self._seed * 4093 + 1021) & 0xFFFF
        return self._seed * n >> 16

    def _say(self, line, size):
        """Sends a line if there is room for it."""
        head = hardware.ends[0]
        if head - hardware.ends[1] + size > hardware.INBOX:
            return
        for i in range(size):
            hardware.inbox[(head + i) % hardware.INBOX] = line[i]
        hardware.ends[0] = head + size
        self.said += 1

    def _listen(self):
        tail = hardware.ends[3]
        while tail != hardware.ends[2]:
            byte = hardware.outbox[tail % hardware.OUTBOX]
            tail += 1
            if byte == _NEWLINE:
                self._read()
                self._size = 0
            elif self._size < len(self._line):
                self._line[self._size] = byte
                self._size += 1
        hardware.ends[3] = tail

    def _read(self):
        """A whole line: `@number time word ...*sum`."""
        line = self._line
        if self._size < _SHORTEST or line[0] != _AT or line[self._size - _TAIL] != _STAR:
            return  # text, or the stump of a line that the board left off
        number = 0
        at = 1
        while at < self._size and line[at] != _SPACE:
            number = number * 10 + line[at] - _ZERO
            at += 1
        if number <= self._last:
            return
        self.lost += number - self._last - 1
        self._last = number
        self.heard += 1
        at += 1
        while at < self._size and line[at] != _SPACE:
            at += 1
        self._keep(at + 1)

    def _keep(self, begin):
        for word in KEPT:
            if self._begins(begin, word):
                at = begin
                while at < self._size and self._line[at] != _STAR:
                    self.book[self.kept] = self._line[at]
                    self.kept += 1
                    at += 1
                self.book[self.kept] = _NEWLINE
                self.kept += 1

    def _begins(self, at, word):
        for i in range(len(word)):
            if self._line[at + i] != word[i]:
                return False
        return self._line[at + len(word)] == _SPACE or self._line[at + len(word)] == _STAR

    def _acknowledge(self):
        """`$1 ack number*sum` with Fletcher's sum, as `encode` makes it."""
        ack = self._ack
        size = len(_ACK)
        for i in range(size):
            ack[i] = _ACK[i]
        number = self._acked = self._last
        count = 0
        while number:
            self._digits[count] = _ZERO + number % 10
            number //= 10
            count += 1
        while count:
            count -= 1
            ack[size] = self._digits[count]
            size += 1
        one = 0
        two = 0
        for i in range(1, size):
            one = (one + ack[i]) % 255
            two = (two + one) % 255
        ack[size] = _STAR
        ack[size + 1] = _HEX[two >> 4]
        ack[size + 2] = _HEX[two & 15]
        ack[size + 3] = _HEX[one >> 4]
        ack[size + 4] = _HEX[one & 15]
        ack[size + 5] = _NEWLINE
        self._say(ack, size + 6)
