"""What the emulator promises: each part of a Pico that the firmware or its tests rely on."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import reference
from pico.bootrom import bootrom
from pico.conftest import Start, after
from pico.rig import EMULATOR, EmulatorFault, PicoRig, config, node
from tools import base

pytestmark = pytest.mark.pico

SCAN = """
import sys, time
from machine import Pin
ROWS = (2, 3, 4, 5, 6)
COLUMNS = (7, 8, 9, 10, 11, 12, 13, 14, 15)
def scan(driven, sensed, level):
    out = [Pin(pin, Pin.IN) for pin in driven]
    pull = Pin.PULL_DOWN if level else Pin.PULL_UP
    read = [Pin(pin, Pin.IN, pull) for pin in sensed]
    found = []
    for i, line in enumerate(out):
        line.init(Pin.OUT, value=level)
        time.sleep_us(20)
        found += [(i, j) for j, other in enumerate(read) if other.value() == level]
        line.init(Pin.IN)
    for line in out + read:
        line.init(Pin.IN, None)
    return found
while True:
    sys.stdin.readline()
    print("columns high", sorted([(r, c) for c, r in scan(COLUMNS, ROWS, 1)]))
    print("rows low", scan(ROWS, COLUMNS, 0))
    print("rows high", scan(ROWS, COLUMNS, 1))
    print("columns low", sorted([(r, c) for c, r in scan(COLUMNS, ROWS, 0)]))
    print("end")
"""

PIXELS = """
import machine, time
pin = machine.Pin(22, machine.Pin.OUT)
machine.bitstream(pin, 0, (400, 850, 800, 450), bytes(range(135)))
time.sleep_ms(2)
machine.bitstream(pin, 0, (100, 850, 800, 450), bytes(9))
time.sleep_ms(2)
print("done")
"""


def scanned(rig: PicoRig) -> dict[str, str]:
    """One round of SCAN: what each way of scanning found."""
    rig.run(60)
    start = len(rig.lines())
    rig.write(b"\n")
    rig.wait_line("^end", 500, start)
    lines = [line.text.partition(" [") for line in rig.lines(start)]
    return {name: f"[{found}" for name, _, found in lines if found}


@pytest.mark.parametrize(
    ("anode", "works", "not_"),
    [
        ("column", ("columns high", "rows low"), ("rows high", "columns low")),
        ("row", ("rows high", "columns low"), ("columns high", "rows low")),
    ],
)
def test_diodes_let_current_through_one_way(
    start: Start, anode: str, works: tuple[str, str], not_: tuple[str, str]
) -> None:
    rig = start(SCAN, closed=("a1", "d1", "a3"), settings={"matrix": {"anode": anode}})
    found = scanned(rig)
    # Three corners of a rectangle: without diodes the fourth would show.
    assert [found[way] for way in works] == ["[(0, 0), (0, 3), (2, 0)]"] * 2
    assert [found[way] for way in not_] == ["[]", "[]"]
    assert rig.stats()["contention"] == 0


def test_without_diodes_there_are_ghosts(start: Start) -> None:
    rig = start(SCAN, closed=("a1", "d1", "a3"), settings={"matrix": {"anode": "none"}})
    assert scanned(rig)["columns high"] == "[(0, 0), (0, 3), (2, 0), (2, 3)]"


def test_faulty_diodes(start: Start) -> None:
    kinds = [(0, 0, "reversed"), (0, 3, "open"), (2, 0, "bridged")]
    faults = [{"row": row, "column": column, "kind": kind} for row, column, kind in kinds]
    rig = start(SCAN, closed=("a1", "d1", "a3", "i5"), settings={"matrix": {"faults": faults}})
    found = scanned(rig)
    assert found["columns high"] == "[(2, 0), (4, 8)]"
    assert found["rows high"] == "[(0, 0), (2, 0)]"


def test_floating_inputs_read_anything_and_pulled_ones_do_not(start: Start) -> None:
    rig = start("""
from machine import Pin
rows = [Pin(pin, Pin.IN, None) for pin in (2, 3, 4, 5, 6)]
column = Pin(7, Pin.OUT, value=1)
def seen():
    values = set()
    for i in range(100):
        column.value(i & 1)
        values.add(tuple([row.value() for row in rows]))
    return len(values)
print("floating", seen() > 1)
rows = [Pin(pin, Pin.IN, Pin.PULL_UP) for pin in (2, 3, 4, 5, 6)]
seen()
print("pulled", seen())
print("done")
""")
    assert after(rig)[-3:-1] == ["floating True", "pulled 1"]


def test_two_outputs_against_each_other_are_noticed(start: Start) -> None:
    rig = start("""
from machine import Pin
Pin(7, Pin.OUT, value=1)
Pin(2, Pin.OUT, value=0)
print("done")
""")
    after(rig)
    assert rig.stats()["contention"] == 0
    rig.place("a1")
    assert rig.stats()["contention"] == 1


def test_a_weak_pull_takes_its_time(start: Start) -> None:
    rig = start(
        """
import time
from machine import Pin
row = Pin(2, Pin.IN, Pin.PULL_DOWN)
column = Pin(7, Pin.OUT, value=1)
time.sleep_us(100)
column.value(0)
first = row.value()
time.sleep_us(100)
print("row", first, row.value())
print("done")
""",
        closed=("a1",),
        settings={"matrix": {"riseUs": 50}},
    )
    assert after(rig)[-2] == "row 1 0"


def test_bounce_ends_where_it_should(start: Start) -> None:
    rig = start("print('done')\nwhile True:\n    pass\n")
    after(rig)
    rig.bounce("c2", True, count=6, us=500)
    rig.run(1)
    changes = [event["closed"] for event in rig.log() if event["kind"] == "contact"]
    assert changes[0] is True
    assert changes[-1] is True
    assert len(changes) > 1


def test_pixels_from_bitstream(start: Start) -> None:
    rig = start(PIXELS)
    after(rig)
    good, bad = rig.frames()
    assert good.wire == bytes(range(135))
    assert good.whole
    assert good.faults == []
    assert 1.30 < good.end - good.start < 1.40
    first, second = (reference.name(reference.ALL_POINTS[config().LED_ORDER.index(at)]) for at in (0, 1))
    assert good.pixel(first) == (1, 0, 2)
    assert good.pixel(second) == (4, 3, 5)
    assert not bad.whole
    assert [fault.split()[0] for fault in bad.faults] == ["t0h"]


def test_pixels_from_the_state_machine_and_dma(start: Start) -> None:
    rig = start("""
import array, rp2, time
from machine import Pin
@rp2.asm_pio(sideset_init=rp2.PIO.OUT_LOW, out_shiftdir=rp2.PIO.SHIFT_LEFT, autopull=True, pull_thresh=24)
def ws2812():
    wrap_target()
    label("bitloop")
    out(x, 1).side(0)[2]
    jmp(not_x, "do_zero").side(1)[1]
    jmp("bitloop").side(1)[4]
    label("do_zero")
    nop().side(0)[4]
    wrap()
machine = rp2.StateMachine(0, ws2812, freq=8_000_000, sideset_base=Pin(22))
machine.active(1)
machine.put(array.array("I", [0x10000 | i << 8 | 7 for i in range(45)]), 8)
time.sleep_ms(5)
dma = rp2.DMA()
control = dma.pack_ctrl(size=2, inc_write=False, treq_sel=0)
data = array.array("I", [i << 24 for i in range(45)])
dma.config(read=data, write=machine, count=45, ctrl=control, trigger=True)
while dma.active():
    pass
time.sleep_ms(5)
print("done")
""")
    after(rig)
    put, moved = rig.frames()
    assert put.whole and moved.whole
    assert put.wire == b"".join(bytes([1, i, 7]) for i in range(45))
    assert moved.wire == b"".join(bytes([i, 0, 0]) for i in range(45))
    assert put.faults == []


def test_a_timer_and_an_interrupt(start: Start) -> None:
    rig = start("""
import time
from machine import Pin, Timer
ticks = 0
def tick(timer):
    global ticks
    ticks += 1
timer = Timer(freq=1000, mode=Timer.PERIODIC, callback=tick)
time.sleep_ms(200)
timer.deinit()
print("ticks", 195 < ticks < 205)
edges = 0
def edge(pin):
    global edges
    edges += 1
pin = Pin(16, Pin.IN, Pin.PULL_UP)
pin.irq(edge, Pin.IRQ_FALLING, hard=True)
print("ready")
time.sleep_ms(100)
print("edges", edges)
print("done")
""")
    rig.wait_line("ready", 2000, 0)
    for _ in range(5):
        rig.button("turn", True)
        rig.run(2)
        rig.button("turn", False)
        rig.run(2)
    assert [line for line in after(rig) if line.split()[0] in ("ticks", "edges")] == ["ticks True", "edges 5"]


def test_a_host_that_does_not_read_blocks_writes(start: Start) -> None:
    rig = start("""
import sys, time
print("go")
slow = 0
start = time.ticks_ms()
while time.ticks_diff(time.ticks_ms(), start) < 3000:
    before = time.ticks_ms()
    sys.stdout.write("A" * 60 + "\\n")
    if time.ticks_diff(time.ticks_ms(), before) > 400:
        slow += 1
    time.sleep_ms(10)
print("slow", slow)
print("done")
""")
    rig.wait_line("go", 2000, 0)
    rig.read(False)
    rig.run(2500)
    rig.read(True)
    [slow] = [int(line.split()[1]) for line in after(rig, ms=4000) if line.startswith("slow")]
    assert slow >= 2


def test_what_is_sent_to_a_closed_port_is_lost(start: Start) -> None:
    rig = start("""
import time
number = 0
while True:
    print(number)
    number += 1
    time.sleep_ms(5)
""")
    rig.wait_line("^3$", 2000, 0)
    rig.open(False)
    seen = len(rig.lines())
    rig.run(500)
    rig.open(True)
    rig.run(50)
    numbers = [int(line.text) for line in rig.lines(seen) if line.text.isdigit()]
    assert numbers[-1] > 80
    assert len(numbers) < numbers[-1] - 3


def test_input_over_usb(start: Start) -> None:
    rig = start("import sys\nprint('ready')\nwhile True:\n    print('got', sys.stdin.readline().strip())\n")
    rig.wait_line("ready", 2000, 0)
    rig.write(b"abc\nde")
    assert rig.wait_line("got", 200, 0).text == "got abc"
    seen = len(rig.lines())
    rig.run(20)
    assert rig.lines(seen)[1:] == []
    rig.write(b"f\n")
    assert rig.wait_line("got def", 200, seen).text == "got def"


def test_the_heap_can_be_locked(start: Start) -> None:
    rig = start("""
import micropython
buffer = bytearray(45)
allocated = None  # a new global would need room
def work():
    for i in range(45):
        buffer[i] = i
work()
micropython.heap_lock()
work()
try:
    [1, 2]
    allocated = True
except MemoryError:
    allocated = False
micropython.heap_unlock()
print("allocated", allocated)
print("done")
""")
    assert "allocated False" in after(rig)


def test_the_clock_of_the_core_can_be_set(start: Start) -> None:
    rig = start("""
import machine, time
def loop():
    start = time.ticks_us()
    for i in range(5000):
        pass
    return time.ticks_diff(time.ticks_us(), start)
slow = loop()
machine.freq(250_000_000)
print("faster", loop() * 3 < slow * 2)
print("done")
""")
    assert "faster True" in after(rig)


def test_a_fast_core_waits_longer_for_the_flash(start: Start) -> None:
    rig = start("""
import machine, time
def loop(stride):
    start = time.ticks_us()
    for i in range(4096):
        machine.mem8[0x10010000 + i * stride]  # with a stride of 8, twice what the cache holds
    return time.ticks_diff(time.ticks_us(), start)
def missed(mhz):
    machine.freq(mhz * 1_000_000)
    return (loop(8) - loop(0)) * mhz / 4096
print("cycles", missed(125), missed(250))
print("done")
""")
    _, few, many = after(rig)[-2].split()
    assert float(few) == pytest.approx(22, rel=0.1)
    assert float(many) == pytest.approx(44, rel=0.1), "the flash has kept its speed"


def test_numbers_of_board_and_boot(start: Start) -> None:
    program = "import machine, os\nprint(machine.unique_id().hex(), os.urandom(4).hex())\nprint('done')\n"
    rig = start(program)
    first = after(rig)[-2]
    rig.reset()
    rig.run(500)
    number, random = first.split()
    assert number == "e661410300000001"
    again = [line.text for line in rig.lines() if line.text.startswith(number)][-1]
    assert again.split()[1] != random
    assert after(start(program))[-2] == first  # the same seed
    assert after(start(program, settings={"pico": {"seed": 2}}))[-2].split()[1] != random


def test_the_same_orders_give_the_same_answers(start: Start) -> None:
    def story() -> object:
        rig = start(SCAN, closed=("b2",))
        rig.schedule([(100.5, "c3", True), (101, "b2", False)])
        rig.run(150)
        return scanned(rig), rig.log(), rig.stats()

    assert story() == story()


def test_a_wrong_order_is_refused(start: Start) -> None:
    rig = start("")
    with pytest.raises(EmulatorFault, match="no order dance"):
        rig._order("dance")


def test_the_fast_path_executes_like_the_plain_one(tmp_path: Path) -> None:
    file = tmp_path / "flash.uf2"
    file.write_bytes(base.release("pico"))
    command = [node(), EMULATOR / "lockstep.mjs", file, bootrom(), 15_000_000]
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


ROUNDED = """
import { Pico } from %s;
// 4.3 s after a reset at 3.8 s: here the sum of both is rounded down.
const pico = Object.create(Pico.prototype);
const clock = { nanosCounter: 4294802550.6666665 };
Object.assign(pico, { baseNs: 3845324527.6666665, eventNs: -1, clock, resetWanted: null });
pico.slice = (end) => { clock.nanosCounter = Math.max(clock.nanosCounter, end); };
pico.run(5e5);
if (!pico.runUntil(() => true, 5e5) || pico.runUntil(() => false, 5e5)) process.exit(1);
const end = pico.nowNs + 1e-5;
while (pico.nowNs < end) pico.runUntil(() => false, end - pico.nowNs);
console.log(Math.abs(pico.nowNs - 8141127078.3) < 3);
"""


def test_time_that_is_rounded_passes_all_the_same() -> None:
    """A `run` that compared sums waited for ever for the last millionth of a nanosecond."""
    script = ROUNDED % json.dumps((EMULATOR / "pico.mjs").as_uri())
    command = [str(node()), "--input-type=module", "--eval", script]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.stdout == "true\n", done.stderr


def test_mpremote_talks_to_a_live_rig(start: Start) -> None:
    rig = start("print('ready')\nwhile True:\n    time.sleep_ms(10)\n")
    port = rig.live()

    def mpremote(*words: str) -> str:
        command = [sys.executable, "-m", "mpremote", "connect", port, *words]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    assert mpremote("eval", "6 * 7") == "42"
    assert mpremote("exec", "with open('new', 'w') as file: file.write('text')") == ""
    assert rig.files()["new"] == b"text"
    assert " new" in mpremote("fs", "ls")
