"""Simulated levels are what the Pico and the lights need; and the simulation can tell."""

from __future__ import annotations

import pytest
from hardware import design, fab
from hardware.electronics import simulation

HIGH, LOW = design.LOGIC_HIGH, design.LOGIC_LOW


def test_all_that_is_simulated_is_good():
    assert simulation.faults() == []


def test_the_report_that_is_kept_is_of_these_checks():
    kept = (fab.REVISION / "simulation.txt").read_text().splitlines()
    made = simulation.report().splitlines()
    assert [line.partition(": ")[0] for line in kept] == [line.partition(": ")[0] for line in made]


def test_closed_contacts_read_with_a_margin_of_nearly_half_a_volt():
    on, off = simulation.matrix(simulation.EVERY, temperature=0)
    assert min(on) >= HIGH + 0.4
    assert max(off) <= LOW / 4


@pytest.mark.parametrize("floating", [False, True])
def test_no_ghost_appears(floating):
    on, _ = simulation.matrix(simulation.ghosts(), floating=floating)
    assert on[1] >= HIGH
    assert max(on[:1] + on[2:]) <= LOW / 4


def test_a_ghost_would_be_seen():
    """Without diodes the current comes back by other contacts."""
    deck_of = simulation.DIODE
    simulation.DIODE = ".model D1N4148 D(Is=1 Rs=0.01 N=1 Bv=0.01)"
    try:
        on, _ = simulation.matrix(simulation.ghosts(), floating=True)
    finally:
        simulation.DIODE = deck_of
    assert min(on) > LOW


@pytest.mark.parametrize("pull", [50e3, 80e3])
def test_the_picos_own_pull_downs_let_go_too_late(pull):
    _, off = simulation.matrix({(0, 0)}, pull=pull)
    assert off[0] > LOW


def test_the_pico_alone_does_not_reach_what_a_light_needs():
    assert simulation.data(1.4, shifted=False).width == 0
    assert simulation.data(1.4).level >= design.PIXEL_HIGH * simulation.RAIL


@pytest.mark.parametrize("series", [300, 500])
def test_the_substitutes_for_the_wires_resistor_do(series):
    pulse = simulation.data(design.LOGIC_HIGH, series=series)
    assert abs(pulse.width - simulation.DATA_HIGH_NS) <= simulation.DATA_SLACK_NS
    assert pulse.level <= simulation.RAIL + 0.5


def test_a_wire_that_is_too_slow_would_be_seen():
    pulse = simulation.data(design.LOGIC_HIGH, series=4700)
    assert abs(pulse.width - simulation.DATA_HIGH_NS) > simulation.DATA_SLACK_NS


def test_without_its_capacitor_the_supply_would_start_hard():
    peak, _ = simulation.inrush(0.9, soft=False)
    assert peak > 10 * design.USB_INRUSH_MA


def test_the_lights_have_their_supply_before_the_firmware_has_started():
    """MicroPython takes longer than 150 ms from power-up to the first line of a program."""
    assert all(simulation.inrush(threshold)[1] < 150 for threshold in (0.4, 1.3))


def test_a_deck_that_ngspice_refuses_is_an_error():
    with pytest.raises(RuntimeError, match="measured no x"):
        simulation.solve("* nothing\n.meas tran x MAX v(y)\n.tran 1u 2u\n.end\n")


def test_an_early_pico_2_would_hold_its_columns_high_without_pull_downs_on_the_carrier():
    assert simulation.released(pull=0, own=50e3) > LOW
    assert simulation.released(pull=0, own=80e3) > LOW
    assert simulation.released(pull=design.PULL_MAX) <= LOW


def test_a_charger_would_not_know_a_sink_with_another_resistor():
    ohm, part, (least, most) = simulation.SOURCES["3 A"]
    for wrong in (1e3, 22e3):
        assert not least < simulation.attached(ohm * (1 + part), pull_down=wrong) < most


def test_neighbours_in_the_ribbons_would_be_seen():
    few = simulation.COUPLED_PF
    simulation.COUPLED_PF = 3000
    try:
        on, _ = simulation.matrix(frozenset())
    finally:
        simulation.COUPLED_PF = few
    assert max(on) > LOW / 2
