"""What the emulator promises of power, USB cable, watchdog and flash."""

from __future__ import annotations

import pytest

from pico.conftest import Start, after
from pico.rig import Cable, PicoRig

pytestmark = pytest.mark.pico

# Address on the bus, bits CONNECTED and SUSPENDED of the controller's status, and GP24, which senses 5 V.
CABLE = """
from machine import Pin, mem32
import time
sense = Pin(24, Pin.IN)
for number in range(3):
    log = open("log", "w")
    status = mem32[0x50110050]
    log.write("address %d connected %d 5V %d" % (mem32[0x50110000] & 0x7f, status >> 16 & 1, sense.value()))
    log.close()
    time.sleep_ms(1000)
"""
COMPUTER = "address 1 connected 1 5V 1"

# Writes to the last blocks of the flash without erasing them, and tells what they hold.
BLOCKS = """
import rp2, time
flash = rp2.Flash()
last = flash.ioctl(4, 0) - 1
page = bytearray(256)
def write(block, data, offset):
    start = time.ticks_us()
    flash.writeblocks(block, data, offset)
    return time.ticks_diff(time.ticks_us(), start)
def show(name, block, offset=0):
    flash.readblocks(block, page, offset)
    print(name, bytes(page).hex())
"""


def test_the_watchdog_resets_and_flash_survives(start: Start) -> None:
    rig = start("""
import machine
if machine.reset_cause() == machine.WDT_RESET:
    print("back", open("kept").read())
    print("done")
else:
    with open("kept", "w") as file:
        file.write("flag")
    watchdog = machine.WDT(timeout=500)
    while True:
        pass
""")
    assert "back flag" in after(rig, ms=3000)
    assert rig.stats()["erased"] > 0
    assert rig.files()["kept"] == b"flag"
    rig.reset()
    rig.run(50)
    assert rig.files()["kept"] == b"flag"


def test_the_watchdog_can_be_fed_and_put_to_rest(start: Start) -> None:
    rig = start("""
import machine, time
CTRL = 0x40058000
ENABLE = 1 << 30
print("before", machine.mem32[CTRL] & ENABLE)
watchdog = machine.WDT(timeout=300)
for _ in range(5):
    time.sleep_ms(200)
    watchdog.feed()
print("running", bool(machine.mem32[CTRL] & ENABLE))
machine.mem32[CTRL + 0x3000] = ENABLE  # this address clears the bits written
time.sleep_ms(1000)
print("rests", machine.mem32[CTRL] & ENABLE)
watchdog = machine.WDT(timeout=300)
time.sleep_ms(1000)
""")
    rig.wait_line("^rests", 4000, 0)
    assert [line.text for line in rig.lines()] == ["before 0", "running True", "rests 0"]
    rig.run(290)
    powers = [event for event in rig.log() if event["kind"] == "power"]
    assert len(powers) == 1
    rig.run(100)
    powers = [event for event in rig.log() if event["kind"] == "power"]
    assert [event["reason"] for event in powers] == [0, 1]


def cable_seen(rig: PicoRig) -> str:
    """What the board has noted."""
    return rig.files()["log"].decode()


@pytest.mark.parametrize(
    ("cable", "seen"),
    [
        ("computer", COMPUTER),
        ("charger", "address 0 connected 0 5V 1"),
        ("nothing", "address 0 connected 0 5V 0"),
    ],
)
def test_what_the_cable_leads_to_can_be_seen(start: Start, cable: Cable, seen: str) -> None:
    rig = start(CABLE, settings={"pico": {"cable": cable}})
    rig.run(700)
    assert cable_seen(rig) == seen


def test_a_computer_finds_the_device_when_it_is_plugged_in(start: Start) -> None:
    rig = start(CABLE + "print('seen')\n", settings={"pico": {"cable": "nothing"}})
    rig.run(700)
    rig.plug("charger")
    rig.run(1000)
    assert cable_seen(rig) == "address 0 connected 0 5V 1"
    rig.plug("computer")
    rig.run(1000)
    assert cable_seen(rig) == COMPUTER
    rig.wait_line("^seen$", 3000, 0)


def test_a_computer_counts_frames_and_a_charger_does_not(start: Start) -> None:
    rig = start("""
from machine import mem32
import time
for number in range(2):
    before = mem32[0x50110048]
    time.sleep_ms(400)
    counted = (mem32[0x50110048] - before) % 2048
    log = open("log", "w")
    log.write(str(counted))
    log.close()
    time.sleep_ms(400)
""")
    rig.run(800)
    assert 398 <= int(cable_seen(rig)) <= 410
    rig.plug("charger")
    rig.run(1000)
    assert cable_seen(rig) == "0"


def test_a_pulled_cable_cuts_the_talk_not_the_power(start: Start) -> None:
    rig = start("import time\nfor number in range(1000):\n    print(number)\n    time.sleep_ms(10)\n")
    rig.wait_line("^5$", 1000, 0)
    rig.plug("nothing")
    rig.run(1000)
    assert len(rig.lines()) < 10
    rig.plug("computer")
    rig.wait_line("^150$", 3000, 0)
    assert [event["kind"] for event in rig.log()].count("power") == 1


def test_erasing_flash_takes_as_long_as_on_a_pico(start: Start) -> None:
    rig = start("""
import rp2, time
flash = rp2.Flash()
start = time.ticks_ms()
flash.ioctl(6, 140)
print("ms", time.ticks_diff(time.ticks_ms(), start))
print("done")
""")
    [spent] = [int(line.split()[1]) for line in after(rig) if line.startswith("ms")]
    assert 44 <= spent <= 48


def test_a_page_is_written_without_erasing_and_only_clears_bits(start: Start) -> None:
    rig = start(
        BLOCKS
        + r"""
flash.ioctl(6, last)
show("erased", last)
print("us", write(last, b"\xf0" * 256, 256))
print("us", write(last, b"\x3c\xff\x0f\x00" * 64, 256))
show("before", last)
show("written", last, 256)
start = time.ticks_us()
flash.writeblocks(last, b"\x55" * 4096)
print("us", time.ticks_diff(time.ticks_us(), start))
show("block", last, 256)
print("done")
"""
    )
    lines = [line.split() for line in after(rig)]
    shown = {line[0]: bytes.fromhex(line[1]) for line in lines if line[0] not in ("us", "done")}
    assert shown["erased"] == b"\xff" * 256
    assert shown["before"] == b"\xff" * 256
    assert shown["written"] == b"\x30\xf0\x00\x00" * 64
    assert shown["block"] == b"\x55" * 256
    one, two, block = [int(line[1]) for line in lines if line[0] == "us"]
    assert 400 <= one <= 800
    assert 400 <= two <= 800
    assert 45_000 + 16 * 400 <= block <= 45_000 + 16 * 400 + 4000


def test_power_can_fail_within_a_page(start: Start) -> None:
    rig = start(
        BLOCKS
        + """
show("page", last)
if page[0] == 0xff:
    print("ready")
    time.sleep_ms(100)
    write(last, bytes(256), 0)
print("done")
"""
    )
    rig.wait_line("ready", 1000, 0)
    rig.cut_power(0, 0.4)
    rig.run(1000)
    [_, page] = [bytes.fromhex(line.text.split()[1]) for line in rig.lines() if line.text.startswith("page")]
    assert page[:102] == bytes(102)
    assert page[103:] == b"\xff" * 153
    assert [event["kind"] for event in rig.log()].count("power-cut") == 1


def test_power_can_fail_within_an_erasure(start: Start) -> None:
    rig = start(
        BLOCKS
        + """
show("page", last)
if page[0] == 0xff:
    write(last, bytes(4096), 0)
    print("ready")
    time.sleep_ms(100)
    flash.ioctl(6, last)
print("done")
"""
    )
    rig.wait_line("ready", 1000, 0)
    rig.cut_power(0, 0.5)
    before = rig.now
    rig.run(1000)
    pages = [bytes.fromhex(line.text.split()[1]) for line in rig.lines() if line.text.startswith("page")]
    bits = sum(byte.bit_count() for byte in pages[1])
    assert 800 < bits < 1250, "about half of 2048 bits are erased"
    [cut] = [event for event in rig.log() if event["kind"] == "power-cut"]
    assert 100 + 20 < cut["t"] / 1e6 - before < 100 + 25


def test_power_can_fail_between_two_writes(start: Start) -> None:
    rig = start("""
import os
if "new" in os.listdir():
    print("kept")
else:
    print("ready")
    time.sleep_ms(100)
    for number in range(20):
        with open("new", "w") as file:
            file.write("x" * 1000)
print("done")
""")
    rig.wait_line("ready", 1000, 0)
    rig.cut_power(2)
    rig.run(1500)
    assert [event["kind"] for event in rig.log()].count("power-cut") == 1
    assert rig.stats()["erased"] + rig.stats()["programmed"] >= 2
    assert [event["kind"] for event in rig.log()].count("power") == 2
