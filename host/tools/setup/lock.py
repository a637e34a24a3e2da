"""Makes the lock files anew, from the ranges in pyproject.toml and the newest releases: ``make lock``.

uv resolves for all platforms and versions of Python at once. It is installed for this alone, from a lock file
of its own. The lock files are replaced only when all of them could be made.
"""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from lakabe.errors import SetupError
from tools.setup import checkout, locked

HEAD = "# Made by `make lock`.\n"
COMPILE = (
    *("pip", "compile", "--quiet", "--universal", "--generate-hashes", "--no-header", "--no-annotate"),
    *("--only-binary", ":all:", "--python-version", ".".join(map(str, checkout.OLDEST_PYTHON))),
)
LAYERS = ("play", "dev")
"""Lock files of which each has what the one before lacks; ``hardware`` is the last."""
SETTINGS = {"index-url": "UV_DEFAULT_INDEX", "cert": "SSL_CERT_FILE", "proxy": "ALL_PROXY"}
"""Settings of pip, and the variables that tell uv the same: uv does not read pip's configuration.

`extra-index-url` is left out: uv would lock only those files of a release that the first index holds.
"""


def required(project: Mapping[str, Any]) -> dict[str, list[str]]:
    """The requirements of each lock file, from the contents of pyproject.toml.

    ``play`` is for `make play`, ``dev`` for `make test`, ``hardware`` for `make fab`, and each dependency
    group has one of its own.
    """
    extras = project["project"]["optional-dependencies"]
    play = [
        *project["build-system"]["requires"],
        *project["project"]["dependencies"],
        *_extra(extras, "play"),
    ]
    dev = [*play, *(one for one in _extra(extras, "dev") if one not in play)]
    return {
        "play": play,
        "dev": dev,
        "hardware": [*dev, *extras["hardware"]],
        **project["dependency-groups"],
    }


def _extra(extras: Mapping[str, list[str]], name: str) -> Iterator[str]:
    """What an extra asks for; ours, which it may name, in their places."""
    for requirement in extras[name]:
        own = re.fullmatch(r"lakabe\[(\w+)\]", requirement)
        yield from _extra(extras, own[1]) if own else [requirement]


def environment_for_uv(listing: str) -> dict[str, str]:
    """Variables with the settings that ``pip config list`` printed; pip's own variables override files."""
    found = {}
    lines = [line.partition("=") for line in listing.splitlines()]
    for section in ("global", "install", ":env:"):
        for name, _, value in lines:
            for setting, variable in SETTINGS.items():
                if name == f"{section}.{setting}":
                    found[variable] = str(ast.literal_eval(value))
    return found


def pins(lock: str) -> list[str]:
    """The requirements of a lock file, each with the lines of its hashes."""
    return [pin for pin in re.split(r"\n(?! )", lock.strip()) if not pin.startswith("#")]


class Resolver:
    """uv in a temporary `folder`, set up as the clone's pip is."""

    def __init__(self, clone: checkout.Checkout, folder: Path) -> None:
        self.root = clone.root
        self.uv = folder / "bin/uv"
        pip = locked.pip_of(clone.python)
        locked.install(pip, clone.root, ["lock"], "--target", folder)
        listing = subprocess.run([*pip, "config", "list"], capture_output=True, text=True, check=True).stdout
        self.environment = {
            **os.environ,
            **environment_for_uv(listing),
            "UV_CACHE_DIR": str(folder / "cache"),
        }

    def resolve(self, requirements: Iterable[str], *options: str | Path) -> str:
        """The text of a lock file."""
        done = subprocess.run(
            [self.uv, *COMPILE, *options, "-"],
            cwd=self.root,
            env=self.environment,
            input="\n".join(requirements),
            stdout=subprocess.PIPE,
            text=True,
            check=False,
        )
        if done.returncode != 0:
            raise SetupError("uv could not resolve the dependencies", "see above; no lock file was changed")
        return done.stdout


def all_locks(resolver: Resolver, project: Mapping[str, Any], folder: Path) -> dict[str, str]:
    """The texts of the lock files; `folder` is for temporary files."""
    wanted = required(project)
    # Resolved as a whole, so that each layer adds to the one before and changes none of it.
    whole = resolver.resolve(wanted.pop("hardware"))
    (folder / "whole.txt").write_text(whole)
    texts: dict[str, str] = {}
    locked_before: set[str] = set()
    for name in LAYERS:
        text = resolver.resolve(wanted.pop(name), "--constraints", folder / "whole.txt")
        texts[name] = "".join(f"{pin}\n" for pin in pins(text) if pin not in locked_before)
        locked_before.update(pins(text))
    texts["hardware"] = "".join(f"{pin}\n" for pin in pins(whole) if pin not in locked_before)
    groups = {name: resolver.resolve(requirements) for name, requirements in wanted.items()}
    return {**texts, **groups}


def update(root: Path) -> None:
    """Replaces the lock files of the clone at `root`."""
    checkout.check_python()
    import tomllib  # after that check: older Pythons do not have it

    clone = checkout.Checkout(root)
    clone.make_venv()

    project = tomllib.loads((clone.root / "pyproject.toml").read_text(encoding="utf-8"))
    checkout.say("resolving the dependencies for all platforms")
    with tempfile.TemporaryDirectory(prefix="lakabe-lock-") as folder:
        resolver = Resolver(clone, Path(folder))
        for name, text in all_locks(resolver, project, Path(folder)).items():
            (clone.root / locked.lock_file(name)).write_text(HEAD + text, encoding="utf-8")
    checkout.say(f"the lock files in {locked.FOLDER} name the newest releases (make test installs them)")


if __name__ == "__main__":
    sys.exit(checkout.exit_code_of(update))
