"""What the project promises about itself: documents that match the code, and files that work anywhere.

Each check is a function from text to a list of faults, and each is tried on a planted fault as well.
"""

from __future__ import annotations

import functools
import json
import math
import os
import re
import subprocess
import sys
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import typer.main
from hatchling.builders.wheel import WheelBuilder

from lakabe import errors
from lakabe.archive.schema import VERSION
from lakabe.cli import COMMANDS, GONE, INTERRUPTED, build
from lakabe.cli.signals import LIMIT_S
from lakabe.web import app, limits

ROOT = Path(__file__).resolve().parent.parent


def tracked() -> list[str]:
    """Paths of all files under version control."""
    command = ["git", "-c", f"safe.directory={ROOT}", "ls-files", "-z"]
    listing = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [name for name in listing.split("\0") if name and (ROOT / name).is_file()]


FILES = tracked()
DOCUMENTS = [name for name in FILES if name.endswith(".md")]
COMMAND_LINE = "docs/command-line.md"


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def code_of(document: str) -> Iterator[str]:
    """Lines of fenced blocks, and code spans, of a Markdown text."""
    fenced = False
    for line in document.splitlines():
        if line.lstrip().startswith("```"):
            fenced = not fenced
        elif fenced:
            yield line.partition("  #")[0]
        else:
            yield from re.findall(r"`([^`]+)`", line)


def section(document: str, heading: str) -> str:
    """The text under a heading that contains `heading`, up to the next heading of any level."""
    found = re.search(rf"^#+ [^\n]*{heading}[^\n]*\n(.*?)(?=^#+ |\Z)", document, re.MULTILINE | re.DOTALL)
    return found.group(1) if found else ""


def first_cells(text: str) -> list[str]:
    """The first cell of each row of the table in `text`, without its head."""
    rows = [line.split("|")[1].strip() for line in text.splitlines() if line.startswith("|")]
    return rows[2:]


# Mirrors: no file names the host of a package registry.

# Written so that this file passes its own check.
REGISTRIES = re.compile(r"pypi[.]|python[h]osted|npm[j]s|yarn[p]kg|(deb|security|snapshot)[.]debian")


def registry_hosts(text: str) -> list[str]:
    return [line.strip()[:80] for line in text.splitlines() if REGISTRIES.search(line)]


def test_no_registry_is_named() -> None:
    texts = {name: (ROOT / name).read_bytes().decode("utf-8", "replace") for name in FILES}
    faults = {name: registry_hosts(text) for name, text in texts.items()}
    assert {name: lines for name, lines in faults.items() if lines} == {}


def test_a_registry_would_be_found() -> None:
    line = '  "resolved": "https://registry.npm' + 'js.org/x/-/x-1.tgz",'
    assert registry_hosts(f"one\n{line}\nthree") == [line.strip()]


def resolved(lock: Mapping[str, object]) -> list[str]:
    packages = lock["packages"]
    assert isinstance(packages, dict)
    return [name for name, package in packages.items() if "resolved" in package]


def test_lock_files_hold_no_addresses() -> None:
    locks = [name for name in FILES if name.endswith("package-lock.json")]
    assert locks
    for name in locks:
        assert resolved(json.loads(read(name))) == []
    assert resolved({"packages": {"": {}, "a": {"resolved": "somewhere"}}}) == ["a"]


# Exit codes.


def exit_codes(document: str) -> list[int]:
    return [int(cell) for cell in first_cells(section(document, "Exit codes")) if cell.isdigit()]


def codes_of_errors() -> set[int]:
    classes = [value for value in vars(errors).values() if isinstance(value, type)]
    return {cls.exit_code for cls in classes if issubclass(cls, errors.LakabeError)}


def test_the_manual_lists_every_exit_code() -> None:
    assert exit_codes(read(COMMAND_LINE)) == sorted({0, INTERRUPTED, GONE} | codes_of_errors())


def test_a_wrong_table_of_exit_codes_would_be_found() -> None:
    table = "## Exit codes\n\n| code | when |\n|---|---|\n| 0 | fine |\n| 9 | planted |\n\n# B\n\n| 1 | 2 |\n"
    assert exit_codes(table) == [0, 9]
    assert exit_codes("# no such section\n") == []


# Figures.


def figures_lacking(document: str, *wanted: str) -> list[str]:
    """Those of `wanted` that are not in the document, however its lines are broken."""
    text = " ".join(document.split())
    return [one for one in wanted if one not in text]


def test_the_manual_has_the_limits_of_the_page_and_the_schema() -> None:
    wanted = [
        f"{app.MOST_CLIENTS} pages that play and {app.MOST_WATCHING} that watch",
        f"{app.MOST_WATCHING_FROM_ONE} of them from one address",
        f"{limits.MOST_CONNECTIONS} connections in all",
        f"closed after {limits.REQUEST_S:.0f} s",
        f"takes after {limits.ANSWER_S:.0f} s",
        f"schema {VERSION}",
        f"within {math.ceil(LIMIT_S)} s",
    ]
    assert figures_lacking(read(COMMAND_LINE), *wanted) == []
    assert figures_lacking("so many\n  pages", "many pages", "9 pages") == ["9 pages"]


# Folders.


def folder_faults(document: str, files: Collection[str]) -> list[str]:
    """Folders in the table that are not there, and top folders that are not in the table."""
    named = [cell.strip("`") for cell in first_cells(section(document, "Folders"))]
    tops = {name.split("/")[0] + "/" for name in files if "/" in name}
    missing = [f"{name}: not there" for name in named if not any(file.startswith(name) for file in files)]
    covered = {name.split("/")[0] + "/" for name in named}
    return missing + [f"{name}: not in the table" for name in sorted(tops - covered)]


def test_readme_knows_the_folders() -> None:
    assert folder_faults(read("README.md"), FILES) == []


def test_wrong_folders_would_be_found() -> None:
    table = "## Folders\n\n| folder | what |\n|---|---|\n| `firmware/` | a |\n| `gone/` | b |\n"
    faults = folder_faults(table, ["firmware/main.py", "host/x.py", "README.md"])
    assert faults == ["gone/: not there", "host/: not in the table"]


# Make targets.

ASKED_FOR = {"setup", "play", "test", "bench", "lint", "flash", "screenshot"}


def targets(makefile: str) -> set[str]:
    return set(re.findall(r"^([a-z][a-z0-9-]*):(?!=)", makefile, re.MULTILINE))


def makes(document: str) -> set[str]:
    """Targets that a document tells one to make."""
    lines = [line for line in code_of(document) if re.match(r"\s*\$?\s*make( |$)", line)]
    return {
        word for line in lines for word in re.sub(r'\w+="[^"]*"|\w+=\S+', "", line).split() if word != "make"
    }


def test_make_has_its_targets() -> None:
    makefile = read("Makefile")
    assert targets(makefile) >= ASKED_FOR
    assert set(re.findall(r'"make ([a-z0-9-]+) ', makefile)) >= ASKED_FOR, "make help leaves a target out"
    phony = re.search(r"^\.PHONY: (.*)", makefile, re.MULTILINE)
    assert phony is not None
    assert set(phony.group(1).split()) == targets(makefile)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_documents_make_what_there_is(name: str) -> None:
    assert makes(read(name)) - targets(read("Makefile")) == set()


def test_a_missing_target_would_be_found() -> None:
    assert targets("A := 1\nsetup: x\n\tmake y\nb-c:\n") == {"setup", "b-c"}
    assert makes('Run `make fly`:\n```sh\nmake test ARGS="-k x"  # sure\ncd a\n```\n') == {"fly", "test"}


# Commands.


@dataclass
class Words:
    """What may follow the name of a command: its options and its subcommands."""

    options: set[str] = field(default_factory=lambda: {"--help"})
    commands: dict[str, Words] = field(default_factory=dict)


def words_of(command: Any) -> Words:
    """The words of one of Typer's commands."""
    options = {name for parameter in command.params for name in [*parameter.opts, *parameter.secondary_opts]}
    commands = getattr(command, "commands", {})
    return Words({"--help"} | options, {name: words_of(inner) for name, inner in commands.items()})


@functools.cache
def command_line() -> Words:
    """All words of the command line; a command's own are known only when it is the one asked for."""
    whole = words_of(typer.main.get_command(build([])))
    for name in COMMANDS:
        whole.commands[name] = words_of(typer.main.get_command(build([name]))).commands[name]
    return whole


def command_faults(document: str, whole: Words) -> list[str]:
    """Uses of ``lakabe ...`` in code whose commands or options do not exist."""
    faults = []
    for line in code_of(document):
        found = re.match(r"\s*\$?\s*(?:\S*/)?lakabe( .*|$)", line)
        if not found:
            continue
        here = whole
        for word in re.split(r"[|<>&;]", found.group(1))[0].split():
            name = word.partition("=")[0]
            if word.startswith("-"):
                if name not in here.options:
                    faults.append(f"{line.strip()}: no option {name}")
            elif word in here.commands:
                here = here.commands[word]
            elif here.commands and word.islower():
                faults.append(f"{line.strip()}: no command {word}")
                break
    return faults


@pytest.mark.parametrize("name", DOCUMENTS)
def test_documents_use_commands_that_exist(name: str) -> None:
    assert command_faults(read(name), command_line()) == []


def test_the_manual_names_every_command() -> None:
    named = set(re.findall(r"lakabe ([a-z]+)", " ".join(code_of(read(COMMAND_LINE)))))
    assert set(COMMANDS) - named == set()


def test_a_wrong_command_would_be_found() -> None:
    text = "`lakabe fly` and `lakabe play --upside-down`\n```\n$ .venv/bin/lakabe perft 4\n```\n"
    whole = Words({"--help"}, {"play": Words({"--port"}), "perft": Words()})
    assert command_faults(text, whole) == [
        "lakabe fly: no command fly",
        "lakabe play --upside-down: no option --upside-down",
    ]


# Programs of Python.


def modules(document: str) -> set[str]:
    """What a document has Python run: `python -m ...` of this project."""
    return set(re.findall(r"\b((?:tools|lakabe)(?:\.[a-z_]+)+)\b(?!/)", "\n".join(code_of(document))))


@pytest.mark.parametrize("name", DOCUMENTS)
def test_documents_run_modules_that_exist(name: str) -> None:
    missing = {module for module in modules(read(name)) if not is_module(module)}
    assert missing == set()


def is_module(name: str) -> bool:
    """Whether a file or a folder has that dotted name, or one has it as a name in it."""
    path = ROOT / "host" / name.replace(".", "/")
    return path.is_dir() or path.with_suffix(".py").is_file()


def test_a_missing_module_would_be_found() -> None:
    text = "Run `.venv/bin/python -m tools.fly`:\n```sh\npython -m tools.perft 4\n```\n"
    assert {name for name in modules(text) if not is_module(name)} == {"tools.fly"}


# The wheel.


def test_the_wheel_has_what_users_run() -> None:
    """Its packages; ``test_wheel.py`` says what the build adds."""
    files = WheelBuilder(str(ROOT)).recurse_included_files()
    there = {Path(file.distribution_path).as_posix() for file in files}
    assert {"lakabe/__main__.py", "lakabe/board/bases.py", "fanorona/session.py"} <= there
    assert {name.split("/")[0] for name in there} == {"lakabe", "fanorona"}


# Links.


def broken_links(document: str, folder: Path, exists: Callable[[Path], bool]) -> list[str]:
    """Relative links and pictures whose file is not there."""
    links = re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", document) + re.findall(r'src="([^"]+)"', document)
    local = [link for link in links if not re.match(r"[a-z]+:", link)]
    return [link for link in local if not exists(Path(os.path.normpath(folder / link)))]


@pytest.mark.parametrize("name", DOCUMENTS)
def test_links_lead_somewhere(name: str) -> None:
    assert broken_links(read(name), Path(name).parent, lambda path: (ROOT / path).exists()) == []


def test_a_broken_link_would_be_found() -> None:
    text = "[a](b.md#c) ![d](e/f.png) [web](https://example.org/) [up](../g.md)"
    there = {Path("docs/b.md")}
    assert broken_links(text, Path("docs"), there.__contains__) == ["e/f.png", "../g.md"]


# Dependencies.


def loose_dependencies(project: str) -> list[str]:
    """Requirements without a range closed at both ends, or without a reason on their line."""
    lists = re.findall(r"^(?:dependencies|play|flash|dev) = \[\n(.*?)^\]", project, re.MULTILINE | re.DOTALL)
    lines = [line.strip() for text in lists for line in text.splitlines() if '"lakabe[' not in line]
    sound = re.compile(r'"[\w.-]+(?:\[\w+\])?>=[\w.]+,<[\w.]+", +# \S.*')
    return [line for line in lines if not sound.fullmatch(line)]


def test_dependencies_have_ranges_and_reasons() -> None:
    assert loose_dependencies(read("pyproject.toml")) == []
    planted = 'dependencies = [\n  "a>=1,<2",  # why\n  "b>=1",  # why\n  "c>=1,<2",\n]\n'
    assert loose_dependencies(planted) == ['"b>=1",  # why', '"c>=1,<2",']


# Set-up and CI.


def test_set_up_needs_no_packages() -> None:
    """`make setup` starts on a Python that has nothing but the standard library."""
    code = (
        f"import sys; sys.path.insert(0, {str(ROOT / 'host')!r}); import tools.setup.checkout; print('good')"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == ("good\n", "")


def test_ci_runs_what_the_readme_says() -> None:
    script = ROOT / ".ci/run"
    assert os.access(script, os.X_OK)
    assert "make test" in read(".ci/run")
    assert "make test" in set(code_of(read("README.md")))
    subprocess.run(["bash", "-n", str(script)], check=True)
