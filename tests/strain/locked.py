"""Whole noisy games on MicroPython with the heap locked, a host talking: `make heap-lock N=100`.

Hands play a game against `session.step` first (soak.play). What its contacts did goes to the whole firmware,
wired to the virtual board's pins, pixels, flash and serial port; there nothing may be created on the heap
from the end of power-up on. The moves that the host hears of, and the last position, have to be those meant.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import reference
from hands.habitual import USUAL
from hands.plan import Plan
from lakabe.errors import BoardFault
from lakabe.virtual.run import run_file
from lakabe.virtual.tools import DEVICE, firmware_tree
from lakabe.virtual.trace import closed_points, parse, point_number
from soak.play import Outcome, play

MACHINE = Path(__file__).resolve().parents[1] / "firmware" / "on_micropython"
HEAP_LOCK = Path(__file__).resolve().parents[1] / "core" / "heap.py"
BUILT_IN = {"os", "select", "sys", "time"}  # modules that the interpreter has itself
BUTTONS = {"turn": 45, "menu": 46}
LEAVERS = 4
"""In one of so many games the host goes away now and then; lines may be lost to it then."""
LONGEST_US = 20 * 60 * 10**6
"""Of a game: thoughts of an hour take no memory, but in ticks and blinking lights much time here."""
HEAP = 8 << 20
"""Bytes; the host keeps here what it hears. How large a locked heap is makes no difference."""
TIMEOUT_S = 600.0


def mounts(firmware: Path | None = None) -> list[tuple[Path, str]]:
    """What the interpreter has to have in its file system: the firmware, and stand-ins for the hardware."""
    found = [(firmware or firmware_tree(), "/flash"), (HEAP_LOCK, "/files/heap.py")]
    for path in sorted(DEVICE.glob("*.py")):
        prefix = "virtual_" if path.stem in BUILT_IN else ""
        found.append((path, f"/device/{prefix}{path.name}"))
    return found


def whole_games(seed: int, lenient: bool = False) -> Iterator[Outcome]:
    """Games that were played to their end without a loss of power, with a trace of each."""
    number = 0
    while True:
        plan = Plan(f"locked {seed} {number}", lenient=lenient, habits=USUAL - {"power cut"})
        outcome = play(plan, keeps_trace=True)
        assert not outcome.fault, f"{outcome.plan}: {outcome.fault}"
        goes_on = outcome.counts["ended"] and not outcome.counts["cuts"]
        if goes_on and parse(outcome.trace).end_us < LONGEST_US:
            yield outcome
        number += 1


def run_locked(outcome: Outcome, number: int, firmware: Path | None = None) -> dict[str, Any]:
    """One game on the interpreter; what locked_game.py prints. BoardFault where the firmware raised."""
    trace = parse(outcome.trace)
    closed = set(closed_points(trace.start))
    events: list[int] = []
    for event in trace.events:
        if event.kind == "level":
            continue
        at = BUTTONS[event.name] if event.kind == "button" else point_number(event.name)
        events += [-(-event.us // 1000), at, event.value]
    job = {
        "start": [int(p in closed) for p in range(45)],
        "events": events,
        "end": trace.end_us // 1000,
        "seed": number + 1,
        "leaver": number % LEAVERS == LEAVERS - 1,
        "lenient": outcome.plan.lenient,
    }
    printed: list[str] = []
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(job, file)
        file.flush()
        run_file(
            MACHINE / "locked_game.py",
            mounts=[*mounts(firmware), (Path(file.name), "/sitting.json")],
            cwd="/flash",
            heap=HEAP,
            timeout=TIMEOUT_S,
            write=printed.append,
        )
    found: dict[str, Any] = json.loads("".join(printed))
    return found | {"leaver": job["leaver"]}


def fault(outcome: Outcome, found: Mapping[str, Any]) -> str:
    """What the board made of the game otherwise than the hands meant it."""
    if found["plies"] != len(outcome.moves) or not found["result"]:
        return f"{found['plies']} moves and result {found['result']}, not {len(outcome.moves)} and an end"
    position = reference.Game().position
    for text in outcome.moves:
        if text.startswith("--"):
            turn = "B" if position.turn == "W" else "W"
            position = reference.parse_position(f"{text[2:]} {turn}")
            continue
        position = next(move for move in reference.moves(position) if move.text == text).after
    colours = [1 if p in position.white else 2 if p in position.black else 0 for p in reference.ALL_POINTS]
    if found["board"] != colours:
        return "another last position"
    if found["journal_lacks"]:
        return "the journal lacks something"
    if not found["leaver"] and (found["lost"] or told(found["book"]) != outcome.moves):
        return f"the host heard other moves, and lacks {found['lost']} lines"
    return ""


def told(book: str) -> list[str]:
    """The moves as a host writes them down: one told again replaces what it was and what followed."""
    moves: list[str] = []
    for line in book.splitlines():
        words = line.split(" ")
        text = words[3] if words[0] == "move" else f"--{words[3]}" if words[0] == "irregular" else ""
        if text and moves[int(words[2]) - 1 : int(words[2])] != [text]:
            moves[int(words[2]) - 1 :] = [text]
        elif words[0] == "takeback":
            del moves[int(words[2]) - 1 :]
    return moves


def main(games: int, seed: int) -> int:
    """Prints what was played, and returns 1 at the first allocation or wrong move."""
    counts: Counter[str] = Counter()
    begun = time.monotonic()
    for number, outcome in enumerate(whole_games(seed)):
        if number == games:
            break
        try:
            found = run_locked(outcome, number)
            wrong = fault(outcome, found)
        except BoardFault as problem:
            wrong = str(problem)
        if wrong:
            print(f"game {outcome.plan.seed}: {wrong}")
            return 1
        counts["games"] += 1
        counts["moves"] += len(outcome.moves)
        counts["contact and button events"] += outcome.counts["events"]
        counts["turns with illegal play"] += outcome.counts["mishaps"]
        counts["takebacks"] += outcome.counts["takebacks"]
        counts["turns of the loop with the heap locked"] += found["turns"]
        counts["lines from the board"] += found["heard"]
        counts["lines from the host"] += found["said"]
    counts["allocations"] = 0
    for name, count in counts.items():
        print(f"{name:43} {count}")
    print(f"{'time':43} {time.monotonic() - begun:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2])))
