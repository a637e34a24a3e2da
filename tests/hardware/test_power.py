from __future__ import annotations

from typing import Any

import pytest
from fake_pico import OUT, Pico, config
from hardware import design, power
from hypothesis import given
from hypothesis import strategies as st

from fanorona.lights import painter
from fanorona.session import Session

CONFIG = config()
ROLES = st.lists(st.integers(0, painter.ROLES - 1), min_size=45, max_size=45).map(bytearray)
ALIKE = st.integers(0, painter.ROLES - 1).map(lambda role: bytearray([role] * 45))
SHOWN = st.lists(st.tuples(st.one_of(ROLES, ALIKE), st.integers(0, 20_000)), min_size=1, max_size=6)


def lights(pico: Pico, power_ma: int) -> Any:
    module = pico.load("leds")
    pin = module.machine.Pin(CONFIG.PIXEL_PIN, OUT)
    return module.Leds(pin, CONFIG.LED_ORDER, CONFIG.PIXEL_TIMING_NS, power_ma, CONFIG.BRIGHTNESS)


def supply_of(pico: Pico) -> Any:
    module = pico.load("supply")
    return module.Supply(CONFIG.SENSE_PIN, CONFIG.CHARGER_MS, CONFIG.KEEP_PIN, CONFIG.KEEP_MS)


def test_the_firmware_starts_with_what_a_usb_port_leaves() -> None:
    assert power.USB_LIGHT_MA == CONFIG.POWER_MA
    assert Session(b"0", b"0", b"0").power_ma == CONFIG.POWER_MA


def test_the_firmware_reckons_a_channel_as_the_parts_do() -> None:
    budget = Pico().load("leds").channel_budget
    for power_ma in (20, power.USB_LIGHT_MA, power.EXTERNAL_LIGHT_MA, 2000):
        assert power.channels_ma([budget(power_ma)]) <= power_ma
        assert power.channels_ma([budget(power_ma) + 13]) > power_ma  # and no less than it may, to 1 mA
        assert budget(power_ma) <= power.channel_sum(power_ma) < budget(power_ma) + 13


@given(SHOWN)
def test_no_frame_exceeds_a_usb_port(shown: list[tuple[bytearray, int]]) -> None:
    pico = Pico()
    leds = lights(pico, CONFIG.POWER_MA)
    for roles, now in shown:
        leds.show(roles, now)
    assert pico.frames
    for frame in pico.frames:
        assert power.board_ma(frame) <= design.USB_PORT_MA - design.RESERVE_MA


@given(st.one_of(ROLES, ALIKE), st.integers(0, 20_000), st.integers(1, 255), st.integers(20, 2000))
def test_no_frame_exceeds_what_is_set(roles: bytearray, now: int, brightness: int, power_ma: int) -> None:
    pico = Pico()
    leds = lights(pico, CONFIG.POWER_MA)
    leds.limit(power_ma, brightness)
    leds.show(roles, now)
    assert power.channels_ma(pico.frames[-1]) <= power_ma


def test_lights_without_a_limit_would_exceed_it() -> None:
    pico = Pico()
    lights(pico, 100_000).show(bytearray([23] * 45), 0)
    assert power.board_ma(pico.frames[-1]) > 2 * design.USB_PORT_MA


def test_dark_lights_need_no_permission() -> None:
    """No light is lit until a computer has allowed more (see the loop's tests); the rest may flow."""
    assert power.idle_ma() <= power.UNCONFIGURED_MA
    pico = Pico()
    pico.levels[CONFIG.SENSE_PIN] = 1
    supply = supply_of(pico)
    assert not supply.allows(0)
    pico.registers[0x50100000 + 8] = 1 << 31
    assert supply.allows(1)


def test_the_socket_stays_within_its_fuse() -> None:
    full = power.idle_ma() + power.EXTERNAL_LIGHT_MA
    assert full + design.RESERVE_MA <= design.EXTERNAL_MA <= design.FUSE_HOLD_MA
    assert power.EXTERNAL_LIGHT_MA > power.USB_LIGHT_MA


@pytest.mark.parametrize(
    ("name", "value"),
    [("PICO_MA", 60), ("PIXEL_IDLE_MA", 1.2), ("RESERVE_MA", 40), ("USB_PORT_MA", 450)],
)
def test_other_parts_would_no_longer_fit_the_firmware(
    name: str, value: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(design, name, value)
    assert power.light_ma(design.USB_PORT_MA) != CONFIG.POWER_MA


def test_the_firmware_runs_the_pico_as_reckoned() -> None:
    assert design.PICO_CLOCK_MHZ * 1_000_000 == CONFIG.CLOCK_HZ
    assert Pico().load("processor").VOLTAGE_1_15 == 0xC0  # step 12 of the regulator: 1.15 V
    assert design.PICO_CORE == 1.15


def test_a_pico_takes_no_more_than_is_taken_for_it() -> None:
    reckoned = [power.reckoned_pico_ma(seen) for seen in power.PUBLISHED]
    assert max(reckoned) <= 1.1 * min(reckoned)  # two who measured agree
    assert max(reckoned) <= design.PICO_MA
    worst = power.WORST_CHIP * max(reckoned)
    assert worst <= design.PICO_MA + design.RESERVE_MA
    assert worst + design.POINTS * design.PIXEL_IDLE_MA <= power.UNCONFIGURED_MA


def test_what_was_measured_is_reckoned_back() -> None:
    seen = power.Measured("", 5.0 - power.USB_DIODE, (100, 10.0), (200, 20.0))
    assert power.reckoned_pico_ma(seen) == pytest.approx(20.0 * 1.15 / 1.1)


def test_a_supply_too_small_is_refused() -> None:
    with pytest.raises(ValueError, match="100 mA do not feed the board"):
        power.light_ma(100)


def test_the_table_adds_up() -> None:
    rows = [line.split(" | ") for line in power.table().splitlines()[2:]]
    for column in (1, 2):
        gives, *taken, left, _ = (int(float(row[column].rstrip(" |"))) for row in rows)
        assert gives - sum(taken) == left


# A power bank stays awake.


def kept(pico: Pico, supply: Any, start: int, end: int) -> list[int]:
    """Levels of the load's pin, a ms each."""
    levels = []
    for now in range(start, end):
        supply.allows(now)
        supply.keep(now)
        levels.append(pico.out[CONFIG.KEEP_PIN])
    return levels


def test_the_firmware_has_the_load_on_as_the_design_says() -> None:
    assert CONFIG.KEEP_MS == design.KEEP_MS
    pico = Pico()
    pico.levels[CONFIG.SENSE_PIN] = 0  # another supply: a power bank, perhaps
    levels = kept(pico, supply_of(pico), 0, 2 * CONFIG.KEEP_MS[1])
    assert sum(levels) == 2 * CONFIG.KEEP_MS[0]


def test_the_load_is_on_behind_a_charger_but_not_on_a_computer() -> None:
    for computer in (False, True):
        pico = Pico()
        pico.levels[CONFIG.SENSE_PIN] = 1
        supply = supply_of(pico)
        assert sum(kept(pico, supply, 0, CONFIG.CHARGER_MS)) == 0
        if computer:
            pico.registers[0x50100000 + 8] = 1 << 31
        levels = kept(pico, supply, CONFIG.CHARGER_MS, CONFIG.CHARGER_MS + CONFIG.KEEP_MS[1])
        assert (sum(levels) > 0) != computer


def test_a_power_bank_gets_a_load_that_it_notices() -> None:
    assert power.idle_ma() < power.BANK_MA  # so that something has to be done
    assert power.idle_ma() + power.keep_ma() >= 1.5 * power.BANK_MA
    on_ms, every_ms = design.KEEP_MS
    assert every_ms <= 10_000  # they wait for 30 s or more
    assert power.keep_mean_ma(on_ms, every_ms) < 6
    watts = (power.keep_ma() / 1e3) ** 2 * design.KEEP_OHM
    assert watts <= 1 / 1.5  # of a resistor of 1 W, for ever
    assert design.EXTERNAL_MA + power.keep_ma() <= design.FUSE_HOLD_MA


def test_a_battery_lasts_for_an_evening() -> None:
    mean = power.keep_mean_ma(*design.KEEP_MS)
    assert power.bank_hours(10, power.EXTERNAL_LIGHT_MA, mean) > 8
    assert power.bank_hours(10, 0, mean) > power.bank_hours(5, 0, mean) > power.bank_hours(5, 100, mean)
