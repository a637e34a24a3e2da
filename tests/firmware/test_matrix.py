from __future__ import annotations

import pytest
from fake_pico import PULL_DOWN, PULL_UP, Contention, Pico, config
from hypothesis import given
from hypothesis import strategies as st

CONFIG = config()
COLUMNS = CONFIG.COLUMN_PINS
ROWS = CONFIG.ROW_PINS
KINDS = st.sampled_from(["reversed", "bridged"])
CONTACTS = st.sets(st.tuples(st.integers(0, 8), st.integers(0, 4)))


def matrix(pico: Pico, settle_us: int = CONFIG.SETTLE_US):
    return pico.load("matrix").Matrix(COLUMNS, ROWS, CONFIG.TURN_PIN, CONFIG.MENU_PIN, settle_us)


def scanned(pico: Pico, settle_us: int = CONFIG.SETTLE_US) -> set[tuple[int, int]]:
    reader = matrix(pico, settle_us)
    reader.scan()
    assert len(reader.closed) == 45
    assert set(reader.closed) <= {0, 1}
    return {(point % 9, point // 9) for point in range(45) if reader.closed[point]}


@given(contacts=CONTACTS)
def test_reads_exactly_the_closed_contacts(contacts):
    pico = Pico(COLUMNS, ROWS)
    pico.contacts = contacts
    assert scanned(pico) == contacts


def test_three_corners_show_no_fourth():
    pico = Pico(COLUMNS, ROWS)
    pico.contacts = {(2, 1), (5, 1), (2, 3)}
    assert scanned(pico) == {(2, 1), (5, 1), (2, 3)}


def test_the_diodes_are_needed():
    pico = Pico(COLUMNS, ROWS)
    pico.contacts = {(2, 1), (5, 1)}
    pico.faults[5, 1] = "bridged"
    with pytest.raises(Contention):
        scanned(pico)


def test_settling_is_needed():
    pico = Pico(COLUMNS, ROWS)
    pico.contacts = {(2, 1)}
    assert scanned(pico, settle_us=0) != pico.contacts


def test_scans_again_what_has_changed():
    pico = Pico(COLUMNS, ROWS)
    reader = matrix(pico)
    pico.contacts = {(0, 0), (8, 4)}
    reader.scan()
    assert [point for point in range(45) if reader.closed[point]] == [0, 44]
    pico.contacts = {(4, 2)}
    reader.scan()
    assert [point for point in range(45) if reader.closed[point]] == [22]


def test_one_column_at_a_time_in_order_settled_and_let_go():
    pico = Pico(COLUMNS, ROWS)
    reader = matrix(pico)
    pico.log.clear()
    reader.scan()
    expected = []
    for column in COLUMNS:
        expected += [
            ("high", column),
            ("wait", CONFIG.SETTLE_US),
            *(("read", row) for row in ROWS),
            ("low", column),
        ]
    assert pico.log == expected


def test_pins_are_pulled_as_they_should_be():
    pico = Pico(COLUMNS, ROWS)
    matrix(pico)
    assert {pin: pico.out[pin] for pin in COLUMNS} == dict.fromkeys(COLUMNS, 0)
    assert {pin: pico.pull[pin] for pin in ROWS} == dict.fromkeys(ROWS, PULL_DOWN)
    assert pico.pull[CONFIG.TURN_PIN] == pico.pull[CONFIG.MENU_PIN] == PULL_UP


@pytest.mark.parametrize(
    ("pressed", "mask"),
    [([], 0), ([CONFIG.TURN_PIN], 1), ([CONFIG.MENU_PIN], 2), ([CONFIG.TURN_PIN, CONFIG.MENU_PIN], 3)],
)
def test_buttons_close_to_ground(pressed, mask):
    pico = Pico(COLUMNS, ROWS)
    reader = matrix(pico)
    pico.pressed = set(pressed)
    assert reader.buttons() == mask


def probed(pico: Pico) -> tuple[dict[tuple[int, int], str], set[int]]:
    """The faults that a probe finds: of diodes by (column, row), and the pins that are stuck."""
    module = pico.load("matrix")
    reader = module.Matrix(COLUMNS, ROWS, CONFIG.TURN_PIN, CONFIG.MENU_PIN, CONFIG.SETTLE_US)
    reader.probe()
    names = {module.REVERSED: "reversed", module.BRIDGED: "bridged"}
    diodes = {
        (point % 9, point // 9): names[kind] for point, kind in enumerate(reader.diodes) if kind in names
    }
    stuck = {pin for pin, high in zip((*ROWS, *COLUMNS), reader.stuck, strict=True) if high}
    assert {pin: pico.out.get(pin) for pin in COLUMNS} == dict.fromkeys(COLUMNS, 0)
    assert {pin: pico.pull.get(pin) for pin in ROWS} == dict.fromkeys(ROWS, PULL_DOWN)
    return diodes, stuck


@given(contacts=CONTACTS)
def test_a_probe_finds_nothing_where_all_is_well(contacts):
    pico = Pico(COLUMNS, ROWS)
    pico.contacts = contacts
    assert probed(pico) == ({}, set())


@given(contacts=CONTACTS, where=st.tuples(st.integers(0, 8), st.integers(0, 4)), kind=KINDS)
def test_a_probe_names_a_bad_diode(contacts, where, kind):
    pico = Pico(COLUMNS, ROWS)
    pico.contacts = contacts
    pico.faults[where] = kind
    assert probed(pico) == ({where: kind} if where in contacts else {}, set())


@given(
    contacts=CONTACTS, column=st.integers(0, 8), kinds=st.dictionaries(st.integers(0, 4), KINDS, min_size=2)
)
def test_a_probe_names_every_bad_diode_of_a_column(contacts, column, kinds):
    pico = Pico(COLUMNS, ROWS)
    pico.contacts = contacts | {(column, row) for row in kinds}
    pico.faults = {(column, row): kind for row, kind in kinds.items()}
    assert set(probed(pico)[0]) == set(pico.faults)


@given(contacts=CONTACTS, faults=st.dictionaries(st.tuples(st.integers(0, 8), st.integers(0, 4)), KINDS))
def test_a_probe_misses_no_bad_diode(contacts, faults):
    pico = Pico(COLUMNS, ROWS)
    pico.contacts = contacts
    pico.faults = faults
    assert set(probed(pico)[0]) >= set(faults) & contacts


@given(contacts=CONTACTS, where=st.tuples(st.integers(0, 8), st.integers(0, 4)), kind=KINDS)
def test_a_probe_sees_the_stones_that_a_bad_diode_hides(contacts, where, kind):
    pico = Pico(COLUMNS, ROWS)
    pico.contacts = contacts | {where}
    pico.faults[where] = kind
    module = pico.load("matrix")
    reader = module.Matrix(COLUMNS, ROWS, CONFIG.TURN_PIN, CONFIG.MENU_PIN, CONFIG.SETTLE_US)
    reader.probe()
    hidden = {(point % 9, point // 9) for point, kind in enumerate(reader.diodes) if kind == module.HIDDEN}
    assert hidden == {(column, row) for column, row in contacts - {where} if row == where[1]}


@given(contacts=CONTACTS, pin=st.sampled_from(ROWS + COLUMNS))
def test_a_probe_names_a_line_on_3_volts(contacts, pin):
    pico = Pico(COLUMNS, ROWS)
    pico.contacts = contacts
    pico.stuck = {pin}
    assert probed(pico) == ({}, {pin})
