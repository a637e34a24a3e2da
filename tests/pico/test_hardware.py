"""The firmware and what surrounds it: current for lights, a hang, the REPL."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from fanorona.wire.protocol import HOST_LEAD, encode
from pico import image, script
from pico.conftest import Start
from pico.rig import PicoRig, config, message, place

pytestmark = pytest.mark.pico

# A program whose board hangs or fails when the first byte from the computer arrives, but not twice.
SPOILT = """
import machine
import main
def spoil(data, count):
    {deed}
if machine.reset_cause() != machine.WDT_RESET:
    main.session.receive = spoil
main.run()
"""
WITHIN_MS = 2600
"""From a hang to the end of the start after it."""


def lit(rig: PicoRig) -> list[float]:
    """Times in ms at which frames with light began."""
    return [frame.start for frame in rig.frames() if any(frame.wire)]


def times(rig: PicoRig, kind: str) -> list[float]:
    """Times in ms of events of the emulator."""
    return [event["t"] / 1e6 for event in rig.log() if event["kind"] == kind]


def test_a_computer_allows_the_lights(start: Start) -> None:
    rig = start(image.firmware())
    rig.wait_frame(1000, 0)
    assert lit(rig)[0] > times(rig, "usb")[0]


def test_no_light_before_the_computer_says_so(start: Start) -> None:
    rig = start(image.firmware(), settings={"pico": {"cable": "charger"}})
    rig.run(1500)
    assert lit(rig) == []
    rig.plug("computer")
    plugged = rig.now
    rig.wait_frame(500, 0)
    configured = times(rig, "usb")[0]
    assert plugged < configured < lit(rig)[0] < configured + 10


def test_a_charger_is_known_by_its_silence(start: Start) -> None:
    rig = start(image.firmware(), settings={"pico": {"cable": "charger"}})
    frame = rig.wait_frame(4000, 0)
    assert frame.lit() == script.START
    assert config().CHARGER_MS < lit(rig)[0] < config().CHARGER_MS + 400


def test_another_supply_lights_at_once(start: Start) -> None:
    rig = start(image.firmware(), settings={"pico": {"cable": "nothing"}})
    assert rig.wait_frame(400, 0).lit() == script.START


def test_a_hang_restarts_the_board(start: Start) -> None:
    rig = start(image.driven(SPOILT.format(deed="while True: pass")), closed=script.START)
    rig.wait_line(" game ", 3000, 0)
    seen = len(rig.lines())
    rig.write(b"x")
    hung = rig.now
    hello = rig.wait_line(" hello ", WITHIN_MS, seen)
    assert hello.t - hung > config().WATCHDOG_MS - 10
    rig.wait_line(" game ", 1000, seen)
    # The pixels kept their light meanwhile; the first they hear is to be dark, until there is current again.
    [_, restart] = times(rig, "power")
    [after, *_] = [frame for frame in rig.frames() if frame.start > restart]
    assert not any(after.wire)
    rig.run(3000)
    assert len(times(rig, "power")) == 2


def test_a_fault_restarts_the_board_too(start: Start) -> None:
    rig = start(image.driven(SPOILT.format(deed="raise ValueError('spoilt')")), closed=script.START)
    rig.wait_line(" game ", 3000, 0)
    seen = len(rig.lines())
    rig.write(b"x")
    rig.wait_line("^ValueError: spoilt", 100, seen)
    rig.wait_line(" hello ", WITHIN_MS, seen)
    rig.run(3000)
    assert len(times(rig, "power")) == 2


@pytest.mark.parametrize("interrupt", [b"\x03\x03", b"\r\x03"])  # impatient hands; mpremote
def test_the_repl_is_left_alone(start: Start, interrupt: bytes) -> None:
    rig = start(image.firmware(), closed=script.START)
    rig.wait_line(" game ", 3000, 0)
    rig.write(interrupt)
    rig.wait_line("KeyboardInterrupt", 500, 0)
    rig.run(10_000)
    assert not any(rig.frames()[-1].wire)
    rig.write(b"print(6 * 7)\r")
    rig.wait_line("^42$", 500, 0)
    assert len(times(rig, "power")) == 1
    # A soft reset starts the firmware again.
    seen = len(rig.lines())
    rig.write(b"\x04")
    rig.wait_line(" game ", 3000, seen)
    rig.run(3000)
    assert len(times(rig, "power")) == 1


def fault(point: str, kind: str) -> dict[str, object]:
    """A fault of the matrix for the emulator."""
    row, column = place(point)
    return {"row": row, "column": column, "kind": kind}


def self_test(rig: PicoRig) -> list[str]:
    """What the self-test says besides contacts and lights."""
    rig.wait_line(" hello ", 3000, 0)
    rig.run(100)
    rig.write(encode(HOST_LEAD, b"1 test"))
    rig.wait_line(" test lights b1", 1000, 0)  # all faults come before the second light
    said = [message(line).removeprefix("test ") for line in rig.lines() if " test " in line.text]
    return [text for text in said if not text.startswith(("reeds ", "lights "))]


def test_a_sound_matrix_and_three_corners(start: Start) -> None:
    corners = ("b2", "b5", "g2")
    rig = start(image.firmware(), closed=corners)
    setup = message(rig.wait_line(" setup [.+/-]+\\*", 1000, 0)).split()[1]
    rows = list(reversed(setup.split("/")))
    for point in ("b2", "b5", "g2", "g5"):
        row, column = place(point)
        assert (rows[row][column] == "+") == (point not in corners), "a light asks for what is not there"
    assert self_test(rig) == []
    assert rig.stats()["contention"] == 0
    assert rig.stats()["indeterminate"] == 0


@pytest.mark.parametrize("stones", [script.START, {"d3"}])
@pytest.mark.parametrize("kind", ["reversed", "bridged"])
def test_a_bad_diode_is_named(start: Start, kind: str, stones: Iterable[str]) -> None:
    rig = start(image.firmware(), closed=stones, settings={"matrix": {"faults": [fault("d3", kind)]}})
    assert self_test(rig) == [f"{kind} d3"]


@pytest.mark.parametrize("kind", ["reversed", "bridged"])
def test_a_dead_point_beside_a_bad_diode_is_named(start: Start, kind: str) -> None:
    faults = [fault("d3", kind), fault("g3", "open"), fault("d5", "open")]
    rig = start(image.firmware(), closed=script.START, settings={"matrix": {"faults": faults}})
    assert self_test(rig) == [f"{kind} d3", "dead g3", "dead d5"]


@pytest.mark.parametrize("line", ["4", "c"])
def test_a_dead_line_is_named(start: Start, line: str) -> None:
    faults = [fault(point, "open") for point in script.START if line in point]
    rig = start(image.firmware(), closed=script.START, settings={"matrix": {"faults": faults}})
    assert self_test(rig) == [f"dead {line}"]


def test_points_without_a_diode_are_named(start: Start) -> None:
    faults = [fault(point, "open") for point in ("d3", "i5")]
    rig = start(image.firmware(), closed=script.START, settings={"matrix": {"faults": faults}})
    assert self_test(rig) == ["dead d3", "dead i5"]


@pytest.mark.parametrize("line", ["2", "h"])
def test_a_line_on_3_volts_is_named(start: Start, line: str) -> None:
    row = line.isdigit()
    pin = config().ROW_PINS[int(line) - 1] if row else config().COLUMN_PINS["abcdefghi".index(line)]
    rig = start(image.firmware(), closed=script.START, settings={"matrix": {"stuck": {pin: 1}}})
    assert self_test(rig) == [f"stuck {line}"]


def test_several_faults_are_named_together(start: Start) -> None:
    faults = [fault("a1", "bridged"), fault("a4", "reversed")]
    rig = start(image.firmware(), closed=script.START, settings={"matrix": {"faults": faults}})
    assert self_test(rig) == ["bridged a1", "reversed a4"]


def test_weak_pulls_make_no_ghost(start: Start) -> None:
    # Without resistors at the rows the Pico's own let go of them within 21 us.
    points = [
        f"{column}{row}" for number, column in enumerate("abcdefghi") for row in range(1 + number % 2, 6, 2)
    ]
    rig = start(image.firmware(), closed=points, settings={"matrix": {"riseUs": 21}})
    rig.wait_line(" setup ", 1000, 0)
    rig.write(encode(HOST_LEAD, b"1 test"))
    reeds = message(rig.wait_line(" test reeds ", 1000, 0)).split()[2]
    rows = list(reversed(reeds.split("/")))
    seen = {
        f"{column}{row + 1}"
        for row in range(5)
        for column, x in zip("abcdefghi", rows[row], strict=True)
        if x == "x"
    }
    assert seen == set(points)
