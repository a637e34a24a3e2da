"""Whatever happens to a board, it does not fail or stall, and doing what its lights ask puts it right.

Hypothesis draws what happens, and makes it short where it goes wrong. The suite plays the same sequences
every time, ``make test-slow`` more of them; with ``LAKABE_EXAMPLES=5000`` in the environment it plays so many
new ones.
"""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest
from dutiful import put_right
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule
from playing import touches
from restless import MENU, TURN, Restless

import legal
import reference
from fanorona.hands.tracker import PLAY
from fanorona.rules import rules
from fanorona.rules.geometry import POINTS
from fanorona.rules.notation import parse_point
from hands import games
from reference_variants import belongs

VECTORS = Path(__file__).parents[1] / "vectors"
LOOK_ALIKES = [
    line.split(" | ")[1] for line in (VECTORS / "look_alikes.txt").read_text().splitlines() if line[0] == "P"
]
EXAMPLES = int(os.environ.get("LAKABE_EXAMPLES", "0"))
"""How many new ones, 0 for those of the suite."""
STEPS = 30
CLOCKS = (0, 2**30 - 30_000)
POINT = st.integers(0, POINTS - 1)
GAP_MS = st.sampled_from([0, 1, 2, 3, 8, 25, 60, 200, 350])
PAUSE_MS = st.sampled_from([0, 1, 5, 40, 310, 800, 1300, 2100, 4100, 10_100, 11_000])
PRESS_MS = st.sampled_from([1, 30, 30, 400, 1600, 1600, 3200, 4200, 6200, 8200])
"""Of a button: nothing, a short press, and longer than each of the times that mean something."""
WORDS = st.sampled_from(
    [
        "hello 1.4 x", "hello 1.4 x 00000001 3", "hello 2.0 x", "bye", "snapshot", "version",
        "resend 1", "resend 9999", "ack 3", "test", "health", "hint -", "hint none", "hint d3-e3W",
        "hint blunder e3", "get level", "set level 0", "set level 0 W", "set level 1",
        "set level 2", "set level 3", "set level 4", "set level 4 B", "set power 20",
        "set repetition 0", "set fifty 0", "watch lights 1", "watch raw 1", "watch raw 0", "games",
        "fetch 00000001-1 0", "match -", "match 1", "match 0300000301010000010000 W", "chess",
    ]
)  # fmt: skip
BEGINNINGS = st.sampled_from(
    [
        "new", "new mirrored", "new vela", "new vela-creditor", "new dimy", "new telo", "new chess",
        "test points", "go", "play 1 e2-e3A", "end 1-0", "end 1/2-1/2", "end 2-0", "lesson",
        "lesson 1", "lesson 31", "lesson -",
    ]
)  # fmt: skip


def a_position(game: str, seed: int) -> str:
    """A position (N2) of that game with few stones or many, anywhere; not each can be played."""
    rng = random.Random(seed)
    points = [p for p in reference.ALL_POINTS if game in (*games.VELAS, games.ORDINARY) or belongs(game, p)]
    rng.shuffle(points)
    most = len(points) // (1 if game != "telo" else 2)
    white, black = sorted(rng.choices(range(most), k=2))
    turn = rng.choice("WB")
    return reference.format_position(
        reference.Position(frozenset(points[:white]), frozenset(points[white:black]), turn)
    )


def in_a_game(game: str, seed: int) -> str:
    """A position (N2) that comes about in such a game."""
    rng = random.Random(seed)
    played = games.begin(game)
    for _ in range(rng.randrange(24)):
        if played.result() or not played.moves:
            break
        played.play(rng.choice(sorted(played.moves, key=lambda move: move.text)))
    return reference.format_position(played.position)


def _named(position: str, game: str) -> str:
    return position if game == games.ORDINARY else f"{position} {game}"


GAMES = st.sampled_from([games.ORDINARY, games.ORDINARY, *games.GAMES])
POSITIONS = st.one_of(
    st.sampled_from(LOOK_ALIKES),
    st.builds(lambda game, seed: _named(in_a_game(game, seed), game), GAMES, st.integers(0, 300)),
    st.builds(lambda game, seed: _named(a_position(game, seed), game), GAMES, st.integers(0, 10_000)),
)


class AnyReeds(RuleBasedStateMachine):
    """Anything at all, and now and then what the lights ask. ``content``: that did not fail."""

    content = True
    board: Restless | None = None

    @initialize(clock=st.sampled_from(CLOCKS), position=POSITIONS)
    def begin(self, clock: int, position: str) -> None:
        self.board = Restless(clock)
        self.board.say(f"load - {position}")
        self.board.say("go")
        self.board.stand(reference.parse_position(" ".join(position.split()[:2])))

    # Hands

    @rule(p=POINT, gap=GAP_MS)
    def flip(self, p: int, gap: int) -> None:
        self.board.change(p, gap)

    @rule(points=st.lists(POINT, min_size=2, max_size=12), gap=GAP_MS)
    def flip_many(self, points: list[int], gap: int) -> None:
        for p in points:
            self.board.change(p, gap)

    @rule(choice=st.integers(0, 44), gap=GAP_MS)
    def flip_what_differs(self, choice: int, gap: int) -> None:
        differs = self.board.session.tracker.reading.differs
        if differs.size:
            self.board.change(differs.points[choice % differs.size], gap)

    @rule(p=POINT, times=st.integers(1, 12), gap=st.sampled_from([0, 1, 2, 5, 9]))
    def chatter(self, p: int, times: int, gap: int) -> None:
        for _ in range(times):
            self.board.change(p, gap)

    @rule(choice=st.integers(0, 500), stop=st.integers(1, 12), gap=GAP_MS, mixed=st.booleans())
    def move(self, choice: int, stop: int, gap: int, mixed: bool) -> None:
        """A legal move, or the beginning of one, in its order or in another."""
        session = self.board.session
        if session.tracker.phase != PLAY:
            return
        position = rules.Position()
        position.mirror(session.game.position)
        while position.steps:
            position.back()
        texts = legal.texts(position)
        if not texts:
            return
        text = texts[choice % len(texts)]
        is_placed = len(text) == len("e3")
        todo = [(parse_point(text), True)] if is_placed else list(touches(position, text))[:stop]
        if mixed:
            random.Random(choice).shuffle(todo)
        for p, closed in todo:
            if self.board.stones[p] != closed:
                self.board.change(p, gap)

    @rule(choices=st.lists(st.integers(0, 500), min_size=1, max_size=4), gap=st.sampled_from([25, 60, 200]))
    def play(self, choices: list[int], gap: int) -> None:
        """Whole moves, each of which is ended."""
        for choice in choices:
            self.move(choice=choice, stop=50, gap=gap, mixed=False)
            self.board.press(TURN, 30)

    @rule(button=st.sampled_from([TURN, TURN, MENU, TURN | MENU]), ms=PRESS_MS)
    def press(self, button: int, ms: int) -> None:
        if button == TURN | MENU and ms > 30:
            self.board.press(MENU, 30)
        self.board.press(button, ms)

    @rule(ms=PAUSE_MS)
    def wait(self, ms: int) -> None:
        self.board.wait(ms)

    @rule(seed=st.integers(0, 100))
    def does_as_asked(self, seed: int) -> None:
        """Contacts are mended, somebody wants to see lights, and does what they ask."""
        self.content = False
        self.board.host_returns()
        self.board.say("set level 3")
        self.board.mend()
        put_right(self.board, random.Random(seed))
        self.board.check_record()
        self.content = True

    # Wood, wires, power

    @rule(p=POINT, shows=st.integers(0, 2))
    def stick(self, p: int, shows: int) -> None:
        """A contact fails: open, closed, or as it is."""
        self.board.stuck[p] = self.board.stones[p] if shows == 2 else shows
        self.board.wait(3)

    @rule()
    def mend(self) -> None:
        self.board.mend()

    @rule(points=st.lists(POINT, max_size=3), ms=st.sampled_from([0, 50, 5000]))
    def power_fails(self, points: list[int], ms: int) -> None:
        for p in points:
            self.board.stones[p] ^= 1
        self.board.cut(ms)

    @rule(at=st.integers(0, 600))
    def power_fails_in_the_next_write(self, at: int) -> None:
        self.board.flash.fuse = at

    # The host

    @rule(words=WORDS)
    def say(self, words: str) -> None:
        self.board.say(words)

    @rule(words=BEGINNINGS)
    def begin_something(self, words: str) -> None:
        self.board.say(words)

    @rule(position=POSITIONS, moves=st.integers(0, 4))
    def load(self, position: str, moves: int) -> None:
        self.board.say(f"load - {position}")
        for number in range(moves):
            self.board.say(f"play {number + 1} e2-e3A")
        self.board.say("go")

    @rule(data=st.binary(max_size=60))
    def garble(self, data: bytes) -> None:
        self.board.hear(data)

    @rule(acknowledges=st.booleans(), reads=st.booleans())
    def host_changes(self, acknowledges: bool, reads: bool) -> None:
        self.board.acknowledges, self.board.reads = acknowledges, reads

    # In the end

    def teardown(self) -> None:
        if self.board is not None and self.board.sound and self.content:
            self.does_as_asked(1)


TestAnyReeds = AnyReeds.TestCase
TestAnyReeds.settings = settings(
    max_examples=EXAMPLES or 100,
    stateful_step_count=STEPS,
    derandomize=not EXAMPLES,
    database=None,
    deadline=None,
    phases=(Phase.generate, Phase.shrink),
    report_multiple_bugs=False,
    suppress_health_check=list(HealthCheck),
)


@pytest.mark.slow
class TestMore(TestAnyReeds):
    settings = settings(TestAnyReeds.settings, max_examples=250)
