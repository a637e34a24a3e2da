"""Compiling the kernels ahead of time, so that the first hint is not slow."""

from __future__ import annotations

import importlib
import sys

from lakabe.errors import LakabeError, SetupError, exit_code_of


def warm() -> None:
    """Compile everything a search needs, or load it from the cache. SetupError where that is impossible."""
    try:
        from lakabe.engine import moves
        from lakabe.engine.standing import Standing
        from lakabe.engine.think import Limits, Thinker

        standing = Standing.of()
        moves.perft(standing.own, standing.enemy, 3)
        thinker = Thinker(memory_mb=1)
        thinker.ready()
        thinker.think(standing, Limits(depth=4))
    except LakabeError:
        raise
    except Exception as error:
        raise SetupError(
            f"the engine cannot be compiled on this computer: {type(error).__name__}: {error}",
            "Numba needs a 64-bit Intel, AMD or ARM processor; install lakabe again where Python has changed",
        ) from error


def main() -> int:
    """What set-up runs: compile, and clear the cache of what is out of date."""

    def work() -> None:
        warm()
        from lakabe.engine import dimy, jit
        from lakabe.engine.standing import Course

        dimy.Searcher().best(Course(1 << 3, 1 << 41), 1.0, depth=2)
        for name in ("build", "solve"):
            # What is not loaded counts as out of date.
            importlib.import_module(f"lakabe.engine.tables.{name}")
        if jit.cache_base() is None:
            print("setup: no folder for compiled code can be written to: every start will take half a minute")
        jit.prune()

    return exit_code_of(work)


if __name__ == "__main__":
    sys.exit(main())
