"""Hides from Python what Windows lacks, for programs that run in a process of their own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

HIDING = """
import fcntl, functools, os, select, selectors, serial, signal, socket, subprocess, sys, types
import rich.console

HIDDEN = {"fcntl", "grp", "pty", "pwd", "resource", "syslog", "termios", "tty"}
LACKING = {
    os: "fork geteuid getuid getgid killpg openpty sched_getaffinity set_blocking setsid sysconf ttyname",
    signal: "SIGHUP SIGPIPE SIGQUIT SIGUSR1 SIGUSR2 SIGALRM pthread_kill pthread_sigmask",
    select: "poll epoll",
    socket: "AF_UNIX",
}

class Hiding:
    def find_spec(self, name, path=None, target=None):
        if name in HIDDEN:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

def choose(reading, writing, failing, timeout=None, select=select.select):
    if not all(isinstance(one, socket.socket) for one in (*reading, *writing, *failing)):
        raise OSError(10038, "an operation was attempted on something that is not a socket")
    return select(reading, writing, failing, timeout)

def locking(descriptor, mode, size, flock=fcntl.flock, how=fcntl.LOCK_EX | fcntl.LOCK_NB):
    flock(descriptor, how)

selectors.DefaultSelector = selectors.SelectSelector
selectors.SelectSelector._select = staticmethod(select.select)
socket.socketpair = functools.partial(socket.socketpair, socket.AF_UNIX)  # without, it does not know which
select.select = choose
sys.modules["msvcrt"] = types.SimpleNamespace(locking=locking, LK_NBLCK=2)
for name in HIDDEN:
    sys.modules.pop(name, None)
sys.meta_path.insert(0, Hiding())
for module, names in LACKING.items():
    for name in names.split():
        if hasattr(module, name):
            delattr(module, name)
"""
"""What other packages need of it on this computer is imported before. ``select`` takes sockets alone."""


def start(code: str, home: Path) -> subprocess.Popen[str]:
    """Start a program without all that, at home in a folder."""
    environment = {**os.environ, "HOME": str(home), "LAKABE_ARCHIVE": str(home / "games.db")}
    for name in ("XDG_DATA_HOME", "XDG_STATE_HOME"):
        environment.pop(name, None)
    return subprocess.Popen(
        [sys.executable, "-c", HIDING + code], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True, env=environment,
    )  # fmt: skip


def run(code: str, home: Path) -> tuple[int, str, str]:
    """Run one to its end: exit code, standard output, standard error."""
    program = start(code, home)
    out, err = program.communicate(timeout=120)
    return program.returncode, out, err
