"""Ending politely, whatever the main thread is about when the signal comes."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading

import pytest

from lakabe.cli.signals import POLITE, ending

PATIENCE_S = 20.0


@pytest.mark.parametrize("number", POLITE)
def test_a_signal_ends_what_waits(number: signal.Signals) -> None:
    before = signal.getsignal(number)
    wake = threading.Event()
    with ending(wake.set) as caught:
        signal.raise_signal(number)
        assert wake.wait(PATIENCE_S) and caught == [number]
    assert signal.getsignal(number) is before


def test_a_signal_does_not_wait_for_what_the_main_thread_holds() -> None:
    """As ``threading.Event.wait`` does for a moment: called by the handler, ``end`` would never return."""
    by: list[threading.Thread] = []
    called = threading.Semaphore(0)

    def end() -> None:
        by.append(threading.current_thread())
        called.release()

    with ending(end):
        for _ in range(2):
            signal.raise_signal(signal.SIGTERM)
            assert called.acquire(timeout=PATIENCE_S)
    assert threading.main_thread() not in by and not by[0].is_alive()


def test_a_signal_on_another_thread_ends_what_the_main_thread_waits_for() -> None:
    """Only the main thread runs handlers, and nothing wakes it when the system chose another."""
    wake = threading.Event()

    def take() -> None:
        signal.pthread_kill(threading.get_ident(), signal.SIGTERM)

    with ending(wake.set) as caught:
        other = threading.Timer(0.1, take)
        other.start()
        assert wake.wait(PATIENCE_S) and caught == [signal.SIGTERM]
        other.join()


HANGING = """
import subprocess
import sys
import threading
from lakabe.cli.signals import ending
with ending(lambda: print("asked", flush=True), force=lambda: print("forced", flush=True)):
    print("ready", flush=True)
    threading.Event().wait()
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_what_hangs_is_ended_by_force(number: signal.Signals) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", HANGING], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None and process.stdout.readline() == "ready\n"
        process.send_signal(number)
        out, err = process.communicate(timeout=PATIENCE_S)
        assert (process.returncode, out) == (128 + number, "asked\nforced\n")
        assert err == "lakabe: something does not end: ended by force\n"


def test_what_ends_in_time_is_not_forced() -> None:
    forced: list[int] = []
    with ending(lambda: None, force=lambda: forced.append(1)) as caught:
        signal.raise_signal(signal.SIGTERM)
        while not caught:
            pass
    limits = [thread for thread in threading.enumerate() if thread.name == "limit"]
    for thread in limits:
        thread.join(PATIENCE_S)
    assert forced == []
