"""Setting up a clone: what is done, what is skipped, and what is said when it cannot be done."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pytest

from lakabe.errors import SetupError
from tools.setup import browser, checkout, debian, locked, postgresql


class Commands:
    """Stands in for running programs: keeps what was asked for, and fails what contains one of `failing`."""

    def __init__(self, *failing: str) -> None:
        self.failing = failing
        self.asked: list[str] = []

    def __call__(self, command: Sequence[object], cwd: Path, env: Mapping[str, str] | None = None) -> bool:
        words = " ".join(str(word) for word in command)
        self.asked.append(words)
        if "-m venv" in words:
            folder = Path(words.split()[-1])
            (folder / "bin").mkdir(parents=True)
            (folder / "bin/pip").write_text(f"#!{folder}/bin/python\nimport pip\n")
        if "npm ci" in words:
            (cwd / "node_modules").mkdir(exist_ok=True)
        return not any(word in words for word in self.failing)

    def install(self, pip: Sequence[object], root: Path, names: Sequence[str], *options: object) -> None:
        """Stands in for `locked.install`."""
        if not self([*pip, "install", *(f"--requirement {name}" for name in names), *options], root):
            raise SetupError("pip could not install")

    def count(self, part: str) -> int:
        return sum(part in words for words in self.asked)


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    (tmp_path / "pyproject.toml").touch()
    (tmp_path / locked.FOLDER).mkdir()
    for name in ("play", "dev", "typings"):
        (tmp_path / locked.lock_file(name)).touch()
    node = tmp_path / checkout.NODE_FOLDER
    node.mkdir(parents=True)
    for name in ("package.json", "package-lock.json"):
        (node / name).write_text("{}")
    return tmp_path


@pytest.fixture
def commands(monkeypatch: pytest.MonkeyPatch) -> Commands:
    commands = Commands()
    stand_in(monkeypatch, commands)
    return commands


def stand_in(monkeypatch: pytest.MonkeyPatch, commands: Commands) -> None:
    monkeypatch.setattr(checkout, "run", commands)
    monkeypatch.setattr(locked, "install", commands.install)


def without(monkeypatch: pytest.MonkeyPatch, *modules: str, root: bool, apt: bool) -> None:
    """A machine whose Python lacks `modules`."""
    found = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name in modules else found(name))
    monkeypatch.setattr(checkout, "is_root", lambda: root)
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}" if apt else None)


def test_a_second_run_does_nothing(clone: Path, commands: Commands) -> None:
    checkout.Checkout(clone).set_up()
    assert commands.count("install --requirement play") == 2, "and once more, so that all go together"
    assert commands.count("--requirement dev") == 1
    assert commands.count("--no-deps --no-build-isolation --editable .") == 1
    assert commands.count("--requirement typings") == 1
    assert commands.count("npm ci") == 1
    commands.asked.clear()
    checkout.Checkout(clone).set_up()
    assert commands.asked == []


def test_playing_needs_no_more_than_it_needs(clone: Path, commands: Commands) -> None:
    checkout.Checkout(clone).set_up(dev=False)
    assert commands.count("install --requirement play") == commands.count("npm ci") == 1
    assert commands.count("--requirement dev") == commands.count("--requirement typings") == 0
    commands.asked.clear()
    checkout.Checkout(clone).set_up()
    assert commands.count("--requirement dev") == commands.count("--requirement typings") == 1
    assert commands.count("--editable") == commands.count("npm ci") == 0


def test_the_engine_is_compiled_again_after_a_change(clone: Path, commands: Commands) -> None:
    source = clone / checkout.ENGINE_FOLDER / "search.py"
    source.parent.mkdir(parents=True)
    source.write_text("")
    checkout.Checkout(clone).set_up()
    assert commands.count("-m lakabe.engine.warm") == 1
    source.write_text("deeper = True")
    checkout.Checkout(clone).set_up()
    assert commands.count("-m lakabe.engine.warm") == 2
    assert commands.count("npm ci") == 1


def test_an_engine_that_cannot_be_compiled_is_no_reason_to_stop(
    clone: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    stand_in(monkeypatch, Commands("lakabe.engine.warm"))
    checkout.Checkout(clone).set_up()
    assert "there will be no hints" in capsys.readouterr().out


def test_what_has_changed_is_done_again(clone: Path, commands: Commands) -> None:
    checkout.Checkout(clone).set_up()
    commands.asked.clear()
    (clone / checkout.NODE_FOLDER / "package-lock.json").write_text('{"name": "other"}')
    checkout.Checkout(clone).set_up()
    assert [words.split()[1] for words in commands.asked] == ["ci"]
    commands.asked.clear()
    with (clone / "pyproject.toml").open("a") as file:
        file.write("# a new dependency\n")
    checkout.Checkout(clone).set_up()
    assert commands.count("--requirement dev") == 1
    assert commands.count("-m venv") == 0
    assert commands.count("npm") == 0


@pytest.mark.parametrize("name", ["play", "dev", "typings"])
def test_packages_are_installed_anew_when_their_lock_changes(
    clone: Path, commands: Commands, name: str
) -> None:
    checkout.Checkout(clone).set_up()
    commands.asked.clear()
    (clone / locked.lock_file(name)).write_text("another==1\n")
    checkout.Checkout(clone).set_up()
    assert commands.count("--requirement dev") == commands.count("--requirement typings") == 1
    assert commands.count("--editable") == (name == "play")
    assert commands.count("-m venv") == commands.count("npm") == 0


def test_a_missing_lock_file_is_named(clone: Path, commands: Commands) -> None:
    (clone / locked.lock_file("typings")).unlink()
    with pytest.raises(SetupError, match=r"locks/typings\.txt cannot be read"):
        checkout.Checkout(clone).set_up()
    assert commands.asked == []


def test_what_was_deleted_is_made_again(clone: Path, commands: Commands) -> None:
    checkout.Checkout(clone).set_up()
    commands.asked.clear()
    shutil.rmtree(clone / checkout.NODE_FOLDER / "node_modules")
    checkout.Checkout(clone).set_up()
    assert [words.split()[1] for words in commands.asked] == ["ci"]
    commands.asked.clear()
    shutil.rmtree(clone / ".venv")
    checkout.Checkout(clone).set_up()
    assert commands.count("-m venv") == 1
    assert commands.count("npm") == 0


def test_a_clone_that_was_moved_gets_a_new_environment(clone: Path, commands: Commands) -> None:
    one = clone / "one"
    one.mkdir()
    for name in ("pyproject.toml", "host", "locks"):
        (clone / name).rename(one / name)
    checkout.Checkout(one).set_up()
    other = one.rename(clone / "other")
    commands.asked.clear()
    checkout.Checkout(other).set_up()
    assert commands.count("-m venv") == 1
    assert (other / ".venv/bin/pip").read_text().startswith(f"#!{other}/.venv/")


def test_a_failed_step_is_tried_again(clone: Path, commands: Commands) -> None:
    commands.failing = ("npm",)
    with pytest.raises(SetupError, match="npm could not"):
        checkout.Checkout(clone).set_up()
    commands.failing = ()
    commands.asked.clear()
    checkout.Checkout(clone).set_up()
    assert commands.count("npm ci") == 1
    assert commands.count("--editable") == 0


def test_root_without_ensurepip_installs_it(
    clone: Path, commands: Commands, monkeypatch: pytest.MonkeyPatch
) -> None:
    without(monkeypatch, "ensurepip", root=True, apt=True)
    checkout.Checkout(clone).set_up()
    package = f"python{sys.version_info[0]}.{sys.version_info[1]}-venv"
    assert commands.asked[0].startswith("/usr/bin/apt-get update")
    assert commands.asked[1].startswith("/usr/bin/apt-get install --yes")
    assert commands.asked[1].endswith(package)
    assert commands.asked[2].endswith(f"-m venv {clone}/.venv")


def test_a_user_without_ensurepip_borrows_pip(
    clone: Path, commands: Commands, monkeypatch: pytest.MonkeyPatch
) -> None:
    without(monkeypatch, "ensurepip", root=False, apt=True)
    checkout.Checkout(clone).set_up()
    assert commands.count("apt-get") == 0
    assert commands.asked[0].endswith(f"-m venv --without-pip {clone}/.venv")
    assert f"--python {clone}/.venv/bin/python install --requirement pip" in commands.asked[1]


def test_a_user_without_pip_unpacks_one(
    clone: Path, commands: Commands, monkeypatch: pytest.MonkeyPatch
) -> None:
    without(monkeypatch, "ensurepip", "pip", root=False, apt=True)

    def unpack(self: debian.DebianPackages, names: Sequence[str], target: Path) -> None:
        assert names == ["python3-pip-whl"]
        wheels = target / "usr/share/python-wheels"
        wheels.mkdir(parents=True)
        (wheels / "pip-23.0.1-py3-none-any.whl").touch()

    monkeypatch.setattr(debian.DebianPackages, "unpack", unpack)
    checkout.Checkout(clone).set_up()
    assert commands.count("pip-23.0.1-py3-none-any.whl/pip install") == 1


def test_no_way_to_an_environment_is_said_in_a_line(
    clone: Path, commands: Commands, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    without(monkeypatch, "ensurepip", "pip", root=False, apt=False)
    monkeypatch.setattr(checkout, "__file__", str(clone / "host/tools/setup/checkout.py"))
    assert checkout.main() == SetupError.exit_code
    said = capsys.readouterr().err
    assert said == "setup: this Python makes no virtual environments (on Debian: apt install python3-venv)\n"
    assert not (clone / ".venv").exists()


def test_an_old_python_is_refused(clone: Path, commands: Commands, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkout, "OLDEST_PYTHON", (sys.version_info[0] + 1, 0))
    with pytest.raises(SetupError, match="is too old"):
        checkout.Checkout(clone).set_up()
    assert commands.asked == []


# Browsers.


@pytest.fixture
def prefix(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    monkeypatch.delenv("LAKABE_BROWSER", raising=False)
    monkeypatch.setattr(shutil, "which", lambda name: None)
    return tmp_path


def script(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return path


def test_browsers_in_order(prefix: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert browser.find() is None
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}" if "edge" in name else None)
    assert browser.find() == Path("/usr/bin/microsoft-edge")
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")
    assert browser.find() == Path("/usr/bin/chromium")
    chosen = browser.choose(Path("/opt/some browser"), {"LD_LIBRARY_PATH": "/opt/li b"})
    assert browser.find() == chosen == prefix / "browser/chromium"
    assert chosen.read_text().splitlines() == [
        "#!/bin/sh",
        "export LD_LIBRARY_PATH='/opt/li b'",
        "exec '/opt/some browser' \"$@\"",
    ]
    monkeypatch.setenv("LAKABE_BROWSER", "/mine")
    assert browser.find() == Path("/mine")


def test_a_browser_that_does_not_start_is_passed_over(prefix: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = script(prefix / "bin/chromium", "exit 1")
    good = script(prefix / "bin/google-chrome", "echo '<html><p>lakabe</p>'")
    assert not browser.works(broken)
    assert not browser.works(prefix / "not there")
    paths = {"chromium": str(broken), "google-chrome": str(good)}
    monkeypatch.setattr(shutil, "which", paths.get)
    chosen = browser.ensure()
    assert str(good) in chosen.read_text()
    assert browser.ensure() == chosen


def test_the_ways_to_a_browser_are_tried_in_turn(prefix: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[str] = []
    good = script(prefix / "bin/good", "echo '<p>lakabe</p>'")

    def way(name: str, found: Path | None) -> Callable[[], Path | None]:
        def go() -> Path | None:
            tried.append(name)
            return found

        return go

    monkeypatch.setattr(browser, "_from_system", way("system", None))
    monkeypatch.setattr(browser, "_from_debian", way("debian", prefix / "broken"))
    monkeypatch.setattr(browser, "_from_playwright", way("playwright", good))
    assert browser.ensure() == good
    assert tried == ["system", "debian", "playwright"]
    good.unlink()
    with pytest.raises(SetupError, match="none could be installed"):
        browser.ensure()


def test_a_browser_named_wrongly_is_not_replaced(prefix: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LAKABE_BROWSER", str(prefix / "none"))
    with pytest.raises(SetupError, match="LAKABE_BROWSER"):
        browser.ensure()


# Debian's packages, unpacked.


def test_library_folders(tmp_path: Path) -> None:
    for name in (
        "usr/lib/x86_64-linux-gnu/libnss3.so",
        "usr/lib/x/y/libz.so.1.2",
        "lib/systemd/system/dbus.socket",
    ):
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).touch()
    folders = debian.library_path(tmp_path).split(":")
    assert folders == [str(tmp_path / "usr/lib/x/y"), str(tmp_path / "usr/lib/x86_64-linux-gnu")]


def test_apt_works_in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[list[str]] = []

    def apt(command: Sequence[object]) -> str:
        words = [str(word) for word in command]
        asked.append(words)
        if "install" in words:
            (tmp_path / "apt/cache/archives/a.deb").touch()
        return ""

    monkeypatch.setattr(debian, "_quietly", apt)
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")
    debian.DebianPackages(tmp_path / "apt").unpack(["chromium"], tmp_path / "out")
    assert [words[-1] for words in asked] == ["update", "chromium", str(tmp_path / "out")]
    assert all("Debug::NoLocking=1" in words for words in asked[:2])
    assert "--download-only" in asked[1]
    assert not (tmp_path / "apt").exists()


def test_apt_says_why_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(debian.NoPackages, match="not a Debian"):
        debian.DebianPackages(tmp_path).unpack(["chromium"], tmp_path / "out")

    def fails(*words: object, **options: object) -> None:
        raise subprocess.CalledProcessError(100, "apt-get", stderr="W: old\nE: Unable to locate package\n")

    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(subprocess, "run", fails)
    with pytest.raises(debian.NoPackages, match="Unable to locate package"):
        debian.DebianPackages(tmp_path).unpack(["chromium"], tmp_path / "out")


# PostgreSQL.


@pytest.fixture
def no_server(prefix: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine without PostgreSQL; the folder where Debian would have it."""
    monkeypatch.delenv("LAKABE_POSTGRESQL", raising=False)
    monkeypatch.setattr(postgresql, "ROOT", prefix / "root")
    monkeypatch.setattr(postgresql, "_NO_SERVER", prefix / "etc/no-server.conf")
    return prefix / "root/usr/lib/postgresql"


def test_the_newest_postgresql_is_taken(no_server: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert postgresql.find() is None
    for version in ("9", "15", "17"):
        script(no_server / version / "bin/initdb", "")
    assert postgresql.find() == no_server / "17/bin"
    postgresql.ensure()
    monkeypatch.setenv("LAKABE_POSTGRESQL", "/mine")
    assert postgresql.find() == Path("/mine")


def test_root_installs_postgresql_without_a_server_of_the_machine(
    no_server: Path, prefix: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings: list[str] = []

    def install(what: str, package: str) -> bool:
        assert package == "postgresql"
        settings.append((prefix / "etc/no-server.conf").read_text())
        if len(settings) > 1:
            script(no_server / "15/bin/initdb", "")
        return True

    monkeypatch.setattr("os.geteuid", lambda: 0)
    monkeypatch.setattr(postgresql, "install", install)
    with pytest.raises(SetupError, match="no PostgreSQL"):
        postgresql.ensure()
    postgresql.ensure()
    assert settings == ["create_main_cluster = false\n"] * 2
    assert not (prefix / "etc/no-server.conf").exists()


def test_a_user_fetches_postgresql_or_is_told_what_is_left_out(
    no_server: Path, prefix: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    postgresql.ensure()
    said = capsys.readouterr().out.splitlines()
    assert said[-1] == (
        "setup: that did not work: this is not a Debian system; the archive is tested on SQLite alone"
        " (install PostgreSQL)"
    )

    def unpack(self: debian.DebianPackages, names: Sequence[str], target: Path) -> None:
        script(target / "usr/lib/postgresql/15/bin/initdb", "")

    monkeypatch.setattr(debian.DebianPackages, "unpack", unpack)
    postgresql.ensure()
    assert postgresql.find() == prefix / "postgresql/usr/lib/postgresql/15/bin"
