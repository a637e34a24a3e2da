"""What a board says, as data: one frozen type per message of ``firmware/PROTOCOL.md``, and what the link
adds.

Every event has ``seq``, the number of its line since the board started, and ``ms``, the board's clock (0 to
2^30-1, wraps) when it was written, or for ``raw`` when the contact changed. Events that the link makes up
itself carry those of the last line delivered. Points are names (``d3``). Boards are the N2 text without the
side to move. Pictures are 45 characters in reading order (row 5 to row 1, each from a to i), rows separated
by ``/``. Games are ``<boot>-<counter>``.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Event:
    """The root."""

    seq: int
    ms: int


@dataclass(frozen=True, slots=True)
class Hello(Event):
    """A board has come under this link. ``warning``: one line where its protocol is a newer minor, else
    empty.

    ``boot`` is 8 hexadecimal digits, new at each start of the board. ``oldest`` is the number of the oldest
    line it still holds, ``next`` the one that its next line (this one, as a rule) gets.
    """

    major: int
    minor: int
    firmware: str
    serial: str
    boot: str
    features: tuple[str, ...]
    oldest: int
    next: int
    warning: str = ""


@dataclass(frozen=True, slots=True)
class Ok(Event):
    """Command ``id`` was carried out. ``command`` has its words where this host has given it."""

    id: int
    command: tuple[str, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class No(Event):
    """Command ``id`` was refused: a reason word, and a detail or nothing."""

    id: int
    reason: str
    detail: str


@dataclass(frozen=True, slots=True)
class Bad(Event):
    """The board could not read a line: ``checksum``, ``length`` or ``format``."""

    reason: str


@dataclass(frozen=True, slots=True)
class Raw(Event):
    """A contact as scanned, not debounced; only while raw contacts are watched."""

    point: str
    closed: bool


@dataclass(frozen=True, slots=True)
class Lift(Event):
    """A stone left a point (debounced)."""

    point: str


@dataclass(frozen=True, slots=True)
class Place(Event):
    """A stone came to a point (debounced)."""

    point: str


@dataclass(frozen=True, slots=True)
class Button(Event):
    """``turn`` or ``menu`` went down or up (debounced)."""

    name: str
    down: bool


@dataclass(frozen=True, slots=True)
class State(Event):
    """``setup``, ``play`` or ``over``, and how much the lights help, 0 to 4.

    ``level`` is White's, ``black`` Black's where it is another; ``levels`` has both.
    """

    state: str
    level: int
    black: int | None = None

    @property
    def levels(self) -> tuple[int, int]:
        """White's and Black's."""
        return self.level, self.level if self.black is None else self.black


@dataclass(frozen=True, slots=True)
class Setup(Event):
    """Set-up: a picture with ``+`` where a stone is missing and ``-`` where one is too many."""

    picture: str


@dataclass(frozen=True, slots=True)
class Compose(Event):
    """A position is being composed at the board: what stands, and whose stones (W or B) are being put up.

    ``refused``: empty, or why it cannot be played yet: ``no-white``, ``no-black`` or ``no-move``.
    """

    board: str
    colour: str
    refused: str


@dataclass(frozen=True, slots=True)
class Lesson(Event):
    """A lesson is on: its place in the course from 1, its name, and where its turn begins.

    ``stage``: what the board waits for, ``set``, ``back``, ``move``, ``reply`` or ``right``; ``move`` (N1) is
    the reply to be carried out, else empty.
    """

    number: int
    name: str
    stage: str
    board: str
    turn: str
    move: str


@dataclass(frozen=True, slots=True)
class Lessons(Event):
    """One of so many lessons is chosen: ``following`` is the next, 0 for none; those learnt as a picture."""

    count: int
    following: int
    learnt: str


@dataclass(frozen=True, slots=True)
class MenuIs(Event):
    """The menu is open at the board: what is chosen in it.

    ``match``: a word of ``fanorona.rules.match.KINDS``, ``options`` those of a match, together. ``variant``:
    one of ``fanorona.rules.rules.VARIANTS``, or ``mirrored``. How much help each side is to get, 0 to 4.
    """

    match: str
    options: int
    variant: str
    white: int
    black: int


@dataclass(frozen=True, slots=True)
class OwnMatch(Event):
    """The match that the board runs by itself, empty where there is none.

    ``state``: as ``fanorona.rules.match.Match`` keeps it, in hexadecimal digits. ``games``: how many places
    of it have a game.
    """

    match: str
    state: str = ""
    games: int = 0


@dataclass(frozen=True, slots=True)
class OwnRound(Event):
    """The game at a place, from 1, of the match that the board runs, and its result; ``*``: it has none."""

    match: str
    place: int
    game: str
    result: str


@dataclass(frozen=True, slots=True)
class GameStarted(Event):
    """A game began, or was resumed: ``board`` and ``turn`` (W or B) stand before move ``ply`` (from 1).

    ``variant``: one of ``fanorona.rules.rules.VARIANTS``.
    """

    game: str
    ply: int
    board: str
    turn: str
    variant: str = "tsivy"


@dataclass(frozen=True, slots=True)
class Step(Event):
    """The move in progress, N1 so far; empty when it was taken back altogether."""

    game: str
    ply: int
    move: str


@dataclass(frozen=True, slots=True)
class Move(Event):
    """A committed move in N1, and the white and black stones after it.

    Another move told before for the same ply, and all that followed it, do not stand any more.
    ``second``: after it the second phase of a vela is on (V6).
    """

    game: str
    ply: int
    move: str
    white: int
    black: int
    second: bool = False


@dataclass(frozen=True, slots=True)
class Irregular(Move):
    """What both players let stand instead of a legal move (P10): ``move`` is ``--`` and the board then."""


@dataclass(frozen=True, slots=True)
class Takeback(Event):
    """The moves from ``ply`` on do not stand; in a snapshot, nothing stands after those before."""

    game: str
    ply: int


@dataclass(frozen=True, slots=True)
class Ask(Event):
    """The board needs a person, ``wrong`` or ``doubt``: ``+`` put a stone, ``-`` take off, ``?`` touch it."""

    reason: str
    picture: str


@dataclass(frozen=True, slots=True)
class Restored(Event):
    """The board is right again after an Ask."""


@dataclass(frozen=True, slots=True)
class Result(Event):
    """A game ended: 1-0, 0-1, 1/2-1/2 or ``*``, and why.

    ``plies``: the ply of its last move (the one before the first where it has none); None from boards before
    protocol 1.5.
    """

    game: str
    result: str
    reason: str
    plies: int | None = None


@dataclass(frozen=True, slots=True)
class PositionIs(Event):
    """Snapshot: the position at the beginning of this turn."""

    board: str
    turn: str


@dataclass(frozen=True, slots=True)
class Reeds(Event):
    """Snapshot: the debounced contacts, ``x`` closed and ``.`` open."""

    picture: str


@dataclass(frozen=True, slots=True)
class Synced(Event):
    """The snapshot is complete."""


@dataclass(frozen=True, slots=True)
class Lights(Event):
    """The lights: 45 role letters in reading order, without separators; only while lights are watched."""

    letters: str


@dataclass(frozen=True, slots=True)
class Setting(Event):
    """A setting's value, asked for or just changed."""

    name: str
    value: int


@dataclass(frozen=True, slots=True)
class Journal(Event):
    """The board plays without a journal: ``full``, ``flash`` or ``worn``."""

    trouble: str


@dataclass(frozen=True, slots=True)
class Blind(Event):
    """Points whose contacts count no more: ``picture`` has ``x`` for each.

    ``what`` is left where that has changed, or many where the board cannot do without the points asked for;
    chatters: those of all contacts that do, and count all the same.
    """

    what: str
    picture: str

    @property
    def points(self) -> list[str]:
        """Their names, in reading order."""
        letters = enumerate(self.picture.replace("/", ""))
        return [f"{'abcdefghi'[n % 9]}{5 - n // 9}" for n, letter in letters if letter == "x"]


@dataclass(frozen=True, slots=True)
class Wish(Event):
    """The players wish for something: ``hint``."""

    wish: str


@dataclass(frozen=True, slots=True)
class Test(Event):
    """Self-test: ``part`` is reeds (``detail`` a picture), lights or try (a point) or done (empty).

    Of faults, ``part`` is reversed, bridged or chatters (a point), stuck (a row, 1 to 5, or a column, a to
    i), dead or closed (a point, a row or a column).
    """

    __test__ = False  # not a test class, whatever its name says

    part: str
    detail: str


@dataclass(frozen=True, slots=True)
class Health(Event):
    """How the contacts of ``row`` (1 to 5) have done since power-up: four numbers for each, from a to i.

    Closures; the longest bounce, ms; the longest time for which it was in a state that did not count, ms; how
    often it closed again sooner than hands can do it.
    """

    row: int
    contacts: tuple[tuple[int, int, int, int], ...]


@dataclass(frozen=True, slots=True)
class Kept(Event):
    """A finished game in the board's journal, and the place where it begins; without a name, the last.

    ``end``: its last ply, result and reason; None from boards before 1.6.
    """

    game: str
    place: int
    end: tuple[int, str, str] | None = None


@dataclass(frozen=True, slots=True)
class Past(Event):
    """A finished game: ``board`` and ``turn`` (W or B) stood before move ``ply``. What was told is void.

    ``variant``: one of ``fanorona.rules.rules.VARIANTS``.
    """

    game: str
    ply: int
    board: str
    turn: str
    variant: str = "tsivy"


@dataclass(frozen=True, slots=True)
class Played(Event):
    """Moves of a finished game, from ``ply`` on; those told before from there on were taken back.

    They are as in Move and Irregular.
    """

    game: str
    ply: int
    moves: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ended(Event):
    """The end of a finished game: its last ply, and as in Result what came of it."""

    game: str
    ply: int
    result: str
    reason: str


@dataclass(frozen=True, slots=True)
class Gone(Event):
    """A finished game that was asked for is not in the journal."""

    game: str


@dataclass(frozen=True, slots=True)
class Version(Event):
    """Answer to ``version``."""

    firmware: str
    major: int
    minor: int


@dataclass(frozen=True, slots=True)
class Lost(Event):
    """Lines ``first`` to ``last`` (= ``seq``) are gone for good; the snapshot has what they amounted to."""

    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Tick(Event):
    """A sign of life, every 5 s."""


@dataclass(frozen=True, slots=True)
class Text(Event):
    """Not a message: a prompt or a traceback, or a damaged line.

    ``damage``: empty, or ``checksum``, ``length`` or ``format`` for what began like a message.
    """

    text: str
    damage: str


@dataclass(frozen=True, slots=True)
class Unknown(Event):
    """A sound line with a message that this program does not know, or whose fields make no sense.

    ``is_wrong``: the message is known, so that its fields are wrong.
    """

    body: str
    is_wrong: bool = False


@dataclass(frozen=True, slots=True)
class Silent(Event):
    """No sign of life for ``seconds`` from a linked board; the link says hello again, a Hello follows."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Unanswered(Event):
    """Command ``id`` got no answer in time. Whether it was carried out is not known."""

    id: int
    name: str
