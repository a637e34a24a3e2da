"""Makes a clone ready to run: virtual environment, Python packages, board stubs, the wasm interpreter.

Run by ``make setup`` with whatever Python the machine has. Each step leaves a stamp that names what it was
made from; a step whose stamp still holds is skipped, so a second run takes no time.
"""

from __future__ import annotations

import errno
import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from lakabe.errors import READ_ONLY, SetupError, read_only
from tools.setup import locked
from tools.setup.debian import DebianPackages, NoPackages

OLDEST_PYTHON = (3, 11)
NODE_FOLDER = Path("host/lakabe/virtual/node")
ENGINE_FOLDER = Path("host/lakabe/engine")
RULES_FOLDER = Path("firmware/lib/fanorona/rules")
KERNELS = Path("cache/lakabe-kernels")  # as lakabe.engine.jit has it


def say(text: str) -> None:
    """One line of progress."""
    print(f"setup: {text}", flush=True)


def run(command: Sequence[str | Path], cwd: Path, env: Mapping[str, str] | None = None) -> bool:
    """Whether `command` succeeded; what it complains of goes to the terminal."""
    words = [str(word) for word in command]
    return subprocess.run(words, cwd=cwd, env=env, stdout=subprocess.DEVNULL, check=False).returncode == 0


def is_root() -> bool:
    """Whether this process may install packages of the system."""
    return hasattr(os, "geteuid") and os.geteuid() == 0


def stamp_of(parts: Iterable[str | bytes]) -> str:
    """A digest of everything that a step depends on."""
    digest = hashlib.sha256()
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        digest.update(len(data).to_bytes(8, "big") + data)
    return digest.hexdigest()


def check_python() -> None:
    """SetupError if this Python is too old."""
    if sys.version_info < OLDEST_PYTHON:
        raise SetupError(
            f"Python {sys.version_info[0]}.{sys.version_info[1]} is too old: 3.11 or newer is needed "
            "(name another one: make setup PYTHON=python3.12)"
        )


class Checkout:
    """One clone at `root`, with its virtual environment in ``.venv``."""

    def __init__(self, root: Path) -> None:
        self.root = root.resolve()
        self.venv = self.root / ".venv"
        self.python = self.venv / "bin" / "python"

    def set_up(self, dev: bool = True) -> None:
        """What `make play` needs, and for `dev` the rest, each step only when it is needed."""
        check_python()
        wanted = self._dev_stamp() if dev else ""
        self._step(self.venv, self._packages_stamp(), self._install_packages)
        if dev:
            self._step(self.venv / "dev", wanted, self._install_dev)
        self._step(self.root / NODE_FOLDER / "node_modules", self._node_stamp(), self._install_node_modules)
        self._step(self.venv / KERNELS, self._engine_stamp(), self._compile_engine)

    def _step(self, made: Path, wanted: str, action: Callable[[], None]) -> None:
        """Runs `action`, which makes the folder `made`, unless that was made from what is there now."""
        stamp = made / ".made-from"
        if stamp.is_file() and stamp.read_text() == wanted:
            return
        for there in (self.root, made):
            if there.exists() and not os.access(there, os.W_OK):
                raise read_only(OSError(errno.EACCES, "", str(there)))
        action()
        made.mkdir(exist_ok=True)
        stamp.write_text(wanted)

    # Python

    def _packages_stamp(self) -> str:
        # The scripts in a virtual environment hold its absolute path: a clone that was moved needs them anew.
        project = (self.root / "pyproject.toml").read_bytes()
        locks = locked.contents(self.root, ("play",))
        return stamp_of([project, *locks, str(self.venv), str(sys.version_info[:2])])

    def _dev_stamp(self) -> str:
        return stamp_of([self._packages_stamp(), *locked.contents(self.root, ("dev", "typings"))])

    def _install_dev(self) -> None:
        say(f"installing what tests and tools need ({locked.EXTENTS['dev']})")
        pip = locked.pip_of(self.python)
        locked.install(pip, self.root, ["play", "dev"])
        locked.install(pip, self.root, ["typings"], "--upgrade", "--target", self.venv / "typings")

    def _install_packages(self) -> None:
        self.make_venv()
        say(f"installing the Python packages ({locked.EXTENTS['play']})")
        pip = locked.pip_of(self.python)
        locked.install(pip, self.root, ["play"])
        # The lock names all that the project needs, and what builds it.
        project = ["--no-deps", "--no-build-isolation", "--editable", "."]
        if not run([*pip, "install", "--quiet", *project], self.root):
            raise SetupError("pip could not install this clone (see above)")

    def _venv_works(self) -> bool:
        # pip's own script holds the path of the interpreter: the cheapest sign that the clone was moved.
        script = self.venv / "bin" / "pip"
        if (
            not script.is_file()
            or str(self.venv) not in script.read_text(errors="replace").partition("import")[0]
        ):
            return False
        version = f"import pip, sys; sys.exit(sys.version_info[:2] != {tuple(sys.version_info[:2])})"
        try:
            return run([self.python, "-c", version], self.root)
        except OSError:
            return False

    def make_venv(self) -> None:
        """Makes the virtual environment, with nothing but pip in it, unless it is there and works."""
        if self._venv_works():
            return
        say(f"making a virtual environment in {self.venv}")
        if self.venv.exists():
            shutil.rmtree(self.venv)
        if importlib.util.find_spec("ensurepip") is None:
            self._do_without_ensurepip()
        elif not run([sys.executable, "-m", "venv", self.venv], self.root):
            raise SetupError("python3 -m venv failed (see above; on Debian: apt install python3-venv)")

    def _do_without_ensurepip(self) -> None:
        """Debian keeps ensurepip in a package of its own: install it, or fetch pip by another road."""
        apt = shutil.which("apt-get")
        if is_root() and apt:
            say("installing python3-venv, which this Debian does not have")
            package = f"python{sys.version_info[0]}.{sys.version_info[1]}-venv"
            quiet = ["-qq", "-o", "Dpkg::Use-Pty=0"]
            env = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
            run([apt, "update", *quiet], self.root, env)
            install: list[str | Path] = [apt, "install", "--yes", "--no-install-recommends", *quiet, package]
            venv: list[str | Path] = [sys.executable, "-m", "venv", self.venv]
            if run(install, self.root, env) and run(venv, self.root):
                return
        elif run([sys.executable, "-m", "venv", "--without-pip", self.venv], self.root) and (
            self._pip_from_system() or self._pip_from_debian()
        ):
            return
        shutil.rmtree(self.venv, ignore_errors=True)
        raise SetupError("this Python makes no virtual environments (on Debian: apt install python3-venv)")

    def _pip_from_system(self) -> bool:
        """Lets a pip of the system install one into the virtual environment."""
        if importlib.util.find_spec("pip") is None:
            return False
        say("installing pip with the system's pip (no python3-venv here)")
        try:
            locked.install([*locked.pip_of(sys.executable), "--python", self.python], self.root, ["pip"])
        except SetupError as problem:
            say(f"that did not work: {problem}")
            return False
        return True

    def _pip_from_debian(self) -> bool:
        """Unpacks Debian's wheel of pip and lets it install itself; needs no rights."""
        say("fetching pip from Debian's packages (no python3-venv here)")
        folder = self.venv / "pip-wheel"
        try:
            DebianPackages(self.venv / "apt").unpack(["python3-pip-whl"], folder)
        except NoPackages:
            return False
        wheel = next(folder.glob("usr/share/python-wheels/pip-*.whl"), None)
        if wheel is None:
            return False
        # A wheel is a zip file, and Python runs a package out of one.
        ok = run([self.python, wheel / "pip", "install", "--quiet", "--no-index", wheel], self.root)
        shutil.rmtree(folder)
        return ok

    # Node

    def _node_stamp(self) -> str:
        folder = self.root / NODE_FOLDER
        return stamp_of([*((folder / name).read_bytes() for name in ("package.json", "package-lock.json"))])

    def _install_node_modules(self) -> None:
        say("installing the MicroPython interpreter for the virtual board")
        env = {**os.environ, "PATH": f"{self.venv / 'bin'}{os.pathsep}{os.environ.get('PATH', '')}"}
        npm: list[str | Path] = [
            self.venv / "bin" / "npm",
            "ci",
            "--ignore-scripts",
            "--no-audit",
            "--no-fund",
        ]
        if not run([*npm, "--loglevel=error", "--update-notifier=false"], self.root / NODE_FOLDER, env):
            raise SetupError("npm could not install the interpreter (see above; check the network)")

    # The engine

    def _engine_stamp(self) -> str:
        sources = [*(self.root / ENGINE_FOLDER).rglob("*.py"), *(self.root / RULES_FOLDER).glob("*.py")]
        return stamp_of([self._packages_stamp(), *(source.read_bytes() for source in sorted(sources))])

    def _compile_engine(self) -> None:
        """Ahead of the first hint. A board works without, so this is no reason to end set-up."""
        (self.venv / KERNELS).mkdir(parents=True, exist_ok=True)
        if not run([self.python, "-m", "lakabe.engine.warm", "--prune"], self.root):
            say("there will be no hints: the engine cannot be compiled here (see above)")


def exit_code_of(work: Callable[[Path], None]) -> int:
    """Does `work` on the clone that this file lies in: 0, or the code of its failure, printed."""
    try:
        work(Path(__file__).resolve().parents[3])
    except SetupError as problem:
        print(f"setup: {problem}", file=sys.stderr)
        return problem.exit_code
    except OSError as problem:
        if problem.errno not in READ_ONLY:
            raise
        failure = read_only(problem)
        print(f"setup: {failure}", file=sys.stderr)
        return failure.exit_code
    except KeyboardInterrupt:
        print("setup: interrupted (run it again to go on)", file=sys.stderr)
        return 130
    return 0


def main(arguments: Sequence[str] = ()) -> int:
    """Sets up the clone that this file lies in; with ``--play`` only what playing needs."""
    return exit_code_of(lambda root: Checkout(root).set_up(dev="--play" not in arguments))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
