from __future__ import annotations

import importlib
import sys
from types import ModuleType
from typing import Any
from unittest import mock

import pytest
from fake_pico import OUT, Pico, config
from hypothesis import given
from hypothesis import strategies as st
from palette import PALETTE

CONFIG = config()
WRAP = 1 << 30
ROLE_COUNT = 25
ROLES = st.lists(st.integers(0, ROLE_COUNT - 1), min_size=45, max_size=45).map(bytearray)
ALIKE = st.integers(0, ROLE_COUNT - 1).map(lambda role: bytearray([role] * 45))
SETTINGS = st.tuples(st.integers(20, 2000), st.integers(1, 255))
TIMES = st.one_of(st.integers(0, 20_000), st.integers(WRAP - 5_000, WRAP - 1))
PLENTY = 100_000


def load(pico: Pico, power_ma: int = PLENTY, brightness: int = 255) -> Any:
    module = pico.load("leds")
    pin = module.machine.Pin(CONFIG.PIXEL_PIN, OUT)
    return module.Leds(pin, CONFIG.LED_ORDER, CONFIG.PIXEL_TIMING_NS, power_ma, brightness)


def lit(role: int, now: int) -> bool:
    """Whether a role is lit: eight parts of 256 ms, a bit each."""
    return bool(PALETTE[role][3] & 1 << now // 256 % 8)


def expected(roles: bytearray, now: int, power_ma: int, brightness: int) -> list[tuple[int, int, int]]:
    """Red, green, blue by point, the slow and obvious way."""
    budget = power_ma * 255 // 20 // 10 * 10
    mixed = [tuple(-(-value * brightness // 255) for value in PALETTE[role][:3]) for role in roles]
    total = sum(sum(colour) for colour in mixed)
    if total > budget:
        mixed = [tuple(value * budget // total for value in colour) for colour in mixed]
    return [colour if lit(role, now) else (0, 0, 0) for role, colour in zip(roles, mixed, strict=True)]


def sent(pico: Pico, point: int) -> bytes:
    """Green, red and blue of a point in the latest frame."""
    place = 3 * CONFIG.LED_ORDER[point]
    return bytes(pico.frames[-1][place : place + 3])


def adafruit_bytes(colours: list[tuple[int, int, int]]) -> bytes:
    """What Adafruit's driver puts on the wire for these colours by point."""
    sent: list[bytes] = []

    def module(name: str, **contents: Any) -> ModuleType:
        made = ModuleType(name)
        made.__dict__.update(contents)
        return made

    standins = {
        "board": module("board"),
        "digitalio": module("digitalio", DigitalInOut=mock.Mock(), Direction=mock.Mock()),
        "neopixel_write": module("neopixel_write", neopixel_write=lambda pin, data: sent.append(bytes(data))),
    }
    with mock.patch.dict(sys.modules, standins):
        sys.modules.pop("neopixel", None)
        pixels = importlib.import_module("neopixel").NeoPixel(object(), 45, auto_write=False)
        for point, colour in enumerate(colours):
            pixels[CONFIG.LED_ORDER[point]] = colour
        pixels.show()
    return sent[-1]


@given(roles=ROLES, now=TIMES, settings=SETTINGS)
def test_bytes_on_the_wire_are_those_of_adafruit(roles, now, settings):
    pico = Pico()
    assert load(pico, *settings).show(roles, now)
    assert pico.frames == [adafruit_bytes(expected(roles, now, *settings))]


def test_pixel_order_and_channels():
    pico = Pico()
    leds = load(pico)
    roles = bytearray(45)
    roles[7] = 5  # h1, the sixth pixel: the five of column i come first
    leds.show(roles, 0)
    red, green, blue, _ = PALETTE[5]
    assert pico.frames[-1][15:18] == bytes([green, red, blue])
    assert sum(pico.frames[-1]) == red + green + blue


@given(roles=st.one_of(ROLES, ALIKE), now=TIMES, settings=SETTINGS)
def test_a_frame_never_exceeds_the_budget(roles, now, settings):
    pico = Pico()
    load(pico, *settings).show(roles, now)
    assert sum(pico.frames[-1]) * 20 <= settings[0] * 255


def test_the_default_budget():
    module = Pico().load("leds")
    assert module.channel_budget(365) == 4650
    assert module.channel_budget(20) == 250
    assert all(module.channel_budget(power) * 20 <= power * 255 for power in range(2001))


@given(
    steps=st.lists(
        st.tuples(
            st.dictionaries(st.integers(0, 44), st.integers(0, ROLE_COUNT - 1), max_size=6),
            st.sampled_from([0, 1, 5, 255, 256, 300, 2048, 10_000]),
            st.one_of(st.none(), SETTINGS),
        ),
        max_size=25,
    ),
    start=TIMES,
    settings=SETTINGS,
)
def test_what_is_touched_up_equals_what_is_made_anew(steps, start, settings):
    pico = Pico()
    leds = load(pico, *settings)
    roles = bytearray(45)
    now = start
    assert leds.show(roles, now)
    for changes, pause, change in steps:
        for point, role in changes.items():
            roles[point] = role
        now = (now + pause) % WRAP
        if change:
            settings = change
            leds.limit(*settings)
        fresh = Pico()
        load(fresh, *settings).show(roles, now)
        before = len(pico.frames)
        sent = leds.show(roles, now)
        assert sent == (len(pico.frames) > before)
        assert pico.frames[-1] == fresh.frames[-1]


def test_sends_the_first_frame_and_then_only_changes():
    pico = Pico()
    leds = load(pico)
    roles = bytearray(45)
    assert leds.show(roles, 0)
    assert not leds.show(roles, 1)
    assert not leds.show(roles, 100_000)
    roles[22] = 4
    assert leds.show(roles, 100_001)
    assert not leds.show(roles, 100_002)
    leds.limit(PLENTY, 254)
    assert leds.show(roles, 100_003)
    leds.limit(PLENTY, 254)
    assert not leds.show(roles, 100_004)
    assert len(pico.frames) == 3


def test_blinking_waits_for_hands_but_not_long():
    pico = Pico()
    leds = load(pico)
    roles = bytearray([11] * 45)  # blinks fast
    leds.show(roles, 255)
    late = pico.load("leds").LATE_MS
    assert not leds.show(roles, 256, True)
    assert not leds.show(roles, 255 + late, True)
    assert leds.next_blink(255 + late) == 1
    assert leds.show(roles, 256 + late, True)
    assert not any(pico.frames[-1])
    assert not leds.show(roles, 513, True)
    roles[0] = 5
    assert leds.show(roles, 514, True)
    assert all(any(pico.frames[-1][place : place + 3]) for place in range(0, 135, 3)), "one frame shows both"


@given(roles=ROLES, now=TIMES, settings=SETTINGS)
def test_says_when_it_blinks_next(roles, now, settings):
    pico = Pico()
    leds = load(pico, *settings)
    leds.show(roles, now)
    wait = leds.next_blink(now)
    states = [[lit(role, now + ms) for role in roles] for ms in range(0, 2049)]
    changes = [ms for ms in range(1, 2049) if states[ms] != states[ms - 1]]
    assert wait == (changes[0] if changes else -1)
    if changes:
        assert not leds.show(roles, (now + wait - 1) % WRAP)


def test_a_blinking_light_does_not_make_the_others_pulse():
    pico = Pico()
    leds = load(pico, 20)
    roles = bytearray([5] + [11] * 44)  # one steady light, all others blinking fast, far beyond the budget
    steady = set()
    blinking = set()
    for now in range(0, 4096, 64):
        leds.show(roles, now)
        steady.add(sent(pico, 0))
        blinking.add(sent(pico, 1))
    assert len(steady) == 1
    assert len(blinking) == 2
    assert bytes(3) in blinking


@pytest.mark.parametrize("role", range(1, ROLE_COUNT))
def test_no_light_goes_out_at_the_lowest_brightness(role):
    pico = Pico()
    roles = bytearray(45)
    roles[0] = role
    load(pico, PLENTY, 1).show(roles, 0)
    assert lit(role, 0)
    assert [value > 0 for value in sent(pico, 0)] == [PALETTE[role][i] > 0 for i in (1, 0, 2)]


def test_dark_and_back():
    pico = Pico()
    leds = load(pico)
    roles = bytearray([5] * 45)
    leds.show(roles, 0)
    bright = pico.frames[-1]
    leds.dark()
    assert pico.frames[-1] == bytes(135)
    assert leds.show(roles, 1)
    assert pico.frames[-1] == bright
