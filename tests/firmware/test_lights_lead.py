"""Hands that know no rules and follow the lights alone play whole games, and never meet two lights alike."""

from __future__ import annotations

import random

import pytest
from palette import EYES, confused

from fanorona.lights import painter
from fanorona.session import Session

LETTERS = painter.LETTERS.decode()
TURN = 1


class Follower:
    """Somebody at a board of level 4. Now and then a hand slips and lifts or drops a stone anywhere."""

    def __init__(self, seed: int, slips: float) -> None:
        self.rng = random.Random(seed)
        self.slips = slips
        self.session = Session(b"0.1.0", b"e6614103e7452d2f", b"a0a1a2a3")
        self.session.set_level(painter.MOVERS, 0)
        self.contacts = bytearray(45)
        self.buttons = 0
        self.now = 0
        self.frames: set[frozenset[str]] = set()
        self.slipped = 0

    def wait(self, ms: int) -> None:
        end = self.now + ms
        while self.now < end:
            self.session.step(self.contacts, self.buttons, self.now)
            self.frames.add(frozenset(LETTERS[role] for role in set(self.session.roles)) - {"."})
            due = self.session.idle_ms(self.now)
            self.now = end if due < 0 else min(end, self.now + max(1, due))

    def touch(self, point: int) -> None:
        """Change a contact: lift the stone there, or put one there."""
        self.contacts[point] ^= 1
        self.wait(50)

    def lit(self, letters: str) -> list[int]:
        return [point for point in range(45) if LETTERS[self.session.roles[point]] in letters]

    def act(self) -> None:
        """The next thing the lights ask for."""
        if self.rng.random() < self.slips:
            self.slipped += 1
            self.touch(self.rng.randrange(45))
            self.wait(self.rng.choice([0, 1500]))
            return
        if wrong := self.lit("rn"):
            self.touch(self.rng.choice(wrong))
        elif doubtful := self.lit("q"):
            point = self.rng.choice(doubtful)
            self.touch(point)
            self.touch(point)
        elif setup := self.lit("ik"):
            self.touch(self.rng.choice(setup))
        elif self.lit("l"):
            self.touch(self.rng.choice(self.lit("paweeel")))
        elif captured := self.lit("x"):
            self.touch(self.rng.choice(captured))
        elif choice := self.lit("AWE"):
            self.touch(self.rng.choice(choice))
        elif (going_on := self.lit("o")) and self.rng.random() < 0.5:
            self.touch(going_on[0])
        elif going_on:
            self.buttons = TURN
            self.wait(50)
            self.buttons = 0
            self.wait(50)
        elif movers := self.lit("m"):
            self.touch(self.rng.choice(movers))
        else:
            self.wait(2000)

    def play(self, actions: int) -> None:
        """Until there is a result, or so many actions have been done."""
        for _ in range(actions):
            self.act()
            if self.lit("vd"):
                return


@pytest.mark.parametrize("seed", range(6))
def test_the_lights_lead_through_a_whole_game(seed):
    hands = Follower(seed, slips=0)
    hands.wait(50)
    hands.play(3000)
    assert hands.lit("vd")
    assert not any(frame & set("rnq") for frame in hands.frames)


@pytest.mark.parametrize("seed", range(6))
def test_the_lights_lead_back_after_a_slip(seed):
    hands = Follower(seed, slips=0.02)
    hands.wait(50)
    hands.play(3000)
    assert hands.slipped
    assert hands.lit("vd")


@pytest.mark.parametrize("eye", EYES)
def test_no_two_lights_of_a_frame_are_confused(eye):
    frames = set()
    for seed in range(4):
        hands = Follower(100 + seed, slips=0.05)
        hands.wait(50)
        hands.play(600)
        frames |= hands.frames
    assert len(frames) > 20
    assert [(frame, pairs) for frame in frames if (pairs := confused("".join(sorted(frame)), eye))] == []
