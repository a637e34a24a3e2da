"""What can happen to the system, as rules of a state machine. It happens when all of it has been drawn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import ClassVar

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule

from fanorona.rules.geometry import POINTS
from system import hands
from system.cable import FAULTS
from system.world import Hands, World

COMMANDS = (
    "snapshot", "new", "new mirrored", "new dimy", "new telo", "new vela", "new vela-creditor", "end 1-0",
    "end 0-1", "end 1/2-1/2", "games", "fetch 00000001-1 80", "resume", "version", "health", "hello 1.7 x",
    "takeback 9999",
    "bye", "resend 1", "test", "test points", "lesson", "lesson 3", "lesson -", "match 1", "match -",
    "match 0300000301010000010000 W", "load - 9/9/3W1B3/9/9 W", "play 1 d3-e3A", "play 1 d3-d4",
    "play 1 --9/9/4WB3/9/9", "go", "hint -", "hint d3-e3A", "hint d3 e3 e4", "hint d2 -", "hint blunder e3",
    "hint none", "watch raw 0", "watch raw 1", "watch lights 0", "watch lights 1", "set level 0",
    "set level 0 W", "set level 0 B", "set level 4", "set power 20", "set power 2000", "set brightness 1",
    "set brightness 255", "set repetition 0", "set repetition 1", "set fifty 0", "set fifty 1", "get level",
    "get power", "get brightness", "get repetition", "get fifty", "takeback 1", "takeback 2", "takeback 3",
)  # fmt: skip
"""All that a host says but ``ack``, which is the link's alone: it would let go what is not kept."""
STEPS = 40
"""Of an example at most."""
NEARLY_OVER = "9/9/3W1B3/9/9 W"
QUIET = "8B/9/9/9/W8 W"
TO_AND_FRO = ("a1-b1", "i5-h5", "b1-a1", "h5-i5")
"""Moves from there, over and over, without a capture."""

moments = st.one_of(st.integers(0, 40), st.sampled_from((60, 100, 200, 300, 400, 600, 1000)))
whens = st.tuples(st.just("ms"), moments) | st.tuples(st.just("lines"), st.integers(1, 40))
waits = st.sampled_from((0, 0, 1, 3, 10, 30, 100, 1000))
pauses = st.sampled_from((0, 1, 5, 20, 100, 300, 1000, 30_000))
points = st.integers(0, POINTS - 1)
choices = st.integers(0, 120)
When = tuple[str, int]
BEGINNINGS = ("snapshot", "snapshot", "plug", "kill")
HURRIES = ("new", "new", "end", "end", "touch", "touch", "power", "kill")
LAST_CONTACTS = (
    "new", "new telo", "end 1-0", "end 0-1", f"load - {NEARLY_OVER}", "go", "snapshot", "resume", "lesson",
    "set level 4", "touch", "power", "kill", "menu",
)  # fmt: skip
"""What may come while a move is made."""

rounds = st.tuples(
    st.lists(choices, min_size=1, max_size=3),
    st.booleans(),
    st.sampled_from(BEGINNINGS),
    st.lists(st.tuples(st.integers(0, 16), st.sampled_from(HURRIES)), min_size=1, max_size=3),
    st.booleans(),
)
Round = tuple[list[int], bool, str, list[tuple[int, str]], bool]

tries = st.tuples(
    st.booleans(),
    st.lists(choices, max_size=2),
    choices,
    st.sampled_from(("busy", "busy", "busy", "gone", "")),
    st.lists(
        st.tuples(st.integers(0, 40) | st.integers(20, 100), st.sampled_from(LAST_CONTACTS)),
        min_size=1,
        max_size=3,
    ),
    st.sampled_from((-1, -1, -1, -1, -1, -1, 0, 1, 2, 4, 6)),
    st.sampled_from((0, 20, 60, 110, 200, 400, 1000)),
    st.sampled_from(("nothing", "rest", "cut", "kill", "cut and kill", "cut and kill")),
)
Try = tuple[bool, list[int], int, str, list[tuple[int, str]], int, int, str]


def hurried(world: World, what: str) -> None:
    """What comes while the board tells its game."""
    match what:
        case "plug":
            world.pull(0, 20)
        case "kill":
            world.after(0, lambda: world.kill(0))
        case "power":
            world.cut_power()
        case "touch":
            world.touch(0)
        case "menu":
            hands.tap(world, hands.MENU)
        case _:
            world.command("end 1-0" if what == "end" else what)


def play_from(world: World, is_near: bool, chosen: list[int]) -> Hands:
    """Stand the stones and play, ``is_near``: from a position where the game is over soon."""
    if is_near:
        world.command(f"load - {NEARLY_OVER}")
        world.command("go")
        yield 60
    yield from hands.stand(world)
    for choice in chosen:
        yield from hands.play(world, choice)


class System(RuleBasedStateMachine):
    """Ends with all at rest, and with the invariant. ``gone_through`` counts what all of them have."""

    gone_through: ClassVar[Counter[str]] = Counter()

    def __init__(self) -> None:
        super().__init__()
        self.acts: list[Callable[[World], Hands]] = []

    # Hands

    @rule(chosen=st.lists(choices, min_size=1, max_size=4))
    def play(self, chosen: list[int]) -> None:
        self.play_these(chosen)

    @rule(first=choices, moves=st.integers(8, 20))
    def play_on(self, first: int, moves: int) -> None:
        """More than the board can keep for a computer that does not listen."""
        self.play_these(range(first, first + moves))

    @rule()
    def stand(self) -> None:
        self.acts.append(hands.stand)

    @rule(p=points, ms=moments)
    def touch(self, p: int, ms: int) -> None:
        self.acts.append(lambda world: hands.touch(world, p, 1 + ms))

    @rule()
    def take_back(self) -> None:
        self.acts.append(hands.take_back)

    @rule(choice=st.integers(0, 2))
    def agree(self, choice: int) -> None:
        self.acts.append(lambda world: hands.agree(world, choice))

    @rule(button=st.integers(1, 3), ms=st.sampled_from((30, 300)))
    def press(self, button: int, ms: int) -> None:
        self.acts.append(lambda world: hands.press(world, button, ms))

    @rule(ms=st.sampled_from((4100, 8100)))
    def new(self, ms: int) -> None:
        self.acts += [lambda world: hands.begin_anew(world, ms), hands.stand]

    @rule(choice=choices)
    def set_up_anew(self, choice: int) -> None:
        self.acts.append(lambda world: hands.set_up_anew(world, choice))

    @rule(chosen=st.lists(choices, min_size=1, max_size=2))
    def finish(self, chosen: list[int]) -> None:
        """A position that the host sets up, from which a game is over soon."""
        self.acts.append(lambda world: play_from(world, True, chosen))

    @rule(laid=st.sampled_from((0, 0, 5, 94)), plies=st.integers(3, 9), counts=st.booleans())
    def go_to_and_fro(self, laid: int, plies: int, counts: bool) -> None:
        """A game comes to a draw by repetition or for want of captures (R11), or past it."""

        def act(world: World) -> Hands:
            world.command(f"set repetition {counts:d}")
            world.command(f"load {world.now:08x}-1 {QUIET}")
            for ply in range(laid):
                world.command(f"play {ply + 1} {TO_AND_FRO[ply % 4]}")
            world.command("go")
            yield 60
            yield from hands.stand(world)
            for ply in range(laid, laid + plies):
                yield from hands.play(world, 0, TO_AND_FRO[ply % 4])

        self.acts.append(act)

    @rule(
        word=st.sampled_from(("repetition", "fifty")), counts=st.booleans(), ms=st.sampled_from((0, 60, 200))
    )
    def rule_draws(self, word: str, counts: bool, ms: int) -> None:
        """Whether a draw counts is said in a game, and the power fails before the next move."""

        def act(world: World) -> Hands:
            yield from play_from(world, False, [0])
            world.command(f"set {word} {counts:d}")
            yield ms
            world.cut_power()
            yield 60
            yield from hands.stand(world)

        self.acts.append(act)

    @rule(rounds=st.lists(rounds, min_size=2, max_size=4))
    def hurry(self, rounds: list[Round]) -> None:
        """A connection or a snapshot begins in a game, or after it, and within a few ms comes more."""

        def act(world: World) -> Hands:
            for chosen, is_over, first, hurries, rests in rounds:
                yield from play_from(world, False, chosen)
                if is_over:
                    world.command("end 0-1")
                yield hands.REST_MS
                hurried(world, first)
                for ms, what in hurries:
                    yield ms
                    hurried(world, what)
                yield 60
                if rests:  # else the next connection may mend what is missing
                    yield from rest(world)

        self.acts.append(act)

    @rule(tries=st.lists(tries, min_size=2, max_size=4))
    def interrupt(self, tries: list[Try]) -> None:
        """Much happens in the ms of a move's last contact; the power fails before anybody has heard of it."""

        def act(world: World) -> Hands:
            for is_near, before, choice, trouble, hurries, fuse, ms, then in tries:
                yield from play_from(world, is_near, before)
                world.archive.fail(trouble)
                at = 0
                for wait, what in hurries:
                    at += wait
                    world.after(at, lambda what=what: hurried(world, what))
                if fuse >= 0:
                    world.cut_power(fuse)
                yield from hands.play(world, choice)
                yield ms
                if "cut" in then:
                    world.cut_power()
                if "kill" in then:
                    world.after(0, lambda: world.kill(0))
                    yield 10
                world.archive.fail()
                if then == "rest":
                    yield from rest(world)

        self.acts.append(act)

    @rule(ms=st.integers(40, 60), what=st.sampled_from(("new", "touch")))
    def replace(self, ms: int, what: str) -> None:
        """A game is replaced before the journal has its last move, and then only the journal knows of it."""
        self.interrupt(tries=[(True, [], 0, "busy", [(ms, what)], -1, 400, "cut and kill")])

    # What happens without them

    @rule(when=whens, wait=waits, text=st.sampled_from(COMMANDS))
    def command(self, when: When, wait: int, text: str) -> None:
        self.happen(when, wait, lambda world: world.command(text))

    @rule(when=whens, wait=waits, p=points)
    def nudge(self, when: When, wait: int, p: int) -> None:
        """A touch while hands go on."""
        self.happen(when, wait, lambda world: world.touch(p))

    @rule(when=whens, wait=waits, kept=st.integers(0, 200), ms=st.sampled_from((0, 20, 500, 20_000, 90_000)))
    def pull(self, when: When, wait: int, kept: int, ms: int) -> None:
        self.happen(when, wait, lambda world: world.pull(kept, ms))

    @rule(
        when=whens,
        wait=waits,
        way=st.sampled_from(("up", "down")),
        fault=st.sampled_from(FAULTS),
        ms=st.sampled_from((20, 500, 20_000)),
    )
    def strike(self, when: When, wait: int, way: str, fault: str, ms: int) -> None:
        """A line; if that pulls the cable, it is plugged again after so long."""

        def act(world: World) -> None:
            world.ways[way].strike(fault, 0)
            world.after(ms, world.plug)

        self.happen(when, wait, act)

    @rule(when=whens, wait=waits, fuse=st.integers(-1, 60))
    def cut_power(self, when: When, wait: int, fuse: int) -> None:
        self.happen(when, wait, lambda world: world.cut_power(fuse))

    @rule(when=whens, wait=waits, ms=pauses)
    def kill(self, when: When, wait: int, ms: int) -> None:
        self.happen(when, wait, lambda world: world.kill(ms))

    @rule(when=whens, wait=waits, ms=pauses)
    def stop(self, when: When, wait: int, ms: int) -> None:
        self.happen(when, wait, lambda world: world.stop(ms))

    @rule(
        when=whens,
        wait=waits,
        trouble=st.sampled_from(("busy", "gone", "")),
        refusals=st.integers(0, 3),
        slow_ms=st.sampled_from((0, 5, 50, 500)),
    )
    def trouble(self, when: When, wait: int, trouble: str, refusals: int, slow_ms: int) -> None:
        """The archive is so, till it is otherwise."""
        self.happen(when, wait, lambda world: world.archive.fail(trouble, refusals, slow_ms))

    @rule(ms=st.sampled_from((500, 3000, 6000, 20_000, 70_000)))
    def wait(self, ms: int) -> None:
        def act(world: World) -> Hands:
            yield ms

        self.acts.append(act)

    @rule()
    def rest(self) -> None:
        self.acts.append(rest)

    def play_these(self, chosen: Iterable[int]) -> None:
        self.acts += [lambda world, choice=choice: hands.play(world, choice) for choice in chosen]

    def happen(self, when: When, wait: int, deed: Callable[[World], None]) -> None:
        """So much later, or after so many lines; hands rest for ``wait`` ms, and go on."""
        what, count = when

        def act(world: World) -> Hands:
            begin = world.after if what == "ms" else world.after_lines
            begin(count, lambda: deed(world))
            yield wait

        self.acts.append(act)

    def teardown(self) -> None:
        world = World()
        try:
            world.run(self._script(world))
        finally:
            System.gone_through += world.counts
            System.gone_through["games"] += sum(1 for one in world.truth.games.values() if one.moves)
            System.gone_through["lines struck"] += sum(way.struck for way in world.ways.values())
            System.gone_through["steps"] += len(self.acts)
            world.archive.close()

    def _script(self, world: World) -> Hands:
        yield 60
        for act in self.acts:
            yield from act(world)
        yield from rest(world)
        yield from hands.stand(world)
        yield from rest(world)
        world.pull(0, 100)
        yield 100
        yield from rest(world)


def rest(world: World) -> Hands:
    """All is at rest, and the invariant holds."""
    yield from world.settle()
    world.check()
