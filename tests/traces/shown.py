"""`python -m traces.shown NAME [FROM TO]`: each contact of a trace, in ms, with what the tracker made of it.

NAME is that of a file in tests/vectors/traces, or a path.
"""

from __future__ import annotations

import functools
import sys
from pathlib import Path
from typing import Any

from fanorona.hands.tracker import Tracker
from fanorona.rules import notation
from fanorona.session import Session
from lakabe.virtual.trace import parse
from traces import python
from traces.__main__ import FOLDER

PHASES = ("set-up", "play", "over")
STATUSES = ("idle", "open", "early", "in the hand", "down", "doubt", "wrong")
SHOWN = ("contact", "_act", "_begin_review", "_go_on_looking", "_enter_found")


def state(tracker: Tracker) -> str:
    reading = tracker.reading
    return (
        f"{PHASES[tracker.phase]}, {STATUSES[tracker.status]}, ply {tracker.game.ply}, stage {reading.stage},"
        f" {reading.unexplained} unexplained{', busy' if tracker.busy else ''}"
    )


def main() -> None:
    name, *times = sys.argv[1:]
    first, last = map(float, times or ("0", "inf"))
    file = Path(name) if "/" in name else FOLDER / f"{name}.trace"
    now = 0
    step = Session.step

    def timed(session: Session, raw: bytearray, buttons: int, ms: int) -> None:
        nonlocal now
        now = ms
        step(session, raw, buttons, ms)

    def shown(method: Any) -> Any:
        @functools.wraps(method)
        def call(tracker: Tracker, *arguments: Any) -> Any:
            events = method(tracker, *arguments)
            looks_on = method.__name__ == "_go_on_looking" and tracker.review.outcome < 0
            if first <= now <= last and not looks_on:
                what = method.__name__
                if what == "contact":
                    what = f"{notation.point_name(arguments[0])}{'-+'[arguments[1]]}"
                print(f"{now:>9} {what:16} events {events}: {state(tracker)}")
            return events

        return call

    Session.step = timed  # type: ignore[method-assign]
    for method in SHOWN:
        setattr(Tracker, method, shown(getattr(Tracker, method)))
    python.run(parse(file.read_text(encoding="utf-8")))


if __name__ == "__main__":
    main()
