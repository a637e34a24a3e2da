"""A clone that cannot be written is called that, by set-up and by the programs beside `lakabe`."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from lakabe import errors
from tools.setup import checkout


@pytest.mark.parametrize("what", ["clone", "clone/.venv"])
def test_set_up_says_so(what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Who runs the tests may be root, who always may write.
    monkeypatch.setattr(os, "access", lambda path, mode: str(path) != str(tmp_path / what))
    monkeypatch.setattr(checkout, "run", lambda *_: pytest.fail("it begins"))
    clone = checkout.Checkout(tmp_path / "clone")
    clone.venv.mkdir(parents=True)
    with pytest.raises(errors.SetupError, match=r"this clone is read-only: .+ cannot be written") as caught:
        clone._step(clone.venv, "wanted", lambda: pytest.fail("it begins"))
    assert "clone it into a folder of your own" in caught.value.fix
    (clone.venv / ".made-from").write_text("wanted")
    clone._step(clone.venv, "wanted", lambda: pytest.fail("it begins"))


@pytest.mark.parametrize("number", [errno.EROFS, errno.EACCES])
def test_other_programs_say_so(number: int, capsys: pytest.CaptureFixture[str]) -> None:
    def work(*_: object) -> None:
        raise OSError(number, os.strerror(number), "/clone/build")

    assert errors.exit_code_of(work) == checkout.exit_code_of(work) == 7
    first, second = capsys.readouterr().err.splitlines()
    assert first.removeprefix("lakabe") == second.removeprefix("setup")
    assert first.startswith("lakabe: this clone is read-only: /clone/build cannot be written (")


def test_what_is_something_else_is_not_called_that() -> None:
    def work(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", "/clone/build")

    for run in (errors.exit_code_of, checkout.exit_code_of):
        with pytest.raises(OSError, match="No space"):
            run(work)
