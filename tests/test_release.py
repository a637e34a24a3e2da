"""What a release is made of: one version everywhere, its notes, and files that are the same each time."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

import lakabe
from lakabe.errors import FirmwareError, InputError, SetupError
from tools.release import __main__ as release
from tools.release import manual, notes

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture
def other(tmp_path: Path) -> Path:
    """The files of a checkout that name its version, to be changed."""
    for name in notes.versions(ROOT):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    return tmp_path


def test_the_versions_agree() -> None:
    assert notes.version(ROOT) == lakabe.__version__


@pytest.mark.parametrize("name", notes.versions(ROOT))
def test_another_version_would_be_found(other: Path, name: str) -> None:
    text = (other / name).read_text()
    (other / name).write_text(text.replace(lakabe.__version__, "9.9.9", 1))
    with pytest.raises(InputError, match=re.escape(f"9.9.9 in {name}")):
        notes.version(other)


def test_notes_are_cut_from_the_changelog() -> None:
    text = "## [Unreleased]\n\n- c\n\n## [0.2.0] - 2026-11-26\n\n### Added\n\n- b\n\n## [0.1.0]\n\n- a\n"
    assert notes.notes(text, "0.2.0") == "### Added\n\n- b\n"
    assert notes.notes(text, "0.1.0") == "- a\n"
    with pytest.raises(InputError, match=r"says nothing of 0\.3\.0"):
        notes.notes(text, "0.3.0")
    assert notes.notes((ROOT / "CHANGELOG.md").read_text(), lakabe.__version__).startswith("### Added")


def test_an_archive_is_the_same_each_time(tmp_path: Path) -> None:
    file = ROOT / "hardware/LICENSE"
    for name in ("one.zip", "other.zip"):
        release.pack(tmp_path / name, iter([file]), 1_700_000_000)
    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "other.zip").read_bytes()


def test_files_that_differ_are_named() -> None:
    release.check_same("12  a\n34  b\n", "12  a\n34  b\n")
    with pytest.raises(FirmwareError, match=r"these differ: b, c \("):
        release.check_same("12  a\n34  b\n", "12  a\n35  b\n36  c\n")


def test_what_the_hardware_is_ordered_with_is_there(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    names = {path.name for path in release.ordered()}
    assert {"strip-gerbers.zip", "carrier-gerbers.zip", "parts.csv", "BUILD.md", "LICENSE"} <= names
    monkeypatch.setattr(release, "ROOT", tmp_path)
    with pytest.raises(SetupError, match="make fab"):
        list(release.ordered())
    with pytest.raises(SetupError, match="made from a clone"):
        release.committed()


# The manual.


def test_links_of_the_manual_lead_somewhere() -> None:
    page = manual.page(ROOT, "1.2.3")
    places = set(re.findall(r'id=["\']([^"\']+)', page))
    links = set(re.findall(r'href="#([^"]+)"', page))
    assert links - places == set()
    assert len(links) > 10
    pictures = re.findall(r'src=["\']file://([^"\']+)', page)
    assert len(pictures) > 10 and all(Path(picture).is_file() for picture in pictures)
    assert not re.search(r'href="(?!#|https?:)', page), "nothing leads into a checkout"


def test_a_manual_has_the_date_of_its_release_and_numbers_of_its_own() -> None:
    printed = b"<</CreationDate (D:20261126074516+00'00')\n/ModDate (D:20261126074516+00'00')>> (D:1)"
    settled = [manual.settled(printed + b" (node000000%d) (node00000077)" % first, 0) for first in (29, 30)]
    assert settled[0] == settled[1]
    assert settled[0].count(b"D:19700101000000+00'00'") == 2
    assert settled[0].endswith(b"(D:1) (node00000000) (node00000001)")
