"""`make system`: goes through N examples of all that can happen, and fails where the archive lacks something.

A failure is made short and printed. The same numbers go through the same examples.
"""

from __future__ import annotations

import argparse
import sys
import time

from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis.stateful import run_state_machine_as_test

from system.machine import STEPS, System

BATCH = 500
"""Examples that are drawn with one seed."""


def main() -> int:
    parser = argparse.ArgumentParser(prog="make system", description=__doc__)
    parser.add_argument("examples", type=int, nargs="?", default=1000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    begun = time.monotonic()
    failed = 0
    for first in range(0, arguments.examples, BATCH):
        found = settings(
            max_examples=min(BATCH, arguments.examples - first),
            stateful_step_count=STEPS,
            deadline=None,
            database=None,
            phases=(Phase.generate, Phase.shrink),
            report_multiple_bugs=False,
            suppress_health_check=list(HealthCheck),
        )
        try:
            run_state_machine_as_test(seed(f"{arguments.seed} {first}")(System), settings=found)
        except AssertionError as error:
            failed = 1
            print(error, *getattr(error, "__notes__", []), sep="\n")
            break
    for what, count in sorted(System.gone_through.items()):
        print(f"{what:44} {count}")
    print(f"{'examples in which the archive differs':44} {failed}")
    print(f"{'time':44} {time.monotonic() - begun:.0f} s")
    return failed


if __name__ == "__main__":
    sys.exit(main())
