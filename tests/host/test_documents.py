"""The documents that come along: found, printed, opened, and named by messages."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path

import pytest
import typer

import lakabe
from lakabe import cli, documents
from lakabe.errors import SetupError, UsageError

SOURCES = sorted(Path(lakabe.__file__).parent.rglob("*.py"))


def test_a_document_is_printed_whole_or_in_part(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["docs", "rules", "N2"]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("- **N2** A position is rows") and printed.endswith("start of Dimy.\n")
    assert cli.run(["docs", "engine", "puzzles"]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("## Puzzles\n") and "## Levels" not in printed
    assert cli.run(["docs", "firmware", "Putting it on a Pico"]) == 0
    assert "### The base and the image" in capsys.readouterr().out, "a part has its own parts"


def test_the_list_has_all(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["docs"]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == list(documents.DOCUMENTS)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["novel"], "there is no document 'novel' (give one of readme, rules"),
        (["rules", "Q7"], "rules has no part 'Q7' (`lakabe docs rules` prints all of it)"),
        (["--open"], "--open opens one document"),
        (["rules", "N2", "--open"], "--open opens a whole document"),
    ],
)
def test_what_is_not_there_is_said(capsys: pytest.CaptureFixture[str], words: list[str], says: str) -> None:
    assert cli.run(["docs", *words]) == UsageError.exit_code
    assert says in capsys.readouterr().err


def test_one_is_opened(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    opened: list[str] = []
    monkeypatch.setattr(typer, "launch", lambda file: opened.append(file) or 0)
    assert cli.run(["docs", "menu", "--open"]) == 0
    assert opened == [str(documents.file("docs/menu.svg"))] == capsys.readouterr().out.splitlines()
    monkeypatch.setattr(typer, "launch", lambda file: 3)
    assert cli.run(["docs", "menu", "--open"]) == UsageError.exit_code


def test_one_that_got_lost_is_named() -> None:
    with pytest.raises(SetupError, match=r"docs/novel\.md is missing"):
        documents.file("docs/novel.md")


# Messages.


def texts(source: str) -> list[str]:
    """The texts in a program, without docstrings that say nothing to users."""
    tree = ast.parse(source)
    said = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)]
    docstrings = [node.value.value for node in ast.walk(tree)
                  if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)]  # fmt: skip
    return [text for text in said if isinstance(text, str) and text not in docstrings]


def faults(source: str) -> list[str]:
    """Texts that name a document as the repository has it, or one or a part that is not there."""
    found = [text for text in texts(source) if " " in text and re.search(r"\w\.md\b", text)]
    for text in texts(source):
        for name, part in re.findall(r"`lakabe docs (\w+) ?([\w ]*)`", text):
            try:
                documents.text(name, part)
            except UsageError:
                found.append(text)
    return found


def test_messages_name_what_users_have() -> None:
    assert {file.name: found for file in SOURCES if (found := faults(file.read_text(encoding="utf-8")))} == {}


def test_a_wrong_name_would_be_found() -> None:
    assert faults('raise Fault("see N2 in docs/rules.md")') == ["see N2 in docs/rules.md"]
    assert faults('raise Fault("see `lakabe docs rules Z9`")') == ["see `lakabe docs rules Z9`"]
    assert faults('"""See docs/rules.md."""\nraise Fault("see `lakabe docs engine puzzles`")') == []


# Licences.


def test_the_notices_name_every_licence_and_what_is_packed() -> None:
    root = documents.CHECKOUT
    notices = (root / "NOTICES.md").read_text(encoding="utf-8")
    files = {f"licenses/{file.name}" for file in (root / "licenses").iterdir()}
    assert files == set(documents.LICENSES) == set(re.findall(r"\((licenses/[\w.-]+)\)", notices))
    packed = json.loads((root / "host/lakabe/virtual/node/package.json").read_text(encoding="utf-8"))
    for name, version in packed["dependencies"].items():
        assert f"{version}, as the npm package `{name}`" in notices
