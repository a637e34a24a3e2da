"""Every role looks different from those it can be seen with, whatever the eyes."""

from __future__ import annotations

import math
import re

import pytest
from fake_pico import FIRMWARE
from palette import APART, EYES, LEDS, LETTERS, PALETTE, chromaticity, confused

from fanorona.lights import painter

PATTERNS = {"steady": LEDS.STEADY, "slow": LEDS.SLOW, "flash": LEDS.FLASH, "fast": LEDS.FAST}

# Letters of roles that can be lit at the same time.
SETUP = "ikr"
COMPOSE = "ikIKrn"
MENU = "fikvy"
SCORES = "vAi"
RESULT = "vd"  # never together, but one must not be taken for the other
RESTING = "mftbs"
HINTED = "hjgb" + "rnq"  # a hint is shown alone
PLACING = "IKftborn"
PAIKA = "lpftb" + "rnq"
CAPTURE = "lawe" + "AWE" + "xoftb" + "rnq"
COACHED = "lucAWExo" + "b" + "rnq"  # a stone in the hand; better and worse instead of how it takes
BLUNDER = "cmftsb" + "rnq"  # where the last move ended, until a reply
OPEN_BLUNDER = "ucox" + "AWE" + "b" + "rnq"  # and where the move had better go on
ALIKE = {"ja", "gw", "rx"}  # a hint is seen alone; a stone that has to come off is lit in one way
EARLY = "mAWEx" + "rnq"  # the next player lifts while captured stones still stand


def test_one_entry_for_each_role():
    assert len(PALETTE) == painter.ROLES == len(LETTERS) == 32
    for n, entry in enumerate(PALETTE):
        for other in range(n):
            pair = {LETTERS[n] + LETTERS[other], LETTERS[other] + LETTERS[n]}
            assert (entry == PALETTE[other]) == bool(pair & ALIKE), pair
    assert PALETTE[0] == (0, 0, 0, LEDS.STEADY)
    for red, green, blue, pattern in PALETTE[1:]:
        assert all(0 <= value <= 255 for value in (red, green, blue))
        assert max(red, green, blue) >= 64
        assert pattern in PATTERNS.values()


def test_the_comments_name_the_right_roles():
    rows = re.findall(
        r'^    b"(?:\\x..){4}" +# (\d+) +(\S)  \S', (FIRMWARE / "leds.py").read_text(), re.MULTILINE
    )
    assert rows == [(str(code), letter) for code, letter in enumerate(LETTERS)]


@pytest.mark.parametrize("eye", EYES)
@pytest.mark.parametrize(
    "group",
    [
        SETUP,
        COMPOSE,
        MENU,
        SCORES,
        RESULT,
        RESTING,
        HINTED,
        PAIKA,
        CAPTURE,
        EARLY,
        PLACING,
        COACHED,
        BLUNDER,
        OPEN_BLUNDER,
    ],
)
def test_roles_seen_together_differ_for_all_eyes(group, eye):
    assert [pair for pair in confused(group, eye) if set(pair) != set("xr")] == []


def test_red_and_green_would_not_do():
    red, green = (chromaticity(rgb, "deuteranopia") for rgb in ((255, 0, 0), (0, 255, 0)))
    assert math.dist(red, green) < APART


def test_patterns():
    # Eight parts of 256 ms; no more than three flashes a second (WCAG 2.3.1), and lit to begin with.
    for pattern in PATTERNS.values():
        assert pattern & 1
        bits = [pattern >> part & 1 for part in range(8)]
        flashes = sum(bits[part] and not bits[part - 1] for part in range(8))
        assert flashes / 2.048 <= 3
    assert len(set(PATTERNS.values())) == len(PATTERNS)


def test_only_what_must_be_put_right_blinks_fast():
    fast = {letter for letter, entry in zip(LETTERS, PALETTE, strict=True) if entry[3] == LEDS.FAST}
    assert fast == set("xrnq")
