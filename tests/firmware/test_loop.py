"""main.py with a session that only writes down what it is given."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any
from unittest import mock

import pytest
from fake_pico import PULL_UP, Pico, config

CONFIG = config()


class Outbox:
    def __init__(self) -> None:
        self.data = b""
        self.unconfirmed = 1000

    def pending(self) -> int:
        return len(self.data)

    def in_flight(self) -> int:
        return self.unconfirmed

    @property
    def ring(self) -> bytearray:
        return bytearray(self.data)

    place = 0

    def ready(self, limit: int) -> int:
        return min(len(self.data), limit)

    def sent(self, count: int) -> None:
        self.data = self.data[count:]


class SelfTest:
    def __init__(self) -> None:
        self.wanted = False
        self.taken: list[tuple[bytes, bytes]] = []

    def take(self, diodes: bytearray, stuck: bytearray) -> None:
        self.wanted = False
        self.taken.append((bytes(diodes), bytes(stuck)))


class Keeper:
    journal: object = None


class Session:
    def __init__(self, firmware: bytes, serial: bytes, boot: bytes) -> None:
        self.names = (firmware, serial, boot)
        self.roles = bytearray(45)
        self.outbox = Outbox()
        self.test = SelfTest()
        self.keeper = Keeper()
        self.kept = 0  # calls of keep()
        self.said = 0  # calls of say()
        self.power_ma = 0
        self.brightness = 0
        self.calls: list[tuple[Any, ...]] = []
        self.next_due = -1
        self.deaf = False

    def listens(self) -> bool:
        return not self.deaf

    def receive(self, buffer: bytearray, count: int) -> None:
        self.calls.append(("receive", bytes(buffer[:count])))

    def step(self, raw: bytearray, buttons: int, now: int) -> None:
        self.calls.append(("step", [point for point in range(45) if raw[point]], buttons, now))

    def say(self) -> None:
        self.said += 1

    def keep(self) -> None:
        self.kept += 1

    def idle_ms(self, now: int) -> int:
        return self.next_due


def board(pico: Pico) -> Any:
    fanorona = ModuleType("fanorona")
    session = ModuleType("fanorona.session")
    session.Session = Session  # type: ignore[attr-defined]
    journal = ModuleType("fanorona.store.journal")
    journal.Journal = lambda sectors: sectors  # type: ignore[attr-defined]
    fanorona_parts = {"fanorona": fanorona, "fanorona.store.journal": journal, "fanorona.session": session}
    names = ("config", "flash", "leds", "matrix", "notes", "stamp", "supply", "usb", "watchdog")
    parts = {name: pico.load(name) for name in names}
    return pico.load("main", **fanorona_parts, **parts)


@pytest.fixture
def pico() -> Pico:
    pico = Pico(CONFIG.COLUMN_PINS, CONFIG.ROW_PINS)
    pico.levels[CONFIG.SENSE_PIN] = 0  # no USB: another supply
    return pico


@pytest.fixture
def main(pico: Pico) -> Any:
    return board(pico)


def test_the_board_says_who_it_is(main):
    firmware = f"{CONFIG.FIRMWARE_VERSION}+unbuilt".encode()
    assert main.session.names == (firmware, b"e6614103e7452d2f", b"a0a1a2a3")


def test_the_settings_begin_as_configured(main):
    assert (main.session.power_ma, main.session.brightness) == (CONFIG.POWER_MA, CONFIG.BRIGHTNESS)


def test_the_processor_runs_as_fast_as_it_may_before_the_rest_is_imported(pico):
    start = pico.load("start", config=pico.load("config"), processor=pico.load("processor"))
    assert pico.clock_hz == CONFIG.CLOCK_HZ
    ran = []
    main = ModuleType("main")
    main.run = lambda: ran.append(True)  # type: ignore[attr-defined]
    with mock.patch.dict(sys.modules, {"main": main}):
        start.run()
    assert ran == [True]


def test_a_turn_that_has_lasted_leaves_the_words_to_the_next(pico, main):
    main.turn()
    assert main.session.said == 1

    def step(raw, buttons, now):
        pico.clock_ms += CONFIG.SPARE_MS

    main.session.step = step
    main.turn()
    assert main.session.said == 1


def test_a_long_turn_leaves_sending_to_the_next_one(pico, main):
    step = main.session.step

    def dawdle(*arguments: Any) -> None:
        step(*arguments)
        pico.clock_ms += CONFIG.SHORT_MS

    main.session.step = dawdle
    main.session.outbox.data = bytes(100)
    part = CONFIG.SEND_UNSURE_BYTES
    sent = []
    for _ in range(4):
        main.turn()
        sent.append(len(pico.outbox))
    assert sent == [0, part, part, 2 * part]


def test_nothing_is_sent_while_a_contact_settles(pico, main):
    main.session.outbox.data = bytes(100)
    pico.contacts = {(1, 0)}
    sent = []
    for _ in range(CONFIG.SETTLING_MS + 1):
        main.turn()
        sent.append(len(pico.outbox))
        pico.clock_ms += 1
    assert sent == [0] * CONFIG.SETTLING_MS + [2 * CONFIG.SEND_UNSURE_BYTES]


def test_a_contact_that_never_settles_does_not_silence_the_board(pico, main):
    main.session.outbox.data = bytes(100)
    for turn in range(2 * (CONFIG.MOST_HELD + 1)):
        pico.contacts = {(1, turn % 2)}
        main.turn()
        pico.clock_ms += 1
    assert len(pico.outbox) == 2 * 2 * CONFIG.SEND_UNSURE_BYTES


def test_a_turn_scans_once_and_has_one_time(pico, main):
    pico.contacts = {(1, 0), (8, 4)}
    pico.pressed = {CONFIG.MENU_PIN}
    pico.clock_ms = 1234
    pico.log.clear()
    main.turn()
    assert main.session.calls == [("step", [1, 44], 2, 1234)]
    assert pico.clock_reads == 2  # the other one is for how long the turn has lasted
    assert [pin for event, pin in pico.log if event == "high"] == list(CONFIG.COLUMN_PINS)
    assert pico.pull[CONFIG.TURN_PIN] == PULL_UP


def test_what_the_host_says_comes_before_the_step_a_bounded_part_a_turn(pico, main):
    pico.inbox += b"x" * (CONFIG.RECEIVE_BYTES + 3)
    for pico.clock_ms in (10, 12, 14):
        main.turn()
    kinds = [call[0] for call in main.session.calls]
    assert kinds == ["receive", "step", "receive", "step", "step"]
    assert main.session.calls[0] == ("receive", b"x" * CONFIG.RECEIVE_BYTES)
    assert main.session.calls[2] == ("receive", b"x" * 3)


def test_nothing_is_received_while_the_session_does_not_listen(pico, main):
    pico.inbox += b"x"
    main.session.deaf = True
    for pico.clock_ms in (10, 12):
        main.turn()
    assert [call[0] for call in main.session.calls] == ["step", "step"]
    main.session.deaf = False
    pico.clock_ms = 14
    main.turn()
    assert main.session.calls[2:3] == [("receive", b"x")]


def test_the_journal_gets_its_time_every_fourth_ms(pico, main):
    assert main.session.keeper.journal is not None
    for pico.clock_ms in range(100, 108):
        main.turn()
    assert main.session.kept == 2


def test_hands_come_before_the_journal_and_a_host_that_talks_on(pico, main):
    pico.inbox += b"x" * 1000
    for touched in (False, True):
        main.session.calls.clear()
        main.session.kept = 0
        for pico.clock_ms in range(100, 108):
            pico.contacts = {(1, pico.clock_ms % 2)} if touched else set()
            main.turn()
        heard = sum(call[0] == "receive" for call in main.session.calls)
        assert (heard, main.session.kept) == ((1, 0) if touched else (4, 2))


def test_lights_that_only_blink_wait_while_a_contact_changes(pico, main):
    main.session.roles[3] = 11  # blinks every 256 ms
    for pico.clock_ms in (200, 254):
        main.turn()
    assert len(pico.frames) == 1
    assert main.idle() == 2
    pico.contacts = {(1, 0)}
    for pico.clock_ms in (255, 256, 260):
        main.turn()
    assert len(pico.frames) == 1
    assert main.idle() == 1
    pico.clock_ms = 255 + CONFIG.ANSWER_MS
    main.turn()
    assert len(pico.frames) == 2


@pytest.mark.parametrize("unconfirmed", [0, 1000])
def test_words_go_out_a_bounded_part_a_turn(pico, main, unconfirmed):
    main.session.outbox.data = bytes(range(100))
    main.session.outbox.unconfirmed = unconfirmed
    part = CONFIG.SEND_UNSURE_BYTES if unconfirmed else CONFIG.SEND_BYTES
    sent = []
    for _ in range(15):
        main.turn()
        sent.append(len(pico.outbox))
    assert sent == [min((turn + 1) * part, 100) for turn in range(15)]
    assert pico.outbox == bytes(range(100))


def test_a_host_that_stops_reading_loses_nothing_and_stops_nothing(pico, main):
    main.session.outbox.data = bytes(range(100))
    pico.room = 40
    for _ in range(10):
        main.turn()
    assert pico.outbox == bytes(range(40))
    assert len(main.session.calls) == 10
    pico.room = 1000
    for _ in range(10):
        main.turn()
    assert pico.outbox == bytes(range(100))


def test_lights_follow_the_session_and_its_settings(pico, main):
    main.session.roles[22] = 5
    main.turn()
    bright = sum(pico.frames[-1])
    main.session.brightness = 100
    main.turn()
    assert 0 < sum(pico.frames[-1]) < bright
    assert len(pico.frames) == 2
    main.turn()
    assert len(pico.frames) == 2


def test_the_matrix_is_probed_when_the_self_test_wants_it(pico, main):
    pico.contacts = {(4, 2)}
    pico.faults[4, 2] = "reversed"
    main.turn()
    assert main.session.test.taken == []
    main.session.test.wanted = True
    main.turn()
    main.turn()
    [(diodes, stuck)] = main.session.test.taken
    assert {point: diodes[point] for point in range(45) if diodes[point]} == {22: 1}
    assert not any(stuck)


def test_idle_is_the_earliest_of_all_needs(main):
    main.turn()
    assert main.idle() == -1
    main.session.next_due = 400
    assert main.idle() == 400
    main.session.roles[3] = 11  # blinks every 256 ms
    main.turn()
    assert main.idle() == 256
    main.session.next_due = 7
    assert main.idle() == 7
    main.session.next_due = -1
    assert main.idle() == 256
    main.session.outbox.data = b"x"
    assert main.idle() == 1


def test_idle_waits_for_no_host(pico, main):
    main.session.outbox.data = b"x"
    pico.room = 0
    main.turn()
    assert main.session.outbox.data == b"x"
    assert main.idle() == 1


def test_nothing_is_written_to_a_host_that_sleeps(pico, main):
    main.session.outbox.data = bytes(100)
    main.session.outbox.unconfirmed = 0
    main.turn()
    assert len(pico.outbox) == 32
    pico.asleep = True
    for pico.clock_ms in range(10, 20):
        main.turn()
    written = len(pico.outbox)
    for pico.clock_ms in range(20, 40):
        main.turn()
    assert len(pico.outbox) == written
    pico.asleep = False
    main.turn()
    assert len(pico.outbox) == written + 32


def fails_at(main, pico, monkeypatch, ms, fault):
    def step(raw, buttons, now):
        if now == ms:
            raise fault
        pico.clock_ms += 1

    monkeypatch.setattr(main.session, "step", step)


WATCHDOG_CLEAR = 0x4005B000
ENABLE = 1 << 30


def test_ctrl_c_puts_the_lights_out_and_the_watchdog_to_rest(pico, main, monkeypatch):
    main.session.roles[0] = 5
    fails_at(main, pico, monkeypatch, 3, KeyboardInterrupt)
    with pytest.raises(KeyboardInterrupt):
        main.run()
    assert [sum(frame) > 0 for frame in pico.frames] == [False, True, False]
    assert pico.fed == [-1, 1, 2, 3]
    assert pico.registers[WATCHDOG_CLEAR] == ENABLE


def test_a_fault_is_left_to_the_watchdog(pico, main, monkeypatch):
    fails_at(main, pico, monkeypatch, 2, ValueError)
    with pytest.raises(ValueError):
        main.run()
    assert pico.frames[-1] == bytes(135)
    assert pico.fed == [-1, 1, 2]
    assert WATCHDOG_CLEAR not in pico.registers


def test_no_light_before_there_is_current(pico, main):
    pico.levels[CONFIG.SENSE_PIN] = 1
    main.session.roles[22] = 5
    for pico.clock_ms in (10, 500, 1000):
        main.turn()
    assert pico.frames == []
    assert len(main.session.calls) == 3
    pico.registers[0x50100000 + 8 * 2] = 1 << 31  # an endpoint is in use
    main.turn()
    assert sum(pico.frames[-1]) > 0
    pico.registers.clear()
    main.session.roles[21] = 5
    main.turn()
    assert len(pico.frames) == 2


def test_a_charger_never_says_anything(pico, main):
    pico.levels[CONFIG.SENSE_PIN] = 1
    main.session.roles[22] = 5
    wrap = 1 << 30
    for ms in (0, CONFIG.CHARGER_MS - 1):
        pico.clock_ms = (wrap - 100 + ms) % wrap
        main.turn()
    assert pico.frames == []
    pico.clock_ms = CONFIG.CHARGER_MS - 100
    main.turn()
    assert len(pico.frames) == 1


def test_importing_it_turns_nothing(pico, main):
    assert main.session.calls == []
    assert pico.frames == []
