from __future__ import annotations

import re

import magpylib
import numpy as np
import pytest
from hardware import design
from hardware.magnetics import bench, chosen, published, report
from hardware.magnetics.margins import (
    DROP_OUT,
    Drive,
    Layout,
    Magnet,
    Margins,
    ReedClass,
    drive,
    margins,
    worst,
)
from hardware.magnetics.reed import COIL, MU_0, UNCUT, Coil, wire
from hardware.parts import LOOSE as PARTS
from hypothesis import given, settings
from hypothesis import strategies as st

PLACE = chosen.layout()
DISC = chosen.magnet()
ORIGIN = np.zeros((1, 2))


def pull(layout: Layout, *stone: float) -> float:
    return float(drive(layout, DISC, 1.2, np.array([stone]))[0])


# The reed.


def test_one_ampere_turn_in_the_coil_counts_as_one() -> None:
    reed = wire(UNCUT)
    # The same coil with its current as a thin sheet, which magpylib has no loops for: a magnet's surface.
    sheet = magpylib.magnet.Cylinder(
        polarization=(0, 0, MU_0 / (COIL.length * 1e-3)),
        dimension=(2e-3 * COIL.radius, 1e-3 * COIL.length),
    ).rotate_from_angax(90, "y")
    outside_in = np.asarray(sheet.getB(reed.places * 1e-3)) / MU_0
    assert reed.drive(outside_in) == pytest.approx(1.0, rel=0.02)


def test_a_uniform_field_drives_as_much_as_its_length_says() -> None:
    """A wire in a uniform field picks up at least the drop over its gap's half, at most over its length."""
    reed = wire(UNCUT, gap_permeance=1e-6)
    whole = reed.drive(np.tile([1.0, 0, 0], (len(reed.places), 1)))
    per_turn = wire(UNCUT, gap_permeance=1e-6, coil=Coil(4 * UNCUT, 3.0))
    along = per_turn.drive(np.tile([1.0, 0, 0], (len(reed.places), 1)))
    assert along == pytest.approx(4 * UNCUT * 1e-3, rel=0.1)  # an ampere-turn in a long coil is 1 A / length
    assert whole < along


def test_across_and_past_the_gap_nothing_drives() -> None:
    reed = wire(20.0)
    for direction in ([0, 1.0, 0], [0, 0, 1.0]):
        assert reed.drive(np.tile(direction, (len(reed.places), 1))) == pytest.approx(0.0, abs=1e-12)


def test_short_leads_need_more() -> None:
    fields = [np.tile([1.0, 0, 0], (len(wire(span).places), 1)) for span in (44.0, 30.0, 20.0)]
    drives = [float(wire(span).drive(f)) for span, f in zip((44.0, 30.0, 20.0), fields, strict=True)]
    assert drives == sorted(drives, reverse=True)


def test_finer_pieces_change_little(monkeypatch: pytest.MonkeyPatch) -> None:
    before = pull(PLACE, 0, 0)
    wire.cache_clear()
    monkeypatch.setattr("hardware.magnetics.reed.STEP", 0.6)
    after = pull(PLACE, 0, 0)
    wire.cache_clear()
    assert after == pytest.approx(before, rel=0.03)


# The magnet above it.


def test_over_its_middle_a_reed_feels_nothing() -> None:
    middle = Layout(40, 0.0, 0.0, 5.0, 20.0, 3.8)
    assert abs(pull(middle, 0, 0)) < 1e-9
    assert abs(pull(middle, 6.5, 0)) > 50


@settings(max_examples=25)
@given(st.floats(-20, 20), st.floats(-20, 20), st.floats(4, 10))
def test_the_picture_of_a_reed_has_its_symmetries(x: float, y: float, distance: float) -> None:
    at_gap = Layout(40, 0.0, 0.0, distance, 20.0, 3.0)
    there = pull(at_gap, x, y)
    assert pull(at_gap, x, -y) == pytest.approx(there, abs=1e-6)
    assert pull(at_gap, -x, y) == pytest.approx(-there, abs=1e-6)


@settings(max_examples=25)
@given(st.floats(0.1, 1.5), st.floats(-10, 10), st.floats(-10, 10))
def test_drive_is_proportional_to_the_magnet(remanence: float, x: float, y: float) -> None:
    stones = np.array([[x, y]])
    assert drive(PLACE, DISC, remanence, stones) == pytest.approx(remanence * drive(PLACE, DISC, 1, stones))


def test_a_lifted_stone_lets_go() -> None:
    heights = [0, 2, 5, 10, 15, 20]
    lifted = [abs(pull(chosen.layout(chosen.Stance("", 0, height)), 0, 0)) for height in heights]
    assert lifted == sorted(lifted, reverse=True)
    assert lifted[-1] < chosen.reeds().opens


# The worst case.


def test_worst_counts_its_neighbours() -> None:
    found = worst(PLACE, DISC, 0.0)
    weakest, strongest = DISC.remanence
    pitch = PLACE.pitch
    others = np.array([[x, y] for x in range(-2, 3) for y in range(-2, 3) if x or y]) * pitch
    reaches = drive(PLACE, DISC, strongest, others)
    assert found.own == pytest.approx(abs(drive(PLACE, DISC, weakest, ORIGIN)[0]))
    assert found.mixed == pytest.approx(np.abs(reaches).sum())
    assert found.same == pytest.approx(max(reaches[reaches > 0].sum(), -reaches[reaches < 0].sum()))
    own = drive(PLACE, DISC, weakest, ORIGIN)[0]
    assert found.against == pytest.approx(np.abs(reaches[np.sign(reaches) != np.sign(own)]).sum())


def test_all_neighbours_at_once_leave_no_less_than_the_worst() -> None:
    """The whole board full of stones, as it is when a game begins."""
    found = worst(PLACE, DISC, 0.0)
    weakest, strongest = DISC.remanence
    others = np.array([[x, y] for x in range(-2, 3) for y in range(-2, 3) if x or y]) * PLACE.pitch
    whole = drive(PLACE, DISC, weakest, ORIGIN)[0] + drive(PLACE, DISC, strongest, others).sum()
    assert abs(whole) >= found.own - found.against


def test_stones_further_away_matter_little() -> None:
    third = np.array([[x, y] for x in range(-3, 4) for y in range(-3, 4) if max(abs(x), abs(y)) == 3])
    reach = np.abs(drive(PLACE, DISC, DISC.remanence[1], third * PLACE.pitch)).sum()
    assert reach < 0.1 * worst(PLACE, DISC, 1.0).mixed


@settings(max_examples=20, deadline=None)
@given(st.floats(-1, 1), st.floats(-1, 1))
def test_no_place_within_the_tolerance_is_worse(x: float, y: float) -> None:
    off = 3.0
    if np.hypot(x, y) > 1:
        x, y = x / 2, y / 2
    found = worst(PLACE, DISC, off)
    own = abs(drive(PLACE, DISC, DISC.remanence[0], np.array([[x * off, y * off]]))[0])
    assert own >= 0.99 * found.own


def test_margins_are_ratios() -> None:
    got = margins(ReedClass(10, 20, 5), Drive(own=62, same=2.5, against=2, mixed=4))
    assert (got.on, got.off, got.on_mixed, got.off_mixed) == (3, 2, 2.9, 1.25)
    assert ReedClass(10, 20).opens == 4
    assert got.holds(2) and not got.holds(2.1)
    assert not Margins(3, 3, 0.9, 2).holds(1.5) and not Margins(3, 3, 2, 0.9).holds(1.5)


# The design.


def test_the_design_has_its_margins() -> None:
    assert chosen.faults() == []


def test_a_magnet_of_any_grade_it_names_will_do() -> None:
    assert design.MAGNET_GRADES == "N35 to N52"
    assert DISC.remanence[0] <= 1.17  # N35, weakest
    assert DISC.remanence[1] >= 1.48  # N52, strongest
    assert design.MAGNET_GRADES in PARTS["magnet"].rule


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PITCH", 35.0),
        ("REED_ALONG", 0.0),
        ("REED_ALONG", 12.0),
        ("REED_ASIDE", 6.0),
        ("REED_AXIS_HEIGHT", 0.0),
        ("REED_LEADS", 30.0),
        ("SKIN", 5.0),
        ("WELLS", 6.0),
        ("STONE_FLOOR", 3.0),
        ("MAGNET_SIZE", (5.0, 2.0)),
        ("MAGNET_SIZE", (10.0, 3.0)),
        ("MAGNET_REMANENCE", (0.38, 0.40)),
        ("MAGNET_REMANENCE", (0.9, 1.0)),
        ("MAGNET_REMANENCE", (1.17, 2.0)),
        ("REED_CLASS", (10.0, 40.0)),
        ("REED_CLASS", (25.0, 30.0)),
        ("REED_OPENS", 5.0),
    ],
)
def test_a_design_outside_the_region_is_refused(
    name: str, value: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(design, name, value)
    assert chosen.faults() != []


def test_mixed_poles_disturb_more() -> None:
    for stance in chosen.STANCES:
        here = chosen.found(stance)
        assert here.off_mixed < here.off and here.on_mixed < here.on


# The published table.


@pytest.mark.parametrize(("reed", "spread"), [("SM-1322", 1.15), ("MM-1018", 1.2)])
def test_the_model_fits_published_tables(reed: str, spread: float) -> None:
    fit = published.agreement(published.rows(reed))
    assert fit.spread < spread  # how effect falls with distance and size
    assert 1 / 1.3 < fit.mean < 1.3  # scale: leads, coil and gap are not known better
    assert fit.ratios.min() > 0.5 and fit.ratios.max() < 1.5


def test_unknown_leads_and_coil_stay_within_what_is_said() -> None:
    for reed, cropped in published.CROPPED.items():
        for span in (cropped - 3, cropped + 3):
            for coil in (COIL, Coil(25.0, 4.0)):
                assert 1 / 1.4 < published.agreement(published.rows(reed), span, coil).mean < 1.4


def test_a_wrong_law_of_distance_would_not_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    table = published.rows("SM-1322")
    right = published.predicted
    monkeypatch.setattr(published, "predicted", lambda row, far, *how: right(row, far, *how) * (far / 10))
    assert published.agreement(table).spread > 1.15


def test_the_tables_are_whole() -> None:
    table = published.rows()
    assert len(table) == 19 + 15
    assert sum(row.round for row in table) == 9 + 7
    for row in table:
        assert row.operate[0] < row.operate[1] < row.release[1]
        assert row.operate[0] < row.release[0]


def test_published_reeds_open_later_than_assumed() -> None:
    """Drop-out over pull-in from distances is well above the ratio that the margins reckon with."""
    ratios = published.release_ratios(published.rows())
    assert ratios.min() > DROP_OUT


def test_a_magnet_holds_its_name() -> None:
    assert Magnet("6 x 2 mm", 6, 2, design.MAGNET_REMANENCE) == DISC


# The report.


def numbers(table: str) -> list[float]:
    return [float(number) for number in re.findall(r"\d+(?:\.\d+)?", table)]


@pytest.mark.slow
def test_the_report_is_up_to_date() -> None:
    written = (report.HERE / "MARGINS.md").read_text(encoding="utf-8")
    now = report.text()
    assert re.sub(r"[\d.*-]+", "", written) == re.sub(r"[\d.*-]+", "", now)
    # Rounding may differ in the last digit, and with it what is bold.
    assert numbers(written) == pytest.approx(numbers(now), abs=0.101)


def test_the_bench_procedure_is_up_to_date() -> None:
    written = (report.HERE / "BENCH.md").read_text(encoding="utf-8")
    now = report.bench_text()
    assert re.sub(r"\d", "", written) == re.sub(r"\d", "", now)
    assert numbers(written) == pytest.approx(numbers(now), abs=1.01)


def test_the_bench_numbers_follow_from_the_model() -> None:
    weakest, strongest = DISC.remanence
    for path in bench.PATHS.values():
        (near, far), (first, last) = bench.ranges(path)
        assert 3 < near <= far < bench.FAR and near <= first <= last < bench.FAR
        assert path(np.array([near - bench.STEP]), weakest)[0] >= chosen.reeds().high
        assert path(np.array([far]), strongest)[0] < chosen.reeds().low


def test_the_report_shows_where_one_may_build() -> None:
    written = (report.HERE / "MARGINS.md").read_text(encoding="utf-8")
    row = next(line for line in written.splitlines() if line.startswith(f"| {design.PITCH:g} | 3 |"))
    assert [cell.startswith(" **") for cell in row.split("|")[3:-1]] == [False, True, False, False]
    assert "![" in written and "{" not in written
