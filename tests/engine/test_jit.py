"""The compiler of kernels: where machine code is kept, when it is made anew, and what is said without it."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import numba
import numpy as np
import pytest

from lakabe.engine import jit, warm
from lakabe.errors import SetupError


@pytest.fixture
def base(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    jit.cache_base.cache_clear()
    yield tmp_path / "lakabe-kernels"
    jit.cache_base.cache_clear()


def test_the_cache_is_where_it_was_asked_for(base: Path) -> None:
    assert jit.cache_base() == base
    assert base.is_dir()


def test_without_a_folder_there_is_no_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(file))
    monkeypatch.setattr(sys, "prefix", str(file))
    monkeypatch.setenv("XDG_CACHE_HOME", str(file))
    jit.cache_base.cache_clear()
    try:
        assert jit.cache_base() is None

        @jit.kernel
        def double(x: int) -> int:
            return 2 * x

        assert double(4) == 8
    finally:
        jit.cache_base.cache_clear()


def test_what_is_out_of_date_is_deleted_and_the_rest_kept(
    base: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    base.mkdir(parents=True)
    (base / "old").mkdir()
    (base / "used").mkdir()
    (base / ".made-from").write_text("x")
    monkeypatch.setattr(jit, "_used", {base / "used"})
    jit.prune()
    assert sorted(path.name for path in base.iterdir()) == [".made-from", "used"]


CALLER = "from lakabe.engine.jit import kernel\nfrom lakabe.engine.planted import part\n"


def test_a_change_in_an_imported_file_gives_another_digest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    caller, imported = tmp_path / "caller.py", tmp_path / "planted.py"
    caller.write_text(CALLER)
    monkeypatch.setattr(jit, "_source", lambda name: imported if name == "lakabe.engine.planted" else None)

    def digest(text: str) -> str:
        imported.write_text(text)
        jit._imports.cache_clear()
        jit.digest.cache_clear()
        return jit.digest(caller)

    try:
        assert digest("part = 1") == digest("part = 1") != digest("part = 2")
    finally:
        jit._imports.cache_clear()
        jit.digest.cache_clear()


def test_imports_are_found_as_the_parser_of_python_finds_them() -> None:
    for file in Path(jit.__file__).parent.rglob("*.py"):
        names = set()
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Import):
                names.update(alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module:
                names.update({node.module, *(f"{node.module}.{alias.name}" for alias in node.names)})
        assert jit._imports(file) >= {path for name in names if (path := jit._source(name))}, file


def test_the_compiler_starts_without_the_linear_algebra_that_no_kernel_uses(tmp_path: Path) -> None:
    package = tmp_path / "scipy" / "linalg"
    package.mkdir(parents=True)
    (package.parent / "__init__.py").write_text("__version__ = '1.17.0'\n")
    (package / "__init__.py").write_text("")
    body = "import sys, lakabe.engine.think; assert 'scipy.linalg' not in sys.modules; import scipy.linalg"
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    subprocess.run([sys.executable, "-c", body], check=True, env=environment)


def test_kernels_count_references_only_where_they_make_arrays(base: Path) -> None:
    def total(n: int) -> int:
        numbers = np.empty(n, dtype=np.int64)
        numbers[:] = 2
        return numbers.sum()

    with pytest.raises(numba.NumbaError, match=r"array|NRT"):
        jit.kernel(total)(3)
    assert jit.array_kernel(total)(3) == 6


def test_where_compiling_is_impossible_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("no code for this processor")

    monkeypatch.setattr("lakabe.engine.moves.perft", broken)
    with pytest.raises(SetupError, match="cannot be compiled on this computer: RuntimeError: no code"):
        warm.warm()


def test_a_missing_numba_is_named() -> None:
    body = "import sys; sys.modules['numba'] = None; from lakabe import cli; sys.exit(cli.run(['engine']))"
    done = subprocess.run([sys.executable, "-c", body], input="", capture_output=True, text=True, check=False)
    assert done.returncode == 7
    assert done.stderr.startswith("lakabe: Numba is not installed") and len(done.stderr.splitlines()) == 1
