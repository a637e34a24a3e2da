"""Lock files: what they promise, how set-up obeys them, and how `make lock` makes them."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import sys
import tomllib
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from lakabe.errors import SetupError
from tools.setup import checkout, lock, locked

ROOT = Path(__file__).resolve().parent.parent
PIN = re.compile(r"([a-z0-9-]+)==([\w.!+]+)( ; [^\\]+)?((?: \\\n    --hash=sha256:[0-9a-f]{64})+)")
ADDED = {"hardware": ["play", "dev"], "dev": ["play"]}
"""Lock files that are installed together with others."""


def project() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def lock_texts() -> dict[str, str]:
    return {file.stem: file.read_text(encoding="utf-8") for file in (ROOT / locked.FOLDER).iterdir()}


# What the files hold.


def odd_lines(text: str) -> list[str]:
    """What is no exact release with its hashes: an option, an address, a path, a range."""
    return [pin for pin in lock.pins(text) if not PIN.fullmatch(pin)]


def unmet(requirements: list[str], texts: list[str]) -> list[str]:
    """Requirements that no pin meets, or that one of its pins does not."""
    versions: dict[str, list[str]] = {}
    for pin in PIN.finditer("".join(texts)):
        versions.setdefault(pin[1], []).append(pin[2])
    faults = []
    for requirement in map(Requirement, requirements):
        found = versions.get(canonicalize_name(requirement.name), [])
        if not found or not all(map(requirement.specifier.contains, found)):
            faults.append(f"{requirement}: {', '.join(found) or 'not locked'}")
    return faults


@pytest.mark.parametrize("name", lock.required(project()))
def test_lock_files_hold_releases_with_hashes(name: str) -> None:
    text = lock_texts()[name]
    assert lock.pins(text)
    assert odd_lines(text) == []


@pytest.mark.parametrize(("name", "requirements"), lock.required(project()).items())
def test_lock_files_meet_the_ranges(name: str, requirements: list[str]) -> None:
    texts = lock_texts()
    assert unmet(requirements, [texts[part] for part in [name, *ADDED.get(name, [])]]) == []


def test_there_is_no_other_lock_file() -> None:
    assert set(lock_texts()) == set(lock.required(project()))


def test_the_cluster_adds_nothing() -> None:
    assert unmet(project()["project"]["optional-dependencies"]["cluster"], [lock_texts()["dev"]]) == []


def test_no_layer_changes_what_another_one_installed() -> None:
    texts = lock_texts()
    layers = [{pin[1] for pin in PIN.finditer(texts[name])} for name in ("play", "dev", "hardware")]
    assert sum(map(len, layers)) == len(set().union(*layers))


HASH = f" \\\n    --hash=sha256:{'0' * 64}"


@pytest.mark.parametrize(
    "line",
    [
        "a==1",
        f"a>=1{HASH}",
        f"a==1 \\\n    --hash=sha256:{'0' * 63}",
        f"a==1 \\\n    --hash=md5:{'0' * 32}",
        f"a @ file:///tmp/a.whl{HASH}",
        f"a @ https://example.org/a.whl{HASH}",
        "--index-url https://example.org/simple",
        "-e .",
        "",
    ],
)
def test_odd_lines_would_be_found(line: str) -> None:
    good = f"# Made by `make lock`.\nb-c==2.0.post1 ; sys_platform == 'win32'{HASH}{HASH}\n"
    assert odd_lines(good) == []
    assert odd_lines(f"{good}{line}\n{good}") == [line]


def test_unmet_ranges_would_be_found() -> None:
    old, new = (f"python_full_version {which} '3.12'{HASH}\n" for which in ("<", ">="))
    text = f"a-b==1.5{HASH}\nc==1 ; {old}c==3 ; {new}"
    assert unmet(["A_b>=1,<2", "c>=1,<4"], [text]) == []
    faults = ["a-b<1.5,>=1: 1.5", "c<3,>=1: 1, 3", "d>=1: not locked"]
    assert unmet(["a-b>=1,<1.5", "c>=1,<3", "d>=1"], [text]) == faults


def unhashed(npm_lock: Mapping[str, Any]) -> list[str]:
    """Packages of npm's lock file without a hash."""
    packages = npm_lock["packages"].items()
    return [name for name, package in packages if name and "sha512-" not in package.get("integrity", "")]


def test_the_lock_files_of_npm_have_hashes() -> None:
    for name in ("host/lakabe/virtual/node", "tests/pico/emulator"):
        assert unhashed(json.loads((ROOT / name / "package-lock.json").read_text(encoding="utf-8"))) == []
    assert unhashed({"packages": {"": {}, "a": {"version": "1"}, "b": {"integrity": "sha512-x"}}}) == ["a"]


# Installing, with the real pip and a wheel of our own; nothing comes from the network.


@pytest.fixture
def clone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A clone whose lock `play` names one small package; pip finds that and no other."""
    wheel = tmp_path / "tiny-1-py3-none-any.whl"
    files = {
        "tiny.py": "",
        "tiny-1.dist-info/METADATA": "Metadata-Version: 2.1\nName: tiny\nVersion: 1\n",
        "tiny-1.dist-info/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    with zipfile.ZipFile(wheel, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
        lines = [f"{name},{record(text)}\n" for name, text in files.items()]
        archive.writestr("tiny-1.dist-info/RECORD", "".join([*lines, "tiny-1.dist-info/RECORD,,\n"]))
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path))
    (tmp_path / locked.FOLDER).mkdir()
    write_lock(tmp_path, hashlib.sha256(wheel.read_bytes()).hexdigest())
    return tmp_path


def record(text: str) -> str:
    digest = base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).decode().rstrip("=")
    return f"sha256={digest},{len(text)}"


def write_lock(clone: Path, digest: str) -> None:
    text = f"tiny==1 \\\n    --hash=sha256:{digest}\n"
    (clone / locked.lock_file("play")).write_text(text)


def install(clone: Path) -> None:
    locked.install(locked.pip_of(sys.executable), clone, ["play"], "--target", clone / "made")


def test_a_package_with_its_hash_is_installed(clone: Path) -> None:
    install(clone)
    assert (clone / "made/tiny.py").is_file()


def test_a_package_with_another_hash_is_refused(clone: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_lock(clone, "0" * 64)
    with pytest.raises(SetupError) as caught:
        install(clone)
    assert str(caught.value) == (
        "a package has another hash than locks/play.txt gives, and was not installed "
        "(see above; check where pip gets its packages from)"
    )
    assert "tiny==1" in capsys.readouterr().err
    assert not (clone / "made").exists()


def test_a_package_without_a_hash_is_refused(clone: Path) -> None:
    (clone / locked.lock_file("play")).write_text("tiny==1\n")
    with pytest.raises(SetupError, match=r"pip could not install locks/play\.txt \(see above"):
        install(clone)


def test_set_up_says_so_in_one_line(
    clone: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The whole of set-up, with a program for pip that complains as pip does."""
    fake = clone / "python"
    fake.write_text("#!/bin/sh\necho 'ERROR: THESE PACKAGES DO NOT MATCH THE HASHES' >&2\nexit 1\n")
    fake.chmod(0o755)
    for name in ("pyproject.toml", locked.lock_file("dev"), locked.lock_file("typings")):
        (clone / name).touch()
    monkeypatch.setattr(checkout, "__file__", str(clone / "host/tools/setup/checkout.py"))
    monkeypatch.setattr(checkout.Checkout, "make_venv", lambda self: setattr(self, "python", fake))
    monkeypatch.setattr(locked, "pip_of", lambda python: [fake])
    assert checkout.main() == SetupError.exit_code
    complaint, line = capsys.readouterr().err.splitlines()
    assert complaint.startswith("ERROR: ")
    assert line.startswith("setup: a package has another hash than locks/play.txt gives")
    assert not (clone / ".venv/.made-from").exists()


# Making them.


class FakeResolver(lock.Resolver):
    """Resolves each requirement to a pin of its own, and keeps what it was asked for."""

    def __init__(self, *failing: str) -> None:
        self.failing = failing
        self.asked: list[tuple[list[str], tuple[object, ...]]] = []

    def resolve(self, requirements: Any, *options: object) -> str:
        words = [*requirements]
        if set(words) & set(self.failing):
            raise SetupError("uv could not resolve the dependencies")
        self.asked.append((words, options))
        return "".join(f"{word}==1{HASH}\n" for word in sorted(words))


EXTRAS = {"play": ["lakabe[flash]", "p"], "flash": ["f"], "dev": ["lakabe[play]", "b"], "hardware": ["c"]}
PROJECT = {
    "build-system": {"requires": ["builder"]},
    "project": {"dependencies": ["a"], "optional-dependencies": EXTRAS},
    "dependency-groups": {"typings": ["d"]},
}


def test_each_layer_adds_to_the_one_before(tmp_path: Path) -> None:
    resolver = FakeResolver()
    texts = lock.all_locks(resolver, PROJECT, tmp_path)
    names = {name: [pin.partition("==")[0] for pin in lock.pins(text)] for name, text in texts.items()}
    assert names == {
        "play": ["a", "builder", "f", "p"],
        "dev": ["b"],
        "hardware": ["c"],
        "typings": ["d"],
    }
    assert all(odd_lines(text) == [] for text in texts.values())
    constraints = tmp_path / "whole.txt"
    assert (["builder", "a", "f", "p"], ("--constraints", constraints)) in resolver.asked
    assert (["builder", "a", "f", "p", "b"], ("--constraints", constraints)) in resolver.asked
    assert "c==1" in constraints.read_text()


def test_uv_is_told_what_pip_is_told() -> None:
    listing = (
        "global.index-url='http://127.0.0.1:1/simple'\n"
        "install.index-url='http://127.0.0.1:2/simple'\n"
        "global.cert='/etc/some cert'\n"
        "global.extra-index-url='file:///somewhere'\n"
    )
    wanted = {"UV_DEFAULT_INDEX": "http://127.0.0.1:2/simple", "SSL_CERT_FILE": "/etc/some cert"}
    assert lock.environment_for_uv(listing) == wanted
    own = ":env:.index-url='http://127.0.0.1:3/simple'\n"
    assert lock.environment_for_uv(own + listing)["UV_DEFAULT_INDEX"] == "http://127.0.0.1:3/simple"
    assert lock.environment_for_uv("") == {}


def test_no_lock_file_is_changed_when_one_cannot_be_made(
    clone: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (clone / "pyproject.toml").write_bytes((ROOT / "pyproject.toml").read_bytes())
    before = (clone / locked.lock_file("play")).read_bytes()
    last = list(lock.required(project()).values())[-1]
    monkeypatch.setattr(checkout.Checkout, "make_venv", lambda self: None)
    monkeypatch.setattr(lock, "Resolver", lambda clone, folder: FakeResolver(*last))
    with pytest.raises(SetupError, match="could not resolve"):
        lock.update(clone)
    assert (clone / locked.lock_file("play")).read_bytes() == before
    monkeypatch.setattr(lock, "Resolver", lambda clone, folder: FakeResolver())
    lock.update(clone)
    files = {file.stem for file in (clone / locked.FOLDER).iterdir()}
    assert files == set(lock.required(project()))
    assert (clone / locked.lock_file("play")).read_text().startswith(lock.HEAD)


# What is shown meanwhile.


def test_size_and_time_are_said_beforehand_and_progress_is_shown(
    clone: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert set(locked.EXTENTS) == {"play", "dev"}
    assert all(re.search(r"MB to download, .* MB on disk; .*minute", one) for one in locked.EXTENTS.values())
    progress = locked.Progress(2)
    progress.hear("Collecting tiny==1 (from -r locks/play.txt (line 1))")
    assert progress.words() == "1 of 2 packages, 0 s: tiny"
    assert progress.bar().startswith(f"setup: [{'#' * 15}{' ' * 15}] 1 of 2")
    for _ in range(9):
        progress.hear("Requirement already satisfied: other<2,>=1 in /somewhere (1)")
    assert progress.words().startswith("2 of 2 packages"), "of several versions one is installed"
    progress.hear("Installing collected packages: other, tiny")
    assert progress.words().endswith("unpacking them")


def test_without_a_terminal_a_line_is_printed_now_and_then(
    clone: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(locked, "_LOOK_S", 0.0)
    monkeypatch.setattr(locked, "_LINE_S", 0.0)
    install(clone)
    assert re.search(r"^setup: \d of 1 packages, \d s: ", capsys.readouterr().out, re.MULTILINE)
