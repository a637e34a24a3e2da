"""The processor gets the voltage that its speed needs, before it gets the speed."""

from __future__ import annotations

from fake_pico import Pico, config

CONFIG = config()
VREG = 0x40064000
AT_START = 0x10B1  # regulating, enabled, 1.1 V
AT_1_15_V = 0x10C1


def speed_up(pico: Pico, machine: str = "Raspberry Pi Pico with RP2040") -> None:
    pico._machine = machine
    pico.registers[VREG] = AT_START
    pico.load("processor").speed_up(CONFIG.CLOCK_HZ)


def test_the_voltage_stands_before_the_clock_rises():
    pico = Pico(CONFIG.COLUMN_PINS, CONFIG.ROW_PINS)
    speed_up(pico)
    assert pico.registers[VREG] == AT_1_15_V
    assert pico.log == [("register", VREG), ("wait", 1000), ("clock", 200_000_000)]


def test_what_is_fast_already_stays_as_it_is():
    pico = Pico(CONFIG.COLUMN_PINS, CONFIG.ROW_PINS)
    pico.clock_hz = 250_000_000
    speed_up(pico)
    assert pico.log == []
    assert pico.registers[VREG] == AT_START


def test_another_chip_has_no_such_register():
    pico = Pico(CONFIG.COLUMN_PINS, CONFIG.ROW_PINS)
    pico.clock_hz = 150_000_000
    speed_up(pico, "Raspberry Pi Pico2 with RP2350")
    assert pico.log == []


def test_a_micropython_that_leaves_the_flash_alone_is_not_sped_up():
    for version, changed in (
        ((1, 23, 0, ""), 0),
        ((1, 24, 1, ""), 0),
        ((1, 25, 0, ""), 3),
        ((2, 0, 0, ""), 3),
    ):
        pico = Pico(CONFIG.COLUMN_PINS, CONFIG.ROW_PINS)
        pico.version = version
        speed_up(pico)
        assert len(pico.log) == changed, version
