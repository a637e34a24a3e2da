"""Compiled kernels: Numba's compiler, with a cache that notices every change of what a kernel is made from.

Numba's own cache looks at the file a kernel stands in, not at the files it calls into. Here the name of the
cache folder is a digest of the file and of all that it imports of the engine, so a stale kernel is never run.
"""

from __future__ import annotations

import functools
import hashlib
import inspect
import re
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias, TypeVar, cast

import numba
from numba.core.registry import cpu_target

import fanorona
import lakabe
from lakabe.engine import compiled

F = TypeVar("F", bound=Callable[..., Any])

Array: TypeAlias = Any
"""A NumPy array inside a kernel; the docstrings tell shapes and types."""

_PACKAGES = ("lakabe.engine", "fanorona")
_IMPORT = re.compile(r"^[ \t]*(?:from +([\w.]+) +)?import +(?:\(([^)]*)\)|(.*))", re.MULTILINE)
_used: set[Path] = set()


def kernel(function: F) -> F:
    """Compile ``function`` at its first call with given types, without the GIL, and keep the machine code.

    Inside a kernel every number is an ``int64`` or a ``float64`` unless an array says otherwise. A kernel
    makes no arrays: it does without the counts of references that Numba would keep, by locked instructions,
    of every array that is passed from one kernel to another; they took more than half of a search's time.
    """
    return _compiled(function, None, False)


def array_kernel(function: F) -> F:
    """A kernel that makes arrays of its own."""
    return _compiled(function, None, True)


def recursive(signature: Any) -> Callable[[F], F]:
    """A kernel that calls itself, compiled when its module is imported, for the types of ``signature`` alone.

    Without them Numba may make two versions that call each other (one for a literal argument, say), and such
    a pair crashes when it is loaded from the cache: https://github.com/numba/numba/issues/6061.
    """
    return lambda function: _compiled(function, signature, False)


def type_of(value: object) -> Any:
    """Numba's type of a value, for signatures."""
    return cast(Any, numba).typeof(value)


def _compiled(function: F, signature: Any, arrays: bool) -> F:
    folder = cache_base()
    file = Path(inspect.getfile(function))
    if folder is not None:
        folder = folder / digest(file)
        _used.add(folder)
    config: Any = numba.config
    before = config.CACHE_DIR
    config.CACHE_DIR = str(folder or "")
    try:
        options: Any = {"nogil": True, "cache": folder is not None, "_nrt": arrays}
        return cast(F, numba.njit(signature, **options)(function))
    finally:
        config.CACHE_DIR = before


def _start_compiler() -> None:
    """Let Numba load its types and functions now, without SciPy's linear algebra.

    Numba looks for it, no kernel uses it, and importing it takes a third of a start.
    """
    absent = sys.modules.setdefault("scipy.linalg", cast(Any, None)) is None
    try:
        cpu_target.typing_context.refresh()
        cpu_target.target_context.refresh()
    finally:
        if absent:
            del sys.modules["scipy.linalg"]


_start_compiler()


@functools.lru_cache(maxsize=1)
def cache_base() -> Path | None:
    """Where compiled kernels are kept, or None; as ``compiled.base``, asked once."""
    return compiled.base()


@functools.cache
def digest(file: Path) -> str:
    """Of a source file and of all files of the engine and the rules that it imports, 16 hex digits."""
    together = hashlib.sha256()
    for source in sorted(_closure(file)):
        together.update(source.read_bytes())
    return together.hexdigest()[:16]


def prune() -> None:
    """Delete what older versions of the kernels that are now imported have left in the cache."""
    base = cache_base()
    if base is None:
        return
    for folder in base.iterdir():
        if folder.is_dir() and folder not in _used:
            shutil.rmtree(folder, ignore_errors=True)


def _closure(file: Path) -> set[Path]:
    found = {file}
    waiting = [file]
    while waiting:
        for imported in _imports(waiting.pop()) - found:
            found.add(imported)
            waiting.append(imported)
    return found


@functools.cache
def _imports(file: Path) -> frozenset[Path]:
    """The files of ``_PACKAGES`` that ``file`` imports, in any place.

    Found by their words, not by Python's parser, which would take a fifth of the start of a program. A
    sentence that looks like an import adds a file at most, and so do the words of a comment.
    """
    names: set[str] = set()
    for module, inside, rest in _IMPORT.findall(file.read_text(encoding="utf-8")):
        if module:
            names.add(module)
            names.update(f"{module}.{name}" for name in re.findall(r"\w+", inside or rest))
        else:
            names.update(re.findall(r"[\w.]+", rest))
    return frozenset(path for name in names if (path := _source(name)) is not None)


def _source(name: str) -> Path | None:
    top, _, rest = name.partition(".")
    if not any(name.startswith(f"{package}.") for package in _PACKAGES):
        return None
    package = lakabe if top == "lakabe" else fanorona
    path = Path(cast(str, package.__file__)).parent.joinpath(*rest.split(".")).with_suffix(".py")
    return path if path.is_file() else None
