"""Compiling the kernels ahead of time, so that the first hint is not slow.

``python -m lakabe.engine.warm`` does it, with a bar; commands that need the engine call `prepare`.
"""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence

from lakabe.engine import compiled
from lakabe.errors import LakabeError, SetupError, exit_code_of

TITLE = "compiling the engine, once"
_LOOK_S = 0.3


def prepare(ended: Sequence[int] = ()) -> None:
    """Compile what a search needs where that has not been done, in a process of its own, and tell of it.

    What goes wrong is said there; a search will say so again. Call it when all is sure that can be made sure
    before. Once there is a signal in ``ended`` (``lakabe.cli.signals.ending``) it is given up.
    """
    if importlib.util.find_spec("numba") is None or compiled.is_ready():
        return
    command = [sys.executable, "-m", "lakabe.engine.warm"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as work:
        try:
            while work.poll() is None and not ended:
                with contextlib.suppress(subprocess.TimeoutExpired):
                    work.wait(_LOOK_S)
        finally:
            work.terminate()


@contextlib.contextmanager
def told() -> Iterator[None]:
    """Show on standard error how far compiling has come, by the number of files that it has made."""
    if compiled.is_ready() or not sys.stderr.isatty():
        if not compiled.is_ready():
            print(f"{TITLE}: about a minute", file=sys.stderr, flush=True)
        yield
        return
    from rich import progress
    from rich.console import Console

    before = compiled.count()
    ended = threading.Event()
    with progress.Progress(console=Console(stderr=True)) as shown:
        bar = shown.add_task(TITLE, total=compiled.ABOUT)

        def watch() -> None:
            while not ended.wait(_LOOK_S):
                shown.update(bar, completed=min(compiled.count() - before, compiled.ABOUT - 1))

        watching = threading.Thread(target=watch, name="progress", daemon=True)
        watching.start()
        try:
            yield
            shown.update(bar, completed=compiled.ABOUT)
        finally:
            ended.set()
            watching.join()


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


def compile_all(prune: bool) -> None:
    """Compile what players need; with ``prune`` clear the cache of what is out of date. SetupError."""
    warm()
    from lakabe.engine import dimy, jit
    from lakabe.engine.standing import Course

    dimy.Searcher().best(Course(1 << 3, 1 << 41), 1.0, depth=2)
    if jit.cache_base() is None:
        print(
            "no folder for compiled code can be written to: every start will take half a minute",
            file=sys.stderr,
        )
    if prune:
        for name in ("build", "solve"):
            # What is not loaded counts as out of date.
            importlib.import_module(f"lakabe.engine.tables.{name}")
        jit.prune()
        compiled.forget_others()


def main(arguments: Sequence[str] = ()) -> int:
    """What `prepare` runs, and set-up with ``--prune``: only a checkout's cache has what is out of date."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C is answered by who runs this

    def work() -> None:
        with told():
            compile_all("--prune" in arguments)
        compiled.note_ready()

    return exit_code_of(work)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
