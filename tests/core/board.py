"""A session under test: contacts, buttons and a clock for it, and what it says. Portable to MicroPython."""

from fanorona.lights.painter import LETTERS
from fanorona.rules import notation, rules
from fanorona.rules.geometry import POINTS
from fanorona.session import Session
from fanorona.wire.protocol import HOST_LEAD, encode

TURN = 1
MENU = 2


class Board:
    """A session whose stones are moved by name: ``lift("e2 e4")``, ``place("e3")``. Time passes only here."""

    def __init__(self, position=None, start_ms=0, empty=False):
        self.session = Session(b"0.1.0", b"e66038b713", b"0123abcd")
        self.raw = bytearray(POINTS)
        self.now = start_ms
        self.buttons = 0
        self.lines = []
        self._text = b""
        self._buffer = bytearray(64)
        for p in range(POINTS):
            self.raw[p] = rules.START[p] != rules.EMPTY and not empty
        self.prepare()
        self.wait(1)
        if position is not None:
            self.load(position)

    def prepare(self):
        """What is done before the first step."""

    def wait(self, ms):
        """Let time pass, with a step whenever the session is due, and at the end until all is told."""
        end = self.now + ms
        while self.now < end:
            self.step()
            due = self.session.idle_ms(self.now & 0x3FFFFFFF)
            self.now = end if due < 0 else min(end, self.now + max(1, due))
        self.step()
        while self.session.idle_ms(self.now & 0x3FFFFFFF) == 0:
            self.step()

    def step(self):
        self.session.step(self.raw, self.buttons, self.now & 0x3FFFFFFF)
        self._drain()

    def _drain(self):
        while True:
            n = self.session.outbox.take(self._buffer, 64)
            if not n:
                break
            self._text += bytes(self._buffer[:n])
        parts = self._text.split(b"\r\n")
        self._text = parts.pop()
        for line in parts:
            self.lines.append(line.decode().rsplit("*", 1)[0].split(" ", 2)[2])

    def lift(self, names, ms=20):
        self._set(names, 0, ms)

    def place(self, names, ms=20):
        self._set(names, 1, ms)

    def _set(self, names, closed, ms):
        for name in names.split(" "):
            self.raw[notation.parse_point(name)] = closed
            self.wait(ms)

    def move(self, start, end, *taken):
        """Lift a stone, place it, and take off what it captures, in this order."""
        self.lift(start)
        self.place(end)
        for name in taken:
            self.lift(name)

    def press(self, button=TURN, ms=50):
        self.buttons = button
        self.wait(ms)
        self.buttons = 0
        self.wait(20)

    def set_up_anew(self, ms=4100):
        """*menu* leant on for so long, and what the board asks then confirmed."""
        self.press(MENU, ms)
        self.press(TURN)

    def say(self, text):
        """A command from the host, and a step."""
        data = encode(HOST_LEAD, b"1 " + text.encode())
        self.session.receive(bytearray(data), len(data))
        self.wait(1)

    def ack(self):
        """The host acknowledges everything sent so far."""
        self.say("ack " + str(self.session.outbox.next - 1))

    def load(self, position):
        """Put the stones and the game into a position (N2), perhaps with the word of a variant behind it."""
        self.say("load - " + position)
        self.say("go")
        self.wait(10)
        loaded = rules.Position()
        notation.parse_position(" ".join(position.split(" ")[:2]), loaded)
        for p in range(POINTS):
            self.raw[p] = loaded.board[p] != rules.EMPTY
        self.wait(100)
        self.lines = []

    def said(self, name):
        """The fields of every message ``name`` so far, as text."""
        return [line[len(name) :].strip() for line in self.lines if line.split(" ")[0] == name]

    def moves(self):
        """The committed moves so far, in N1."""
        return [fields.split(" ")[2] for fields in self.said("move")]

    def lights(self):
        """The lit points as a dict of name to role letter."""
        roles = self.session.roles
        return {notation.point_name(p): chr(LETTERS[roles[p]]) for p in range(POINTS) if roles[p]}

    def lit(self, letter):
        """The names of the points with this role letter, sorted and joined by spaces."""
        lights = self.lights()
        return " ".join(sorted(name for name in lights if lights[name] == letter))
