"""Lines on the serial cable: building, keeping, sending again, and reading them (PROTOCOL.md).

A line is ``<lead><body>*<checksum>`` and an end of line. The lead is ``@`` from the board and ``$`` from the
host. The body is two or more fields of printable ASCII, separated by single spaces; neither lead ever occurs
in it. The checksum is Fletcher-16 of the body, four lower-case hexadecimal digits.

Nothing here allocates after construction, except ``encode``, ``checksum_text``, ``Decoder.text`` and
``Decoder.line``, which are for hosts, tests and rare commands.
"""

from fanorona.compat import const
from fanorona.rules.geometry import NONE
from fanorona.wire.outbox import BOARD_LEAD, HEX, MAX_LINE, Outbox

__all__ = (
    "BAD_CHECKSUM",
    "BAD_FORMAT",
    "BOARD_LEAD",
    "HOST_LEAD",
    "LINE",
    "MAJOR",
    "MAX_FIELDS",
    "MAX_LINE",
    "MAX_NUMBER",
    "MINOR",
    "NOTHING",
    "TEXT",
    "TOO_LONG",
    "Decoder",
    "Outbox",
    "checksum",
    "checksum_text",
    "encode",
)

MAJOR = const(1)
MINOR = const(7)

MAX_FIELDS = const(16)
MAX_NUMBER = const(1073741823)  # 2^30 - 1, the largest int that the board holds without allocating

HOST_LEAD = const(36)
"""``$``, the first byte of every line from the host."""

# What Decoder.feed answers.
NOTHING = const(0)
LINE = const(1)
BAD_CHECKSUM = const(2)
TOO_LONG = const(3)
BAD_FORMAT = const(4)
TEXT = const(5)

_LINE_FEED = const(10)
_RETURN = const(13)
_SPACE = const(32)
_STAR = const(42)
_ZERO = const(48)
_A = const(97)
_TILDE = const(126)

_CONTENT = const(198)  # MAX_LINE less the lead and the shortest end of line

_OUTSIDE = const(0)
_INSIDE = const(1)
_SKIPPING = const(2)


def checksum(data: bytes) -> int:
    """Fletcher-16 of ``data``, 0..0xFFFF: the second sum in the high byte, both modulo 255.

    The sums are reduced once at the end; ``data`` must not exceed 2000 bytes, so that they stay below 2^30.
    """
    first = 0
    second = 0
    for byte in data:
        first += byte
        second += first
    return (second % 255) << 8 | first % 255


def checksum_text(data: bytes) -> bytes:
    """The four digits that follow the star (allocates)."""
    value = checksum(data)
    return bytes([HEX[value >> 12], HEX[value >> 8 & 15], HEX[value >> 4 & 15], HEX[value & 15]])


def encode(lead: int, body: bytes) -> bytes:
    """The whole line for ``body`` (allocates). ValueError where ``body`` could not be read back as it is."""
    previous = _SPACE
    fields = 1
    for byte in body:
        if byte < _SPACE or byte > _TILDE or byte == BOARD_LEAD or byte == HOST_LEAD:
            raise ValueError("a line holds printable ASCII without @ and $ only")
        if byte == _SPACE:
            fields += 1
            if previous == _SPACE:
                raise ValueError("the fields of a line are separated by single spaces")
        previous = byte
    if previous == _SPACE or fields < 2 or fields > MAX_FIELDS:
        raise ValueError("a line has 2 to 16 fields separated by single spaces")
    end = b"\r\n" if lead == BOARD_LEAD else b"\n"
    line = bytes([lead]) + body + b"*" + checksum_text(body) + end
    if len(line) > MAX_LINE:
        raise ValueError("a line is at most 200 bytes long")
    return line


class Decoder:
    """Finds the lines in a stream of bytes, whatever else comes between them.

    ``lead`` is the first byte of the lines looked for; wherever it occurs a line begins, and one under way is
    broken off. With ``keep_text`` lines that begin with anything else (prompts, tracebacks) are reported as
    TEXT, otherwise they pass unseen.

    After LINE the fields can be read until the next call of ``feed``: field 0 is the number of the line or
    command, always a number. ``count`` is how many there are (0 after anything but LINE). ``buffer`` holds
    the line without its lead.
    """

    def __init__(self, lead: int, keep_text: bool = False) -> None:
        self.buffer = bytearray(MAX_LINE)
        self.count = 0
        self._lead = lead
        self._keep_text = keep_text
        self._starts = bytearray(MAX_FIELDS + 1)  # field i is buffer[starts[i] : starts[i + 1] - 1]
        self._state = _OUTSIDE
        self._length = 0  # bytes in the buffer of the line under way
        self._seen = 0  # bytes in the buffer of what was reported last

    def feed(self, byte: int) -> int:
        """Take one byte: NOTHING, LINE, BAD_CHECKSUM, TOO_LONG, BAD_FORMAT or TEXT. Never raises."""
        length = self._length
        self.count = 0
        if byte == self._lead:
            state = self._state
            self._state = _INSIDE
            self._length = 0
            if length == 0:  # nothing was under way, or it has been reported as TOO_LONG
                return NOTHING
            self._seen = length
            return BAD_FORMAT if state == _INSIDE else TEXT
        if self._state == _INSIDE:
            if byte == _LINE_FEED:
                self._state = _OUTSIDE
                self._length = 0
                return self._finish(length)
            if length >= _CONTENT:
                self._state = _SKIPPING
                self._length = 0
                self._seen = length
                return TOO_LONG
            self.buffer[length] = byte
            self._length = length + 1
            return NOTHING
        if byte == _LINE_FEED:
            skipped = self._state == _SKIPPING
            self._state = _OUTSIDE
            self._length = 0
            self._seen = length
            return NOTHING if skipped or not self._keep_text else TEXT
        if self._keep_text and self._state == _OUTSIDE:
            self.buffer[length] = byte
            self._length = length + 1
            if length >= _CONTENT:  # report what there is; the rest follows as a text of its own
                self._length = 0
                self._seen = length + 1
                return TEXT
        return NOTHING

    def skim(self, data: bytes | bytearray, at: int, count: int) -> int:
        """Take the bytes of ``data`` from place ``at`` on, below ``count``, for which ``feed`` has no answer.

        Returns the place of the next one, which is for ``feed``. Much faster than ``feed`` byte by byte.
        """
        lead = self._lead
        if self._state == _INSIDE:
            buffer = self.buffer
            length = self._length
            while at < count and length < _CONTENT:
                byte = data[at]
                if byte == _LINE_FEED or byte == lead:
                    break
                buffer[length] = byte
                length += 1
                at += 1
            self._length = length
        elif self._state == _OUTSIDE and not self._keep_text:
            while at < count and data[at] != lead:
                at += 1
        return at

    def _finish(self, length: int) -> int:
        buffer = self.buffer
        starts = self._starts
        while length and buffer[length - 1] == _RETURN:
            length -= 1
        self._seen = length
        body = length - 5
        if body < 1 or buffer[body] != _STAR:
            return BAD_FORMAT
        first = 0
        second = 0
        fields = 0
        starts[0] = 0
        previous = _SPACE
        well_formed = True
        for place in range(body):
            byte = buffer[place]
            first += byte
            second += first
            if byte > BOARD_LEAD and byte <= _TILDE:
                pass  # most of them
            elif byte == _SPACE:
                fields += 1
                if previous == _SPACE or fields >= MAX_FIELDS:
                    well_formed = False
                    fields = 0
                starts[fields] = place + 1
            elif byte < _SPACE or byte > _TILDE or byte == BOARD_LEAD or byte == HOST_LEAD:
                well_formed = False
            previous = byte
        first %= 255
        second %= 255
        if (
            buffer[body + 1] != HEX[second >> 4]
            or buffer[body + 2] != HEX[second & 15]
            or buffer[body + 3] != HEX[first >> 4]
            or buffer[body + 4] != HEX[first & 15]
        ):
            for place in range(body + 1, length):
                if buffer[place] not in HEX:
                    return BAD_FORMAT
            return BAD_CHECKSUM
        if not well_formed or previous == _SPACE or not fields:
            return BAD_FORMAT
        fields += 1
        starts[fields] = body + 1
        self.count = fields
        if self.number(0) < 0:
            self.count = 0
            return BAD_FORMAT
        return LINE

    # The fields of the line just read. Every one of these is safe with any index.

    def start(self, field: int) -> int:
        """Place in ``buffer`` where the field begins; 0 where there is no such field."""
        return self._starts[field] if 0 <= field < self.count else 0

    def length(self, field: int) -> int:
        """Bytes of the field; 0 where there is no such field."""
        if field < 0 or field >= self.count:
            return 0
        return self._starts[field + 1] - self._starts[field] - 1

    def is_word(self, field: int, word: bytes) -> bool:
        """Whether the field is exactly ``word``."""
        length = len(word)
        if self.length(field) != length or not length:
            return False
        buffer = self.buffer
        start = self._starts[field]
        for place in range(length):
            if buffer[start + place] != word[place]:
                return False
        return True

    def begins(self, field: int, word: bytes) -> bool:
        """Whether the field begins with ``word``."""
        if self.length(field) < len(word):
            return False
        buffer = self.buffer
        place = self._starts[field]
        for byte in word:
            if buffer[place] != byte:
                return False
            place += 1
        return True

    def which(self, field: int, words: bytes) -> int:
        """The place among ``words``, each with a space after it, of what the field is; -1: of none of them.

        One object holds them all, for each would take 32 bytes of the heap besides its letters.
        """
        length = self.length(field)
        if not length:
            return -1
        buffer = self.buffer
        start = self._starts[field]
        place = 0
        at = 0
        while at < len(words):
            same = 0
            while same < length and words[at + same] == buffer[start + same]:
                same += 1
            if same == length and words[at + same] == _SPACE:
                return place
            at = words.find(b" ", at) + 1
            place += 1
        return -1

    def number(self, field: int) -> int:
        """The field as a number 0..2^30-1; -1 where it is anything else."""
        length = self.length(field)
        if not length:
            return -1
        buffer = self.buffer
        start = self._starts[field]
        number = 0
        for place in range(start, start + length):
            digit = buffer[place] - _ZERO
            if digit < 0 or digit > 9 or number > 107374182 or (number == 107374182 and digit > 3):
                return -1
            number = number * 10 + digit
        return number

    def point(self, field: int) -> int:
        """The field as a point, ``a1`` = 0 to ``i5`` = 44; NONE where it is anything else."""
        if self.length(field) != 2:
            return NONE
        start = self._starts[field]
        column = self.buffer[start] - _A
        row = self.buffer[start + 1] - _ZERO - 1
        if column < 0 or column > 8 or row < 0 or row > 4:
            return NONE
        return row * 9 + column

    def text(self, field: int) -> bytes:
        """The field itself (allocates); empty where there is no such field."""
        start = self.start(field)
        return bytes(self.buffer[start : start + self.length(field)])

    def line(self) -> bytes:
        """What was reported last, good or bad or text, without lead and end of line (allocates); for logs."""
        return bytes(self.buffer[: self._seen]).rstrip(b"\r")
