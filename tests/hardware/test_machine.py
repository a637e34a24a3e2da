"""Where KiCad comes from, what an ordinary user is told, and that the other tests do without it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from hardware import fab, machine

from lakabe.errors import SetupError, exit_code_of

ROOT = Path(machine.__file__).parents[1]
NEW_FORMAT = """\
Types: deb deb-src
# a comment
URIs: http://mirror.example/debian http://other.example/debian
Suites: bookworm bookworm-updates
Components: main contrib
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg

Types: deb
URIs: http://mirror.example/debian-security
Suites: bookworm-security
Components: main
"""
OLD_FORMAT = """\
# deb http://wrong.example/debian bookworm main
deb-src http://wrong.example/debian bookworm main
deb [arch=amd64 signed-by=/etc/key.gpg] https://mirror.example/debian bookworm main
deb http://mirror.example/debian bookworm-updates main
"""
ELSEWHERE = "Types: deb\nURIs: https://packages.example/apt\nSuites: stable\nComponents: main\n"


def test_the_new_format_is_read():
    assert machine.backports("bookworm", [ELSEWHERE, NEW_FORMAT]) == (
        "Types: deb\n"
        "URIs: http://mirror.example/debian\n"
        "Suites: bookworm-backports\n"
        "Components: main\n"
        "Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg\n"
    )


def test_the_old_format_is_read():
    source = machine.backports("bookworm", [ELSEWHERE, OLD_FORMAT])
    assert "URIs: https://mirror.example/debian\n" in source
    assert source.endswith("Signed-By: /etc/key.gpg\n")


def test_a_source_without_key_gets_none():
    source = machine.backports("bookworm", ["deb http://mirror.example/debian bookworm main\n"])
    assert "Signed-By" not in source


def test_a_machine_without_debians_packages_is_told_so():
    with pytest.raises(SetupError, match="no source of packages for bookworm is configured"):
        machine.backports("bookworm", [ELSEWHERE, ""])


@pytest.fixture
def bare(monkeypatch):
    """A Debian without KiCad, and an ordinary user at it."""
    monkeypatch.setattr(machine, "missing", lambda: ["KiCad 9", "ngspice"])
    monkeypatch.setattr(machine, "_codename", lambda: "bookworm")
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")
    return monkeypatch


def test_an_ordinary_user_is_told_in_one_line_what_to_install(bare, capsys):
    assert exit_code_of(lambda: fab.make([])) == SetupError.exit_code
    told = capsys.readouterr().err
    assert told == (
        "lakabe: KiCad 9 and ngspice not found (as root: add bookworm-backports to apt's sources, then "
        "apt-get install -t bookworm-backports kicad kicad-symbols kicad-footprints ngspice libegl1)\n"
    )


def test_make_fab_tells_so_before_it_sets_anything_up(tmp_path):
    """With nothing in the path, as on a machine without KiCad and apt."""
    make = shutil.which("make")
    assert make is not None
    words = [make, "--no-print-directory", "-C", str(ROOT), "fab", f"PYTHON={sys.executable}"]
    env = {"PATH": str(tmp_path), "HOME": str(tmp_path)}
    done = subprocess.run(words, env=env, capture_output=True, text=True, check=False)
    told, failed = done.stderr.splitlines()
    assert done.returncode != 0 and done.stdout == ""
    assert told.startswith("lakabe: KiCad 9 and ngspice") and "(install KiCad 9 with its symbols" in told
    assert failed.startswith("make: ***")


def test_where_debian_has_it_nothing_is_added(bare, capsys):
    bare.setattr(machine, "_codename", lambda: "trixie")
    assert exit_code_of(machine.ensure) == SetupError.exit_code
    told = "(as root: apt-get install kicad kicad-symbols kicad-footprints ngspice libegl1)"
    assert told in capsys.readouterr().err


def test_another_system_is_told_what_it_needs(bare, capsys):
    bare.setattr(shutil, "which", lambda name: None)
    assert exit_code_of(machine.ensure) == SetupError.exit_code
    assert "install KiCad 9 with its symbols" in capsys.readouterr().err


def test_a_part_that_does_not_exist_is_refused(capsys):
    assert exit_code_of(lambda: fab.make(["teapot"])) == 2
    assert "make fab knows no part teapot (one of machine, boards" in capsys.readouterr().err


def test_what_fails_a_check_is_named_line_by_line(bare, capsys):
    bare.setitem(fab.STEPS, "machine", lambda: fab._refuse("wiring", ["a1: wrong", "b2: wrong too"]))
    assert exit_code_of(lambda: fab.make(["machine"])) == 2
    assert capsys.readouterr().err == "fab: wiring: b2: wrong too\nlakabe: wiring: a1: wrong\n"


def test_tests_are_found_without_the_large_programs_and_name_what_they_leave_out(tmp_path):
    (tmp_path / "bare.py").write_text("import sys\nsys.modules.update(cadquery=None, matplotlib=None)\n")
    env = {**os.environ, "PATH": str(tmp_path), "PYTHONPATH": str(tmp_path)}
    command = [sys.executable, "-m", "pytest", "-p", "bare", "--collect-only", str(Path(__file__).parent)]
    found = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stdout
    for program, name in (("KiCad 9", "kicad"), ("ngspice", "spice"), ("CadQuery", "solids")):
        assert f"no {program} here (make fab): tests/hardware/test_{name}.py is left out" in found.stdout
        assert f"<Module test_{name}.py>" not in found.stdout
    assert "<Module test_netlist.py>" in found.stdout
